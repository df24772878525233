"""The mistakes that people really make with a count, a deduction or a total, tried one by one.

Given what was written and what is right, each function names the likeliest mistake that explains the
difference, as words to put behind what was written, or NOTHING where none does. Knows numbers and layouts;
decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rocksnotation import laws
from rocksnotation.layout import Layout, Port
from rocksnotation.messages import NOTHING, Message, listed, say
from rocksnotation.replay.results import Settled
from rocksnotation.scoring import deduction, pips, points
from rocksnotation.seats import PAIRS, Pair, Seat
from rocksnotation.tiles import Tile

_FIVE = 5


# ----------------------------------------------------------------------------------- counts and points


def miscount(before: Layout, after: Layout, tile: Tile, written: int) -> Message:
    """The mistake by which the ends count `written` after `tile` was placed, with the sum that it makes."""
    return next((name for name, total in _miscounts(before, after, tile) if total == written), NOTHING)


def misclaim(before: Layout, after: Layout, tile: Tile, claimed: int, previous: int) -> Message:
    """The mistake by which a placement is claimed to score `claimed`; `previous` scored the turn before."""
    if claimed <= 0:
        return NOTHING
    if claimed == after.sum:
        return say(", which is no multiple of five")
    if claimed == previous == before.sum:
        return say(", the sum before the placement, which the turn before scored")
    if claimed == previous:
        return say(", the points of the turn before")
    return next(
        (name for name, total in _miscounts(before, after, tile) if points(total) == claimed), NOTHING
    )


def _miscounts(before: Layout, after: Layout, tile: Tile) -> Iterator[tuple[Message, int]]:
    """Each wrong count that could be made here, likeliest first: what went wrong, and the sum that it gives."""
    total = after.sum
    lines = [place for place in after.open if place.port in (Port.LINE_A, Port.LINE_B)]
    branches = [place for place in after.open if place.port in (Port.BRANCH_A, Port.BRANCH_B)]
    spinner = after.spinner
    if spinner and not any(place.tile == spinner for place in lines):
        hint = say(
            " = {sum} + {more}, with the covered spinner {tile}", sum=total, more=spinner.pips, tile=spinner
        )
        yield hint, total + spinner.pips
    if branches:
        more = branches[0].pips
        hint = say(
            " = {sum} + {more}, with an unopened branch of {tile}",
            sum=total,
            more=more,
            tile=branches[0].tile,
        )
        yield hint, total + more
    for double in {place.tile for place in lines}:
        hint = say(" = {sum} - {less}, with {tile} counted once", sum=total, less=double.low, tile=double)
        yield hint, total - double.low
    if spinner and len(after.lying) == 1:
        yield say(" = {sum} + {sum}, with {tile} counted twice", sum=total, tile=spinner), 2 * total
    if before.lying:
        yield say(", the sum before the placement"), before.sum
        for end in before.ends_for(tile):
            other = before.with_tile(tile, end.place)
            if other.sum != total:
                yield say(", with {tile} at {end}", tile=tile, end=laws.end_name(end.place)), other.sum


# ----------------------------------------------------------------------------------------- deductions


def misdeduction(claimed: int, tiles: Iterable[Tile], others: Mapping[Seat, int]) -> Message:
    """The mistake by which a hand is said to cost `claimed`; `others` is what the other hands cost."""
    held = pips(tiles)
    mistakes = (
        (say(", not rounded"), held),
        (say(", rounded up"), _up(held)),
        (say(", rounded down"), _down(held)),
        *((say(", the deduction of {seat}", seat=seat), cost) for seat, cost in others.items() if cost),
    )
    return next((name for name, cost in mistakes if cost == claimed), NOTHING)


def _up(held: int) -> int:
    return -(-held // _FIVE) * _FIVE


def _down(held: int) -> int:
    return held // _FIVE * _FIVE


# --------------------------------------------------------------------------------------------- totals


def mistotal(
    pair: Pair,
    recorded: Mapping[Pair, int],
    right: Mapping[Pair, int | None],
    hands: Mapping[Seat, Settled] | None,
) -> Message:
    """The mistake by which a pair's total is recorded as it is; `hands` is the settlement, if there was one."""
    own, said = right[pair], recorded[pair]
    if own is None:
        return NOTHING
    other = next(each for each in PAIRS if each is not pair)
    if recorded.get(other) == own and said == right[other] and said != own:
        return say(": the totals of the pairs are swapped")
    if said == -own:
        return say(": the sign is wrong")
    settled = {seat: hand for seat, hand in (hands or {}).items() if hand.deduction}
    mine = {seat: hand for seat, hand in settled.items() if seat.pair is pair}
    theirs = sum(hand.deduction or 0 for seat, hand in settled.items() if seat.pair is other)
    costs = sum(hand.deduction or 0 for hand in mine.values())
    before = own + costs
    return next(
        (name for name, cost in _missettlements(mine, costs, theirs) if before - cost == said), NOTHING
    )


def _missettlements(hands: Mapping[Seat, Settled], costs: int, theirs: int) -> Iterator[tuple[Message, int]]:
    """Each wrong settlement of a pair, likeliest first: what went wrong, and what it costs then."""
    held = [hand.pips or 0 for hand in hands.values()]
    if costs:
        yield say(": the settlement is left out"), 0
        yield say(": the deductions are added"), -costs
    if theirs:
        yield say(": the deductions of the other pair are taken off"), theirs
    if len(hands) > 1:
        pooled = deduction(tile for hand in hands.values() for tile in hand.tiles or ())
        yield say(": the hands of the partners are pooled before rounding"), pooled
        for seat, hand in hands.items():
            yield say(": the hand of {seat} is missed", seat=seat), costs - (hand.deduction or 0)
    yield say(": the hands are not rounded"), sum(held)
    yield say(": the hands are rounded up"), sum(map(_up, held))
    yield say(": the hands are rounded down"), sum(map(_down, held))


# ------------------------------------------------------------------------------------------ placements


def elsewhere(layout: Layout, tile: Tile) -> Message:
    """The other ends that a tile fits, which does not fit the one that is named."""
    names = [laws.end_name(end.place) for end in layout.ends_for(tile)]
    return say("; {tile} fits {ends}", tile=tile, ends=listed(names, "and")) if names else NOTHING


def near_tile(layout: Layout, seat: Seat, tile: Tile, held: Iterable[Tile]) -> Message:
    """The one tile of a hand that is a pip away from `tile`, and that could be placed."""
    near = {
        (min(low, high), max(low, high))
        for low, high in (
            (tile.low - 1, tile.high),
            (tile.low + 1, tile.high),
            (tile.low, tile.high - 1),
            (tile.low, tile.high + 1),
        )
    }
    candidates = [other for other in laws.placeable(layout, held) if other in near and other != tile]
    if len(candidates) != 1:
        return NOTHING
    return say("; {seat} holds {tile}, a pip away", seat=seat, tile=candidates[0])
