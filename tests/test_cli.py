"""The `rocks` command: what it prints where, and with which code it ends.

The golden files of lint and replay are written anew with ROCKS_RENEW_GOLDEN=1 in the environment; look at
what changed before it is kept.
"""

from __future__ import annotations

import json
import os
import random
import signal
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from simulator import play, write_up
from typer.testing import CliRunner

import rocksnotation
from rocksnotation import dumps, from_json, loads, replay, to_json
from rocksnotation.cli.app import app
from rocksnotation.diagnostics import RULES
from rocksnotation.ends import Ends, with_ends
from rocksnotation.resources import SCHEMA_NAMES, schema

GOLDEN = Path(__file__).parent / "golden"
runner = CliRunner()

CLEAN = '[Rocks "1"]\n[Event "a"]\n\nround 1\nlot N\n1. N 1|4 +5\n'
WARNED = "round 1\nlot N\nN 5|5 +10 E 0|5\n"
"""Two placements scored, and one claim is missing (S402)."""
WRONG = "round 1\nlot N\nN 1|4 +10\n"
DAMAGED = "round 1\nlot N\nN 1|4 +5\nround 2\nN x\n"
INFO = "round 1\nN 1|4 +5\n"
UNTIDY = "[Event “a”] round 1 lot N N 14+5"
TIDY = CLEAN


class Done:
    """How a run of the command ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


def rocks(*arguments: str | Path, stdin: str | bytes = "") -> Done:
    """Runs the command in this process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    result = runner.invoke(app, [str(argument) for argument in arguments], input=data)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def process(
    *arguments: str, stdin: bytes = b"", cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Done:
    """Runs the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "rocksnotation", *arguments],
        input=stdin, capture_output=True, cwd=cwd, env={**os.environ, **(env or {})}, timeout=60, check=False,
    )  # fmt: skip
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each kind, in which the command is run."""
    for name, text in {
        "clean": CLEAN, "warned": WARNED, "wrong": WRONG, "damaged": DAMAGED, "info": INFO, "untidy": UNTIDY,
    }.items():  # fmt: skip
        (tmp_path / f"{name}.rocks").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --------------------------------------------------------------------------------------------- exit codes

EXIT_CODES: tuple[tuple[Sequence[str], int], ...] = (
    (["lint", "clean.rocks"], 0),
    (["lint", "info.rocks"], 0),
    (["lint", "warned.rocks"], 0),
    (["lint", "--strict", "warned.rocks"], 1),
    (["lint", "--strict", "info.rocks"], 0),
    (["lint", "--strict", "--ignore", "S402", "warned.rocks"], 0),
    (["lint", "wrong.rocks"], 1),
    (["lint", "--ignore", "S401", "wrong.rocks"], 0),
    (["lint", "--ignore", "S", "wrong.rocks"], 0),
    (["lint", "--select", "T", "wrong.rocks"], 0),
    (["lint", "--select", "S4", "wrong.rocks"], 1),
    (["lint", "--select", "S", "--ignore", "S401", "wrong.rocks"], 0),
    (["lint", "--select", "T,S", "wrong.rocks"], 1),
    (["lint", "--select", "s401", "wrong.rocks"], 1),
    (["lint", "damaged.rocks"], 1),
    (["lint", "clean.rocks", "wrong.rocks"], 1),
    (["lint", "absent.rocks"], 3),
    (["lint", "wrong.rocks", "absent.rocks"], 3),
    (["lint", "absent*.rocks"], 3),
    (["lint", "*.rocks"], 1),
    (["lint", "."], 1),
    (["lint"], 2),
    (["lint", "--select", "Q999", "clean.rocks"], 2),
    (["lint", "--ignore", "Q", "clean.rocks"], 2),
    (["lint", "--output-format", "xml", "clean.rocks"], 2),
    (["lint", "--colour", "clean.rocks"], 2),
    (["replay", "clean.rocks"], 0),
    (["replay", "warned.rocks"], 0),
    (["replay", "wrong.rocks"], 1),
    (["replay", "damaged.rocks"], 1),
    (["replay", "absent.rocks"], 3),
    (["replay", "."], 3),
    (["replay"], 2),
    (["replay", "clean.rocks", "wrong.rocks"], 2),
    (["replay", "clean.rocks", "--match", "2"], 2),
    (["replay", "clean.rocks", "--match", "0"], 2),
    (["replay", "clean.rocks", "--match", "one"], 2),
    (["replay", "clean.rocks", "--round", "7"], 2),
    (["replay", "clean.rocks", "--at", "1.1S"], 2),
    (["replay", "clean.rocks", "--at", "9"], 2),
    (["replay", "clean.rocks", "--at", ""], 2),
    (["replay", "clean.rocks", "--at", "1.1n"], 0),
    (["convert", "clean.rocks"], 0),
    (["convert", "wrong.rocks"], 0),
    (["convert", "damaged.rocks"], 1),
    (["convert", "clean.rocks", "damaged.rocks"], 1),
    (["convert", "absent.rocks"], 3),
    (["convert", "damaged.rocks", "absent.rocks"], 3),
    (["convert", "clean.rocks", "-o", "no/such/folder.json"], 3),
    (["convert", "clean.rocks", "--to", "xml"], 2),
    (["convert"], 2),
    (["fmt", "clean.rocks"], 0),
    (["fmt", "untidy.rocks"], 0),
    (["fmt", "wrong.rocks"], 0),
    (["fmt", "damaged.rocks"], 1),
    (["fmt", "damaged.rocks", "absent.rocks"], 3),
    (["fmt", "--check", "clean.rocks"], 0),
    (["fmt", "--check", "untidy.rocks"], 1),
    (["fmt", "--check", "clean.rocks", "untidy.rocks"], 1),
    (["fmt", "--check", "untidy.rocks", "absent.rocks"], 3),
    (["fmt", "--diff", "clean.rocks"], 0),
    (["fmt", "--check", "--diff", "untidy.rocks"], 1),
    (["fmt", "--ends", "sometimes", "clean.rocks"], 2),
    (["fmt"], 2),
    (["rules"], 0),
    (["rules", "S401"], 2),
    (["explain", "S401"], 0),
    (["explain", "wrong-points"], 0),
    (["explain", "Q999"], 2),
    (["explain"], 2),
    (["schema", "record"], 0),
    (["schema", "chess"], 2),
    (["schema"], 2),
    (["--version"], 0),
    (["--help"], 0),
    (["-h"], 0),
    (["dance"], 2),
    (["--dance"], 2),
)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("arguments", "code"), EXIT_CODES, ids=[" ".join(row[0]) for row in EXIT_CODES])
def test_with_which_code_a_command_ends(arguments: Sequence[str], code: int) -> None:
    done = rocks(*arguments)
    assert done.code == code, done.out + done.err
    if code in (2, 3):
        assert done.err  # it says why
        assert "Traceback" not in done.err
    if code == 2:
        assert done.out == ""


