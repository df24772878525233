"""What is seen in a glance at a match, in whatever spelling, is all that is found in it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
import slips
from faults import Desk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from respelling import REMARKS, mutant, respelled
from simulator import play, write_up
from slips import Slip, prepared

from rocksnotation import Severity, lint, loads
from rocksnotation.diagnostics import Diagnostic
from rocksnotation.typed import glance

SLIPS = (
    slips.left_out, slips.swapped, slips.wrong_end, slips.wrong_points, slips.wrong_tile, slips.wrong_deduction,
    slips.wrong_letter, slips.pass_for_placement, slips.lost_line, slips.doubled_line, slips.lost_round,
    slips.hands_swapped, slips.wrong_total,
)  # fmt: skip

few = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def typed(seed: int) -> str:
    """A match as somebody types it: without variations, and with or without deals, seats and comments."""
    rng = random.Random(seed)
    match = play(rng, target=rng.choice([50, 100]))
    text = write_up(match, counts=rng if seed % 3 else None, seats=seed % 2 > 0).text()
    if rng.random() < 0.7:
        text = re.sub(r"\ndeal\n(?:  .*\n)+", "\n", text)
    if rng.random() < 0.2:
        text = re.sub(r" \+[0-9]+", "", text)
    return respelled(text, rng, REMARKS)


def found(text: str) -> list[tuple[object, ...]]:
    return [shown(one) for one in lint(loads(text))]


def shown(one: Diagnostic) -> tuple[object, ...]:
    return one.code, one.span, str(one.message), one.severity, one.match, one.round, one.address, one.fix


@pytest.mark.parametrize("seed", range(40))
def test_a_sound_match_is_seen_through_at_a_glance(seed: int) -> None:
    text = typed(seed)
    seen = glance(text)
    assert seen is not None
    assert [shown(one) for one in seen] == found(text)
    assert {one.code for one in seen} <= {"D103"}


@few
@given(st.integers(0, 2**32))
def test_of_a_changed_match_no_less_is_found(seed: int) -> None:
    rng = random.Random(seed)
    text = typed(seed % 50)
    for _ in range(12):
        other = mutant(text, rng)
        seen = glance(other)
        if seen is not None:
            assert [shown(one) for one in seen] == found(other)


@pytest.mark.parametrize("make", SLIPS, ids=lambda make: str(make.__name__))
@pytest.mark.parametrize("seed", range(3))
def test_a_slip_is_never_overlooked(make: Callable[[Desk], None], seed: int) -> None:
    text = respelled(prepared(Slip(make, frozenset()), seed), random.Random(seed))
    seen = glance(text)
    assert seen is None or [shown(one) for one in seen] == found(text)


@pytest.mark.parametrize(
    "put_in",
    [
        "{ lint: ignore S401 }", "{ \x07 }", "round 9", "adjust NS 5", "{", "(", ")", "}", "W ?", "1|1^",
        '[Event "x"]', '\n[Rocks "1"]\n',
    ],
)  # fmt: skip
def test_whatever_is_unusual_is_left_to_others(put_in: str) -> None:
    text = typed(1)
    at = text.rindex("total") if "total" in text else text.rindex("round")
    assert glance(f"{text[:at]} {put_in} {text[at:]}") is None


def test_only_an_info_is_ever_seen() -> None:
    severities = {one.severity for seed in range(40) for one in glance(typed(seed)) or ()}
    assert severities == {Severity.INFO}
