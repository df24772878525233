"""What the words of a record mean, in every spelling that is read: a tile, a seat, a number, a comment.

Each function takes a token of the grammar as it is written. Knows nothing of where a word stands, and nothing of
the laws.
"""

from __future__ import annotations

import re
from typing import Literal

from rocksnotation.patterns import TERMINALS
from rocksnotation.seats import Pair, Seat
from rocksnotation.text import PLAIN_DASHES, WHITE, fold
from rocksnotation.tiles import HIGHEST, Tile

_FIRST_DOMINOES = (0x1F031, 0x1F063)  # 0|0 lying and standing; 49 of each follow in order
_CYRILLIC = str.maketrans({"Е": "E"})
_ESCAPED = re.compile(r"\\([}\\])")
_ESCAPED_IN_TAG = re.compile(r'\\(["\\])')


def seat(word: str) -> Seat:
    """The seat with which a SEAT, a HEAD or a DRAW begins."""
    return Seat(word[0].translate(_CYRILLIC))


def pair(word: str) -> Pair:
    """A PAIR."""
    return Pair(word.translate(_CYRILLIC))


def halves(word: str) -> tuple[int, int]:
    """The halves of a TILE as they are written: any digits."""
    code = ord(word[0])
    for first in _FIRST_DOMINOES:
        if first <= code < first + 49:
            return divmod(code - first, 7)
    one, other = (int(character) for character in word if character.isdigit())
    return one, other


def tile(word: str) -> Tile | None:
    """A TILE; None where the set has no such tile (Law 1.2)."""
    written = halves(word)
    return Tile.of(*written) if max(written) <= HIGHEST else None


def did(word: str) -> Tile | Literal["pass", "unseen"] | None:
    """What was done in a turn: a TILE, a PASS or an UNSEEN; None where the set has no such tile."""
    if re.fullmatch(TERMINALS["PASS"], word):
        return "pass"
    return "unseen" if re.fullmatch(TERMINALS["UNSEEN"], word) else tile(word)


def end(word: str) -> int | Tile | None:
    """The end that an AT names, by its pips or its tile; None where nothing in the set shows that."""
    if not names_pips(word):
        return tile(word[1:])
    pips = int(word[1:])
    return pips if pips <= HIGHEST else None


def names_pips(word: str) -> bool:
    """Whether an AT names an end by its pips."""
    return len(word) == 2 and word[1].isdigit()


def round_number(heading: str) -> str:
    """The digits of a ROUND."""
    return heading[len("round") :].strip(WHITE)


def circuit_number(word: str) -> int:
    """A CIRCUIT."""
    return int(word.rstrip("."))


def drawn(word: str) -> int:
    """The number of a DRAW."""
    return int(word.split(":")[1])


def claimed(word: str) -> int:
    """The points of POINTS, or the pips of a COUNT. White space may stand behind the sign."""
    return int(word[1:])


def deduction(word: str) -> int:
    """A DEDUCTION: what the leftovers cost, not below 0."""
    return int(word[1:])


def number(word: str) -> int:
    """A NUMBER, with its sign."""
    return int(word.translate(PLAIN_DASHES))


def comment(word: str) -> str:
    """The text of a COMMENT, folded."""
    if word[0] == ";":
        return fold(word[1:])
    return fold(_ESCAPED.sub(r"\1", word[1:-1]) if "\\" in word else word[1:-1])


def value(word: str) -> str:
    """The value in a STRING."""
    return _ESCAPED_IN_TAG.sub(r"\1", word[1:-1]) if word[0] == '"' else word[1:-1]