HELPFUL: tuple[tuple[Sequence[str], str], ...] = (
    (["lint", "--select", "Q999", "clean.rocks"], "Q999"),
    (["lint", "--select", "Q999", "clean.rocks"], "rocks rules"),
    (["lint", "--output-format", "xml", "clean.rocks"], "jsonl"),
    (["lint", "absent.rocks"], "absent.rocks"),
    (["replay", "clean.rocks", "--at", "1.1S"], "2.4S"),
    (["replay", "clean.rocks", "--match", "2"], "--match"),
    (["replay", "clean.rocks", "--round", "7"], "--round"),
    (["convert", "clean.rocks", "--to", "xml"], "jsonl"),
    (["fmt", "--ends", "sometimes", "clean.rocks"], "minimal"),
    (["explain", "Q999"], "rocks rules"),
    (["schema", "chess"], "diagnostics"),
)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "said"), HELPFUL, ids=[f"{' '.join(row[0])}: {row[1]}" for row in HELPFUL]
)
def test_a_refusal_says_what_would_do(arguments: Sequence[str], said: str) -> None:
    done = rocks(*arguments)
    assert done.code in (2, 3)
    assert said in done.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["lint", "fmt", "convert"])
def test_the_other_files_are_still_done(command: str) -> None:
    done = rocks(command, "absent.rocks", "untidy.rocks", "nowhere.rocks")
    assert done.code == 3
    assert "absent.rocks" in done.err
    assert "nowhere.rocks" in done.err
    if command == "lint":
        assert "1 match, 1 file" in done.out
    elif command == "convert":
        assert json.loads(done.out)["matches"][0]["tags"] == {"Event": "a"}
    else:
        assert Path("untidy.rocks").read_text(encoding="utf-8") == TIDY


