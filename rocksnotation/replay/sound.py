"""Rounds that nothing can be said against, replayed from their events on numbers; of any other it says nothing.

Knows how what a round says is turned into what `reckoning` takes, and back. By the same laws as `fold`, and with
the same result; whatever is unusual (rulings, unseen turns, variations, hands that are known in part) is left
to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from operator import attrgetter

from rocksnotation import bits, laws
from rocksnotation.diagnostics import Span
from rocksnotation.events import Deal, Ending, Event, Leftovers, Lot, Pass, Play, Round, Total
from rocksnotation.reckoning import (
    PASS,
    Reckoned,
    Said,
    Unproven,
    claims,
    placed_by,
    reckon,
    reckon_unseen,
    turn_of,
    with_points,
)
from rocksnotation.reckoning import Standing as Score
from rocksnotation.replay.fold import fold
from rocksnotation.replay.results import (
    Outcome,
    RoundReplay,
    Settled,
    Status,
    Step,
    Unchecked,
    with_steps_later,
)
from rocksnotation.replay.standing import ANYBODY, Account, Due, Lead, Standing
from rocksnotation.scoring import rounded
from rocksnotation.seats import PAIRS, SEATS, Pair
from rocksnotation.tiles import ALL_TILES, HAND_SIZE, Tile


def play_on(
    rounds: Sequence[Round], before: Standing, target: int | None
) -> tuple[list[RoundReplay], Standing]:
    """The sound rounds at the beginning of these, replayed, and the standing after them."""
    score, numbers = _score(before, target), before.numbers
    played: list[RoundReplay] = []
    if score is None:
        return played, before
    for round_ in rounds:
        number = round_.number
        if number is None or (numbers and number not in numbers) or score.winner:
            break
        after = Score(score.target, score.ns, score.ew, score.leader)
        try:
            played.append(_played(round_, score, after))
        except (Unproven, LookupError):
            break
        score, numbers = after, frozenset((number + 1,))
    return played, _standing(score, numbers) if played else before


def _score(standing: Standing, target: int | None) -> Score | None:
    """The score between two rounds, to be reckoned on with; None where it is not sure, or who leads is not."""
    ns, ew = (standing.accounts[pair] for pair in PAIRS)
    lead = standing.lead
    if target is None or ns.total is None or ew.total is None or not (ns.is_sure and ew.is_sure):
        return None
    if lead.due is Due.LOT:
        return Score(target, ns.total, ew.total)
    if lead.due is Due.FIXED and len(lead.seats) == 1:
        return Score(target, ns.total, ew.total, SEATS.index(next(iter(lead.seats))))
    return None


def _standing(score: Score, numbers: frozenset[int] = frozenset()) -> Standing:
    """The standing between two rounds that a score is: all of it is sure."""
    accounts = {Pair.NS: Account(score.ns), Pair.EW: Account(score.ew)}
    if score.winner:
        return Standing(accounts, Lead(ANYBODY, Due.LOT), "won", score.winner, numbers)
    if score.leader is None:
        return Standing(accounts, Lead(ANYBODY, Due.LOT), numbers=numbers)
    return Standing(accounts, Lead(frozenset((SEATS[score.leader],)), Due.FIXED), numbers=numbers)


# ----------------------------------------------------------------------------------------- one round


def _played(round_: Round, before: Score, after: Score) -> RoundReplay:
    """A sound round; `after` is as `before`, and moves on. Raises Unproven or LookupError for any other."""
    if round_.damaged or len(round_.events) > _LONGEST:
        raise Unproven
    reckoned = _reckoned(round_, before, after)
    end = _OUTCOMES[reckoned.kind][reckoned.whose]
    totals = {Pair.NS: after.ns, Pair.EW: after.ew}
    _check_end(round_.ending, end)
    _check_total(round_.total, totals)
    _check_circuits(round_.circuits)
    replayed = RoundReplay(
        round_,
        SEATS[reckoned.leader],
        Status.VERIFIED if reckoned.left else Status.UNVERIFIED,
        _UNCHECKED[not reckoned.left, reckoned.assumes],
        (),
        (),
        end,
        dict(zip(SEATS, map(_settled, reckoned.left), strict=True)) if reckoned.costs else None,
        totals,
    )
    return with_steps_later(replayed, partial(_steps, round_, before))


def _steps(round_: Round, before: Score) -> tuple[Step, ...]:
    """The steps of a sound round, by the laws themselves."""
    return fold(round_, _standing(before), before.target, None).replay.steps


_UNCHECKED = {
    (False, False): (),
    (False, True): (Unchecked.PICTURE,),
    (True, False): (Unchecked.HANDS,),
    (True, True): (Unchecked.HANDS, Unchecked.PICTURE),
}
"""What could not be checked: by whether the hands are unknown, and whether a join was assumed."""

_OUTCOMES = {
    "out": [Outcome("out", seat) for seat in SEATS],
    "win": [Outcome("win", pair=seat.pair) for seat in SEATS],
    "blocked": [Outcome("blocked")] * len(SEATS),
}
"""How a round can end, by the seat that placed last or went out."""


@lru_cache(10_000)
def _settled(left: int) -> Settled:
    pips = bits.pips(left)
    return Settled(bits.tiles_of(left), pips, rounded(pips))


def _reckoned(round_: Round, before: Score, after: Score) -> Reckoned:
    """What the turns of a round come to, where the hands are known wholly or not at all."""
    leader, turns = _leader(round_.lot, before.leader), _turns(round_.events)
    _check_seats(round_.events, leader)
    if round_.deal is None and round_.left is None:
        return reckon_unseen(leader, turns, after)
    left, deducted = _left(round_.left) if round_.left else ([], [])
    hands = _dealt(round_.deal) if round_.deal else _shown(leader, turns, left)
    reckoned = reckon(hands, leader, turns, after)
    if left and left != reckoned.left:
        raise Unproven
    _check_costs(deducted, reckoned.costs)
    return reckoned


def _leader(lot: Lot | None, fixed: int | None) -> int:
    """Laws 2.2 and 2.4: a lot where one is due, and nowhere else."""
    if lot is None and fixed is not None:
        return fixed
    if lot is None or fixed is not None:
        raise Unproven
    winner = lot.winner or laws.lot_winner(lot.draws)
    if isinstance(winner, laws.LotFault):
        raise Unproven
    return SEATS.index(winner)


# ------------------------------------------------------------------------------------------- the turns


class _Placements(dict[tuple[Tile, int | Tile | None, int | None, int | None, object], int]):
    """The numbers of placements by what they say; the last thing is whatever makes one unusual."""

    def __missing__(self, said: tuple[Tile, int | Tile | None, int | None, int | None, object]) -> int:
        if said[-1]:
            raise Unproven
        self[said] = turn = turn_of(Said(*said[:-1]))
        return turn


_placements = _Placements()
_seat = attrgetter("seat")


def _turns(events: Sequence[Event]) -> list[int]:
    """The turns as numbers. Where a round claims no points at all, those that the ends count are awarded."""
    turns = [
        _placements[
            event.tile,
            event.at,
            event.points,
            event.count,
            event.stood or event.points_stood or event.variations,
        ]
        if type(event) is Play
        else _pass(event)
        for event in events
    ]
    if claims(turns) or any(isinstance(event, Play) and event.points is not None for event in events):
        return turns
    return with_points(turns)


def _pass(event: Event) -> int:
    if not isinstance(event, Pass) or event.stood or event.variations:
        raise Unproven
    return PASS


def _check_seats(events: Sequence[Event], leader: int) -> None:
    """Law 2.3: every turn is the next seat's. All but the first, of which the others follow, may leave that out."""
    seats = [*map(_seat, events)]
    due = _CLOCKWISE[leader][: len(seats)]
    if seats != due and (
        seats[0] is None or [seat or right for seat, right in zip(seats, due, strict=True)] != due
    ):
        raise Unproven


