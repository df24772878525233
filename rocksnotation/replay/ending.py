"""Laws 6.2, 7 and 8 at the end of a round: the ending, the leftovers, the settlement, the totals."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rocksnotation import laws
from rocksnotation.diagnostics import Span
from rocksnotation.events import Ending, LeftHand, Leftovers, Total
from rocksnotation.messages import NOTHING, Message, counted, joined, listed, say
from rocksnotation.replay import hints
from rocksnotation.replay.mending import Edits, inserted, other_tiles, passes, replaced, safe_fix, unsafe_fix
from rocksnotation.replay.results import Outcome, Settled
from rocksnotation.replay.sheet import Sheet
from rocksnotation.replay.standing import UNKNOWN_ACCOUNT, Account, Cause
from rocksnotation.replay.turns import could_place, missing_passes
from rocksnotation.scoring import deduction, pips
from rocksnotation.seats import SEATS, Pair, Seat
from rocksnotation.tiles import HAND_SIZE, Tile


def close(sheet: Sheet) -> None:
    """Everything after the turns, as far as the checking has not stopped."""
    for step in (_ending, _leftovers, _settlement, check_total):
        if not sheet.stopped:
            step(sheet)
    if sheet.doubtful:
        recorded = sheet.round.total.points if sheet.round.total else {}
        sheet.accounts |= {pair: UNKNOWN_ACCOUNT for pair in sheet.accounts if pair not in recorded}


# ------------------------------------------------------------------------------------------- the ending


def _ending(sheet: Sheet) -> None:
    """The ending that the record names against the one that was reached."""
    said, reached = sheet.round.ending, sheet.end
    if said is None:
        if reached is None:
            _without_ending(sheet)
        return
    named = Outcome(said.kind, said.seat, said.pair)
    if said.kind == "abandoned" and (reached is None or reached.kind != "win"):
        sheet.end = named
    elif said.pair and _win_is_unknown(sheet, said.pair) and reached != named:
        sheet.end = named  # nothing speaks against it
    elif reached is None:
        _not_reached(sheet, said, named)
    elif reached != named:
        sheet.ending_disputed = True
        message = _otherwise(named, reached)
        told = sheet.report("R501", said.span, message, *sheet.ended_here(), law=sheet.law_of_end)
        if told and reached.kind == "win" and named.kind != "win":
            sheet.stop()


def _win_is_unknown(sheet: Sheet, pair: Pair) -> bool:
    """Whether nobody can tell if the pair reached the target."""
    return sheet.target is None or sheet.accounts[pair].total is None


def _otherwise(named: Outcome, reached: Outcome) -> Message:
    if reached.pair:
        return say("`{ending}` is written, but {pair} had won the match", ending=named, pair=reached.pair)
    if reached.seat:
        return say(
            "`{ending}` is written, but {seat} had played its last tile", ending=named, seat=reached.seat
        )
    return say("`{ending}` is written, but four passes had blocked the round", ending=named)


def _not_reached(sheet: Sheet, said: Ending, named: Outcome) -> None:
    """An ending that the turns do not come to."""
    if said.kind == "blocked" and _mend_block(sheet, said.span):
        return
    law = {"win": "8.1", "blocked": "6.2"}.get(named.kind)
    message = say("`{ending}` did not happen: {why}", ending=named, why=_why_not(sheet, named))
    if sheet.report("R501", said.span, message, law=law):
        sheet.stop()


def _why_not(sheet: Sheet, named: Outcome) -> Message:
    if named.seat:
        left = HAND_SIZE - sheet.position.hands[named.seat].placed
        return counted(
            "{seat} has {number} tile left", "{seat} has {number} tiles left", left, seat=named.seat
        )
    if named.pair:
        total = sheet.accounts[named.pair].total
        return say(
            "{pair} has {total}, and needs {target}", pair=named.pair, total=total, target=sheet.target
        )
    passes = sheet.position.passes
    able = next((seat for seat in SEATS if laws.must_place(sheet.position, seat)), None)
    if able is None:
        return say("{passes} of four passes are written", passes=passes)
    return say(
        "{passes} of four passes are written, and {seat} could place {tiles}",
        passes=passes,
        seat=able,
        tiles=could_place(sheet, able),
    )


def _mend_block(sheet: Sheet, span: Span) -> bool:
    """Law 6.2: `blocked` before four passes; the rest are taken as made where nothing speaks against it."""
    missing = []
    for seat in sheet.position.due[:1]:
        for _ in range(laws.PASSES_THAT_BLOCK - sheet.position.passes):
            missing.append(seat)
            seat = seat.next
    if not missing or any(laws.must_place(sheet.position, seat) for seat in missing):
        return False
    missing_passes(sheet, missing, span, None, safe_fix(inserted(span.start, passes(missing, after="\n"))))
    sheet.finish(Outcome("blocked"), None)
    return True


def _without_ending(sheet: Sheet) -> None:
    """Law 7.1: neither reached nor named. A settlement, or the next round, comes too early."""
    left, total = sheet.round.left, sheet.round.total
    number = "?" if sheet.round.number is None else sheet.round.number
    if sheet.round.damaged - {"head", "deal", "lot"}:
        sheet.stop()  # the ending may be what could not be read
        return
    if left and (total or sheet.following or _has_deductions(left)):
        span, early = left.span, say("round {number} is settled before it has ended", number=number)
    elif total:
        span, early = total.span, say("round {number} has a total before it has ended", number=number)
    elif sheet.following:
        span = sheet.following.head
        early = say("round {number} is followed by another before it has ended", number=number)
    else:
        return
    message = say("{early}: no hand is empty, and it is not blocked", early=early)
    if sheet.report("M310", span, message):
        sheet.stop()


def _has_deductions(left: Leftovers) -> bool:
    return any(hand.deduction is not None for hand in left.hands)


# ---------------------------------------------------------------------------------------- the leftovers


def _leftovers(sheet: Sheet) -> None:
    """S403, once a round: the first hand that is not what was left of it. A won match is not settled."""
    left = sheet.round.left
    if left is None or "left" in sheet.round.damaged:
        return
    written = {hand.seat: hand for hand in left.hands}
    for seat in SEATS:
        hand = written.get(seat)
        message = None if hand and hand.damaged else _wrong_hand(sheet, seat, hand.tiles if hand else ())
        if message:
            span, fix = hand.span if hand else left.span, unsafe_fix(_right_hand(sheet, left, seat, hand))
            sheet.report("S403", span, message, fix=fix)
            sheet.wrong_leftovers = Cause("S403", span)
            if seat not in sheet.evidence.dealt:
                sheet.refuted.add(seat)
            break
    if not sheet.stopped and sheet.end and sheet.end.kind == "win" and _has_deductions(left):
        message = say("the match was won in this round, which is not settled: expected no deductions")
        sheet.report("R503", left.span, message)
        for hand in left.hands:
            sheet.slip(hand.seat.pair, -(hand.deduction or 0), Cause("R503", left.span))


def _wrong_hand(sheet: Sheet, seat: Seat, tiles: tuple[Tile, ...]) -> Message | None:
    """What is wrong with the leftovers of one seat, by its hand, or by what lies on the table."""
    held = sheet.position.hands[seat]
    if seat in sheet.evidence.dealt and set(tiles) != held.tiles:
        return say(
            "{seat} had {tiles} left; the record says {written}",
            seat=seat,
            tiles=_shown(held.tiles),
            written=_shown(tiles),
        )
    if not held.tiles <= set(tiles):
        return say(
            "{seat} still held {tiles}; the record says {written}",
            seat=seat,
            tiles=_shown(held.tiles - set(tiles)),
            written=_shown(tiles),
        )
    lying = next((tile for tile in tiles if tile in sheet.position.layout.lying), None)
    if lying is None:
        return None
    return say("{seat} cannot have had {tile} left: it lies on the table", seat=seat, tile=lying)


def _right_hand(sheet: Sheet, left: Leftovers, seat: Seat, hand: LeftHand | None) -> Edits:
    """The leftovers of a seat as its deal has them, with what they cost where that followed the wrong ones."""
    if seat not in sheet.evidence.dealt:
        return ()
    tiles = sheet.position.hands[seat].tiles
    cost = deduction(tiles)
    if hand is None:
        before = [other.span.end for other in left.hands if SEATS.index(other.seat) < SEATS.index(seat)]
        claimed = f" -{cost}" if _has_deductions(left) and sheet.end and sheet.end.kind != "win" else ""
        line = f"\n  {seat}: {' '.join(map(str, sorted(tiles)))}{claimed}"
        return inserted(max(before, default=left.span.start + len("left")), line)
    if not hand.places:
        return ()  # a deduction for nothing, or no text: there is no place that tells where its tiles would stand
    amount = hand.amount if hand.deduction == deduction(hand.tiles) != cost else None
    written = dict(zip(hand.tiles, hand.places, strict=True))
    return (*other_tiles(written, tiles), *replaced(amount, f"-{cost}"))


def _shown(tiles: Collection[Tile]) -> Message:
    return joined(sorted(tiles), " ") if tiles else say("nothing")


# --------------------------------------------------------------------------------------- the settlement


def _settlement(sheet: Sheet) -> None:
    """Law 7.2: after an out or a block each hand is settled by itself."""
    if sheet.end is None or sheet.end.kind not in ("out", "blocked"):
        return
    left = sheet.round.left
    written = {hand.seat: hand for hand in left.hands} if left else {}
    sheet.settled = {}
    for seat in SEATS:
        tiles = _left_of(sheet, seat, written)
        if tiles is None:
            sheet.settled[seat] = Settled(None, None, None)
            sheet.accounts[seat.pair] = Account(None)
            continue
        cost = _cost(sheet, seat, tiles, written)
        sheet.settled[seat] = Settled(tiles, pips(tiles), cost)
        sheet.award(seat.pair, -cost)


def _left_of(sheet: Sheet, seat: Seat, written: Mapping[Seat, LeftHand]) -> tuple[Tile, ...] | None:
    """The tiles that a hand had left: by what it was dealt, else as the record says, else not known."""
    held, hand = sheet.position.hands[seat], written.get(seat)
    if seat in sheet.refuted:
        return None
    if held.complete and len(held.tiles) == HAND_SIZE - held.placed:
        return tuple(sorted(held.tiles))
    if held.empty:
        return ()
    return hand.tiles if hand and not hand.damaged else None


def _cost(sheet: Sheet, seat: Seat, tiles: tuple[Tile, ...], written: Mapping[Seat, LeftHand]) -> int:
    """What a hand costs (Law 7.2), against what is claimed. Wrong leftovers may have been settled as written."""
    right, hand = deduction(tiles), written.get(seat)
    if sheet.round.left is None or "left" in sheet.round.damaged or (hand and hand.damaged):
        return right
    as_written = deduction(hand.tiles) if hand else 0
    cause = sheet.wrong_leftovers or Cause("S403", sheet.round.left.span)
    sheet.slip(seat.pair, right - as_written, cause)
    if hand is None or hand.deduction is None:
        return right
    if hand.deduction in (right, as_written):
        if hand.deduction_stood:
            message = say(
                "`^` says that the deduction of {points} was wrong and stood, but it was right",
                points=hand.deduction,
            )
            sheet.report_unneeded(hand.span, hand.caret, message)
        return right
    others = {other: deduction(held.tiles) for other, held in written.items() if other is not seat}
    hint = hints.misdeduction(hand.deduction, tiles, others)
    message = counted(
        "deducted {deduction}{hint}; {number} pip rounds to {right}",
        "deducted {deduction}{hint}; {number} pips round to {right}",
        pips(tiles),
        deduction=hand.deduction,
        hint=hint,
        right=right,
    )
    fix = unsafe_fix(replaced(hand.amount, f"-{right}"))
    sheet.report("S404", hand.span, message, stood=hand.deduction_stood, fix=fix)
    if hand.deduction_stood:
        return hand.deduction
    sheet.slip(seat.pair, right - hand.deduction, Cause("S404", hand.span))
    return right


# ------------------------------------------------------------------------------------------- the totals


def check_total(sheet: Sheet) -> None:
    """The recorded totals against the replay's, and against every slip that has been reported."""
    total = sheet.round.total
    if total is None:
        return
    wrong = [pair for pair in total.points if not sheet.accounts[pair].agrees(total.points[pair])]
    if wrong and not _report_total(sheet, total, wrong):
        return
    if total.stood and all(sheet.accounts[pair].total == points for pair, points in total.points.items()):
        message = say("`^` says that this total was wrong and stood, but it was right")
        sheet.report_unneeded(total.span, total.caret, message)
    believed = total.stood or sheet.win_disputed or sheet.doubtful
    for pair, points in total.points.items():
        account = sheet.accounts[pair]
        if not believed:
            edits = replaced(total.numbers.get(pair), str(account.total))
            sheet.carried += [(cause, edit) for cause in account.causes(points) for edit in edits]
        recorded = account.recorded(points, Cause("S405", total.span))
        sheet.accounts[pair] = Account(points) if believed else recorded


def _report_total(sheet: Sheet, total: Total, wrong: list[Pair]) -> bool:
    named = [hints.mistotal(pair, total.points, sheet.totals, sheet.settled) for pair in wrong]
    if len(set(named)) == 1:
        named[:-1] = [NOTHING] * (len(named) - 1)  # the same mistake with both is said once
    written = [joined((pair, total.points[pair]), " ") for pair in wrong]
    right = [
        joined((pair, " ", sheet.accounts[pair].total, hint), "")
        for pair, hint in zip(wrong, named, strict=True)
    ]
    edits = (replaced(total.numbers.get(pair), str(sheet.accounts[pair].total)) for pair in wrong)
    message = counted(
        "total {written}; it comes to {right}",
        "total {written}; they come to {right}",
        len(wrong),
        written=listed(written, "and"),
        right=listed(right, "and"),
    )
    return sheet.report("S405", total.span, message, stood=total.stood, fix=unsafe_fix(*edits))
