"""What fixes make of a text: by code, together, in bytes, in files."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import faults
import pytest
from faults import HERE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulator import play, write_up
from test_cli import rocks
from test_single_faults import FAULTS, Fault, prepared

from rocksnotation.cli import files
from rocksnotation.diagnostics import Diagnostic, Edit, Fix, Severity, Span
from rocksnotation.events import Record
from rocksnotation.fixes import apply, mend
from rocksnotation.jsonform import read_record, record_to_json
from rocksnotation.lint import check, lint
from rocksnotation.parse import parse
from rocksnotation.text import json_text
from rocksnotation.write import dumps

SAFE = frozenset({"T008", "M306", "M309", "R505", "U601"})
UNSAFE = frozenset({"S401", "S402", "S403", "S404", "S405", "S406", "R502", "M311", "M313"})

few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def told(found: Iterable[Diagnostic]) -> list[str]:
    """The codes above info."""
    return [one.code for one in found if one.severity is not Severity.INFO]


def codes(text: str) -> list[str]:
    return told(lint(parse(text)))


# ----------------------------------------------------------------------------------------------- by code

BY_CODE = (
    ("T008", "a circuit", "lot W 1. W 1|4 N 1|1 E 1|3 S 3|6 1. W 4|5", " 1. W 4", " 2. W 4"),
    ("T008", "a circuit with dots", "lot W 1. W 1|4 N 1|1 E 1|3 S 3|6 1... W 4|5", "1...", "2."),
    ("T008", "a round between others", "void round 09 void round 3 void", "09", "2"),
    ("T008", "a round twice", "total NS 5 round 2 total NS 9 round 02 total NS 0", "02", "3"),
    ("M306", "an end", "lot W W 1|6 +0 N 1|4 +10 E 4|6 =12 { so }", "4|6", "4|6@4"),
    ("S401", "points", "lot W W 1|4 + 010", "+ 010", "+5"),
    ("S401", "points of nothing", "lot W W 1|5 +5", "+5", "+0"),
    ("S402", "a claim", "lot W W 5|5 +10 N 0|5 { so }", "0|5", "0|5 +10"),
    ("S402", "a claim after the end", "lot W W 5|5 +10 N 0|5@5|5 =10 !", "@5|5", "@5|5 +10"),
    ("S406", "a count", "lot W W 1|4 +5 = 6", "= 6", "=5"),
    ("R505", "points", "lot W W 1|4 +5^ =5", "^", ""),
    ("R505", "a total", "adjust NS 10 void total NS 10 EW 0 ^ { so }", "^", ""),
    ("S405", "a total", "adjust NS 10 void total EW −0 NS +15 { so }", "+15", "10"),
    ("U601", "all there is", "lot W W 1|4 +5 { lint: ignore S401 }\nN 1|1", " { lint: ignore S401 }", ""),
    ("U601", "between turns", "lot W W 1|4 {lint: ignore S401}N 1|1", "{lint: ignore S401}", " "),
    ("U601", "to the end of the line", "lot W\nW 1|4 ; lint: ignore S401\nN 1|1", " ; lint: ignore S401", ""),
    ("U601", "some", "lot W W 1|4 +10 { lint: ignore S406, S401 S402 so }", "S406, S401 S402", "S401"),
    ("U601", "not what is said beside", "lot W W 1|4 { lint: ignore S401: so }", "lint: ignore S401", ""),
)  # fmt: skip
"""A code, what of it, the record after its `round 1`, and what is replaced in it by what."""

LEFT_AS_IT_IS = (
    ("T008", "circuits that go on so", "lot W 1. W 1|4 N 1|1 E 1|3 S 3|6 3. W 4|5 N 5|6 E 6|6 S 5|5 4. W 1|5"),
    ("T008", "a round missing", "void round 3 void round 4 void"),
    ("T008", "a round missing at the end", "void round 3 void"),
    ("M309", "a pass that nothing proves", "lot W W 1|4 E 1|1"),
    ("T005", "a tag twice", 'lot W W 1|4 [Event "a"] [Event "b"]'),
    ("U601", "a code that cannot be read", "lot W W 1|4 { lint: ignore the points }"),
    ("U601", "what may be idle only because the checking stopped",
     "lot W W 1|4 N 5|5 E 1|1 { lint: ignore S401 }"),
)  # fmt: skip


@pytest.mark.parametrize(("code", "what", "text", "before", "after"), BY_CODE, ids=lambda value: value)
def test_what_a_fix_writes(code: str, what: str, text: str, before: str, after: str) -> None:
    text = f"round 1 {text}"
    assert codes(text) == [code]
    fixed = mend(text, unsafe=True)
    assert fixed.text == after.join(text.rsplit(before, 1))
    assert dict(fixed.fixed) == {code: 1}
    assert told(fixed.checked.diagnostics) == []
    assert (mend(text).text == text) == (code in UNSAFE)
    assert not set(fixed.fixed) - SAFE - UNSAFE


@pytest.mark.parametrize(("code", "what", "text"), LEFT_AS_IT_IS, ids=lambda value: value)
def test_what_has_no_fix(code: str, what: str, text: str) -> None:
    text = f"round 1 {text}"
    assert code in codes(text)
    assert mend(text, unsafe=True).text == text


# ---------------------------------------------------------------------------------- one fault in a match

READ_ANEW = ("a pass in place of a placement",)
"""Faults of codes that have no fix elsewhere: here the rest of the record shows what was placed."""

FIXABLE = [
    one for one in FAULTS if (one.code in SAFE | UNSAFE and one.severity != "info") or one.name in READ_ANEW
]
STAY = (
    "a win by a wrong claim", "a win missed by a wrong claim", "an end not named",
    "an end not named, and an impossible count", "a pass not written, hands unknown", "a round missing",
    "a round missing before a win with the last tile",
)  # fmt: skip
"""Nobody but those who were there can say what is right."""

NOT_AS_IT_WAS = (
    "the only pair's total wrong", "a ruling not counted", "a turn lost, and no endings written",
)  # fmt: skip
"""What these faults leave out of the record, or put in, is no part of what is wrong."""


def numbered_last(text: str) -> bool:
    """Whether a number that is too high is that of the last round: then rounds may be missing."""
    return "\nround 99\n" in text and "\nround " not in text.split("\nround 99\n")[1]


@pytest.mark.parametrize("fault", FIXABLE, ids=lambda fault: f"{fault.code}: {fault.name}")
@pytest.mark.parametrize("seed", range(2))
def test_a_fault_is_mended(fault: Fault, seed: int) -> None:
    desk = prepared(fault, seed)
    text = desk.text.replace(HERE, "")
    fixed, safely = mend(text, unsafe=True), mend(text)
    unclear = fault.name in READ_ANEW and not any(one.fix for one in lint(parse(text)))
    if fault.name in STAY or numbered_last(text) or unclear:
        assert fixed.text == text
        return
    assert told(fixed.checked.diagnostics) == []
    assert mend(fixed.text, unsafe=True).text == fixed.text
    if fault.code in UNSAFE or fault.name in READ_ANEW:
        assert safely.text == text
    else:
        assert safely.text == fixed.text
        assert set(safely.fixed) == {fault.code}
    if fault.code != "S403" and fault.name not in NOT_AS_IT_WAS:
        original = write_up(desk.match, deals=fault.deals, show_won_hands=not fault.deals).text()
        assert without_remarks(fixed.text) == without_remarks(original)


def without_remarks(text: str) -> list[str]:
    """The rounds in export form; the counts are left out, and the claims of nothing, which no match here has."""
    record = parse(text)
    (match,) = record.matches
    return re.sub(r" [+]0| =[0-9]+", "", dumps(replace(record, matches=(replace(match, tags=()),)))).split(
        "\n"
    )


OTHERS = [one for one in FAULTS if one.code not in SAFE | UNSAFE and one.name not in READ_ANEW]


@pytest.mark.parametrize("fault", OTHERS, ids=lambda fault: f"{fault.code}: {fault.name}")
def test_other_faults_are_left_alone(fault: Fault) -> None:
    text = prepared(fault, 0).text.replace(HERE, "")
    assert mend(text, unsafe=True).text == text


# --------------------------------------------------------------------------------------- several faults


@few
@given(st.integers(0, 2**32), st.booleans())
def test_fixes_of_several_faults_agree(seed: int, unsafe: bool) -> None:
    """They never undo each other: nothing is left to mend, and nothing gets worse."""
    rng = random.Random(seed)
    match = play(rng, target=100)
    desk = faults.Desk(rng, match, write_up(match))
    for fault in rng.sample([one for one in FAULTS if one.code not in ("T001", "T002", "T010")], 3):
        try:
            fault.edit(desk)
        except (faults.Unfit, AssertionError, IndexError, KeyError, TypeError, ValueError):
            continue  # the sheet is not any more as the fault expects it
    text = desk.sheet.text().replace(HERE, "")
    before, fixed = check(parse(text)).diagnostics, mend(text, unsafe=unsafe)
    after = fixed.checked.diagnostics
    assert count(after, "error") <= count(before, "error")
    assert len(told(after)) <= len(told(before))
    again = mend(fixed.text, unsafe=unsafe)
    assert (again.text, dict(again.fixed)) == (fixed.text, {})
    if not unsafe:
        assert not set(fixed.fixed) - SAFE


def count(found: Iterable[Diagnostic], severity: str) -> int:
    return sum(one.severity == severity for one in found)


def test_a_fix_takes_the_totals_with_it_that_carry_the_slip_on() -> None:
    """Each fix by itself leaves no new finding behind."""
    for fault in FIXABLE:
        if "carried on" not in fault.name:
            continue
        text = prepared(fault, 1).text.replace(HERE, "")
        (one,) = [one for one in lint(parse(text)) if one.severity is not Severity.INFO]
        assert one.fix
        assert codes(apply(text, [one.fix]).text) == []


def test_numbers_are_set_right_where_the_turns_are_whole() -> None:
    """Every pass of a round is left out, and the circuits count the turns that are written."""
    for seed in range(40):
        text = write_up(play(random.Random(seed), rounds=1)).text()
        record = parse(text)
        round_ = record.matches[0].rounds[0]
        passes = [event.span for event in round_.events if type(event).__name__ == "Pass"]
        if len(passes) < 5:
            continue
        shorter = apply(text, [Fix(tuple(Edit(span, "") for span in passes), safe=True)]).text
        numbers = [span for _, _, span in parse(shorter).matches[0].rounds[0].circuits]
        bare = apply(shorter, [Fix(tuple(Edit(span, "") for span in numbers), safe=True)]).text
        fixed = mend(bare)
        assert parse(fixed.text) == record
        assert told(fixed.checked.diagnostics) == []
        return
    raise AssertionError("no round with so many passes")


# ------------------------------------------------------------------------------------------------- edits


def fix(*edits: tuple[int, int, str]) -> Fix:
    return Fix(tuple(Edit(Span(start, end), text) for start, end, text in edits), safe=True)


OVERLAPS = (
    ("apart", [fix((0, 1, "A")), fix((2, 3, "C"))], "AbCd", 2),
    ("touching", [fix((1, 2, "B")), fix((2, 3, "C"))], "aBCd", 2),
    ("the same place", [fix((1, 3, "X")), fix((1, 3, "Y"))], "aXd", 1),
    ("one in the other", [fix((0, 4, "X")), fix((1, 2, "Y"))], "X", 1),
    ("the other in one", [fix((1, 2, "Y")), fix((0, 4, "X"))], "aYcd", 1),
    ("partly", [fix((0, 2, "X")), fix((1, 3, "Y")), fix((3, 4, "D"))], "XcD", 2),
    ("two insertions at one place", [fix((1, 1, "X")), fix((1, 1, "Y"))], "aXbcd", 1),
    ("twice the same insertion", [fix((1, 1, "X")), fix((1, 1, "X"))], "aXbcd", 1),
    ("an insertion before what is replaced", [fix((1, 2, "B")), fix((1, 1, "X"))], "aXBcd", 2),
    ("an insertion after what is replaced", [fix((1, 1, "X")), fix((0, 1, "A"))], "AXbcd", 2),
    ("an insertion amid what is replaced", [fix((0, 2, "Y")), fix((1, 1, "X"))], "Ycd", 1),
    ("the same edit in both", [fix((0, 1, "A"), (3, 4, "D")), fix((1, 2, "B"), (3, 4, "D"))], "ABcD", 2),
    ("whole or not at all", [fix((0, 1, "A")), fix((0, 1, "Z"), (3, 4, "D"))], "Abcd", 1),
    ("out of order", [fix((3, 4, "D"), (0, 1, "A"))], "AbcD", 1),
)


@pytest.mark.parametrize(("name", "fixes", "after", "applied"), OVERLAPS, ids=lambda value: str(value)[:40])
def test_of_two_fixes_that_overlap_the_first_is_made(
    name: str, fixes: list[Fix], after: str, applied: int
) -> None:
    done = apply("abcd", fixes)
    assert done.text == after
    assert len(done.applied) == applied
    assert [*done.applied, *done.skipped] == sorted(fixes, key=lambda one: one in done.skipped)


def test_what_waits_is_made_in_the_next_pass() -> None:
    text = "round 1 lot W W 1|6 +0 N 5|6 E 1|5 =10"
    assert codes(text) == ["M306", "S402"]
    assert mend(text, unsafe=True).text == text.replace("1|5 =10", "1|5@1 +10 =10")


def test_a_fix_that_would_do_harm_is_not_made() -> None:
    for text, kept in (
        ("round 1 lot W W 1|4^5|5 +10", "1|4^5|5"),  # what is left would be one word
        ("round 1 lot W W 5|5 +10 N 0|5E 1|5 +0", "0|5E"),
    ):
        fixed = mend(text, unsafe=True)
        assert kept in fixed.text
        assert not fixed.record.syntax
    assert mend("round 1 lot W W 5|5 +5 N 0|5E 1|5", unsafe=True).text == "round 1 lot W W 5|5 +10 N 0|5E 1|5"


def test_what_is_not_chosen_stays() -> None:
    text = "round 1 lot W W 1|4 +10 =6"

    def counts_alone(record: Record, found: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
        return [one for one in found if one.code == "S406"]

    assert mend(text, unsafe=True, choose=counts_alone).text == text
    assert mend(text.replace("+10", "+5"), unsafe=True, choose=counts_alone).text == text.replace(
        "+10 =6", "+5 =5"
    )


def test_what_is_suppressed_stays() -> None:
    text = "round 1 lot W W 1|4 +10 { lint: ignore S401 }"
    assert mend(text, unsafe=True).text == text


def test_where_there_is_no_text_there_is_no_fix() -> None:
    document = json_text(record_to_json(parse("round 1 lot W W 1|4 +10")))
    read = read_record(document).record
    assert read
    assert [(one.code, one.fix) for one in lint(read) if one.code == "S401"] == [("S401", None)]


# ----------------------------------------------------------------------------- what no edit touches stays

ODD = (
    '[event  "Vereinsabend"]\n[Opening “5|5”]\n\n\n{ Перша гра\n   и ще }\nROUND 01\nlot w:3\n'.replace(
        "w:3", "W"
    )
    + "1.  W 14+5 ; so\nN 11 E [1–3]   S 3|6 + 5 \t{ a\n\n  b }\n1. W 4|5@4 !? { lint: ignore S406 }\n\n"
)
MENDED = ODD.replace("+ 5", "+10").replace("1. W 4", "2. W 4").replace(" { lint: ignore S406 }", "")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_and_what_was_not_understood_stay(tmp_path: Path, line_end: str, mark: str) -> None:
    path = tmp_path / "odd.rocks"
    before, after = ((mark + text.replace("\n", line_end)).encode() for text in (ODD, MENDED))
    path.write_bytes(before)
    rocks("lint", "--fix", "--unsafe-fixes", path)
    assert path.read_bytes() == after
    rocks("lint", "--fix", "--unsafe-fixes", path)
    assert path.read_bytes() == after


def test_mixed_line_ends_stay_each_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "odd.rocks"
    kinds = ["\n", "\r\n", "\r"]

    def mixed(text: str) -> bytes:
        lines = text.split("\n")
        return "".join(line + kinds[n % 3] for n, line in enumerate(lines[:-1])).encode() + lines[-1].encode()

    path.write_bytes(mixed(ODD))
    rocks("lint", "--fix", "--unsafe-fixes", path)
    assert path.read_bytes() == mixed(MENDED)


def test_what_is_inserted_has_the_line_ends_of_the_text() -> None:
    for seed in range(3):
        (block,) = [one for one in FAULTS if one.name == "passes of a block not written"]
        text = prepared(block, seed).text.replace(HERE, "")
        for line_end in ("\r\n", "\r"):
            fixed = mend(text.replace("\n", line_end)).text
            assert fixed == mend(text).text.replace("\n", line_end)


# ------------------------------------------------------------------------------------------- the command

WRONG = "round 1\nlot W\n1. W 1|4 +10 =5  N 1|1\n0. E 1|3^\n"
SAFELY = "round 1\nlot W\n1. W 1|4 +10 =5  N 1|1\n1. E 1|3^\n"
NOTHING_LEFT = SAFELY.replace("+10", "+5")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.rocks"
    path.write_text(WRONG, encoding="utf-8")
    path.chmod(0o640)
    return path


def test_the_summary_says_what_can_be_fixed(path: Path) -> None:
    assert rocks("lint", "a.rocks").out.endswith("\n1 fixable with --fix, 1 more with --unsafe-fixes.\n")
    path.write_text(SAFELY, encoding="utf-8")
    assert rocks("lint", "a.rocks").out.endswith("\n1 fixable with --fix --unsafe-fixes.\n")
    path.write_text(NOTHING_LEFT, encoding="utf-8")
    assert "fixable" not in rocks("lint", "a.rocks").out
    assert path.read_text(encoding="utf-8") == NOTHING_LEFT


def test_fix_mends_the_file_and_reports_what_remains(path: Path) -> None:
    done = rocks("lint", "--fix", "a.rocks")
    assert done.code == 1
    assert path.read_text(encoding="utf-8") == SAFELY
    assert "S401" in done.out
    assert "T008" not in done.out
    assert done.out.endswith("\n1 fixed. 1 more fixable with --unsafe-fixes.\n")
    assert path.stat().st_mode & 0o777 == 0o640
    done = rocks("lint", "--fix", "--unsafe-fixes", "a.rocks")
    assert done.code == 0
    assert path.read_text(encoding="utf-8") == NOTHING_LEFT
    assert done.out.endswith("\n1 fixed.\n")
    before = path.stat()
    assert rocks("lint", "--fix", "--unsafe-fixes", "a.rocks").out.endswith("\n0 fixed.\n")
    after = path.stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_only_what_is_selected_is_fixed(path: Path) -> None:
    rocks("lint", "--fix", "--unsafe-fixes", "--ignore", "T008", "a.rocks")
    assert path.read_text(encoding="utf-8") == WRONG.replace("+10", "+5")
    path.write_text(WRONG, encoding="utf-8")
    rocks("lint", "--fix", "--unsafe-fixes", "--select", "T", "a.rocks")
    assert path.read_text(encoding="utf-8") == SAFELY


def test_what_a_baseline_knows_is_not_fixed(path: Path) -> None:
    rocks("lint", "--write-baseline", "known.json", "--select", "S401", "a.rocks")
    done = rocks("lint", "--baseline", "known.json", "--fix", "--unsafe-fixes", "a.rocks")
    assert done.code == 0
    assert path.read_text(encoding="utf-8") == SAFELY


def test_diff_shows_what_would_change_and_changes_nothing(path: Path) -> None:
    done = rocks("lint", "--diff", "a.rocks")
    assert path.read_text(encoding="utf-8") == WRONG
    assert done.code == 1
    assert done.out.split("\n")[:2] == ["--- a/a.rocks", "+++ b/a.rocks"]
    assert "-0. E 1|3^\n+1. E 1|3^\n" in done.out
    assert "S401" in done.err
    assert "T008" not in done.err
    assert done.err.endswith("\n1 would be fixed. 1 more fixable with --unsafe-fixes.\n")
    done = rocks("lint", "--fix", "--unsafe-fixes", "--diff", "a.rocks")
    assert (done.code, path.read_text(encoding="utf-8")) == (0, WRONG)
    assert "+1. W 1|4 +5 =5" in done.out
    assert rocks("lint", "--diff", "-", stdin=NOTHING_LEFT).out == ""


@pytest.mark.parametrize("text", [WRONG, NOTHING_LEFT, "words", ""])
def test_standard_input_is_mended_to_standard_output(text: str) -> None:
    done = rocks("lint", "--fix", "--unsafe-fixes", "-", stdin=text)
    assert done.out == text.replace(WRONG, NOTHING_LEFT)
    assert "match" in done.err
    data = b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode() + b"\xff"
    assert rocks("lint", "--fix", "-", stdin=data).code == 1


def test_the_report_stands_in_the_form_that_is_asked_for(path: Path) -> None:
    done = rocks("lint", "--fix", "--output-format", "json", "a.rocks")
    assert [one["code"] for one in json.loads(done.out)["diagnostics"] if one["severity"] == "error"] == [
        "S401"
    ]


def test_unsafe_fixes_alone_are_a_mistake(path: Path) -> None:
    done = rocks("lint", "--unsafe-fixes", "a.rocks")
    assert done.code == 2
    assert "--fix" in done.err


def test_a_file_that_has_changed_meanwhile_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = files.Stored.whole

    def read_and_then_changed(stored: files.Stored) -> files.Input:
        one = read(stored)
        path.write_text("round 1\n", encoding="utf-8")
        return one

    monkeypatch.setattr(files.Stored, "whole", read_and_then_changed)
    done = rocks("lint", "--fix", "a.rocks")
    assert done.code == 3
    assert path.read_text(encoding="utf-8") == "round 1\n"
    assert "a.rocks: it has changed meanwhile" in done.err
    assert "T008" in done.out
    assert [one.name for one in path.parent.iterdir()] == ["a.rocks"]


def test_a_file_is_replaced_in_one_step_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", no_room)
    done = rocks("lint", "--fix", "a.rocks")
    assert done.code == 3
    assert "No space left on device" in done.err
    assert path.read_text(encoding="utf-8") == WRONG
    assert [one.name for one in path.parent.iterdir()] == ["a.rocks"]


def test_a_link_stays_a_link(path: Path) -> None:
    path.with_name("link.rocks").symlink_to("a.rocks")
    rocks("lint", "--fix", "link.rocks")
    assert path.with_name("link.rocks").is_symlink()
    assert path.read_text(encoding="utf-8") == SAFELY


def test_json_is_not_mended(path: Path) -> None:
    rocks("convert", "a.rocks", "-o", "a.json")
    before = path.with_name("a.json").read_bytes()
    assert rocks("lint", "--fix", "--unsafe-fixes", "a.json").code == 1
    assert path.with_name("a.json").read_bytes() == before
