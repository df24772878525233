"""A sound round, cut by regular expressions into its sections, and these into turns, hands and draws.

All that it gives stands so in the text: offsets and words, of which `meanings` tells what they mean. A round that
is not sound to the letter is not cut, nor is one whose variations nest deeper than `patterns` goes; what to
say about it is for the parser to find out. Needs no parser itself.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple, TypeAlias

from rocksnotation import patterns

Stretch: TypeAlias = tuple[int, int]
"""Offsets of the first character, and of the one behind the last; (-1, -1) of what is not written."""

TurnWords: TypeAlias = tuple[str, str, str, str, str, str, str, str, str, str]
"""What stands in one piece of the turns, in this order, each "" where it is missing:

circuit, seat, did, at, stood, points, points_stood, count, adjust, variations.

`did` is the tile, the pass or the `?`; the variations are a run of them with the white space between. A piece is
a turn, or an adjustment with its word, or only a circuit number that has comments of its own, or another one
behind it.
"""


class Cut(NamedTuple):
    """Where the sections of one sound round stand, with the white space behind them.

    `heading` is the word `round` and the number, without white space; `comments` are those behind it. `hands` are
    those of the deal, behind its word and the comments there.
    """

    span: Stretch
    heading: Stretch
    comments: Stretch
    deal: Stretch
    hands: Stretch
    lot: Stretch
    turns: Stretch
    ending: Stretch
    left: Stretch
    left_hands: Stretch
    total: Stretch


# Before Python 3.11.5 a possessive repetition keeps a part of what its last round could not match.
_IS_EXACT = re.compile("(?:ab?c)*+").match("aca").end() == 2  # type: ignore[union-attr]


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A rule that `patterns` has, or one of its terminals. It is for text that was cut, and judges nothing."""
    return re.compile(getattr(patterns, name, None) or patterns.TERMINALS[name])


def cut(text: str, start: int, end: int) -> Cut | None:
    """The sections of a stretch of text, whose lines end in LF, that is one sound round from end to end."""
    found = pattern("ROUND").fullmatch(text, start, end) if _IS_EXACT else None
    return Cut._make(found.regs) if found else None


def cut_first(text: str, start: int, end: int) -> Cut | None:
    """As `cut`, of a round that may end before the stretch does: it goes as far as it is sound."""
    found = pattern("ROUND").match(text, start, end) if _IS_EXACT else None
    return Cut._make(found.regs) if found else None


def turns(text: str, stretch: Stretch) -> list[TurnWords]:
    """The words of all turns in `Cut.turns`, but for marks and comments."""
    return _words().findall(text, *stretch)


@cache
def _words() -> re.Pattern[str]:
    return re.compile(re.sub(r"\?P<(?:marks|comment|comments)>", "?:", patterns.TURN))
