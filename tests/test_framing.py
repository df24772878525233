"""Damage in one place of a text never swallows another: where pieces begin, and what is still read."""

from __future__ import annotations

import re

import pytest

from rocksnotation import Record, Round, dumps, lint, loads
from rocksnotation.diagnostics import Severity
from rocksnotation.events import Damaged, Ending, Hand, LeftHand, Total


def outline(record: Record) -> list[str]:
    """Each match's tags and rounds in short: `*` where turns are lost, `?` after a hand that is not known."""
    lines = []
    for match in record.matches:
        if len(record.matches) > 1 or len(match.tags) > 1:
            lines.append(" ".join(["tags", *(tag.name for tag in match.tags if tag.name != "Rocks")]))
        lines += [round_outline(round_) for round_ in match.rounds]
    return lines


def round_outline(round_: Round) -> str:
    sections = [str(round_.number)]
    if round_.deal:
        sections.append(f"deal {hands(round_.deal.hands)}".strip())
    if round_.lot:
        sections.append("lot")
    read = sum(not isinstance(event, Damaged) for event in round_.events)
    if round_.events:
        sections.append(f"turns {read}{'*' if read < len(round_.events) else ''}")
    if round_.ending:
        sections.append(ending(round_.ending))
    if round_.left:
        sections.append(f"left {hands(round_.left.hands)}".strip())
    if round_.total:
        sections.append(total(round_.total))
    return ", ".join(sections)


def hands(known: tuple[Hand, ...] | tuple[LeftHand, ...]) -> str:
    return " ".join(f"{hand.seat}{'?' if hand.damaged else len(hand.tiles)}" for hand in known)


def ending(named: Ending) -> str:
    return " ".join(filter(None, [named.kind, named.seat or named.pair]))


def total(named: Total) -> str:
    return "total " + " ".join(f"{pair} {points}" for pair, points in named.points.items())


def faults(record: Record) -> list[tuple[str, int]]:
    """Code and line of everything that is wrong with the text itself."""
    return [(one.code, record.source.place(one.span.start).line) for one in record.syntax]


def errors(text: str) -> list[str]:
    return [one.code for one in lint(loads(text)) if one.severity is Severity.ERROR]


# ------------------------------------------------------------------------------------------- sync lines

SYNC_LINES: tuple[tuple[str, str, list[tuple[str, int]], list[str]], ...] = (
    (
        "a round in a comment",
        "round 1 { never closed\nN 1|4\nround 2\nN 1|1\nout N\nround 3\nN 2|2",
        [("T002", 1)],
        ["1, turns 0*", "2, turns 1, out N", "3, turns 1"],
    ),
    (
        "a round in a comment among the turns",
        "round 1\nN 1|4 { never closed\nE 1|1\nround 2\nN 1|1",
        [("T002", 2)],
        ["1, turns 1*", "2, turns 1"],
    ),
    (
        "a round with a comment on its line",
        "round 1\nN 1|4 { never closed\nround 2 { a comment }\nN 1|1",
        [("T002", 2)],
        ["1, turns 1*", "2, turns 1"],
    ),
    (
        "a round with a comment to the end of its line",
        "round 1\nN 1|4 { never closed\nround 2 ; a comment\nN 1|1",
        [("T002", 2)],
        ["1, turns 1*", "2, turns 1"],
    ),
    (
        "a round in any case, with white space after it",
        "round 1\nN 1|4 { never closed\nROUND \t2 \u00a0\nN 1|1",
        [("T002", 2)],
        ["1, turns 1*", "2, turns 1"],
    ),
    (
        "a tag in a comment",
        'round 1\nN 1|4 { never closed\n[Event "b"]\n[Site "c"]\nround 1\nN 1|1',
        [("T002", 2)],
        ["tags", "1, turns 1*", "tags Event Site", "1, turns 1"],
    ),
    (
        "a tag with a typographic value in a comment",
        "round 1\nN 1|4 { never closed\n[Event “b”]\nround 1\nN 1|1",
        [("T002", 2)],
        ["tags", "1, turns 1*", "tags Event", "1, turns 1"],
    ),
    (
        "a round in a variation",
        "round 1\nN 1|4 (N 1|1 E 1|2\nround 2\nN 1|1",
        [("T002", 2)],
        ["1, turns 1*", "2, turns 1"],
    ),
    (
        "a tag in a variation",
        'round 1\nN 1|4 (N 1|1 (N 1|2)\n[Event "b"]\nround 1\nN 1|1',
        [("T002", 2)],
        ["tags", "1, turns 1*", "tags Event", "1, turns 1"],
    ),
    (
        "a round in a value",
        '[Event "never closed\nround 1\nN 1|4',
        [("T002", 1)],
        ["1, turns 1"],
    ),
    (
        "a tag in a value",
        '[Event "never closed\n[Site "b"]\nround 1\nN 1|4',
        [("T002", 1)],
        ["tags Site", "1, turns 1"],
    ),
    (
        "a comment before everything",
        '{ never closed\n[Event "a"]\nround 1\nN 1|4',
        [("T002", 1)],
        ["tags Event", "1, turns 1"],
    ),
    (
        "a comment after a tag",
        '[Event "a"] { never closed\n[Site "b"]\nround 1\nN 1|4',
        [("T002", 1)],
        ["tags Event Site", "1, turns 1"],
    ),
    (
        "a comment in the deal",
        "round 1\ndeal\n  N: 1|4 { never closed\n  E: 1|1\nround 2\nN 1|1",
        [("T002", 3)],
        ["1, deal N?", "2, turns 1"],
    ),
    (
        "many, each by itself",
        "round 1 {\nround 2 {\nround 3 {\nround 4\nN 1|4 (N 1|1\nround 5\nN 1|1",
        [("T002", 1), ("T002", 2), ("T002", 3), ("T002", 5)],
        ["1", "2", "3", "4, turns 1*", "5, turns 1"],
    ),
)


