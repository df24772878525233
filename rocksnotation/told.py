"""A round as a record tells it, in numbers, held against what it comes to; of what is not sound it says nothing.

Knows which hands a record shows, and what of it has to agree. Where the numbers come from, events or words, is
for others to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rocksnotation import bits, laws
from rocksnotation.events import Ending, EndKind, Lot, Total
from rocksnotation.reckoning import (
    Reckoned,
    Standing,
    Unproven,
    claims,
    placed_by,
    reckon,
    reckon_unseen,
    with_points,
)
from rocksnotation.seats import SEATS, Pair, Seat
from rocksnotation.tiles import ALL_TILES

LONGEST = len(ALL_TILES) * len(SEATS)
"""No round has so many turns: after four passes it has ended (Law 6.2)."""

_CIRCUIT = len(SEATS)


class Told(NamedTuple):
    """What is told of a round: None where it tells nothing of something.

    `hands` are what the seats were dealt, `left` what they had left; `deducted` are seats with what they are
    said to pay, and `claims` says whether any placement claims points, if only none.
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
    if not (told.claims or claims(turns)):
        turns = with_points(turns)
    if told.hands is None and left is None:
        reckoned = reckon_unseen(leader, turns, standing)
    else:
        hands = _shown(leader, turns, left or ()) if told.hands is None else told.hands
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


def circuit_at(turn: int) -> int:
    """The number of the circuit that begins before this turn, which counts from 0."""
    return turn // _CIRCUIT + 1


def seats_from(leader: int) -> tuple[Seat, ...]:
    """Law 2.3: whose turn it is, for as long as a round can last."""
    return _CLOCKWISE[leader]


_CLOCKWISE = [
    tuple(SEATS[(leader + turn) % len(SEATS)] for turn in range(LONGEST)) for leader in range(len(SEATS))
]


def _shown(leader: int, turns: Sequence[int], left: Sequence[int]) -> list[int]:
    """Law 2.1: what the seats were dealt is what they placed and what they had left."""
    hands = [
        placed_by(turns[(seat - leader) % _CIRCUIT :: _CIRCUIT]) + rest for seat, rest in enumerate(left)
    ]
    if sum(hands) != bits.EVERY_TILE:
        raise Unproven
    return hands


_End = tuple[EndKind, Seat | None, Pair | None]


def ending_of(reckoned: Reckoned) -> _End:
    """How a round ended, as an ending says it: its kind, seat and pair."""
    return _ENDINGS[reckoned.kind][reckoned.whose]


_ENDINGS: Mapping[str, Sequence[_End]] = {
    "out": [("out", seat, None) for seat in SEATS],
    "win": [("win", None, seat.pair) for seat in SEATS],
    "blocked": [("blocked", None, None)] * len(SEATS),
}
"""How a round can end, by the seat that placed last or went out."""


def _check_ending(said: Ending | None, reckoned: Reckoned) -> None:
    if said and (said.kind, said.seat, said.pair) != ending_of(reckoned):
        raise Unproven


def _check_total(said: Total | None, standing: Standing) -> None:
    if said is None:
        return
    ns, ew = standing.ns, standing.ew
    if said.stood or said.points.get(Pair.NS, ns) != ns or said.points.get(Pair.EW, ew) != ew:
        raise Unproven
