"""What the documentation shows is what happens.

The output in the READMEs is written anew with ROCKS_RENEW_GOLDEN=1 in the environment; look at what changed
before it is kept.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rocksnotation.diagnostics import RULES, Severity
from rocksnotation.languages import Language
from rocksnotation.lint import lint
from rocksnotation.parse import parse
from rocksnotation.write import dumps

ROOT = Path(__file__).parent.parent


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


README = read("README.md")
READMES = {Language.ENGLISH: "README.md", Language.UKRAINIAN: "README.uk.md"}
NOTATIONS = {Language.ENGLISH: "docs/notation.md", Language.UKRAINIAN: "docs/notation.uk.md"}

CONSOLE = re.compile(r"```console\n\$ (.*?)\n(.*?)```", re.DOTALL)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def records(page: str) -> list[str]:
    return [block for _, block in BLOCK.findall(read(page)) if "round" in block]


RECORDS = [text for page in NOTATIONS.values() for text in records(page)]


def output_of(command: str, language: Language) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "LANGUAGE": language}
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, encoding="utf-8", env=environment
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.mark.parametrize("language", Language)
def test_the_tour_shows_real_output(language: Language) -> None:
    page = READMES[language]
    written = read(page)
    real = CONSOLE.sub(lambda block: f"```console\n$ {block[1]}\n{output_of(block[1], language)}```", written)
    if os.environ.get("ROCKS_RENEW_GOLDEN"):
        (ROOT / page).write_text(real, encoding="utf-8")
    assert real == read(page)


def test_there_is_a_tour() -> None:
    assert len(CONSOLE.findall(README)) >= 5


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


@pytest.mark.parametrize("page", NOTATIONS.values())
def test_the_first_record_of_the_reference_is_in_export_form(page: str) -> None:
    first, *_ = records(page)
    assert dumps(parse(first)) == first


def skeleton(page: str) -> list[str]:
    """What a page has in every language: its headings, lists, tables, and the kinds of its blocks of code."""
    text = BLOCK.sub(lambda block: f"```{block[1]}", read(page))
    return re.findall(r"^(?:#+ |- |\||```\w*)", text, re.MULTILINE)


@pytest.mark.parametrize("pages", [READMES, NOTATIONS], ids=["README", "notation"])
def test_a_page_has_the_same_parts_in_every_language(pages: dict[Language, str]) -> None:
    english, ukrainian = (pages[language] for language in Language)
    assert skeleton(ukrainian) == skeleton(english)


def test_both_readmes_show_the_same_commands_and_the_same_example() -> None:
    ukrainian = read("README.uk.md")
    shown, expected = (
        [command.split(";")[0] for command, _ in CONSOLE.findall(text)] for text in (ukrainian, README)
    )
    assert shown == expected
    for _, code in BLOCK.findall(README):
        if code.startswith(("python3 ", "import ")):
            assert code in ukrainian


def words_of_the_notation(page: str) -> set[str]:
    """What a page quotes in backticks, without what stands in quotation marks and in comments."""
    quoted = re.findall(r"`([^`\n]+)`", BLOCK.sub("", read(page)))
    return {re.sub(r'"[^"]*"|\{ [^%}]* \}', "", one) for one in quoted}


def test_the_reference_speaks_of_the_same_notation_in_every_language() -> None:
    english, ukrainian = (words_of_the_notation(NOTATIONS[language]) for language in Language)
    assert ukrainian == english


def test_the_changelog_counts_the_codes() -> None:
    assert f"{len(RULES)} codes" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    [
        *READMES.values(),
        *NOTATIONS.values(),
        "docs/configuration.md",
        "CONTRIBUTING.md",
        "examples/README.md",
    ],
)
def test_every_link_leads_somewhere(page: str) -> None:
    place = ROOT / page
    for target in re.findall(r"\]\(([^)#]+)\)", place.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (place.parent / target).exists(), target
