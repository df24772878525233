"""What a round's own record says of hands and claims, gathered before the laws are folded over its turns.

A record says some things late: the leftovers show what was held from the start, and one claim shows that
claims are written in this round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rocksnotation.diagnostics import Diagnostic, Related, Span, diagnostic
from rocksnotation.events import Damaged, Deal, Hand, Leftovers, Pass, Play, Round, Unseen
from rocksnotation.messages import NOTHING, counted, listed, say
from rocksnotation.seats import SEATS, Seat
from rocksnotation.state import UNKNOWN_HAND, Held
from rocksnotation.tiles import HAND_SIZE, Tile


@dataclass(frozen=True, slots=True)
class Evidence:
    """The hands as they were dealt, so far as they are known, and who held which tile.

    `dealt` is the seats whose whole hand the deal itself shows. `claims` says whether any placement of the
    round carries a claim of points. `faults` is what is wrong with the deal.
    """

    hands: Mapping[Seat, Held]
    holders: Mapping[Tile, Seat]
    dealt: frozenset[Seat]
    claims: bool
    faults: tuple[Diagnostic, ...]

    @property
    def known(self) -> bool:
        """Whether all hands are known."""
        return all(held.complete for held in self.hands.values())

    @property
    def inferred(self) -> bool:
        """Whether hands are known only from what the seats are said to have placed."""
        return self.known and not self.dealt


def gather(round_: Round) -> Evidence:
    """The evidence of one round."""
    claims = any(isinstance(event, Play) and event.points is not None for event in round_.events)
    if round_.deal is None and "deal" not in round_.damaged:
        hands = _from_leftovers(round_, round_.left) if round_.left else {}
        return _evidence(hands, frozenset(), claims, ())
    hands, faults = _from_deal(round_.deal) if round_.deal else ({}, ())
    return _evidence(hands, frozenset(seat for seat, held in hands.items() if held.complete), claims, faults)


def hands_unknown(number: int | None, head: Span, seats: Sequence[Seat], further: int) -> Diagnostic:
    """D103 at the heading of a round in which the hands of some seats are not known, as in so many further ones."""
    whose = say("no hand is known here")
    if len(seats) < len(SEATS):
        whose = counted(
            "the hand of {seats} is not known here",
            "the hands of {seats} are not known here",
            len(seats),
            seats=listed(seats, "and"),
        )
    more = counted(
        ", nor all of those in {number} further round",
        ", nor all of those in {number} further rounds",
        further,
    )
    message = say(
        "{whose}{more}: holdings and passes cannot all be checked",
        whose=whose,
        more=more if further else NOTHING,
    )
    return replace(diagnostic("D103", head, message), round=number)


def _evidence(
    hands: Mapping[Seat, Held], dealt: frozenset[Seat], claims: bool, faults: tuple[Diagnostic, ...]
) -> Evidence:
    holders = {tile: seat for seat, held in hands.items() for tile in held.tiles}
    return Evidence({seat: hands.get(seat, UNKNOWN_HAND) for seat in SEATS}, holders, dealt, claims, faults)


def _from_deal(deal: Deal) -> tuple[Mapping[Seat, Held], tuple[Diagnostic, ...]]:
    """Law 2.1: seven tiles each, every tile once. A hand that breaks it is unknown, no more."""
    readable = [hand for hand in deal.hands if not hand.damaged]
    twice, disputed = [], set()
    first: dict[Tile, tuple[Seat, Span]] = {}
    for seat, tile, span in sorted(_dealt(readable), key=lambda dealt: dealt[2]):
        if tile not in first:
            first[tile] = seat, span
            continue
        other, seen = first[tile]
        disputed |= {seat, other}
        if other is seat:
            message = say("{tile} is dealt to {seat} twice", tile=tile, seat=seat)
        else:
            message = say("{tile} is dealt to {first} and {second}", tile=tile, first=other, second=seat)
        here = Related(seen, say("{tile} stands here first", tile=tile))
        twice.append(diagnostic("D101", span, message, here))
    hands, sizes = {}, []
    for hand in readable:
        size = len(hand.tiles) + hand.unknown
        if hand.seat in disputed:
            continue
        if size == HAND_SIZE:
            hands[hand.seat] = Held(frozenset(hand.tiles), complete=not hand.unknown)
        else:
            message = counted(
                "{seat} is dealt {number} tile; expected {expected}",
                "{seat} is dealt {number} tiles; expected {expected}",
                size,
                seat=hand.seat,
                expected=HAND_SIZE,
            )
            sizes.append(diagnostic("D102", hand.span, message))
    return hands, (*twice, *sizes)


def _dealt(hands: list[Hand]) -> Iterator[tuple[Seat, Tile, Span]]:
    for hand in hands:
        for tile, span in zip(hand.tiles, hand.places or [hand.span] * len(hand.tiles), strict=True):
            yield hand.seat, tile, span


def _from_leftovers(round_: Round, left: Leftovers) -> Mapping[Seat, Held]:
    """Law 2.1: what a seat placed and what it had left is what it was dealt, if that is seven tiles."""
    if "left" in round_.damaged and not left.hands:
        return {}
    held: dict[Seat, list[Tile]] = {seat: [] for seat in SEATS}
    for seat, tile in _placements(round_):
        held[seat].append(tile)
    for hand in left.hands:
        held[hand.seat] += hand.tiles
    damaged = {hand.seat for hand in left.hands if hand.damaged}
    owners: dict[Tile, list[Seat]] = {}
    for seat, tiles in held.items():
        for tile in tiles:
            owners.setdefault(tile, []).append(seat)
    disputed = damaged | {seat for seats in owners.values() if len(seats) > 1 for seat in seats}
    return {
        seat: Held(frozenset(tiles), complete=True)
        for seat, tiles in held.items()
        if len(tiles) == HAND_SIZE and seat not in disputed
    }


def _placements(round_: Round) -> Iterator[tuple[Seat, Tile]]:
    """Who placed what, as written; a turn without a seat is the next one's. It ends where turns are lost."""
    due = None
    for event in round_.events:
        if isinstance(event, Damaged | Unseen):
            return
        if isinstance(event, Play | Pass):
            seat = event.seat or due
            if seat is None:
                return
            if isinstance(event, Play):
                yield seat, event.tile
            due = seat.next
