"""Every code is explained, by a bad record that has just this finding and a good one that has none."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rocksnotation import RULES, Diagnostic, Severity, lint
from rocksnotation.explanations import EXPLANATIONS, explain, what_mends
from rocksnotation.explanations.page import page
from rocksnotation.fixes import mend
from rocksnotation.languages import Language, teller
from rocksnotation.lawbook import LAWS, law
from rocksnotation.parse import parse_bytes

FAULTY = Path(__file__).parent.parent / "examples" / "faulty"

every_code = pytest.mark.parametrize("code", RULES)


def found_in(data: bytes) -> tuple[Diagnostic, ...]:
    return lint(parse_bytes(data))


def codes_above_info(found: tuple[Diagnostic, ...]) -> list[str]:
    return [one.code for one in found if one.severity is not Severity.INFO]


def test_every_code_is_explained_in_the_order_of_the_table() -> None:
    assert list(EXPLANATIONS) == list(RULES)


@every_code
def test_the_bad_record_has_this_finding_and_no_other_above_info(code: str) -> None:
    found = found_in(EXPLANATIONS[code].bad_bytes)
    own = [one for one in found if one.code == code]
    assert [one.severity for one in own] == [RULES[code].severity]
    assert set(codes_above_info(found)) <= {code}


@every_code
def test_the_good_record_has_neither_this_finding_nor_any_above_info(code: str) -> None:
    found = found_in(EXPLANATIONS[code].good.encode())
    assert codes_above_info(found) == []
    assert code not in [one.code for one in found]


@every_code
def test_the_texts_are_short(code: str) -> None:
    explained = EXPLANATIONS[code]
    assert 1 <= sentences(str(explained.means)) <= 3
    assert 1 <= sentences(str(explained.mend)) <= 2
    assert explained.bad != explained.good


def sentences(text: str) -> int:
    assert text.endswith(".")
    return len(re.findall(r"\.(?= [A-Z`]|$)", text))


EXCUSED = [
    ("L201", "N 1|4 +5", "N 1|4^ +5", "L201"),
    ("M301", "E 4|4", "E 4|4^", "M301"),
    ("M307", "N pass", "N pass^", "M307"),
    ("S401", "+10", "+10^", "S401"),
    ("S402", "E 4|4", "E 4|4 +0^", "S401"),
    ("S404", "2|2 -5", "2|2 -5^", "S404"),
    ("S405", "EW -50", "EW -50^", "S405"),
]


@pytest.mark.parametrize(("code", "before", "after", "told"), EXCUSED)
def test_where_the_mend_offers_the_sign_for_stood_it_works(
    code: str, before: str, after: str, told: str
) -> None:
    bad = EXPLANATIONS[code].bad
    assert isinstance(bad, str)
    assert bad.count(before) == 1
    found = found_in(bad.replace(before, after).encode())
    assert codes_above_info(found) == []
    assert told in [one.code for one in found]


def test_no_other_mend_offers_it() -> None:
    offered = [
        code for code, explained in EXPLANATIONS.items() if "^" in str(explained.mend) and code != "R505"
    ]
    assert offered == [code for code, *_ in EXCUSED]


@every_code
def test_explain_shows_everything(code: str) -> None:
    rule, explained = RULES[code], EXPLANATIONS[code]
    shown = explain(rule)
    flowed = " ".join(shown.split())
    assert shown.startswith(f"{code} {rule.name} ({rule.severity})\n")
    assert str(explained.means) in flowed
    assert str(explained.mend) in flowed
    assert str(what_mends(rule, explained)) in flowed
    if rule.law:
        assert f"Law {rule.law}: {law(rule.law)}" in flowed
    for record in (explained.bad_bytes.decode(errors="backslashreplace"), explained.good):
        for line in record.splitlines():
            assert f"    {line}".rstrip() in shown.splitlines()
    for one in found_in(explained.bad_bytes):
        assert (str(one.message) in shown) == (one.code == code)
    assert all(line == line.rstrip() for line in shown.splitlines())


def test_the_command_explains_by_code_and_by_name() -> None:
    for wanted in ("S401", "s401", "wrong-points"):
        command = [sys.executable, "-m", "rocksnotation", "explain", wanted]
        done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
        assert (done.returncode, done.stdout, done.stderr) == (0, explain(RULES["S401"]) + "\n", "")


def test_each_faulty_example_is_the_bad_record_of_its_code() -> None:
    written = {path.name: path.read_bytes() for path in FAULTY.glob("*.rocks")}
    bad = {f"{code}-{RULES[code].name}.rocks": one.bad_bytes for code, one in EXPLANATIONS.items()}
    assert written == bad


def test_the_lawbook_has_every_law_and_every_cited_one() -> None:
    chapters = (3, 4, 2, 4, 3, 2, 2, 2)
    numbers = [f"{chapter}.{n}" for chapter, laws in enumerate(chapters, 1) for n in range(1, laws + 1)]
    assert list(LAWS) == numbers
    assert {rule.law for rule in RULES.values() if rule.law} <= set(LAWS)
    assert all(str(text).endswith(".") for text in LAWS.values())


PAGES = {Language.ENGLISH: "rules.md", Language.UKRAINIAN: "rules.uk.md"}


@pytest.mark.parametrize("language", Language)
def test_the_page_of_all_codes_is_made_from_the_explanations(language: Language) -> None:
    """`nox -s docs` writes it anew."""
    written = (FAULTY.parent.parent / "docs" / PAGES[language]).read_text(encoding="utf-8")
    assert written == page(teller(language))


def test_the_pages_in_all_languages_have_the_same_records_and_anchors() -> None:
    for sign in ("## ", "[Event", "1. ", "> "):
        counts = {
            sum(line.startswith(sign) for line in page(teller(language)).splitlines())
            for language in Language
        }
        assert len(counts) == 1
    headings = [line for line in page(teller(Language.UKRAINIAN)).splitlines() if line.startswith("## ")]
    assert headings == [f"## {rule.code} {rule.name}" for rule in RULES.values()]


@every_code
def test_what_is_said_to_mend_a_record_mends_it(code: str) -> None:
    rule, explained = RULES[code], EXPLANATIONS[code]
    said = str(what_mends(rule, explained))
    if not said:
        assert all(one.fix is None for one in found_in(explained.bad_bytes) if one.code == code)
        return
    assert isinstance(explained.bad, str)
    done = mend(explained.bad, unsafe="--unsafe-fixes" in said)
    assert code not in [one.code for one in done.checked.diagnostics]
    assert (mend(explained.bad).text == explained.bad) == ("--unsafe-fixes" in said)


@every_code
def test_an_explanation_in_ukrainian_says_nothing_in_english(code: str) -> None:
    rule, explained, tell = RULES[code], EXPLANATIONS[code], teller(Language.UKRAINIAN)
    shown = explain(rule, tell).splitlines()
    assert shown[0].startswith(f"{code} {rule.name} (")
    records = {f"    {line}" for one in (explained.bad_text, explained.good) for line in one.splitlines()}
    english = set(explain(rule).splitlines()) - records
    assert not [
        line for line in shown if line in english and re.search("[a-z]{3}", line) and " | " not in line
    ]
    for one in found_in(explained.bad_bytes):
        for message in (one.message, *(related.message for related in one.related)):
            assert tell(message) != str(message)
