"""The mistakes that people really make with a count, a deduction or a total, tried one by one.

Given what was written and what is right, each function names the likeliest mistake that explains the
difference, as words to put behind what was written, or "" where none does. Knows numbers and layouts;
decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rocksnotation import laws
from rocksnotation.layout import Layout, Port
from rocksnotation.replay.results import Settled
from rocksnotation.scoring import deduction, pips, points
from rocksnotation.seats import PAIRS, Pair, Seat
from rocksnotation.tiles import Tile

_FIVE = 5


# ----------------------------------------------------------------------------------- counts and points


def miscount(before: Layout, after: Layout, tile: Tile, written: int) -> str:
    """The mistake by which the ends count `written` after `tile` was placed, with the sum that it makes."""
    return next((name for name, total in _miscounts(before, after, tile) if total == written), "")


def misclaim(before: Layout, after: Layout, tile: Tile, claimed: int, previous: int) -> str:
    """The mistake by which a placement is claimed to score `claimed`; `previous` scored the turn before."""
    if claimed <= 0:
        return ""
    if claimed == after.sum:
        return ", which is no multiple of five"
    counted = (name for name, total in _miscounts(before, after, tile) if points(total) == claimed)
    return next(counted, ", the points of the turn before" if claimed == previous else "")


def _miscounts(before: Layout, after: Layout, tile: Tile) -> Iterator[tuple[str, int]]:
    """Each wrong count that could be made here, likeliest first: what went wrong, and the sum that it gives."""
    total = after.sum
    lines = [place for place in after.open if place.port in (Port.LINE_A, Port.LINE_B)]
    branches = [place for place in after.open if place.port in (Port.BRANCH_A, Port.BRANCH_B)]
    spinner = after.spinner
    if spinner and not any(place.tile == spinner for place in lines):
        yield f" = {total} + {spinner.pips}, with the covered spinner {spinner}", total + spinner.pips
    if branches:
        more = branches[0].pips
        yield f" = {total} + {more}, with an unopened branch of {branches[0].tile}", total + more
    for double in {place.tile for place in lines}:
        yield f" = {total} - {double.low}, with {double} counted once", total - double.low
    if spinner and len(after.lying) == 1:
        yield f" = {total} + {total}, with {spinner} counted twice", 2 * total
    if before.lying:
        yield ", the sum before the placement", before.sum
        for end in before.ends_for(tile):
            other = before.with_tile(tile, end.place)
            if other.sum != total:
                yield f", with {tile} at {laws.end_name(end.place)}", other.sum


# ----------------------------------------------------------------------------------------- deductions


def misdeduction(claimed: int, tiles: Iterable[Tile], others: Mapping[Seat, int]) -> str:
    """The mistake by which a hand is said to cost `claimed`; `others` is what the other hands cost."""
    held = pips(tiles)
    mistakes = (
        (", not rounded", held),
        (", rounded up", -(-held // _FIVE) * _FIVE),
        (", rounded down", held // _FIVE * _FIVE),
        *((f", the deduction of {seat}", cost) for seat, cost in others.items() if cost),
    )
    return next((name for name, cost in mistakes if cost == claimed), "")


# --------------------------------------------------------------------------------------------- totals


def mistotal(
    pair: Pair,
    recorded: Mapping[Pair, int],
    right: Mapping[Pair, int | None],
    hands: Mapping[Seat, Settled] | None,
) -> str:
    """The mistake by which a pair's total is recorded as it is; `hands` is the settlement, if there was one."""
    own, said = right[pair], recorded[pair]
    if own is None:
        return ""
    other = next(each for each in PAIRS if each is not pair)
    if recorded.get(other) == own and said == right[other] and said != own:
        return ": the totals of the pairs are swapped"
    if said == -own:
        return ": the sign is wrong"
    settled = {seat: hand for seat, hand in (hands or {}).items() if hand.deduction}
    mine = {seat: hand for seat, hand in settled.items() if seat.pair is pair}
    theirs = sum(hand.deduction or 0 for seat, hand in settled.items() if seat.pair is other)
    costs = sum(hand.deduction or 0 for hand in mine.values())
    before = own + costs
    return next((name for name, cost in _missettlements(mine, costs, theirs) if before - cost == said), "")


def _missettlements(hands: Mapping[Seat, Settled], costs: int, theirs: int) -> Iterator[tuple[str, int]]:
    """Each wrong settlement of a pair, likeliest first: what went wrong, and what it costs then."""
    held = [hand.pips or 0 for hand in hands.values()]
    if costs:
        yield ": the settlement is left out", 0
        yield ": the deductions are added", -costs
    if theirs:
        yield ": the deductions of the other pair are taken off", theirs
    if len(hands) > 1:
        pooled = deduction(tile for hand in hands.values() for tile in hand.tiles or ())
        yield ": the hands of the partners are pooled before rounding", pooled
        for seat, hand in hands.items():
            yield f": the hand of {seat} is missed", costs - (hand.deduction or 0)
    yield ": the hands are not rounded", sum(held)
    yield ": the hands are rounded up", sum(-(-each // _FIVE) * _FIVE for each in held)
    yield ": the hands are rounded down", sum(each // _FIVE * _FIVE for each in held)


# ------------------------------------------------------------------------------------------ placements


def elsewhere(layout: Layout, tile: Tile) -> str:
    """The other ends that a tile fits, which does not fit the one that is named."""
    names = [laws.end_name(end.place) for end in layout.ends_for(tile)]
    return f"; {tile} fits {' and '.join(names)}" if names else ""


def near_tile(layout: Layout, seat: Seat, tile: Tile, held: Iterable[Tile]) -> str:
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
    return f"; {seat} holds {candidates[0]}, a pip away" if len(candidates) == 1 else ""