def test_a_file_that_may_not_be_read(folder: Path) -> None:
    (folder / "wrong.rocks").chmod(0)
    if os.access(folder / "wrong.rocks", os.R_OK):
        pytest.skip("this user may read everything")
    assert rocks("lint", "clean.rocks", "wrong.rocks").code == 3


# -------------------------------------------------------------------------------------------------- paths


def test_files_folders_globs_and_standard_input(folder: Path) -> None:
    below = folder / "2026" / "finals"
    below.mkdir(parents=True)
    (below / "one.rocks").write_text(CLEAN, encoding="utf-8")
    (below / "two.rocks").write_text(WRONG, encoding="utf-8")
    (below / "notes.txt").write_text("no record", encoding="utf-8")

    def files(*paths: str, stdin: str = "") -> int:
        done = rocks("lint", "--output-format", "json", *paths, stdin=stdin)
        return int(json.loads(done.out)["summary"]["files"])

    assert files("2026") == 2
    assert files("2026/finals/*.rocks") == 2
    assert files("2026/**/*.rocks") == 2
    assert files("2026/finals/t*.rocks") == 1
    assert files("2026/finals/one.rocks", "2026/finals/two.rocks") == 2
    assert files("-", stdin=CLEAN) == 1
    assert files("-", "clean.rocks", stdin=CLEAN) == 2
    assert files("2026", "2026/finals/one.rocks") == 2  # named twice, read once
    assert files(".") == 8
    done = rocks("lint", "-", stdin=WRONG)
    assert done.out.startswith("<stdin>:3:7: S401 error")


def test_a_name_that_looks_like_a_pattern_is_the_file(folder: Path) -> None:
    (folder / "a[1].rocks").write_text(WRONG, encoding="utf-8")
    assert rocks("lint", "a[1].rocks").code == 1


def test_a_folder_without_records_gives_3(folder: Path) -> None:
    (folder / "empty").mkdir()
    done = rocks("lint", "empty")
    assert done.code == 3
    assert "empty" in done.err


# ------------------------------------------------------------------------------------ the two outputs


@pytest.mark.usefixtures("folder")
def test_standard_output_carries_data_only() -> None:
    for arguments in (
        ["lint", "--output-format", "json", "clean.rocks", "damaged.rocks", "absent.rocks"],
        ["replay", "--output-format", "json", "damaged.rocks"],
        ["convert", "clean.rocks", "damaged.rocks", "absent.rocks"],
        ["schema", "record"],
    ):
        done = rocks(*arguments)
        assert isinstance(json.loads(done.out), dict)
    for arguments in (
        ["lint", "--output-format", "jsonl", "damaged.rocks", "wrong.rocks", "absent.rocks"],
        ["replay", "--output-format", "jsonl", "damaged.rocks"],
        ["convert", "--to", "jsonl", "clean.rocks", "wrong.rocks", "damaged.rocks"],
    ):
        done = rocks(*arguments)
        lines = done.out.splitlines()
        assert lines
        assert all(isinstance(json.loads(line), dict) for line in lines)
    assert rocks("fmt", "-", stdin=UNTIDY).out == TIDY
    assert rocks("fmt", "-", stdin=UNTIDY).err == ""
    assert rocks("fmt", "-", stdin=DAMAGED).out == ""
    assert rocks("replay", "wrong.rocks").err.startswith("wrong.rocks:3:7: S401 error")
    assert "S401" not in rocks("replay", "wrong.rocks").out


@pytest.mark.parametrize("no_colour", ["", "1"])
def test_no_escape_codes_where_there_is_no_terminal(folder: Path, no_colour: str) -> None:
    for arguments in (["lint", "."], ["fmt", "--diff", "untidy.rocks", "damaged.rocks"]):
        done = process(*arguments, cwd=folder, env={"NO_COLOR": no_colour, "TERM": "xterm-256color"})
        assert "\x1b" not in done.out + done.err


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_on_a_terminal_and_never_with_no_color(
    folder: Path, environment: dict[str, str], coloured: bool
) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | environment
    command = [sys.executable, "-m", "rocksnotation", "lint", "wrong.rocks"]
    subprocess.run(
        command, stdout=theirs, stderr=theirs, stdin=theirs, cwd=folder, env=env, timeout=60, check=False
    )
    os.close(theirs)
    shown = os.read(ours, 10_000)
    os.close(ours)
    assert b"S401" in shown
    assert (b"\x1b[" in shown) == coloured


