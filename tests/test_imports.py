"""What a run of the command imports: each only what it needs, since most of the time of a short run is imports."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from simulator import play, write_up

PROBE = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
"""Told before the command: what is imported when it has ended."""

HEAVY = (
    "babel", "difflib", "gettext", "hypothesis", "jsonschema", "lark", "multiprocessing", "referencing", "rich",
    "tomllib", "xml",
)  # fmt: skip
"""Libraries that no clean run needs. Typer may import of them what it likes."""

OF_DAMAGE = (
    "baseline", "convert", "diagnostics", "events", "explanations", "fixes", "game", "jsonform", "lawbook", "lint",
    "parse", "render.replays", "replay", "write",
)  # fmt: skip
"""What finds, explains and mends faults, or goes into another form."""

CLEAN = write_up(play(random.Random(1))).text()


def imported(*arguments: str | Path, code: int = 0) -> set[str]:
    """What the command has imported when it ends, beyond what an empty one imports."""
    return _modules(_ROCKS, arguments, code) - _modules(_EMPTY, ("a",), 0)


_ROCKS = "import sys; sys.argv[0] = 'rocks'; from rocksnotation.cli import main; main()"
_EMPTY = """
import typer
app = typer.Typer()
@app.command()
def nothing(paths: list[str]) -> None: ...
app()
"""


def _modules(program: str, arguments: Iterable[str | Path], code: int) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{PROBE}\n{program}", *map(str, arguments)],
        capture_output=True, encoding="utf-8", timeout=60, check=False, env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return set(done.stderr.splitlines()[-1].split())


def among(modules: Iterable[str], names: Iterable[str]) -> list[str]:
    """Those of the modules that are one of some names, or below one."""
    return sorted(one for one in modules if any(one == name or one.startswith(f"{name}.") for name in names))


IMPORT_FORM = re.sub(
    r"([NESW]) (?:([0-6])\|([0-6])(\S*)(?: (\+[0-9]+))?|pass)",
    lambda turn: (
        f"{turn[1]} {turn[3]}{turn[2]}{turn[4]}{turn[5] or ''} {{ counted }}"
        if turn[2]
        else f"{turn[1]} knock"
    ),
    CLEAN,
)
"""The same in other spellings, with a comment on every turn."""


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    path = tmp_path / "clean.rocks"
    path.write_text(CLEAN, encoding="utf-8")
    return path


def test_a_clean_lint_imports_nothing_that_it_does_not_need(clean: Path) -> None:
    modules = imported("lint", clean)
    assert among(modules, HEAVY) == []
    assert among(modules, (f"rocksnotation.{name}" for name in OF_DAMAGE)) == []


@pytest.mark.parametrize("command", ["lint", "replay"])
def test_what_is_clean_in_import_form_needs_no_parser_either(clean: Path, command: str) -> None:
    clean.write_text(IMPORT_FORM, encoding="utf-8")
    assert among(imported(command, clean), HEAVY) == []


def test_a_clean_lint_imports_one_command_and_one_format(clean: Path) -> None:
    modules = imported("lint", clean)
    commands = [f"rocksnotation.cli.{name}" for name in ("convert", "fmt", "lint", "reference", "replay")]
    assert among(modules, commands) == ["rocksnotation.cli.lint"]
    formats = [
        f"rocksnotation.render.reports.{name}" for name in ("concise", "json", "junit", "sarif", "text")
    ]
    assert among(modules, formats) == ["rocksnotation.render.reports.text"]


def test_a_clean_lint_in_another_language_imports_no_more_than_a_catalogue(clean: Path) -> None:
    modules = imported("lint", clean, "--lang", "uk")
    assert among(modules, {*HEAVY} - {"gettext"}) == []


def test_settings_are_read_only_where_there_are_some(clean: Path) -> None:
    (clean.parent / "rocks.toml").write_text("strict = true\n", encoding="utf-8")
    modules = imported("lint", clean)
    assert "tomllib" in modules
    assert among(modules, {*HEAVY} - {"tomllib"}) == []


def test_a_fault_pays_for_the_parser_and_for_nothing_else(clean: Path) -> None:
    clean.write_text(CLEAN.replace("lot ", "lot lot ", 1), encoding="utf-8")
    modules = imported("lint", clean, code=1)
    assert "lark" in modules
    assert (
        among(modules, ("jsonschema", "rich", "tomllib", "rocksnotation.explanations", "rocksnotation.game"))
        == []
    )


@pytest.mark.parametrize("arguments", [["--version"], ["schema", "record"], ["rules"]])
def test_what_reads_no_record_imports_no_parser(arguments: list[str]) -> None:
    assert among(imported(*arguments), ("jsonschema", "lark", "rich", "rocksnotation.parse")) == []
