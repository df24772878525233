"""The replay JSON of a match that is proven, put together from its proof: to the letter what `writing` makes of it.

A proof knows the kinds of end that lie open, not which tiles they are ends of. So that alone is worked out here
(see `_Picture`); which kind a tile joins and which kinds are open then is asked of `shapes`, once for each shape
and turn. An end is known by the JSON of its places, which `writing` is asked for once. In what order ends stand
does not need them to be read again: tiles and ports come in the same order as the texts that begin with them.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rocksnotation import bits
from rocksnotation.jsonform.proven import end_to_json
from rocksnotation.jsonform.writing import count_to_json, join_to_json, place_to_json
from rocksnotation.layout import Layout
from rocksnotation.proof import Proof
from rocksnotation.reckoning import PASS, Reckoned, said_by
from rocksnotation.replay.results import Join, Status, Unchecked, address
from rocksnotation.scoring import points
from rocksnotation.seats import SEATS
from rocksnotation.shapes import Kind, Shape
from rocksnotation.text import json_text
from rocksnotation.tiles import Tile
from rocksnotation.vocabulary import VERSION

# ----------------------------------------------------------------------------------- placements and ends


class _Placement(NamedTuple):
    """A tile that is laid: the kind of end that it takes away, and the ends that it gives.

    `joined` is None for the lead, and `spinner` but for a double, which is the spinner if none lies yet.
    """

    action: str
    joined: Kind | None
    given: tuple[tuple[Kind, str], ...]
    spinner: str | None


class _Placements(dict[tuple[Shape, int], _Placement]):
    """What turns do that place a tile, by the shape before them and their number."""

    def __missing__(self, key: tuple[Shape, int]) -> _Placement:
        shape, turn = key
        said = said_by(turn)
        assert said.tile
        self[key] = placement = _placement(said.tile, *shape.change(said.tile, said.at))
        return placement


_PLACEMENTS = _Placements()


@cache
def _placement(tile: Tile, joined: Kind | None, given: tuple[Kind, ...]) -> _Placement:
    ends = tuple((kind, _end(kind, tile)) for kind in given)
    return _Placement(f'"play", "tile": "{tile}"', joined, ends, _text(str(tile)) if tile.is_double else None)


_COUNTED: dict[str, str] = {}
"""What each end counts, as JSON; the spinner's branches count nothing, and are not in it."""

_JOINED: dict[str, tuple[str, str]] = {}
"""A join to each end, as JSON: where no other like it was open, and where one was."""


@cache
def _end(kind: Kind, tile: Tile) -> str:
    places = kind.places_with(tile)
    end = ", ".join(_text(place_to_json(place)) for place in places)
    for count in Layout(places).counts:
        _COUNTED[end] = _text(count_to_json(count))
    single, assumed = (_text(join_to_json(Join(places[0], assumed))) for assumed in (False, True))
    _JOINED[end] = single, assumed
    return end


@cache
def _scored(pips: int) -> tuple[int, str]:
    """The points for ends that count so much, and the members that tell of both."""
    earned = points(pips)
    return earned, f'"sum": {pips}, "points": {earned}'


def _text(value: Any) -> str:
    return json_text(value)


class _Picture:
    """Which tiles the open ends are of: all ends sorted, and those of each kind, the one lying longest first."""

    __slots__ = ("_of_kind", "ends", "is_assumed", "spinner")

    def __init__(self) -> None:
        self.ends: list[str] = []
        self.spinner = "null"
        self.is_assumed = False
        self._of_kind: defaultdict[Kind, list[str]] = defaultdict(list)

    def lay(self, placement: _Placement) -> str:
        """Lays a tile; how it joins. Of alike ends the one lying longest is taken, which is then assumed."""
        _, joined, given, spinner = placement
        join = "null"
        if joined:
            alike = self._of_kind[joined]
            host = alike.pop(0)
            self.ends.remove(host)
            join, assumed_join = _JOINED[host]
            if alike:
                join, self.is_assumed = assumed_join, True
        for kind, end in given:
            self._of_kind[kind].append(end)
            self.ends.append(end)
        self.ends.sort()
        if spinner and self.spinner == "null":
            self.spinner = spinner
        return join


# ------------------------------------------------------------------------------------- the whole of a match


def proven_replay(proof: Proof, number: int) -> str:
    """The replay document of one proven match, which has that number, on one line."""
    rounds, is_assumed = [], False
    ns = ew = 0
    for index, played in enumerate(proof.rounds, 1):
        picture = _Picture()
        rounds.append(_round(index, played.reckoned, picture, ns, ew))
        ns, ew = played.reckoned.ns, played.reckoned.ew
        is_assumed = is_assumed or picture.is_assumed
    return (
        f'{{"rocks": {VERSION}, "matches": [{{"match": {number}, {_status(is_assumed)}, '
        f'"winner": "{proof.winner}", "totals": {_totals(ns, ew)}, "rounds": [{", ".join(rounds)}]}}]}}'
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
    ends, layouts, totals = picture.ends, reckoned.layouts, [ns, ew]
    running = _totals(*totals)
    starts = _starts(number, reckoned.leader, len(reckoned.turns))
    for index, (start, turn) in enumerate(zip(starts, reckoned.turns, strict=True)):
        if turn == PASS:
            steps.append(f'{start}"pass", "totals": {running}}}')
            continue
        placement = _PLACEMENTS[layouts[index].shape, turn]
        join = picture.lay(placement)
        earned, scored = _scored(layouts[index + 1].shape.sum)
        if earned:
            totals[(reckoned.leader + index) % 2] += earned
            running = _totals(*totals)
        counts = ", ".join([_COUNTED[end] for end in ends if end in _COUNTED])
        steps.append(
            f'{start}{placement.action}, "join": {join}, "spinner": {picture.spinner}, '
            f'"places": [{", ".join(ends)}], "counts": [{counts}], {scored}, "totals": {running}}}'
        )
    return steps


@lru_cache(1_000)
def _starts(number: int, leader: int, turns: int) -> tuple[str, ...]:
    """How each step of a round begins: which turn it is, and whose."""
    seats = [SEATS[(leader + index) % len(SEATS)] for index in range(turns)]
    return tuple(
        f'{{"turn": {turn}, "address": "{address(number, turn, seat)}", "seat": "{seat}", "action": '
        for turn, seat in enumerate(seats, 1)
    )


@cache
def _status(is_assumed: bool) -> str:
    """What is proven is verified; only the picture may be unsure."""
    unchecked = [str(Unchecked.PICTURE)] if is_assumed else []
    return f'"status": "{Status.VERIFIED}", "unchecked": {_text(unchecked)}'


@cache
def _end_of_round(kind: str, whose: int) -> str:
    return _text(end_to_json(kind, whose))


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