@pytest.mark.parametrize(
    ("text", "found", "read"), [row[1:] for row in SYNC_LINES], ids=[row[0] for row in SYNC_LINES]
)
def test_a_sync_line_always_opens(text: str, found: list[tuple[str, int]], read: list[str]) -> None:
    record = loads(text)
    assert faults(record) == found
    # a round of which nothing but the head is left may count its turns as lost or not
    assert [line.removesuffix(", turns 0*") for line in outline(record)] == [
        line.removesuffix(", turns 0*") for line in read
    ]


NO_SYNC_LINES: tuple[tuple[str, str, list[str]], ...] = (
    ("an indented round", "round 1\nN 1|4 { a\n round 2\n }\nE 1|1", ["1, turns 2"]),
    ("an indented tag", 'round 1\nN 1|4 { a\n [Event "b"]\n }\nE 1|1', ["1, turns 2"]),
    ("a round and more", "round 1\nN 1|4 { a\nround 2 was better }\nE 1|1", ["1, turns 2"]),
    ("a round and a turn", "round 1\nN 1|4 { a\nround 2 N 1|1 }\nE 1|1", ["1, turns 2"]),
    ("a round without a number", "round 1\nN 1|4 { a\nround\n2 }\nE 1|1", ["1, turns 2"]),
    ("rounds", "round 1\nN 1|4 { a\nrounds 2\n}\nE 1|1", ["1, turns 2"]),
    ("a bracket", "round 1\nN 1|4 { a\n[Event] \n}\nE 1|1", ["1, turns 2"]),
    ("a value in plain quotation marks", "round 1\nN 1|4 { a\n[Event 'b']\n}\nE 1|1", ["1, turns 2"]),
    ("a tag in mid-line", 'round 1\nN 1|4 { a [Event "b"] }\nE 1|1', ["1, turns 2"]),
    ("a round in mid-line", "round 1\nN 1|4 { a round 2 }\nE 1|1", ["1, turns 2"]),
    ("a round in a comment to the end of the line", "round 1\nN 1|4 ; a round 2\nE 1|1", ["1, turns 2"]),
    ("a tag in a value", '[Event "[Site ]"]\nround 1\nN 1|4', ["tags Event", "1, turns 1"]),
)


@pytest.mark.parametrize(
    ("text", "read"), [row[1:] for row in NO_SYNC_LINES], ids=[row[0] for row in NO_SYNC_LINES]
)
def test_what_is_no_sync_line_opens_nothing_in_a_comment(text: str, read: list[str]) -> None:
    record = loads(text)
    assert faults(record) == []
    assert outline(record) == read
    assert loads(dumps(record)) == record


