"""The laws folded over the turns of one round: steps, findings, and the standing after it.

What goes on after a fault is decided here. A *plain* fault changes nothing: the right value is gone on
with. After a *soft* fault the record is followed, but the table may have seen another layout: the round is
doubtful, and its first further mismatch ends the checking silently. After a *hard* fault the layout is
unknown, and what the record last says of the round is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rocksnotation import laws
from rocksnotation.diagnostics import Diagnostic, Related, Severity, Span, diagnostic
from rocksnotation.events import Adjust, Damaged, LeftHand, Pass, Play, Round, Total, Turn, Unseen
from rocksnotation.layout import End
from rocksnotation.replay.evidence import Evidence, gather
from rocksnotation.replay.results import (
    Adjustment,
    Join,
    Outcome,
    RoundReplay,
    Settled,
    Status,
    Step,
    Totals,
    Unchecked,
    address,
)
from rocksnotation.replay.standing import (
    ANYBODY,
    UNKNOWN_LEAD,
    Account,
    Due,
    Lead,
    Standing,
    after_damage,
)
from rocksnotation.scoring import deduction, pips, points
from rocksnotation.seats import PAIRS, SEATS, Pair, Seat, between
from rocksnotation.state import Held, Position
from rocksnotation.tiles import Tile

_ENDS_DOUBT = frozenset({
    "M302", "M303", "M304", "M305", "M306", "M307", "M308", "S401", "S402", "S403", "S405", "S406", "R501",
})  # fmt: skip
"""What in a doubtful round may follow from the fault that made it so."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A round replayed, what was found in it, and what it hands on."""

    replay: RoundReplay
    diagnostics: tuple[Diagnostic, ...]
    after: Standing


def fold(round_: Round, before: Standing, target: int | None, match: int, following: Round | None) -> Folded:
    """Replays one round. `following` is the round after it, if the record has one."""
    return _Fold(round_, before, target, match, following).run()


