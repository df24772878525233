"""Layouts as far as what follows can tell them apart: an automaton, built from the laws while it is used.

Where the same kinds of end lie open, the same tiles fit, count the same and leave the same, whichever tiles
they are ends of. So there are few shapes (some 12,000 in millions of placements), and what follows from one
needs to be worked out once. What a tile does to the end that it joins does not hang on the other ends: `layout` and
`laws` are asked once, on a layout that has that end alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import attrgetter

from rocksnotation import laws
from rocksnotation.layout import Layout, Place, Port
from rocksnotation.tiles import ALL_TILES, Tile

_COVERED = Tile(-1, -1)
"""Stands for all tiles that are no ends any more, a covered spinner among them."""

_ON_THE_TABLE = frozenset({_COVERED})


class Unfit(LookupError):
    """A placement that is not legal, or of which the record does not say where it goes."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of end: its pips, what it counts, whether it is the spinner's, and the open places of one such end.

    The same kind is the same object; `number` puts kinds into an order.
    """

    number: int
    pips: int
    counts: int
    is_spinner: bool
    places: tuple[Place, ...]

    def places_with(self, tile: Tile) -> tuple[Place, ...]:
        """The places of an end that is open once `tile` is laid: a plain end is its own, a double's the double's."""
        return (Place.plain(tile, self.pips),) if self.places[0].is_plain else self.places


class Shape:
    """One shape of the layout. The same shape is the same object."""

    __slots__ = ("_kinds", "_spinner_lies", "fitting", "sum")

    def __init__(self, kinds: tuple[Kind, ...], spinner_lies: bool) -> None:
        self._kinds = kinds
        self._spinner_lies = spinner_lies
        self.sum = sum([kind.counts for kind in kinds])
        self.fitting = _fitting(frozenset([kind.pips for kind in kinds]))

    def after(self, tile: Tile, at: int | Tile | None) -> Shape:
        """The shape after a placement at an end, as the record names it or leaves it out. Raises Unfit."""
        return self.changed(tile, *self.change(tile, at))

    def change(self, tile: Tile, at: int | Tile | None) -> tuple[Kind | None, tuple[Kind, ...]]:
        """The kind of end that a placement takes away, None for the lead, and those it gives. Raises Unfit."""
        fitting = [kind for kind in self._kinds if kind.pips in tile]
        joined = _joined(tuple(dict.fromkeys(fitting)), tile, at)
        return joined, _left_by(joined, tile, self._spinner_lies)

    def changed(self, tile: Tile, joined: Kind | None, given: tuple[Kind, ...]) -> Shape:
        """The shape after a placement that takes one kind of end away and gives others."""
        kinds = list(self._kinds)
        if joined:
            kinds.remove(joined)
        kinds += given
        kinds.sort(key=_NUMBER)
        return _shape(tuple(kinds), self._spinner_lies or tile.is_double)

    def has_several(self, kind: Kind | None) -> bool:
        """Whether several ends of a kind are open, so that it is not known which one of them a tile has joined."""
        return kind is not None and self._kinds.count(kind) > 1


class _Bare(Shape):
    """The table before the lead (Law 2.3): any tile may be led, and no end can be named."""

    def change(self, tile: Tile, at: int | Tile | None) -> tuple[None, tuple[Kind, ...]]:
        """The kinds of end of a tile that is led. Raises Unfit for a lead that names an end."""
        if at is not None:
            raise Unfit
        return None, _kinds(Layout().with_lead(tile))


@cache
def bare() -> Shape:
    """The shape before the lead, to which everything may be led."""
    return _Bare((), spinner_lies=False)


@cache
def _shape(kinds: tuple[Kind, ...], spinner_lies: bool) -> Shape:
    return Shape(kinds, spinner_lies)


@cache
def _fitting(pips: frozenset[int]) -> frozenset[Tile]:
    """Law 3.1: the tiles that fit where these pips are open; before the lead any tile."""
    return frozenset(tile for tile in ALL_TILES if not pips or not pips.isdisjoint(tile))


@cache
def _joined(kinds: tuple[Kind, ...], tile: Tile, at: int | Tile | None) -> Kind:
    """Which of the kinds of end that a tile fits it joins, by the laws. Raises Unfit."""
    if isinstance(at, Tile) and not at.is_double:
        raise Unfit  # which tile an end belongs to is what a shape does not tell
    places = tuple(place for kind in kinds for place in kind.places)
    ends = laws.ends(Layout(places, None, _ON_THE_TABLE), tile, at)
    if not isinstance(ends, tuple) or len(ends) > 1:
        raise Unfit
    return next(kind for kind in kinds if ends[0].place in kind.places)


@cache
def _left_by(joined: Kind, tile: Tile, spinner_lies: bool) -> tuple[Kind, ...]:
    """The kinds of end that are open where one was that `tile` has joined."""
    host = joined.places[0]
    spinner = host.tile if joined.is_spinner else _COVERED if spinner_lies else None
    return _kinds(Layout(joined.places, spinner, _ON_THE_TABLE).with_tile(tile, host))


def _kinds(layout: Layout) -> tuple[Kind, ...]:
    """The kinds of end of a layout: each plain end by itself, the open places of a double together."""
    counts = {(count.tile, count.port): count.pips for count in layout.counts}
    kinds = []
    for (tile, plain), group in groupby(layout.open, lambda place: (place.tile, place.is_plain and place)):
        places = tuple(group)
        name = (
            places[0].pips,
            None if plain else tuple(place.port for place in places),
            tile == layout.spinner,
        )
        if name not in _KINDS:
            counted = sum(counts.get((tile, place.port), 0) for place in places)
            _KINDS[name] = Kind(len(_KINDS), places[0].pips, counted, tile == layout.spinner, places)
        kinds.append(_KINDS[name])
    return tuple(sorted(kinds, key=_NUMBER))


_NUMBER = attrgetter("number")
_KINDS: dict[tuple[int, tuple[Port, ...] | None, bool], Kind] = {}
"""Every kind that has been met: by its pips, its open ports where it is a double, and whether it is the spinner."""
