"""Record JSON is judged like text: the same findings, with JSON paths as their places."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from simulator import play, write_up
from test_cli import CLEAN, WRONG, rocks
from test_round_trip import problems

from rocksnotation import Record, check, dumps, from_json, loads, to_json
from rocksnotation.convert import written
from rocksnotation.diagnostics import Diagnostic
from rocksnotation.forms import Form
from rocksnotation.parse import parse_bytes
from rocksnotation.resources import schema

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").rglob("*.rocks"))


def at(document: Any, path: str) -> Any:
    """The value at a JSON path."""
    assert path.startswith("$")
    for name, index in re.findall(r"\.([^.\[]+)|\[(\d+)\]", path[1:]):
        document = document[name] if name else document[int(index)]
    return document


def told(record: Record) -> list[tuple[str, str, int | None, int | None, str | None]]:
    """What is found, without its places."""
    return [
        (one.code, str(one.message), one.match, one.round, one.address)
        for one in check(record).diagnostics
        if one.code != "T008" or "circuit" not in str(one.message)
    ]


def as_json(text: str) -> tuple[Any, Record]:
    document = to_json(loads(text))
    read = from_json(json.dumps(document), "a.json")
    assert read.record is not None, read.problems
    return document, read.record


def found_in(record: Record, code: str) -> list[tuple[str | None, Diagnostic]]:
    return [
        (record.source.path(one.span.start), one) for one in check(record).diagnostics if one.code == code
    ]


# ----------------------------------------------------------------------------------------------- places

PLACES: tuple[tuple[str, str, str], ...] = (
    ("S401", WRONG, "$.matches[0].rounds[0].events[0].points"),
    ("S406", "round 1\nlot N\nN 1|4 =6\n", "$.matches[0].rounds[0].events[0].count"),
    ("M302", "round 1\ndeal N: 06 11 22 26 34 56 33\nlot N\nN 14\n", "$.matches[0].rounds[0].events[0].tile"),
    ("M309", "round 1\nlot N\nN 1|4 +5 E 1|1 N 1|3\n", "$.matches[0].rounds[0].events[2].seat"),
    ("M305", "round 1\nlot N\nN 1|4 +5 E 1|6@6\n", "$.matches[0].rounds[0].events[1].at"),
    ("M303", "round 1\nlot N\nN 1|4 +5 E 1|4\n", "$.matches[0].rounds[0].events[1].tile"),
    ("D102", "round 1\ndeal\n  S: 0|6 1|1\nlot N\nN 1|4 +5\n", "$.matches[0].rounds[0].deal.hands.S"),
    ("L203", "round 1\nlot N:1 E:1 S:1 W:1\nN 1|4 +5\n", "$.matches[0].rounds[0].lot"),
    ("L201", "round 1\nlot N\nE 1|4 +5\n", "$.matches[0].rounds[0].events[0].seat"),
    ("R501", "round 1\nlot N\nN 1|4 +5\nout N\n", "$.matches[0].rounds[0].end"),
    ("T007", '[Event "a"]\n[Date "today"]\nround 1\n', "$.matches[0].tags.Date"),
    ("T006", '[Evnt "a"]\nround 1\n', "$.matches[0].tags.Evnt"),
    ("T008", '[Event "a"]\nround 2\nlot N\nN 1|4 +5\n', "$.matches[0].rounds[0]"),
    ("D103", '[Event "a"]\nround 1\n\n[Event "b"]\nround 1\nlot N\nN 1|4 +5\n', "$.matches[1].rounds[0]"),
    ("U601", "round 1\nlot N\nN 1|4 +5 { lint: ignore S401 }\n", "$.matches[0].rounds[0].events[0].comments[0]"),
)  # fmt: skip


@pytest.mark.parametrize(("code", "text", "path"), PLACES, ids=[row[0] for row in PLACES])
def test_the_place_of_a_finding(code: str, text: str, path: str) -> None:
    document, record = as_json(text)
    assert [place for place, _ in found_in(record, code)] == [path]
    assert at(document, path) is not None


def test_a_tile_dealt_twice_has_both_places() -> None:
    _, record = as_json("round 1\ndeal\n  N: 0|6 1|1 2|2 2|6 3|4 5|6 3|3\n  S: 1|1\nlot N\nN 0|6\n")
    ((path, one),) = found_in(record, "D101")
    assert path == "$.matches[0].rounds[0].deal.hands.S[0]"
    assert [record.source.path(other.span.start) for other in one.related] == [
        "$.matches[0].rounds[0].deal.hands.N[1]"
    ]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_text_and_json_of_an_example_say_the_same(path: Path) -> None:
    record = parse_bytes(path.read_bytes(), path.name)
    if any(one.severity == "error" for one in record.syntax):
        pytest.skip("damaged text has no JSON")
    record = loads(dumps(record))
    document, again = as_json(dumps(record))
    assert sorted(told(again), key=str) == sorted((one for one in told(record) if one[0] != "T005"), key=str)
    for one in check(again).diagnostics:
        for span in (one.span, *(other.span for other in one.related)):
            place = again.source.path(span.start)
            assert place is not None
            at(document, place)
        assert one.fix is None


@pytest.mark.parametrize("seed", range(5))
def test_a_legal_match_is_clean_as_json(seed: int) -> None:
    match = play(random.Random(seed), 100)
    _, record = as_json(write_up(match).text())
    assert not [one for one in check(record).diagnostics if one.severity != "info"]


def test_findings_come_in_the_order_of_the_export_form() -> None:
    """Whatever the order of the members."""
    value = to_json(loads('[Date "x"]\nround 1\nlot N:1 E:1 S:1 W:1\nN 1|4 +10\nout N\n'))
    (round_,) = value["matches"][0]["rounds"]
    turned = {
        "matches": [{"rounds": [dict(reversed(round_.items()))], "tags": value["matches"][0]["tags"]}],
        "rocks": 1,
    }
    for each in (value, turned):
        read = from_json(json.dumps(each))
        assert read.record
        codes = [one.code for one in check(read.record).diagnostics if one.severity != "info"]
        assert codes == ["T007", "L203", "S401", "R501"]


# --------------------------------------------------------------------------------------------- suppression


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("round 1\nlot N\nN 1|4 +10 { lint: ignore S401 }\n", []),
        ("round 1\nlot N\nN 1|4 +10 E 1|1 { lint: ignore S401 }\n", ["S401", "U601"]),
        ("round 1 { lint: ignore S401 }\nlot N\nN 1|4 +10 E 1|1 +5\n", []),
        ("{ lint: ignore S401 }\nround 1\nlot N\nN 1|4 +10\n", []),
        ("round 1\ndeal { lint: ignore D102 }\n  S: 0|6 1|1\nlot N\nN 1|4 +5\n", []),
        ("round 1\nlot N:1 E:1 S:1 W:1 { lint: ignore L203 }\nN 1|4 +5\n", []),
        ("round 1\nlot N\nN 1|4 +5\nout N { lint: ignore R501 }\n", []),
    ],
)
def test_suppressing_comments_work(text: str, codes: list[str]) -> None:
    _, record = as_json('[Event "a"]\n' + text)
    assert [one.code for one in check(record).diagnostics if one.severity != "info"] == codes


# --------------------------------------------------------------------------------------------- the command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with records as JSON, in which the command is run."""
    for name, text in {"clean": CLEAN, "wrong": WRONG}.items():
        (tmp_path / f"{name}.json").write_text(written([loads(text)], Form.JSON), encoding="utf-8")
        (tmp_path / f"{name}.rocks").write_text(text, encoding="utf-8")
    lines = written([loads(CLEAN), loads(WRONG)], Form.JSONL)
    (tmp_path / "all.jsonl").write_text("\n" + lines, encoding="utf-8")
    (tmp_path / "broken.json").write_text('{"rocks": 1,', encoding="utf-8")
    (tmp_path / "other.json").write_text('{"rocks": 1, "matches": [{"tags": {}}]}', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


PATH = "$.matches[0].rounds[0].events[0].points"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "code", "out", "err"),
    [
        (["clean.json"], 0, "Nothing is wrong in 1 match, 1 file.", ""),
        (["wrong.json"], 1, f"wrong.json: {PATH}: S401 error at 1.1N: claimed 10", ""),
        (["all.jsonl"], 1, f"all.jsonl:3: {PATH}: S401 error at 1.1N: claimed 10", ""),
        (["*.json*"], 1, f"wrong.json: {PATH}: S401", "broken.json: $: not JSON"),
        (["clean.json", "wrong.rocks"], 1, "wrong.rocks:3:7: S401", ""),
        (["broken.json"], 1, "No record was read.", "rocks: broken.json: $: not JSON"),
        (["other.json", "clean.json"], 1, "in 1 match, 1 file", "other.json: $.matches[0]: expected"),
        (["wrong.json", "--ignore", "S"], 0, "Nothing is wrong", ""),
        (["absent.json", "wrong.json"], 3, "S401", "absent.json"),
    ],
)  # fmt: skip
def test_lint_of_json(arguments: Sequence[str], code: int, out: str, err: str) -> None:
    done = rocks("lint", *arguments)
    assert done.code == code
    assert out in done.out
    assert err in done.err
    assert bool(done.err) == bool(err)


