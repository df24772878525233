"""What was measured, as a table for a terminal and as Markdown; and what it was measured on. Measures nothing."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from measure import Failed

NOT_THERE_YET = "not there yet"

_HEADS = ("what", "median", "× python-chess", "× pgn-extract", "target", "met")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `met` is None where there is no target, or it is not known whether it is met.

    `broken` where the run itself went wrong.
    """

    what: str
    median: str
    chess: str = ""
    extract: str = ""
    target: str = ""
    met: bool | None = None
    broken: bool = False

    @property
    def cells(self) -> tuple[str, ...]:
        """The line's cells as text."""
        met = "yes" if self.met else "no" if self.met is False else "not known" if self.target else ""
        return self.what, self.median, self.chess, self.extract, self.target, met


def failed(what: str, why: Failed, target: str) -> Row:
    """The line of something that could not be measured."""
    return Row(what, str(why), target=target, broken=True)


def as_text(facts: Sequence[str], rows: Iterable[Row]) -> str:
    """The table for a terminal, below the facts."""
    lines = [_HEADS, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join([*facts, "", *table]) + "\n"


def as_markdown(facts: Iterable[str], rows: Iterable[Row]) -> str:
    """The same as Markdown: a list and a table."""
    lines = [_HEADS, ("---",) * len(_HEADS), *(row.cells for row in rows)]
    table = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([*(f"- {fact}" for fact in facts), "", *table]) + "\n"


def machine() -> list[str]:
    """The machine and what runs on it."""
    return [
        f"Processor: {_processor()}, {os.cpu_count()} cores; memory: {memory_of_machine() / 2**30:.0f} GiB",
        f"System: {platform.system()} {platform.release()}; {platform.python_implementation()} "
        + platform.python_version(),
        ", ".join([f"rocksnotation {_version('rocksnotation')}{_commit()}", *_dependencies()]),
    ]


def memory_of_machine() -> int:
    """The bytes of memory that the machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    if about.exists():
        for line in about.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _dependencies() -> list[str]:
    return [f"{name} {_version(name)}" for name in ("lark", "typer", "jsonschema")]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    """The commit of the checkout, where there is one."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return f" ({done.stdout.strip()})" if done.returncode == 0 else ""
