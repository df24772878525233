"""Short records and everything that is found in them: what the tables of single faults leave out."""

from __future__ import annotations

import pytest

from rocksnotation.lint import lint
from rocksnotation.parse import parse

FOUND = (
    ("a tile laid twice speaks against an implied pass", "round 1\nlot N\nN 1|4  N 1|4", ["D103", "M303"]),
    ("and so it does later", "round 1\nlot N\nN 1|4  E 1|1  N 1|4", ["D103", "M303"]),
    ("skipped seats passed", "round 1\nlot N\nN 1|4  W 1|1", ["D103", "M309"]),
    ("a passed-on letter slip of a pass", "round 1\nlot N\nN 1|4  E pass  S 1|1", ["R504", "D103"]),
    ("the match goes on where the win is not known", "round 2\nN 1|4\nwin NS", ["T008", "D103"]),
    (
        "a round without turns is not judged",
        "round 1\ndeal\n N: 0|0\ntotal NS 5 EW 5\nround 2\nN 1|4 +5",
        ["R504", "D103"],
    ),
    (
        "a doubtful round is not finished",
        "round 1\nlot W\nW 1|4  E 1|1\nround 2\nN 1|4",
        ["D103", "M309", "M310"],
    ),
    (
        "the head of the last round is lost",
        '[Result "NS 255 EW 0"]\nround 1\nlot W\nW 1|4 +5\nruond 2\nW 1|1',
        ["D103", "T001"],
    ),
    ("the letter of the lead, and no hands", "round 1\nlot N\nE 1|4  S 1|1\nout N", ["D103", "L201"]),
    ("the ending after the leftovers", "round 1\nlot N\nN 1|4\nleft N: 11 -0\nout N", ["D103", "T001"]),
    ("nothing has been played yet", "round 1\ndeal\n N: 0|0", ["R504"]),
    ("a void round", "round 1\nlot N\nN 1|4 +10  N 1|4\nvoid\nround 1\nN 1|4 +5", ["R504", "D103"]),
    ("a void round's adjustment counts", "round 1\nadjust NS 5\nvoid\ntotal NS 5 EW 0", ["R504"]),
    ("and its total is checked", "round 1\nadjust NS 5\nvoid\ntotal NS 0 EW 0", ["R504", "S405"]),
)


@pytest.mark.parametrize(("text", "codes"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_found(text: str, codes: list[str]) -> None:
    assert [one.code for one in lint(parse(text))] == codes


def test_after_a_lost_head_the_next_number_is_right() -> None:
    record = parse("round 1\nlot N\nN 1|4\nvoid\nruond 2\nN 1|1\nvoid\nround 3\nN 1|4")
    assert [one.code for one in lint(record)] == ["R504", "T001", "D103"]


def test_many_wrong_claims_are_followed_in_linear_time() -> None:
    """The slips that a record may carry on are bounded: then its totals are not known."""
    claims = " ".join(f"{seat} ? !" for seat in "NE")
    turns = "  ".join(
        f"{'NESW'[turn % 4]} {tile} +{1000 + 7 * 2**turn % 900000}" for turn, tile in enumerate(_CHAIN)
    )
    record = parse(f"round 1\nlot N\n{turns}\n{claims}")
    assert {one.code for one in lint(record)} <= {"S401", "D103", "M306"}


_CHAIN = [
    "0|1",
    "1|2",
    "2|3",
    "3|4",
    "4|5",
    "5|6",
    "0|6",
    "0|2",
    "2|4",
    "4|6",
    "1|6",
    "1|3",
    "3|5",
    "0|5",
    "0|3",
    "3|6",
    "2|6",
    "2|5",
    "1|5",
    "1|4",
]
