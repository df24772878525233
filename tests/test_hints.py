"""The mistakes that people make, and the names by which they are told."""

from __future__ import annotations

import pytest

from rocksnotation import laws
from rocksnotation.layout import Layout
from rocksnotation.replay import hints
from rocksnotation.replay.results import Settled
from rocksnotation.scoring import deduction, pips
from rocksnotation.seats import Pair, Seat
from rocksnotation.tiles import Tile


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(tile) for tile in text.split())


def laid(text: str) -> tuple[Layout, Layout, Tile]:
    """The layout before and after the last of some placements such as `4|4@1`, and its tile."""
    before, layout, tile = Layout(), Layout(), tiles(text.split()[0].partition("@")[0])[0]
    for word in text.split():
        name, _, at = word.partition("@")
        before, tile = layout, Tile.parse(name)
        if not layout.lying:
            layout = layout.with_lead(tile)
            continue
        found = laws.ends(layout, tile, Tile.parse(at) if "|" in at else int(at) if at else None)
        assert isinstance(found, tuple)
        layout = layout.with_tile(tile, found[0].place)
    return before, layout, tile


MISCOUNTS = (
    ("3|6 6|6 2|6", 17, " = 5 + 12, with the covered spinner 6|6"),
    ("2|2 2|3 2|5", 10, " = 8 + 2, with an unopened branch of 2|2"),
    ("3|6 6|6", 9, " = 15 - 6, with 6|6 counted once"),
    ("2|2", 8, " = 4 + 4, with 2|2 counted twice"),
    ("1|4 4|6", 5, ", the sum before the placement"),
    ("1|4 4|5 1|5@1", 2, ", with 1|5 at @5"),
    ("1|4 4|6", 30, ""),
)


@pytest.mark.parametrize(("layout", "written", "name"), MISCOUNTS)
def test_miscounts(layout: str, written: int, name: str) -> None:
    assert str(hints.miscount(*laid(layout), written)) == name


MISCLAIMS = (
    ("3|6 6|6 3|3", 0, 18, ", which is no multiple of five"),
    ("5|5 5|6 4|5", 0, 20, " = 10 + 10, with the covered spinner 5|5"),
    ("1|4 4|4", 5, 5, ", the sum before the placement, which the turn before scored"),
    ("1|4 4|6 1|1", 15, 15, ", the points of the turn before"),
    ("1|4 4|6", 0, 0, ""),
)


@pytest.mark.parametrize(("layout", "previous", "claimed", "name"), MISCLAIMS)
def test_misclaims(layout: str, previous: int, claimed: int, name: str) -> None:
    assert str(hints.misclaim(*laid(layout), claimed, previous)) == name


@pytest.mark.parametrize(
    ("claimed", "hand", "others", "name"),
    [
        (8, "2|6", {}, ", not rounded"),
        (10, "1|5", {}, ", rounded up"),
        (5, "3|5", {}, ", rounded down"),
        (25, "3|5", {Seat.E: 25}, ", the deduction of E"),
        (10, "1|5", {Seat.E: 10}, ", rounded up"),
        (35, "3|5", {}, ""),
    ],
)
def test_misdeductions(claimed: int, hand: str, others: dict[Seat, int], name: str) -> None:
    assert str(hints.misdeduction(claimed, tiles(hand), others)) == name


def settled(**hands: str) -> dict[Seat, Settled]:
    held = {Seat(seat): tiles(hand) for seat, hand in hands.items()}
    return {seat: Settled(hand, pips(hand), deduction(hand)) for seat, hand in held.items()}


MISTOTALS = (
    ("swapped", (40, 15), (15, 40), settled(N="0|3", S="1|2"), ": the totals of the pairs are swapped"),
    ("sign", (5, 40), (-5, 40), settled(N="0|3"), ": the sign is wrong"),
    ("left out", (50, 40), (35, 40), settled(N="5|5", S="1|3"), ": the settlement is left out"),
    ("added", (65, 40), (35, 40), settled(N="5|5", S="1|3"), ": the deductions are added"),
    (
        "pooled",
        (45, 40),
        (40, 40),
        settled(N="0|3", S="1|2"),
        ": the hands of the partners are pooled before rounding",
    ),
    ("missed", (45, 40), (35, 40), settled(N="5|5", S="1|3"), ": the hand of N is missed"),
    ("not rounded", (36, 40), (35, 40), settled(N="5|5", S="1|3"), ": the hands are not rounded"),
    (
        "the other pair's",
        (35, 40),
        (30, 40),
        settled(N="5|5", E="1|4"),
        ": the deductions of the other pair are taken off",
    ),
    ("no reason", (99, 40), (35, 40), settled(N="5|5", S="1|3"), ""),
)


@pytest.mark.parametrize(
    ("recorded", "right", "hands", "name"), [r[1:] for r in MISTOTALS], ids=[r[0] for r in MISTOTALS]
)
def test_mistotals(
    recorded: tuple[int, int], right: tuple[int, int], hands: dict[Seat, Settled], name: str
) -> None:
    written = dict(zip(Pair, recorded, strict=True))
    assert str(hints.mistotal(Pair.NS, written, dict(zip(Pair, right, strict=True)), hands)) == name


def test_another_end_and_a_tile_a_pip_away() -> None:
    _, layout, _ = laid("1|4 4|5")
    assert str(hints.elsewhere(layout, Tile.parse("5|6"))) == "; 5|6 fits @5"
    assert str(hints.elsewhere(layout, Tile.parse("2|3"))) == ""
    assert (
        str(hints.near_tile(layout, Seat.N, Tile.parse("4|6"), tiles("5|6 2|2 3|4")))
        == "; N holds 5|6, a pip away"
    )
    assert str(hints.near_tile(layout, Seat.N, Tile.parse("4|6"), tiles("2|2 3|6"))) == ""
