"""The `rocks` command: what it prints where, and with which code it ends.

The golden files of lint and replay are written anew with ROCKS_RENEW_GOLDEN=1 in the environment; look at
what changed before it is kept.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from simulator import play, write_up
from typer.testing import CliRunner

import rocksnotation
from rocksnotation import check, dumps, from_json, loads, replay, to_json
from rocksnotation.cli.app import app
from rocksnotation.cli.diffs import unified
from rocksnotation.diagnostics import RULES, Severity
from rocksnotation.ends import with_ends
from rocksnotation.jsonform import replay_to_json
from rocksnotation.resources import SCHEMA_NAMES, schema
from rocksnotation.spelling import Ends
from rocksnotation.text import json_text

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


NOT_THERE: tuple[Sequence[str], ...] = (
    ["lint", "{}"],
    ["fmt", "{}"],
    ["convert", "{}"],
    ["replay", "{}"],
    ["config", "{}"],
    ["lint", "--config", "{}", "clean.rocks"],
    ["lint", "--baseline", "{}", "clean.rocks"],
)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("arguments", NOT_THERE, ids=" ".join)
@pytest.mark.parametrize("name", ["absent.toml", "no/such", "clean.rocks/below"])
def test_what_is_not_there_is_told_in_the_same_words(arguments: Sequence[str], name: str) -> None:
    done = rocks(*(argument.format(name) for argument in arguments))
    assert done.code in (2, 3)
    assert done.err.endswith(f"{name}: there is no such file\n")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", ["--output-file", "--write-baseline"])
@pytest.mark.parametrize("name", ["no/such", "clean.rocks/below"])
def test_a_folder_that_is_not_there_is_told_in_the_same_words(option: str, name: str) -> None:
    told = f"rocks: cannot write {name}: there is no such folder\n"
    assert rocks("lint", option, name, "clean.rocks").err == told
    assert rocks("convert", "-o", name, "clean.rocks").err == told


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


@pytest.mark.parametrize("other", ["{ a comment }\n", "N pass\n", "round 99\n"])
def test_replay_of_what_is_proven_is_that_of_any_match(other: str) -> None:
    """Of the matches in a file one is not in export form, or not even right; the others keep their numbers."""
    texts = [write_up(play(random.Random(seed))).text() for seed in range(4)]
    texts[1] = texts[1].replace("\nout ", f"\n{other}out ", 1)
    text = "\n\n".join(texts)
    done = rocks("replay", "--output-format", "jsonl", "-", stdin=text)
    checked = check(loads(text, "<stdin>"))
    assert done.out.splitlines() == [json_text(replay_to_json([played])) for played in checked.replays]
    assert done.code == any(found.severity is Severity.ERROR for found in checked.diagnostics)


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


@pytest.mark.parametrize(
    ("turns", "address", "said"),
    [
        ("N pass", "1.1N", "nothing lies on the table\n  totals:  NS ?, EW ?"),
        ("N 1|4  E 6|6", "1.1E", "the layout is not known"),
        ("N 1|4  E 6|6  S pass", "1.1S", "the layout is not known\n  totals:  NS ?, EW ?"),
        ("N 1|4  E pass", "1.1E", "ends:    4 (1|4) + 1 (1|4) = 5"),
    ],
)
def test_replay_shows_a_position_without_a_placement(turns: str, address: str, said: str) -> None:
    done = rocks("replay", "-", "--at", address, stdin=f"round 1\nlot N\n{turns}\n")
    assert done.out.startswith(f"After {address}\n  {said}\n")


FAULTS_EVERYWHERE = (
    '[Event "a"]\n[Result "NS 200 EW 5"]\nround 1\nlot N\n1. N 1|4 +10\nabandoned\n'
    '[Event "b"]\n[Date "soon"]\nround 1\nlot N\n1. N 1|4 +10  E 5|5\ntotal NS 0\nround 2\nlot W\n1. W 1|x\n'
    "round 3\nlot E\n1. E 1|4 +15\n"
)
"""Of each match and of each round something is wrong; that of a round may stand where the next one begins."""

TOLD_OF: tuple[tuple[Sequence[str], list[str]], ...] = (
    ([], ["2 R502", "5 S401", "8 T007", "11 S401", "11 M304", "15 T001", "18 S401"]),
    (["--match", "1"], ["2 R502", "5 S401"]),
    (["--match", "2"], ["8 T007", "11 S401", "11 M304", "15 T001", "18 S401"]),
    (["--match", "2", "--round", "1"], ["8 T007", "11 S401", "11 M304"]),
    (["--match", "2", "--round", "2"], ["8 T007", "15 T001"]),
    (["--match", "2", "--round", "3"], ["8 T007", "18 S401"]),
    (["--round", "1"], ["2 R502", "5 S401", "8 T007", "11 S401", "11 M304"]),
    (["--round", "3"], ["2 R502", "8 T007", "18 S401"]),
    (["--at", "1.1N"], ["2 R502", "5 S401"]),
    (["--at", "3"], ["8 T007", "18 S401"]),
    (["--at", "3.1E"], ["8 T007", "18 S401"]),
    (["--match", "2", "--at", "1.1N"], ["8 T007", "11 S401", "11 M304"]),
)


@pytest.mark.parametrize(("options", "told"), TOLD_OF, ids=[" ".join(row[0]) or "all" for row in TOLD_OF])
def test_replay_tells_what_is_wrong_with_what_it_shows(options: Sequence[str], told: list[str]) -> None:
    done = rocks("replay", "-", *options, stdin=FAULTS_EVERYWHERE)
    assert [" ".join(found) for found in re.findall(r"<stdin>:(\d+):\d+: (\w+) error", done.err)] == told
    assert done.code == 1


def test_replay_ends_well_where_nothing_is_wrong_with_what_it_shows() -> None:
    text = "round 1\nlot N\n1. N 1|4 +5\nvoid\nround 2\nlot N\n1. N 1|4 +10\n"
    for options in (["--round", "1"], ["--at", "1"], ["--at", "1.1N"]):
        assert rocks("replay", "-", *options, stdin=text).code == 0
    for options in ([], ["--round", "2"], ["--at", "2.1N"]):
        assert rocks("replay", "-", *options, stdin=text).code == 1


def test_replay_tells_where_the_next_round_begins_that_a_round_has_not_ended() -> None:
    text = "round 1\nlot N\n1. N 1|4 +5\nround 2\nlot N\n1. N 1|4 +5\n"
    assert rocks("replay", "-", "--round", "1", stdin=text).err.startswith("<stdin>:4:1: M310 error")
    assert rocks("replay", "-", "--round", "2", stdin=text).err == ""


def test_replay_shows_a_ruling_with_the_totals_as_far_as_they_are_known() -> None:
    """As in the rows around it: the hands do not prove the pass of S, and an unseen turn may be anything."""
    text = "round 1\nlot N\n1. N 1|4 +5  E 4|4{}\nadjust NS -50\n2. N {}\n"
    for before, after, totals in (
        ("  S 2|4", "?", ("-45", "0")),
        ("  W 2|4", "3|4", ("?", "?")),
        ("  S ?", "3|4", ("?", "?")),
        ("  S 6|6", "3|4", ("?", "?")),
    ):
        done = rocks("replay", "-", stdin=text.format(before, after))
        assert f"  adjusted: NS -50 · NS {totals[0]}, EW {totals[1]}\n" in done.out
        (ruling,) = replayed(text=text.format(before, after))["matches"][0]["rounds"][0]["adjustments"]
        assert tuple(str(ruling["totals"][pair]).replace("None", "?") for pair in ("NS", "EW")) == totals


DEAL = "deal\n  N: 0|6 1|1 2|2 2|6 3|4 4|4 5|6\n  E: 0|0 0|1 0|2 1|3 1|5 2|5 3|3\n" + (
    "  S: 0|3 0|4 1|2 3|6 4|5 5|5 6|6\n  W: 0|5 1|4 1|6 2|3 2|4 3|5 4|6\n"
)
PUT_IN = f"round 1\n{DEAL}lot W\n1. W 1|4 +5  N 1|1  S 3|6 +10\n2. W 4|6@4  N 5|6\n"
"""E's 1|3 is not written; M311 finds it, and the replay goes on with it."""


