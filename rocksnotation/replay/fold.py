"""One round from beginning to end: evidence, leader, turns, ending, and the standing after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rocksnotation.diagnostics import Diagnostic, Edit, Severity
from rocksnotation.events import Adjust, Round
from rocksnotation.replay.ending import check_total, close
from rocksnotation.replay.leading import leaders
from rocksnotation.replay.results import Adjustment, Outcome, RoundReplay, Status, Unchecked
from rocksnotation.replay.sheet import Sheet
from rocksnotation.replay.standing import (
    ANYBODY,
    UNKNOWN_LEAD,
    Cause,
    Due,
    Lead,
    Over,
    Standing,
    after_damage,
)
from rocksnotation.replay.turns import Turns


@dataclass(frozen=True, slots=True)
class Folded:
    """A round replayed, what was found in it, and what it hands on.

    `carried` is the totals that carry on what has been reported, set right; `hangs_on_a_slip` says that the
    match was taken for won, or not, by a slip; `stopped` that the checking ended before the round did.
    `asides` is what was found in the variations, which have no part in the round.
    """

    replay: RoundReplay
    diagnostics: tuple[Diagnostic, ...]
    after: Standing
    carried: tuple[tuple[Cause, Edit], ...]
    hangs_on_a_slip: bool
    stopped: bool
    asides: tuple[Diagnostic, ...]


def fold(round_: Round, before: Standing, target: int | None, following: Round | None) -> Folded:
    """Replays one round. `following` is the round after it, if the record has one."""
    sheet = Sheet(round_, before, target, following)
    if not sheet.is_void:
        sheet.add(*sheet.evidence.faults)
    _play(sheet)
    if sheet.is_void:
        after = _after_void(sheet)
    else:
        close(sheet)
        after = _after(sheet)
    return Folded(
        _replayed(sheet),
        tuple(sheet.diagnostics),
        after,
        tuple(sheet.carried),
        sheet.win_hangs_on_a_slip,
        sheet.stopped,
        tuple(sheet.asides),
    )


def _play(sheet: Sheet) -> None:
    """The turns, adjustments and circuit numbers in the order of the record."""
    events = sheet.round.events
    turns = Turns(sheet, leaders(sheet), [event for event in events if not isinstance(event, Adjust)])
    circuits = {index: (number, span) for index, number, span in sheet.round.circuits}
    for index, event in enumerate((*events, None)):
        if index in circuits:
            turns.circuit_number(*circuits[index])
        if isinstance(event, Adjust):
            for pair, points in event.points.items():
                sheet.accounts[pair] = sheet.accounts[pair].plus(points)
            sheet.adjustments.append(Adjustment(len(sheet.steps), event, sheet.sure_totals))
        elif event:
            turns.take(event)
    turns.check_circuit_number()
    turns.report_circuits()


def _after(sheet: Sheet) -> Standing:
    """What the round hands on: by the laws, or after a hard fault as the record says."""
    if sheet.stopped:
        after = after_damage(sheet.before, sheet.round, is_last=sheet.following is None)
        sheet.accounts = dict(after.accounts)
        sheet.end, sheet.settled = None, None
        return after
    over: Over = "no"
    if sheet.end and sheet.end.kind in ("win", "abandoned"):
        over = "won" if sheet.end.kind == "win" else "abandoned"
    winner = sheet.end.pair if sheet.end else None
    return replace(sheet.before, accounts=sheet.accounts, lead=_next_lead(sheet), over=over, winner=winner)


def _next_lead(sheet: Sheet) -> Lead:
    """Law 2.4; where the record names another ending than was reached, the next round may start from either."""
    if sheet.end is None:
        return UNKNOWN_LEAD
    own = Lead(frozenset({sheet.end.seat}), Due.FIXED) if sheet.end.seat else Lead(ANYBODY, Due.LOT)
    said = sheet.round.ending
    if not sheet.ending_disputed or said is None:
        return own
    return Lead(own.seats | {said.seat}, Due.FIXED) if sheet.end.seat and said.seat else UNKNOWN_LEAD


def _after_void(sheet: Sheet) -> Standing:
    """A void round counts for nothing, its adjustments excepted: the same leader again, or a new lot."""
    sheet.end, sheet.settled = Outcome("void"), None
    sheet.silent = sheet.doubtful = sheet.stopped = False
    check_total(sheet)
    fixed = sheet.before.lead.due is Due.FIXED or sheet.leader is None
    seats = sheet.before.lead.seats if fixed else frozenset({sheet.leader})
    return replace(sheet.before, accounts=sheet.accounts, lead=Lead(frozenset(filter(None, seats))))


def _replayed(sheet: Sheet) -> RoundReplay:
    unchecked = tuple(_unchecked(sheet))
    if sheet.round.damaged or any(found.severity is Severity.ERROR for found in sheet.diagnostics):
        status = Status.REFUTED
    elif set(unchecked) - {Unchecked.PICTURE}:
        status = Status.UNVERIFIED
    else:
        status = Status.VERIFIED
    return RoundReplay(
        sheet.round,
        sheet.leader,
        status,
        unchecked,
        tuple(sheet.steps),
        tuple(sheet.adjustments),
        sheet.end,
        sheet.settled,
        sheet.totals,
    )


def _unchecked(sheet: Sheet) -> Iterable[Unchecked]:
    """What could not be checked; nothing of a void round needs to be."""
    hands = sheet.evidence.hands
    if not sheet.is_void:
        if not sheet.evidence.known:
            yield Unchecked.HANDS
        if sheet.stopped or sheet.doubtful:
            yield Unchecked.LAYOUT
        settled = (sheet.settled or {}).items()
        unproven = any(not hands[seat].complete and hand.tiles != () for seat, hand in settled)
        if sheet.stopped or unproven:
            yield Unchecked.SETTLEMENT
    if None in sheet.totals.values():
        yield Unchecked.TOTALS
    if any(step.join and step.join.assumed for step in sheet.steps):
        yield Unchecked.PICTURE
