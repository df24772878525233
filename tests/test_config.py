"""Settings: what a file may say, which file counts, what the command line overrides, and what is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from test_cli import CLEAN, UNTIDY, WARNED, WRONG, Done, rocks

from rocksnotation import config
from rocksnotation.config import Config, ConfigError, matches, read_pyproject, read_rocks_toml
from rocksnotation.resources import schema
from rocksnotation.spelling import Ends

ROOT = Path(__file__).parent.parent
SCHEMA: dict[str, Any] = json.loads(schema("config"))
PAGE = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with records, in which the command is run."""
    for name, text in {"clean": CLEAN, "warned": WARNED, "wrong": WRONG, "untidy": UNTIDY}.items():
        (tmp_path / f"{name}.rocks").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# ------------------------------------------------------------------------------------------- the settings


def test_the_schema_has_every_setting_and_its_default() -> None:
    settings = dict(Config().settings())
    assert list(settings) == list(SCHEMA["properties"])
    assert [name.replace("-", "_") for name in settings] == [field.name for field in fields(Config)]
    for name, value in settings.items():
        assert SCHEMA["properties"][name].get("default") == value


def test_the_schema_knows_the_ends() -> None:
    assert SCHEMA["properties"]["ends"]["enum"] == list(Ends)


def test_every_setting_is_read() -> None:
    text = """
        select = ["s4", "T"]
        ignore = ["T006"]
        per-file-ignores = { "a/*" = ["m"] }
        strict = true
        show-info = true
        baseline = "known.json"
        ends = "always"
    """
    read = read_rocks_toml(text, "rocks.toml")
    assert read.config == Config(
        ("S4", "T"), ("T006",), (("a/*", ("M",)),), True, True, "known.json", Ends.ALWAYS
    )
    assert list(read.keys) == list(SCHEMA["properties"])
    values = dict(read.config.settings())
    assert not list(Draft202012Validator(SCHEMA).iter_errors(values))


def test_an_empty_file_has_every_default() -> None:
    assert read_rocks_toml("", "rocks.toml").config == Config()
    table = read_pyproject("[tool.rocks]\n", "pyproject.toml")
    assert table
    assert (table.config, table.keys) == (Config(), {})


BAD: tuple[tuple[str, str, str], ...] = (
    ("an unknown key", 'selct = ["S"]', "a.toml: selct: there is no such setting; did you mean select?"),
    ("an underscore", "show_info = true", "a.toml: show_info: there is no such setting; did you mean show-info?"),
    ("capitals", "Strict = true", "did you mean strict?"),
    ("nothing near", "colour = 1", "colour: there is no such setting; there are select, ignore"),
    ("a text for a list", 'select = "S"', 'a.toml: select: expected a list of codes, found "S"'),
    ("a number for a code", "ignore = [4]", "a.toml: ignore[0]: expected a code"),
    ("an empty code", 'ignore = [""]', "a.toml: ignore[0]: expected a code"),
    ("two codes in one", 'ignore = ["S401,S402"]', "a.toml: ignore[0]: expected a code"),
    ("a line end behind a code", 'ignore = ["S\\n"]', "a.toml: ignore[0]: expected a code"),
    ("an unknown code", 'select = ["S", "Q9"]', "a.toml: select: there is no code Q9; `rocks rules` lists them"),
    ("a number for a truth", "strict = 1", "a.toml: strict: expected true or false, found 1"),
    ("a day for a truth", "strict = 2026-01-03", "a.toml: strict: expected true or false"),
    ("an unknown word", 'ends = "some"', 'a.toml: ends: expected "keep", "minimal" or "always", found "some"'),
    ("an empty path", 'baseline = ""', "a.toml: baseline: expected the path of a baseline"),
    ("a list for a table", 'per-file-ignores = ["S"]', "a.toml: per-file-ignores: expected a table of patterns"),
    ("a text for codes", 'per-file-ignores = {"a b" = "S"}', 'a.toml: per-file-ignores."a b": expected a list'),
    ("a code of a pattern", 'per-file-ignores = {a = ["Q"]}', "a.toml: per-file-ignores.a: there is no code Q"),
    ("no pattern", 'per-file-ignores = {"[z-a]" = ["S"]}', 'per-file-ignores."[z-a]": this is no pattern'),
    ("an empty pattern", 'per-file-ignores = {"" = ["S"]}', "per-file-ignores: expected a pattern"),
    ("no TOML", 'strict = true\nselect = ["S"', "a.toml:2:14: not TOML"),
    ("no value", "strict = true\nselect = \n", "a.toml:2:10: not TOML"),
    ("a key twice", "strict = true\nstrict = true\n", "a.toml:2:"),
    ("a long number", f"strict = {'1' * 5000}", "a.toml: not TOML"),
    ("deep nesting", f"select = {'[' * 50_000}", "a.toml: nested too deep"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_cannot_be_used_is_told_with_file_and_key(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_rocks_toml(text, "a.toml")
    assert said in str(caught.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 2) | st.floats() | st.dates()
    | st.sampled_from(["", "S", "s401", "S4011", "S\n", "٤", "S٤", "a b", *Ends]) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["", "a", "*"]), inner, max_size=2),
    max_leaves=5,
)  # fmt: skip


