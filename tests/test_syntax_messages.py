"""What is said of malformed text, in the reader's words: a table of samples and their messages."""

from __future__ import annotations

import pytest

from rocksnotation import lint
from rocksnotation.diagnostics import Severity
from rocksnotation.parse import parse

BEGIN = "`deal`, `lot`, a turn, an ending, `left` or `total`"
MORE = "a turn, an ending, `left` or `total`"
TURN = f"more of this turn, {MORE}"
DID = "a tile such as 1|4, `pass` or `?`"
DEALT = "a tile such as 1|4, `?`, a hand such as `N:`, `lot`, a turn, an ending, `left` or `total`"
KEPT = "a tile such as 1|4, a deduction such as -10, a hand such as `N:` or `total`"

JOINED = "the halves of a tile are joined by |, -, : or /"
DIGITS = "the halves of a tile are digits"
SINGLE = "each half of a tile is a single digit"
UNSPACED = f"a tile is written without spaces, and its halves{JOINED.removeprefix('the halves of a tile')}"
PASS = "a pass is written `pass`"
CAPITALS = "seats are written in capital letters"
SEATS = "seats are written N, E, S and W"
LATIN_SEATS = "seats are the Latin letters N, E, S and W"
LATIN = "the words of the notation are in Latin letters"
WHITE = "nothing but white space stands between tiles and turns"
WHITE_IN_POINTS = "nothing but white space stands between pairs and points"
COMMA = "no comma or dot stands here"
END = "an end is named by its pips, @5, or by a tile, @5|5"
ORDER = "a turn is written in this order: seat, tile, end, points, count, marks, comment"
DOT = "a circuit number ends in a dot"
BELOW = "points begin with +, and are never below zero"
NUMBERS = f"{DOT}, points begin with +, and a count with ="
WHOLE = "points and counts are whole numbers"
IN_DIGITS = "numbers are written in digits"
SIGN = "a number belongs after this sign"
DRAW = "a draw is written as a seat, a colon and a number: N:4"
COLON = "a colon stands after the seat of a hand"
NO_COLON = "no colon stands after the seat of a turn"
UNSEEN = "a turn that nobody saw is written with its seat and `?`"
REMARK = "a comment stands in braces"
REMARK_OR = "a comment stands in braces, or after ;"
CLOSED = "nothing is open here that this could close"
VARIATION = "a variation holds turns; a comment stands in braces"
TURNS_ONLY = "a variation holds turns only"
DEDUCTION = "a deduction begins with -"
EMPTY = "an empty hand is left out"
NOT_A_SEAT = "this is a pair, and no seat"
NOT_A_PAIR = "this is a seat, and no pair"

Row = tuple[str, str, str, str, str]
"""A text in a round; what was expected, after what, and what was found; and the hint."""

TILES: tuple[Row, ...] = (
    ("N 1|", DID, "N", "1|", "this is half a tile"),
    ("N |4", DID, "N", "|4", "this is half a tile"),
    ("N -4", DID, "N", "-4", "this is half a tile"),
    ("N 1|4|5", DID, "N", "1|4|5", "a tile has two halves"),
    ("N 144", DID, "N", "144", SINGLE),
    ("N 1|44", DID, "N", "1|44", SINGLE),
    ("N 12-10", DID, "N", "12-10", SINGLE),
    ("N 1|x", DID, "N", "1|x", DIGITS),
    ("N l|4", DID, "N", "l|4", DIGITS),
    ("N O4", DID, "N", "O4", DIGITS),
    ("N [1|4", DID, "N", "[1|4", "a bracket is missing"),
    ("N 1.4", DID, "N", "1.4", JOINED),
    ("N 1,4 +5", DID, "N", "1,4", JOINED),
    ("N 1.4+5", DID, "N", "1.4+5", JOINED),
    ("N 1×4", DID, "N", "1×4", JOINED),
    ("N 1x4", DID, "N", "1x4", JOINED),
    ("N 1\\4", DID, "N", "1\\4", JOINED),
    ("N 1||4", DID, "N", "1||4", JOINED),
    ("N 1 | 4", DID, "N", "1", UNSPACED),
    ("N 1 x 4", DID, "N", "1", UNSPACED),
    ("N １|４", DID, "N", "１|４", "digits are written 0 to 9"),
    ("N “1|4”", DID, "N", "“1|4”", "only the values of tags stand in quotation marks"),
    ("N (1|4)", DID, "N", "(", "a tile stands without parentheses"),
    ("N 1|4, E 1|1", DID, "N", "1|4,", WHITE),
    ("N {a} 1|4", DID, "N", "{", "a comment stands behind the whole turn"),
    ("deal N: 1|1 1,2", DEALT, "1|1", "1,2", JOINED),
    ("deal N: 1|1, 1|2", DEALT, "N:", "1|1,", WHITE),
    ("deal N: 1|1 … 1|2", DEALT, "1|1", "…", "a tile that nobody noted is `?`"),
)  # fmt: skip

