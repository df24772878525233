"""The automaton of shapes against the layout itself: the same sums, the same tiles that fit, the same ends."""

from __future__ import annotations

import random

import pytest
from simulator import play

from rocksnotation import laws, shapes
from rocksnotation.layout import Layout
from rocksnotation.shapes import Unfit
from rocksnotation.tiles import ALL_TILES, Tile


def named(end: str) -> int | Tile | None:
    return None if not end else Tile.parse(end) if "|" in end else int(end)


@pytest.mark.parametrize("seed", range(40))
def test_a_shape_tells_what_its_layout_tells(seed: int) -> None:
    for played in play(random.Random(seed), rounds=3).rounds:
        shape, layout = shapes.bare(), Layout()
        for turn in played.turns:
            assert shape.fitting == set(laws.placeable(layout, ALL_TILES))
            if turn.tile is None:
                continue
            tile, at = Tile(*turn.tile), named(turn.end)
            end = laws.ends(layout, tile, at) if layout.lying else None
            place = end[0].place if isinstance(end, tuple) else None
            layout = layout.with_tile(tile, place) if place else layout.with_lead(tile)
            shape = shape.after(tile, at)
            assert shape.sum == layout.sum == turn.sum


@pytest.mark.parametrize("seed", range(20))
def test_a_shape_refuses_what_the_laws_refuse(seed: int) -> None:
    """Every tile at every end, fitting or not, at every turn."""
    rng = random.Random(seed)
    for played in play(rng, rounds=1).rounds:
        shape, layout = shapes.bare(), Layout()
        for turn in played.turns:
            for tile in rng.sample(sorted(ALL_TILES - layout.lying), 3) if layout.lying else ():
                for at in (None, *range(7), *(Tile(pips, pips) for pips in range(7))):
                    ends = laws.ends(layout, tile, at)
                    if isinstance(ends, tuple) and len(ends) == 1:
                        assert shape.after(tile, at).sum == layout.with_tile(tile, ends[0].place).sum
                    else:
                        with pytest.raises(Unfit):
                            shape.after(tile, at)
            if turn.tile:
                tile, at = Tile(*turn.tile), named(turn.end)
                ends = laws.ends(layout, tile, at) if layout.lying else ()
                assert isinstance(ends, tuple)
                layout = layout.with_tile(tile, ends[0].place) if ends else layout.with_lead(tile)
                shape = shape.after(tile, at)


def test_there_are_few_shapes() -> None:
    """The same ends open by another way are the same shape."""
    one = shapes.bare().after(Tile(1, 4), None).after(Tile(4, 5), None).after(Tile(1, 6), None)
    other = shapes.bare().after(Tile(2, 6), None).after(Tile(2, 5), None)
    assert one is other


def test_before_the_lead_no_end_can_be_named() -> None:
    with pytest.raises(Unfit):
        shapes.bare().after(Tile(1, 4), 4)


def test_an_end_named_by_a_plain_tile_is_not_known() -> None:
    """A shape does not tell which tile an end belongs to."""
    with pytest.raises(Unfit):
        shapes.bare().after(Tile(1, 4), None).after(Tile(4, 5), Tile(1, 4))
