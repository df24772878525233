"""Where a round stands: hands, layout, whose turn. Data alone; what may happen next is in `laws`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rocksnotation.layout import Layout
from rocksnotation.seats import Seat
from rocksnotation.tiles import HAND_SIZE, Tile


@dataclass(frozen=True, slots=True)
class Held:
    """What is known of a hand: tiles that it still holds, whether these are all, and how many it placed."""

    tiles: frozenset[Tile] = frozenset()
    complete: bool = False
    placed: int = 0

    @property
    def empty(self) -> bool:
        """Whether all seven tiles have been placed, known or not (Law 2.1)."""
        return self.placed >= HAND_SIZE

    def without(self, tile: Tile) -> Held:
        """The hand after it placed `tile`."""
        return Held(self.tiles - {tile}, self.complete, self.placed + 1)


UNKNOWN_HAND = Held()


@dataclass(frozen=True, slots=True)
class Position:
    """A round between two turns.

    `due` is the seats that may take the next turn, the natural one first; more than one where the record
    leaves it open. `passes` counts the passes in a row.
    """

    hands: Mapping[Seat, Held]
    due: tuple[Seat, ...]
    layout: Layout = Layout()
    passes: int = 0
