"""Sets of tiles as numbers, a bit for each tile in the order of the set: what is proven quickly is counted with them.

Bits of tiles that are all different add up to their set. Whether they were different can be told from it:
added bits of the same tile are another tile's, so that fewer are set than were added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import TypeVar

from rocksnotation import scoring
from rocksnotation.tiles import ALL_TILES, Tile

_Value = TypeVar("_Value")

IN_ORDER = tuple(sorted(ALL_TILES))
BITS = {tile: 1 << index for index, tile in enumerate(IN_ORDER)}
BITS_BY_NAME = {str(tile).encode(): bit for tile, bit in BITS.items()}
EVERY_TILE = (1 << len(IN_ORDER)) - 1

_THIRD = 10
_LOWEST = (1 << _THIRD) - 1


def bits_of(tiles: Iterable[Tile]) -> int:
    """The set of some tiles."""
    return reduce(or_, (BITS[tile] for tile in tiles), 0)


def tiles_of(bits: int) -> tuple[Tile, ...]:
    """The tiles of a set, sorted."""
    return tuple(tile for tile, bit in BITS.items() if bit & bits)


class _Third(dict[int, _Value]):
    """Something of a third of the tiles, by their set; `first` is the tile of its lowest bit."""

    def __init__(self, first: int, value: Callable[[Iterable[Tile]], _Value]) -> None:
        self._first = first
        self._value = value

    def __missing__(self, bits: int) -> _Value:
        self[bits] = value = self._value(tiles_of(bits << self._first))
        return value


def _named(tiles: Iterable[Tile]) -> bytes:
    return "".join(f" {tile}" for tile in tiles).encode()


_FIRST = (0, _THIRD, 2 * _THIRD)
_NAMES = tuple(_Third(first, _named) for first in _FIRST)
_PIPS = tuple(_Third(first, scoring.pips) for first in _FIRST)


def names(bits: int) -> bytes:
    """The tiles of a set as they are written, sorted, each behind a space."""
    low, middle, high = _NAMES
    return low[bits & _LOWEST] + middle[bits >> _THIRD & _LOWEST] + high[bits >> 2 * _THIRD]


def pips(bits: int) -> int:
    """The pips of all tiles of a set (Law 7.2)."""
    low, middle, high = _PIPS
    return low[bits & _LOWEST] + middle[bits >> _THIRD & _LOWEST] + high[bits >> 2 * _THIRD]