SEATS_AND_PASSES: tuple[Row, ...] = (
    ("n 1|4", BEGIN, "round 1", "n", CAPITALS),
    ("N 1|4 e 1|1", TURN, "1|4", "e", CAPITALS),
    ("N 1|4 east 1|1", TURN, "1|4", "east", SEATS),
    ("X 1|4", BEGIN, "round 1", "X", SEATS),
    ("N 1|4 X 1|1", TURN, "1|4", "X", SEATS),
    ("N 1|4 С 1|1", TURN, "1|4", "С", LATIN_SEATS),  # a Cyrillic letter
    ("N: 1|4", BEGIN, "round 1", "N:", NO_COLON),
    ("NS 1|4", BEGIN, "round 1", "NS", "each turn is the turn of one seat"),
    ("N 1|4 E/S/W pass", TURN, "1|4", "E/S/W", "each turn is the turn of one seat"),
    ("N passed", DID, "N", "passed", PASS),
    ("N x", DID, "N", "x", PASS),
    ("N --", DID, "N", "--", PASS),
    ("N пас", DID, "N", "пас", PASS),
    ("N раss", DID, "N", "раss", LATIN),  # half of it Cyrillic letters
    ("N 1|4 passes", TURN, "1|4", "passes", PASS),
    ("N 1|4 x", TURN, "1|4", "x", ""),
    ("N 1|4 E pass, S 1|1", DID, "E", "pass,", WHITE),
    ("N 1|4 E … S 1|1", DID, "E", "…", UNSEEN),
    ("N 1|4 ... W 1|1", TURN, "1|4", "...", UNSEEN),
    ("N 1|4 pass E", DID, "E", "", "a seat stands before its turn"),
    ("N 1|4 pass E S 1|1", DID, "E", "S", "a seat stands before its turn"),
)  # fmt: skip

