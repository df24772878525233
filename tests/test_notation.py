"""The notation as it may be written, beside the one form in which it is written out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import pytest

from rocksnotation import Match, Record, Round, dumps, lint, loads
from rocksnotation.diagnostics import Severity
from rocksnotation.events import Adjust, Comment, Event, Variation
from rocksnotation.parse import parse_bytes

Table = Sequence[tuple[str, str]]


def read(text: str) -> Record:
    """The record in a text that must be without a fault of its own."""
    record = loads(text)
    assert [one.message for one in record.syntax] == []
    return record


def export(text: str) -> str:
    """The export form of some rounds, without the tags."""
    written = dumps(read(text))
    assert dumps(read(written)) == written
    assert read(written) == read(text)
    head, _, rest = written.partition("\n\n")
    assert head == '[Rocks "1"]'
    return rest


def turns(text: str) -> str:
    """The export form of some turns, in one line, without the numbers of circuits 1 and following."""
    lines = export(f"round 1\n{text}\n").split("\n")
    assert lines[0] == "round 1"
    return "  ".join(line.split(". ", 1)[-1].strip() for line in lines[1:] if line)


def errors(text: str) -> list[str]:
    return [one.code for one in loads(text).syntax if one.severity is Severity.ERROR]


def ids(table: Iterable[tuple[str, object]]) -> list[str]:
    return [ascii(text)[1:-1] for text, *_ in table]


# -------------------------------------------------------------------------------------------------- tiles

SPELLINGS: Table = (
    ("1|4", "1|4"), ("4|1", "1|4"), ("[1|4]", "1|4"), ("[4|1]", "1|4"), ("1-4", "1|4"), ("4-1", "1|4"),
    ("1–4", "1|4"), ("1—4", "1|4"), ("1−4", "1|4"), ("1‐4", "1|4"), ("1‑4", "1|4"), ("[1-4]", "1|4"),
    ("1:4", "1|4"), ("4:1", "1|4"), ("[4:1]", "1|4"), ("1/4", "1|4"), ("4/1", "1|4"), ("[1/4]", "1|4"),
    ("14", "1|4"), ("41", "1|4"), ("00", "0|0"), ("0|0", "0|0"), ("66", "6|6"), ("6-6", "6|6"), ("06", "0|6"),
    ("🀱", "0|0"), ("🁣", "0|0"), ("🁡", "6|6"), ("🂓", "6|6"), ("🀼", "1|4"), ("🁎", "1|4"),
)  # fmt: skip
"""Every spelling of a tile, and the tile."""


@pytest.mark.parametrize(("spelling", "tile"), SPELLINGS, ids=ids(SPELLINGS))
def test_a_tile_in_every_spelling(spelling: str, tile: str) -> None:
    assert turns(f"N {spelling}") == f"N {tile}"
    assert turns(f"N {spelling} +5") == f"N {tile} +5"
    assert turns(f"N 0|1  E 2|3@{spelling}") == f"N 0|1  E 2|3@{tile}"
    assert turns(f"N 0|1 E 2|3@{spelling}^+5") == f"N 0|1  E 2|3@{tile}^ +5"
    assert turns(f"N 0|1 {spelling} {spelling}") == f"N 0|1  {tile}  {tile}"
    assert export(f"round 1\ndeal N:{spelling} {spelling} ?") == f"round 1\ndeal\n  N: {tile} {tile} ?\n"
    assert export(f"round 1\nleft N:{spelling} -5") == f"round 1\nleft\n  N: {tile} -5\n"


@pytest.mark.parametrize(
    ("first", "how"), [(0x1F031, "HORIZONTAL"), (0x1F063, "VERTICAL")], ids=["lying", "standing"]
)
def test_every_domino_of_unicode(first: int, how: str) -> None:
    for character in map(chr, range(first, first + 49)):
        name = unicodedata.name(character)
        assert how in name
        halves = sorted(int(half) for half in name.split("-")[1:])
        assert turns(f"N {character}") == f"N {halves[0]}|{halves[1]}"
        assert turns(f"N 0|1  E 2|3@{character}") == f"N 0|1  E 2|3@{halves[0]}|{halves[1]}"


@pytest.mark.parametrize("tile", ["7|2", "2|7", "9|9", "7-1", "[1|8]", "18", "70", "1:9", "8/0"])
def test_a_tile_that_the_set_does_not_have(tile: str) -> None:
    assert errors(f"round 1\nN {tile}") == ["T004"]
    assert errors(f"round 1\nN 1|4  E 1|1@{tile}") == ["T004"]
    assert errors(f"round 1\ndeal\n  N: {tile} 1|1") == ["T004"]
    assert errors(f"round 1\nN 1|4\nleft\n  N: {tile} -5") == ["T004"]


def test_an_end_that_no_half_shows() -> None:
    assert errors("round 1\nN 1|4  E 4|4@7") == ["T004"]


@pytest.mark.parametrize("back", ["🀰", "🁢"])
def test_the_back_of_a_domino_is_no_tile(back: str) -> None:
    assert errors(f"round 1\nN {back}") == ["T001"]


# -------------------------------------------------------------------------------------------------- turns

TURNS: Table = (
    # seats, and turns without one
    ("N 1|4", "N 1|4"),
    ("Е 1|4", "E 1|4"),
    ("W 1|4 N 1|1 Е 1|3", "W 1|4  N 1|1  E 1|3"),
    ("W 1|4 1|1 1|3", "W 1|4  1|1  1|3"),
    ("W 14 11 13 3-6", "W 1|4  1|1  1|3  3|6"),
    ("W14 N11", "W 1|4  N 1|1"),
    ("W 14+5 N 11 E 13 S 36 W 46@4", "W 1|4 +5  N 1|1  E 1|3  S 3|6  W 4|6@4"),
    # passes
    ("N 1|4 E pass", "N 1|4  E pass"),
    ("N 1|4 E PASS", "N 1|4  E pass"),
    ("N 1|4 E knock", "N 1|4  E pass"),
    ("N 1|4 E Knock", "N 1|4  E pass"),
    ("N 1|4 E -", "N 1|4  E pass"),
    ("N 1|4 E –", "N 1|4  E pass"),
    ("N 1|4 E —", "N 1|4  E pass"),
    ("N 1|4 E − S -", "N 1|4  E pass  S pass"),
    ("N 1|4 pass", "N 1|4  pass"),
    ("N 1|4 pass^", "N 1|4  pass^"),
    ("N 1|4 E pass^", "N 1|4  E pass^"),
    ("N 1|4 E -^ ??", "N 1|4  E pass^ ??"),
    ("N 1|4 E knock ^ !", "N 1|4  E pass^ !"),
    # turns that nobody saw
    ("N ?", "N ?"),
    ("N ? E 1|4", "N ?  E 1|4"),
    ("N 1|4 Е ?", "N 1|4  E ?"),
    ("N ? ?", "N ? ?"),
    ("N ? ! $7", "N ? ! $7"),
    # ends
    ("N 1|4 E 4|4@4", "N 1|4  E 4|4@4"),
    ("N 1|4 E 4|4 @4", "N 1|4  E 4|4@4"),
    ("N 1|4 E 4|4@1|4", "N 1|4  E 4|4@1|4"),
    ("N 1|4 E 4|4@5|5", "N 1|4  E 4|4@5|5"),
    ("N 1|4 E 4|4@55", "N 1|4  E 4|4@5|5"),
    ("N 1|4 E 4|4@52", "N 1|4  E 4|4@2|5"),
    ("N 1|4 E 44@[5-2]", "N 1|4  E 4|4@2|5"),
    ("N 1|4 E 44@5–2", "N 1|4  E 4|4@2|5"),
    ("N 1|4 E 44@5 23", "N 1|4  E 4|4@5  2|3"),
    # what stood
    ("N 1|4^", "N 1|4^"),
    ("N 1|4 ^", "N 1|4^"),
    ("N 1|4 E 4|6@5^", "N 1|4  E 4|6@5^"),
    ("N 1|4 +15^", "N 1|4 +15^"),
    ("N 1|4^+15^=5", "N 1|4^ +15^ =5"),
    # points and counts
    ("N 1|4 +5", "N 1|4 +5"),
    ("N 1|4+5", "N 1|4 +5"),
    ("N 1|4 + 10", "N 1|4 +10"),
    ("N 1|4 +\u00a010", "N 1|4 +10"),
    ("N 1|4 +0", "N 1|4 +0"),
    ("N 1|4 +005", "N 1|4 +5"),
    ("N 1|4 +999999", "N 1|4 +999999"),
    ("N 1|4 =11", "N 1|4 =11"),
    ("N 1|4 = 11", "N 1|4 =11"),
    ("N 1|4=11", "N 1|4 =11"),
    ("N 1|4 =0", "N 1|4 =0"),
    ("N 1|4+10=11", "N 1|4 +10 =11"),
    # marks
    ("N 1|4!", "N 1|4 !"),
    ("N 1|4 ?", "N 1|4 ?"),
    ("N 1|4 ? E 1|1", "N 1|4 ?  E 1|1"),
    ("N 1|4?? E 1|1!!", "N 1|4 ??  E 1|1 !!"),
    ("N 1|4!? E 1|1?!", "N 1|4 !?  E 1|1 ?!"),
    ("N 1|4!!!", "N 1|4 !! !"),
    ("N 1|4 $1 $255", "N 1|4 $1 $255"),
    ("N 1|4$13$7", "N 1|4 $13 $7"),
    ("N 1|4 +5 =5 ! $7", "N 1|4 +5 =5 ! $7"),
    # circuit numbers, which are derived again
    ("1. N 1|4", "N 1|4"),
    ("1.N 1|4", "N 1|4"),
    ("1... N 1|4", "N 1|4"),
    ("N 1|4 2. E 1|1 S 1|2", "N 1|4  E 1|1  S 1|2"),
    ("17. N 1|4 3. E 1|1 3. S 1|2", "N 1|4  E 1|1  S 1|2"),
    ("1. N 14 2. 11", "N 1|4  1|1"),
    ("1.N14 14.E11", "N 1|4  E 1|1"),
    ("N 1|4 E 1|1 S 1|2 W 1|3 N 1|5", "N 1|4  E 1|1  S 1|2  W 1|3  N 1|5"),
    # white space
    ("N\t1|4\tE\t1|1", "N 1|4  E 1|1"),
    ("N\u00a01|4\u00a0\u00a0E\u00a01|1\u00a0+5", "N 1|4  E 1|1 +5"),
    ("N\n1|4\n\n+\n5\nE\n\n1|1", "N 1|4 +5  E 1|1"),
    # variations
    ("N 1|4 (N 1|1)", "N 1|4  (N 1|1)"),
    ("N 1|4(N 1|1)E 1|1", "N 1|4  (N 1|1)  E 1|1"),
    ("N 1|4 ( 1. N 1|1 2. pass )", "N 1|4  (N 1|1  pass)"),
    ("N 1|4 (1|1) (E ?)", "N 1|4  (1|1)  (E ?)"),
    # adjustments
    ("adjust NS -50", "adjust NS -50"),
    ("N 1|4 ADJUST ЕW –5 E 1|1", "N 1|4  adjust EW -5  E 1|1"),
    ("N 1|4 adjust EW +5 NS −10", "N 1|4  adjust NS -10 EW 5"),
    ("N 1|4 adjust NS 0", "N 1|4  adjust NS 0"),
    # a comment to the end of the line
    ("N 1|4 ; a remark\nE 1|1", "N 1|4 { a remark }  E 1|1"),
    ("N 1|4 ; one\n; two", "N 1|4 { one } { two }"),
    ("N 1|4;E 1|1", "N 1|4 { E 1|1 }"),
)


@pytest.mark.parametrize(("text", "written"), TURNS, ids=ids(TURNS))
def test_turns_as_they_may_be_written(text: str, written: str) -> None:
    assert turns(text) == written


WRONG_TURNS: Table = (
    # the order within a turn is fixed
    ("N 1|4 =5 +5", "points after the count"),
    ("N 1|4 ! +5", "points after a mark"),
    ("N 1|4 ! =5", "a count after a mark"),
    ("N 1|4 { a } !", "a mark after a comment"),
    ("N 1|4 { a } +5", "points after a comment"),
    ("N 1|4 (N 1|1) !", "a mark after a variation"),
    ("N 1|4 E 1|1 +5 @1", "an end after the points"),
    ("N 1|4 E 1|1^@1", "an end after ^"),
    ("N 1|4 =5^", "a count that stood"),
    ("N { a } 1|4", "a comment between seat and tile"),
    ("N 1|4 E 2. 1|1", "the number after the seat"),
    ("N 1|4 1|1 E", "the seat after the tile"),
    # a pass takes no end, points or count; an unseen turn nothing but marks
    ("N 1|4 E pass@1", "an end after a pass"),
    ("N 1|4 E pass +5", "points after a pass"),
    ("N 1|4 E pass =5", "a count after a pass"),
    ("N 1|4 E ?^", "an unseen turn that stood"),
    ("N 1|4 E ? +5", "points after an unseen turn"),
    # seats
    ("1|4", "a first turn without its seat"),
    ("pass", "a first pass without its seat"),
    ("adjust NS 5 1|4", "a first turn without its seat, after an adjustment"),
    ("N ? 1|4", "no seat after an unseen turn"),
    ("N ? pass", "no seat after an unseen turn"),
    ("N 1|4 X 1|1", "a seat that is none"),
    ("N 1|4 n 1|1", "a seat in small letters"),
    ("NS 1|4", "a pair for a seat"),
    # words that are none
    ("N 1|4 E passes", "a longer word"),
    ("N 14x", "letters that touch a tile"),
    ("N 144", "three digits"),
    ("N 1|44", "a half of two digits"),
    ("N 1-4-5", "three halves"),
    ("N 1 |4", "a space in a tile"),
    ("N [1|4", "an open bracket"),
    ("N 1|4 +5x", "letters that touch points"),
    ("N 1|4 + ", "points without a number"),
    ("N 1|4 +-5", "points below zero"),
    ("N 1|4 $0", "a mark of nothing"),
    ("N 1|4 $256", "a mark beyond the last"),
    ("N 1|4 E 1|1@", "an end without a name"),
    ("N 1|4 E 1|1@N", "an end named by a seat"),
    # variations and adjustments
    ("N 1|4 ()", "an empty variation"),
    ("N 1|4 ({ a })", "a variation of nothing but a comment"),
    ("(N 1|4)", "a variation that replaces nothing"),
    ("N 1|4 (adjust NS 5)", "an adjustment in a variation"),
    ("N 1|4 (E ? 1|1)", "no seat after an unseen turn in a variation"),
    ("N 1|4 adjust NS 5 NS 10", "a pair twice in an adjustment"),
    ("N 1|4 adjust", "an adjustment of nothing"),
    ("N 1|4 adjust NS", "an adjustment without its points"),
    ("N 1|4 adjust NW 5", "an adjustment of no pair"),
)


@pytest.mark.parametrize(("text", "what"), WRONG_TURNS, ids=[what for _, what in WRONG_TURNS])
def test_turns_as_they_may_not_be_written(text: str, what: str) -> None:
    assert errors(f"round 1\n{text}\n") == ["T001"], what


# ------------------------------------------------------------------------------------------- other sections

SECTIONS: Table = (
    ("round 1", "round 1\n"),
    ("ROUND 1", "round 1\n"),
    ("Round\u00a0\t12", "round 12\n"),
    ("round 007", "round 7\n"),
    ("round 0", "round 0\n"),
    # deal
    ("round 1 deal", "round 1\ndeal\n"),
    ("round 1\nDEAL\nW: 66 ? 00\nN: 1-4 0|6", "round 1\ndeal\n  N: 0|6 1|4\n  W: 0|0 6|6 ?\n"),
    ("round 1 deal Е: ??", "round 1\ndeal\n  E: ? ?\n"),
    ("round 1 deal N:14 11 E :12 S\u00a0: W:", "round 1\ndeal\n  N: 1|1 1|4\n  E: 1|2\n  S:\n  W:\n"),
    ("round 1 deal N: 1|4 W 1|1", "round 1\ndeal\n  N: 1|4\n1. W 1|1\n"),
    ("round 1 deal N: 1|4 1. W 1|1", "round 1\ndeal\n  N: 1|4\n1. W 1|1\n"),
    ("round 1 deal {a} N: 14 left {b} N: 11 -0", "round 1\ndeal { a }\n  N: 1|4\nleft { b }\n  N: 1|1 -0\n"),
    ("round 1 deal {a} W 14 11 13 36", "round 1\ndeal { a }\n1. W 1|4  1|1  1|3  3|6\n"),
    # lot
    ("round 1 lot E", "round 1\nlot E\n"),
    ("round 1 LOT Е", "round 1\nlot E\n"),
    ("round 1 lot E E 1|4", "round 1\nlot E\n1. E 1|4\n"),
    ("round 1 lot W:6 S:2 E:6 N:4/W:5 E:3", "round 1\nlot N:4 E:6 S:2 W:6 / E:3 W:5\n"),
    ("round 1 lot N : 4 E: 6", "round 1\nlot N:4 E:6\n"),
    ("round 1 lot N:4 E:6 1. E 1|4", "round 1\nlot N:4 E:6\n1. E 1|4\n"),
    ("round 1 lot N:4 / N:5 / N:06", "round 1\nlot N:4 / N:5 / N:6\n"),
    # endings
    ("round 1 out W", "round 1\nout W\n"),
    ("round 1 OUT Е", "round 1\nout E\n"),
    ("round 1 Blocked", "round 1\nblocked\n"),
    ("round 1 win NS", "round 1\nwin NS\n"),
    ("round 1 WIN ЕW", "round 1\nwin EW\n"),
    ("round 1 VOID", "round 1\nvoid\n"),
    ("round 1 Abandoned", "round 1\nabandoned\n"),
    # leftovers
    ("round 1 left", "round 1\nleft\n"),
    ("round 1 LEFT W: 06 12 -10 N: 11", "round 1\nleft\n  N: 1|1\n  W: 0|6 1|2 -10\n"),
    (
        "round 1 left N: 12 –10 E: 1|1 −0 W: 23 —5^",
        "round 1\nleft\n  N: 1|2 -10\n  E: 1|1 -0\n  W: 2|3 -5^\n",
    ),
    ("round 1 left N: 1-2 -10 E: 5-6", "round 1\nleft\n  N: 1|2 -10\n  E: 5|6\n"),
    ("round 1 left N: 12 -10 ^", "round 1\nleft\n  N: 1|2 -10^\n"),
    ("round 1 left N: 6|1 0|3 66 total NS 5", "round 1\nleft\n  N: 0|3 1|6 6|6\ntotal NS 5\n"),
    # totals
    ("round 1 total NS 120 EW -5", "round 1\ntotal NS 120 EW -5\n"),
    ("round 1 TOTAL ЕW –5 NS +120", "round 1\ntotal NS 120 EW -5\n"),
    ("round 1 total EW 0", "round 1\ntotal EW 0\n"),
    ("round 1 total NS 120 EW −5^", "round 1\ntotal NS 120 EW -5^\n"),
    ("round 1 total NS 120 ^", "round 1\ntotal NS 120^\n"),
    # everything on one line
    (
        "round 3 deal N: 14 lot N 1. N 14+5 out N left E: 12 -5 total NS 5 round 4 void",
        "round 3\ndeal\n  N: 1|4\nlot N\n1. N 1|4 +5\nout N\nleft\n  E: 1|2 -5\ntotal NS 5\n\nround 4\nvoid\n",
    ),
)


@pytest.mark.parametrize(("text", "written"), SECTIONS, ids=ids(SECTIONS))
def test_sections_as_they_may_be_written(text: str, written: str) -> None:
    assert export(text) == written


WRONG_SECTIONS: Table = (
    ("round 1 deal N: 1|4 N: 1|1", "a hand twice"),
    ("round 1 left N: 1|4 N: 1|1", "leftovers twice"),
    ("round 1 lot N:4 N:5", "a seat twice in a draw"),
    ("round 1 total NS 5 NS 10", "a pair twice in a total"),
    ("round 1 lot", "a lot of nothing"),
    ("round 1 lot N:4 /", "a draw of nobody"),
    ("round 1 lot N:", "a draw of nothing"),
    ("round 1 lot N 4", "a draw without its colon"),
    ("round 1 out", "out, but who"),
    ("round 1 out NS", "a pair is out"),
    ("round 1 win", "won, but who"),
    ("round 1 win N", "a seat wins"),
    ("round 1 blocked N", "blocked by somebody"),
    ("round 1 total", "a total of nothing"),
    ("round 1 total NS", "a total without its points"),
    ("round 1 total 120 NS", "points before the pair"),
    ("round 1 left N: 12-10", "a tile and a deduction without a space between"),
    ("round 1 left N: 1-2-10", "a tile and a deduction without a space between, with dashes"),
    ("round 1 left N: ?", "leftovers that nobody noted"),
    ("round 1 left N: -5 1|1", "a deduction before the tiles"),
    ("round 1 left N: 1|1 -5 -5", "a deduction twice"),
    ("round 1 deal N: 1|1 -5", "a deduction in the deal"),
    ("round 1 deal N: 1|1@5", "an end in the deal"),
    ("round 1 lot E deal N: 11", "the deal after the lot"),
    ("round 1 N 1|4 lot E", "the lot after a turn"),
    ("round 1 out N N 1|4", "a turn after the ending"),
    ("round 1 total NS 5 out N", "the ending after the total"),
    ("round 1 out N blocked", "two endings"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "what"), WRONG_SECTIONS, ids=[what for _, what in WRONG_SECTIONS])
def test_sections_as_they_may_not_be_written(text: str, what: str) -> None:
    assert errors(text) == ["T001"], what


def test_a_deduction_with_a_space_before_it_and_without() -> None:
    assert export("round 1 left N: 12 -10") == "round 1\nleft\n  N: 1|2 -10\n"
    assert errors("round 1 left N: 12-10") == ["T001"]


# --------------------------------------------------------------------------------------------------- tags

TAG_VALUES: Table = (
    ('"Club final"', '"Club final"'),
    ('""', '""'),
    (r'"the \"best\" club"', r'"the \"best\" club"'),
    (r'"a \\ b"', r'"a \\ b"'),
    (r'"a \b"', r'"a \\b"'),
    (r'"\\"', r'"\\"'),
    ("“Club”", '"Club"'),
    ("”Club”", '"Club"'),
    ("„Club”", '"Club"'),
    ("„Club“", '"Club"'),
    ("«Club»", '"Club"'),
    ('“the "best" club”', r'"the \"best\" club"'),
    ('«a "b»', r'"a \"b"'),
    ('"a ” b"', '"a ” b"'),
    ('"“a”"', '"“a”"'),
    ('"«"', '"«"'),
    ('"[Site ]"', '"[Site ]"'),
    ('"{ no comment }"', '"{ no comment }"'),
    ('"; none either"', '"; none either"'),
    ('"round 3"', '"round 3"'),
    ('"Клуб «Дуб»"', '"Клуб «Дуб»"'),
    ('" a  b "', '" a  b "'),
)


@pytest.mark.parametrize(("value", "written"), TAG_VALUES, ids=ids(TAG_VALUES))
def test_the_value_of_a_tag(value: str, written: str) -> None:
    for text in (
        f"[Event {value}]",
        f"[Event\u00a0{value}]",
        f"[Event\t{value}]\nround 1\n",
        f"round 1 [Event {value}]",
    ):
        record = read(text)
        assert f"[Event {written}]\n" in dumps(record)
        assert read(dumps(record)) == record


@pytest.mark.parametrize(
    "text",
    ['[Event "a]\nround 1', "[Event “a]\nround 1", '[Event "a\nb"]\nround 1', '[Event "a\\"]\nround 1'],
)
def test_a_value_ends_in_its_line(text: str) -> None:
    record = loads(text)
    assert errors(text)[:1] == ["T002"]
    assert [round_.number for match in record.matches for round_ in match.rounds] == [1]


def test_tags_are_written_in_the_order_of_the_export_form() -> None:
    text = (
        '[Weather "rain"][Termination "time"][Result "*"][Annotator "a"][Arbiter "b"][Recorder "c"][EW "d"]'
        '[NS "e"][West "f"][South "g"][East "h"][North "i"][Table "1"][Date "2026-11-29"][Site "k"][Event "l"]'
        '[Target "250"][Rules "Seven Rocks"][Anything "m"]'
    )
    names = [line.split()[0][1:] for line in dumps(read(text)).splitlines()]
    assert names == [
        "Rocks", "Rules", "Target", "Event", "Site", "Date", "Table", "North", "East", "South", "West", "NS", "EW",
        "Recorder", "Arbiter", "Annotator", "Result", "Termination", "Weather", "Anything",
    ]  # fmt: skip


TAG_FINDINGS: tuple[tuple[str, list[str]], ...] = (
    ('[Event "a"][Event "b"]', ["T005"]),
    ('[Weather "rain"]', ["T006"]),
    ('[event "a"]', ["T006"]),
    ('[Date "2026-11-29"]', []),
    ('[Date "2026-??-??"]', []),
    ('[Date "20??-1?-?9"]', []),
    ('[Date "????-??-??"]', []),
    ('[Date "2026-13-01"]', ["T007"]),
    ('[Date "2026-02-30"]', ["T007"]),
    ('[Date "29.11.2026"]', ["T007"]),
    ('[Date "2026.11.29"]', ["T007"]),
    ('[Date "2026-11"]', ["T007"]),
    ('[Date ""]', ["T007"]),
    ('[Target "100"]', []),
    ('[Target "0"]', ["T007"]),
    ('[Target "-5"]', ["T007"]),
    ('[Target "251"]', ["T007"]),
    ('[Target "many"]', ["T007"]),
    ('[Result "*"]', []),
    ('[Result "NS 255 EW 140"]', []),
    ('[Result "NS 255 EW -5"]', []),
    ('[Result "EW 255 NS 140"]', ["T007"]),
    ('[Result "255:140"]', ["T007"]),
    ('[Result ""]', ["T007"]),
    ('[Rules "Seven Rocks"]', []),
    ('[Rules "Muggins"]', ["T007"]),
    ('[Rocks "1"]', []),
    ('[Rocks "2"]', ["T007"]),
    ('[Event "a\tb"]', ["T007"]),
    ('[Event "a\x7fb"]', ["T007"]),
)


@pytest.mark.parametrize(("text", "codes"), TAG_FINDINGS, ids=ids(TAG_FINDINGS))
def test_what_is_found_in_tags(text: str, codes: list[str]) -> None:
    assert [one.code for one in lint(loads(text))] == codes


# ------------------------------------------------------------------------------------------------ matches

BOUNDARIES: tuple[tuple[str, str, list[tuple[list[str], list[int]]]], ...] = (
    ("tags alone", '[Event "a"]\n[Site "b"]', [(["Event", "Site"], [])]),
    ("rounds alone", "round 1\nround 2\n", [([], [1, 2])]),
    (
        "a tag after a round",
        '[Event "a"]\nround 1\n[Event "b"]\nround 1\n',
        [(["Event"], [1]), (["Event"], [1])],
    ),
    ("a tag after the last round", 'round 1\n[Event "b"]', [([], [1]), (["Event"], [])]),
    (
        "the version after other tags",
        '[Event "a"]\n[Rocks "1"]\n[Event "b"]',
        [(["Event"], []), (["Event"], [])],
    ),
    ("the version twice", '[Rocks "1"]\n[Rocks "1"]', [([], []), ([], [])]),
    ("the version at first", '[Rocks "1"]\n[Event "a"]\n[Site "b"]', [(["Event", "Site"], [])]),
    ("the version in the middle", '[Event "a"]\n[Rocks "1"]\nround 1', [(["Event"], []), ([], [1])]),
    (
        "all on one line",
        '[Event "a"] round 1 N 1|4 [Event "b"] round 1',
        [(["Event"], [1]), (["Event"], [1])],
    ),
    (
        "blank lines mean nothing",
        '\n\n[Event "a"]\n\n\n[Site "b"]\n\n\n\nround 1\n\n\n\nround 2\n',
        [(["Event", "Site"], [1, 2])],
    ),
    (
        "comments mean nothing",
        '{a}[Event "a"]{b}\n\n\n{c}[Site "b"]{d} round 1{e} round 2',
        [(["Event", "Site"], [1, 2])],
    ),
    ("a round with the number of another", "round 1\nround 1\nround 5\n", [([], [1, 1, 5])]),
)


@pytest.mark.parametrize(
    ("text", "expected"), [row[1:] for row in BOUNDARIES], ids=[row[0] for row in BOUNDARIES]
)
def test_where_a_match_begins(text: str, expected: list[tuple[list[str], list[int]]]) -> None:
    record = read(text)
    found = [
        ([tag.name for tag in match.tags if tag.name != "Rocks"], [round_.number for round_ in match.rounds])
        for match in record.matches
    ]
    assert found == expected
    assert [match.number for match in record.matches] == list(range(1, len(expected) + 1))


# ----------------------------------------------------------------------------------------------- comments


def remarks(record: Record) -> dict[str, list[str]]:
    """Every comment of a record by the name of what it is attached to."""
    found: dict[str, list[str]] = {}
    for match in record.matches:
        name = "match" if len(record.matches) == 1 else f"match {match.number}"
        _note(found, name, match.comments)
        for round_ in match.rounds:
            _note_round(found, match, round_)
    return found


def _note(found: dict[str, list[str]], name: str, comments: Iterable[Comment]) -> None:
    texts = [comment.text for comment in comments]
    if texts:
        found.setdefault(name, []).extend(texts)


def _note_round(found: dict[str, list[str]], match: Match, round_: Round) -> None:
    _note(found, f"round {round_.number}", round_.comments)
    for name, element in (
        ("deal", round_.deal),
        ("lot", round_.lot),
        ("ending", round_.ending),
        ("left", round_.left),
        ("total", round_.total),
    ):
        if element:
            _note(found, name, element.comments)
    _note_events(found, "", round_.events)


def _note_events(found: dict[str, list[str]], above: str, events: Sequence[Event]) -> None:
    for number, event in enumerate(events, 1):
        assert not isinstance(event, Variation)
        name = f"{above}{'adjustment' if isinstance(event, Adjust) else 'turn'} {number}"
        _note(found, name, getattr(event, "comments", ()))
        for place, variation in enumerate(getattr(event, "variations", ()), 1):
            _note(found, f"{name}, variation {place}", variation.comments)
            _note_events(found, f"{name}, variation {place}, ", variation.events)


ATTACHMENTS: tuple[tuple[str, dict[str, list[str]]], ...] = (
    ("{a} round 1", {"match": ["a"]}),
    ('{a} ; b\n{c} [Event "x"]', {"match": ["a", "b", "c"]}),
    ('[Event "x"] {a} [Site "y"] {b}{c} round 1 {d}', {"match": ["a", "b", "c"], "round 1": ["d"]}),
    ('[Event "x"] ; a\n\n\n{b}\n\nround 1', {"match": ["a", "b"]}),
    ('{a}[Event "x"]\nround 1 [Event "y"] {b}', {"match 1": ["a"], "match 2": ["b"]}),
    ('round 1 N 1|4 out N {a} [Event "y"]', {"ending": ["a"]}),
    ("round 1 {a} {b} round 2 {c}", {"round 1": ["a", "b"], "round 2": ["c"]}),
    ("round 1 deal {a} N: {b} 1|4 {c} 1|1 ? {d}\nE: ; e\n 2|2", {"deal": ["a", "b", "c", "d", "e"]}),
    ("round 1 lot {a} E {b}", {"lot": ["a", "b"]}),
    ("round 1 lot {a} N:4 {b} E:4 {c} / {d} N:5 {e} E:6 {f}", {"lot": ["a", "b", "c", "d", "e", "f"]}),
    ("round 1 {a} 1. {b} N 1|4", {"round 1": ["a", "b"]}),
    ("round 1 deal N: 1|4 1. {b} N 1|4", {"deal": ["b"]}),
    ("round 1 deal N: 1|4 lot N 1. {b} N 1|4 {c}", {"lot": ["b"], "turn 1": ["c"]}),
    ("round 1 N 1|4 2. {b} E 1|1", {"turn 1": ["b"]}),
    ("round 1 N 1|4 {a} 2. {b} E 1|1 {c}", {"turn 1": ["a", "b"], "turn 2": ["c"]}),
    ("round 1 N 1|4 adjust NS 5 2. {b} E 1|1", {"adjustment 2": ["b"]}),
    ("round 1 N 1|4 2. {a} out N", {"turn 1": ["a"]}),
    ("round 1 1. {a}", {"round 1": ["a"]}),
    (
        "round 1 N 1|4 +5 =5 ! {a}{b} ; c\nE ? {d} S pass {e}",
        {"turn 1": ["a", "b", "c"], "turn 2": ["d"], "turn 3": ["e"]},
    ),
    ("round 1 adjust NS 5 {a} N 1|4 adjust EW 5 {b}", {"adjustment 1": ["a"], "adjustment 3": ["b"]}),
    (
        "round 1 N 1|4 {a} ({b} N 1|1 {c} E 1|2 {d}) {e} (N 1|5) {f} E 1|1",
        {
            "turn 1": ["a"],
            "turn 1, variation 1": ["b", "e"],
            "turn 1, variation 1, turn 1": ["c"],
            "turn 1, variation 1, turn 2": ["d"],
            "turn 1, variation 2": ["f"],
        },
    ),
    (
        "round 1 N 1|4 (1. {a} N 1|1 2. {b} E 1|2)",
        {"turn 1, variation 1": ["a"], "turn 1, variation 1, turn 1": ["b"]},
    ),
    (
        "round 1 N 1|4 (N 1|1 (N 2|2 {a}) {b})",
        {
            "turn 1, variation 1, turn 1, variation 1, turn 1": ["a"],
            "turn 1, variation 1, turn 1, variation 1": ["b"],
        },
    ),
    (
        "round 1 out N {a} left {b} N: {c} 1|1 {d} 1|2 {e} -5 {f} E: -0^ {g} total NS 5 EW 5^ {h} ; i",
        {"ending": ["a"], "left": ["b", "c", "d", "e", "f", "g"], "total": ["h", "i"]},
    ),
    ("round 1 blocked ; a", {"ending": ["a"]}),
    ("round 1 win NS {a} {a}", {"ending": ["a", "a"]}),
)


@pytest.mark.parametrize(("text", "expected"), ATTACHMENTS, ids=ids(ATTACHMENTS))
def test_a_comment_belongs_to_what_stands_before_it(text: str, expected: dict[str, list[str]]) -> None:
    record = read(text)
    found = remarks(record)
    assert found == expected
    assert remarks(read(dumps(record))) == expected


FOLDED: Table = (
    ("{ a }", "a"),
    ("{a}", "a"),
    ("{}", ""),
    ("{ \n\t }", ""),
    ("{ a\n   b }", "a\nb"),
    ("{\n\n  a  \n\n  b\t\n\n}", "a\n\nb"),
    ("{ a\r\nb\rc }", "a\nb\nc"),
    ("{\u00a0a\u00a0b\u00a0}", "a\u00a0b"),
    ("{ a \t b }", "a \t b"),
    ("{ a { b }", "a { b"),
    ("{ { }", "{"),
    (r"{ a \} b }", "a } b"),
    (r"{ a \\ b }", "a \\ b"),
    (r"{ \\\} }", "\\}"),
    (r"{\\}", "\\"),
    (r"{ a \b \{ \; }", "a \\b \\{ \\;"),
    ("{ [%clk 0:05:12] }", "[%clk 0:05:12]"),
    ("{ ; not one of these }", "; not one of these"),
    ("{ (N 1|1) }", "(N 1|1)"),
    ("{ a\n round 3\n [Event “x”] }", "a\nround 3\n[Event “x”]"),
    ("; a b ", "a b"),
    (";", ""),
    ("; a } b \\} \\\\ {", "a } b \\} \\\\ {"),
    (";; a", "; a"),
)


@pytest.mark.parametrize(("text", "folded"), FOLDED, ids=ids(FOLDED))
def test_the_text_of_a_comment(text: str, folded: str) -> None:
    record = read(f"round 1 {text}\nN 1|4")
    (comment,) = record.matches[0].rounds[0].comments
    assert comment.text == folded
    assert read(dumps(record)) == record


WRITTEN_COMMENTS: Table = (
    ("{}", "round 1 { }\n"),
    ("{a}", "round 1 { a }\n"),
    ("; a } b \\", "round 1 { a \\} b \\\\ }\n"),
    ("{ \\{ }", "round 1 { \\\\{ }\n"),
    ("{a\nb\n\nc}", "round 1 { a\n    b\n\n    c }\n"),
    ("{a\n round 3}", "round 1 { a\n    round 3 }\n"),
    ("{a}{b}; c", "round 1 { a } { b } { c }\n"),
)


@pytest.mark.parametrize(("text", "written"), WRITTEN_COMMENTS, ids=ids(WRITTEN_COMMENTS))
def test_how_a_comment_is_written(text: str, written: str) -> None:
    assert export(f"round 1 {text}\n") == written


# ------------------------------------------------------------------------------------------ layout and bytes

IMPORT = """\
[Event "x"]
{m1}{m2
  more}