# --------------------------------------------------------------------------------------------------- lint


@pytest.mark.usefixtures("folder")
def test_lint_hides_infos_and_counts_them() -> None:
    hidden, shown = rocks("lint", "info.rocks"), rocks("lint", "--show-info", "info.rocks")
    assert "L202" not in hidden.out
    assert "hidden" in hidden.out
    assert "L202 info" in shown.out
    assert "hidden" not in shown.out
    report = json.loads(rocks("lint", "--output-format", "json", "info.rocks").out)
    assert "L202" in [one["code"] for one in report["diagnostics"]]


@pytest.mark.usefixtures("folder")
def test_lint_as_json_follows_its_schema_and_the_order_of_files() -> None:
    names = ["wrong.rocks", "damaged.rocks", "warned.rocks"]
    report = json.loads(rocks("lint", "--output-format", "json", *names).out)
    Draft202012Validator(json.loads(schema("diagnostics"))).validate(report)
    found = report["diagnostics"]
    assert list(dict.fromkeys(one["file"] for one in found)) == names
    for name in names:
        places = [(one["line"], one["column"]) for one in found if one["file"] == name]
        assert places == sorted(places)
    counted = {kind: sum(one["severity"] == kind for one in found) for kind in ("error", "warning", "info")}
    assert report["summary"] == {
        "files": 3, "matches": 3, "errors": counted["error"], "warnings": counted["warning"], "infos": counted["info"],
    }  # fmt: skip
    lines = rocks("lint", "--output-format", "jsonl", *names).out.splitlines()
    assert [json.loads(line) for line in lines] == found
    (wrong,) = [one for one in found if one["code"] == "S401"]
    assert (wrong["line"], wrong["column"], wrong["end_line"], wrong["end_column"]) == (3, 7, 3, 10)
    assert (wrong["match"], wrong["round"], wrong["turn"], wrong["address"]) == (1, 1, 1, "1.1N")
    assert (wrong["name"], wrong["law"]) == ("wrong-points", "5.2")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (["--select", "T"], {"T001"}),
        (["--select", "S4"], {"S401", "S402"}),
        (["--select", "S401", "--select", "T001"], {"S401", "T001"}),
        (["--select", "S401,T001"], {"S401", "T001"}),
        (["--select", "S", "--ignore", "S402"], {"S401"}),
        (["--ignore", "L,M,D,R,T"], {"S401", "S402"}),
    ],
)
def test_lint_shows_what_is_selected(options: list[str], codes: set[str]) -> None:
    done = rocks("lint", "--output-format", "jsonl", *options, "wrong.rocks", "warned.rocks", "damaged.rocks")
    assert {json.loads(line)["code"] for line in done.out.splitlines()} == codes


def test_a_finding_has_the_address_at_which_replay_shows_the_turn() -> None:
    """Implied passes are counted, those just before the turn as well."""
    text = "round 1\nlot N\nN 1|4 +10  E 1|1  S 1|3  W 3|3 +10\nE 3|5  S pass  W pass  E 5|5\n"
    lines = rocks("lint", "--output-format", "jsonl", "-", stdin=text).out.splitlines()
    found = [one for one in map(json.loads, lines) if one["turn"]]
    assert {one["code"] for one in found} >= {"M309", "S401"}
    steps = {
        step["turn"]: step["address"] for step in replayed(text=text)["matches"][0]["rounds"][0]["steps"]
    }
    assert [(one["code"], one["address"]) for one in found] == [
        (one["code"], steps[one["turn"]]) for one in found
    ]


def test_lint_of_what_is_no_text_gives_the_byte_offset() -> None:
    done = rocks("lint", "-", stdin=b'[Event "\xff"]')
    assert done.code == 1
    assert "T003 error" in done.out
    assert "offset 8" in done.out


# ------------------------------------------------------------------------------------------------- golden


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("small.lint.txt", ["lint", "--show-info", "small.rocks"]),
        ("small.replay.txt", ["replay", "small.rocks"]),
    ],
)
def test_text_as_people_see_it(name: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GOLDEN)
    done = rocks(*arguments)
    shown = f"{done.out}-- on standard error --\n{done.err}" if done.err else done.out
    golden = GOLDEN / name
    if os.environ.get("ROCKS_RENEW_GOLDEN"):
        golden.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == golden.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------- replay