def test_a_turn_that_was_put_in_stands_in_parentheses() -> None:
    done = rocks("replay", "-", stdin=PUT_IN)
    assert "  1.1E  E     (1|3)  1|1 line-b  3 + 4    7           0   5\n" in done.out
    assert "  1.1S  S     3|6    1|3         4 + 6   10      10  10   5\n" in done.out
    assert "M311" in done.err
    assert rocks("replay", "-", "--at", "1.1E", stdin=PUT_IN).out.startswith(
        "After 1.1E\n  ends:    3 (1|3) + 4 (1|4) = 7\n"
    )
    whole = replayed(text=PUT_IN)
    Draft202012Validator(json.loads(schema("replay"))).validate(whole)
    steps = whole["matches"][0]["rounds"][0]["steps"]
    assert [step["address"] for step in steps if step.get("implied")] == ["1.1E"]
    assert (steps[2]["action"], steps[2]["tile"], steps[2]["sum"]) == ("play", "1|3", 7)
    (only,) = replayed("--at", "1.1E", text=PUT_IN)["matches"][0]["rounds"][0]["steps"]
    assert only == steps[2]
    done = rocks("fmt", "--ends", "always", "-", stdin=PUT_IN)
    assert done.out.endswith("\n1. W 1|4 +5  N 1|1@1  S 3|6@3 +10  W 4|6@4\n2. N 5|6@6\n")