@given(st.sampled_from([name for name, _ in Config().settings()]), VALUES)
@settings(max_examples=1_000, deadline=None)
def test_a_value_is_sound_if_the_schema_says_so(name: str, value: object) -> None:
    """The schema itself is asked only what is wrong."""
    assert config._is_sound(name, value) == Draft202012Validator(SCHEMA).is_valid({name: value})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", False),
        ("[project]\nname = 'a'\n", False),
        ("[tool.ruff]\nline-length = 1\n", False),
        ("tool = 1", False),
        ("[tool.rocks]\nstrict = true", True),
        ("tool = {rocks = {strict = true}}", True),
        ("[project\nname", False),
    ],
)
def test_a_project_file_counts_where_it_has_the_table(text: str, found: bool) -> None:
    read = read_pyproject(text, "pyproject.toml")
    assert (read is not None) == found
    assert read is None or read.keys == {"strict": "tool.rocks.strict"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.rocks]\nstrict = ", "p.toml:2:10: not TOML"),
        ("[tool.rocks]\nstrict = 1", "p.toml: tool.rocks.strict: expected true or false, found 1"),
        ("[tool.rocks]\nends_ = 1", "p.toml: tool.rocks.ends_: there is no such setting; did you mean ends?"),
        ("[tool]\nrocks = 1", "p.toml: tool.rocks: expected a table, found 1"),
    ],
)
def test_the_keys_of_a_project_file_are_told_in_full(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_pyproject(text, "p.toml")
    assert said in str(caught.value)


PATTERNS: tuple[tuple[str, str, bool], ...] = (
    ("a.rocks", "a.rocks", True),
    ("a.rocks", "x/y/a.rocks", True),
    ("a*.rocks", "x/ab.rocks", True),
    ("a*.rocks", "x/ba.rocks", False),
    ("A.rocks", "a.rocks", False),
    ("?.rocks", "ab.rocks", False),
    ("[ab].rocks", "b.rocks", True),
    ("[!ab].rocks", "b.rocks", False),
    ("[!ab].rocks", "c.rocks", True),
    ("a[1].rocks", "a[1].rocks", False),
    ("a[[]1].rocks", "a[1].rocks", True),
    ("a.rock", "a.rocks", False),
    ("a.rocks", "a-rocks", False),
    ("x/*.rocks", "x/a.rocks", True),
    ("x/*.rocks", "x/y/a.rocks", False),
    ("x/*.rocks", "z/x/a.rocks", False),
    ("./x/*.rocks", "x/a.rocks", True),
    ("x/**", "x/y/z/a.rocks", True),
    ("x/**", "xx/a.rocks", False),
    ("x/", "x/y/a.rocks", True),
    ("x/", "y/x/a.rocks", False),
    ("**/x/*", "x/a.rocks", True),
    ("**/x/*", "y/z/x/a.rocks", True),
    ("x/**/a.rocks", "x/a.rocks", True),
    ("x/**/a.rocks", "x/y/z/a.rocks", True),
    ("x[/]a.rocks", "x/a.rocks", False),
    ("архів/*", "архів/фінал.rocks", True),
    ("../x/*", "../x/a.rocks", True),
)


@pytest.mark.parametrize(("pattern", "path", "meant"), PATTERNS)
def test_which_files_a_pattern_means(pattern: str, path: str, meant: bool) -> None:
    assert matches(pattern, path) == meant


# ----------------------------------------------------------------------------------------- which file counts

STRICT, LAX = "strict = true\n", "strict = false\n"
STRICT_TABLE, OTHER_TABLE = "[tool.rocks]\nstrict = true\n", "[tool.other]\nstrict = true\n"

NEAREST: tuple[tuple[str, dict[str, str], int], ...] = (
    ("nothing", {}, 0),
    ("in the folder", {"a/b/rocks.toml": STRICT}, 1),
    ("above", {"rocks.toml": STRICT}, 1),
    ("in the middle", {"a/rocks.toml": STRICT}, 1),
    ("the nearest, above another", {"a/rocks.toml": LAX, "rocks.toml": STRICT}, 0),
    ("no merging", {"a/rocks.toml": 'ignore = ["T"]', "rocks.toml": STRICT}, 0),
    ("an empty file is one", {"a/rocks.toml": "", "rocks.toml": STRICT}, 0),
    ("a project file", {"a/pyproject.toml": STRICT_TABLE}, 1),
    ("a project file without the table", {"a/pyproject.toml": OTHER_TABLE, "rocks.toml": STRICT}, 1),
    ("a project file that is somebody else's", {"a/pyproject.toml": "[", "rocks.toml": STRICT}, 1),
    ("both in one folder", {"a/pyproject.toml": STRICT_TABLE, "a/rocks.toml": LAX}, 0),
    ("a project file that is nearer", {"a/pyproject.toml": STRICT_TABLE, "rocks.toml": LAX}, 1),
    ("beside, not above", {"c/rocks.toml": STRICT}, 0),
    ("a folder of that name", {"a/rocks.toml/x": "", "rocks.toml": STRICT}, 1),
)


@pytest.mark.parametrize(("files", "code"), [row[1:] for row in NEAREST], ids=[row[0] for row in NEAREST])
@pytest.mark.parametrize("run_in", [".", "a/b", "c"])
def test_the_nearest_file_counts(
    folder: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], code: int, run_in: str
) -> None:
    for name, text in {"a/b/w.rocks": WARNED, "c/d": "", **files}.items():
        write(folder / name, text)
    monkeypatch.chdir(folder / run_in)
    assert rocks("lint", folder / "a/b/w.rocks").code == code


