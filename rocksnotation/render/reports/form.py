"""What a report is made of, what a format is, and what several formats share. Knows none of the formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from rocksnotation.messages import Tell
from rocksnotation.render.text import Style, law_of, plain
from rocksnotation.rules import Severity

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic, Source

Finding: TypeAlias = "tuple[Source, Diagnostic]"
"""A finding, and the text that it speaks of."""

STDIN = "<stdin>"
"""The name under which standard input is reported: no file has to be looked for."""

_NEAR = 100


class FixesMade(NamedTuple):
    """How many findings were fixed in a run, or only in a diff, and whether unsafe fixes were among them."""

    number: int
    in_diff: bool = False
    unsafe: bool = False


class Tally:
    """How many findings there are of each kind: all that has to be kept of those that were shown one by one."""

    def __init__(self) -> None:
        self.codes: Counter[tuple[str, Severity]] = Counter()
        self.safe_fixes = 0
        self.unsafe_fixes = 0

    def add(self, found: Diagnostic) -> None:
        """Counts one finding."""
        self.codes[found.code, found.severity] += 1
        if found.fix and found.fix.safe:
            self.safe_fixes += 1
        elif found.fix:
            self.unsafe_fixes += 1

    @property
    def severities(self) -> Counter[Severity]:
        """How many findings there are of each severity."""
        counts: Counter[Severity] = Counter()
        for (_, severity), number in self.codes.items():
            counts[severity] += number
        return counts


class LintReport(NamedTuple):
    """The findings of one run, in the order of the files and of their places.

    Where they were shown one by one, only a `tally` of them is left.
    `version` is that of the program, `language` the code of the language in which it speaks; `files` are the
    names of all that was read, those without a finding too; `strict` lets warnings fail as errors do.
    `show_info` and `statistics` are for people: whether they see infos, and how often each code was found.
    `fixes` is None where none were asked for; `known` counts the findings that a baseline knows, which are
    not among these.
    """

    version: str
    findings: tuple[Finding, ...]
    files: tuple[str, ...]
    matches: int
    strict: bool = False
    show_info: bool = False
    statistics: bool = False
    fixes: FixesMade | None = None
    known: int = 0
    language: str = "en"
    tally: Tally | None = None

    @property
    def counts(self) -> Tally:
        """How many findings there are."""
        if self.tally is not None:
            return self.tally
        tally = Tally()
        for _, found in self.findings:
            tally.add(found)
        return tally

    @property
    def hidden(self) -> int:
        """How many infos people are not shown."""
        return 0 if self.show_info else self.counts.severities[Severity.INFO]

    @property
    def has_failed(self) -> bool:
        """Whether a finding makes the run fail."""
        counts = self.counts.severities
        return bool(counts[Severity.ERROR] or (self.strict and counts[Severity.WARNING]))

    def fails(self, found: Diagnostic) -> bool:
        """Whether the finding makes the run fail."""
        return found.severity is Severity.ERROR or (self.strict and found.severity is Severity.WARNING)


def is_shown(found: Diagnostic, show_info: bool) -> bool:
    """Whether people are shown the finding: infos only where they are asked for."""
    return show_info or found.severity is not Severity.INFO


class Each(Protocol):
    """Writes one finding, without the last line end. Only formats for people have a use for the style."""

    def __call__(self, source: Source, found: Diagnostic, style: Style = plain, tell: Tell = str, /) -> str:
        """The finding as text."""


class End(Protocol):
    """Writes what ends a report, or the whole of it, without the last line end; nothing if it is empty."""

    def __call__(self, report: LintReport, tell: Tell = str, /) -> str:
        """The end of the report as text."""


def _nothing(report: LintReport, tell: Tell = str) -> str:
    return ""


class Format(NamedTuple):
    """A way of writing findings: one by one while files are read, at the end, or both.

    What is for people leaves out infos that are not asked for, and knows statistics.
    """

    each: Each | None = None
    end: End = _nothing
    for_people: bool = False

    def shows(self, found: Diagnostic, show_info: bool) -> bool:
        """Whether the finding stands in a report of this format."""
        return not self.for_people or is_shown(found, show_info)


def path(name: str) -> str:
    """A file's name as tool chains expect it: with `/`, and without `./` before it."""
    return name if name == STDIN else PurePath(name).as_posix()


def sentence(found: Diagnostic, tell: Tell = str) -> str:
    """The message with its turn and its law, as it is: not escaped for anything."""
    turn = f"{found.address}: " if found.address else ""
    return f"{turn}{tell(found.message)}{law_of(found.law, tell)}"


def present(**members: Any) -> dict[str, Any]:
    """The members that have a value."""
    return {name: value for name, value in members.items() if value not in (None, [], {})}


def fingerprints(report: LintReport) -> Iterator[str]:
    """A name for each finding that stays the same while the text elsewhere changes, and is no other's.

    It is made of the file, the code, the line near the finding, and how many such there were before: of
    nothing that counts lines, and not of the message, which may tell totals of other rounds.
    """
    from hashlib import sha256

    seen: Counter[tuple[str, str, str]] = Counter()
    for source, found in report.findings:
        start = found.span.start
        first = start - source.place(start).column + 1
        near = source.text[max(first, start - _NEAR) : start + _NEAR].split("\n", 1)[0]
        key = (path(source.name), found.code, " ".join(near.split()))
        seen[key] += 1
        told = "\0".join((*key, str(seen[key])))
        yield sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]