def test_one_pip_is_one() -> None:
    text = "round 1\nlot N\nN 1|4\nblocked\nleft\n  N: 0|1\n  E: 0|2\n"
    done = rocks("replay", "-", stdin=text)
    assert "  N left: 0|1 · 1 pip · -0\n  E left: 0|2 · 2 pips · -0\n" in done.out


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


# ------------------------------------------------------------------------------------------------- diffs

MENDABLE = "round 1\nlot W\n1. W 1|4 +10^ N 1|1 +5 { так \t\u2028 }\n"
FIRST_AND_LAST = "round 1 lot W W 1|4 +10\n" + "; a line\n" * 20 + "N 1|1 +5 E 4|4 +5\n"

DIFFS: tuple[tuple[str, str, bytes], ...] = (
    ("a file", "a.rocks", MENDABLE.encode()),
    ("no line end at the end", "a.rocks", MENDABLE.encode()[:-1]),
    ("empty lines at the end", "a.rocks", f"{MENDABLE}\n\n".encode()),
    ("CRLF", "a.rocks", MENDABLE.replace("\n", "\r\n").encode()),
    ("CRLF, and no line end at the end", "a.rocks", MENDABLE.replace("\n", "\r\n").encode()[:-2]),
    ("CR", "a.rocks", MENDABLE.replace("\n", "\r").encode()),
    ("all line ends", "a.rocks", MENDABLE.replace("\n", "\r\n", 1).replace("W\n", "W\r").encode()),
    ("a byte order mark", "a.rocks", b"\xef\xbb\xbf" + MENDABLE.encode()),
    ("two places far from each other", "a.rocks", FIRST_AND_LAST.encode()),
    ("a folder", "club/2026/a.rocks", MENDABLE.encode()),
    ("spaces in the name", "club night/a b.rocks", MENDABLE.encode()),
    ("letters in the name", "вечір.rocks", MENDABLE.encode()),
    ("signs in the name", 'a"\\\x1b\t.rocks', MENDABLE.encode()),
)
MAKING_DIFFS = (["lint", "--fix", "--unsafe-fixes"], ["fmt"])


