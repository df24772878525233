"""What is measured on, how often, and how `rocks` is called. Measures nothing itself."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from inputs import Archive
from measure import Child, use
from peers import Peers

HERE = Path(__file__).parent
MB = 1_000_000
_ROCKS = (sys.executable, "-m", "rocksnotation")


@dataclass(frozen=True, slots=True)
class LintOptions:
    """The options that `rocks lint` has, as its help tells them."""

    names: frozenset[str]

    @classmethod
    def found(cls) -> LintOptions:
        """Asks the command itself."""
        said = use(Child([*_ROCKS, "lint", "--help"], keep=True), limit=60).said
        return cls(frozenset(re.findall(r"--[a-z][a-z-]*", said)))

    @property
    def has_jobs(self) -> bool:
        """Whether it can share its work among workers."""
        return "--jobs" in self.names

    @property
    def has_cache(self) -> bool:
        """Whether it can remember what it found."""
        return not self.names.isdisjoint({"--cache", "--cache-dir", "--no-cache"})

    def jobs(self, count: int) -> list[str]:
        """So many workers, if that can be said."""
        return ["--jobs", str(count)] if self.has_jobs else []

    @property
    def no_cache(self) -> list[str]:
        """Nothing remembered, if that has to be said."""
        return ["--no-cache"] if "--no-cache" in self.names else []

    def cache(self, folder: str) -> list[str]:
        """What is found is remembered, in that folder where it can be named."""
        if "--cache-dir" in self.names:
            return ["--cache-dir", folder]
        return ["--cache"] if "--cache" in self.names else []


@dataclass(frozen=True, slots=True)
class Bench:
    """The inputs, the peers, and how often all is run; `limit` is the most seconds for one run.

    `small` is a single match, `typed` the matches of `export` in import form, `staged` the beginning of
    `export` that is taken apart in one process, and `sizes` the bytes on which memory is measured.
    """

    folder: Path
    runs: int
    limit: float
    options: LintOptions
    small: Archive
    export: Archive
    typed: Archive
    staged: Archive
    sizes: tuple[int, ...]
    peers: Peers

    def lint(self, path: Path) -> Child:
        """Lint a file or folder without a warning, by one worker that remembers nothing."""
        return self.lint_with([*self.options.jobs(1), *self.options.no_cache], path)

    def lint_with(self, options: list[str], path: Path) -> Child:
        """Lint with some options; a warning, too, makes it fail."""
        return Child([*_ROCKS, "lint", "--strict", *options, str(path)])

    def replay(self, path: Path) -> Child:
        """Every step of every match as JSON lines, by one worker."""
        return Child([*_ROCKS, "replay", *self.options.jobs(1), "--output-format", "jsonl", str(path)])

    def convert(self, path: Path) -> Child:
        """Text to JSON, by one worker."""
        return Child([*_ROCKS, "convert", *self.options.jobs(1), "--to", "json", str(path)])
