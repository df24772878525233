"""The laws one by one, in tables named after them."""

from __future__ import annotations

import pytest

from rocksnotation import laws
from rocksnotation.layout import Layout
from rocksnotation.scoring import deduction, points
from rocksnotation.seats import SEATS, Pair, Seat, between
from rocksnotation.state import Held, Position
from rocksnotation.tiles import ALL_TILES, Tile


def tiles(text: str) -> list[Tile]:
    return [Tile.parse(tile) for tile in text.split()]


def laid(text: str) -> Layout:
    """A layout from a lead and placements such as `4|4@1`; without `@` the first end that fits."""
    lead, *rest = text.split()
    layout = Layout().with_lead(Tile.parse(lead))
    for word in rest:
        name, _, at = word.partition("@")
        tile = Tile.parse(name)
        found = laws.ends(layout, tile, Tile.parse(at) if "|" in at else int(at) if at else None)
        assert isinstance(found, tuple), found
        layout = layout.with_tile(tile, found[0].place)
    return layout


def test_law_1_1_seats_and_pairs() -> None:
    assert [seat.next for seat in SEATS] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert [seat.pair for seat in SEATS] == [Pair.NS, Pair.EW, Pair.NS, Pair.EW]
    assert between(Seat.W, Seat.E) == (Seat.W, Seat.N)


def test_law_1_2_the_set() -> None:
    assert len(ALL_TILES) == 28
    assert sum(tile.pips for tile in ALL_TILES) == 168
    assert Tile.of(4, 1) == Tile.parse("1|4")
    for impossible in ("4|1", "1|7", "14", "1|4|4", ""):
        with pytest.raises(ValueError, match="not a tile"):
            Tile.parse(impossible)
    with pytest.raises(ValueError, match=r"no tile 1\|7"):
        Tile.of(7, 1)


@pytest.mark.parametrize(
    ("draws", "winner"),
    [
        ([{"N": 4, "E": 6, "S": 2, "W": 5}], "E"),
        ([{"N": 4, "E": 6, "S": 2, "W": 6}, {"E": 3, "W": 5}], "W"),
        ([{"N": 1, "E": 1, "S": 1, "W": 1}, {"N": 2, "E": 2, "S": 1, "W": 1}, {"N": 1, "E": 3}], "E"),
        ([{"N": 4, "E": 6, "S": 2, "W": 6}], "the lot is left tied between E and W: expected another draw"),
        ([{"N": 4, "E": 6, "S": 2}], "N, E and S drew; expected N, E, S and W"),
        ([{"N": 4, "E": 6, "S": 2, "W": 6}, {"E": 3, "S": 5}], "E and S drew; expected E and W"),
        ([{"N": 4, "E": 6, "S": 2, "W": 5}, {"E": 3}], "E had won the lot, and E drew again"),
    ],
)
def test_law_2_2_the_lot(draws: list[dict[str, int]], winner: str) -> None:
    chosen = laws.lot_winner([{Seat(seat): value for seat, value in draw.items()} for draw in draws])
    assert (str(chosen.message) if isinstance(chosen, laws.LotFault) else chosen) == winner


@pytest.mark.parametrize(
    ("layout", "tile", "at", "found"),
    [
        ("1|4", "4|5", None, "@4"),
        ("1|4", "1|4", None, "@1 @4"),
        ("1|4", "5|6", None, "5|6 fits no open end: the open ends show 1, 4"),
        ("1|4", "4|5", "4", "@4"),
        ("1|4", "4|5", "1", "4|5 does not fit the end @1; the open ends show 1, 4"),
        ("1|4", "4|5", "5", "no open end shows 5; the open ends show 1, 4"),
        ("1|4", "4|5", "1|4", "@4"),
        ("1|4", "4|5", "4|4", "4|4 is not on the table; the open ends show 1, 4"),
        ("1|4 4|5", "1|6", "1|4", "@1"),
        ("1|4 4|5 1|6", "4|4", "1|4", "1|4 is covered; the open ends show 5, 6"),
        ("1|4 4|4", "4|5", None, "@4|4"),
        ("1|4 4|4", "4|5", "4", "@4|4"),
        ("4|4 1|4 1|2 2|4", "4|5", None, "@4 @4|4"),
        ("4|4 1|4 1|2 2|4", "4|5", "4", "@4"),
        ("4|4 1|4 1|2 2|4", "4|5", "4|4", "@4|4"),
    ],
)
def test_law_3_1_joining(layout: str, tile: str, at: str | None, found: str) -> None:
    named = None if at is None else Tile.parse(at) if "|" in at else int(at)
    ends = laws.ends(laid(layout), Tile.parse(tile), named)
    told = (
        " ".join(laws.end_name(end.place) for end in ends) if isinstance(ends, tuple) else str(ends.message)
    )
    assert told == found