@pytest.mark.skipif(sys.platform == "win32", reason="file names are another thing there")
@pytest.mark.parametrize("command", MAKING_DIFFS, ids=" ".join)
@pytest.mark.parametrize(("name", "data"), [row[1:] for row in DIFFS], ids=[row[0] for row in DIFFS])
def test_a_diff_can_be_applied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Sequence[str], name: str, data: bytes
) -> None:
    """It makes of the file what the command itself makes of it, byte for byte."""
    monkeypatch.chdir(tmp_path)
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    diff = runner.invoke(app, [*command, "--diff", "."]).stdout_bytes
    assert path.read_bytes() == data
    rocks(*command, name)
    after = path.read_bytes()
    assert after != data
    assert patched(data, diff) == after
    if shutil.which("git"):
        path.write_bytes(data)
        git_apply(diff)
        assert path.read_bytes() == after


@pytest.mark.parametrize("command", MAKING_DIFFS, ids=" ".join)
def test_a_diff_of_several_files_can_be_applied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Sequence[str]
) -> None:
    if not shutil.which("git"):
        pytest.skip("git is not installed here")
    monkeypatch.chdir(tmp_path)
    for number, line_end in enumerate(("\n", "\r\n", "")):
        Path(f"{number}.rocks").write_bytes(MENDABLE.replace("\n", line_end or "\n").encode().rstrip(b"\n"))
    git_apply(runner.invoke(app, [*command, "--diff", "."]).stdout_bytes)
    assert runner.invoke(app, [*command, "--diff", "."]).stdout_bytes == b""


def git_apply(diff: bytes) -> None:
    """Applies a diff in the current folder, whatever the settings of who runs the tests."""
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", "apply", "-"], input=diff, capture_output=True, env=env, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def patched(before: bytes, diff: bytes) -> bytes:
    """What the diff of one file makes of its bytes: each hunk at its place, with as many lines as it says."""
    hunks: list[list[bytes]] = []
    from_, to, *lines = re.findall(rb"[^\n]*\n", diff)
    assert (from_[:4], to[:4]) == (b"--- ", b"+++ ")
    for line in lines:
        if line.startswith(b"@@"):
            hunks.append([line])
        elif line == b"\\ No newline at end of file\n":
            hunks[-1][-1] = hunks[-1][-1][:-1]
        else:
            hunks[-1].append(line)
    old = re.findall(rb"[^\n]*\n|[^\n]+", before)
    new: list[bytes] = []
    position = 0
    for head, *body in hunks:
        found = re.fullmatch(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n", head)
        assert found
        start, length, _, length_after = (int(number or 1) for number in found.groups())
        first = start - 1 if length else start
        taken, put = ([line[1:] for line in body if line[:1] in signs] for signs in (b" -", b" +"))
        assert taken == old[first : first + length]
        assert len(put) == length_after
        new += [*old[position:first], *put]
        position = first + length
    return b"".join([*new, *old[position:]])


BYTES = st.lists(st.sampled_from([b"a", b"b", b"\r", b"\n", b"\n", b"\\", b"+", b"\xff"])).map(b"".join)


@given(BYTES, BYTES)
def test_a_diff_of_any_bytes_can_be_applied(before: bytes, after: bytes) -> None:
    diff = unified("a", before, after)
    if before == after:
        assert diff == b""
    else:
        assert patched(before, diff) == after


HEADS = (
    ("a.rocks", b"a/a.rocks"),
    ("/home/club/a.rocks", b"a/home/club/a.rocks"),
    ("a b.rocks", b"a/a b.rocks\t"),
    ("вечір.rocks", "a/вечір.rocks".encode()),
    ("a\n+++ b.rocks", b'"a/a\\012+++ b.rocks"'),
    ('"a".rocks', b'"a/\\042a\\042.rocks"'),
    ("\u202ea.rocks", b'"a/\\342\\200\\256a.rocks"'),
)


@pytest.mark.parametrize(("path", "head"), HEADS, ids=[row[0] for row in HEADS])
def test_how_a_diff_names_a_file(path: str, head: bytes) -> None:
    to = head.replace(b"a/", b"b/", 1)
    assert unified(path, b"x", b"y").startswith(b"--- %s\n+++ %s\n@@ " % (head, to))


def test_a_diff_names_files_from_the_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "club").mkdir()
    for where, path, head in (
        (".", folder / "untidy.rocks", "a/untidy.rocks"),
        (".", "./club/../untidy.rocks", "a/untidy.rocks"),
        ("club", "../untidy.rocks", f"a{folder.as_posix()}/untidy.rocks"),
    ):
        monkeypatch.chdir(folder / where)
        assert rocks("fmt", "--diff", path).out.startswith(f"--- {head}\n")


