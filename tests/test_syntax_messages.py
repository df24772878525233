"""What is said of malformed text, in the reader's words: a table of samples and their messages."""

from __future__ import annotations

import pytest

from rocksnotation.parse import parse

TURN = "more of this turn, a turn, an ending, `left` or `total`"

SAMPLES = (
    ("N 1|", "expected a tile such as 1|4, `pass` or `?` after `N`, found `1|`: this is half a tile"),
    ("N 1|4|5", "expected a tile such as 1|4, `pass` or `?` after `N`, found `1|4|5`: a tile has two halves"),
    ("N 1|x", "expected a tile such as 1|4, `pass` or `?` after `N`, found `1|x`: the halves of a tile are digits"),
    ("N [1|4", "expected a tile such as 1|4, `pass` or `?` after `N`, found `[1|4`: a bracket is missing"),
    ("N passed", "expected a tile such as 1|4, `pass` or `?` after `N`, found `passed`: a pass is written `pass`"),
    ("N 1|4 e 1|1", f"expected {TURN} after `1|4`, found `e`: seats are written in capital letters"),
    ("N 1|4 east 1|1", f"expected {TURN} after `1|4`, found `east`: seats are written N, E, S and W"),
    ("N 1|4, E 1|1", "expected a tile such as 1|4, `pass` or `?` after `N`, found `1|4,`: "
     "nothing but white space stands between tiles and turns"),
    ("N 1|4 5", f"expected {TURN} after `1|4`, found `5`: "
     "a circuit number ends in a dot, points begin with +, and a count with ="),
    ("N 1|4 +", f"expected {TURN} after `1|4`, found `+`: a number belongs after this sign"),
    ("N 1|4 +1O", f"expected {TURN} after `1|4`, found `+1O`: points and counts are whole numbers"),
    ("N 1|4 @x", f"expected {TURN} after `1|4`, found `@x`: an end is named by its pips, @5, or by a tile, @5|5"),
    ("N 1|4 $256", f"expected {TURN} after `1|4`, found `$256`: marks are ! ? !! ?? !? ?! and $1 to $255"),
    ("N 1|4 )", f"expected {TURN} after `1|4`, found `)`: nothing is open here that this could close"),
    ("N 1|4 ()", "expected a turn after `(`, found `)`: nothing is open here that this could close"),
    ("N 1|4\nlefft", f"expected {TURN} after `1|4`, found `lefft`: did you mean `left`?"),
    ("N 1|4\ntotl NS 5", f"expected {TURN} after `1|4`, found `totl`: did you mean `total`?"),
    ("N 1|4\nout", "expected a seat (N, E, S or W) after `out`, found the end of the round"),
    ("N 1|4\nwin ns", "expected a pair (NS or EW) after `win`, found `ns`: pairs are written NS and EW"),
    ("N 1|4\ntotal NS", "expected a number of points after `NS`, found the end of the round"),
    ("N 1|4 zzz", f"expected {TURN} after `1|4`, found `zzz`"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "message"), SAMPLES, ids=[text for text, _ in SAMPLES])
def test_syntax_messages(text: str, message: str) -> None:
    (found,) = parse(f"round 1\n{text}\n").syntax
    assert (found.code, found.message) == ("T001", message)
