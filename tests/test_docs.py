"""What the documentation shows is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rocksnotation.diagnostics import RULES, Severity
from rocksnotation.lint import lint
from rocksnotation.parse import parse
from rocksnotation.write import dumps

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")

CONSOLE = re.findall(r"```console\n\$ (.*?)\n(.*?)```", README, re.DOTALL)
RECORDS = [block for block in re.findall(r"```\n(.*?)```", NOTATION, re.DOTALL) if "round" in block]


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_the_tour_shows_real_output(command: str, output: str) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, encoding="utf-8", env={**os.environ, "PATH": path}
    )
    assert done.stdout == output


def test_there_is_a_tour() -> None:
    assert len(CONSOLE) >= 5


def test_the_library_example_runs(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "verified EW" in done.stdout
    record = parse(done.stdout[done.stdout.index('[Rocks "1"]') :])
    assert not [found for found in lint(record) if found.severity is not Severity.INFO]


def test_the_first_minute_is_one_command_each() -> None:
    commands = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert len(commands) == 2
    assert commands[0].endswith("rocks replay examples/whole-match.rocks")
    assert commands[1].endswith("pytest -q -n auto")


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: text.split("\n")[0])
def test_the_records_of_the_reference_are_right(text: str) -> None:
    record = parse(text)
    assert not [found for found in lint(record) if found.severity is not Severity.INFO]


def test_the_first_record_of_the_reference_is_in_export_form() -> None:
    assert dumps(parse(RECORDS[0])) == RECORDS[0]


def test_the_changelog_counts_the_codes() -> None:
    assert f"{len(RULES)} codes" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    ["README.md", "CONTRIBUTING.md", "docs/notation.md", "docs/configuration.md", "examples/README.md"],
)
def test_every_link_leads_somewhere(page: str) -> None:
    place = ROOT / page
    for target in re.findall(r"\]\(([^)#]+)\)", place.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (place.parent / target).exists(), target