IN_MID_LINE: tuple[tuple[str, str, list[str]], ...] = (
    ("a round after a turn", "round 1 N 1|4 round 2 N 1|1", ["1, turns 1", "2, turns 1"]),
    ("a round after a comment", "round 1 N 1|4 {a} round 2 N 1|1", ["1, turns 1", "2, turns 1"]),
    ("a round after a variation", "round 1 N 1|4 (N 1|1) round 2 N 1|1", ["1, turns 1", "2, turns 1"]),
    ("an indented round", "round 1\nN 1|4\n    round 2\n    N 1|1", ["1, turns 1", "2, turns 1"]),
    ("a tag after a turn", 'round 1 N 1|4 [Event "a"] round 1', ["tags", "1, turns 1", "tags Event", "1"]),
    ("an indented tag", 'round 1\n  [Event "a"]\n  round 1', ["tags", "1", "tags Event", "1"]),
    ("a tag over two lines", '[Event\n"a"\n]\nround 1', ["tags Event", "1"]),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "read"), [row[1:] for row in IN_MID_LINE], ids=[row[0] for row in IN_MID_LINE]
)
def test_elsewhere_in_a_line_whole_tags_and_rounds_open(text: str, read: list[str]) -> None:
    record = loads(text)
    assert faults(record) == []
    assert outline(record) == read


def test_an_unclosed_tag_in_mid_line_opens_nothing() -> None:
    record = loads('round 1\nN 1|4 [Event "a E 1|1\nout N\nround 2\nN 1|1')
    assert faults(record) in ([("T001", 2)], [("T002", 2)])
    assert outline(record) == ["1, turns 1*, out N", "2, turns 1"]


# ----------------------------------------------------------------------------------------- stray closers

STRAY: tuple[tuple[str, str, list[tuple[str, int]], list[str]], ...] = (
    (
        "a brace in the next round",
        "round 1 { a comment\nround 2\nthat goes on } N 1|4 N 1|4\nround 3\nN 1|1",
        [("T002", 1)],
        ["1", "2, turns 0*", "3, turns 1"],
    ),
    (
        "a parenthesis in the next round",
        "round 1\nN 1|4 (N 1|1\nround 2\nE 1|2) E 1|1 E 1|1\nround 3\nN 1|1",
        [("T002", 2)],
        ["1, turns 1*", "2, turns 0*", "3, turns 1"],
    ),
    (
        "what stands after the closer is kept",
        "round 1 { a\nround 2\nb }\nN 1|4\nout N\nleft\n  E: 1|1 -0\ntotal NS 5",
        [("T002", 1)],
        ["1", "2, turns 0*, out N, left E1, total NS 5"],
    ),
    (
        "a brace after the next match's tag",
        'round 1 { a\n[Event "b"] }\nround 1\nN 1|1',
        [("T002", 1)],
        ["tags", "1", "tags Event", "1, turns 1"],
    ),
    (
        "a brace in the first round of the next match",
        'round 1 { a\n[Event "b"]\nround 1\nc }\nround 2\nN 1|1',
        [("T002", 1)],
        ["tags", "1", "tags Event", "1, turns 0*", "2, turns 1"],
    ),
    (
        "a comment with two sync lines in it",
        "round 1 { see\nround 2\nand\nround 3\nfor that }\nround 4\nN 1|1",
        [("T002", 1)],
        ["1", "2, turns 0*", "3, turns 0*", "4, turns 1"],
    ),
    (
        "another kind of closer is a fault of its own",
        "round 1 { a\nround 2\nN 1|4 )\nround 3\nN 1|1",
        [("T002", 1), ("T001", 3)],
        ["1", "2, turns 1*", "3, turns 1"],
    ),
    (
        "a second stray closer is a fault of its own",
        "round 1 { a\nround 2\nb }\n2. N 1|4 }\nround 3\nN 1|1 }",
        [("T002", 1), ("T001", 4), ("T001", 6)],
        ["1", "2, turns 0*", "3, turns 1*"],
    ),
    (
        "a closer that nothing opened",
        "round 1\nN 1|4 }\nround 2\nN 1|4 )",
        [("T001", 2), ("T001", 4)],
        ["1, turns 1*", "2, turns 1*"],
    ),
)


@pytest.mark.parametrize(("text", "found", "read"), [row[1:] for row in STRAY], ids=[row[0] for row in STRAY])
def test_the_closer_that_was_missing_is_the_same_fault(
    text: str, found: list[tuple[str, int]], read: list[str]
) -> None:
    record = loads(text)
    assert faults(record) == found
    assert [uncounted(line) for line in outline(record)] == [uncounted(line) for line in read]


def uncounted(line: str) -> str:
    """The outline without turns where some were lost: how many are kept beside them is no matter here."""
    return re.sub(r", turns [0-9]+\*", "", line)


@pytest.mark.parametrize(
    "text",
    [
        "round 1 { a\nround 2\nb } N 1|4 +5 N 1|4 E 6|6\nout E\n",
        "round 1\nN 1|2 (N 1|1\nround 2\nN 1|4) N 1|4 N 1|4 E 6|6 +35\nout E\n",
    ],
)
def test_a_round_with_the_missing_closer_in_it_is_not_judged(text: str) -> None:
    assert errors(text) == ["T002"]


