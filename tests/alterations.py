"""Records altered at random as data: one thing of a match, a round or a turn is another, whatever the laws say."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from rocksnotation.diagnostics import NOWHERE
from rocksnotation.events import (
    Adjust,
    Damaged,
    Deal,
    Ending,
    EndKind,
    Event,
    Hand,
    Leftovers,
    Lot,
    Match,
    Pass,
    Play,
    Round,
    Total,
    Unseen,
    Variation,
)
from rocksnotation.seats import PAIRS, SEATS
from rocksnotation.tiles import ALL_TILES, Tile

_T = TypeVar("_T")
_TILES = sorted(ALL_TILES)
_KINDS: tuple[EndKind, ...] = ("out", "blocked", "win", "void", "abandoned")


def altered(match: Match, rng: random.Random) -> Match:
    """The match with one to three things altered."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        index = rng.randrange(len(match.rounds))
        changed = rng.choice(_ALTERATIONS)(match.rounds[index], rng)
        rounds = [*match.rounds[:index], changed, *match.rounds[index + 1 :]]
        match rng.randrange(40):
            case 0:
                del rounds[index]
            case 1:
                rounds.insert(index, rounds[index])
            case 2 if len(rounds) > 1:
                rounds.pop()
        match = replace(match, rounds=tuple(rounds) or match.rounds)
    return match


def _event(round_: Round, rng: random.Random) -> Round:
    """Another turn, or the same one otherwise."""
    if not round_.events:
        return round_
    index = rng.randrange(len(round_.events))
    event = _another(round_.events[index], round_.events, rng)
    return replace(round_, events=(*round_.events[:index], *event, *round_.events[index + 1 :]))


def _another(event: Event, others: Sequence[Event], rng: random.Random) -> Sequence[Event]:
    seat = rng.choice(SEATS)
    if isinstance(event, Play) and rng.random() < 0.7:
        return [_otherwise(event, rng)]
    variation = Variation((Pass(seat),))
    everywhere: list[Sequence[Event]] = [
        [],
        [event, event],
        [event, Pass()],
        [event, Pass(seat)],
        [Pass(seat)],
        [rng.choice(others)],
        [rng.choice(others), event],
        [Unseen(seat)],
        [event, Damaged()],
        [event, Adjust({rng.choice(PAIRS): rng.choice((-5, 0, 5))})],
    ]
    if isinstance(event, Play | Pass):
        everywhere += [
            [replace(event, seat=None)],
            [replace(event, seat=seat)],
            [replace(event, stood=True)],
            [replace(event, variations=(variation,))],
        ]
    return rng.choice(everywhere)


def _otherwise(play: Play, rng: random.Random) -> Play:
    """A placement that says one thing otherwise."""
    ends: list[int | Tile | None] = [None, rng.randrange(7), rng.choice(_TILES), *play.tile, play.tile]
    return rng.choice(
        (
            lambda: replace(play, tile=rng.choice(_TILES)),
            lambda: replace(play, at=rng.choice(ends)),
            lambda: replace(play, points=rng.choice((None, 0, 5, 10, 15, 20, 25, 999))),
            lambda: replace(play, points=play.points and play.points + 5),
            lambda: replace(play, points=None),
            lambda: replace(play, points_stood=play.points is not None),
            lambda: replace(play, count=rng.choice((None, play.points, rng.randrange(30)))),
            lambda: replace(play, marks=("!?",)),
        )
    )()


def _exchange(round_: Round, rng: random.Random) -> Round:
    """Two turns exchanged, or the last ones lost."""
    events = list(round_.events)
    if len(events) < 2 or rng.random() < 0.2:
        return replace(round_, events=tuple(events[: -rng.randint(1, 3)]))
    one, other = rng.sample(range(len(events)), 2)
    events[one], events[other] = events[other], events[one]
    return replace(round_, events=tuple(events))