TWO_MATCHES = (
    '[Event "a"]\nround 1\nlot N\nN 1|4 E 4|4 S 2|4 W 2|2\nblocked\ntotal NS 5 EW 5\nround 2\nlot W\nW 1|1\n'
    '[Event "b"]\nround 1\nlot S\nS 5|5\n'
)


def replayed(*options: str, text: str = TWO_MATCHES) -> Any:
    return json.loads(rocks("replay", "--output-format", "json", "-", *options, stdin=text).out)


def test_replay_as_json_follows_its_schema() -> None:
    whole = replayed()
    Draft202012Validator(json.loads(schema("replay"))).validate(whole)
    assert [len(match["rounds"]) for match in whole["matches"]] == [2, 1]
    lines = rocks("replay", "--output-format", "jsonl", "-", stdin=TWO_MATCHES).out.splitlines()
    assert [json.loads(line)["matches"] for line in lines] == [[match] for match in whole["matches"]]


def test_replay_of_one_match_round_or_turn() -> None:
    whole = replayed()["matches"]
    assert replayed("--match", "2")["matches"] == [whole[1]]
    only = replayed("--match", "1", "--round", "2")["matches"]
    assert [match["rounds"] for match in only] == [[whole[0]["rounds"][1]]]
    step = replayed("--at", "1.1S")["matches"][0]["rounds"][0]["steps"]
    assert step == [whole[0]["rounds"][0]["steps"][2]]
    assert (
        replayed("--match", "2", "--at", "1.1S")["matches"][0]["rounds"][0]["steps"]
        == whole[1]["rounds"][0]["steps"]
    )
    assert replayed("--at", "2")["matches"][0]["rounds"] == [whole[0]["rounds"][1]]


def test_replay_shows_the_position_at_an_address() -> None:
    done = rocks("replay", "-", "--at", "1.1E", stdin=TWO_MATCHES)
    assert done.out.startswith("After 1.1E\n")
    assert "1 (1|4) + 8 (4|4) = 9" in done.out
    assert "spinner: 4|4" in done.out
    done = rocks("replay", "-", "--at", "2", stdin=TWO_MATCHES)
    assert "1|1" in done.out


def test_replay_has_every_turn_of_a_legal_match() -> None:
    match = play(random.Random(5), 50)
    done = rocks("replay", "-", stdin=write_up(match).text())
    assert done.code == 0, done.err
    assert done.err == ""
    assert f"{match.winner} wins" in done.out
    assert "verified" in done.out


# ------------------------------------------------------------------------------------------------ convert


def test_convert_there_and_back(folder: Path) -> None:
    text = dumps(loads((GOLDEN / "small.rocks").read_text(encoding="utf-8")))
    (folder / "a.rocks").write_text(text, encoding="utf-8")
    assert rocks("convert", "a.rocks", "-o", "a.json").code == 0
    assert json.loads((folder / "a.json").read_text(encoding="utf-8")) == to_json(loads(text))
    assert rocks("convert", "a.json", "-o", "b.rocks").code == 0
    assert (folder / "b.rocks").read_text(encoding="utf-8") == text
    assert rocks("convert", "a.json", "-o", "a.jsonl").code == 0
    assert rocks("convert", "a.jsonl", "-o", "c.rocks").code == 0
    assert (folder / "c.rocks").read_text(encoding="utf-8") == text
    assert rocks("convert", "a.json").out == text
    assert rocks("convert", "a.rocks", "--to", "rocks").out == text
    assert rocks("convert", "-", stdin=(folder / "a.json").read_bytes()).out == text
    assert rocks("convert", "-", "-o", "-", stdin=text).out == (folder / "a.json").read_text(encoding="utf-8")


def test_convert_several_to_one_output() -> None:
    done = rocks("convert", "--to", "jsonl", "-", stdin=TWO_MATCHES)
    lines = done.out.splitlines()
    assert [json.loads(line)["matches"][0]["tags"]["Event"] for line in lines] == ["a", "b"]
    assert all(from_json(line).record for line in lines)


def test_convert_several_files_to_one(folder: Path) -> None:
    done = rocks("convert", "clean.rocks", "wrong.rocks", "-o", "all.json")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert len(json.loads((folder / "all.json").read_text(encoding="utf-8"))["matches"]) == 2


