"""Rounds that nothing can be said against, replayed from their events on numbers; of any other it says nothing.

Knows how what a round says is turned into what `reckoning` takes, and back. By the same laws as `fold`, and with
the same result; whatever is unusual (rulings, unseen turns, variations, hands that are known in part) is left
to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from operator import attrgetter

from rocksnotation import bits
from rocksnotation.diagnostics import Span
from rocksnotation.events import Deal, Event, Leftovers, Pass, Play, Round
from rocksnotation.reckoning import PASS, Said, Unproven, circuit_at, ending_of, seats_from, turn_of
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
from rocksnotation.tiles import HAND_SIZE, Tile
from rocksnotation.told import Told, hold, led_by


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
    reckoned = hold(_told(round_, before), after)
    replayed = RoundReplay(
        round_,
        SEATS[reckoned.leader],
        Status.VERIFIED if reckoned.left else Status.UNVERIFIED,
        _UNCHECKED[not reckoned.left, reckoned.assumes],
        (),
        (),
        Outcome(*ending_of(reckoned.kind, reckoned.whose)),
        dict(zip(SEATS, map(_settled, reckoned.left), strict=True)) if reckoned.costs else None,
        {Pair.NS: after.ns, Pair.EW: after.ew},
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


@lru_cache(10_000)
def _settled(left: int) -> Settled:
    pips = bits.pips(left)
    return Settled(bits.tiles_of(left), pips, rounded(pips))


def _told(round_: Round, before: Score) -> Told:
    """What a round tells, in numbers."""
    if round_.damaged:
        raise Unproven
    leader, turns = led_by(round_.lot, before), _turns(round_.events)
    _check_seats(round_.events, leader)
    _check_circuits(round_.circuits)
    left, deducted = _left(round_.left) if round_.left else (None, [])
    hands = _dealt(round_.deal) if round_.deal else None
    claims = any(isinstance(event, Play) and event.points is not None for event in round_.events)
    return Told(leader, turns, claims, hands, left, deducted, round_.ending, round_.total)


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
    """The turns as numbers."""
    return [
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


def _pass(event: Event) -> int:
    if not isinstance(event, Pass) or event.stood or event.variations:
        raise Unproven
    return PASS


def _check_seats(events: Sequence[Event], leader: int) -> None:
    """Law 2.3: every turn is the next seat's. All but the first, of which the others follow, may leave that out.

    Turns beyond the longest round are not looked at: `hold` takes no such round.
    """
    seats = [*map(_seat, events)]
    due = [*seats_from(leader)[: len(seats)]]
    if seats != due and (
        seats[0] is None or [seat or right for seat, right in zip(seats, due, strict=False)] != due
    ):
        raise Unproven


def _check_circuits(circuits: Sequence[tuple[int, int, Span]]) -> None:
    """Circuits count the turns, four to each."""
    if [circuit_at(index) for index, _, _ in circuits] != [number for _, number, _ in circuits]:
        raise Unproven


# ------------------------------------------------------------------------------------------- the hands


def _dealt(deal: Deal) -> list[int]:
    """What each seat was dealt: seven tiles (Law 2.1)."""
    if [(hand.seat, len(hand.tiles), hand.unknown, hand.damaged) for hand in deal.hands] != _WHOLE:
        raise Unproven
    return [sum(map(_bit, hand.tiles)) for hand in deal.hands]


_bit = bits.BITS.__getitem__
_WHOLE = [(seat, HAND_SIZE, 0, False) for seat in SEATS]


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
