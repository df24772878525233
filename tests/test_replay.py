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
    ("nothing has been played yet", "round 1\ndeal\n N: 0|0", ["R504"]),
    ("a void round", "round 1\nlot N\nN 1|4 +10  N 1|4\nvoid\nround 1\nN 1|4 +5", ["R504", "D103"]),
    ("a void round's adjustment counts", "round 1\nadjust NS 5\nvoid\ntotal NS 5 EW 0", ["R504"]),
    ("and its total is checked", "round 1\nadjust NS 5\nvoid\ntotal NS 0 EW 0", ["R504", "S405"]),
)


@pytest.mark.parametrize(("text", "codes"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_found(text: str, codes: list[str]) -> None:
    assert [one.code for one in lint(parse(text))] == codes
