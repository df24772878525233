"""Variations are judged by the same laws from the position before the turn that they replace, and change nothing."""

from __future__ import annotations

import random

import pytest
from simulator import play, write_up

from rocksnotation import lint, loads, replay
from rocksnotation.diagnostics import Severity

ROUND = """
round 1
deal
  N: 0|6 1|1 2|2 2|6 3|4 4|5 5|6
  E: 0|0 0|1 0|2 1|3 1|5 2|5 3|3
  S: 0|3 0|4 1|2 3|6 4|4 5|5 6|6
  W: 0|5 1|4 1|6 2|3 2|4 3|5 4|6
lot W
"""

VARIATIONS = (
    ("1. W 1|4 +5 (W 2|3 +5  N 2|6)  N 1|1", ""),
    ("1. W 1|4 +5 (W 2|3 +10)  N 1|1", "S401 1.1W"),
    ("1. W 1|4 +5 (W 1|1)  N 1|1", "M302 1.1W"),
    ("1. W 1|4 +5 (N 1|1)  N 1|1", "L201 1.1N"),
    ("1. W 1|4 +5  N 1|1 (N 3|4  E 1|1)", "M302 1.1E"),
    ("1. W 1|4 +5  N 1|1 (N 3|4  S 4|4)", "M301 1.1S"),
    ("1. W 1|4 +5  N 1|1 (N pass)", "M307 1.1N"),
    ("1. W 1|4 +5  N 1|1 (N 2|2)", "M304 1.1N"),
    ("1. W 1|4 +5  N 1|1 (N 3|4@3)", "M305 1.1N"),
    ("1. W 1|4 +5  N 1|1 (N 4|5 =6 (N 3|4 =5)  E 1|5@5)", "S406 1.1N"),
    ("1. W 1|4 +5  N 1|1 (N 4|5 (N 4|5)  E 1|5@5 (E 1|4))", "M303 1.1E"),
    ("1. W 1|4 +5  N 1|1 (N 3|4 (N 2|2)  E 4|5)", "M304 1.1N, M302 1.1E"),
    ("1. W 1|4 +5  N 1|1 (N 2|2 { lint: ignore M304 })", ""),
    ("1. W 1|4 +5  N 1|1 (N 3|4)  E 1|3 (E 1|1)", "M303 1.1E"),
    ("1. W 1|4 +5  N ? (N 3|4  E 1|1)  E 1|3 (E 1|1)", "M302 1.1E"),
)
"""Turns, and the warnings about them."""


@pytest.mark.parametrize(("turns", "told"), VARIATIONS)
def test_variations_are_judged(turns: str, told: str) -> None:
    found = [one for one in lint(loads(ROUND + turns)) if one.severity is not Severity.INFO]
    assert ", ".join(f"{one.code} {one.address}" for one in found) == told
    assert {one.severity for one in found} <= {Severity.WARNING}


def test_a_variation_claims_only_where_it_claims_itself() -> None:
    """A line of thought need not note the points that it would score."""
    silent = "1. W 1|4 +5  N 1|1  E 1|3 (E 1|5  S 5|5  W 1|6)"
    assert [one.code for one in lint(loads(ROUND + silent)) if one.severity is not Severity.INFO] == []
    noted = silent.replace("S 5|5  W 1|6", "S 5|5 +15  W 1|6 +20")
    assert [one.code for one in lint(loads(ROUND + noted)) if one.severity is not Severity.INFO] == ["S401"]


@pytest.mark.parametrize("seed", range(5))
def test_variations_change_nothing_of_the_replay(seed: int) -> None:
    match = play(random.Random(seed), rounds=4)
    with_them = write_up(match, sprinkle=random.Random(seed)).text()
    without = write_up(match).text()
    (one,), (other,) = (map(replay, loads(text).matches) for text in (with_them, without))
    for first, second in zip(one.rounds, other.rounds, strict=True):
        assert [(step.seat, step.tile, step.totals) for step in first.steps] == [
            (step.seat, step.tile, step.totals) for step in second.steps
        ]
        assert first.status == second.status