PARTS: tuple[Row, ...] = (
    ("N 1|4 5", TURN, "1|4", "5", NUMBERS),
    ("1 N 1|4", BEGIN, "round 1", "1", DOT),
    ("1) N 1|4", BEGIN, "round 1", "1", DOT),
    ("№1 N 1|4", BEGIN, "round 1", "№1", DOT),
    ("N 1|4 +", TURN, "1|4", "+", SIGN),
    ("N 1|4 +1O", TURN, "1|4", "+1O", WHOLE),
    ("N 1|4+x", DID, "N", "1|4+x", WHOLE),
    ("N 1|4 -5", TURN, "1|4", "-5", BELOW),
    ("N 1|4 +-5", TURN, "1|4", "+-5", BELOW),
    ("N 1|4 +５", TURN, "1|4", "+５", "digits are written 0 to 9"),
    ("N 1|4 +five", TURN, "1|4", "+five", IN_DIGITS),
    ("N 1|4 five", TURN, "1|4", "five", IN_DIGITS),
    ("N 1|4 +5 points", TURN, "+5", "points", "the number alone is enough"),
    ("N 1|4 +5+10", TURN, "1|4", "+5+10", "a turn has points once"),
    ("N 1|4 +5 +10", TURN, "+5", "+10", "a turn has points once"),
    ("N 1|4 =5 =6", TURN, "=5", "=6", "a turn has one count"),
    ("N 1|4 =5 +5", TURN, "=5", "+5", ORDER),
    ("N 1|4 ! +5", TURN, "!", "+5", ORDER),
    ("N 1|4 +5 @1", TURN, "+5", "@1", ORDER),
    ("N 1|4 {a} !", TURN, "{a}", "!", ORDER),
    ("N 1|4 =5^", TURN, "1|4", "=5^", "`^` stands after the tile or its end, after the points, or after a pass"),
    ("N 1|4 E pass +5", TURN, "pass", "+5", "a pass has no end, points or count"),
    ("N 1|4 E ? +5", TURN, "?", "+5", "a turn that nobody saw has no end, points or count"),
    ("N 1|4 @x", TURN, "1|4", "@x", END),
    ("N 4|6@", DID, "N", "4|6@", END),
    ("N 4|6@x", DID, "N", "4|6@x", END),
    ("N @4", DID, "N", "@4", ORDER),
    ("N 1|4 $256", TURN, "1|4", "$256", "marks are ! ? !! ?? !? ?! and $1 to $255"),
    ("N 1|4 )", TURN, "1|4", ")", CLOSED),
    ("N 1|4 ()", "a turn", "(", ")", "a variation has at least one turn"),
    ("N 1|4 (5)", "a turn", "(", "5", VARIATION),
    ("N 1|4 (well played)", "a turn", "(", "well", VARIATION),
    ("N 1|4 (N 1|1 out N)", "more of this turn, a turn or `)`", "1|1", "out", TURNS_ONLY),
    ("N 1|4 // good", TURN, "1|4", "//", REMARK_OR),
    ("N 1|4 zzz", TURN, "1|4", "zzz", REMARK),
)  # fmt: skip

SECTIONS: tuple[Row, ...] = (
    ("dael", BEGIN, "round 1", "dael", "did you mean `deal`?"),
    ("роздача", BEGIN, "round 1", "роздача", LATIN),
    ("deal:", "`deal`", "", "deal:", "nothing but white space stands after `deal`"),
    ("deal N 1|1 1|2 1|3\nlot W", "a hand such as `N:`", "", "N", COLON),
    ("deal n: 1|1", "a hand such as `N:`", "", "n:", CAPITALS),
    ("deal North: 1|1", "a hand such as `N:`", "", "North:", SEATS),
    ("deal NS: 1|1", "a hand such as `N:`", "", "NS:", NOT_A_SEAT),
    ("lot N 4 E 6", MORE, "N", "4", DRAW),
    ("lot N=4", "a draw such as N:4 or a seat (N, E, S or W)", "lot", "N=4", DRAW),
    ("lot N:4, E:6", "a draw such as N:4 or a seat (N, E, S or W)", "lot", "N:4,", COMMA),
    ("lot NS", "a draw such as N:4 or a seat (N, E, S or W)", "lot", "NS", NOT_A_SEAT),
    ("N 1|4\nout", "a seat (N, E, S or W)", "out", "", ""),
    ("N 1|4\nout\ntotal NS 5", "a seat (N, E, S or W)", "out", "total", ""),
    ("N 1|4\nout n", "a seat (N, E, S or W)", "out", "n", CAPITALS),
    ("N 1|4\nN out", "an ending", "", "N", "the seat stands behind its word: `out W`"),
    ("N 1|4\nNS win", "an ending", "", "NS", "the pair stands behind its word: `win NS`"),
    ("N 1|4\nwin ns", "a pair (NS or EW)", "win", "ns", "pairs are written NS and EW"),
    ("N 1|4\nwin N", "a pair (NS or EW)", "win", "N", NOT_A_PAIR),
    ("N 1|4\nblocked!", "an ending", "", "blocked!", "nothing but white space stands after `blocked`"),
    ("N 1|4\nlefft", TURN, "1|4", "lefft", "did you mean `left`?"),
    ("left N 1|1", "a hand such as `N:`", "", "N", COLON),
    ("left none", "a hand such as `N:` or `total`", "left", "none", EMPTY),
    ("left N: none", KEPT, "N:", "none", EMPTY),
    ("left N: 12-10", KEPT, "N:", "12-10", "a space stands between a tile and a deduction: 1|4 -10"),
    ("left N: 1|1 +5", KEPT, "1|1", "+5", DEDUCTION),
    ("left N: 1|1 5", KEPT, "1|1", "5", DEDUCTION),
    ("left N: 1|1 - 5", KEPT, "1|1", "-", "a deduction is written without a space: -10"),
    ("left N: 1|1 x", KEPT, "1|1", "x", ""),
    ("left N: -5 -5", "`^`, a hand such as `N:` or `total`", "-5", "-5", "a hand has one deduction"),
    ("left N: -5 1|1", "`^`, a hand such as `N:` or `total`", "-5", "1|1", "the deduction stands behind the tiles"),
    ("N 1|4\ntotl NS 5", TURN, "1|4", "totl", "did you mean `total`?"),
    ("N 1|4\nscore NS 5", TURN, "1|4", "score", "did you mean `total`?"),
    ("N 1|4\nNS 5 EW 10", TURN, "1|4", "NS", "the points of pairs stand behind `total` or `adjust`"),
    ("N 1|4\ntotal NS", "a number of points", "NS", "", ""),
    ("N 1|4\ntotal 5 10", "a pair (NS or EW)", "total", "5", "a pair stands before its points: NS 120"),
    ("N 1|4\ntotal NS: 5", "a pair (NS or EW)", "total", "NS:", WHITE_IN_POINTS),
    ("N 1|4\ntotal NS 5, EW 5", "a number of points", "NS", "5,", WHITE_IN_POINTS),
    ("N 1|4\ntotal NS five", "a number of points", "NS", "five", IN_DIGITS),
    ("N 1|4\ntotal NS 1 000", "a pair (NS or EW) or `^`", "1", "000", "a number is written without spaces"),
    ("N 1|4\ntotal N 5 E 10", "a pair (NS or EW)", "total", "N", NOT_A_PAIR),
)  # fmt: skip

