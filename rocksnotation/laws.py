"""Legality, law by law: what may lead, what may be placed where, what follows from a turn, who has won.

Knows positions, never text: it says what is so, and the caller decides what to make of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from rocksnotation.layout import End, Layout, Place
from rocksnotation.messages import Message, joined, listed, say
from rocksnotation.scoring import points
from rocksnotation.seats import SEATS, Seat
from rocksnotation.tiles import Tile

if TYPE_CHECKING:
    from rocksnotation.state import Position

PASSES_THAT_BLOCK = 4
"""Passes in a row that end a round (Law 6.2)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be."""

    message: Message


# ------------------------------------------------------------------------------------------ 2 deal and lead


class LotFault(Refusal):
    """Why draws choose nobody."""

    __slots__ = ()


def lot_winner(draws: Iterable[Mapping[Seat, int]]) -> Seat | LotFault:
    """Law 2.2: the highest draw wins; those who tie for it, and only those, draw again."""
    candidates = set(SEATS)
    winner = None
    for draw in draws:
        if winner:
            return LotFault(
                say("{winner} had won the lot, and {seats} drew again", winner=winner, seats=in_order(draw))
            )
        if set(draw) != candidates:
            return LotFault(
                say("{seats} drew; expected {expected}", seats=in_order(draw), expected=in_order(candidates))
            )
        highest = max(draw.values())
        candidates = {seat for seat, value in draw.items() if value == highest}
        winner = next(iter(candidates)) if len(candidates) == 1 else None
    return winner or LotFault(
        say("the lot is left tied between {seats}: expected another draw", seats=in_order(candidates))
    )


def in_order(seats: Collection[Seat]) -> Message:
    """Some seats for a message, in the order of the table: `N, E and W`."""
    return listed((seat for seat in SEATS if seat in seats), "and")


# ---------------------------------------------------------------------------------------------- 3 placing


class NotOpen(Refusal):
    """The end that was named is not there: nothing shows it, or that tile is covered or not lying."""

    __slots__ = ()


class NoMatch(Refusal):
    """Nothing open, or not the end that was named, matches the tile."""

    __slots__ = ()


def ends(layout: Layout, tile: Tile, at: int | Tile | None) -> tuple[End, ...] | NotOpen | NoMatch:
    """Law 3.1: the kinds of end that `tile` can join, as far as `at` leaves them; one of them, if it is named.

    `at` is an end by its pips (the plain end, or the double where no plain one shows them), or by its tile.
    """
    if at is None:
        found = layout.ends_for(tile)
        return found or NoMatch(say("{tile} fits no open end: {shown}", tile=tile, shown=_shown(layout)))
    if isinstance(at, Tile):
        candidates = layout.ends_of(at)
        if not candidates:
            if at in layout.lying:
                return NotOpen(say("{tile} is covered; {shown}", tile=at, shown=_shown(layout)))
            return NotOpen(say("{tile} is not on the table; {shown}", tile=at, shown=_shown(layout)))
    else:
        end = layout.plain_end(at) or layout.double_end(at)
        if end is None:
            return NotOpen(say("no open end shows {pips}; {shown}", pips=at, shown=_shown(layout)))
        candidates = (end,)
    fitting = tuple(end for end in candidates if end.place.pips in tile.halves)
    return fitting or NoMatch(
        say("{tile} does not fit the end @{end}; {shown}", tile=tile, end=at, shown=_shown(layout))
    )


def _shown(layout: Layout) -> Message:
    if not layout.lying:
        return say("nothing lies on the table yet")
    return say("the open ends show {pips}", pips=joined(sorted({place.pips for place in layout.open})))


def end_name(place: Place) -> str:
    """How a record names an end: `@5` for a plain one, `@5|5` for a double."""
    return f"@{place.end}"


def placeable(layout: Layout, hand: Iterable[Tile]) -> tuple[Tile, ...]:
    """Laws 2.3 and 3.1: the tiles of a hand that could be placed now, sorted; any of them as a lead."""
    return tuple(sorted(tile for tile in hand if not layout.lying or layout.ends_for(tile)))


# -------------------------------------------------------------------------------------------- 6 the turn


class Placed(NamedTuple):
    """What a placement made: the position after it, what the ends count, and the points for it (Law 5)."""

    after: Position
    sum: int
    points: int


def place(before: Position, seat: Seat, tile: Tile, end: End | None) -> Placed:
    """Laws 2.3, 3.1 and 5: `seat` leads `tile` (no end) or joins it to an end; the next seat is due."""
    layout = before.layout.with_tile(tile, end.place) if end else before.layout.with_lead(tile)
    hands = {**before.hands, seat: before.hands[seat].without(tile)}
    after = replace(before, hands=hands, due=(seat.next,), layout=layout, passes=0)
    return Placed(after, layout.sum, points(layout.sum))


def knock(before: Position, seat: Seat) -> Position:
    """Law 6.1: `seat` passes, and the next seat is due."""
    return replace(before, due=(seat.next,), passes=before.passes + 1)


def must_place(position: Position, seat: Seat) -> bool:
    """Law 6.1: whether the seat is known to have a tile that it can place. The leader always can."""
    return not position.layout.lying or bool(placeable(position.layout, position.hands[seat].tiles))


# ------------------------------------------------------------------------------------- 7 end of a round


def is_blocked(position: Position) -> bool:
    """Law 6.2: four passes in a row."""
    return position.passes >= PASSES_THAT_BLOCK


def is_out(position: Position, seat: Seat) -> bool:
    """Law 7.1: the seat has placed its last tile."""
    return position.hands[seat].empty


def ending_of_placement(after: Position, seat: Seat, won: bool) -> Literal["win", "out"] | None:
    """The order after a placement: points, target (Law 8.1), emptied hand (Law 7.1), next turn."""
    if won:
        return "win"
    return "out" if is_out(after, seat) else None


# ------------------------------------------------------------------------------------- 8 end of the match


def reaches(total: int, target: int) -> bool:
    """Law 8.1: whether a pair's total wins, tested after an award to it."""
    return total >= target
