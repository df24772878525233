"""Laws 2.3, 3, 5 and 6 turn by turn: whose turn it was, whether the tile could go there, what it scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rocksnotation import laws
from rocksnotation.diagnostics import Fix, Related, Severity, Span
from rocksnotation.events import Damaged, Pass, Play, Turn, Unseen, Variation
from rocksnotation.layout import End
from rocksnotation.messages import NOTHING, Message, counted, listed, say
from rocksnotation.replay import hints
from rocksnotation.replay.leading import led_by, seat_span
from rocksnotation.replay.mending import inserted, passes, replaced, safe_fix, unsafe_fix
from rocksnotation.replay.results import Join, Outcome, Step
from rocksnotation.replay.sheet import Sheet
from rocksnotation.replay.standing import Cause
from rocksnotation.seats import SEATS, Pair, Seat, between


class Turns:
    """The turns of one round, or of a variation that goes on from a turn of it, folded over a sheet."""

    def __init__(
        self,
        sheet: Sheet,
        leaders: frozenset[Seat],
        turns: Sequence[Turn | Damaged],
        owed: tuple[Seat, Seat] | None = None,
    ) -> None:
        self._sheet = sheet
        self._leaders = leaders
        self._turns = turns
        self._written = 0
        self._circuits_told = True
        self._circuits: list[tuple[int, int, Span]] = []
        self._circuit: tuple[int, Span] | None = None
        self._owed = owed
        self._leads = not sheet.steps

    # ------------------------------------------------------------------------------------ circuit numbers

    def circuit_number(self, number: int, span: Span) -> None:
        """Notes a circuit number; it is judged with the turn that follows."""
        self._circuit = number, span

    def check_circuit_number(self, written: int | None = None) -> None:
        """Circuits count the turns written, four to each: what the number should be is noted beside it."""
        if self._circuit and self._circuits_told and not self._sheet.stopped:
            number, span = self._circuit
            right = (self._written if written is None else written) // len(SEATS) + 1
            self._circuits.append((number, right, span))
        self._circuit = None

    def report_circuits(self) -> None:
        """T008, after the turns. A slip may go on to the end of the round.

        A number may stand for turns that are lost. It is only a number where a later one, and all others, are
        right, or where the turns are known to be whole.
        """
        sheet = self._sheet
        whole = sheet.end and not sheet.doubtful and not sheet.stopped and sheet.evidence.known
        wrong: dict[int, list[tuple[int, int, Span]]] = {}
        for number, right, span in self._circuits:
            if number != right:
                wrong.setdefault(number - right, []).append((number, right, span))
        alone = sum(map(len, wrong.values())) == 1 and len(self._circuits) == len(sheet.round.circuits)
        for slip in wrong.values():
            edits = [replaced(span, f"{right}.") for _, right, span in slip]
            number, right, span = slip[0]
            lost = number > right and span == self._circuits[-1][2]  # no later one tells that it is a slip
            fix = safe_fix(*edits) if whole or (alone and not lost) else None
            message = say("circuit number {number}; expected {right}", number=number, right=right)
            sheet.report("T008", span, message, fix=fix)

    # --------------------------------------------------------------------------------------------- a turn

    def take(self, event: Turn | Damaged) -> None:
        """One turn, as written."""
        sheet = self._sheet
        first, self._leads = self._leads, False
        self._written += 1
        if isinstance(event, Damaged):
            sheet.stop()
            return
        for variation in event.variations:
            self._variation(variation)
        if sheet.end and not sheet.stopped:
            self._after_end(event)
        if isinstance(event, Unseen):
            sheet.stop()
        if sheet.stopped or isinstance(event, Unseen):
            sheet.leader = event.seat if first else sheet.leader
            sheet.add_blind_step(event)
            return
        sheet.turn_excused = False
        seat, others = led_by(sheet, event, self._leaders) if first else self._actor(event)
        self.check_circuit_number(self._written - 1)
        sheet.leader = seat if first else sheet.leader
        followed = self._pass(event, seat) if isinstance(event, Pass) else self._place(event, seat)
        if not followed:
            sheet.stop()
            sheet.add_blind_step(event)
            return
        self._check_stood(event, seat)
        if others:
            due = dict.fromkeys((*sheet.position.due, *others))
            sheet.position = replace(sheet.position, due=tuple(due))

    def _variation(self, variation: Variation) -> None:
        """Turns that might have been are judged from the position before the turn that they replace.

        They change nothing, so that what is wrong with them is a warning at most.
        """
        if self._sheet.stopped or self._sheet.end:
            return
        aside = self._sheet.aside(variation)
        turns = Turns(aside, self._leaders, variation.events, self._owed)
        for event in variation.events:
            turns.take(event)
        self._sheet.asides += aside.asides
        for found in aside.diagnostics:
            severity = Severity.WARNING if found.severity is Severity.ERROR else found.severity
            message = say("in a variation: {message}", message=found.message)
            self._sheet.asides.append(replace(found, severity=severity, message=message))

    def _after_end(self, event: Turn) -> None:
        """Laws 7.1 and 8.1: nothing is played once the round, or the match, has ended."""
        sheet = self._sheet
        assert sheet.end is not None
        seat = event.seat or sheet.position.due[0]
        if sheet.end.kind == "win":
            message = say("{seat} takes a turn after the match was won", seat=seat)
        else:
            message = say(
                "{seat} takes a turn after the round had ended ({ending})", seat=seat, ending=sheet.end
            )
        sheet.report("M308", event.span, message, *sheet.ended_here(), seat=seat, law=sheet.law_of_end)
        sheet.stop()

    def _check_stood(self, event: Play | Pass, seat: Seat) -> None:
        """R505: a turn marked as having stood that broke no rule, as far as the hand can tell."""
        sheet = self._sheet
        sure = not sheet.doubtful and sheet.evidence.hands[seat].complete
        if event.stood and sure and not sheet.turn_excused:
            caret = event.caret if isinstance(event, Pass) else event.parts.caret
            message = say("`^` says that this turn was wrong and stood, but it was right")
            sheet.report_unneeded(event.span, caret, message, seat)

    # ----------------------------------------------------------------------------------------- whose turn

    def _actor(self, event: Play | Pass) -> tuple[Seat, tuple[Seat, ...]]:
        """Law 2.3: whose turn it was, and who besides the next seat may follow."""
        sheet = self._sheet
        due = sheet.position.due
        named = event.seat or due[0]
        owed, self._owed = self._owed, None
        if named in due:
            return named, owed[1:] if owed and named is owed[0] else ()
        if self._is_letter_slip(event, due[0]):
            if isinstance(event, Play):
                message = say(
                    "{named} is written, but it is {due}'s turn, and {due} holds {tile}",
                    named=named,
                    due=due[0],
                    tile=event.tile,
                )
            else:
                message = say("{named} is written, but it is {due}'s turn", named=named, due=due[0])
            self._out_of_turn(event, message, named)
            return due[0], (named.next,)
        skipped = between(min(due, key=lambda seat: len(between(seat, named))), named)
        able = next((seat for seat in skipped if laws.must_place(sheet.position, seat)), None)
        known = all(sheet.position.hands[seat].complete for seat in skipped)
        blocked = sheet.position.passes + len(skipped) >= laws.PASSES_THAT_BLOCK
        if able or blocked or (event.stood and not known):
            if able:
                message = say(
                    "{named} plays out of turn: it is {due}'s turn, and {seat} could place {tiles}",
                    named=named,
                    due=due[0],
                    seat=able,
                    tiles=could_place(sheet, able),
                )
            else:
                message = say("{named} plays out of turn: it is {due}'s turn", named=named, due=due[0])
            self._out_of_turn(event, message, named)
            self._owed = due[0], named.next
            return named, (due[0], due[0].next)
        if isinstance(event, Play) and event.tile in sheet.position.layout.lying:
            return named, ()  # that speaks against a turn here, and is told as M303
        self._circuits_told = False
        missing_passes(sheet, skipped, seat_span(event), named, self._with_passes(event, skipped))
        return named, () if known else (due[0].next,)

    def _with_passes(self, event: Play | Pass, skipped: Sequence[Seat]) -> Fix | None:
        """The passes written before a turn; a circuit number between them stays before its circuit."""
        number, span = self._circuit or (0, event.span)
        first = len(self._sheet.steps)
        early = [seat for turn, seat in enumerate(skipped, first) if turn // len(SEATS) + 1 < number]
        late = skipped[len(early) :]
        previous = self._turns[self._written - 2]
        if isinstance(previous, Damaged) or previous.comments or previous.variations:
            before = inserted(span.start, passes(early, after="\n"))
        else:
            before = inserted(previous.span.end, passes(early, before="  ", after=""))
        return safe_fix(before, inserted(event.span.start, passes(late)))

    def _is_letter_slip(self, event: Play | Pass, due: Seat) -> bool:
        """Whether the due seat took this turn, and only the letter is wrong.

        A tile that only the due seat holds tells so; so does a pass by a seat that could place nothing,
        where the seat after it plays next.
        """
        hand = self._sheet.position.hands[due]
        if isinstance(event, Play):
            return event.tile in hand.tiles
        following = self._turns[self._written] if self._written < len(self._turns) else None
        passed = hand.complete and not laws.must_place(self._sheet.position, due)
        return passed and not isinstance(following, Damaged | None) and following.seat is due.next

    def _out_of_turn(self, event: Play | Pass, message: Message, named: Seat) -> None:
        self._circuits_told = False
        self._sheet.report_turn("M301", event, seat_span(event), message, seat=named, soft=True)

    def _pass(self, event: Pass, seat: Seat) -> bool:
        """Law 6.1: only who cannot place may pass. Whether the turn could be followed."""
        sheet = self._sheet
        if laws.must_place(sheet.position, seat):
            able = could_place(sheet, seat)
            if sheet.position.layout.lying:
                message = say("{seat} passes, but can place {tiles}", seat=seat, tiles=able)
            else:
                message = say("{seat}, the leader, passes, but can place {tiles}", seat=seat, tiles=able)
            if not sheet.report_turn("M307", event, event.span, message, seat=seat, soft=True):
                return False
        knock(sheet, seat, event)
        if laws.is_blocked(sheet.position):
            sheet.finish(Outcome("blocked"), event.span)
        return True

    # ----------------------------------------------------------------------------------------- placements

    def _place(self, event: Play, seat: Seat) -> bool:
        """A placement in the order of the laws. Whether it could be followed."""
        sheet = self._sheet
        if not self._may_hold(event, seat):
            return False
        end = self._end_for(event, seat)
        if sheet.stopped:
            return False
        placed = laws.place(sheet.position, seat, event.tile, end)
        awarded = self._awarded(event, seat, placed)
        if sheet.stopped:
            return False
        sheet.position = placed.after
        sheet.laid[event.tile] = event.parts.tile
        sheet.award(seat.pair, awarded)
        layout = placed.after.layout
        sheet.steps.append(
            Step(
                *sheet.next_turn(seat),
                seat,
                "play",
                sheet.sure_totals,
                event,
                tile=event.tile,
                join=Join(end.place, end.assumed) if end else None,
                spinner=layout.spinner,
                places=layout.places,
                counts=layout.counts,
                sum=placed.sum,
                points=awarded,
            )
        )
        ending = laws.ending_of_placement(sheet.position, seat, bool(awarded) and self._wins(seat.pair))
        if ending == "win":
            sheet.finish(Outcome("win", pair=seat.pair), event.span)
        elif ending == "out":
            sheet.finish(Outcome("out", seat), event.span)
        return True

    def _may_hold(self, event: Play, seat: Seat) -> bool:
        """Laws 1.2 and 2.1: the tile is not lying already (hard), and was in the hand (soft)."""
        sheet, tile, span = self._sheet, event.tile, event.parts.tile
        if tile in sheet.position.layout.lying:
            first = Related(sheet.laid[tile], say("{tile} was placed here", tile=tile))
            message = say("{seat} plays {tile}, which lies on the table already", seat=seat, tile=tile)
            sheet.report_turn("M303", event, span, message, first, seat=seat, soft=False)
            return False
        holder = sheet.evidence.holders.get(tile)
        if holder is seat or (holder is None and not sheet.evidence.hands[seat].complete):
            return True
        hint = hints.near_tile(sheet.position.layout, seat, tile, sheet.position.hands[seat].tiles)
        if holder:
            message = say(
                "{seat} plays {tile}, which {holder} holds{hint}",
                seat=seat,
                tile=tile,
                holder=holder,
                hint=hint,
            )
        else:
            message = say(
                "{seat} plays {tile}, which is not in {seat}'s hand{hint}", seat=seat, tile=tile, hint=hint
            )
        return sheet.report_turn("M302", event, span, message, seat=seat, soft=True)

    def _end_for(self, event: Play, seat: Seat) -> End | None:
        """Law 3.1: the end that the tile joins, None for a lead. Where there is none, or no telling: hard."""
        sheet, layout, tile = self._sheet, self._sheet.position.layout, event.parts.tile
        if not layout.lying and event.at is None:
            return None
        found = laws.ends(layout, event.tile, event.at)
        if isinstance(found, laws.NotOpen | laws.NoMatch):
            code, span = (
                ("M305", event.parts.at or tile) if isinstance(found, laws.NotOpen) else ("M304", tile)
            )
            held = sheet.position.hands[seat].tiles
            hint = hints.elsewhere(layout, event.tile) or hints.near_tile(layout, seat, event.tile, held)
            message = say("{why}{hint}", why=found.message, hint=hint)
            sheet.report_turn(code, event, span, message, seat=seat, soft=False)
        elif len(found) == 1:
            return found[0]
        else:
            if self._is_cut_short():
                sheet.stop()
                return None
            names = listed([laws.end_name(end.place) for end in found], "and")
            message = say("{tile} fits {ends}, and no end is named", tile=event.tile, ends=names)
            settled = [end for end in found if self._fits_claims(event, seat, end)]
            if len(settled) == 1:
                name = laws.end_name(settled[0].place)
                message = say("{message}; what is claimed leaves {end}", message=message, end=name)
                fix = safe_fix(inserted(tile.end, name))
                sheet.report("M306", tile, message, seat=seat, severity=Severity.WARNING, fix=fix)
                return settled[0]
            sheet.report("M306", tile, message, seat=seat)
        sheet.stop()
        return None

    def _is_cut_short(self) -> bool:
        """Whether damaged text follows, which may hold the end or the claim of this turn."""
        return self._written < len(self._turns) and isinstance(self._turns[self._written], Damaged)

    def _fits_claims(self, event: Play, seat: Seat, end: End) -> bool:
        """Whether this reading gives the points and the count that the record claims, if it claims any."""
        if event.points is None and event.count is None:
            return False
        placed = laws.place(self._sheet.position, seat, event.tile, end)
        return event.points in (None, placed.points) and event.count in (None, placed.sum)

    def _awarded(self, event: Play, seat: Seat, placed: laws.Placed) -> int:
        """Laws 5.1 and 5.2: the points awarded; what was claimed and counted is checked against them."""
        sheet, right = self._sheet, placed.points
        points_span = event.parts.points or event.parts.tile
        if event.points is not None and event.points != right:
            worth = NOTHING if right else say(", which scores nothing")
            before = sheet.steps[-1].points if sheet.steps else None
            layouts = sheet.position.layout, placed.after.layout
            hint = hints.misclaim(*layouts, event.tile, event.points, before or 0)
            message = say(
                "claimed {points}{hint}; {counts}{worth}",
                points=event.points,
                hint=hint,
                counts=_counts(placed),
                worth=worth,
            )
            stood, fix = event.points_stood, unsafe_fix(replaced(event.parts.points, f"+{right}"))
            told = sheet.report("S401", points_span, message, seat=seat, stood=stood, fix=fix)
            if told and not stood:
                sheet.slip(seat.pair, event.points - right, Cause("S401", points_span))
            return event.points if event.points_stood else right
        if event.points_stood and not sheet.doubtful:
            message = say(
                "`^` says that the claim of {points} was wrong and stood, but it was right",
                points=event.points,
            )
            sheet.report_unneeded(points_span, event.parts.points_caret, message, seat)
        if event.count is not None and event.count != placed.sum:
            span = event.parts.count or event.parts.tile
            fix = unsafe_fix(replaced(event.parts.count, f"={placed.sum}"))
            hint = hints.miscount(sheet.position.layout, placed.after.layout, event.tile, event.count)
            message = say(
                "counted {count}{hint}; {counts}", count=event.count, hint=hint, counts=_counts(placed)
            )
            sheet.report("S406", span, message, seat=seat, fix=fix)
        elif event.points is None and right and sheet.evidence.claims and not self._is_cut_short():
            message = say(
                "{seat} scores {points} here, and claims nothing: {counts}",
                seat=seat,
                points=right,
                counts=_counts(placed),
            )
            tile = event.parts.tile
            last = event.parts.caret or event.parts.at or tile
            if sheet.report(
                "S402", tile, message, seat=seat, fix=unsafe_fix(inserted(last.end, f" +{right}"))
            ):
                sheet.slip(seat.pair, -right, Cause("S402", tile))
        return right

    def _wins(self, pair: Pair) -> bool:
        """Law 8.1. Where slips reported before leave the win in doubt, the record decides."""
        sheet = self._sheet
        says_win = self._written == len(self._turns) and _says_win(sheet)
        if sheet.is_void:
            return False
        if sheet.target is None:
            return says_win and sheet.round.ending is not None
        possible = sheet.accounts[pair].possible()
        winning = [total for total in possible if laws.reaches(total, sheet.target)]
        if not winning:
            return False
        if len(winning) == len(possible):
            return True
        sheet.win_disputed = True
        total = sheet.accounts[pair].total
        if says_win != (total is not None and laws.reaches(total, sheet.target)):
            sheet.win_hangs_on_a_slip = True
        return says_win


def _says_win(sheet: Sheet) -> bool:
    """Whether the record takes the match for won at the last turn of this round."""
    if sheet.round.ending:
        return sheet.round.ending.kind == "win"
    return "ending" not in sheet.round.damaged and sheet.following is None and sheet.round.left is None


def could_place(sheet: Sheet, seat: Seat) -> Message:
    """What a seat could place, for a message."""
    tiles = laws.placeable(sheet.position.layout, sheet.position.hands[seat].tiles)
    return listed(tiles, "or") if tiles else say("any tile")


def knock(sheet: Sheet, seat: Seat, event: Pass | None) -> None:
    """A pass that was made; one without an event is implied."""
    sheet.position = laws.knock(sheet.position, seat)
    step = Step(*sheet.next_turn(seat), seat, "pass", sheet.sure_totals, event, implied=event is None)
    sheet.steps.append(step)


def missing_passes(
    sheet: Sheet, skipped: Sequence[Seat], span: Span, before: Seat | None, written: Fix | None
) -> None:
    """Law 6.1: who is skipped, and is not known to have been able to place, passed.

    The fix by which the passes are written is offered where the hands prove them.
    """
    names = laws.in_order(skipped)
    if before:
        message = counted(
            "the pass of {seats} before {next}'s turn is not written",
            "the passes of {seats} before {next}'s turn are not written",
            len(skipped),
            seats=names,
            next=before,
        )
    else:
        message = counted(
            "the pass of {seats} before the block is not written",
            "the passes of {seats} before the block are not written",
            len(skipped),
            seats=names,
        )
    for seat in skipped:
        knock(sheet, seat, None)
    known = all(sheet.evidence.hands[seat].complete for seat in skipped)
    proven = known and not sheet.doubtful
    sheet.report("M309", span, message, seat=before, fix=written if proven else None)
    if not known:
        sheet.doubtful = True


def _counts(placed: laws.Placed) -> Message:
    pips = [count.pips for count in placed.after.layout.counts]
    summed = f"{placed.sum}: {' + '.join(map(str, pips))}" if len(pips) > 1 else placed.sum
    return say("the ends count {sum}", sum=summed)
