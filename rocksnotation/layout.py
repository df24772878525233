"""Geometry of the layout (Laws 3 and 4). Knows nothing of turns, hands or points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rocksnotation.tiles import Tile


class Port(StrEnum):
    """Where on a lying tile another may join it."""

    LOW = "low"
    HIGH = "high"
    LINE_A = "line-a"
    LINE_B = "line-b"
    BRANCH_A = "branch-a"
    BRANCH_B = "branch-b"


_LINES = (Port.LINE_A, Port.LINE_B)
_BRANCHES = (Port.BRANCH_A, Port.BRANCH_B)
_PLAIN = (Port.LOW, Port.HIGH)


class Place(NamedTuple):
    """A place at which the layout may go on: a lying tile, its port, and the pips to match (Law 3.1)."""

    tile: Tile
    port: Port
    pips: int

    @classmethod
    def plain(cls, tile: Tile, pips: int) -> Place:
        """The plain end of a tile, no double, that shows `pips`."""
        return cls(tile, Port.LOW if pips == tile.low else Port.HIGH, pips)

    @property
    def is_plain(self) -> bool:
        """Whether it is a plain end, and not a double's line or branch."""
        return self.port in _PLAIN

    @property
    def end(self) -> int | Tile:
        """How the end is named: a plain one by its pips, a double by its tile."""
        return self.pips if self.is_plain else self.tile


class Count(NamedTuple):
    """What one open end adds to the sum, in pips (Law 5.1)."""

    tile: Tile
    port: Port
    pips: int


class End(NamedTuple):
    """One kind of end that a tile can take: the place, and whether others just like it were open (`assumed`)."""

    place: Place
    assumed: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles on the table.

    `open` holds the places in the order in which their tiles were laid; `lying` every tile laid so far.
    """

    open: tuple[Place, ...] = ()
    spinner: Tile | None = None
    lying: frozenset[Tile] = frozenset()

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place at which play may go on, sorted by tile, then port (Laws 3.1 and 4.2)."""
        return tuple(sorted(self.open))

    @property
    def counts(self) -> tuple[Count, ...]:
        """What each end counts, sorted by tile, then port."""
        return tuple(sorted(self._counted()))

    @property
    def sum(self) -> int:
        """The sum of the ends, in pips (Law 5.1)."""
        return sum([pips for _, _, pips in self._counted()])

    def _counted(self) -> Iterator[Count]:
        """A plain end counts its pips and an end double both halves, once (Laws 3.2 and 4.3).

        An unopened branch counts nothing and is left out (Law 4.4).
        """
        double = None
        for tile, port, pips in self.open:
            if port in _PLAIN:
                yield Count(tile, port, pips)
            elif port in _LINES and tile != double:
                double = tile  # the lines of a led double stand side by side
                yield Count(tile, port, tile.pips)

    def ends_for(self, tile: Tile) -> tuple[End, ...]:
        """The kinds of end that `tile` can take: for each of its halves the plain ends, then the double.

        Plain ends that show the same pips are one kind, of which the one lying longest is taken; so are
        the open lines of a double, and so are the two branches.
        """
        ends = []
        for pips in tile.halves:
            ends += [self.plain_end(pips), self.double_end(pips)]
        return tuple(end for end in ends if end is not None)

    def plain_end(self, pips: int) -> End | None:
        """The plain end that shows `pips`, the one lying longest, or None."""
        found = [place for place in self.open if place.pips == pips and place.is_plain]
        return End(found[0], len(found) > 1) if found else None

    def double_end(self, pips: int) -> End | None:
        """The first open place at the double of `pips`, as an end or as the spinner's branch, or None."""
        found = [place for place in self.open if place.pips == pips and not place.is_plain]
        return End(found[0], False) if found else None

    def ends_of(self, tile: Tile) -> tuple[End, ...]:
        """The open ends of one lying tile: none where it is covered or not lying at all."""
        if tile.is_double:
            end = self.double_end(tile.low)
            return (end,) if end else ()
        return tuple(End(place, False) for place in self.open if place.tile == tile)

    def with_lead(self, tile: Tile) -> Layout:
        """The layout after `tile` was led (Law 2.3); a double is the spinner at once (Law 4.1)."""
        if tile.is_double:
            return Layout(tuple(Place(tile, port, tile.low) for port in _LINES), tile, frozenset((tile,)))
        ends = (Place.plain(tile, tile.low), Place.plain(tile, tile.high))
        return Layout(ends, None, frozenset((tile,)))

    def with_tile(self, tile: Tile, place: Place) -> Layout:
        """The layout after `tile` joined `place`, which must be open and match one of its halves (Law 3.1)."""
        still_open = list(self.open)
        still_open.remove(place)
        if (
            place.tile == self.spinner
            and place.port in _LINES
            and not any(other.tile == place.tile for other in still_open)
        ):
            still_open += [Place(place.tile, port, place.pips) for port in _BRANCHES]  # Law 4.2
        spinner = self.spinner
        if tile.is_double:
            spinner = spinner or tile  # Law 4.1
            still_open.append(Place(tile, Port.LINE_B, tile.low))
        else:
            still_open.append(Place.plain(tile, tile.other(place.pips)))
        return Layout(tuple(still_open), spinner, self.lying | {tile})
