"""The canonical layout where it is easily got wrong: comments over several lines, variations in variations."""

from __future__ import annotations

import pytest

from rocksnotation.parse import parse
from rocksnotation.write import dumps

LAYOUT = (
    (
        "a comment goes on by four more than the line it begins on",
        "W 14 {a\nb}",
        "1. W 1|4 { a\n    b }\n",
    ),
    (
        "a second one by the line that the first ended",
        "W 14 {a\nb} {c\nd}",
        "1. W 1|4 { a\n    b } { c\n        d }\n",
    ),
    (
        "a circuit goes on after a comment",
        "W 14 {a} N 11 E 13 S 36 W 46@4",
        "1. W 1|4 { a }\n    N 1|1  E 1|3  S 3|6\n2. W 4|6@4\n",
    ),
    (
        "a variation begins a line, and closes after its last turn",
        "W 14 (W 11 {a} N 13) N 11",
        "1. W 1|4\n    (W 1|1 { a }\n        N 1|3)\n    N 1|1\n",
    ),
    (
        "the comment of a variation begins on the line where it closes",
        "W 14 (N 11 (E 12)) {a\nb}",
        "1. W 1|4\n    (N 1|1\n        (E 1|2)) { a\n            b }\n",
    ),
    (
        "four turns to a line in a variation too",
        "W 14 (W 11 N 12 E 13 S 15 W 16)",
        "1. W 1|4\n    (W 1|1  N 1|2  E 1|3  S 1|5\n        W 1|6)\n",
    ),
    (
        "an adjustment has a line of its own",
        "W 14 adjust NS -5 {x} N 11",
        "1. W 1|4\nadjust NS -5 { x }\n    N 1|1\n",
    ),
)


@pytest.mark.parametrize(("turns", "written"), [row[1:] for row in LAYOUT], ids=[row[0] for row in LAYOUT])
def test_layout(turns: str, written: str) -> None:
    text = dumps(parse(f"round 1\n{turns}"))
    assert text == f'[Rocks "1"]\n\nround 1\n{written}'
    assert dumps(parse(text)) == text


def test_comments_of_a_deal_keep_their_order() -> None:
    text = dumps(parse("round 1 deal {a} N: {b} 01 {c} 02 E: 11 {d} 1. {e} W 14"))
    assert "deal { a } { b } { c } { d } { e }\n" in text


def test_a_damaged_match_is_not_written() -> None:
    with pytest.raises(ValueError, match="damaged"):
        dumps(parse('[Event "x]\nround 1'))