def _whole(round_: Round, rng: random.Random) -> Round:
    """A whole section lost, or something told of the whole round."""
    match rng.randrange(12):
        case 0 | 1:
            return replace(round_, deal=None)
        case 2 | 3:
            return replace(round_, left=None)
        case 4:
            return replace(round_, total=None)
        case 5:
            return replace(round_, ending=None)
        case 6:
            return replace(round_, deal=None, left=None)
        case 7:
            return replace(round_, number=rng.choice((None, 0, 1, 2, 3, 4)))
        case 8:
            return replace(round_, damaged=frozenset({rng.choice(("turns", "total", "deal", "left"))}))
        case 9:
            return replace(round_, circuits=((rng.randrange(30), rng.randrange(1, 8), NOWHERE),))
        case 10:
            return replace(round_, circuits=())
        case _:
            return replace(round_, events=tuple(_without_claim(event) for event in round_.events))


def _without_claim(event: Event) -> Event:
    return replace(event, points=None) if isinstance(event, Play) else event


def _lot(round_: Round, rng: random.Random) -> Round:
    lots = (
        None,
        Lot(winner=rng.choice(SEATS)),
        Lot(tuple({seat: rng.randint(1, 6) for seat in SEATS} for _ in range(rng.randrange(3)))),
    )
    return replace(round_, lot=rng.choice(lots))


def _ending(round_: Round, rng: random.Random) -> Round:
    kind = rng.choice(_KINDS)
    seat = rng.choice(SEATS) if kind == "out" else None
    return replace(round_, ending=Ending(kind, seat, rng.choice(PAIRS) if kind == "win" else None))


def _total(round_: Round, rng: random.Random) -> Round:
    points = dict(round_.total.points) if round_.total else dict.fromkeys(PAIRS, 0)
    pair = rng.choice(PAIRS)
    match rng.randrange(4):
        case 0:
            points[pair] = points.get(pair, 0) + 5
        case 1:
            points.pop(pair, None)
        case 2:
            points = {}
        case _:
            return replace(round_, total=Total(points, stood=True))
    return replace(round_, total=Total(points))


def _deal(round_: Round, rng: random.Random) -> Round:
    hands = list(round_.deal.hands) if round_.deal else [Hand(seat) for seat in SEATS]
    if hands:
        index = rng.randrange(len(hands))
        hands[index : index + 1] = _hand(hands[index], hands, rng)
    return replace(round_, deal=Deal(tuple(hands)))


def _hand(hand: Hand, others: Sequence[Hand], rng: random.Random) -> Sequence[Hand]:
    """Something else in the place of a hand. What is damaged is told by the round as well, or is not."""
    tiles = [*hand.tiles[:-1], rng.choice(_TILES)]
    return rng.choice(
        (
            [],
            [rng.choice(others)],
            [replace(hand, seat=rng.choice(SEATS))],
            [replace(hand, tiles=tuple(tiles), places=())],
            [replace(hand, tiles=hand.tiles[:-1], unknown=1, places=())],
            [replace(hand, tiles=hand.tiles[:-1], places=())],
            [replace(hand, unknown=1)],
            [replace(hand, damaged=True)],
        )
    )


def _left(round_: Round, rng: random.Random) -> Round:
    if round_.left is None or not round_.left.hands:
        return replace(round_, left=Leftovers())
    hands = list(round_.left.hands)
    index = rng.randrange(len(hands))
    hand = hands[index]
    hands[index : index + 1] = rng.choice(
        (
            [],
            [hand, hand],
            [replace(hand, tiles=(*hand.tiles, rng.choice(_TILES)), places=())],
            [replace(hand, tiles=(*hand.tiles[:-1], rng.choice(_TILES)), places=())],
            [replace(hand, tiles=hand.tiles[:-1], places=())],
            [replace(hand, seat=rng.choice(SEATS))],
            [replace(hand, deduction=None)],
            [replace(hand, deduction=rng.choice((0, 5, 10, 15)))],
            [replace(hand, deduction_stood=hand.deduction is not None)],
            [replace(hand, damaged=True)],
        )
    )
    return replace(round_, left=Leftovers(tuple(hands)))


_ALTERATIONS: tuple[Callable[[Round, random.Random], Round], ...] = (
    _event, _event, _event, _event, _event, _exchange, _whole, _whole, _lot, _ending, _total, _deal, _left,
)  # fmt: skip