def test_each_file_has_its_own_settings(folder: Path) -> None:
    write(folder / "a/rocks.toml", 'ignore = ["S"]')
    write(folder / "a/wrong.rocks", WRONG)
    done = rocks("lint", "a/wrong.rocks", "wrong.rocks")
    assert [line.split(":")[0] for line in done.out.splitlines() if "S401" in line] == ["wrong.rocks"]


def test_standard_input_has_those_of_the_current_folder(folder: Path) -> None:
    write(folder / "rocks.toml", STRICT)
    assert rocks("lint", "-", stdin=WARNED).code == 1
    assert rocks("lint", "--isolated", "-", stdin=WARNED).code == 0


def test_a_file_that_is_named(folder: Path) -> None:
    write(folder / "rocks.toml", STRICT)
    write(folder / "other/settings.toml", 'ignore = ["S401"]\n')
    write(folder / "other/pyproject.toml", '[tool.rocks]\nignore = ["S401"]\n')
    for name in ("other/settings.toml", "other/pyproject.toml"):
        assert rocks("lint", "--config", name, "wrong.rocks", "warned.rocks").code == 0
    assert rocks("lint", "warned.rocks").code == 1
    assert rocks("lint", "--isolated", "warned.rocks").code == 0


@pytest.mark.parametrize("run", [["lint"], ["fmt", "--check"], ["config"]])
@pytest.mark.parametrize(
    ("files", "arguments", "said"),
    [
        ({"rocks.toml": "x = 1"}, [], "rocks.toml: x: there is no such setting"),
        ({"rocks.toml": "x ="}, [], "rocks.toml:1:4: not TOML"),
        ({"rocks.toml": "\ud800"}, [], "rocks.toml: not UTF-8 text at byte offset 0"),
        ({"pyproject.toml": "[tool.rocks]\nx = 1"}, [], "pyproject.toml: tool.rocks.x: there is no such setting"),
        ({}, ["--config", "absent.toml"], "cannot read absent.toml"),
        ({"pyproject.toml": ""}, ["--config", "pyproject.toml"], "there is no table [tool.rocks]"),
        ({"a.toml": ""}, ["--config", "a.toml", "--isolated"], "--config"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be_used_end_the_command(
    folder: Path, run: list[str], files: dict[str, str], arguments: list[str], said: str
) -> None:
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    done = rocks(*run, *arguments, "clean.rocks")
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    if "--isolated" not in arguments:
        assert len(done.err.splitlines()) == 1


def test_nothing_is_done_before_all_settings_are_read(folder: Path) -> None:
    write(folder / "b/rocks.toml", "x = 1")
    write(folder / "b/untidy.rocks", UNTIDY)
    assert rocks("lint", "wrong.rocks", "b").out == ""
    assert rocks("fmt", "untidy.rocks", "b").code == 2
    assert (folder / "untidy.rocks").read_text(encoding="utf-8") == UNTIDY


# ------------------------------------------------------------------------------------- what settings do

EFFECTS: tuple[tuple[str, Sequence[str], int], ...] = (
    ("", ["wrong.rocks"], 1),
    ('ignore = ["S401"]', ["wrong.rocks"], 0),
    ('select = ["T"]', ["wrong.rocks"], 0),
    ('select = ["T"]', ["--select", "S", "wrong.rocks"], 1),
    ('ignore = ["S401"]', ["--ignore", "T", "wrong.rocks"], 1),
    ('ignore = ["S401"]', ["--select", "S", "wrong.rocks"], 1),
    ('ignore = ["S401"]', ["--select", "S", "--ignore", "S401", "wrong.rocks"], 0),
    ('per-file-ignores = {"wrong.rocks" = ["S"]}', ["wrong.rocks"], 0),
    ('per-file-ignores = {"wrong.rocks" = ["S"]}', ["clean.rocks", "./wrong.rocks"], 0),
    ('per-file-ignores = {"wrong.rocks" = ["S"]}', ["--select", "S", "wrong.rocks"], 0),
    ('per-file-ignores = {"clean.rocks" = ["S"]}', ["clean.rocks", "wrong.rocks"], 1),
    ('per-file-ignores = {"w*" = ["T"], "*.rocks" = ["S4"]}', ["wrong.rocks"], 0),
    ("strict = true", ["warned.rocks"], 1),
    ("strict = true", ["--no-strict", "warned.rocks"], 0),
    ("strict = false", ["--strict", "warned.rocks"], 1),
    ("strict = true", ["--isolated", "warned.rocks"], 0),
)


@pytest.mark.parametrize(
    ("text", "arguments", "code"), EFFECTS, ids=[f"{row[0]} {' '.join(row[1])}" for row in EFFECTS]
)
def test_what_settings_do_and_what_the_command_line_overrides(
    folder: Path, text: str, arguments: Sequence[str], code: int
) -> None:
    write(folder / "rocks.toml", text)
    assert rocks("lint", *arguments).code == code


def test_patterns_start_from_the_folder_of_the_settings(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder / "club/rocks.toml", 'per-file-ignores = {"archive/**" = ["S"]}')
    write(folder / "club/archive/2019/w.rocks", WRONG)
    write(folder / "club/2019/w.rocks", WRONG)
    for where in (".", "club", "club/archive"):
        monkeypatch.chdir(folder / where)
        assert rocks("lint", folder / "club/archive").code == 0
        assert rocks("lint", folder / "club/2019").code == 1
    assert rocks("lint", "2019/w.rocks").code == 0


def test_infos_are_shown_where_the_settings_say_so(folder: Path) -> None:
    write(folder / "rocks.toml", "show-info = true")
    assert "R504 info" in rocks("lint", "clean.rocks").out
    assert "R504 info" not in rocks("lint", "--no-show-info", "clean.rocks").out


def test_fmt_names_the_ends_that_the_settings_say(folder: Path) -> None:
    text = '[Rocks "1"]\n[Event "a"]\n\nround 1\nlot N\n1. N 1|4 +5  E 4|4@4\n'
    write(folder / "rocks.toml", 'ends = "minimal"')
    write(folder / "ends.rocks", text)
    assert "4|4@" not in rocks("fmt", "-", stdin=text).out
    assert "4|4@4" in rocks("fmt", "--ends", "keep", "-", stdin=text).out
    assert "4|4@4" in rocks("fmt", "--isolated", "-", stdin=text).out
    assert rocks("fmt", "ends.rocks").code == 0
    assert "4|4@" not in (folder / "ends.rocks").read_text(encoding="utf-8")


# --------------------------------------------------------------------------------------------- rocks config


def shown(done: Done) -> dict[str, list[str]]:
    """The rows of the command's text: name, value, whence."""
    assert done.code == 0, done.err
    return {row[0]: row[1:] for row in (re.split(r"  +", line) for line in done.out.splitlines())}


def test_every_setting_is_shown_with_its_value_and_whence(folder: Path) -> None:
    write(folder / "a/pyproject.toml", '[tool.rocks]\nignore = ["s4"]\nstrict = true\n')
    write(folder / "a/b/w.rocks", WRONG)
    for path in ("a", "a/b", "a/b/w.rocks"):
        rows = shown(rocks("config", path))
        assert list(rows) == list(SCHEMA["properties"])
        assert rows["ignore"] == ['["S4"]', "a/pyproject.toml: tool.rocks.ignore"]
        assert rows["strict"] == ["true", "a/pyproject.toml: tool.rocks.strict"]
        assert rows["ends"] == ['"keep"', "default"]
        assert rows["baseline"] == ["null", "default"]
    assert {row[1] for row in shown(rocks("config")).values()} == {"default"}
    assert {row[1] for row in shown(rocks("config", "a", "--isolated")).values()} == {"default"}
    write(folder / "rocks.toml", STRICT)
    assert shown(rocks("config", "-"))["strict"] == ["true", "rocks.toml: strict"]
    assert shown(rocks("config", "a/b", "--config", "rocks.toml"))["strict"] == ["true", "rocks.toml: strict"]


def test_settings_are_shown_as_json(folder: Path) -> None:
    write(folder / "rocks.toml", 'per-file-ignores = {"a b" = ["S"]}\n')
    report = json.loads(rocks("config", "wrong.rocks", "--output-format", "json").out)
    assert (report["rocks"], report["path"], report["file"]) == (1, "wrong.rocks", "rocks.toml")
    assert list(report["settings"]) == list(SCHEMA["properties"])
    assert report["settings"]["per-file-ignores"] == {
        "value": {"a b": ["S"]}, "whence": "rocks.toml: per-file-ignores",
    }  # fmt: skip
    assert json.loads(rocks("config", "--isolated", "--output-format", "json").out)["file"] is None


@pytest.mark.usefixtures("folder")
def test_no_settings_for_what_is_not_there() -> None:
    done = rocks("config", "absent.rocks")
    assert (done.code, done.out) == (3, "")
    assert "absent.rocks" in done.err


# --------------------------------------------------------------------------------------------------- the page


def test_the_page_names_every_setting_and_its_example_is_one() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    read = read_rocks_toml(example, "rocks.toml")
    assert set(read.keys) == set(SCHEMA["properties"])
    for name in SCHEMA["properties"]:
        assert f"`{name}`" in PAGE


def test_the_page_shows_what_the_command_shows(folder: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    write(folder / "club/rocks.toml", example)
    write(folder / "club/archive/1987.rocks", WRONG)
    ((command, output),) = re.findall(r"```console\n\$ rocks (.*?)\n(.*?)```", PAGE, re.DOTALL)
    assert rocks(*command.split()).out == output