SAMPLES = (*TILES, *SEATS_AND_PASSES, *PARTS, *SECTIONS)


@pytest.mark.parametrize(
    ("text", "expected", "after", "found", "hint"), SAMPLES, ids=[ascii(text) for text, *_ in SAMPLES]
)
def test_what_was_expected_and_what_was_found(
    text: str, expected: str, after: str, found: str, hint: str
) -> None:
    (fault,) = parse(f"round 1\n{text}\n").syntax
    behind = f" after `{after}`" if after else ""
    what = f"`{found}`" if found else "the end of the round"
    message = f"expected {expected}{behind}, found {what}"
    assert (fault.code, str(fault.message)) == ("T001", f"{message}: {hint}" if hint else message)


PLACES = (
    ("N 1|4\ndeal", "`deal` comes too late: the deal stands before the turns"),
    ("lot N\ndeal N: 1|1", "`deal` comes too late: the deal stands before the lot"),
    ("N 1|4\nlot N", "`lot` comes too late: the lot stands before the turns"),
    ("out N\nE 1|4", "`E 1|4` comes too late: the turns stand before the ending"),
    ("left N: 1|1\n2. E 1|4", "`2.` comes too late: the turns stand before the leftovers"),
    ("out N\nadjust NS 5", "`adjust` comes too late: an adjustment stands among the turns"),
    ("total NS 5\nblocked", "`blocked` comes too late: the ending stands before the total"),
    ("left N: 1|1\nout N", "`out` comes too late: the ending stands before the leftovers"),
    ("total NS 5\nleft N: 1|1", "`left` comes too late: the leftovers stand before the total"),
    ("deal N: 1|1\ndeal E: 1|1", "`deal` is one too many: a round has one deal"),
    ("out N\nblocked", "`blocked` is one too many: a round has one ending"),
    ("total NS 5\ntotal EW 5", "`total` is one too many: a round has one total"),
    (" N: 1|1 1|2 1|3 1|4 1|5\n E: 2|2", "expected `deal` before `N:`: hands stand behind it"),
    ("out N\n E: 1|1 -0", "expected `left` before `E:`: hands stand behind it"),
    ("out N\nlot E\n1. E 1|4", "expected `round` and its number before `lot`: a round begins here"),
    ("out N\n1. E 1|4", "expected `round` and its number before `1.`: a round begins here"),
    ("round two", "expected `round` and its number, found `round two`: the number is written in digits"),
    ("round", "expected `round` and its number, found `round`: the number is missing"),
    ("round: 2", "expected `round` and its number, found `round: 2`: nothing but white space stands around the number"),
    ("ruond 2", "expected `round` and its number, found `ruond 2`: did you mean `round`?"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "message"), PLACES, ids=[text for text, _ in PLACES])
