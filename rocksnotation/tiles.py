"""The double-six set (Law 1.2). Knows nothing of the table."""

from __future__ import annotations

from typing import NamedTuple

HIGHEST = 6
"""The most pips on a half."""

HAND_SIZE = 7
"""Tiles dealt to each player (Law 2.1)."""


class Tile(NamedTuple):
    """An unordered pair of halves, kept low half first, each 0 to 6 pips (Law 1.2)."""

    low: int
    high: int

    @classmethod
    def of(cls, one: int, other: int) -> Tile:
        """The tile with these halves in either order. Raises ValueError where the set has none."""
        tile = cls(min(one, other), max(one, other))
        if tile not in ALL_TILES:
            raise ValueError(f"no tile {tile} in the double-six set (Law 1.2)")
        return tile

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile written `1|4`, low half first. Raises ValueError for anything else."""
        tile = _BY_NAME.get(text)
        if tile is None:
            raise ValueError(f"not a tile of the double-six set, low half first: {text!r}")
        return tile

    def __str__(self) -> str:
        return f"{self.low}|{self.high}"

    @property
    def is_double(self) -> bool:
        """Whether both halves are alike."""
        return self.low == self.high

    @property
    def pips(self) -> int:
        """The pips of both halves together."""
        return self.low + self.high

    @property
    def halves(self) -> tuple[int, ...]:
        """The different values of its halves, low first: one for a double, else two."""
        return (self.low,) if self.is_double else (self.low, self.high)

    def other(self, half: int) -> int:
        """The half that is left when `half` has been joined."""
        return self.high if half == self.low else self.low


ALL_TILES = frozenset(Tile(low, high) for high in range(HIGHEST + 1) for low in range(high + 1))
_BY_NAME = {str(tile): tile for tile in ALL_TILES}