def test_a_round_that_opened_in_a_comment_without_a_closer_in_it_is_judged() -> None:
    assert errors("round 1 { a\nround 2\nN 1|4 E 1|4") == ["T002", "M303"]


# ------------------------------------------------------------------------------------------ damaged rounds

DAMAGED: tuple[tuple[str, str, list[tuple[str, int]], list[str]], ...] = (
    (
        "among the turns",
        "round 1\nN 1|4 E x1|1 S 1|2\nout N\nleft\n  E: 1|1 -0\ntotal NS 5 EW 0\nround 2\nN 1|1",
        [("T001", 2)],
        ["1, turns 2*, out N, left E1, total NS 5 EW 0", "2, turns 1"],
    ),
    (
        "up to the next turn",
        "round 1\n1. N 1|4 x E 1|1 S 1|2\n2. N 1|5 E 1|6\n3. N 1|3\nblocked",
        [("T001", 2)],
        ["1, turns 6*, blocked"],
    ),
    (
        "in two circuits",
        "round 1\n1. N 1|4 x\n2. N 1|5 y\n3. N 1|3\nblocked",
        [("T001", 2), ("T001", 3)],
        ["1, turns 3*, blocked"],
    ),
    (
        "many words of it in one circuit",
        "round 1\n1. N 1|4 x y z 5x5 } ] \\\n2. N 1|5\nout N",
        [("T001", 2)],
        ["1, turns 2*, out N"],
    ),
    (
        "what touches damage belongs to it",
        "round 1\nN 1|1 E 1|4x S 1|2\nout N",
        [("T001", 2)],
        ["1, turns 2*, out N"],
    ),
    (
        "keywords in a comment are none",
        "round 1\nN 1|4 x { out N left total NS 5 } E 1|1 ; out N\nblocked",
        [("T001", 2)],
        ["1, turns 2*, blocked"],
    ),
    (
        "keywords of longer words are none",
        "round 1\nN 1|4 x outN leftover totals knockout N\nblocked",
        [("T001", 2)],
        ["1, turns 1*, blocked"],
    ),
    (
        "in one hand of the deal",
        "round 1\ndeal\n  N: 1|4 x 1|1\n  E: 2|2\nlot N\nN 1|4\nout N",
        [("T001", 3)],
        ["1, deal N? E1, lot, turns 1, out N"],
    ),
    (
        "a tile that is none in the deal",
        "round 1\ndeal\n  N: 1|4 7|7\n  E: 2|2\nlot N\nN 1|4",
        [("T004", 3)],
        ["1, deal N? E1, lot, turns 1"],
    ),
    (
        "a hand twice in the deal",
        "round 1\ndeal\n  N: 1|4\n  N: 1|1\n  E: 2|2\nlot N\nN 1|4",
        [("T001", 4)],
        ["1, deal N? E1, lot, turns 1"],
    ),
    (
        "behind the word deal",
        "round 1\ndeal x\n  N: 1|4\n  E: 2|2\nlot N\nN 1|4",
        [("T001", 2)],
        ["1, deal N1 E1, lot, turns 1"],
    ),
    (
        "a head of nobody in the deal",
        "round 1\ndeal\n  N: 1|4\n  X: 2|2\n  S: 3|3\nlot N\nN 1|4",
        [("T001", 4)],
        ["1, deal N1 S1, lot, turns 1"],
    ),
    (
        "a hand without its colon",
        "round 1\ndeal\n  N: 1|4\n  E 2|2\n  S: 3|3\nlot N\nN 1|4",
        [("T001", 4)],
        ["1, deal N1 S1, lot, turns 1"],
    ),
    (
        "all hands without their colons",
        "round 1\ndeal\n  N 1|4 1|1 ?\n  E 2|2 2|3 ?\nlot N\nN 1|4 E 1|1",
        [("T001", 3), ("T001", 4)],
        ["1, deal, lot, turns 2"],
    ),
    (
        "hands in small letters, and turns right after them",
        "round 1\ndeal\n  n: 1|4 1|1\n  e: 2|2 2|3\nN 1|4 E 1|1",
        [("T001", 3), ("T001", 4)],
        ["1, deal, turns 2"],
    ),
    (
        "the word deal, in another spelling",
        "round 1\ndeel\n  N: 1|4 1|1 1|2 1|3 1|5\n  E: 2|2\nlot N\nN 1|4 E 1|1",
        [("T001", 2)],
        ["1, deal N5 E1, lot, turns 2"],
    ),
    (
        "the word deal, which is missing",
        "round 1\n  N: 1|4 1|1 1|2 1|3 1|5\n  E: 2|2\nlot N\nN 1|4 E 1|1",
        [("T001", 2)],
        ["1, deal N5 E1, lot, turns 2"],
    ),
    (
        "a colon behind the word deal",
        "round 1\ndeal:\n  N: 1|4\n  E: 2|2\nlot N\nN 1|4",
        [("T001", 2)],
        ["1, deal N1 E1, lot, turns 1"],
    ),
    (
        "the word left, in another spelling",
        "round 1\nN 1|4\nlefft\n  E: 1|1 -0\n  S: 2|2 -5\ntotal NS 5",
        [("T001", 3)],
        ["1, turns 1*, left E1 S1, total NS 5"],
    ),
    (
        "the word left, which is missing",
        "round 1\nN 1|4\nout N\n  E: 1|1 -0\n  S: 2|2 -5\ntotal NS 5",
        [("T001", 4)],
        ["1, turns 1, out N, left E1 S1, total NS 5"],
    ),
    (
        "a dot between the halves of a tile",
        "round 1\nlot W\n1. W 1.4 +5 N 1|1\n2. E 1.3\nout N",
        [("T001", 3), ("T001", 4)],
        ["1, lot, turns 1*, out N"],
    ),
    (
        "turns in small letters, each by itself",
        "round 1\nn 1|4\ne 1|1\nS 1|2\nout N",
        [("T001", 2), ("T001", 3)],
        ["1, turns 1*, out N"],
    ),
    (
        "a colon after the seat of a turn",
        "round 1\nlot N\nN: 1|4\nE: pass\nS 1|2\nout N",
        [("T001", 3), ("T001", 4)],
        ["1, lot, turns 1*, out N"],
    ),
    (
        "commas between turns",
        "round 1\nN 1|4,\nE 1|1,\nS 1|2\nout N",
        [("T001", 2), ("T001", 3)],
        ["1, turns 1*, out N"],
    ),
    (
        "a lot without any winner that is a seat",
        "round 1\nlot NS\nN 1|4 E 1|1\nout N",
        [("T001", 2)],
        ["1, turns 2, out N"],
    ),
    (
        "the seat before the word out",
        "round 1\nN 1|4\nN out\nleft\n  E: 1|1 -0\ntotal NS 5",
        [("T001", 3)],
        ["1, turns 1, left E1, total NS 5"],
    ),
    (
        "the pair before the word win",
        "round 1\nN 1|4\nNS win\ntotal NS 5",
        [("T001", 3)],
        ["1, turns 1, total NS 5"],
    ),
    (
        "the seat after the word pass",
        "round 1\nlot N\npass N\nE 1|4\nout N",
        [("T001", 3)],
        ["1, lot, turns 1*, out N"],
    ),
    (
        "in the lot",
        "round 1\ndeal\n  N: 1|4\nlot N:4 x\n1. N 1|4\nout N",
        [("T001", 4)],
        ["1, deal N1, lot, turns 1, out N"],
    ),
    (
        "in the ending",
        "round 1\nN 1|4\nout X\nleft\n  E: 1|1 -0\ntotal NS 5",
        [("T001", 3)],
        ["1, turns 1, left E1, total NS 5"],
    ),
    (
        "in one hand of the leftovers",
        "round 1\nN 1|4\nout N\nleft\n  E: 1|1 y\n  S: 2|2 -5\n  W: 3|3 -5 z\ntotal NS 5",
        [("T001", 5), ("T001", 7)],
        ["1, turns 1, out N, left E? S1 W?, total NS 5"],
    ),
    (
        "a tile and a deduction that touch",
        "round 1\nN 1|4\nout N\nleft\n  E: 12-10\n  S: 2|2 -5\ntotal NS 5",
        [("T001", 5)],
        ["1, turns 1, out N, left E? S1, total NS 5"],
    ),
    (
        "in the total",
        "round 1\nN 1|4\nout N\ntotal NS five EW 0\nround 2\nN 1|1",
        [("T001", 4)],
        ["1, turns 1, out N", "2, turns 1"],
    ),
    (
        "behind the total",
        "round 1\nN 1|4\nout N\ntotal NS 5 x\nround 2\nN 1|1",
        [("T001", 4)],
        ["1, turns 1, out N, total NS 5", "2, turns 1"],
    ),
    (
        "in every section",
        "round 1\ndeal\n  N: x\n  E: 1|1\nlot N:x\n1. N y\n2. N 1|4\nout Z\nleft\n  S: q\n  W: 1|3 -5\ntotal NS 5",
        [("T001", 3), ("T001", 5), ("T001", 6), ("T001", 8), ("T001", 10)],
        ["1, deal N? E1, turns 1*, left S? W1, total NS 5"],
    ),
    (
        "in every other round",
        "round 1\nx\nround 2\nN 1|4\nround 3\nN 1|4 x\nround 4\nN 1|1\nround 5\ndeal N: x",
        [("T001", 2), ("T001", 6), ("T001", 10)],
        ["1", "2, turns 1", "3, turns 1*", "4, turns 1", "5, deal N?"],
    ),
    (
        "an impossible tile in a turn",
        "round 1\nN 1|4 E 7|7 S 1|1\nout N",
        [("T004", 2)],
        ["1, turns 2*, out N"],
    ),
    (
        "a long number",
        "round 1\nN 1|4 +1234567 E 1|1\nout N\ntotal NS 5",
        [("T010", 2)],
        ["1, turns 1*, out N, total NS 5"],
    ),
    (
        "a variation in a damaged round is no section",
        "round 1\nN 1|4 (N 1|1 E 1|2) x\nout N",
        [("T001", 2)],
        ["1, turns 1*, out N"],
    ),
    (
        "damage in a variation",
        "round 1\n1. N 1|4 (N x E 1|2) E 1|1\n2. S 1|3\nout N",
        [("T001", 2)],
        ["1, turns 3*, out N"],
    ),
    (
        "sections in a wrong order",
        "round 1\nN 1|4\nlot N\nround 2\nN 1|1",
        [("T001", 3)],
        ["1, turns 1", "2, turns 1"],
    ),
    (
        "a section twice",
        "round 1\nN 1|4\nout N\nout E\ntotal NS 5",
        [("T001", 4)],
        ["1, turns 1, out N, total NS 5"],
    ),
    (
        "the deal after turns, and more turns",
        "round 1\nlot N\nN 1|4\ndeal\n  N: 1|4 x\n  E: 1|1\nE 1|1 S 1|2\nout N\ntotal NS 5",
        [("T001", 4)],
        ["1, lot, turns 3, out N, total NS 5"],
    ),
    (
        "the deal after turns, and a fault after it",
        "round 1\nlot N\nN 1|4\ndeal\n  N: 1|4\n  E: 1|1\nE 1|1 S x\nout N\ntotal NS 5",
        [("T001", 4), ("T001", 7)],
        ["1, lot, turns 2*, out N, total NS 5"],
    ),
    (
        "the deal after the lot",
        "round 1\nlot N\ndeal\n  N: 1|4\n  E: 1|1\n1. N 1|4\nout N",
        [("T001", 3)],
        ["1, lot, turns 1, out N"],
    ),
    (
        "the lot among turns",
        "round 1\n1. N 1|4 E 1|1\nlot N:4 E:6\nS 1|2\n2. W 1|3\nout N",
        [("T001", 3)],
        ["1, turns 4, out N"],
    ),
    (
        "the deal and the lot after turns",
        "round 1\nN 1|4\ndeal\n  N: 1|4\nlot N\nE 1|1\nout N",
        [("T001", 3), ("T001", 5)],
        ["1, turns 2, out N"],
    ),
    (
        "turns after the ending",
        "round 1\nN 1|4\nout N\nE 1|1 S 1|2\nleft\n  E: 1|1 -0\ntotal NS 5",
        [("T001", 4)],
        ["1, turns 3*, out N, left E1, total NS 5"],
    ),
    (
        "circuits after the ending, and a fault in one of them",
        "round 1\nN 1|4\nout N\n2. E 1|1 S x\n3. N 1|3\ntotal NS 5",
        [("T001", 4), ("T001", 4)],
        ["1, turns 3*, out N, total NS 5"],
    ),
    (
        "a ruling after the ending",
        "round 1\nN 1|4\nout N\nadjust NS -50\ntotal NS 5",
        [("T001", 4)],
        ["1, turns 2*, out N, total NS 5"],
    ),
    (
        "the ending after the leftovers",
        "round 1\nN 1|4\nleft\n  E: 1|1 -0\nout N\ntotal NS 5",
        [("T001", 5)],
        ["1, turns 1, left E1, total NS 5"],
    ),
    (
        "the leftovers after the total",
        "round 1\nN 1|4\nout N\ntotal NS 5\nleft\n  E: 1|1 -0\n  S: 2|2 x",
        [("T001", 5)],
        ["1, turns 1, out N, total NS 5"],
    ),
    (
        "each section twice",
        "round 1\ndeal\n  N: 1|4\ndeal\n  E: 1|1\nlot N\nlot E\nN 1|4\nleft\n  E: 1|1 -0\nleft\n  S: 2|2\n"
        "total NS 5\ntotal EW 5",
        [("T001", 4), ("T001", 7), ("T001", 11), ("T001", 14)],
        ["1, deal N1, lot, turns 1, left E1, total NS 5"],
    ),
)


