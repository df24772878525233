"""Slips that people make: what is wrong with a word that could not be read, from it and from where it stands.

Knows words, and the terminals of the grammar around them; nothing of where in the text they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from rocksnotation.messages import NOTHING, Message, say
from rocksnotation.parse.grammar import Obstacle
from rocksnotation.text import PLAIN_DASHES
from rocksnotation.vocabulary import KNOWN_TAGS

_AHEAD = 30
"""How many characters from the beginning of a word on a slip may reach."""
_LONGEST = 100
"""A word of more characters is no slip of the pen."""


@dataclass(frozen=True, slots=True)
class _Slip:
    """A word that matches the pattern, where one of some terminals, or none of others, was expected.

    `after` is how the types of the tokens before it may end. Where nothing is named, anything will do.
    """

    pattern: re.Pattern[str]
    says: Message
    where: frozenset[str]
    lacking: frozenset[str]
    after: tuple[str, ...]
    ahead: bool

    def fits(self, word: str, line: str, expected: frozenset[str], before: str) -> bool:
        return bool(
            (not self.where or self.where & expected)
            and not self.lacking & expected
            and (not self.after or before.endswith(self.after))
            and (self.pattern.match(line) if self.ahead else self.pattern.fullmatch(word))
        )


def _slip(
    pattern: str,
    says: Message,
    where: str = "",
    lacking: str = "",
    after: tuple[str, ...] = (),
    ahead: bool = False,
) -> _Slip:
    """A row of the tables. A pattern that looks `ahead` begins with the word and may go on behind it."""
    found = re.compile(pattern, re.DOTALL)
    return _Slip(found, says, frozenset(where.split()), frozenset(lacking.split()), after, ahead)


_TILE = r"\[?[0-9][|:/-]?[0-9]\]?"
_IN_TAG = "LSQB NAME STRING RSQB"
_IN_HAND = "UNKNOWN DEDUCTION"
_ANY_SEAT = "SEAT HEAD DRAW"
_WORDS = (
    "round", "deal", "lot", "pass", "adjust", "out", "blocked", "win", "void", "abandoned", "left", "total",
)  # fmt: skip
_MEANT = {
    "score": "total", "result": "total", "won": "win", "wins": "win", "winner": "win", "hands": "deal",
    "dealt": "deal", "rest": "left", "leftover": "left", "leftovers": "left", "remaining": "left",
    "stopped": "abandoned", "misdeal": "void", "penalty": "adjust",
}  # fmt: skip
"""Other words for what the notation has a word for."""
_WHERE_WORDS_STAND = frozenset({"CIRCUIT", "PASS", "ROUND", "DEAL", "LOT", "OUT", "LEFT", "TOTAL"})
_NUMBERS = "zero|nil|five|ten|fifteen|twenty|thirty|forty|fifty|hundred"

_SEATS = say("seats are written N, E, S and W")
_CAPITALS = say("seats are written in capital letters")
_LATIN = say("the words of the notation are in Latin letters")
_PASS = say("a pass is written `pass`")
_UNSEEN = say("a turn that nobody saw is written with its seat and `?`")
_WHITE_SPACE = say("nothing but white space stands between tiles and turns")
_WHITE_SPACE_IN_POINTS = say("nothing but white space stands between pairs and points")
_WHITE_SPACE_IN_TAG = say("nothing but white space stands between the name of a tag and its value")
_HALF = say("this is half a tile")
_DIGITS = say("the halves of a tile are digits")
_SINGLE = say("each half of a tile is a single digit")
_JOINED = say("the halves of a tile are joined by |, -, : or /")
_UNSPACED = say("a tile is written without spaces, and its halves are joined by |, -, : or /")
_DRAW = say("a draw is written as a seat, a colon and a number: N:4")
_DOT = say("a circuit number ends in a dot")
_DEDUCTION = say("a deduction begins with -")
_NEVER_BELOW = say("points begin with +, and are never below zero")
_SIGN = say("a number belongs after this sign")
_IN_DIGITS = say("numbers are written in digits")
_ORDER = say("a turn is written in this order: seat, tile, end, points, count, marks, comment")
_COMMA = say("no comma or dot stands here")
_COMMENT = say("a comment stands in braces")
_IN_VARIATION = say("a variation holds turns; a comment stands in braces")

_SLIPS = (
    # tags
    _slip(r"(?i:[nesw]|[0-9].*|" + "|".join(_WORDS) + ")", say("this belongs to a round, and none has begun"), "LSQB"),
    _slip(r"\[\w+\]", say("a tag has a value"), "LSQB"),
    _slip(r"\[\w+[:=,].*", _WHITE_SPACE_IN_TAG, "LSQB"),
    _slip(rf"\(|(?:{'|'.join(KNOWN_TAGS)}):?", say("a tag stands in brackets"), "LSQB"),
    _slip(r"[\"'“”„«‘].*", say("the name of a tag stands first, without quotation marks"), "NAME"),
    _slip(r"[:=,].*", _WHITE_SPACE_IN_TAG, "STRING"),
    _slip(r"['‘’`].*", say("a value stands in double quotation marks"), "STRING"),
    _slip(r"[\"“”„«].*", say("a tag has one value"), "RSQB"),
    # signs and letters
    _slip(r".*[^\D0-9].*", say("digits are written 0 to 9"), lacking=_IN_TAG),
    _slip(r"[\"'“”„«‘`].*", say("only the values of tags stand in quotation marks"), lacking=_IN_TAG),
    _slip(r"[#№][0-9]+[.:]?", _DOT, "CIRCUIT"),
    _slip(r"(?://|/?\*|#|%).*", say("a comment stands in braces, or after ;"), lacking=_IN_TAG),
    _slip(r"(?i:пас\w*|пропуск\w*|стук\w*)", _PASS, "PASS"),
    _slip(r"[\u0400-\u04ff](?::.*)?", say("seats are the Latin letters N, E, S and W"), _ANY_SEAT),
    _slip(r"(?=.*[\u0400-\u04ff])[^\W\d_].*", _LATIN, lacking=_IN_TAG),
    # seats and pairs
    _slip(r"[nesw](?::.*)?", _CAPITALS, _ANY_SEAT),
    _slip(r"(?i:north|south|east|west)(?::.*)?", _SEATS, _ANY_SEAT),
    _slip(r"[NESW]:.*", say("no colon stands after the seat of a turn"), "CIRCUIT", lacking="HEAD DRAW"),
    _slip(r"[NESW]", say("a colon stands after the seat of a hand"), "HEAD", lacking="SEAT"),
    _slip(r"(?:NS|EW)\W{1,3}[0-9]{1,6}(?![0-9|:/-])", say("the points of pairs stand behind `total` or `adjust`"),
          "TOTAL", ahead=True),
    _slip(r"[NESW](?:\W?[NESW])+", say("each turn is the turn of one seat"), "CIRCUIT"),
    _slip(r"[NESW]", say("the seat stands behind its word: `out W`"), "OUT", lacking="CIRCUIT"),
    _slip(r"NS|EW", say("the pair stands behind its word: `win NS`"), "OUT", lacking="CIRCUIT"),
    _slip(r"(?:NS|EW):?", say("this is a pair, and no seat"), "SEAT HEAD"),
    _slip(r"[NESW]:?", say("this is a seat, and no pair"), "PAIR"),
    _slip(r"(?i:n\W?s|e\W?w|s\W?n|w\W?e)", say("pairs are written NS and EW"), "PAIR"),
    _slip(rf"[^\W\d_]\s*:?\s*{_TILE}(?![0-9])", _SEATS, "SEAT HEAD", ahead=True),
    # the lot
    _slip(r"[NESW](?::[0-9]+)?[,.;]", _COMMA, "DRAW"),
    _slip(r"[NESW](?:[^\w\s].*|[0-9]+)", _DRAW, "DRAW"),
    _slip(r"[:=-]?\s*[0-9]+(?![0-9])(?!\s*[).]|\s+[NESW]\s*\[?[0-9][|:/-]?[0-9])", _DRAW, after=("LOT SEAT",),
          ahead=True),
    _slip(r"[^\W\d_]:.*", _SEATS, "HEAD DRAW"),
    # passes, and turns that nobody saw
    _slip(r"(?i:p|x|no|knocks?|pass(?:es|ed)?|skip\w*)|--+", _PASS, "UNSEEN"),
    _slip(r"(?i:knocks|knocked|passes|passed|skip\w*)", _PASS, "PASS"),
    _slip(r"\.\.+|…|_+", _UNSEEN, "CIRCUIT UNSEEN", lacking="UNKNOWN"),
    _slip(r"\?[?!]+", _UNSEEN, "UNSEEN"),
    # variations and comments
    _slip(r"\)", say("a variation has at least one turn"), after=("LPAR",)),
    _slip(r"[0-9]+|[@+=!?$].*", _IN_VARIATION, after=("LPAR",)),
    _slip("|".join(f"(?i:{word})" for word in _WORDS), say("a variation holds turns only"), "RPAR"),
    _slip(r"[)}]+", say("nothing is open here that this could close"), lacking=_IN_TAG),
    _slip(rf"\(\s*{_TILE}", say("a tile stands without parentheses"), f"UNSEEN {_IN_HAND}", ahead=True),
    _slip(r"\{", say("a comment stands behind the whole turn"), "UNSEEN"),
    _slip(r"\(", say("a comment stands in braces, a variation in parentheses after its turn"), lacking=_IN_TAG),
    # numbers of circuits
    _slip(r"[0-9]{1,3}\s*[:)](?![0-9])", _DOT, "CIRCUIT", lacking=_IN_HAND, ahead=True),
    _slip(r"[0-9]+", _DOT, "CIRCUIT", lacking=f"MARK {_IN_HAND}"),
    _slip(r"[0-9]+", say("a circuit number ends in a dot, points begin with +, and a count with ="), "CIRCUIT",
          lacking=_IN_HAND),
    # hands
    _slip(rf"{_TILE}-[0-9]+\^?", say("a space stands between a tile and a deduction: 1|4 -10"), "DEDUCTION"),
    _slip(r"(?i:-|0|none|nothing|empty)", say("an empty hand is left out"), after=("HEAD", "LEFT")),
    _slip(r"-\s+[0-9]", say("a deduction is written without a space: -10"), "DEDUCTION", ahead=True),
    _slip(r"[+=].*", _DEDUCTION, "DEDUCTION"),
    _slip(r"[0-9]", _DEDUCTION, "DEDUCTION", after=("TILE",)),
    _slip(r"-[0-9]+", say("a hand has one deduction"), "HEAD", after=("DEDUCTION", "DEDUCTION STOOD")),
    _slip(_TILE, say("the deduction stands behind the tiles"), "HEAD", after=("DEDUCTION", "DEDUCTION STOOD")),
    _slip(r"(?i:unknown|none)|\.\.+|…|_+", say("a tile that nobody noted is `?`"), "UNKNOWN"),
    # tiles
    _slip(r"[0-9](?:\s+[|:/x×.,-]?\s*|[|:/x×.,-]\s+)[0-9](?![0-9|:/])", _UNSPACED, f"UNSEEN {_IN_HAND}", ahead=True),
    _slip(r"\[?[0-9](?:[|:/-][0-9]){2,}\]?", say("a tile has two halves"), "TILE"),
    _slip(r"\[?[0-9][|:/-]{2,}[0-9]\]?", _JOINED, "TILE"),
    _slip(r"[0-9]{3,}", _SINGLE, f"UNSEEN {_IN_HAND}"),
    _slip(r"[0-9]+[|:/-][0-9]+", _SINGLE, "TILE"),
    _slip(r"\[?[0-9][^0-9|:/@^=;-][0-9](?:[\]@^+=!?$,.].*)?", _JOINED, "TILE"),
    _slip(r"\[?[0-9][|:/-]\]?|[|:/][0-9]", _HALF, "TILE"),
    _slip(r"-[0-9]", _HALF, "UNSEEN UNKNOWN"),
    _slip(r"\[[0-9][|:/-][0-9]|[0-9][|:/-][0-9]\]", say("a bracket is missing"), "TILE"),
    _slip(r"[0-9][|:/-][^0-9].*|\[?[^\W\d_][|:/-][0-9]\]?", _DIGITS, "TILE"),
    _slip(r"[^\W\d_][0-9]|[0-9][^\W\d_]", _DIGITS, f"UNSEEN {_IN_HAND}"),
    # pairs and points
    _slip(r"[0-9]+", say("a number is written without spaces"), "PAIR", after=("NUMBER",)),
    _slip(r"[,.:;/&-]|(?i:and)|(?:NS|EW)\W.*", _WHITE_SPACE_IN_POINTS, "PAIR"),
    _slip(r"[+-]?[0-9].*", say("a pair stands before its points: NS 120"), after=("TOTAL", "ADJUST")),
    _slip(r"[:=].*|[+-]?[0-9]+[,.:;]", _WHITE_SPACE_IN_POINTS, "NUMBER"),
    _slip(r"[+-]", _SIGN, "NUMBER"),
    _slip(r"(?!NS|EW)[^\W\d_].*", _IN_DIGITS, "NUMBER"),
    # the parts of a turn
    _slip(r"(?i:points?|pts?|pips)[,.]?", say("the number alone is enough"),
          after=("POINTS", "COUNT", "NUMBER", "DEDUCTION")),
    _slip(rf"(?i:\+?(?:{_NUMBERS})\b.*)", _IN_DIGITS, "POINTS"),
    _slip(r"[@+=].*", say("a pass has no end, points or count"), after=("PASS", "PASS STOOD")),
    _slip(r"[@+=^].*", say("a turn that nobody saw has no end, points or count"), after=("UNSEEN",)),
    _slip(r"\+?-[0-9].*", _NEVER_BELOW, "MARK"),
    _slip(r"\+[0-9]*", say("a turn has points once"), after=("POINTS", "POINTS POINTS_STOOD")),
    _slip(r"=[0-9]*", say("a turn has one count"), after=("COUNT",)),
    _slip(r"\+[0-9]+(?:\+[0-9]+)+", say("a turn has points once"), "POINTS"),
    _slip(r"[+=]", _SIGN, "POINTS COUNT"),
    _slip(r"[+=][0-9]*[^0-9^].*", say("points and counts are whole numbers"), "POINTS COUNT"),
    _slip(r"[0-9]+\+|\+[0-9]+\+", say("the sign of points stands before the number"), "POINTS"),
    _slip(r"@.*", say("an end is named by its pips, @5, or by a tile, @5|5"), "AT"),
    _slip(r"@[0-9].*|[+=][0-9]+|[!?]+", _ORDER, "CIRCUIT UNSEEN"),
    _slip(r"\^.*", say("`^` stands after the tile or its end, after the points, or after a pass"), "CIRCUIT"),
    _slip(r"\$[0-9]*", say("marks are ! ? !! ?? !? ?! and $1 to $255"), "CIRCUIT"),
    _slip(r".*", _IN_VARIATION, "CIRCUIT", after=("LPAR",)),
    _slip(r"(?![0-9]+\.+\Z)(?:[.,].*|.*[^.,][.,])", _WHITE_SPACE, "TILE"),
    _slip(r"(?![0-9]+\.+\Z)(?:[.,].*|.*[.,])", _COMMA, lacking=_IN_TAG),
)  # fmt: skip
"""In the order in which they are tried: what is more special stands before what is more general."""


def hint(text: str, obstacle: Obstacle, expected: frozenset[str]) -> Message:
    """What is wrong with the word at which reading had to stop, or NOTHING where it is no slip that is known.

    `expected` is the terminals that could have stood there, with those that begin what comes after.
    """
    if seat_is_last(obstacle):
        return say("a seat stands before its turn")
    start, end = obstacle.span
    told = _of_the_word(text[start:end], text[start : start + _AHEAD], obstacle, expected)
    inner = obstacle.inner
    if not told and inner:
        tail = text[inner.span.start : end]
        told = _of_the_word(tail, tail, inner, inner.expected)
    return told


def seat_is_last(obstacle: Obstacle) -> bool:
    """Whether the last seat that was read stands behind a turn without one: `pass W`."""
    *_, other, earlier, did, seat = ("", "", "", "", *_types(obstacle))
    is_bare = earlier != "SEAT" or other == "LOT"
    return is_bare and did in ("TILE", "PASS") and seat == "SEAT" and "UNSEEN" in obstacle.expected


def _types(obstacle: Obstacle) -> Iterable[str]:
    return (token.type for token in obstacle.before)


def _of_the_word(word: str, line: str, obstacle: Obstacle, expected: frozenset[str]) -> Message:
    """`line` begins with the word, and goes on behind it where that may tell more."""
    if not word or len(word) > _LONGEST:
        return NOTHING
    word, line = word.translate(PLAIN_DASHES), line.translate(PLAIN_DASHES)
    before = " ".join(_types(obstacle))
    for slip in _SLIPS:
        if slip.fits(word, line, expected, before):
            return slip.says
    return next(_about_words(word, expected), NOTHING)


def _about_words(word: str, expected: frozenset[str]) -> Iterator[Message]:
    """What may be meant by a word of letters."""
    if not expected & _WHERE_WORDS_STAND:
        return
    plain = word.lower()
    opening = re.fullmatch(rf"({'|'.join(_WORDS)})[^\w\s].*", plain)
    if opening:
        yield say("nothing but white space stands after `{word}`", word=opening[1])
    if plain.isalpha() and plain not in _WORDS:
        near = _MEANT.get(plain) or next(iter(get_close_matches(plain, _WORDS, n=1, cutoff=0.7)), None)
        if near:
            yield say("did you mean `{word}`?", word=near)
        if "CIRCUIT" in expected and len(plain) > 1:
            yield _COMMENT
