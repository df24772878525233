"""What can be said against a record: findings, their places and fixes, and with them the table of codes.

Knows nothing of how a finding comes about.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rocksnotation.messages import Message
from rocksnotation.rules import RULES as RULES
from rocksnotation.rules import UNSUPPRESSIBLE as UNSUPPRESSIBLE
from rocksnotation.rules import Rule as Rule
from rocksnotation.rules import Severity as Severity


class Span(NamedTuple):
    """A stretch of the source text: character offsets from 0, the end not included."""

    start: int
    end: int


NOWHERE = Span(0, 0)
"""The span of what was not read from a text."""


class Place(NamedTuple):
    """A place as people count it: line and column from 1, the column in characters."""

    line: int
    column: int


@dataclass(frozen=True)
class Source:
    """A text and the name under which people know it; lines end in LF.

    Of a long file it may be a part: `lines_before` are the lines that stand before it there.
    """

    name: str
    text: str
    lines_before: int = 0

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    def place(self, offset: int) -> Place:
        """Line and column of a character offset."""
        line = bisect_right(self._starts, offset)
        return Place(self.lines_before + line, offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end."""
        start = self._starts[number - self.lines_before - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def where(self, offset: int) -> str:
        """An offset as people are told it: name, line and column."""
        place = self.place(offset)
        return f"{self.name}:{place.line}:{place.column}"

    def path(self, offset: int) -> str | None:
        """The JSON path of an offset in what is no text but a document, or None."""
        return None

    def said(self, offset: int) -> str:
        """What stands at an offset, in words that stay the same when something else changes: its line."""
        return " ".join(self.line(self.place(offset).line).split())


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding."""

    span: Span
    message: Message


@dataclass(frozen=True, slots=True)
class Edit:
    """Text to put in the place of a stretch of the source; an empty stretch is an insertion."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What would mend a finding. A safe one leaves every claim of the record as it is."""

    edits: tuple[Edit, ...]
    safe: bool


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, at one place of the text.

    `match` counts from 1 in the file; `round` is the number that the record gives the round; `turn` counts
    from 1 in the round, implied passes included; `address` is the turn as people name it, such as `2.4S`;
    `cited` is the law that it rests on, where that is not the usual one of its code.
    """

    code: str
    message: Message
    span: Span
    severity: Severity
    related: tuple[Related, ...] = ()
    match: int | None = None
    round: int | None = None
    turn: int | None = None
    address: str | None = None
    cited: str | None = None
    fix: Fix | None = None

    @property
    def law(self) -> str | None:
        """The law that it rests on: the one that it cites itself, or the usual one of its code."""
        return self.cited or self.rule.law

    @property
    def rule(self) -> Rule:
        """The code's row in the table."""
        return RULES[self.code]


def diagnostic(code: str, span: Span, message: Message, *related: Related) -> Diagnostic:
    """A finding of the code's usual severity."""
    return Diagnostic(code, message, span, RULES[code].severity, related)