@pytest.mark.parametrize(
    ("text", "found", "read"), [row[1:] for row in DAMAGED], ids=[row[0] for row in DAMAGED]
)
def test_damage_in_one_section_leaves_the_others(
    text: str, found: list[tuple[str, int]], read: list[str]
) -> None:
    record = loads(text)
    assert faults(record) == found
    assert [without_lost(line) for line in outline(record)] == [without_lost(line) for line in read]


def without_lost(line: str) -> str:
    """The outline without turns where none were read: whether any were lost is then a matter of view."""
    return line.replace(", turns 0*", "")


DAMAGED_TAGS: tuple[tuple[str, str, list[tuple[str, int]], list[str]], ...] = (
    ("a value without quotation marks", '[Event "a"]\n[Site b]\n[Table "c"]', [("T001", 2)], ["tags Event Table"]),
    ("no closing bracket", '[Event "a"]\n[Site "b"\n[Table "c"]', [("T001", 2)], ["tags Event Table"]),
    ("two values", '[Event "a"]\n[Site "b" "c"]\n[Table "c"]', [("T001", 2)], ["tags Event Table"]),
    ("no name", '[Event "a"]\n["b"]\n[Table "c"]', [("T001", 2)], ["tags Event Table"]),
    ("a value that is not closed", '[Event "a"]\n[Site "b]\n[Table "c"]', [("T002", 2)], ["tags Event Table"]),
    ("words between", '[Event "a"]\nwords and words\n[Table "c"]', [("T001", 2)], ["tags Event Table"]),
    ("words behind", '[Event "a"] words\n[Table "c"]', [("T001", 1)], ["tags Event Table"]),
    ("words before", 'words [Event "a"]\n[Table "c"]', [("T001", 1)], ["tags Event Table"]),
    ("a turn among the tags", '[Event "a"]\nN 1|4\n[Table "c"]', [("T001", 2)], ["tags Event Table"]),
    ("a brace among the tags", '[Event "a"]\n}\n[Table "c"]', [("T001", 2)], ["tags Event Table"]),
    ("in two tags", '[Event a]\n[Site "b]\n[Table "c"]', [("T001", 1), ("T002", 2)], ["tags Table"]),
    ("in three tags, one after the other", '[Event "a"]\n[Date 2026]\n["North" "b"]\n[East: "c"]\n[Table "d"]',
     [("T001", 2), ("T001", 3), ("T001", 4)], ["tags Event Table"]),
    ("in the first three tags", '[Date 2026]\n["North" "b"]\n[East: "c"]\n[Table "d"]',
     [("T001", 1), ("T001", 2), ("T001", 3)], ["tags Table"]),
    ("in tags of lines that are indented", '  [Date 2026]\n  [Site "b]\n  [East]\n  [Table "d"]',
     [("T001", 1), ("T002", 2), ("T001", 3)], ["tags Table"]),
    ("in a tag with a comment behind it", '[Date 2026] {a}\n[Table "d"] {b}', [("T001", 1)], ["tags Table"]),
    ("a bracket alone", '[Event "a"]\n[\n[Table "d"]', [("T001", 2)], ["tags Event Table"]),
    ("a bracket in a comment", '[Event "a"] { see\n[Date 2026] } [Table "d"]', [], ["tags Event Table"]),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found", "read"), [row[1:] for row in DAMAGED_TAGS], ids=[row[0] for row in DAMAGED_TAGS]
)
def test_damage_among_tags_costs_no_other_tag(
    text: str, found: list[tuple[str, int]], read: list[str]
) -> None:
    record = loads(f"{text}\nround 1\nN 1|4\nout N")
    assert faults(record) == found
    kept = outline(record)
    assert kept[-1] == "1, turns 1, out N"
    assert set(read[0].split()) <= set(kept[0].split())
    assert len(record.matches) == 1


