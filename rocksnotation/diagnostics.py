"""What can be said against a record: places, severities, the one table of codes.

Knows nothing of how a finding comes about.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from rocksnotation.messages import Message, say


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
    """A text and the name under which people know it; lines end in LF."""

    name: str
    text: str

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
        return Place(line, offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end."""
        start = self._starts[number - 1]
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


class Severity(StrEnum):
    """How bad a finding is: only an error makes a command exit with 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Rule:
    """One code of the table: permanent name, usual severity, what it says, and the laws that it rests on."""

    code: str
    name: str
    severity: Severity
    says: Message
    law: str | None = None


def _table(*rules: Rule) -> dict[str, Rule]:
    return {rule.code: rule for rule in rules}


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

RULES = _table(
    Rule("T001", "syntax-error", _E, say("the text cannot be read here; the message says what was expected")),
    Rule("T002", "unterminated", _E, say("a comment, a quoted value or a variation is never closed")),
    Rule("T003", "not-text", _E, say("the input is not UTF-8 text")),
    Rule("T004", "no-such-tile", _E, say("the double-six set has no such tile"), "1.2"),
    Rule("T005", "duplicate-tag", _W, say("a tag is written twice; the first counts")),
    Rule("T006", "unknown-tag", _I, say("a tag that the notation does not know; it is kept")),
    Rule("T007", "bad-tag-value", _E, say("a tag's value is not of the form that its name asks for")),
    Rule("T008", "wrong-number", _W, say("the number of a circuit or of a round is out of sequence")),
    Rule("T009", "no-match", _E, say("the input holds no match")),
    Rule("T010", "too-deep", _E, say("nesting, or the size of a line, comment or number, is over its bound")),
    Rule("D101", "tile-dealt-twice", _E, say("a tile stands in the deal twice"), "2.1"),
    Rule("D102", "hand-size", _E, say("a hand of other than seven tiles was dealt"), "2.1"),
    Rule(
        "D103",
        "hands-unknown",
        _I,
        say("some hands are not known, so that not everything can be checked"),
        "6.1",
    ),
    Rule("D104", "hands-swapped", _E, say("two hands of the deal stand under each other's seats"), "2.1"),
    Rule("L201", "wrong-leader", _E, say("the round was led by a seat that had no right to lead"), "2.4"),
    Rule(
        "L202", "lot-missing", _I, say("the leader is chosen by lot here, and the record has no lot"), "2.2"
    ),
    Rule("L203", "lot-tie", _E, say("the lot was left tied, or was drawn among the wrong candidates"), "2.2"),
    Rule("L204", "lot-not-due", _W, say("a lot was drawn where the leader was fixed"), "2.4"),
    Rule("M301", "out-of-turn", _E, say("a seat took a turn that was not its own"), "2.3"),
    Rule("M302", "not-in-hand", _E, say("the tile was not in the hand of the seat that played it"), "2.1"),
    Rule("M303", "already-played", _E, say("the tile was lying on the table already"), "1.2"),
    Rule("M304", "no-matching-end", _E, say("no open end, or not the named one, matches the tile"), "3.1"),
    Rule("M305", "end-not-open", _E, say("the end that is named is not open"), "3.1"),
    Rule(
        "M306", "ambiguous-end", _E, say("the tile fits more than one kind of end, and none is named"), "3.1"
    ),
    Rule("M307", "false-pass", _E, say("a seat passed while it could place a tile"), "6.1"),
    Rule("M308", "turn-after-end", _E, say("a turn was taken after the round or the match had ended"), "7.1"),
    Rule("M309", "missing-pass", _W, say("a pass is left out where the record has none"), "6.1"),
    Rule(
        "M310",
        "round-unfinished",
        _E,
        say("the round had not ended when it was settled or the next one begun"),
        "7.1",
    ),
    Rule("M311", "missing-turn", _E, say("a placement is left out; with it, what follows fits"), "2.3"),
    Rule(
        "M312",
        "wrong-end",
        _E,
        say("the tile went to another end than is named; there, what follows fits"),
        "3.1",
    ),
    Rule(
        "M313",
        "turns-swapped",
        _E,
        say("two turns are written the wrong way round; swapped, they fit"),
        "2.3",
    ),
    Rule("S401", "wrong-points", _E, say("the claimed points are not those of the placement"), "5.2"),
    Rule("S402", "unclaimed-points", _W, say("a placement scored, and no points are claimed for it"), "5.2"),
    Rule(
        "S403",
        "wrong-leftovers",
        _E,
        say("the leftovers are not the tiles that were left in the hand"),
        "7.2",
    ),
    Rule("S404", "wrong-deduction", _E, say("the claimed deduction is not that of the hand"), "7.2"),
    Rule(
        "S405",
        "wrong-total",
        _E,
        say("the recorded total is not what the points and deductions come to"),
        "7.2",
    ),
    Rule("S406", "wrong-count", _E, say("the recorded count is not the sum of the ends"), "5.1"),
    Rule("R501", "wrong-ending", _E, say("the recorded ending did not happen, or happened otherwise"), "7.1"),
    Rule("R502", "wrong-result", _E, say("the Result tag is not what the match came to"), "8.1"),
    Rule(
        "R503", "settled-after-win", _E, say("the match was over, and the record settles or plays on"), "8.1"
    ),
    Rule("R504", "match-unfinished", _I, say("no pair reaches the target in this record"), "8.1"),
    Rule("R505", "unneeded-stood", _W, say("`^` marks something as wrong that was right")),
    Rule("U601", "unused-ignore", _W, say("a suppression that suppresses nothing")),
)
"""Every code, in the order in which they are listed to people."""

UNSUPPRESSIBLE = frozenset({"T001", "T002", "T003", "T009", "T010"})
"""Damage to the text itself, which no comment can hide."""


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
