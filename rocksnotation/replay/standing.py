"""What one round hands on to the next: totals, who leads, whether the match is over.

Here, and only here, stands what is gone on with after a fault (the totals' slips, a damaged round).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal, NamedTuple

from rocksnotation.diagnostics import Span
from rocksnotation.events import Round
from rocksnotation.seats import PAIRS, SEATS, Pair, Seat

ANYBODY = frozenset(SEATS)

_MOST_SLIPS = 1_000
"""More differences than this are as good as any: the total is not known then."""


class Cause(NamedTuple):
    """The finding that a slip in the totals comes from: its code and place."""

    code: str
    span: Span


@dataclass(frozen=True, slots=True)
class Account:
    """A pair's total: what the replay makes it (None: not known), and by what the record may differ.

    A slip that has been reported is carried on by whoever keeps the score, or is not: every error `d` adds
    `x + d` for each difference `x` that was possible before. `slips` has the causes of each difference.
    """

    total: int | None = 0
    slips: Mapping[int, frozenset[Cause]] = field(default_factory=lambda: {0: frozenset()})

    @property
    def is_sure(self) -> bool:
        """Whether the total is known, and no slip in it has been reported."""
        return self.total is not None and len(self.slips) == 1

    def plus(self, points: int) -> Account:
        """The account after an award, deduction or adjustment."""
        return replace(self, total=self.total + points) if points and self.total is not None else self

    def with_slip(self, error: int, cause: Cause) -> Account:
        """The account after an error has been reported that the record may carry on."""
        carried = {slip + error: causes | {cause} for slip, causes in self.slips.items()}
        slips = {**carried, **self.slips}
        return replace(self, slips=slips) if len(slips) <= _MOST_SLIPS else UNKNOWN_ACCOUNT

    def agrees(self, recorded: int) -> bool:
        """Whether the record's total is right, or wrong only by what has been reported already."""
        return self.total is None or recorded - self.total in self.slips

    def causes(self, recorded: int) -> frozenset[Cause]:
        """What has been reported already, if the record's total is wrong by that."""
        return frozenset() if self.total is None else self.slips.get(recorded - self.total, frozenset())

    def recorded(self, recorded: int, cause: Cause) -> Account:
        """The account after the record named the total; an unknown one is believed. `cause` is of a new error."""
        if self.total is None:
            return Account(recorded)
        causes = self.causes(recorded) if self.agrees(recorded) else frozenset({cause})
        return replace(self, slips={recorded - self.total: causes, 0: frozenset()})

    def possible(self) -> frozenset[int]:
        """The totals that the table may have seen: none where nothing is known."""
        return frozenset() if self.total is None else frozenset(self.total + slip for slip in self.slips)


UNKNOWN_ACCOUNT = Account(None)


class Due(Enum):
    """Whether the next leader is chosen by lot (Laws 2.2 and 2.4)."""

    LOT = "by lot"
    FIXED = "fixed"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Lead:
    """Who may lead the next round."""

    seats: frozenset[Seat] = ANYBODY
    due: Due = Due.UNKNOWN


UNKNOWN_LEAD = Lead()
Over = Literal["no", "won", "abandoned", "unknown"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A match between two rounds. `numbers` are those that the next round may have; empty: any."""

    accounts: Mapping[Pair, Account] = field(default_factory=lambda: dict.fromkeys(PAIRS, Account()))
    lead: Lead = Lead(ANYBODY, Due.LOT)
    over: Over = "no"
    winner: Pair | None = None
    numbers: frozenset[int] = frozenset({1})

    @property
    def totals(self) -> Mapping[Pair, int | None]:
        """The total of each pair; None where it is not known."""
        return {pair: account.total for pair, account in self.accounts.items()}

    def unknown(self) -> Standing:
        """The standing after something of the match is missing: leader, lot and totals are unknown."""
        return replace(self, accounts=dict.fromkeys(PAIRS, UNKNOWN_ACCOUNT), lead=UNKNOWN_LEAD, over="no")


def after_damage(before: Standing, damaged: Round, is_last: bool) -> Standing:
    """What is gone on with after a round that could not be followed: what the record last says of it.

    A win that it says is believed where no other round follows; whether the match is over is not judged.
    """
    said = damaged.total.points if damaged.total else {}
    accounts = {pair: Account(said[pair]) if pair in said else UNKNOWN_ACCOUNT for pair in PAIRS}
    after = replace(before, accounts=accounts, lead=UNKNOWN_LEAD, over="unknown", winner=None)
    ending = damaged.ending
    if ending is None:
        return after
    match ending.kind:
        case "out" if ending.seat:
            return replace(after, lead=Lead(frozenset({ending.seat}), Due.FIXED))
        case "blocked":
            return replace(after, lead=Lead(ANYBODY, Due.LOT))
        case "win" if is_last:
            return replace(after, over="won", winner=ending.pair)
        case "abandoned":
            return replace(after, over="abandoned")
    return after
