"""Proves quickly that nothing is wrong with a match in export form; where it cannot, it says nothing.

A match is proven by writing it: round by round it is worked out from the deal and the turns what the writer
would write of a round in which every law holds and every number is right, and that is what has to stand
there, to the letter. So a text that is proven is one that `parse` reads, and of which `lint` tells nothing.
Whatever else a match may hold (comments, rulings, other spellings, unknown hands, faults) is left to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from operator import getitem
from typing import NamedTuple

from rocksnotation import laws, shapes, tags
from rocksnotation.scoring import TARGET, points, rounded
from rocksnotation.seats import SEATS, Pair, Seat
from rocksnotation.shapes import Shape
from rocksnotation.spelling import draws_text, end_of, placement_text, tag_text
from rocksnotation.text import MAX_DIGITS, MAX_LENGTH
from rocksnotation.tiles import ALL_TILES, HAND_SIZE, Tile
from rocksnotation.vocabulary import KNOWN_TAGS

_NS = frozenset({"N", "S"})
_HEADS = tuple((str(seat), f"  {seat}: ") for seat in SEATS)
_CIRCUITS = tuple(f"{number}. " for number in range(1, len(ALL_TILES) + 1))
_ORDER = {
    str(seat): "".join(f"{each} " for each in SEATS[index:] + SEATS[:index]) * len(ALL_TILES)
    for index, seat in enumerate(SEATS)
}
"""The seats clockwise from each (Law 2.3) as they begin turns, for longer than a round can last."""

_PASS = "pass"
_PASSED = _PASS[:3]
_ALL = frozenset(map(str, ALL_TILES))
_PIPS = {str(tile): tile.pips for tile in ALL_TILES}
_COSTS = tuple(rounded(held) for held in range(sum(_PIPS.values()) + 1))
_LONGEST_LOT = 1_000


class Unproven(Exception):
    """Something that is not what would be written of a match without any fault."""


class Proof(NamedTuple):
    """What a proven match came to."""

    winner: Pair
    ns: int
    ew: int


def prove(data: bytes) -> Proof | None:
    """What the text of one match came to, if nothing can be said against it; None where that is not proven.

    The text is UTF-8 without a line end after it, and its lines end in LF.
    """
    heading, *rounds = data.split(b"\n\n")
    try:
        values = tagged(heading.decode())
        standing = _Standing(_target(values))
        for number, round_ in enumerate(rounds, 1):
            if standing.winner:
                return None
            _prove_round(round_.decode("ascii"), number, standing)
    except (Unproven, LookupError, ValueError):
        return None
    said = tags.result_of(values.get("Result", ""))
    if standing.winner is None or (said and said != {Pair.NS: standing.ns, Pair.EW: standing.ew}):
        return None
    return Proof(standing.winner, standing.ns, standing.ew)


# ---------------------------------------------------------------------------------------------- the tags


def tagged(heading: str) -> Mapping[str, str]:
    """The tags of a match, of which there is nothing to tell, in the order of the export form. Raises Unproven."""
    read = [*map(_tag, heading.split("\n"))]
    values = dict(read)
    if len(values) != len(read) or "Rocks" not in values:
        raise Unproven
    if [*values] != [name for name in KNOWN_TAGS if name in values]:
        raise Unproven
    return values


@lru_cache(10_000)
def _tag(line: str) -> tuple[str, str]:
    name, _, value = line[1:-2].partition(' "')
    if tag_text(name, value) != line or not value.isprintable() or len(line) > MAX_LENGTH:
        raise Unproven
    if name not in KNOWN_TAGS or tags.problem(name, value):
        raise Unproven
    return name, value


def _target(values: Mapping[str, str]) -> int:
    """Law 1.3: the total that wins."""
    return (tags.target_of(values["Target"]) or 0) if "Target" in values else TARGET


# --------------------------------------------------------------------------------------------- one round


@dataclass(slots=True)
class _Standing:
    """A match between two rounds, while it is being proven. `leader` is None where a lot is due."""

    target: int
    ns: int = 0
    ew: int = 0
    leader: str | None = None
    winner: Pair | None = None


def _prove_round(text: str, number: int, standing: _Standing) -> None:
    """One round: that it is written as it would be, and where the match stands after it."""
    lines = text.split("\n")
    if lines[0] != f"round {number}" or lines[1] != "deal":
        raise Unproven
    hands = _dealt(lines)
    at = 6
    leader = standing.leader
    if leader is None:
        leader = _lot_winner(lines[at])
        at += 1
    turns: list[str] = []
    for circuit in _CIRCUITS:
        line = lines[at]
        if not line.startswith(circuit):
            break
        if len(turns) % 4:
            raise Unproven  # only the last circuit may be short
        turns += line[len(circuit) :].split("  ")
        at += 1
    if "".join([turn[:2] for turn in turns]) != _ORDER[leader][: 2 * len(turns)]:
        raise Unproven  # Law 2.3
    said = [turn[2:] for turn in turns]
    followed = [*accumulate(said, getitem, initial=_written(shapes.bare(), 0))]
    for index, seat in enumerate(_ORDER[leader][:8:2]):
        hands[seat] = _left(hands[seat], turns[index::4], followed[index::4])
    points = [written.points for written in followed]
    own, others = sum(points[1::2]), sum(points[2::2])
    if leader in _NS:
        standing.ns += own
        standing.ew += others
    else:
        standing.ns += others
        standing.ew += own
    last = turns[-1][0]
    empty = [seat for seat, hand in hands.items() if not hand]
    if empty and empty != [last]:
        raise Unproven  # the round had ended before
    if standing.ns >= standing.target or standing.ew >= standing.target:
        ending = [f"win {_win(last, points[-1], standing)}"]
    elif empty and said[-1] != _PASS:
        standing.leader = last
        ending = [f"out {last}", *_settled(hands, standing)]
    elif said[-5:].count(_PASS) == said[-4:].count(_PASS) == laws.PASSES_THAT_BLOCK:
        standing.leader = None
        ending = ["blocked", *_settled(hands, standing)]
    else:
        raise Unproven
    if lines[at:] != ending:
        raise Unproven


def _dealt(lines: list[str]) -> dict[str, set[str]]:
    """Law 2.1: all 28 tiles, seven to each."""
    hands = {}
    tiles: list[str] = []
    for index, (seat, head) in enumerate(_HEADS, 2):
        line = lines[index]
        if not line.startswith(head):
            raise Unproven
        hand = line[5:].split(" ")
        hands[seat] = set(hand)
        if len(hand) != HAND_SIZE or hand != sorted(hand):
            raise Unproven
        tiles += hand
    if set(tiles) != _ALL:
        raise Unproven
    return hands


@lru_cache(10_000)
def _lot_winner(line: str) -> str:
    """Law 2.2: who won the lot of a line."""
    lot = lot_of(line)
    if isinstance(lot, Seat):
        return lot
    winner = laws.lot_winner(lot)
    if isinstance(winner, laws.LotFault) or draws_text(lot) != line or len(line) > _LONGEST_LOT:
        raise Unproven
    if not all(0 <= value < 10**MAX_DIGITS for draw in lot for value in draw.values()):
        raise Unproven
    return winner


def lot_of(line: str) -> Seat | tuple[Mapping[Seat, int], ...]:
    """What a proven match says of a lot: its winner, or its draws."""
    drawn = line.removeprefix("lot ")
    if drawn in _ORDER:
        return Seat(drawn)
    draws = [dict(one.split(":") for one in draw.split(" ")) for draw in drawn.split(" / ")]
    return tuple({Seat(seat): int(value) for seat, value in draw.items()} for draw in draws)


class _Written(dict[str, "_Written"]):
    """A shape of the layout, by what may be written of a turn behind its seat: what that leads to.

    `points` is what the turn that led here scored.
    """

    __slots__ = ("fitting", "points", "shape")

    def __init__(self, shape: Shape, scored: int) -> None:
        self.shape = shape
        self.fitting = shape.fitting
        self.points = scored

    def __missing__(self, text: str) -> _Written:
        """Laws 3 and 5: a placement is legal here, and what is claimed and counted is right."""
        if text == _PASS:
            after = _written(self.shape, 0)
        else:
            turn, _, count = text.partition(" =")
            tile, at, claimed = placement_of(turn)
            shape = self.shape.after(tile, at)
            scored = points(shape.sum)
            if (claimed or 0) != scored or (count and count != str(shape.sum)):
                raise Unproven
            after = _written(shape, scored)
        self[text] = after
        return after


@cache
def _written(shape: Shape, scored: int) -> _Written:
    return _Written(shape, scored)


@cache
def placement_of(text: str) -> tuple[Tile, int | Tile | None, int | None]:
    """The tile, the end and the points of a placement, if the writer makes this text of them. Raises Unproven."""
    joined, _, sum_ = text.partition(" +")
    name, _, end = joined.partition("@")
    tile, at, claimed = Tile.parse(name), end_of(end) if end else None, int(sum_) if sum_ else None
    if placement_text(tile, at, claimed) != text:
        raise Unproven
    return tile, at, claimed


def _left(hand: set[str], turns: list[str], before: list[_Written]) -> set[str]:
    """Laws 2.1 and 6.1: what one seat has left after its turns; it held what it placed, and had to pass."""
    placed = [turn[2:5] for turn in turns]
    left = hand.difference(placed)
    passes = placed.count(_PASSED)
    if len(left) + len(placed) - passes != HAND_SIZE:
        raise Unproven
    at = -1
    for _ in range(passes):
        at = placed.index(_PASSED, at + 1)
        fitting = before[at].fitting
        if not (fitting.isdisjoint(left) and fitting.isdisjoint(placed[at:])):
            raise Unproven
    return left


def _settled(hands: dict[str, set[str]], standing: _Standing) -> Iterator[str]:
    """Law 7.2: the lines of the leftovers and the total, and the totals after them."""
    yield "left"
    for seat, hand in hands.items():
        if hand:
            cost = _COSTS[sum([_PIPS[tile] for tile in hand])]
            yield f"  {seat}: {' '.join(sorted(hand))} -{cost}"
            if seat in _NS:
                standing.ns -= cost
            else:
                standing.ew -= cost
    yield f"total NS {standing.ns} EW {standing.ew}"


def _win(last: str, scored: int, standing: _Standing) -> Pair:
    """Law 8.1: the last turn, and none before it, reached the target."""
    winner, own, other = Pair.NS, standing.ns, standing.ew
    if last not in _NS:
        winner, own, other = Pair.EW, other, own
    if own - scored >= standing.target or other >= standing.target:
        raise Unproven
    standing.winner = winner
    return winner