_LONGEST = len(ALL_TILES) * len(SEATS)
"""No round has so many turns: after four passes it has ended (Law 6.2)."""

_CLOCKWISE = [
    [SEATS[(leader + turn) % len(SEATS)] for turn in range(_LONGEST)] for leader in range(len(SEATS))
]


def _check_circuits(circuits: Sequence[tuple[int, int, Span]]) -> None:
    """Circuits count the turns, four to each."""
    if [index // _CIRCUIT + 1 for index, _, _ in circuits] != [number for _, number, _ in circuits]:
        raise Unproven


_CIRCUIT = len(SEATS)


# ------------------------------------------------------------------------------------------- the hands


def _dealt(deal: Deal) -> list[int]:
    """Law 2.1: all tiles, seven to each."""
    if [(hand.seat, len(hand.tiles), hand.unknown, hand.damaged) for hand in deal.hands] != _WHOLE:
        raise Unproven
    hands = [sum(map(_bit, hand.tiles)) for hand in deal.hands]
    if sum(hands) != bits.EVERY_TILE:
        raise Unproven
    return hands


_bit = bits.BITS.__getitem__
_WHOLE = [(seat, HAND_SIZE, 0, False) for seat in SEATS]


def _shown(leader: int, turns: Sequence[int], left: Sequence[int]) -> list[int]:
    """Law 2.1: what the seats were dealt is what they placed and what they had left."""
    hands = [
        placed_by(turns[(seat - leader) % len(SEATS) :: len(SEATS)]) + rest for seat, rest in enumerate(left)
    ]
    if sum(hands) != bits.EVERY_TILE:
        raise Unproven
    return hands


def _left(left: Leftovers) -> tuple[list[int], list[tuple[int, int]]]:
    """What each seat is said to have had left, each named once, and the seats with what they are said to pay."""
    hands, deducted = [0] * len(SEATS), []
    for hand in left.hands:
        seat, tiles = _PLACES[hand.seat], sum(map(_bit, hand.tiles))
        if hands[seat] or tiles.bit_count() != len(hand.tiles) or hand.damaged or hand.deduction_stood:
            raise Unproven
        hands[seat] = tiles
        if hand.deduction is not None:
            deducted.append((seat, hand.deduction))
    return hands, deducted


_PLACES = {seat: place for place, seat in enumerate(SEATS)}


# --------------------------------------------------------------------------------------- what it says


def _check_costs(deducted: Iterable[tuple[int, int]], costs: Sequence[int] | None) -> None:
    """Law 7.2: the deductions that are written; after a win there are none."""
    for seat, cost in deducted:
        if costs is None or costs[seat] != cost:
            raise Unproven


def _check_end(said: Ending | None, end: Outcome) -> None:
    if said and (said.kind, said.seat, said.pair) != (end.kind, end.seat, end.pair):
        raise Unproven


def _check_total(said: Total | None, totals: Mapping[Pair, int]) -> None:
    if said and (said.stood or not said.points.items() <= totals.items()):
        raise Unproven