@pytest.mark.parametrize(
    ("layout", "counts"),
    [
        ("1|4 4|4", "1|4:1 4|4:8"),
        ("1|4 4|4 4|5", "1|4:1 4|5:5"),
        ("1|4 1|1 4|4 4|6", "1|1:2 4|6:6"),
    ],
)
def test_law_3_2_a_double_counts_both_halves_until_play_goes_on(layout: str, counts: str) -> None:
    assert " ".join(f"{count.tile}:{count.pips}" for count in laid(layout).counts) == counts


@pytest.mark.parametrize(
    ("layout", "spinner"),
    [("2|2", "2|2"), ("1|4", None), ("1|4 4|4", "4|4"), ("1|4 4|4 1|1", "4|4"), ("2|2 2|4 4|4", "2|2")],
)
def test_law_4_1_the_first_double_is_the_only_spinner(layout: str, spinner: str | None) -> None:
    assert laid(layout).spinner == (Tile.parse(spinner) if spinner else None)


@pytest.mark.parametrize(
    ("layout", "ports"),
    [
        ("2|2", "line-a line-b"),
        ("2|2 2|3", "line-b"),
        ("2|2 2|3 2|4", "branch-a branch-b"),
        ("2|2 2|3 2|4 2|5", "branch-b"),
        ("2|2 2|3 2|4 2|5 2|6", ""),
        ("1|4 4|4", "line-b"),
        ("1|4 4|4 4|5", "branch-a branch-b"),
    ],
)
def test_law_4_2_both_lines_before_either_branch(layout: str, ports: str) -> None:
    after = laid(layout)
    assert " ".join(place.port for place in after.places if place.tile == after.spinner) == ports


def test_law_4_2_a_later_double_never_branches() -> None:
    after = laid("2|2 2|4 4|4 4|5")
    assert [place.tile for place in after.places] == tiles("2|2 4|5")


@pytest.mark.parametrize(
    ("layout", "total"),
    [("2|2", 4), ("2|2 2|3", 7), ("2|2 2|3 2|4", 7), ("2|2 2|3 2|4 2|5", 12), ("0|0", 0), ("3|6 6|6 2|6", 5)],
)
def test_laws_4_3_and_4_4_what_the_spinner_and_its_branches_count(layout: str, total: int) -> None:
    assert laid(layout).sum == total


@pytest.mark.parametrize(("ends", "scored"), [(0, 0), (4, 0), (5, 5), (14, 0), (15, 15), (35, 35), (36, 0)])
def test_law_5_2_points_for_a_placement(ends: int, scored: int) -> None:
    assert points(ends) == scored


def position(layout: Layout, hand: str) -> Position:
    held = {seat: Held() for seat in SEATS} | {Seat.N: Held(frozenset(tiles(hand)), complete=True)}
    return Position(held, (Seat.N,), layout)


@pytest.mark.parametrize(
    ("layout", "hand", "able"),
    [("1|4", "5|6 2|3", ""), ("1|4", "5|6 2|4 1|3", "1|3 2|4"), ("2|2 2|3 2|4 2|5 2|6", "1|2 2|2", "")],
)
def test_law_6_1_who_can_place_must(layout: str, hand: str, able: str) -> None:
    now = position(laid(layout), hand)
    assert list(laws.placeable(now.layout, now.hands[Seat.N].tiles)) == tiles(able)
    assert laws.must_place(now, Seat.N) == bool(able)


def test_law_6_1_the_leader_can_always_place() -> None:
    assert laws.must_place(position(Layout(), ""), Seat.N)


def test_law_6_2_four_passes_block() -> None:
    now = position(laid("1|4"), "5|6")
    for seat in SEATS:
        assert not laws.is_blocked(now)
        now = laws.knock(now, seat)
    assert laws.is_blocked(now)
    assert now.due == (Seat.N,)


def test_a_placement_ends_a_row_of_passes() -> None:
    now = laws.knock(laws.knock(position(laid("1|4"), "4|5 1|1"), Seat.E), Seat.S)
    found = laws.ends(now.layout, Tile.parse("4|5"), None)
    assert isinstance(found, tuple)
    placed = laws.place(now, Seat.N, Tile.parse("4|5"), found[0])
    assert (placed.after.passes, placed.sum, placed.points) == (0, 6, 0)
    assert placed.after.hands[Seat.N].tiles == frozenset(tiles("1|1"))


@pytest.mark.parametrize(
    ("hand", "cost"),
    [
        ("", 0),
        ("0|1", 0),
        ("0|2", 0),
        ("0|3", 5),
        ("0|4", 5),
        ("0|5", 5),
        ("1|6", 5),
        ("2|6", 10),
        ("6|6", 10),
    ],
)
def test_law_7_2_rounding(hand: str, cost: int) -> None:
    assert deduction(tiles(hand)) == cost


def test_law_7_2_partners_are_never_pooled() -> None:
    assert deduction(tiles("0|3")) + deduction(tiles("1|2")) == 10
    assert deduction(tiles("0|3 1|2")) == 5


@pytest.mark.parametrize(("total", "wins"), [(245, False), (250, True), (255, True)])
def test_law_8_1_the_target(total: int, wins: bool) -> None:
    assert laws.reaches(total, 250) == wins