def test_standard_input_may_be_json(folder: Path) -> None:
    done = rocks("lint", "-", stdin=(folder / "wrong.json").read_bytes())
    assert done.code == 1
    assert done.out.startswith(f"<stdin>: {PATH}: S401 error")
    done = rocks("lint", "-", stdin='{"rocks": 1, "matches": 1}')
    assert (done.code, "No record was read." in done.out) == (1, True)
    assert "<stdin>: $.matches: " in done.err


@pytest.mark.usefixtures("folder")
def test_the_report_has_the_path_and_follows_its_schema() -> None:
    report = json.loads(
        rocks("lint", "--output-format", "json", "all.jsonl", "wrong.json", "wrong.rocks").out
    )
    Draft202012Validator(json.loads(schema("diagnostics"))).validate(report)
    assert not problems("diagnostics", report)
    wrong = [one for one in report["diagnostics"] if one["code"] == "S401"]
    assert [(one["file"], one["line"], one["column"], one.get("path")) for one in wrong] == [
        ("all.jsonl", 3, 1, PATH), ("wrong.json", 1, 1, PATH), ("wrong.rocks", 3, 7, None),
    ]  # fmt: skip
    assert [(one["end_line"], one["end_column"]) for one in wrong[:2]] == [(3, 1), (1, 1)]
    assert [one["fix"] for one in wrong[:2]] == [None, None]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", ["text", "concise", "json", "jsonl", "github", "sarif", "junit", "gitlab"])
