"""Turns a second of the commands and of their stages, beside plies a second of the peers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from bench import HERE, Bench
from measure import Child, Failed, Usage, in_turn, ratio
from peers import CHESS, EXTRACT
from report import Row, failed


def _cpu(used: Usage) -> float:
    return used.cpu


def _stage(name: str) -> Callable[[Usage], float]:
    """How to find the seconds of one stage in what `stages.py` says."""

    def seconds(used: Usage) -> float:
        return float(json.loads(used.said)[name])

    return seconds


@dataclass(frozen=True, slots=True)
class _Subject:
    """Something that takes turn after turn: the run that does it, how many turns, how its seconds are found.

    `goals` tells how many times as fast as a peer it should be.
    """

    name: str
    child: Child
    turns: int
    goals: Mapping[str, float] = field(default_factory=dict)
    seconds: Callable[[Usage], float] = _cpu
    unit: str = "turns"

    @property
    def target(self) -> str:
        """Its goals as text."""
        return ", ".join(f"≥ {goal:g} × {name}" for name, goal in self.goals.items())


def _subjects(bench: Bench) -> Iterator[_Subject]:
    export, typed, staged = bench.export, bench.typed, bench.staged
    lint = _Subject("rocks lint, export form", bench.lint(export.path), export.turns, {CHESS: 20, EXTRACT: 1})
    yield lint
    yield _Subject("rocks lint, import form", bench.lint(typed.path), typed.turns, {CHESS: 5})
    yield _Subject("rocks replay to jsonl", bench.replay(export.path), export.turns, {CHESS: 8})
    yield _Subject("rocks convert to json", bench.convert(export.path), export.turns, {CHESS: 8})
    stages = Child([sys.executable, str(HERE / "stages.py"), str(staged.path)], keep=True)
    yield _Subject("the reader alone", stages, staged.turns, {}, _stage("read"))
    yield _Subject("the replayer alone", stages, staged.turns, {CHESS: 45}, _stage("replay"))
    yield _Subject("records to JSON alone", stages, staged.turns, {}, _stage("json"))
    if bench.peers.games:
        for peer in bench.peers.there:
            yield _Subject(peer.name, peer.check, bench.peers.games.plies, unit="plies")


def throughput(bench: Bench) -> Iterator[Row]:
    """A row for each command, stage and peer."""
    subjects = list(_subjects(bench))
    children = {_run_name(subject): subject.child for subject in subjects}
    used = in_turn(children, bench.runs, bench.limit)
    rates: dict[str, list[float]] = {}
    for subject in subjects:
        usages = used[_run_name(subject)]
        if not isinstance(usages, Failed):
            rates[subject.name] = [subject.turns / subject.seconds(each) for each in usages]
    for subject in subjects:
        failure = used[_run_name(subject)]
        if isinstance(failure, Failed):
            yield failed(subject.name, failure, subject.target)
        else:
            yield _row(subject, rates)
    yield from (Row(missing.name, "missing") for missing in bench.peers.missing)


def _run_name(subject: _Subject) -> str:
    """The name of its run: the stages share one."""
    return subject.name if subject.seconds is _cpu else "stages"


def _row(subject: _Subject, rates: Mapping[str, Sequence[float]]) -> Row:
    own = rates[subject.name]
    against = {name: ratio(own, rates[name]) for name in (CHESS, EXTRACT) if name in rates}
    met = [against[name] >= goal if name in against else None for name, goal in subject.goals.items()]
    return Row(
        subject.name,
        f"{median(own):,.0f} {subject.unit}/s, {1e6 / median(own):.2f} µs each",
        chess=_times(against.get(CHESS)),
        extract=_times(against.get(EXTRACT)),
        target=subject.target,
        met=_all(met),
    )


def _times(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"


def _all(met: Sequence[bool | None]) -> bool | None:
    """Whether every part is met; None where none is missed, but some are not known."""
    if False in met:
        return False
    return True if met and None not in met else None
