"""What a replay makes of a match: steps, rounds, totals and how far they were checked. Data alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from rocksnotation.diagnostics import Diagnostic
from rocksnotation.events import Adjust, EndKind, Match, Round, Turn
from rocksnotation.layout import Count, Place
from rocksnotation.seats import Pair, Seat
from rocksnotation.tiles import Tile

Totals = Mapping[Pair, int | None]
"""The running total of each pair in points; None where it is not known."""


Action = Literal["play", "pass", "unseen"]
"""What a turn was."""


class Status(StrEnum):
    """What can be said of a round or match as a whole."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    REFUTED = "refuted"


class Unchecked(StrEnum):
    """What could not be checked."""

    HANDS = "hands"
    LAYOUT = "layout"
    SETTLEMENT = "settlement"
    TOTALS = "totals"
    PICTURE = "picture"

    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Join:
    """How a tile lies on the table: the host that it joined, and where; `assumed` if alike ends were open."""

    host: Place
    assumed: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One turn as the laws see it.

    `turn` counts from 1 in the round, implied turns included; `implied` is a turn that the record leaves out,
    a pass or a placement that a finding names, and then `event` is None. Of a placement, `sum` is in pips,
    `points` in points; these, `join`, `places` and `counts` are None where the layout is not known (`join`
    also for the lead).
    """

    turn: int
    address: str
    seat: Seat | None
    action: Action
    totals: Totals
    event: Turn | None = None
    implied: bool = False
    tile: Tile | None = None
    join: Join | None = None
    spinner: Tile | None = None
    places: tuple[Place, ...] | None = None
    counts: tuple[Count, ...] | None = None
    sum: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An arbiter's ruling, and after how many turns of the round it stands."""

    after: int
    event: Adjust
    totals: Totals


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended: `seat` with `out`, `pair` with `win`."""

    kind: EndKind
    seat: Seat | None = None
    pair: Pair | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.seat or self.pair)))


@dataclass(frozen=True, slots=True)
class Settled:
    """One hand at the end of a settled round; all None where its tiles are not known."""

    tiles: tuple[Tile, ...] | None
    pips: int | None
    deduction: int | None


class _Stepped:
    """What makes the steps of a round when they are asked for, where that was put off."""

    __slots__ = ("_make_steps",)
    _make_steps: Callable[[], tuple[Step, ...]]


@dataclass(frozen=True, slots=True)
class RoundReplay(_Stepped):
    """One round replayed. `end` is None where it is not known or not reached, `left` where it is unsettled.

    Of a round that nothing can be said against, the steps are made when somebody asks for them.
    """

    round: Round
    leader: Seat | None
    status: Status
    unchecked: tuple[Unchecked, ...]
    steps: tuple[Step, ...]
    adjustments: tuple[Adjustment, ...]
    end: Outcome | None
    left: Mapping[Seat, Settled] | None
    totals: Totals

    if not TYPE_CHECKING:  # it has no other attributes than those that are declared

        def __getattr__(self, name: str) -> object:
            """The steps, at the first time that anybody asks for them."""
            if name != "steps":
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            steps = self._make_steps()
            object.__setattr__(self, "steps", steps)
            return steps


def with_steps_later(replayed: RoundReplay, make: Callable[[], tuple[Step, ...]]) -> RoundReplay:
    """That very replay, new and without steps, which will make them when somebody asks for them."""
    object.__setattr__(replayed, "_make_steps", make)
    object.__delattr__(replayed, "steps")
    return replayed


@dataclass(frozen=True, slots=True)
class MatchReplay:
    """One match replayed, with the findings of the laws."""

    match: Match
    status: Status
    unchecked: tuple[Unchecked, ...]
    winner: Pair | None
    totals: Totals
    rounds: tuple[RoundReplay, ...]
    diagnostics: tuple[Diagnostic, ...]


def address(round_number: int | None, turn: int, seat: Seat | None) -> str:
    """How people name a turn: `2.4S` is round 2, circuit 4, South."""
    number = "?" if round_number is None else round_number
    return f"{number}.{(turn + 3) // 4}{seat or ''}"
