"""A round as a record tells it, in numbers, held against what it comes to; of what is not sound it says nothing.

Knows which hands a record shows, and what of it has to agree. Where the numbers come from, events or words, is
for others to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rocksnotation import bits, laws
from rocksnotation.events import Ending, Lot, Total
from rocksnotation.reckoning import (
    LONGEST,
    Reckoned,
    Standing,
    Unproven,
    ending_of,
    placed_by,
    reckon,
    reckon_unseen,
    with_points,
)
from rocksnotation.seats import SEATS, Pair


class Told(NamedTuple):
    """What is told of a round: None where it tells nothing of something.

    `hands` are what the seats were dealt, seven tiles each, and `left` is what they had left; `deducted` are seats
    with what they are said to pay, and `claims` says whether any placement claims points, if only none.
    """

    leader: int
    turns: list[int]
    claims: bool
    hands: Sequence[int] | None
    left: Sequence[int] | None
    deducted: Iterable[tuple[int, int]]
    ending: Ending | None
    total: Total | None


def hold(told: Told, standing: Standing) -> Reckoned:
    """What a round comes to, if that is what is told of it; the standing moves on. Raises Unproven.

    The hands are known wholly, as they were dealt or by what was placed and what was left, or not at all.
    Where nothing is claimed, points are what the ends count.
    """
    leader, turns, left = told.leader, told.turns, told.left
    if not turns or len(turns) > LONGEST:
        raise Unproven
    if not told.claims:
        turns = with_points(turns)
    if told.hands is None and left is None:
        reckoned = reckon_unseen(leader, turns, standing)
    else:
        hands = _shown(leader, turns, left or ()) if told.hands is None else told.hands
        if sum(hands) != bits.EVERY_TILE:
            raise Unproven  # Law 2.1: every tile is dealt once
        reckoned = reckon(hands, leader, turns, standing)
        if left is not None and left != reckoned.left:
            raise Unproven
    for seat, cost in told.deducted:  # Law 7.2; after a win nothing is deducted
        if reckoned.costs is None or reckoned.costs[seat] != cost:
            raise Unproven
    _check_ending(told.ending, reckoned)
    _check_total(told.total, standing)
    return reckoned


def led_by(lot: Lot | None, standing: Standing) -> int:
    """Laws 2.2 and 2.4: a lot where one is due, and nowhere else. Raises Unproven."""
    if lot is None and standing.leader is not None:
        return standing.leader
    if lot is None or standing.leader is not None:
        raise Unproven
    winner = lot.winner or laws.lot_winner(lot.draws)
    if isinstance(winner, laws.LotFault):
        raise Unproven
    return SEATS.index(winner)


def _shown(leader: int, turns: Sequence[int], left: Sequence[int]) -> list[int]:
    """Law 2.1: what the seats were dealt is what they placed and what they had left."""
    return [placed_by(turns[(seat - leader) % 4 :: 4]) + rest for seat, rest in enumerate(left)]


def _check_ending(said: Ending | None, reckoned: Reckoned) -> None:
    if said and (said.kind, said.seat, said.pair) != ending_of(reckoned.kind, reckoned.whose):
        raise Unproven


def _check_total(said: Total | None, standing: Standing) -> None:
    if said is None:
        return
    ns, ew = standing.ns, standing.ew
    if said.stood or said.points.get(Pair.NS, ns) != ns or said.points.get(Pair.EW, ew) != ew:
        raise Unproven
