"""The score sheet of one round while it is being replayed: what is known so far, and what was found.

The one mutable thing of the replay. It knows how a finding is told and what it does to the checking; the
laws themselves are asked by the modules that write on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from rocksnotation.diagnostics import Diagnostic, Edit, Fix, Related, Severity, Span, diagnostic
from rocksnotation.events import Pass, Play, Round, Turn, Variation
from rocksnotation.messages import Message, say
from rocksnotation.replay.evidence import gather
from rocksnotation.replay.mending import replaced, safe_fix
from rocksnotation.replay.results import Action, Adjustment, Outcome, Settled, Step, Totals, address
from rocksnotation.replay.standing import Account, Cause, Standing
from rocksnotation.seats import PAIRS, Pair, Seat
from rocksnotation.state import Position
from rocksnotation.tiles import Tile

_ENDS_DOUBT = frozenset({
    "M302", "M303", "M304", "M305", "M306", "M307", "M308", "S401", "S402", "S403", "S405", "S406", "R501",
})  # fmt: skip
"""What in a doubtful round may follow from the fault that made it so."""


class Sheet:
    """One round while its turns are folded.

    A *plain* fault changes nothing: the right value is gone on with. After a *soft* fault the record is
    followed, but the table may have seen another layout: the round is doubtful, and its first further
    mismatch ends the checking silently. After a *hard* fault the checking has stopped: the layout is
    unknown, and what the record last says of the round is believed.
    """

    def __init__(self, round_: Round, before: Standing, target: int | None, following: Round | None) -> None:
        self.round = round_
        self.before = before
        self.target = target
        self.following = following
        self.is_void = round_.ending is not None and round_.ending.kind == "void"
        self.silent = self.is_void
        self.evidence = gather(round_)
        self.position = Position(self.evidence.hands, ())
        self.accounts: dict[Pair, Account] = dict(before.accounts)
        self.diagnostics: list[Diagnostic] = []
        self.asides: list[Diagnostic] = []
        self.steps: list[Step] = []
        self.adjustments: list[Adjustment] = []
        self.laid: dict[Tile, Span] = {}
        self.leader: Seat | None = None
        self.end: Outcome | None = None
        self.end_span: Span | None = None
        self.settled: dict[Seat, Settled] | None = None
        self.refuted: set[Seat] = set()
        self.doubtful = False
        self.stopped = False
        self.turn_excused = False
        self.carried: list[tuple[Cause, Edit]] = []
        self.wrong_leftovers: Cause | None = None
        self.win_disputed = False
        self.win_hangs_on_a_slip = False
        self.ending_disputed = False

    def aside(self, variation: Variation) -> Sheet:
        """A sheet that goes on from here with a variation, and leaves this one as it is."""
        aside = copy(self)
        events = variation.events
        aside.round = replace(self.round, events=events, circuits=(), ending=None, left=None, total=None)
        claims = any(isinstance(event, Play) and event.points is not None for event in events)
        aside.evidence = replace(self.evidence, claims=claims)
        aside.accounts, aside.laid = dict(self.accounts), dict(self.laid)
        aside.steps, aside.diagnostics, aside.asides = list(self.steps), [], []
        return aside

    # ----------------------------------------------------------------------------------------- findings

    def report(
        self,
        code: str,
        span: Span,
        message: Message,
        *related: Related,
        seat: Seat | None = None,
        severity: Severity | None = None,
        stood: bool = False,
        law: str | None = None,
        fix: Fix | None = None,
    ) -> bool:
        """Adds a finding, or, where a doubtful round ends with it, stops silently and returns False.

        A finding that the record itself marks as having stood (`^`) is an info, and stays as it is.
        """
        if self.silent:
            return True
        if self.doubtful and code in _ENDS_DOUBT:
            self.stop()
            return False
        found = replace(diagnostic(code, span, message, *related), cited=law, fix=None if stood else fix)
        if stood:
            found = replace(
                found, message=say("{message}; it stood", message=message), severity=Severity.INFO
            )
        if severity:
            found = replace(found, severity=severity)
        if seat:
            turn, where = self.next_turn(seat)
            found = replace(found, turn=turn, address=where)
        self.add(found)
        return True

    def report_turn(
        self,
        code: str,
        event: Play | Pass,
        span: Span,
        message: Message,
        *related: Related,
        seat: Seat,
        soft: bool,
        law: str | None = None,
        fix: Fix | None = None,
    ) -> bool:
        """A finding about a turn, which its own `^` excuses; soft, or excused, it makes the round doubtful."""
        told = self.report(code, span, message, *related, seat=seat, stood=event.stood, law=law, fix=fix)
        self.turn_excused = self.turn_excused or event.stood
        self.doubtful = self.doubtful or soft or event.stood
        return told

    def report_unneeded(
        self, span: Span, caret: Span | None, message: Message, seat: Seat | None = None
    ) -> None:
        """R505: a `^`, at its place, that speaks of nothing wrong."""
        self.report("R505", span, message, seat=seat, fix=safe_fix(replaced(caret, "")))

    def add(self, *found: Diagnostic) -> None:
        """Adds findings of this round."""
        self.diagnostics += [replace(one, round=self.round.number) for one in found]

    def stop(self) -> None:
        """A hard fault, or a turn that nobody saw: nothing more of this round is checked."""
        self.stopped = True

    # -------------------------------------------------------------------------------------- what is kept

    @property
    def totals(self) -> Totals:
        """The running totals."""
        return {pair: account.total for pair, account in self.accounts.items()}

    @property
    def sure_totals(self) -> Totals:
        """The running totals; in a doubtful round, and where the checking has stopped, they are not known."""
        return dict.fromkeys(PAIRS) if self.doubtful or self.stopped else self.totals

    def award(self, pair: Pair, points: int) -> None:
        """Points for a pair, or against it; a void round counts for nothing."""
        if not self.is_void:
            self.accounts[pair] = self.accounts[pair].plus(points)

    def slip(self, pair: Pair, error: int, cause: Cause) -> None:
        """Notes an error, and the finding that told it, that the record may carry on in its totals."""
        if error:
            self.accounts[pair] = self.accounts[pair].with_slip(error, cause)

    @property
    def law_of_end(self) -> str:
        """The law by which the round ended."""
        return "8.1" if self.end and self.end.kind == "win" else "7.1"

    def finish(self, outcome: Outcome, span: Span | None) -> None:
        """The round has ended, at this turn."""
        self.end, self.end_span = outcome, span

    def ended_here(self) -> Iterable[Related]:
        """Where the round ended, for a finding that speaks of it."""
        return [Related(self.end_span, say("it ended here"))] if self.end_span else []

    def next_turn(self, seat: Seat | None) -> tuple[int, str]:
        """The number and the address of the step that comes next, where it is this seat's."""
        turn = len(self.steps) + 1
        return turn, address(self.round.number, turn, seat)

    def add_blind_step(self, event: Turn) -> None:
        """Adds a turn that can be shown, but not followed: nothing computed of it is known."""
        seat = event.seat
        if seat is None and self.steps and "turns" not in self.round.damaged:
            previous = self.steps[-1].seat
            seat = previous.next if previous else None
        tile = event.tile if isinstance(event, Play) else None
        action: Action = "play" if tile else "pass" if isinstance(event, Pass) else "unseen"
        self.steps.append(Step(*self.next_turn(seat), seat, action, dict.fromkeys(PAIRS), event, tile=tile))
