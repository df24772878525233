"""`rocks replay`: play a record turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.output import Code, put
from rocksnotation.cli.shared import OutputFormat, Report, leave
from rocksnotation.diagnostics import Severity
from rocksnotation.jsonform import replay_to_json
from rocksnotation.lint import check
from rocksnotation.parse import parse_bytes
from rocksnotation.render import text as render
from rocksnotation.replay import MatchReplay, RoundReplay, Step
from rocksnotation.text import json_text, safe


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for standard input.")],
    output_format: OutputFormat = Report.TEXT,
    match: Annotated[int | None, typer.Option("--match", help="Only this match, from 1.", min=1)] = None,
    round_: Annotated[int | None, typer.Option("--round", help="Only rounds of this number.", min=0)] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="ADDRESS", help="The position at 2.4S, or after round 2.")
    ] = None,
) -> None:
    """Play a record turn by turn.

    Shows the ends, sums, points and totals, all recomputed by the laws.
    """
    one = files.read(file)
    if isinstance(one, files.Unreadable):
        output.note_unreadable(one)
        raise typer.Exit(Code.UNREADABLE)
    record = parse_bytes(one.data, one.name)
    checked = check(record)
    replays = [played for played in checked.replays if match in (None, played.match.number)]
    if match is not None and not replays:
        raise typer.BadParameter(
            f"there is no match {match}: {safe(one.name)} has {len(record.matches)}",
            param_hint="--match",
        )
    if round_ is not None:
        replays = [_only(played, lambda r: r.round.number == round_) for played in replays]
        if not any(played.rounds for played in replays):
            raise typer.BadParameter(f"there is no round {round_}", param_hint="--round")
    if at is not None:
        played, round_played, step = _find(replays, at)
        shown = replace(round_played, steps=(step,)) if step else round_played
        replays = [replace(played, rounds=(shown,))]
        if output_format is Report.TEXT:
            _put_lines(render.position(round_played, step))
    if output_format is Report.JSON:
        put(json_text(replay_to_json(replays), indent=2))
    elif output_format is Report.JSONL:
        for played in replays:
            put(json_text(replay_to_json([played])))
    elif at is None:
        _put_lines(render.replays(replays))
    told = [
        fault
        for fault in checked.diagnostics
        if fault.severity is not Severity.INFO and (match is None or fault.match in (None, match))
    ]
    output.note_findings(record.source, told)
    leave(False, any(fault.severity is Severity.ERROR for fault in told))


def _put_lines(lines: Iterable[str]) -> None:
    for line in lines:
        put(line)


def _only(played: MatchReplay, wanted: Callable[[RoundReplay], bool]) -> MatchReplay:
    return replace(played, rounds=tuple(r for r in played.rounds if wanted(r)))


def _find(replays: Iterable[MatchReplay], address: str) -> tuple[MatchReplay, RoundReplay, Step | None]:
    """The turn at an address, or the round that it names alone."""
    for played in replays:
        for round_ in played.rounds:
            if address == str(round_.round.number):
                return played, round_, None
            for step in round_.steps:
                if step.address == address.upper():
                    return played, round_, step
    raise typer.BadParameter(
        f"there is no turn or round {safe(address)}; an address is such as 2.4S or 2",
        param_hint="--at",
    )