NEXT_MATCH = "round 1\nN 1|4\nvoid\n{}\nround 1\nN 1|1\nvoid"


@pytest.mark.parametrize(
    "tags", ["[Date 2026]", "[North: Olena]", '["Event" "b"]', "[event b]", "[Event 'b']\n[Site \"c\"]"]
)
def test_a_match_begins_at_its_first_tag_even_if_that_is_damaged(tags: str) -> None:
    record = loads(NEXT_MATCH.format(tags))
    assert faults(record) == [("T001", 4)]
    assert [len(match.rounds) for match in record.matches] == [1, 1]
    assert [match.damaged for match in record.matches] == [False, True]


@pytest.mark.parametrize("line", ["[1|4]", "[NS 5]", "[W 1|4]", "[sic]"])
def test_a_bracket_that_is_no_tag_begins_no_match(line: str) -> None:
    assert len(loads(NEXT_MATCH.format(line)).matches) == 1


HEADINGS = (
    "round two", "Round", "round two { a comment }", "round: 2", "round 2.", "round 2 -", "round #2", "Round No. 2",
    "round2", "  ROUND II", "ruond 2", "Раунд 2", "Game 2", "2nd round", "---", "",
)  # fmt: skip
WHOLE = "deal\n  N: 1|4 ?\nlot N\n1. N 1|4 E 1|1\n2. S 1|3\nout N\nleft\n  E: 2|2 -5\ntotal NS 5"
OUTLINE = "deal N1, lot, turns 3, out N, left E1, total NS 5"


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_round_is_read_whole_whatever_its_heading(heading: str) -> None:
    record = loads(f"round 1\n{WHOLE}\n{heading}\n{WHOLE}\nround 3\n{WHOLE}")
    assert [code for code, _ in faults(record)] == ["T001"]
    assert outline(record) == [f"{number}, {OUTLINE}" for number in (1, None, 3)]