def test_every_report_can_tell_of_json(form: str) -> None:
    done = rocks("lint", "--output-format", form, "all.jsonl", "wrong.json", "--show-info")
    assert done.code == 1
    assert "S401" in done.out


def test_a_baseline_knows_findings_of_json(folder: Path) -> None:
    document = json.loads((folder / "wrong.json").read_text(encoding="utf-8"))
    assert rocks("lint", "wrong.json", "all.jsonl", "--write-baseline", "known.json").code == 0
    assert rocks("lint", "wrong.json", "all.jsonl", "--baseline", "known.json").code == 0
    (match,) = document["matches"]
    (turn,) = match["rounds"][0]["events"]
    before = {
        "tags": {"Event": "before"},
        "rounds": [{"number": 1, "events": [{"type": "pass", "seat": "N"}]}],
    }
    changes: tuple[tuple[bool, Callable[[], object]], ...] = (
        (True, lambda: document["matches"].insert(0, before)),
        (True, lambda: match["rounds"][0].update(comments=["found in a drawer"])),
        (True, lambda: match["tags"].update(Recorder="Olena")),
        (True, lambda: turn.update(comments=["hm"])),
        (False, lambda: turn.update(points=15)),
    )
    for known, change in changes:
        change()
        (folder / "wrong.json").write_text(json.dumps(document), encoding="utf-8")
        done = rocks("lint", "wrong.json", "--ignore", "M,L,R", "--baseline", "known.json")
        assert done.code == (0 if known else 1), done.out