def test_a_diff_on_a_terminal_cannot_steer_it(folder: Path) -> None:
    pty = pytest.importorskip("pty")
    (folder / "a.rocks").write_text("round 1 { \u202e }", encoding="utf-8")
    command = [sys.executable, "-m", "rocksnotation", "fmt", "--diff", "a.rocks"]
    ours, theirs = pty.openpty()
    subprocess.run(command, stdout=theirs, stderr=theirs, cwd=folder, timeout=60, check=False)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "-round 1 { \\u202e }" in shown
    assert "\u202e" not in shown
    assert "-round 1 { \u202e }" in process("fmt", "--diff", "a.rocks", cwd=folder).out


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
    assert "match 1" in str(left[0])
    assert [str(match.rounds[0].events[1].at) for match in record.matches] == ["4", "None"]  # type: ignore[union-attr]


# ---------------------------------------------------------------------------- the name of standard input


@pytest.mark.usefixtures("folder")
def test_standard_input_is_reported_under_the_name_of_its_file() -> None:
    for arguments in (["lint"], ["replay"], ["convert"], ["fmt"]):
        done = rocks(*arguments, "--stdin-filename", "club/a.rocks", "-", stdin=DAMAGED)
        assert done.code == 1
        assert "club/a.rocks:5:3: T001" in done.out + done.err
        assert "<stdin>" not in done.out + done.err
    document = rocks("lint", "--output-format", "sarif", "--stdin-filename", "a.rocks", "-", stdin=WRONG).out
    assert json.loads(document)["runs"][0]["results"][0]["locations"][0]["physicalLocation"][
        "artifactLocation"
    ] == {"uri": "a.rocks", "uriBaseId": "%SRCROOT%"}


def test_standard_input_has_the_settings_of_its_file(folder: Path) -> None:
    (folder / "club" / "old").mkdir(parents=True)
    (folder / "rocks.toml").write_text('ignore = ["D", "R"]\n', encoding="utf-8")
    (folder / "club" / "rocks.toml").write_text(
        'ends = "always"\n[per-file-ignores]\n"old/*" = ["S401"]\n', encoding="utf-8"
    )

    def codes(*options: str) -> set[str]:
        done = rocks("lint", "--output-format", "jsonl", *options, "-", stdin=WRONG)
        return {json.loads(line)["code"] for line in done.out.splitlines()}

    assert codes() == {"S401"}
    assert codes("--stdin-filename", "new.rocks") == {"S401"}
    assert codes("--stdin-filename", "club/new.rocks") == {"S401", "D103", "R504"}
    assert codes("--stdin-filename", "club/old/new.rocks") == {"D103", "R504"}
    assert codes("--stdin-filename", "club/old/new.rocks", "--isolated") == {"S401", "D103", "R504"}
    text = "round 1\nlot N\nN 1|4 E 4|4\n"
    assert "@" not in rocks("fmt", "-", stdin=text).out
    assert "4|4@4" in rocks("fmt", "--stdin-filename", "club/a.rocks", "-", stdin=text).out
    assert (
        "4|4@4" not in rocks("fmt", "--ends", "keep", "--stdin-filename", "club/a.rocks", "-", stdin=text).out
    )


@pytest.mark.usefixtures("folder")
def test_a_baseline_knows_standard_input_by_the_name_of_its_file() -> None:
    assert rocks("lint", "wrong.rocks", "--write-baseline", "known.json").code == 0
    assert rocks("lint", "--baseline", "known.json", "-", stdin=WRONG).code == 1
    done = rocks("lint", "--baseline", "known.json", "--stdin-filename", "wrong.rocks", "-", stdin=WRONG)
    assert (done.code, done.err) == (0, "rocks: known.json: 1 finding is known, and hidden\n")


