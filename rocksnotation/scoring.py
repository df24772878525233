"""Arithmetic of the score (Laws 5.2 and 7.2). Knows nothing of the layout or of whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable

from rocksnotation.tiles import Tile

TARGET = 250
"""The total that wins where the record names no other (Law 1.3)."""

_FIVE = 5


def points(ends: int) -> int:
    """Points for a placement after which the ends count `ends` pips (Law 5.2)."""
    return ends if ends > 0 and ends % _FIVE == 0 else 0


def pips(hand: Iterable[Tile]) -> int:
    """All pips of a hand."""
    return sum(tile.pips for tile in hand)


def deduction(hand: Iterable[Tile]) -> int:
    """What one hand costs its pair: its pips to the nearest multiple of five, never negative (Law 7.2)."""
    return rounded(pips(hand))


def rounded(held: int) -> int:
    """The pips of one hand to the nearest multiple of five (Law 7.2)."""
    return (held + _FIVE // 2) // _FIVE * _FIVE