round 1 {r}
deal {d
two} N: 14 ?
lot N:4 E:6 {l}
N 11 E 12 S 13 W 14 N 15 {a
b} E 16 (E 26 {v
w} S 36 (S 46 W 56) {after} N 66) (E 36 S 36 N 35 W 25 N 24 E 23) S 22 W 23 N 24 adjust NS -50 {adj} E 25 S 25
W - (W 11) N 12 {c} (N 13)
out W {o}
left {lf} N: 14 11 -10^ W: 23
total EW -5 NS 5^ {t}
round 2
[Event "b"]
round 1
"""
EXPORT = """\
[Rocks "1"]
[Event "x"]

{ m1 }
{ m2
    more }

round 1 { r }
deal { d
    two }
  N: 1|4 ?
lot N:4 E:6 { l }
1. N 1|1  E 1|2  S 1|3  W 1|4
2. N 1|5 { a
    b }
    E 1|6
        (E 2|6 { v
            w }
            S 3|6
                (S 4|6  W 5|6) { after }
            N 6|6)
        (E 3|6  S 3|6  N 3|5  W 2|5
            N 2|4  E 2|3)
    S 2|2  W 2|3
3. N 2|4
adjust NS -50 { adj }
    E 2|5  S 2|5  W pass
        (W 1|1)
4. N 1|2 { c }
    (N 1|3)
out W { o }
left { lf }
  N: 1|1 1|4 -10^
  W: 2|3
total NS 5 EW -5^ { t }

round 2


[Rocks "1"]
[Event "b"]

round 1
"""


def test_the_canonical_layout() -> None:
    assert dumps(read(IMPORT)) == EXPORT
    assert dumps(read(EXPORT)) == EXPORT


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_line_ends_and_the_byte_order_mark_are_accepted_silently(mark: bytes, end: str) -> None:
    record = parse_bytes(mark + IMPORT.replace("\n", end).encode())
    assert record.syntax == ()
    assert dumps(record) == EXPORT


def test_no_line_end_at_the_end_is_needed() -> None:
    assert dumps(read(IMPORT.rstrip("\n"))) == EXPORT


def test_everything_on_one_line() -> None:
    """Line breaks carry no meaning outside comments."""
    text = EXPORT.replace("{ m2\n    more }", "{ m2 }").replace("{ d\n    two }", "{ d }")
    text = text.replace("{ a\n    b }", "{ a }").replace("{ v\n            w }", "{ v }")
    assert dumps(read(" ".join(text.split()))) == text
