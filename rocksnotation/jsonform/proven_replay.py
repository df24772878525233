"""The replay JSON of a match that is proven, put together from its proof: to the letter what `writing` makes of it.

A proof tells which kinds of end lie open before each turn, and not which tiles they are ends of: that alone is
worked out here, by `_Picture`. Which kind a tile joins, and which it leaves open, is asked of `shapes` once for
each shape and turn; what a place, a count or a join is in JSON is asked of `writing` once for each end.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from operator import attrgetter
from typing import NamedTuple

from rocksnotation import bits
from rocksnotation.jsonform.proven import end_to_json
from rocksnotation.jsonform.writing import count_to_json, join_to_json, place_to_json
from rocksnotation.layout import Layout
from rocksnotation.proof import Proof
from rocksnotation.reckoning import PASS, Reckoned, said_by, seats_from
from rocksnotation.replay.results import Join, Status, Unchecked, address
from rocksnotation.scoring import points
from rocksnotation.seats import SEATS
from rocksnotation.shapes import Kind, Shape
from rocksnotation.text import json_text
from rocksnotation.tiles import Tile

# ------------------------------------------------------------------------------------ what lies on the table


class _End(NamedTuple):
    """An open end of a tile, as JSON: its places, what it counts, a join to it, and one that is assumed.

    What counts nothing is left out of the counts, and has no text there: the spinner's branches (Law 4.4).
    """

    kind: Kind
    places: str
    counts: str
    join: str
    assumed: str


class _Placement(NamedTuple):
    """A tile that is laid: the kind of end that it takes away (the lead takes none), and the ends that it gives.

    `spinner` is a double's own name: it is the spinner if none lies yet (Law 4.1).
    """

    action: str
    joined: Kind | None
    given: tuple[_End, ...]
    spinner: str | None


class _Placements(dict[int, _Placement]):
    """What turns that place a tile do where the layout has one shape, by their numbers."""

    __slots__ = ("_shape",)

    def __init__(self, shape: Shape) -> None:
        self._shape = shape

    def __missing__(self, turn: int) -> _Placement:
        said = said_by(turn)
        assert said.tile
        self[turn] = placement = _placement(said.tile, *self._shape.change(said.tile, said.at))
        return placement


_placements_at = cache(_Placements)


@cache
def _placement(tile: Tile, joined: Kind | None, given: tuple[Kind, ...]) -> _Placement:
    ends = sorted((_end(kind, tile) for kind in given), key=attrgetter("places"))
    spinner = json_text(str(tile)) if tile.is_double else None
    return _Placement(f'"play", "tile": "{tile}"', joined, tuple(ends), spinner)


@cache
def _end(kind: Kind, tile: Tile) -> _End:
    places = kind.places_with(tile)
    return _End(
        kind,
        ", ".join(json_text(place_to_json(place)) for place in places),
        ", ".join(json_text(count_to_json(count)) for count in Layout(places).counts),
        json_text(join_to_json(Join(places[0], assumed=False))),
        json_text(join_to_json(Join(places[0], assumed=True))),
    )


class _Picture:
    """The open ends with their tiles: the places and counts of all, sorted, and those of each kind, the oldest first.

    Texts are sorted here instead of places: they begin with tile and port, whose names come in the same order.
    """

    __slots__ = ("_of_kind", "counts", "is_assumed", "places", "spinner")

    def __init__(self) -> None:
        self.places: list[str] = []
        self.counts: list[str] = []
        self.spinner = "null"
        self.is_assumed = False
        self._of_kind: defaultdict[Kind, list[_End]] = defaultdict(list)

    def lay(self, placement: _Placement) -> str:
        """Lays a tile; how it joins. Of alike ends the one lying longest is taken, which is then assumed."""
        _, joined, given, spinner = placement
        join = "null"
        if joined:
            alike = self._of_kind[joined]
            host = alike.pop(0)
            self.places.remove(host.places)
            if host.counts:
                self.counts.remove(host.counts)
            join = host.join
            if alike:
                join, self.is_assumed = host.assumed, True
        for end in given:
            self._of_kind[end.kind].append(end)
            self.places.append(end.places)
            if end.counts:
                self.counts.append(end.counts)
        if joined:  # a lead's are given in order; its counts, of one tile, do not tell their ports
            self.places.sort()
            self.counts.sort()
        if spinner and self.spinner == "null":
            self.spinner = spinner
        return join


# ------------------------------------------------------------------------------------- the whole of a match


def proven_replay(proof: Proof, number: int) -> str:
    """One proven match of a replay document, which has that number, on one line."""
    rounds, is_assumed = [], False
    ns = ew = 0
    for index, played in enumerate(proof.rounds, 1):
        picture = _Picture()
        rounds.append(_round(index, played.reckoned, picture, ns, ew))
        ns, ew = played.reckoned.ns, played.reckoned.ew
        is_assumed = is_assumed or picture.is_assumed
    return (
        f'{{"match": {number}, {_status(is_assumed)}, "winner": "{proof.winner}", '
        f'"totals": {_totals(ns, ew)}, "rounds": [{", ".join(rounds)}]}}'
    )


def _round(number: int, reckoned: Reckoned, picture: _Picture, ns: int, ew: int) -> str:
    """One round; `picture` is the table before it, and the totals are those that it begins with."""
    steps = ", ".join(_steps(number, reckoned, picture, ns, ew))
    return (
        f'{{"number": {number}, "leader": "{SEATS[reckoned.leader]}", {_status(picture.is_assumed)}, '
        f'"steps": [{steps}], "end": {_end_of_round(reckoned.kind, reckoned.whose)}, "left": {_left(reckoned)}, '
        f'"totals": {_totals(reckoned.ns, reckoned.ew)}}}'
    )


def _steps(number: int, reckoned: Reckoned, picture: _Picture, ns: int, ew: int) -> list[str]:
    steps = []
    places, counts, layouts = picture.places, picture.counts, reckoned.layouts
    totals = [ns, ew]
    running = _totals(ns, ew)
    starts = _starts(number, reckoned.leader, len(reckoned.turns))
    for index, (start, turn) in enumerate(zip(starts, reckoned.turns, strict=True)):
        if turn == PASS:
            steps.append(f'{start}"pass", "totals": {running}}}')
            continue
        placement = _placements_at(layouts[index].shape)[turn]
        join = picture.lay(placement)
        earned, scored = _scored(layouts[index + 1].shape.sum)
        if earned:
            totals[(reckoned.leader + index) % 2] += earned
            running = _totals(*totals)
        steps.append(
            f'{start}{placement.action}, "join": {join}, "spinner": {picture.spinner}, '
            f'"places": [{", ".join(places)}], "counts": [{", ".join(counts)}], {scored}, "totals": {running}}}'
        )
    return steps


@cache
def _scored(pips: int) -> tuple[int, str]:
    """The points for ends that count so much, and the members that tell of both."""
    earned = points(pips)
    return earned, f'"sum": {pips}, "points": {earned}'


@lru_cache(1_000)
def _starts(number: int, leader: int, turns: int) -> tuple[str, ...]:
    """How each step of a round begins: which turn it is, and whose."""
    seats = seats_from(leader)[:turns]
    return tuple(
        f'{{"turn": {turn}, "address": "{address(number, turn, seat)}", "seat": "{seat}", "action": '
        for turn, seat in enumerate(seats, 1)
    )


@cache
def _status(is_assumed: bool) -> str:
    """What is proven is verified; only the picture may be unsure."""
    unchecked = [str(Unchecked.PICTURE)] if is_assumed else []
    return f'"status": "{Status.VERIFIED}", "unchecked": {json_text(unchecked)}'


@cache
def _end_of_round(kind: str, whose: int) -> str:
    return json_text(end_to_json(kind, whose))


def _left(reckoned: Reckoned) -> str:
    """The hands that were settled; null after a win."""
    if reckoned.costs is None:
        return "null"
    hands = [
        f'"{seat}": {{"tiles": {_tiles(hand)}, "pips": {bits.pips(hand)}, "deduction": {cost}}}'
        for seat, hand, cost in zip(SEATS, reckoned.left, reckoned.costs, strict=True)
    ]
    return f"{{{', '.join(hands)}}}"


def _tiles(hand: int) -> str:
    names = bits.names(hand)[1:].decode().replace(" ", '", "')
    return f'["{names}"]' if names else "[]"


def _totals(ns: int, ew: int) -> str:
    return f'{{"NS": {ns}, "EW": {ew}}}'
