"""What a child process uses, and runs in turn: CPU time, time on the clock, peak memory. Knows no commands.

The peak of a child is never less than the memory of the process that started it, for the system counts from
before the new program is loaded. So the measuring process has to stay small, and nothing is measured in it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

PEAK_UNIT = 1 if sys.platform == "darwin" else 1024
"""The bytes in which the system tells a peak of memory."""

_LAST_WORDS = 100
"""How many characters are told of what a process says before it fails."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What one run used: seconds of CPU time (user and system), seconds on the clock, peak bytes of memory.

    `said` is its standard output, where that was asked for, and `told` its standard error.
    """

    cpu: float
    wall: float
    peak: int
    said: str
    told: str


class Failed(Exception):
    """A run that ended wrong, or took too long: it measures nothing."""


@dataclass(frozen=True, slots=True)
class Child:
    """How to start a process. `keep` keeps its output, which otherwise goes nowhere."""

    command: Sequence[str]
    keep: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


def use(child: Child, limit: float) -> Usage:
    """Runs a child for at most `limit` seconds. Raises `Failed` unless it ends with 0.

    It runs in a folder of no meaning, so that `python -m` finds what is installed and not what lies around.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        process = subprocess.Popen(
            child.command,
            stdin=subprocess.DEVNULL,
            stdout=out if child.keep else subprocess.DEVNULL,
            stderr=err,
            cwd=tempfile.gettempdir(),
            env={**_environment(), **child.environment},
        )
        timer = threading.Timer(limit, process.kill)
        timer.start()
        try:
            _, status, used = os.wait4(process.pid, 0)
        finally:
            timer.cancel()
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        said, told = out.read().decode(errors="replace"), err.read().decode(errors="replace")
    if process.returncode:
        if wall >= limit:
            raise Failed(f"took longer than {limit:g} s")
        lines = (told or said).strip().splitlines() or [""]
        raise Failed(f"ended with {process.returncode}: {lines[-1][:_LAST_WORDS]}")
    return Usage(used.ru_utime + used.ru_stime, wall, used.ru_maxrss * PEAK_UNIT, said, told)


def _environment() -> dict[str, str]:
    """That of this process, in one language, and without what makes an interpreter slower or faster than usual."""
    usual = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") or name in ("PYTHONPATH", "PYTHONHOME")
    }
    return usual | {"LC_ALL": "C.UTF-8", "LANGUAGE": "en"}


def in_turn(children: Mapping[str, Child], runs: int, limit: float) -> dict[str, list[Usage] | Failed]:
    """Runs all children, one after another, `runs` times over. One that fails is not run again."""
    usages: dict[str, list[Usage]] = {name: [] for name in children}
    failures: dict[str, Failed] = {}
    for run in range(runs):
        for name, child in children.items():
            if name in failures:
                continue
            progress(f"{name}: run {run + 1} of {runs}")
            try:
                usages[name].append(use(child, limit))
            except Failed as failure:
                failures[name] = failure
    return {name: failures.get(name, used) for name, used in usages.items()}


def succeeded(runs: Mapping[str, list[Usage] | Failed]) -> list[list[Usage]]:
    """What all children used. Raises the first failure among them."""
    usages = []
    for each in runs.values():
        if isinstance(each, Failed):
            raise each
        usages.append(each)
    return usages


def ratio(these: Sequence[float], those: Sequence[float]) -> float:
    """How many times `those` `these` are: the median over the runs, each taken with its neighbour."""
    return median(this / that for this, that in zip(these, those, strict=True))


def progress(text: str) -> None:
    """Tells on standard error what is going on."""
    print(f"· {text}", file=sys.stderr, flush=True)