@pytest.mark.parametrize("begin", ["lot N\n", "1. ", "{ a comment }\n1. "])
def test_a_round_without_a_deal_is_read_whole_without_its_heading(begin: str) -> None:
    turns = "N 1|4 E 1|1\nout N\ntotal NS 5"
    record = loads(f"round 1\nlot N\n{turns}\n{begin}{turns}\nround 3\n{turns}")
    assert [code for code, _ in faults(record)] == ["T001"]
    assert [round_.number for round_ in record.matches[0].rounds] == [1, None, 3]
    assert all(len(round_.events) == 2 for round_ in record.matches[0].rounds)


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_first_round_of_a_match_is_read_whole_whatever_its_heading(heading: str) -> None:
    record = loads(f'[Event "a"]\n{heading}\n{WHOLE}\nround 2\n{WHOLE}')
    assert [code for code, _ in faults(record)] == ["T001"]
    assert [line.split(", ", 1)[1] for line in outline(record)[-2:]] == [OUTLINE, OUTLINE]


def test_a_damaged_round_keeps_its_match_from_no_other() -> None:
    text = 'round 1\nx\n\n\n[Event "b"]\nround 1\nN 1|4\n'
    record = loads(text)
    assert [match.damaged for match in record.matches] == [True, False]
    assert [one.match for one in record.syntax] == [1]


