"""The four seats and the two pairs (Law 1.1). Knows nothing of tiles or turns."""

from __future__ import annotations

from enum import StrEnum


class Pair(StrEnum):
    """A fixed pair of partners, who share one total (Law 1.1)."""

    NS = "NS"
    EW = "EW"

    __hash__ = str.__hash__  # pairs and seats are keys everywhere, and an enum's own way to its hash is long


class Seat(StrEnum):
    """A seat at the table, in clockwise order (Law 1.1)."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    __hash__ = str.__hash__

    @property
    def next(self) -> Seat:
        """The seat that plays after this one: clockwise (Law 2.3)."""
        return _NEXT[self]

    @property
    def pair(self) -> Pair:
        """The pair that this seat plays for (Law 1.1)."""
        return Pair.NS if self in (Seat.N, Seat.S) else Pair.EW


SEATS = tuple(Seat)
PAIRS = tuple(Pair)
_NEXT = dict(zip(SEATS, (*SEATS[1:], SEATS[0]), strict=True))


def between(due: Seat, named: Seat) -> tuple[Seat, ...]:
    """The seats from `due` up to, but without, `named`, clockwise: those that a turn by `named` skips."""
    skipped = []
    while due is not named:
        skipped.append(due)
        due = due.next
    return tuple(skipped)