@pytest.mark.usefixtures("folder")
def test_fmt_of_standard_input_with_a_name_writes_no_file() -> None:
    named = ("--stdin-filename", "wrong.rocks", "-")
    assert rocks("fmt", *named, stdin=UNTIDY).out == TIDY
    done = rocks("fmt", "--check", *named, stdin=UNTIDY)
    assert (done.code, done.out) == (1, "would rewrite wrong.rocks\n")
    assert rocks("fmt", "--check", *named, stdin=TIDY).code == 0
    done = rocks("fmt", "--diff", *named, stdin=UNTIDY)
    assert done.code == 0
    assert done.out.startswith("--- a/wrong.rocks\n+++ b/wrong.rocks\n@@ ")
    assert Path("wrong.rocks").read_text(encoding="utf-8") == WRONG
    assert rocks("lint", "--fix", "--unsafe-fixes", *named, stdin=WRONG).out == WRONG.replace("+10", "+5")
    assert Path("wrong.rocks").read_text(encoding="utf-8") == WRONG


def test_the_name_of_standard_input_tells_its_form(folder: Path) -> None:
    spaced = b" " + json.dumps(to_json(loads(WRONG))).encode()
    assert "$.matches[0]" in rocks("lint", "--stdin-filename", "a.json", "-", stdin=spaced).out
    assert rocks("convert", "--stdin-filename", "a.json", "-", stdin=b"{}").code == 1
    assert rocks("convert", "--stdin-filename", "x/a.rocks", "-", "-o", "out/", stdin=CLEAN).code == 0
    assert (folder / "out" / "a.json").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["lint", "fmt", "replay", "convert"])
def test_only_standard_input_can_be_named(command: str) -> None:
    done = rocks(command, "--stdin-filename", "a.rocks", "clean.rocks")
    assert (done.code, done.out) == (2, "")
    assert "--stdin-filename" in done.err
    assert Path("clean.rocks").read_text(encoding="utf-8") == CLEAN


# ------------------------------------------------------------------------------------------- the language