def test_a_section_in_a_wrong_place(text: str, message: str) -> None:
    (fault,) = parse(f"round 1\n{text}\n").syntax
    assert (fault.code, str(fault.message)) == ("T001", message)


TAGS = (
    ("[Date 2026-11-29]", 'expected the value in quotation marks, "…" after `Date`, found `2026-11-29]`'),
    ('["North" "Olena"]', 'expected a tag such as [Event "…"], found `["North"`: '
     "the name of a tag stands first, without quotation marks"),
    ('[East: "Ihor"]', 'expected a tag such as [Event "…"], found `[East:`: '
     "nothing but white space stands between the name of a tag and its value"),
    ("[Event]", 'expected a tag such as [Event "…"], found `[Event]`: a tag has a value'),
    ("[Event 'a']", 'expected the value in quotation marks, "…" after `Event`, found `\'a\']`: '
     "a value stands in double quotation marks"),
    ('[Event "a" "b"]', 'expected `]` after `"a"`, found `"b"]`: a tag has one value'),
    ('[Site "a"]\nEvent "a"', 'expected a tag such as [Event "…"] or `round` and its number after `]`, '
     "found `Event`: a tag stands in brackets"),
    ('[Site "a"]\nout N', 'expected a tag such as [Event "…"] or `round` and its number after `]`, '
     "found `out`: this belongs to a round, and none has begun"),
    ('[Site "a"]\nlot N', "expected `round` and its number before `lot`: a round begins here"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "message"), TAGS, ids=[text for text, _ in TAGS])
def test_tags(text: str, message: str) -> None:
    (fault,) = parse(f"{text}\n").syntax
    assert (fault.code, str(fault.message)) == ("T001", message)


VALUES = (
    ('[Date "29.11.2026"]', "expected YYYY-MM-DD, with ? for a digit that is not known, found `29.11.2026`"),
    ('[Date ""]', "expected YYYY-MM-DD, with ? for a digit that is not known, found an empty value"),
    ('[Target "5\u200b"]', "expected a positive multiple of five, found `5\\u200b`"),
    (f'[Target "{"9" * 70}"]', f"expected a positive multiple of five, found `{'9' * 60}…`"),
    ('[Rules "Chess"]', "expected `Seven Rocks`, found `Chess`; this match is not judged"),
)


@pytest.mark.parametrize(("text", "message"), VALUES, ids=[ascii(text) for text, _ in VALUES])
def test_the_values_of_tags(text: str, message: str) -> None:
    (fault,) = (one for one in lint(parse(text)) if one.severity is Severity.ERROR)
    assert str(fault.message).endswith(f": {message}")


NAMES = (
    ('[event "a"]', "Event"),
    ('[Recoder "a"]', "Recorder"),
    ('[Anotator "a"]', "Annotator"),
    ('[Wset "a"]', "West"),
    ('[Eest "a"]', "East"),
    ('[Tabel "a"]', "Table"),
    ('[North "a"][Norht "b"]', None),
    ('[Weather "rain"]', None),
    ('[Round "1"]', None),
    ('[Notes "a"]', None),
    ('[Дата "a"]', None),
)


@pytest.mark.parametrize(("text", "meant"), NAMES, ids=[ascii(text) for text, _ in NAMES])
def test_the_known_tag_that_may_be_meant(text: str, meant: str | None) -> None:
    (unknown,) = (one for one in lint(parse(text)) if one.code == "T006")
    suggested = f"(did you mean {meant}?)" if meant else "it is kept as it is"
    assert str(unknown.message).endswith(suggested)
