"""Sets of tiles as numbers, and rounds played on them: what a sum of turns tells, and what it refuses."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulator import play

from rocksnotation import bits
from rocksnotation.reckoning import PASS, Reckoned, Said, Standing, Unproven, reckon, turn_of
from rocksnotation.scoring import deduction, pips
from rocksnotation.seats import SEATS
from rocksnotation.tiles import Tile

tiles = st.sampled_from(bits.IN_ORDER)


@given(st.frozensets(tiles))
def test_a_set_of_tiles_is_a_number(held: frozenset[Tile]) -> None:
    number = bits.bits_of(held)
    assert number.bit_count() == len(held)
    assert bits.tiles_of(number) == tuple(sorted(held))
    assert bits.names(number) == "".join(f" {tile}" for tile in sorted(held)).encode()
    assert bits.pips(number) == pips(held)


@given(st.lists(tiles, min_size=1, max_size=28))
def test_whether_added_tiles_were_different_is_seen_in_their_sum(added: list[Tile]) -> None:
    total = sum(bits.BITS[tile] for tile in added)
    assert (total.bit_count() == len(added)) == (len(set(added)) == len(added))


class Table:
    """A round of the simulator in the numbers that are reckoned with."""

    def __init__(self, seed: int) -> None:
        played = play(random.Random(seed), rounds=1, target=10_000).rounds[0]
        self.hands = [bits.bits_of(Tile(*tile) for tile in played.dealt[seat]) for seat in SEATS]
        self.leader = SEATS.index(played.turns[0].seat)
        self.said = [
            Said(Tile(*turn.tile), _end(turn.end), turn.points, turn.sum) if turn.tile else Said(None)
            for turn in played.turns
        ]

    def reckoned(self, standing: Standing) -> Reckoned:
        return reckon(self.hands, self.leader, [turn_of(said) for said in self.said], standing)


def _end(name: str) -> int | Tile | None:
    return None if not name else Tile.parse(name) if "|" in name else int(name)


@pytest.mark.parametrize("seed", range(30))
def test_a_round_comes_to_what_its_turns_say(seed: int) -> None:
    table, standing = Table(seed), Standing(10_000)
    reckoned = table.reckoned(standing)
    placed = [{said.tile for said in table.said[first::4] if said.tile} for first in range(4)]
    scored = [sum(said.claimed or 0 for said in table.said[first::4]) for first in range(4)]
    assert reckoned.costs
    for first, seat in enumerate((table.leader + each) % 4 for each in range(4)):
        left = set(bits.tiles_of(table.hands[seat])) - placed[first]
        assert set(bits.tiles_of(reckoned.left[seat])) == left
        assert reckoned.costs[seat] == deduction(left)
    own = table.leader % 2
    points = {own: scored[0] + scored[2], 1 - own: scored[1] + scored[3]}
    costs = {pair: reckoned.costs[pair] + reckoned.costs[pair + 2] for pair in (0, 1)}
    assert (standing.ns, standing.ew) == (points[0] - costs[0], points[1] - costs[1])


def another_claim(table: Table) -> None:
    at = next(at for at, said in enumerate(table.said) if at and said.tile)
    table.said[at] = table.said[at]._replace(claimed=(table.said[at].claimed or 0) + 5)


def another_count(table: Table) -> None:
    at = next(at for at, said in enumerate(table.said) if said.tile)
    table.said[at] = table.said[at]._replace(counted=(table.said[at].counted or 0) + 1)


def a_tile_played_twice(table: Table) -> None:
    table.said[4] = table.said[0]


def two_hands_exchanged(table: Table) -> None:
    seat = (table.leader + 1) % 4
    table.hands[seat], table.hands[seat - 1] = table.hands[seat - 1], table.hands[seat]


def a_turn_missing(table: Table) -> None:
    del table.said[-1]


def a_pass_of_the_leader(table: Table) -> None:
    table.said[0] = Said(None)


def a_turn_more(table: Table) -> None:
    table.said.append(Said(None))


@pytest.mark.parametrize(
    "wrong",
    [
        another_claim, another_count, a_tile_played_twice, two_hands_exchanged, a_turn_missing, a_pass_of_the_leader,
        a_turn_more,
    ],
)  # fmt: skip
@pytest.mark.parametrize("seed", range(10))
def test_a_round_with_something_wrong_comes_to_nothing(wrong: Callable[[Table], None], seed: int) -> None:
    table = Table(seed)
    wrong(table)
    with pytest.raises((Unproven, LookupError)):
        table.reckoned(Standing(10_000))


def test_a_pass_is_no_tile() -> None:
    assert turn_of(Said(None)) == PASS
    assert len({turn_of(Said(Tile(1, 4), at)) for at in (None, 1, 4, Tile(1, 1))}) == 4
