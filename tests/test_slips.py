"""One slip of the pen is one finding, or two at most, told where it was made; the means are in the summary."""

from __future__ import annotations

import pytest
import slips
from faults import HERE
from slips import Slip, prepared

from rocksnotation import lint, loads
from rocksnotation.diagnostics import Severity
from rocksnotation.fixes import mend

SEEDS = range(6)


def slip(make: object, codes: str, most: int = 1) -> Slip:
    assert callable(make)
    return Slip(make, frozenset(codes.split()), most)


SLIPS = (
    slip(slips.left_out, "M311"),
    slip(slips.swapped, "M313"),
    slip(slips.wrong_end, "M312 S401 S402 M306", most=2),
    slip(slips.wrong_points, "S401"),
    slip(slips.wrong_tile, "M302 M303 M304 M305 S401 S402", most=2),
    slip(slips.wrong_deduction, "S404"),
    slip(slips.wrong_letter, "M301"),
    slip(slips.pass_for_placement, "M307"),
    slip(slips.lost_line, "T008 M304 M305 M306 M307 S401 S402", most=3),
    slip(slips.doubled_line, "T008 M303 M307", most=2),
    slip(slips.lost_round, "T008"),
    slip(slips.hands_swapped, "D104"),
    slip(slips.wrong_total, "S405"),
)
"""Each kind of slip, the codes that may tell it, and how many findings it may have."""

WITHOUT_DEAL = tuple(one for one in SLIPS if one.make is not slips.hands_swapped)
"""Those that can be made where the hands are known from the leftovers alone."""


def told(text: str) -> list[tuple[str, int]]:
    """The code and line of every finding above info."""
    source = loads(text).source
    return [
        (one.code, source.place(one.span.start).line)
        for one in lint(loads(text))
        if one.severity is not Severity.INFO
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_slip_is_told_once_and_in_its_place(slip: Slip, seed: int, record_property: object) -> None:
    marked = prepared(slip, seed)
    line = marked.count("\n", 0, marked.index(HERE)) + 1
    found = told(marked.replace(HERE, ""))
    assert callable(record_property)
    record_property(slip.name, len(found))
    assert len(found) <= slip.most
    assert {code for code, _ in found} <= slip.codes
    assert not found or found[0][1] == line


@pytest.mark.parametrize("seed", SEEDS[:3])
@pytest.mark.parametrize("slip", WITHOUT_DEAL, ids=lambda slip: slip.name)
def test_a_slip_in_a_record_without_deals(slip: Slip, seed: int) -> None:
    assert len(told(prepared(slip, seed, deals=False).replace(HERE, ""))) <= max(2, slip.most)


@pytest.mark.parametrize("seed", SEEDS[:3])
@pytest.mark.parametrize("style", ["seats", "claims"])
@pytest.mark.parametrize("make", [slips.left_out, slips.swapped, slips.wrong_end])
def test_a_slip_in_a_record_without_seats_or_claims(make: object, style: str, seed: int) -> None:
    text = prepared(slip(make, ""), seed, seats=style != "seats", claims=style != "claims").replace(HERE, "")
    assert len(told(text)) <= 2


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("code", ["M311", "M312", "M313", "D104"])
def test_its_fix_undoes_a_slip(code: str, seed: int) -> None:
    """What was written before stands there again, but for the claim of a turn that is put in."""
    (slip,) = (one for one in SLIPS if code in one.codes)
    text = prepared(slip, seed).replace(HERE, "")
    found = [one for one in lint(loads(text)) if one.code == code]
    mended = mend(text, unsafe=True)
    if found and found[0].fix:
        assert told(mended.text) == []
    else:
        assert told(mended.text) in ([], told(text))