SPOKEN: tuple[tuple[Sequence[str], int, str], ...] = (
    (["lint", "clean.rocks"], 0, "Усе гаразд у 1 матчі, 1 файлі. "),
    (["lint", "wrong.rocks"], 1, "1 помилка, 0 попереджень у 1 матчі, 1 файлі. "),
    (["lint", "wrong.rocks"], 1, "wrong.rocks:3:7: S401 error хід 1.1N: заявлено 10; "),
    (["lint", "wrong.rocks"], 1, "(правило 5.2)\n"),
    (["lint", "wrong.rocks"], 1, "\n1 можна виправити з --fix --unsafe-fixes.\n"),
    (["lint", "--statistics", "wrong.rocks"], 1, "скільки  код   назва         рівень\n"),
    (["lint", "--output-format", "concise", "wrong.rocks"], 1, "S401 error хід 1.1N: "),
    (["lint", "--output-format", "github", "wrong.rocks"], 1, "S401 error хід 1.1N: "),
    (["lint", "--fix", "--unsafe-fixes", "--diff", "wrong.rocks"], 0, "\n1 було б виправлено.\n"),
    (["lint", "absent.rocks"], 3, "rocks: не вдалося прочитати absent.rocks: такого файлу немає\n"),
    (
        ["lint", "--output-file", "no/x", "clean.rocks"],
        3,
        "rocks: не вдалося записати no/x: такої теки немає\n",
    ),
    (["lint", "--select", "Q", "clean.rocks"], 2, "Помилка: Неприйнятне значення: немає коду Q; "),
    (["lint", "--unsafe-fixes", "a"], 2, "значення --unsafe-fixes: це лише разом із --fix або --diff\n"),
    (
        ["lint", "--output-format", "xml", "a"],
        2,
        "'--output-format': 'xml' не належить до переліку: 'text', ",
    ),
    (["lint"], 2, "Використання: rocks lint [OPTIONS] PATH...\n"),
    (["lint"], 2, "Довідка: 'rocks lint -h'.\n\nПомилка: Не вистачає аргументу 'PATH'.\n"),
    (["lint", "--colour", "a"], 2, "Помилка: Немає такого параметра: --colour"),
    (["lint", "--config"], 2, "Помилка: Параметр '--config' потребує значення.\n"),
    (["lint", "--fix=3", "a"], 2, "Помилка: Параметр '--fix' не має значення.\n"),
    (["replay", "a", "--match", "0"], 2, "Помилка: Неприйнятне значення '--match': "),
    (["replay", "clean.rocks", "--round", "7"], 2, "значення --round: раунду 7 немає\n"),
    (["rules", "S401"], 2, "S401"),
    (["dance"], 2, "Помилка: Немає такої команди: 'dance'.\n"),
    (["--dance"], 2, "Помилка: Немає такого параметра: --dance"),
    ([], 2, "Використання: rocks [OPTIONS] COMMAND [ARGS]...\n"),
    (["replay", "clean.rocks"], 0, "\nРаунд 1, починає гравець N · "),
    (["replay", "clean.rocks"], 0, "  хід   гравець  плитка  до чого  кінці  сума  бали  NS  EW\n"),
    (["replay", "clean.rocks"], 0, " (не перевірено: руки)\n"),
    (["replay", "clean.rocks"], 0, "\n  не завершено\n  рахунок: NS 5, EW 0\n"),
    (["replay", "clean.rocks"], 0, "\nРезультат: без переможця, NS 5, EW 0 · "),
    (["replay", "clean.rocks", "--at", "1.1N"], 0, "Після ходу 1.1N\n  кінці:                  4 (1|4) + 1 "),
    (["replay", "clean.rocks", "--at", "1.1N"], 0, "\n  відкрито:               4 на 1|4 (більший кінець), "),
    (["replay", "clean.rocks", "--at", "1.1N"], 0, "\n  розгалужувальний дубль: ще немає\n"),
    (["fmt", "--check", "untidy.rocks"], 1, "було б переписано untidy.rocks\n"),
    (["fmt", "damaged.rocks"], 1, "rocks: damaged.rocks лишається як є\n"),
    (["config"], 0, "  типове значення\n"),
    (["rules"], 0, "S401  wrong-points       error    "),
    (["rules"], 0, " (правило 5.2)\n"),
    (["explain", "Q999"], 2, "немає коду Q999; "),
    (["--help"], 0, "\nКоманди:\n  lint     Знайти помилки в записах"),
    (["lint", "--help"], 0, "\nПараметри:\n  --output-format "),
    (["lint", "-h"], 0, "\nАргументи:\n"),
    (["lint", "-h"], 0, "[типово: text]\n"),
    (["lint", "-h"], 0, "Показати цю довідку й вийти.\n"),
)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    SPOKEN,
    ids=[f"{' '.join(row[0])}: {row[2].strip()[:30]}" for row in SPOKEN],
)
def test_what_is_said_in_ukrainian(arguments: Sequence[str], code: int, said: str) -> None:
    english = rocks(*arguments)
    done = rocks("--lang", "uk", *arguments)
    assert done.code == english.code == code
    assert said in (done.err if code in (2, 3) else done.out + done.err)
    assert bool(done.out) == bool(english.out)
    assert bool(done.err) == bool(english.err)


@pytest.mark.usefixtures("folder")
def test_where_the_language_may_be_named() -> None:
    told = rocks("lint", "wrong.rocks", "--lang", "uk").out
    for arguments in (
        ["--lang", "uk", "lint", "wrong.rocks"],
        ["--lang=uk", "lint", "wrong.rocks"],
        ["lint", "--lang", "uk", "wrong.rocks"],
        ["lint", "--lang=uk", "wrong.rocks"],
        ["--lang", "en", "lint", "wrong.rocks", "--lang", "uk"],
    ):
        assert rocks(*arguments).out == told
    assert (
        rocks("--lang", "uk", "lint", "wrong.rocks", "--lang", "en").out == rocks("lint", "wrong.rocks").out
    )
    helps = {
        rocks(*arguments).out
        for arguments in (
            ["--lang", "uk", "lint", "--help"],
            ["lint", "--lang", "uk", "--help"],
            ["lint", "--help", "--lang", "uk"],
            ["lint", "wrong.rocks", "-h", "--lang=uk"],
        )
    }
    assert len(helps) == 1
    assert rocks("lint", "--lang", "uk", "--", "--lang").code == 3  # a file of that name