def test_many_damages_are_each_reported_once_and_in_order() -> None:
    pieces = [
        f'[Event "{number}\nround 1\n1. N 1|4 x\n2. N 1|1 (E 1|2\nround 2\ndeal\n  N: 7|7\nround 3 {{\n'
        for number in range(40)
    ]
    record = loads("".join(pieces))
    expected = [("T002", 1), ("T001", 3), ("T002", 4), ("T004", 7), ("T002", 8)]
    assert faults(record) == [(code, line + 8 * piece) for piece in range(40) for code, line in expected]
    places = [one.span for one in record.syntax]
    assert places == sorted(places)
    assert len(record.matches) == 40


def test_damage_has_the_number_of_its_match_and_round() -> None:
    record = loads('[Event "a"]\nround 4\nx\n[Event "b"]\nround 1\nN 1|4\nround 2\nN 1|1 y\n')
    assert [(one.match, one.round) for one in record.syntax] == [(1, 4), (2, 2)]


def test_nothing_that_hangs_on_damage_is_judged() -> None:
    """After damage in the turns the layout is unknown; the ending and total are believed."""
    text = "round 1\nlot N\nN 1|4 +5 x E 6|6 +35\nout N\nleft\n  E: 1|1 -50\ntotal NS 500 EW -50\n"
    assert errors(text) == ["T001"]
    assert errors(text + "round 2\nlot W\nN 1|4 +5\n") == ["T001"]
