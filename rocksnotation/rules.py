"""The one table of codes: what each says, and how bad it is. Knows nothing of findings or places."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rocksnotation.messages import Message, say


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
    Rule(
        "T010",
        "too-deep",
        _E,
        say("nesting, or the size of a match, line, comment or number, is over its bound"),
    ),
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
