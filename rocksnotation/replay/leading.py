"""Laws 2.2 and 2.4: who may lead a round, and who did."""

from __future__ import annotations

from rocksnotation import laws
from rocksnotation.diagnostics import Span
from rocksnotation.events import Adjust, Damaged, Pass, Play
from rocksnotation.messages import Message, listed, say
from rocksnotation.replay.sheet import Sheet
from rocksnotation.replay.standing import ANYBODY, Due
from rocksnotation.seats import SEATS, Seat


def leaders(sheet: Sheet) -> frozenset[Seat]:
    """The seats that may lead; a lot that is missing, faulty or not due is told."""
    lead, lot = sheet.before.lead, sheet.round.lot
    if lead.due is Due.FIXED:
        if lot and _first_seat(sheet) in (None, *lead.seats):
            message = say(
                "no lot was due: {seat} leads, having gone out in the round before", seat=_any_of(lead.seats)
            )
            sheet.report("L204", lot.span, message)
        return lead.seats
    winner = _lot_winner(sheet)
    if lead.due is Due.LOT and lot is None and "lot" not in sheet.round.damaged:
        message = say("the leader of this round is chosen by lot, and no lot is recorded")
        sheet.report("L202", sheet.round.head, message)
    if winner is None:
        return ANYBODY if lead.due is Due.LOT else lead.seats
    return frozenset({winner}) if lead.seats == ANYBODY else lead.seats | {winner}


def _lot_winner(sheet: Sheet) -> Seat | None:
    lot = sheet.round.lot
    if lot is None or "lot" in sheet.round.damaged:
        return None
    chosen = lot.winner or laws.lot_winner(lot.draws)
    if isinstance(chosen, laws.LotFault):
        sheet.report("L203", lot.span, chosen.message)
        return None
    return chosen


def _first_seat(sheet: Sheet) -> Seat | None:
    first = next((event for event in sheet.round.events if not isinstance(event, Adjust)), None)
    return None if first is None or isinstance(first, Damaged) else first.seat


def _any_of(seats: frozenset[Seat]) -> Message:
    return listed((seat for seat in SEATS if seat in seats), "or")


def led_by(sheet: Sheet, event: Play | Pass, expected: frozenset[Seat]) -> tuple[Seat, tuple[Seat, ...]]:
    """Who led, and who besides the next seat may follow.

    After L201 the named seat led, unless only the one whose lead it was holds the tile. Where the deal does
    not show all hands, the slip may be in the letter, and then placements are credited to the wrong seats.
    """
    named = event.seat
    rightful = next(seat for seat in SEATS if seat in expected)
    if named is None or named in expected:
        return named or rightful, ()
    message = _wrong_leader(sheet, named, _any_of(expected))
    known = sheet.evidence.known and not sheet.evidence.inferred
    law = "2.2" if sheet.before.lead.due is Due.LOT else None
    sheet.report_turn("L201", event, seat_span(event), message, seat=named, soft=not known, law=law)
    held = sheet.position.hands[rightful].tiles if len(expected) == 1 else frozenset()
    if isinstance(event, Play) and event.tile in held:
        return rightful, (named.next,)
    return named, (rightful.next,)


def seat_span(event: Play | Pass) -> Span:
    """Where a turn says whose it is; where it does not, what was played."""
    return event.parts.seat or event.parts.tile if isinstance(event, Play) else event.span


def _wrong_leader(sheet: Sheet, named: Seat, rightful: Message) -> Message:
    match sheet.before.lead.due:
        case Due.FIXED:
            return say(
                "{seat} leads; expected {rightful}, who went out in the round before",
                seat=named,
                rightful=rightful,
            )
        case Due.LOT:
            return say("{seat} leads; expected {rightful}, who won the lot", seat=named, rightful=rightful)
        case Due.UNKNOWN:
            return say("{seat} leads; expected {rightful}", seat=named, rightful=rightful)