def test_convert_into_a_folder(folder: Path) -> None:
    (folder / "out").mkdir()
    done = rocks("convert", "clean.rocks", "wrong.rocks", "-o", "out")
    assert (done.code, done.out) == (0, "")
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["clean.json", "wrong.json"]
    done = rocks("convert", "out/*.json", "-o", "back/")
    assert done.code == 0
    assert sorted(path.name for path in (folder / "back").iterdir()) == ["clean.rocks", "wrong.rocks"]
    done = rocks("convert", "clean.rocks", "-o", "lines/", "--to", "jsonl")
    assert sorted(path.name for path in (folder / "lines").iterdir()) == ["clean.jsonl"]


def test_convert_into_a_folder_never_writes_one_file_over_another(folder: Path) -> None:
    """Two records of one name: both are kept, or the command says that it did not."""
    for name in ("x", "y"):
        (folder / name).mkdir()
        (folder / name / "a.rocks").write_text(CLEAN.replace('"a"', f'"{name}"'), encoding="utf-8")
    done = rocks("convert", "x/a.rocks", "y/a.rocks", "-o", "out/")
    kept = "".join(path.read_text(encoding="utf-8") for path in (folder / "out").rglob("*.json"))
    assert done.code != 0 or ('"x"' in kept and '"y"' in kept)


def test_convert_refuses_what_does_not_parse(folder: Path) -> None:
    done = rocks("convert", "damaged.rocks", "-o", "damaged.json")
    assert done.code == 1
    assert not (folder / "damaged.json").exists()
    assert "damaged.rocks:5:3: T001" in done.err
    assert "--skip-damaged" in done.err


def test_convert_leaves_out_damaged_rounds_and_names_them(folder: Path) -> None:
    done = rocks("convert", "--skip-damaged", "damaged.rocks")
    assert [round_["number"] for round_ in json.loads(done.out)["matches"][0]["rounds"]] == [1]
    assert "round 2" in done.err
    (folder / "torn.rocks").write_text("round 1\nN 1|4\nround 2\nlot", encoding="utf-8")
    done = rocks("convert", "--skip-damaged", "torn.rocks")
    assert [round_["number"] for round_ in json.loads(done.out)["matches"][0]["rounds"]] == [1]
    assert "round 2" in done.err


def test_convert_skips_damage_only_where_there_is_a_record_left() -> None:
    for data in (b"", b"\xff\xfe", b"words"):
        done = rocks("convert", "--skip-damaged", "-", stdin=data)
        assert done.code == 1
        assert done.out == ""


def test_convert_refuses_an_impossible_tile() -> None:
    for form in ("json", "rocks", "jsonl"):
        done = rocks("convert", "--to", form, "-", stdin="round 1\ndeal\n  N: 7|2\nN 1|4\n")
        assert (done.code, done.out) == (1, "")
        assert "T004" in done.err


def test_convert_names_what_it_drops() -> None:
    document = to_json(loads(CLEAN))
    document["matches"][0]["rounds"][0]["events"][0]["colour"] = "red"
    document["author"] = "me"
    done = rocks("convert", "-", stdin=json.dumps(document))
    assert done.code == 0
    assert done.out == CLEAN
    assert "$.author" in done.err
    assert "$.matches[0].rounds[0].events[0].colour" in done.err
    done = rocks("convert", "-", stdin='[Event "a"][Event "b"]')
    assert json.loads(done.out)["matches"][0]["tags"]["Event"] == "a"
    assert "Event" in done.err


def test_convert_says_where_a_document_is_wrong() -> None:
    document = to_json(loads(CLEAN))
    document["matches"][0]["rounds"][0]["events"][0]["tile"] = "7|2"
    done = rocks("convert", "-", stdin=json.dumps(document))
    assert (done.code, done.out) == (1, "")
    assert "$.matches[0].rounds[0].events[0].tile" in done.err


def test_convert_of_a_record_that_begins_with_a_comment_in_braces() -> None:
    done = rocks("convert", "-", stdin='{ "a" and more } round 1\n')
    assert json.loads(done.out)["matches"][0]["comments"] == ['"a" and more']


# ---------------------------------------------------------------------------------------------------- fmt


def test_fmt_rewrites_in_place_and_twice_changes_nothing(folder: Path) -> None:
    path = folder / "untidy.rocks"
    path.chmod(0o640)
    done = rocks("fmt", "untidy.rocks")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert path.read_text(encoding="utf-8") == TIDY
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    before = path.stat()
    assert rocks("fmt", "untidy.rocks").code == 0
    after = path.stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    assert not [each for each in folder.iterdir() if each.suffix != ".rocks"]


