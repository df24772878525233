"""Random matches by the laws, played fast. Knows nothing of the notation, and uses nothing of the package.

Of the layout only that is kept on which play and score depend: how many plain ends show each value, and which
places at the doubles are open. A match depends on nothing but its random numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

Tile = tuple[int, int]
Hands = tuple[tuple[Tile, ...], ...]
Draws = tuple[dict[int, int], ...]

SEATS = "NESW"
PAIRS = ("NS", "EW")
TARGET = 250
ALL_TILES: tuple[Tile, ...] = tuple((low, high) for low in range(7) for high in range(low, 7))

_BY_POINTS = 0.7
"""How often a player takes the placement that scores most; otherwise any."""


class End(NamedTuple):
    """A kind of end that a tile can take: its value, and whether it is the double's."""

    value: int
    at_double: bool


class Turn(NamedTuple):
    """A placement, or a pass (no tile). `end` is None where the tile fitted one kind of end only."""

    seat: int
    tile: Tile | None
    end: End | None = None
    points: int = 0


class Round(NamedTuple):
    """A round as played. `draws` where the lot chose the leader; `costs` by seat, None where a pair has won."""

    number: int
    dealt: Hands
    draws: Draws | None
    turns: tuple[Turn, ...]
    ending: str
    left: Hands
    costs: tuple[int, ...] | None
    totals: tuple[int, int]


class Match(NamedTuple):
    """A whole match."""

    rounds: tuple[Round, ...]

    @property
    def totals(self) -> tuple[int, int]:
        """What the two pairs came to."""
        return self.rounds[-1].totals


class Table:
    """The open ends of a layout, by value, and their sum."""

    def __init__(self) -> None:
        self.plain = [0] * 7
        self.lines = [0] * 7
        self.branches = [0] * 7
        self.spinner: int | None = None
        self.sum = 0

    def lead(self, tile: Tile) -> None:
        """Laws 2.3 and 4.1."""
        low, high = tile
        if low == high:
            self.spinner = low
            self.lines[low] = 2
        else:
            self.plain[low] += 1
            self.plain[high] += 1
        self.sum = low + high

    def ends(self, tile: Tile) -> list[End]:
        """The kinds of end that a tile can take (Law 3.1)."""
        found = []
        low, high = tile
        for value in (low,) if low == high else tile:
            if self.plain[value]:
                found.append(End(value, False))
            if self.lines[value] or self.branches[value]:
                found.append(End(value, True))
        return found

    def sum_after(self, tile: Tile, end: End) -> int:
        """What the ends would count after a placement (Law 5.1)."""
        value = end.value
        low, high = tile
        added = 2 * low if low == high else low + high - value
        if not end.at_double:
            return self.sum - value + added
        return self.sum + added - (2 * value if self.lines[value] == 1 else 0)

    def put(self, tile: Tile, end: End) -> None:
        """Places a tile (Laws 3 and 4)."""
        self.sum = self.sum_after(tile, end)
        value = end.value
        if not end.at_double:
            self.plain[value] -= 1
        elif self.lines[value]:
            self.lines[value] -= 1
            if not self.lines[value] and value == self.spinner:
                self.branches[value] = 2
        else:
            self.branches[value] -= 1
        low, high = tile
        if low == high:
            self.lines[low] = 1
            self.spinner = low if self.spinner is None else self.spinner
        else:
            self.plain[low + high - value] += 1


def matches(seed: int) -> Iterator[Match]:
    """Matches without end, the same for the same seed."""
    rng = random.Random(seed)
    while True:
        yield _match(rng)


def _match(rng: random.Random) -> Match:
    rounds: list[Round] = []
    leader, totals = None, (0, 0)
    while True:
        played = _round(rng, len(rounds) + 1, leader, totals)
        rounds.append(played)
        kind, _, who = played.ending.partition(" ")
        if kind == "win":
            return Match(tuple(rounds))
        leader, totals = SEATS.index(who) if kind == "out" else None, played.totals


def _round(rng: random.Random, number: int, leader: int | None, before: tuple[int, int]) -> Round:
    draws = None
    if leader is None:
        draws = _lot(rng)
        leader = max(draws[-1], key=draws[-1].__getitem__)
    dealt = _deal(rng)
    hands, totals, turns = [list(hand) for hand in dealt], list(before), []
    ending = ""
    for turn in _turns(rng, leader, hands):
        turns.append(turn)
        seat = turn.seat
        totals[seat % 2] += turn.points
        if turn.points and totals[seat % 2] >= TARGET:
            ending = f"win {PAIRS[seat % 2]}"
        elif not hands[seat]:
            ending = f"out {SEATS[seat]}"
        if ending:
            break
    left = tuple(tuple(hand) for hand in hands)
    costs = None
    if not ending.startswith("win"):
        costs = tuple(_cost(hand) for hand in hands)
        totals = [total - costs[pair] - costs[pair + 2] for pair, total in enumerate(totals)]
    ending = ending or "blocked"
    return Round(number, dealt, draws, tuple(turns), ending, left, costs, (totals[0], totals[1]))


def _turns(rng: random.Random, seat: int, hands: list[list[Tile]]) -> Iterator[Turn]:
    """Turn after turn, taken from the hands, until four passes in a row (Law 6.2)."""
    table = Table()
    lead = hands[seat].pop(int(rng.random() * 7))
    table.lead(lead)
    yield Turn(seat, lead, None, _points(table.sum))
    passes = 0
    while passes < len(SEATS):
        seat = (seat + 1) % 4
        moves = [(tile, ends) for tile in hands[seat] if (ends := table.ends(tile))]
        if not moves:
            passes += 1
            yield Turn(seat, None)
            continue
        passes = 0
        tile, ends, end = _choice(rng, table, moves)
        table.put(tile, end)
        hands[seat].remove(tile)
        yield Turn(seat, tile, end if len(ends) > 1 else None, _points(table.sum))


def _choice(
    rng: random.Random, table: Table, moves: list[tuple[Tile, list[End]]]
) -> tuple[Tile, list[End], End]:
    placements = [(tile, ends, end) for tile, ends in moves for end in ends]
    if rng.random() < _BY_POINTS:
        return max(placements, key=lambda each: _points(table.sum_after(each[0], each[2])))
    return placements[int(rng.random() * len(placements))]


def _points(ends: int) -> int:
    """Law 5.2."""
    return 0 if ends % 5 else ends


def _cost(hand: list[Tile]) -> int:
    """Law 7.2: the pips of a hand, to the nearest five."""
    return (sum(low + high for low, high in hand) + 2) // 5 * 5


def _lot(rng: random.Random) -> Draws:
    """Law 2.2: dice, and those who tie for the highest throw again."""
    candidates, draws = [0, 1, 2, 3], []
    while len(candidates) > 1:
        draw = {seat: 1 + int(rng.random() * 6) for seat in candidates}
        draws.append(draw)
        highest = max(draw.values())
        candidates = [seat for seat in candidates if draw[seat] == highest]
    return tuple(draws)


def _deal(rng: random.Random) -> Hands:
    tiles = sorted(ALL_TILES, key=lambda tile: rng.random())
    return tuple(tuple(sorted(tiles[place : place + 7])) for place in range(0, 28, 7))