class _Fold:
    """The one mutable thing of the replay: a round while its turns are folded."""

    def __init__(
        self, round_: Round, before: Standing, target: int | None, match: int, following: Round | None
    ) -> None:
        self._round = round_
        self._before = before
        self._target = target
        self._match = match
        self._following = following
        self._void = round_.ending is not None and round_.ending.kind == "void"
        self._silent = self._void
        self._evidence: Evidence = gather(round_)
        self._position = Position(self._evidence.hands, ())
        self._accounts: dict[Pair, Account] = dict(before.accounts)
        self._diagnostics: list[Diagnostic] = []
        self._steps: list[Step] = []
        self._adjustments: list[Adjustment] = []
        self._leader: Seat | None = None
        self._end: Outcome | None = None
        self._end_span: Span | None = None
        self._laid: dict[Tile, Span] = {}
        self._settled: dict[Seat, Settled] | None = None
        self._doubtful = False
        self._stopped = False
        self._numbers_told = True
        self._number_slips = {0}
        self._may_follow: tuple[Seat, ...] = ()
        self._stood = False
        self._excused = False
        self._said_late = False

    # ---------------------------------------------------------------------------------------- the round

    def run(self) -> Folded:
        """The whole round, in the order of the record."""
        if not self._void:
            self._diagnostics += self._in_round(self._evidence.faults)
        expected = self._expected_leaders()
        turns = [event for event in self._round.events if not isinstance(event, Adjust)]
        last = turns[-1] if turns else None
        written = 0
        for index, event in enumerate(self._round.events):
            self._circuit_number(index, written)
            if isinstance(event, Adjust):
                self._adjust(event)
                continue
            self._turn(event, expected if written == 0 else None, event is last)
            written += 1
        self._circuit_number(len(self._round.events), written)
        if self._void:
            return self._folded(self._after_void())
        if not self._stopped:
            self._ending()
        if not self._stopped:
            self._leftovers()
        if not self._stopped:
            self._total()
        if self._stopped:
            after = after_damage(self._before, self._round)
            self._accounts = dict(after.accounts)
            self._end, self._settled = None, None
            return self._folded(after)
        return self._folded(self._after())

    def _after(self) -> Standing:
        """What an undamaged round hands on (Law 2.4)."""
        if self._end is None:
            return replace(self._before, accounts=self._accounts, lead=UNKNOWN_LEAD, over="no")
        over, winner = "no", None
        if self._end.kind in ("win", "abandoned"):
            over, winner = ("won" if self._end.kind == "win" else "abandoned"), self._end.pair
        return replace(
            self._before, accounts=self._accounts, lead=self._next_lead(), over=over, winner=winner
        )

    def _next_lead(self) -> Lead:
        """Law 2.4; where the record says another ending than the replay, the next round may start from either."""
        assert self._end is not None
        own = Lead(frozenset({self._end.seat}), Due.FIXED) if self._end.seat else Lead(ANYBODY, Due.LOT)
        said = self._round.ending
        if said is None or (said.kind, said.seat) == (self._end.kind, self._end.seat) or not self._said_late:
            return own
        if self._end.seat and said.seat:
            return Lead(own.seats | {said.seat}, Due.FIXED)
        return UNKNOWN_LEAD

    def _after_void(self) -> Standing:
        """A void round counts for nothing, its adjustments excepted: the same leader leads again, or a new lot."""
        lead = self._before.lead
        self._end, self._silent, self._doubtful = Outcome("void"), False, False
        self._total()
        seats = lead.seats if lead.due is Due.FIXED or self._leader is None else frozenset({self._leader})
        return replace(self._before, accounts=self._accounts, lead=Lead(seats, Due.UNKNOWN))

    def _folded(self, after: Standing) -> Folded:
        errors = any(found.severity is Severity.ERROR for found in self._diagnostics)
        unchecked = tuple(self._unchecked())
        if errors or self._round.damaged:
            status = Status.REFUTED
        elif self._excused or set(unchecked) - {Unchecked.PICTURE}:
            status = Status.UNVERIFIED
        else:
            status = Status.VERIFIED
        replayed = RoundReplay(
            self._round, self._leader, status, unchecked, tuple(self._steps), tuple(self._adjustments),
            self._end, self._settled, self._totals(),
        )  # fmt: skip
        return Folded(replayed, tuple(self._diagnostics), after)

    def _unchecked(self) -> Iterable[Unchecked]:
        if not self._void:
            if not all(held.complete for held in self._evidence.hands.values()):
                yield Unchecked.HANDS
            if self._stopped:
                yield Unchecked.LAYOUT
            settled = self._settled.values() if self._settled is not None else ()
            if self._stopped or any(hand.tiles is None for hand in settled) or self._unproven_leftovers():
                yield Unchecked.SETTLEMENT
        if any(account.total is None for account in self._accounts.values()):
            yield Unchecked.TOTALS
        if any(step.join and step.join.assumed for step in self._steps):
            yield Unchecked.PICTURE

    def _unproven_leftovers(self) -> bool:
        """Whether a settled hand is known only from the leftovers, and nothing proves them."""
        if self._settled is None:
            return False
        return any(
            not self._evidence.hands[seat].complete and hand.tiles for seat, hand in self._settled.items()
        )

    def _totals(self) -> Totals:
        return {pair: account.total for pair, account in self._accounts.items()}

    # ----------------------------------------------------------------------------------------- findings

    def _in_round(self, found: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
        return (replace(one, match=self._match, round=self._round.number) for one in found)

    def _report(
        self,
        code: str,
        span: Span,
        message: str,
        *related: Related,
        seat: Seat | None = None,
        severity: Severity | None = None,
        stood: bool = False,
    ) -> bool:
        """Adds a finding, or, where a doubtful round ends with it, stops silently and returns False.

        A finding that the record itself marks as having stood (`^`) is an info.
        """
        if self._silent:
            return True
        if self._doubtful and code in _ENDS_DOUBT:
            self._stopped = True
            return False
        found = diagnostic(code, span, message, *related)
        if stood:
            self._excused = True
            severity = Severity.INFO
            found = replace(found, message=f"{message}; it stood")
        if severity:
            found = replace(found, severity=severity)
        if seat:
            turn = len(self._steps) + 1
            found = replace(found, turn=turn, address=address(self._round.number, turn, seat))
        self._diagnostics += self._in_round([found])
        return True

    def _report_turn(
        self,
        code: str,
        event: Play | Pass,
        span: Span,
        message: str,
        *related: Related,
        seat: Seat,
        soft: bool,
    ) -> bool:
        """A finding about a turn, which its own `^` excuses; the round is doubtful after a soft or excused one."""
        self._stood = False
        told = self._report(code, span, message, *related, seat=seat, stood=event.stood)
        self._doubtful = self._doubtful or soft or event.stood
        return told

    def _unneeded(self, span: Span, what: str, seat: Seat | None = None) -> None:
        self._report("R505", span, f"`^` says that {what} was wrong and stood, but it was right", seat=seat)

    # --------------------------------------------------------------------------------------------- lead

    def _expected_leaders(self) -> frozenset[Seat]:
        """Laws 2.2 and 2.4: who may lead this round."""
        lead, lot = self._before.lead, self._round.lot
        winner: Seat | None = None
        if lot and "lot" not in self._round.damaged:
            chosen = lot.winner or laws.lot_winner(lot.draws)
            if isinstance(chosen, laws.LotFault):
                self._report("L203", lot.span, chosen.message)
            else:
                winner = chosen
        if lead.due is Due.LOT:
            if lot is None and "lot" not in self._round.damaged:
                message = "the leader of this round is chosen by lot, and no lot is recorded"
                self._report("L202", self._round.head, message)
            return frozenset({winner}) if winner else ANYBODY
        if lead.due is Due.FIXED:
            if lot and self._leads(lead.seats):
                led = " or ".join(seat for seat in SEATS if seat in lead.seats)
                self._report(
                    "L204", lot.span, f"no lot was due: {led} leads, having gone out in the round before"
                )
            return lead.seats
        if winner:
            return frozenset({winner}) | (lead.seats if lead.seats != ANYBODY else frozenset())
        return lead.seats

    def _leads(self, seats: frozenset[Seat]) -> bool:
        first = next((event for event in self._round.events if not isinstance(event, Adjust)), None)
        return isinstance(first, Damaged) or first is None or first.seat in seats

    def _lead_seat(self, event: Play | Pass, expected: frozenset[Seat]) -> Seat:
        """Who led: the seat that is named, unless only the one whose lead it was holds the tile (Law 2.4)."""
        seat = event.seat
        if seat is None or seat in expected:
            return self._due_next(seat or next(s for s in SEATS if s in expected))
        rightful = [s for s in SEATS if s in expected]
        due = rightful[0]
        how = "won the lot" if self._before.lead.due is not Due.FIXED else "went out in the round before"
        message = f"{seat} leads; expected {' or '.join(rightful)}, who {how}"
        span = _seat_span(event)
        self._report_turn("L201", event, span, message, seat=seat, soft=False)
        if len(rightful) == 1 and isinstance(event, Play) and self._only_holder(due, seat, event.tile):
            return self._due_next(due, seat.next)
        return self._due_next(seat, due.next)

    def _due_next(self, actor: Seat, *others: Seat) -> Seat:
        """Notes who may follow `actor` besides the next seat, and returns the actor."""
        self._may_follow = others
        return actor

    def _only_holder(self, due: Seat, named: Seat, tile: Tile) -> bool:
        """Whether the due seat is known to hold the tile, so that the named one does not."""
        return due != named and tile in self._position.hands[due].tiles

    # -------------------------------------------------------------------------------------------- turns

    def _circuit_number(self, index: int, written: int) -> None:
        """T008: circuits count the turns written, four to each."""
        for before, number, span in self._round.circuits:
            if before != index or not self._numbers_told or self._stopped:
                continue
            right = written // len(SEATS) + 1
            if number - right not in self._number_slips:
                self._report("T008", span, f"circuit number {number}; expected {right}")
                self._number_slips |= {number - right}

    def _adjust(self, event: Adjust) -> None:
        for pair, amount in event.points.items():
            self._accounts[pair] = self._accounts[pair].plus(amount)
        self._adjustments.append(Adjustment(len(self._steps), event, self._totals()))

    def _turn(self, event: Turn | Damaged, leaders: frozenset[Seat] | None, is_last: bool) -> None:
        if isinstance(event, Damaged):
            self._stop()
            return
        if not self._stopped and self._end:
            self._turn_after_end(event)
        if not self._stopped and isinstance(event, Unseen):
            self._stop()
        if self._stopped or isinstance(event, Unseen):
            self._blind_step(event)
            return
        self._stood = event.stood
        seat = self._lead_seat(event, leaders) if leaders is not None else self._actor(event)
        if leaders is not None:
            self._leader = seat
        if isinstance(event, Pass):
            self._pass(event, seat)
        else:
            self._place(event, seat, is_last)
        if self._stopped:
            return
        if self._stood and self._position_is_sure(seat):
            self._unneeded(event.span, "this turn", seat)
        if self._may_follow and not self._end:
            due = dict.fromkeys((*self._position.due, *self._may_follow))
            self._position = replace(self._position, due=tuple(due))

    def _position_is_sure(self, seat: Seat) -> bool:
        return not self._doubtful and self._evidence.hands[seat].complete

    def _stop(self) -> None:
        """A hard fault, or a turn that nobody saw: the layout is unknown from here."""
        self._stopped = True

    def _turn_after_end(self, event: Turn) -> None:
        """Law 7.1 or 8.1: nothing is played after the round has ended."""
        assert self._end is not None
        seat = event.seat or self._position.due[0]
        over = "the match was won" if self._end.kind == "win" else f"the round had ended ({self._end})"
        related = [Related(self._end_span, "it ended here")] if self._end_span else []
        self._report("M308", event.span, f"{seat} takes a turn after {over}", *related, seat=seat)
        self._stop()

    def _blind_step(self, event: Turn) -> None:
        """A turn that can be shown but not followed."""
        seat = event.seat or (self._steps[-1].seat.next if self._steps and self._steps[-1].seat else None)
        action = "play" if isinstance(event, Play) else "pass" if isinstance(event, Pass) else "unseen"
        turn = len(self._steps) + 1
        unknown: Totals = dict.fromkeys(PAIRS)
        tile = event.tile if isinstance(event, Play) else None
        where = address(self._round.number, turn, seat)
        self._leader = self._leader or (seat if turn == 1 and "turns" not in self._round.damaged else None)
        self._steps.append(Step(turn, where, seat, action, unknown, event, tile=tile))  # type: ignore[arg-type]

    def _actor(self, event: Play | Pass) -> Seat:
        """Law 2.3: whose turn it was, with the passes that the record leaves out (Law 6.1)."""
        due, seat = self._position.due, event.seat or self._position.due[0]
        if seat in due:
            return self._due_next(seat)
        rightful = min(due, key=lambda candidate: len(between(candidate, seat)))
        span = _seat_span(event)
        if isinstance(event, Play) and self._only_holder(due[0], seat, event.tile):
            message = f"{seat} is written, but it is {due[0]}'s turn, and {due[0]} holds {event.tile}"
            self._out_of_turn(event, span, message, seat)
            return self._due_next(due[0], seat.next)
        skipped = between(rightful, seat)
        able = next((s for s in skipped if laws.must_place(self._position, s)), None)
        known = all(self._position.hands[s].complete for s in skipped)
        blocked = self._position.passes + len(skipped) >= laws.PASSES_THAT_BLOCK
        if able or blocked or (event.stood and not known):
            because = f", and {able} could place {self._could(able)}" if able else ""
            self._out_of_turn(event, span, f"{seat} plays out of turn: it is {due[0]}'s turn{because}", seat)
            return self._due_next(seat, due[0], due[0].next)
        self._missing_passes(skipped, span, seat)
        return self._due_next(seat, *(() if known else (due[0].next,)))

    def _out_of_turn(self, event: Play | Pass, span: Span, message: str, seat: Seat) -> None:
        self._numbers_told = False
        self._report_turn("M301", event, span, message, seat=seat, soft=True)

    def _missing_passes(self, skipped: Iterable[Seat], span: Span, before: Seat | None) -> None:
        """Law 6.1: who is skipped, and is not known to have been able to place, passed."""
        skipped = tuple(skipped)
        names = " and ".join(skipped)
        what = f"before {before}'s turn" if before else "before the block"
        plural = "es" * (len(skipped) > 1)
        self._numbers_told = False
        self._report(
            "M309",
            span,
            f"the pass{plural} of {names} {what} {'are' if plural else 'is'} not written",
            seat=before,
        )
        for seat in skipped:
            self._position = laws.knock(self._position, seat)
            self._add_step(Step(0, "", seat, "pass", {}, implied=True))
        if not all(self._evidence.hands[seat].complete for seat in skipped):
            self._doubtful = True

    def _could(self, seat: Seat) -> str:
        tiles = laws.placeable(self._position.layout, self._position.hands[seat].tiles)
        return " or ".join(map(str, tiles)) if tiles else "any tile"

    def _add_step(self, step: Step) -> None:
        turn = len(self._steps) + 1
        where = address(self._round.number, turn, step.seat)
        self._steps.append(replace(step, turn=turn, address=where, totals=self._totals()))

    def _pass(self, event: Pass, seat: Seat) -> None:
        """Law 6.1: only who cannot place may pass."""
        if laws.must_place(self._position, seat):
            lead = "" if self._position.layout.lying else ", the leader"
            message = f"{seat}{lead} passes, but can place {self._could(seat)}"
            if not self._report_turn("M307", event, event.span, message, seat=seat, soft=True):
                self._blind_step(event)
                return
        self._position = laws.knock(self._position, seat)
        self._add_step(Step(0, "", seat, "pass", {}, event))
        if laws.is_blocked(self._position):
            self._finish(Outcome("blocked"), event.span)

    def _finish(self, outcome: Outcome, span: Span | None) -> None:
        self._end, self._end_span = outcome, span

    # --------------------------------------------------------------------------------------- placements

    def _place(self, event: Play, seat: Seat, is_last: bool) -> None:
        end = self._end_for(event, seat) if self._may_hold(event, seat) else None
        if self._stopped:
            self._blind_step(event)
            return
        placed = laws.place(self._position, seat, event.tile, end)
        awarded = self._claims(event, seat, placed)
        if self._stopped:
            self._blind_step(event)
            return
        self._position = placed.after
        self._laid[event.tile] = event.parts.tile
        if awarded and not self._void:
            self._accounts[seat.pair] = self._accounts[seat.pair].plus(awarded)
        layout = placed.after.layout
        join = Join(end.place, end.assumed) if end else None
        self._add_step(
            Step(
                0,
                "",
                seat,
                "play",
                {},
                event,
                tile=event.tile,
                join=join,
                spinner=layout.spinner,
                places=layout.places,
                counts=layout.counts,
                sum=placed.sum,
                points=awarded,
            )  # fmt: skip
        )
        if awarded and self._wins(seat.pair, is_last):
            self._finish(Outcome("win", pair=seat.pair), event.span)
        elif laws.is_out(self._position, seat):
            self._finish(Outcome("out", seat), event.span)

    def _may_hold(self, event: Play, seat: Seat) -> bool:
        """Laws 1.2 and 2.1: the tile is not lying already (hard), and was in the hand (soft)."""
        tile, span = event.tile, event.parts.tile
        if tile in self._position.layout.lying:
            first = Related(self._laid[tile], f"{tile} was placed here")
            message = f"{seat} plays {tile}, which lies on the table already"
            self._report_turn("M303", event, span, message, first, seat=seat, soft=False)
            self._stop()
            return False
        holder = self._evidence.holders.get(tile)
        if holder is None and not self._evidence.hands[seat].complete or holder is seat:
            return True
        who = f"which {holder} holds" if holder else f"which is not in {seat}'s hand"
        return self._report_turn("M302", event, span, f"{seat} plays {tile}, {who}", seat=seat, soft=True)

    def _end_for(self, event: Play, seat: Seat) -> End | None:
        """Law 3.1: the end that the tile joins; None for a lead. Where there is none, or no telling, hard."""
        layout = self._position.layout
        if not layout.lying and event.at is None:
            return None
        found = laws.ends(layout, event.tile, event.at)
        if isinstance(found, laws.NotOpen | laws.NoMatch):
            code = "M305" if isinstance(found, laws.NotOpen) else "M304"
            span = event.parts.at if isinstance(found, laws.NotOpen) and event.parts.at else event.parts.tile
            self._report_turn(code, event, span, found.message, seat=seat, soft=False)
            self._stop()
            return None
        if len(found) == 1:
            return found[0]
        settled = [end for end in found if self._fits_claims(event, seat, end)]
        names = " and ".join(laws.end_name(end.place) for end in found)
        message = f"{event.tile} fits {names}, and no end is named"
        if len(settled) == 1:
            claim = f"{message}; what is claimed leaves {laws.end_name(settled[0].place)}"
            if self._report("M306", event.parts.tile, claim, seat=seat, severity=Severity.WARNING):
                return settled[0]
            return None
        self._report("M306", event.parts.tile, message, seat=seat)
        self._stop()
        return None

    def _fits_claims(self, event: Play, seat: Seat, end: End) -> bool:
        """Whether this reading gives the points and the count that the record claims, if it claims any."""
        if event.points is None and event.count is None:
            return False
        placed = laws.place(self._position, seat, event.tile, end)
        return event.points in (None, placed.points) and event.count in (None, placed.sum)

    def _claims(self, event: Play, seat: Seat, placed: laws.Placed) -> int:
        """Laws 5.1 and 5.2: what was claimed against what the ends count. Returns the points awarded."""
        counted = f"the ends count {_summed(placed)}"
        account = self._accounts[seat.pair]
        right = placed.points
        if event.points is not None and event.points != right:
            worth = "" if right else ", which scores nothing"
            message = f"claimed {event.points}; {counted}{worth}"
            span = event.parts.points or event.parts.tile
            if (
                self._report("S401", span, message, seat=seat, stood=event.points_stood)
                and not event.points_stood
            ):
                self._accounts[seat.pair] = account.with_slip(event.points - right)
            return event.points if event.points_stood else right
        if event.points_stood and not self._doubtful:
            self._unneeded(event.parts.points or event.parts.tile, f"the claim of {event.points}", seat)
        if event.count is not None and event.count != placed.sum:
            span = event.parts.count or event.parts.tile
            self._report("S406", span, f"counted {event.count}; {counted}", seat=seat)
        elif event.points is None and right and self._evidence.claims:
            message = f"{seat} scores {right} here, and claims nothing: {counted}"
            if self._report("S402", event.parts.tile, message, seat=seat):
                self._accounts[seat.pair] = account.with_slip(-right)
        return right

    def _wins(self, pair: Pair, is_last: bool) -> bool:
        """Law 8.1. Where slips reported before leave the win in doubt, the record decides."""
        if self._target is None:
            return is_last and self._round.ending is not None and self._round.ending.kind == "win"
        possible = self._accounts[pair].possible()
        winning = [total for total in possible if laws.reaches(total, self._target)]
        if not winning or self._void:
            return False
        return len(winning) == len(possible) or (is_last and self._says_win())

    def _says_win(self) -> bool:
        """Whether the record takes the match for won in this round."""
        if self._round.ending:
            return self._round.ending.kind == "win"
        return (
            "ending" not in self._round.damaged and self._following is None and not self._is_settled_in_text()
        )

    def _is_settled_in_text(self) -> bool:
        return self._round.left is not None and any(
            hand.deduction is not None for hand in self._round.left.hands
        )

    # ----------------------------------------------------------------------------------- end of a round

    def _ending(self) -> None:
        """Laws 7.1, 6.2 and 8.1: the ending that the record names against the one that was reached."""
        said = self._round.ending
        if said is None:
            if self._end is None and "ending" in self._round.damaged:
                self._stop()
            elif self._end is None:
                self._unfinished()
            return
        reached = self._end
        if said.kind == "abandoned" and (reached is None or reached.kind != "win"):
            self._end = Outcome("abandoned")
            return
        named = Outcome(said.kind, said.seat, said.pair)
        if reached == named:
            return
        if reached is None:
            if said.kind == "blocked" and self._mend_block(said.span):
                return
            if said.kind == "win" and self._win_cannot_be_judged(said.pair):
                self._end = named
                return
            if self._report("R501", said.span, f"`{named}` did not happen: {self._why_not(named)}"):
                self._stop()
            return
        related = [Related(self._end_span, "it ended here")] if self._end_span else []
        self._said_late = True
        how = {"win": "the match was won by", "out": "the last tile of a hand was played by"}.get(
            reached.kind
        )
        happened = f"{how} {reached.pair or reached.seat}" if how else "four passes blocked the round"
        if self._report("R501", said.span, f"`{named}` is written, but {happened}", *related) and (
            reached.kind == "win" and said.kind != "win"
        ):
            self._stop()

    def _win_cannot_be_judged(self, pair: Pair | None) -> bool:
        return self._target is None or (pair is not None and self._accounts[pair].total is None)

    def _why_not(self, named: Outcome) -> str:
        if named.kind == "out" and named.seat:
            left = 7 - self._position.hands[named.seat].placed
            return f"{named.seat} has {left} tile{'s' * (left != 1)} left"
        if named.kind == "win" and named.pair:
            return f"{named.pair} has {self._accounts[named.pair].total}, and needs {self._target}"
        able = [seat for seat in SEATS if laws.must_place(self._position, seat)]
        who = f", and {able[0]} could place {self._could(able[0])}" if able else ""
        return f"{self._position.passes} of four passes are written{who}"

    def _mend_block(self, span: Span) -> bool:
        """Law 6.2: `blocked` before four passes; the rest are taken as made where nothing speaks against it."""
        if not self._position.due:
            return False
        seat, missing = self._position.due[0], []
        for _ in range(laws.PASSES_THAT_BLOCK - self._position.passes):
            missing.append(seat)
            seat = seat.next
        if any(laws.must_place(self._position, able) for able in missing):
            return False
        self._missing_passes(missing, span, None)
        self._finish(Outcome("blocked"), None)
        return True

    def _unfinished(self) -> None:
        """Law 7.1: a settlement, or the next round, before the round has ended."""
        left, total = self._round.left, self._round.total
        settled = left is not None and (self._is_settled_in_text() or self._following is not None)
        if left and (settled or total):
            span, what = left.span, "is settled"
        elif total:
            span, what = total.span, "has a total"
        elif self._following:
            span, what = self._following.head, "is followed by another"
        else:
            return
        message = f"the round {what} before it has ended: no hand is empty, and it is not blocked"
        if self._report("M310", span, message):
            self._stop()

    def _leftovers(self) -> None:
        """Law 7.2: each hand settled by itself, after an out or a block; a won match is not settled."""
        settles = self._end is not None and self._end.kind in ("out", "blocked")
        left = self._round.left
        if left and "left" not in self._round.damaged:
            self._check_leftovers({hand.seat: hand for hand in left.hands})
            if self._stopped:
                return
        if left and self._end and self._end.kind == "win" and self._is_settled_in_text():
            message = "the match was won in this round, which is not settled: expected no deductions"
            self._report("R503", left.span, message)
            self._excuse_deductions()
        if settles:
            self._settle({hand.seat: hand for hand in left.hands} if left else {})

    def _excuse_deductions(self) -> None:
        assert self._round.left is not None
        for hand in self._round.left.hands:
            account = self._accounts[hand.seat.pair]
            self._accounts[hand.seat.pair] = account.with_slip(-(hand.deduction or 0))

    def _check_leftovers(self, written: Mapping[Seat, LeftHand]) -> None:
        """S403, once a round: the first hand that is not what was left of the deal."""
        assert self._round.left is not None
        for seat in SEATS:
            hand = written.get(seat)
            if hand and hand.damaged:
                continue
            tiles = hand.tiles if hand else ()
            lying = next((tile for tile in tiles if tile in self._position.layout.lying), None)
            held = self._position.hands[seat]
            if seat in self._evidence.dealt and set(tiles) != held.tiles:
                expected = " ".join(map(str, sorted(held.tiles))) or "nothing"
                message = (
                    f"{seat} had {expected} left; the record says {' '.join(map(str, tiles)) or 'nothing'}"
                )
            elif not held.tiles <= set(tiles):
                message = f"{seat} still held {' '.join(map(str, sorted(held.tiles - set(tiles))))}"
            elif lying:
                message = f"{seat} cannot have had {lying} left: it lies on the table"
            else:
                continue
            self._report("S403", hand.span if hand else self._round.left.span, message)
            return

    def _settle(self, written: Mapping[Seat, LeftHand]) -> None:
        self._settled = {}
        for seat in SEATS:
            hand = written.get(seat)
            tiles = self._left_of(seat, hand)
            if tiles is None:
                self._settled[seat] = Settled(None, None, None)
                self._accounts[seat.pair] = Account(None)
                continue
            cost = self._deduct(seat, tiles, hand)
            self._settled[seat] = Settled(tiles, pips(tiles), cost)
            self._accounts[seat.pair] = self._accounts[seat.pair].plus(-cost)

    def _left_of(self, seat: Seat, hand: LeftHand | None) -> tuple[Tile, ...] | None:
        """The tiles that a hand had left: by the deal, else as the record says, else not known."""
        held: Held = self._position.hands[seat]
        if self._evidence.hands[seat].complete and not self._off_hand(seat):
            return tuple(sorted(held.tiles))
        if held.empty:
            return ()
        return hand.tiles if hand and not hand.damaged else None

    def _off_hand(self, seat: Seat) -> bool:
        """Whether the seat is said to have placed a tile that it did not hold, so that its hand is unsure."""
        held = self._position.hands[seat]
        return held.complete and len(held.tiles) != 7 - held.placed

    def _deduct(self, seat: Seat, tiles: tuple[Tile, ...], hand: LeftHand | None) -> int:
        """Law 7.2: what a hand costs, against the deduction that is claimed. Returns what was deducted."""
        right = deduction(tiles)
        if hand is None and self._round.left and "left" not in self._round.damaged:
            as_written = 0
        else:
            as_written = right if hand is None or hand.damaged else deduction(hand.tiles)
        self._slip(seat.pair, right - as_written)
        if hand is None or hand.damaged or hand.deduction is None:
            return right
        if hand.deduction in (right, as_written):
            if hand.deduction_stood:
                self._unneeded(hand.span, f"the deduction of {hand.deduction}")
            return right
        message = f"deducted {hand.deduction}; {pips(tiles)} pips round to {right}"
        self._report("S404", hand.span, message, stood=hand.deduction_stood)
        if hand.deduction_stood:
            return hand.deduction
        self._slip(seat.pair, right - hand.deduction)
        return right

    def _slip(self, pair: Pair, error: int) -> None:
        if error:
            self._accounts[pair] = self._accounts[pair].with_slip(error)

    def _total(self) -> None:
        """The recorded totals against the replay's, and against any slip that has been reported (Law 7.2)."""
        total = self._round.total
        if total is None or "total" in self._round.damaged:
            return
        wrong = [pair for pair in total.points if not self._accounts[pair].agrees(total.points[pair])]
        if wrong and not self._report_total(total, wrong):
            return
        if total.stood and not wrong:
            self._unneeded(total.span, "this total")
        for pair, points_ in total.points.items():
            if total.stood:
                self._accounts[pair] = Account(points_)
            else:
                self._accounts[pair] = self._accounts[pair].recorded(points_)

    def _report_total(self, total: Total, wrong: list[Pair]) -> bool:
        parts = [
            f"{pair} {total.points[pair]}; the record comes to {self._accounts[pair].total}" for pair in wrong
        ]
        return self._report("S405", total.span, f"total {' and '.join(parts)}", stood=total.stood)


def _seat_span(event: Play | Pass) -> Span:
    if isinstance(event, Play):
        return event.parts.seat or event.parts.tile
    return event.span


def _summed(placed: laws.Placed) -> str:
    counts = [count.pips for count in placed.after.layout.counts]
    return f"{placed.sum}: {' + '.join(map(str, counts))}" if len(counts) > 1 else str(placed.sum)