def test_fmt_check_and_diff_change_nothing(folder: Path) -> None:
    for options in (["--check"], ["--diff"], ["--check", "--diff"]):
        done = rocks("fmt", *options, "untidy.rocks", "clean.rocks")
        assert (folder / "untidy.rocks").read_text(encoding="utf-8") == UNTIDY
        assert "untidy.rocks" in done.out
        assert "clean.rocks" not in done.out
    done = rocks("fmt", "--diff", "untidy.rocks")
    assert '+[Rocks "1"]\n' in done.out
    assert f"-{UNTIDY}\n" in done.out
    assert rocks("fmt", "--check", "-", stdin=UNTIDY).code == 1
    assert rocks("fmt", "--check", "-", stdin=TIDY).code == 0


@pytest.mark.parametrize(
    "data", [CLEAN.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + CLEAN.encode(), CLEAN.encode()[:-1]]
)
def test_fmt_sees_line_ends_and_marks(folder: Path, data: bytes) -> None:
    (folder / "a.rocks").write_bytes(data)
    assert rocks("fmt", "--check", "a.rocks").code == 1
    assert rocks("fmt", "a.rocks").code == 0
    assert (folder / "a.rocks").read_bytes() == CLEAN.encode()


def test_fmt_leaves_alone_what_is_damaged(folder: Path) -> None:
    done = rocks("fmt", "damaged.rocks", "untidy.rocks")
    assert done.code == 1
    assert (folder / "damaged.rocks").read_text(encoding="utf-8") == DAMAGED
    assert (folder / "untidy.rocks").read_text(encoding="utf-8") == TIDY
    assert "damaged.rocks:5:3: T001" in done.err
    done = rocks("fmt", "-", stdin="round 1\nN 7|2\n")
    assert (done.code, done.out) == (1, "")
    assert "T004" in done.err


def test_fmt_keeps_a_symbolic_link(folder: Path) -> None:
    (folder / "link.rocks").symlink_to("untidy.rocks")
    assert rocks("fmt", "link.rocks").code == 0
    assert (folder / "link.rocks").is_symlink()
    assert (folder / "untidy.rocks").read_text(encoding="utf-8") == TIDY


def test_fmt_in_a_folder_that_may_not_be_written(folder: Path) -> None:
    shelf = folder / "shelf"
    shelf.mkdir()
    (shelf / "a.rocks").write_text(UNTIDY, encoding="utf-8")
    shelf.chmod(0o555)
    try:
        if os.access(shelf, os.W_OK):
            pytest.skip("this user may write everywhere")
        done = rocks("fmt", "shelf/a.rocks", "untidy.rocks")
        assert done.code == 3
        assert "shelf/a.rocks" in done.err
        assert (shelf / "a.rocks").read_text(encoding="utf-8") == UNTIDY
        assert (folder / "untidy.rocks").read_text(encoding="utf-8") == TIDY
    finally:
        shelf.chmod(0o755)


def test_fmt_that_fails_while_writing_leaves_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", no_room)
    done = rocks("fmt", "untidy.rocks", "clean.rocks")
    assert done.code == 3
    assert "No space left on device" in done.err
    assert (folder / "untidy.rocks").read_text(encoding="utf-8") == UNTIDY
    assert not [each for each in folder.iterdir() if each.suffix != ".rocks"]


def joins(text: str) -> list[list[object]]:
    return [
        [(step.tile, step.join and step.join.host) for step in r.steps]
        for m in loads(text).matches
        for r in replay(m).rounds
    ]


@pytest.mark.parametrize("seed", range(6))
def test_fmt_ends_change_no_picture(seed: int) -> None:
    text = write_up(play(random.Random(seed), 100)).text()
    always = rocks("fmt", "--ends", "always", "-", stdin=text)
    minimal = rocks("fmt", "--ends", "minimal", "-", stdin=always.out)
    assert (always.code, minimal.code) == (0, 0), always.err + minimal.err
    assert joins(always.out) == joins(minimal.out) == joins(text)
    assert rocks("fmt", "--ends", "always", "-", stdin=minimal.out).out == always.out
    assert rocks("fmt", "--ends", "keep", "-", stdin=always.out).out == always.out
    assert minimal.out.count("@") <= text.count("@") <= always.out.count("@")
    for done in (always, minimal):
        assert rocks("lint", "--strict", "-", stdin=done.out).code == 0


