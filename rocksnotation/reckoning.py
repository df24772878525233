"""What a round comes to if every law holds in it and every number is right; where that is not so, it says nothing.

A turn is a number here: the bit of its tile, its claimed points, and whether it is a pass, each in a field of
its own, and above them which turn it is. So a seat's turns are added up once, and the sum tells what the seat
placed, scored and passed. Seats count from 0, clockwise from North.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from operator import attrgetter, contains, getitem
from typing import TYPE_CHECKING, NamedTuple

from rocksnotation import bits, laws, shapes
from rocksnotation.scoring import TARGET, points, rounded
from rocksnotation.seats import SEATS, Pair, Seat
from rocksnotation.shapes import Shape
from rocksnotation.tiles import ALL_TILES, HAND_SIZE, Tile

if TYPE_CHECKING:
    from rocksnotation.events import EndKind

_POINTS, _PASSES, _TURN = 32, 48, 56
"""Where the fields of a turn begin. Each has room for the sum of a whole round."""

_TILES, _MANY, _FEW = (1 << _POINTS) - 1, (1 << _PASSES - _POINTS) - 1, (1 << _TURN - _PASSES) - 1
_MOST = 2 * sum(tile.pips for tile in ALL_TILES if tile.is_double)
"""More than the ends can ever count."""

_CLOCKWISE = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))

LONGEST = len(ALL_TILES) * len(SEATS)
"""No round has so many turns: after four passes it has ended (Law 6.2)."""

_COSTS = tuple(rounded(held) for held in range(sum(tile.pips for tile in ALL_TILES) + 1))


class Unproven(Exception):
    """Something that is wrong, or that cannot be told from what is known here."""


# ------------------------------------------------------------------------------------------------- turns


class Said(NamedTuple):
    """What a turn says besides its seat: a placement, or a pass, which has no tile."""

    tile: Tile | None
    at: int | Tile | None = None
    claimed: int | None = None
    counted: int | None = None


_said: list[Said] = []
"""Every turn that has been met, by its number."""


@cache
def turn_of(said: Said) -> int:
    """The number of a turn. Raises Unproven for a claim or count that is never right."""
    if not (0 <= (said.claimed or 0) < _MOST and 0 <= (said.counted or 0) < _MOST):
        raise Unproven
    what = bits.BITS[said.tile] if said.tile else 1 << _PASSES
    _said.append(said)
    return what | (said.claimed or 0) << _POINTS | (len(_said) - 1) << _TURN


def placed_by(turns: Iterable[int]) -> int:
    """The tiles that some turns of one seat place, added up."""
    return sum(turns) & _TILES


def said_by(turn: int) -> Said:
    """What a turn with this number says."""
    return _said[turn >> _TURN]


PASS = turn_of(Said(None))


# ------------------------------------------------------------------------------------------- the layout


class At(dict[int, "At"]):
    """The layout, as far as its shape, by the next turn: what that leads to. `fitting` are the tiles that fit.

    `assumed` are the turns, of those that it has met, that may have joined another end just like theirs.
    """

    __slots__ = ("assumed", "fitting", "shape")

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.fitting = bits.bits_of(shape.fitting)
        self.assumed: set[int] = set()

    def __missing__(self, turn: int) -> At:
        """Laws 3 and 5: a placement is legal here, and what is claimed and counted is right."""
        said = said_by(turn)
        after = self
        if said.tile:
            joined, given = self.shape.change(said.tile, said.at)
            shape = self.shape.changed(said.tile, joined, given)
            if (said.claimed or 0) != points(shape.sum) or said.counted not in (None, shape.sum):
                raise Unproven
            after = _at(shape)
            if self.shape.has_several(joined):
                self.assumed.add(turn)
        self[turn] = after
        return after


_at = cache(At)
_ASSUMED = attrgetter("assumed")


def _layouts(turns: Iterable[int]) -> list[At]:
    """The layouts before each turn and after the last. Raises Unproven or LookupError."""
    return [*accumulate(turns, getitem, initial=_at(shapes.bare()))]


def with_points(turns: Iterable[int]) -> list[int]:
    """The turns of a round that claims nothing, with the points that the ends give (Law 5). Raises Unproven."""
    at, counted = _at(shapes.bare()), []
    for turn in turns:
        turn = _with_points(at.shape, turn)
        counted.append(turn)
        at = at[turn]
    return counted


@cache
def _with_points(shape: Shape, turn: int) -> int:
    said = said_by(turn)
    return turn_of(said._replace(claimed=points(shape.after(said.tile, said.at).sum))) if said.tile else turn


# ------------------------------------------------------------------------------------------- the match


@dataclass(slots=True)
class Standing:
    """A match between two rounds. `leader` is None where a lot is due."""

    target: int = TARGET
    ns: int = 0
    ew: int = 0
    leader: int | None = None
    winner: Pair | None = None

    def add(self, points: Sequence[int]) -> None:
        """Points of the seats, or what they pay, to the totals of their pairs (Law 1.1)."""
        self.ns += points[0] + points[2]
        self.ew += points[1] + points[3]


class Reckoned(NamedTuple):
    """What a round came to: the layouts before each turn and after the last, and the hands that were left.

    `left` is empty where the hands are not known. `whose` is the seat that went out, or placed last before a
    win; `costs` is None where nothing is settled.
    """

    leader: int
    turns: Sequence[int]
    layouts: Sequence[At]
    left: Sequence[int]
    kind: str
    whose: int
    costs: Sequence[int] | None
    ns: int
    ew: int

    @property
    def assumes(self) -> bool:
        """Whether a turn may have joined another end just like the one that it is taken to have joined."""
        return any(map(contains, map(_ASSUMED, self.layouts), self.turns))


def reckon(hands: Sequence[int], leader: int, turns: list[int], standing: Standing) -> Reckoned:
    """Plays a round in which every seat takes its turn (Law 2.3), and moves the standing on. Raises Unproven.

    `hands` are the tiles that each seat was dealt (Law 2.1).
    """
    layouts = _layouts(turns)
    left = [0, 0, 0, 0]
    scored = [0, 0, 0, 0]
    for first, seat in enumerate(_CLOCKWISE[leader]):
        own = turns[first::4]
        told = sum(own)
        passes = told >> _PASSES & _FEW
        left[seat] = rest = hands[seat] - (told & _TILES)
        if rest < 0 or rest.bit_count() != HAND_SIZE - len(own) + passes:
            raise Unproven  # Law 2.1: it held what it placed, each tile once
        scored[seat] = told >> _POINTS & _MANY
        at = -1
        for _ in range(passes):  # Law 6.1: what it had then fitted nowhere
            at = own.index(PASS, at + 1)
            if layouts[4 * at + first].fitting & (rest | sum(own[at:]) & _TILES):
                raise Unproven
    last = (leader + len(turns) - 1) % 4
    if 0 in left and (left[last] or left.count(0) > 1):
        raise Unproven  # Law 7.1: the round had ended before
    standing.add(scored)
    kind, costs = "win", None
    if standing.ns >= standing.target or standing.ew >= standing.target:
        _win(last, turns[-1] >> _POINTS & _MANY, standing)
    else:
        kind = _ending(turns, left[last])
        standing.leader = last if kind == "out" else None
        costs = [_COSTS[bits.pips(hand)] for hand in left]  # Law 7.2
        standing.add([-cost for cost in costs])
    return Reckoned(leader, turns, layouts, left, kind, last, costs, standing.ns, standing.ew)


def reckon_unseen(leader: int, turns: list[int], standing: Standing) -> Reckoned:
    """Plays a round of which no hand is known, and which wins the match; as `reckon` otherwise.

    Holdings and passes are not checked, but for what is so whatever the hands were.
    """
    layouts = _layouts(turns)
    last = (leader + len(turns) - 1) % 4
    scored = [0, 0, 0, 0]
    lying = 0
    for first, seat in enumerate(_CLOCKWISE[leader]):
        own = turns[first::4]
        told = sum(own)
        placed = len(own) - (told >> _PASSES & _FEW)
        if placed > HAND_SIZE or (placed == HAND_SIZE and seat != last):
            raise Unproven  # Law 7.1: the round had ended before
        scored[seat] = told >> _POINTS & _MANY
        lying += told & _TILES
    passes = turns.count(PASS)
    if lying.bit_count() != len(turns) - passes:
        raise Unproven  # Law 1.2: each tile once
    if turns[0] == PASS or (passes >= laws.PASSES_THAT_BLOCK and _is_blocked_within(turns)):
        raise Unproven  # Laws 6.1 and 6.2: the leader can place, and four passes end the round
    standing.add(scored)
    if standing.ns < standing.target and standing.ew < standing.target:
        raise Unproven
    _win(last, turns[-1] >> _POINTS & _MANY, standing)
    return Reckoned(leader, turns, layouts, (), "win", last, None, standing.ns, standing.ew)


def _is_blocked_within(turns: list[int]) -> bool:
    block = [PASS] * laws.PASSES_THAT_BLOCK
    return any(turns[at : at + laws.PASSES_THAT_BLOCK] == block for at in range(len(turns)))


def _ending(turns: list[int], left: int) -> str:
    """Laws 6.2 and 7.1: how the round ended with its last turn, and not before."""
    if not left and turns[-1] != PASS:
        return "out"
    if left and turns[-5:].count(PASS) == turns[-4:].count(PASS) == laws.PASSES_THAT_BLOCK:
        return "blocked"
    raise Unproven


def _win(last: int, scored: int, standing: Standing) -> None:
    """Law 8.1: the last turn, and none before it, reached the target."""
    own, other = (standing.ew, standing.ns) if last % 2 else (standing.ns, standing.ew)
    if own - scored >= standing.target or other >= standing.target:
        raise Unproven
    standing.winner = Pair.EW if last % 2 else Pair.NS


# ------------------------------------------------------------------------------------ how a round is told


End = tuple["EndKind", Seat | None, Pair | None]
"""How a round ended, as an ending says it: its kind, seat and pair."""


def ending_of(kind: str, whose: int) -> End:
    """The ending that a round is reckoned to have had."""
    return _ENDINGS[kind][whose]


_ENDINGS: Mapping[str, Sequence[End]] = {
    "out": [("out", seat, None) for seat in SEATS],
    "win": [("win", None, seat.pair) for seat in SEATS],
    "blocked": [("blocked", None, None)] * len(SEATS),
}
"""How a round can end, by the seat that placed last or went out."""


def circuit_at(turn: int) -> int:
    """The number of the circuit that begins before this turn, which counts from 0."""
    return turn // len(SEATS) + 1


def seats_from(leader: int) -> tuple[Seat, ...]:
    """Law 2.3: whose turn it is, for as long as a round can last."""
    return _SEATS_FROM[leader]


_SEATS_FROM = [
    tuple(SEATS[(leader + turn) % len(SEATS)] for turn in range(LONGEST)) for leader in range(len(SEATS))
]