@pytest.mark.parametrize(
    "arguments", [["--lang", "de"], ["lint", "--lang", "de", "a"], ["lint", "a", "--lang="]]
)
def test_a_language_that_is_not_known(arguments: Sequence[str]) -> None:
    done = rocks(*arguments)
    assert (done.code, done.out) == (2, "")
    assert "--lang" in done.err
    assert "'en', 'uk'" in done.err


def test_every_command_takes_a_language_and_says_so() -> None:
    for command in ("lint", "replay", "convert", "fmt", "config", "rules", "explain", "schema"):
        for language, heading in (("en", "Options:"), ("uk", "Параметри:")):
            text = rocks(command, "--lang", language, "--help").out
            assert heading in text
            assert "  --lang " in text
    assert "  --lang " in rocks("--help").out


def test_the_language_of_the_locale(folder: Path) -> None:
    for environment, told in (
        ({"LANG": "uk_UA.UTF-8"}, "помилка"),
        ({"LANGUAGE": "uk", "LANG": "C"}, "помилка"),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "uk_UA.UTF-8"}, "error,"),
        ({"LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}, "error,"),
        ({"LANG": "uk_UA.KOI8-U", "PYTHONUTF8": "0", "PYTHONIOENCODING": "koi8-u"}, "помилка"),
    ):
        assert f"1 {told}" in process("lint", "wrong.rocks", cwd=folder, env=environment).out
    assert "1 error," in process("lint", "wrong.rocks", "--lang", "en", cwd=folder, env={"LANG": "uk_UA"}).out


@pytest.mark.usefixtures("folder")
def test_what_programs_read_is_the_same_in_every_language() -> None:
    for arguments in (
        ["convert", "clean.rocks"],
        ["replay", "--output-format", "json", "wrong.rocks"],
        ["config", "--output-format", "json"],
        ["schema", "record"],
        ["fmt", "-"],
        ["fmt", "--diff", "untidy.rocks"],
        ["--version"],
    ):
        assert rocks(*arguments, "--lang", "uk", stdin=CLEAN).out == rocks(*arguments, stdin=CLEAN).out


@pytest.mark.usefixtures("folder")
def test_a_run_leaves_no_language_behind() -> None:
    before = rocks("lint", "wrong.rocks").out
    rocks("lint", "wrong.rocks", "--lang", "uk")
    rocks("lint", "--lang", "uk")
    assert rocks("lint", "wrong.rocks").out == before


def test_a_command_line_without_a_command_shows_help() -> None:
    for arguments in ([], ["--lang", "en"]):
        done = rocks(*arguments)
        assert (done.code, done.out, done.err) == (2, "", rocks("--help").out)


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


USAGE = {
    "lint": "PATH...",
    "replay": "FILE",
    "convert": "IN...",
    "fmt": "PATH...",
    "config": "[PATH]",
    "rules": "",
    "explain": "CODE",
    "schema": "NAME",
}


@pytest.mark.parametrize(("command", "arguments"), USAGE.items())
def test_how_a_command_is_used(command: str, arguments: str) -> None:
    usage = f"Usage: rocks {command} [OPTIONS] {arguments}".rstrip()
    text = rocks(command, "--help").out
    assert text.startswith(f"{usage}\n")
    assert (f"\nArguments:\n  {arguments}  " in text) == bool(arguments)
    assert rocks(command, "--dance").err.startswith(f"{usage}\n")


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
    for line in running.stderr:  # it reads standard input soon after that
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize(
    "command", ["lint --output-format json", "replay", "replay --output-format jsonl", "convert --to json"]
)
def test_standard_output_that_cannot_be_written_is_told(command: str) -> None:
    example = Path(__file__).parent.parent / "examples" / "annotated.rocks"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rocksnotation", *command.split(), str(example)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1] == "rocks: cannot write <stdout>: No space left on device"