def test_fmt_ends_of_a_record_that_does_not_replay_are_kept() -> None:
    text = "round 1\nlot N\nN 1|4 E 4|4@4 S 6|6\n"
    done = rocks("fmt", "--ends", "minimal", "-", stdin=text)
    assert done.code == 1
    assert "4|4@4" in done.out
    assert done.err


def test_fmt_ends_of_some_matches_only() -> None:
    bad, good = "round 1\nlot N\nN 1|4 E 4|4@4 S 6|6\n", '[Event "b"]\nround 1\nlot N\nN 1|4 E 4|4@4\n'
    record, left = with_ends(loads(bad + good), Ends.MINIMAL)
    assert len(left) == 1
    assert "match 1" in left[0]
    assert [str(match.rounds[0].events[1].at) for match in record.matches] == ["4", "None"]  # type: ignore[union-attr]


# -------------------------------------------------------------------------- rules, explain, schema, and all


def test_rules_lists_every_code() -> None:
    lines = rocks("rules").out.splitlines()
    assert [line.split()[:3] for line in lines] == [[r.code, r.name, r.severity] for r in RULES.values()]


@pytest.mark.parametrize("code", RULES)
def test_explain_knows_every_code(code: str) -> None:
    done = rocks("explain", code)
    assert done.code == 0
    assert code in done.out
    assert RULES[code].name in done.out
    assert rocks("explain", code.lower()).out == done.out
    assert rocks("explain", RULES[code].name).out == done.out


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_schema_prints_the_schema(name: str) -> None:
    assert rocks("schema", name).out == schema(name)


def test_the_version() -> None:
    assert rocks("--version").out == f"rocks {rocksnotation.__version__}\n"


def test_help_names_every_command() -> None:
    text = rocks("--help").out
    for command in ("lint", "replay", "convert", "fmt", "rules", "explain", "schema"):
        assert command in text
        assert rocks(command, "--help").code == 0


def test_python_dash_m() -> None:
    done = process("--version")
    assert (done.code, done.out) == (0, f"rocks {rocksnotation.__version__}\n")
    done = process("lint", "-", stdin=WRONG.encode())
    assert done.code == 1
    assert done.out.startswith("<stdin>:3:7: S401 error")
    assert process("dance").code == 2


def test_records_are_utf8_whatever_the_locale() -> None:
    text = '[Rocks "1"]\n[North "Олена"]\n\nround 1 { Привіт }\n'
    for locale in (
        {"LC_ALL": "C", "PYTHONUTF8": "0"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    ):
        done = process("fmt", "-", stdin=text.encode(), env=locale)
        assert done.out == text


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize("command", ["lint", "convert"])
def test_an_interrupt_gives_130(command: str) -> None:
    running = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "rocksnotation", command, "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert running.stderr
    for line in running.stderr:  # it reads standard input once everything is imported
        if b"rocksnotation.cli.app" in line:
            break
    with pytest.raises(subprocess.TimeoutExpired):
        running.wait(0.7)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


def test_a_device_is_written_to_and_never_replaced(folder: Path) -> None:
    (folder / "a.rocks").write_text(CLEAN, encoding="utf-8")
    os.mkfifo(folder / "pipe.json")
    reader = subprocess.Popen(["cat", "pipe.json"], cwd=folder, stdout=subprocess.PIPE)
    done = rocks("convert", "a.rocks", "-o", "pipe.json")
    out, _ = reader.communicate(timeout=30)
    assert done.code == 0
    assert out.startswith(b'{\n  "rocks": 1')
    assert stat.S_ISFIFO((folder / "pipe.json").stat().st_mode)


def test_what_would_be_too_long_to_read_again_is_not_written(folder: Path) -> None:
    comments = " ".join("{" + "x " * 30_000 + "}\n" for _ in range(2))
    (folder / "a.rocks").write_text(f"round 1 {comments}\nlot W\n1. W 1|4", encoding="utf-8")
    before = (folder / "a.rocks").read_bytes()
    done = rocks("fmt", "a.rocks")
    assert done.code == 1
    assert "is left as it is" in done.err
    assert (folder / "a.rocks").read_bytes() == before
