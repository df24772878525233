"""The reports of `rocks lint`: what each format says, and that each is escaped for what carries it.

The golden files are written anew with ROCKS_RENEW_GOLDEN=1 in the environment; look at what changed before
it is kept.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit
from xml.etree import ElementTree

import pytest
from jsonschema import Draft4Validator, Draft202012Validator
from typer.testing import CliRunner

from rocksnotation.cli.app import app
from rocksnotation.diagnostics import (
    RULES,
    Diagnostic,
    Edit,
    Fix,
    Related,
    Severity,
    Source,
    Span,
    diagnostic,
)
from rocksnotation.languages import Language, teller
from rocksnotation.lint import lint
from rocksnotation.messages import Message, verbatim
from rocksnotation.parse import parse
from rocksnotation.render.reports import FORMATS, Finding, FormatName, LintReport, written
from rocksnotation.render.reports.form import fingerprints
from rocksnotation.render.reports.sarif import uri
from rocksnotation.resources import schema

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden" / "reports"
SARIF = Draft4Validator(json.loads((TESTS / "data" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8")))
ENDINGS = {
    FormatName.TEXT: "txt", FormatName.CONCISE: "txt", FormatName.JSON: "json", FormatName.JSONL: "jsonl",
    FormatName.GITHUB: "txt", FormatName.SARIF: "sarif", FormatName.JUNIT: "xml", FormatName.GITLAB: "json",
}  # fmt: skip

WRONG = "round 1\nlot N\nN 1|4 +10\n"
WARNED = "round 1\nlot N\nN 5|5 +10 E 0|5\n"
INFO = "round 1\nN 1|4 +5\n"
CLEAN = '[Event "a"]\n{ lint: ignore D103 R504 }\nround 1\nlot N\nN 1|4 +5\n'

runner = CliRunner()


def report(*records: tuple[str, str], **options: Any) -> LintReport:
    """The report of some records, each a name and a text."""
    findings: list[Finding] = []
    matches = 0
    for name, text in records:
        record = parse(text, name)
        matches += len(record.matches)
        findings += [(record.source, found) for found in lint(record)]
    return LintReport("1.2.3", tuple(findings), tuple(name for name, _ in records), matches, **options)


def one(name: str = "a.rocks", message: str = "m", text: str = "x\n", **more: Any) -> LintReport:
    """A report of one finding, on the first character of a text."""
    found = replace(diagnostic("S401", Span(0, 1), verbatim(message)), **more)
    return LintReport("1.2.3", ((Source(name, text), found),), (name,), 1)


def fixed_report(**options: Any) -> LintReport:
    """Something of everything: all severities, related places, fixes, odd names, a clean file, standard input."""
    small = (TESTS / "golden" / "small.rocks").read_text(encoding="utf-8")
    twice = (
        "round 1\ndeal\n  N: 0|6 1|1 2|2 2|6 3|4 4|4 5|6\n  E: 0|6 0|0 0|1 0|2 1|3 1|5 2|5\nlot N\nN 1|4\n"
    )
    made = report(
        ("Клуб, club night/small 100%.rocks", small), ("clean.rocks", CLEAN), ("./twice.rocks", twice),
        ("<stdin>", WRONG), **options,
    )  # fmt: skip
    return made._replace(
        findings=tuple((source, _with_fix(source, found)) for source, found in made.findings)
    )


def _with_fix(source: Source, found: Diagnostic) -> Diagnostic:
    """Points that are wrong can be mended by other points, those that are missing by writing them."""
    if found.code == "S401":
        return replace(found, fix=Fix((Edit(found.span, "+7"),), safe=False))
    if found.code == "S402":
        return replace(found, fix=Fix((Edit(Span(found.span.end, found.span.end), " +10"),), safe=True))
    return found


# ---------------------------------------------------------------------------------------------- snapshots


@pytest.mark.parametrize("name", FormatName)
def test_what_each_format_says(name: FormatName) -> None:
    text = written(fixed_report(), FORMATS[name])
    golden = GOLDEN / f"{name}.{ENDINGS[name]}"
    if os.environ.get("ROCKS_RENEW_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_format_is_in_the_table_and_in_the_readme() -> None:
    assert list(FORMATS) == list(FormatName)
    readme = (TESTS.parent / "README.md").read_text(encoding="utf-8")
    (row,) = [line for line in readme.split("\n") if line.startswith("| `rocks lint PATH…`")]
    assert "\\|".join(FormatName) in row


@pytest.mark.parametrize("name", FormatName)
def test_what_is_said_of_nothing(name: FormatName) -> None:
    text = written(LintReport("1.2.3", (), (), 0), FORMATS[name])
    if name in (FormatName.SARIF, FormatName.JSON, FormatName.GITLAB):
        assert json.loads(text) is not None
    elif name is FormatName.JUNIT:
        assert ElementTree.fromstring(text).attrib["tests"] == "0"
    else:
        assert text == ("No record was read.\n" if name is FormatName.TEXT else "")


# ---------------------------------------------------------------------------------------- another language

UKRAINIAN = teller(Language.UKRAINIAN)


def in_ukrainian(name: FormatName, **options: Any) -> str:
    return written(fixed_report(language="uk", **options), FORMATS[name], UKRAINIAN)


@pytest.mark.parametrize("name", FormatName)
def test_each_format_speaks_another_language(name: FormatName) -> None:
    """And still says the same codes at the same places."""
    english, ukrainian = written(fixed_report(), FORMATS[name]), in_ukrainian(name)
    if name not in (FormatName.JSON, FormatName.JSONL):  # which have the law, and no word for it
        assert "(правило 5.2)" in ukrainian
        assert "(Law" not in ukrainian
    places = re.compile(r"\b[A-Z]\d{3}\b|:\d+:\d+:|\b(?:error|warning|info)\b(?!s)")
    if name is not FormatName.TEXT:  # its last line counts, in words
        assert places.findall(ukrainian) == places.findall(english)


def keys(value: object) -> object:
    """A JSON document without the texts that are told to people."""
    if isinstance(value, dict):
        return {
            key: keys(inner)
            for key, inner in value.items()
            if key not in ("message", "description", "text", "language")
        }
    return [keys(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", [FormatName.JSON, FormatName.SARIF, FormatName.GITLAB])
def test_documents_differ_between_languages_only_in_what_people_read(name: FormatName) -> None:
    english, ukrainian = (
        json.loads(written(fixed_report(), FORMATS[name])),
        json.loads(in_ukrainian(name)),
    )
    assert keys(ukrainian) == keys(english)


def test_messages_of_json_are_told() -> None:
    told = parse("round 1\nlot N\nN 1|4 +10\n", "a.rocks")
    (found,) = [each for each in lint(told) if each.code == "S401"]
    made = LintReport("1", ((told.source, found),), ("a.rocks",), 1)

    def tell(message: Message) -> str:
        return f"<{message}>"

    (document,) = json.loads(written(made, FORMATS[FormatName.JSON], tell))["diagnostics"]
    assert document["message"] == f"<{found.message}>"
    assert json.loads(written(made, FORMATS[FormatName.JSONL], tell)) == document


def test_sarif_names_its_language() -> None:
    (run,) = json.loads(in_ukrainian(FormatName.SARIF))["runs"]
    assert run["language"] == "uk"
    SARIF.validate({"$schema": "", "version": "2.1.0", "runs": [run]})
    assert "language" not in sarif(fixed_report())


def test_the_cases_of_junit_have_the_same_names_in_every_language() -> None:
    """By them CI systems tell from run to run which is which."""
    both = (written(fixed_report(), FORMATS[FormatName.JUNIT]), in_ukrainian(FormatName.JUNIT))
    english, ukrainian = (
        [case.attrib["name"] for case in ElementTree.fromstring(text).iter("testcase")] for text in both
    )
    assert ukrainian == english


def test_the_end_of_a_report_in_ukrainian() -> None:
    *_, end, table = in_ukrainian(FormatName.TEXT, statistics=True).split("\n\n")
    assert end.startswith("3 помилки, 1 попередження у 4 матчах, 4 файлах. ")
    assert end.endswith("(--show-info).\n1 можна виправити з --fix, ще 2 — з --unsafe-fixes.")
    assert table == (
        "скільки  код   назва             рівень\n"
        "      2  S401  wrong-points      error\n"
        "      1  D101  tile-dealt-twice  error\n"
        "      1  S402  unclaimed-points  warning\n"
    )


# -------------------------------------------------------------------------------------- everything is escaped

NASTY = (
    "100% {sure} {0} [a](b)\\\n::error::x\r\x1b[31m\x7f\x9b2J\u2028\u202e\ufffe\ud800 <&\"'>]]>,: \U0001f600"
)
NAMES = (
    "a.rocks", "club night/a b.rocks", "Клуб/Олена.rocks", "100%.rocks", "50%25.rocks", "a:b,c.rocks", "c:/a.rocks",
    "/tmp/club night/a:b.rocks", "../up/a.rocks", "a&<b>\"'.rocks", "a?b#c.rocks", "a\nb\rc\td.rocks",
    "\x1b[31m\x9b.rocks", "\udcff\udc80.rocks", "\u202eskcor.rocks", "[a](b).rocks", "{0}.rocks",
    "\U0001f600.rocks", "<stdin>",
)  # fmt: skip


def steering(text: str) -> list[str]:
    """The characters that could steer a terminal, or that are no text."""
    return [c for c in text if c != "\n" and (unicodedata.category(c) in ("Cc", "Cs") or c in "\u2028\u202e")]


@pytest.mark.parametrize("name", FormatName)
@pytest.mark.parametrize("file", NAMES)
def test_nothing_reaches_a_terminal_raw(name: FormatName, file: str) -> None:
    related = (Related(Span(0, 1), verbatim(NASTY)),)
    fix = Fix((Edit(Span(0, 1), NASTY),), safe=True)
    text = written(one(file, NASTY, NASTY, related=related, fix=fix, address="1.1N"), FORMATS[name])
    assert steering(text) == []
    assert text.encode()
    if name in (FormatName.JSON, FormatName.JSONL, FormatName.SARIF, FormatName.GITLAB):
        json.loads(text)
    if name is FormatName.SARIF:
        SARIF.validate(json.loads(text))
    if name is FormatName.JUNIT:
        ElementTree.fromstring(text)
    if name in (FormatName.CONCISE, FormatName.GITHUB, FormatName.JSONL):
        assert text.count("\n") == 1


def command(text: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as the runner reads it: its name, its properties, its message."""
    found = re.fullmatch(r"::(\w+) (.*?)::(.*)\n", text)
    assert found
    properties = dict(part.split("=", 1) for part in found[2].split(","))

    def plain(value: str) -> str:
        for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            value = value.replace(code, character)
        return value

    return found[1], {key: plain(value) for key, value in properties.items()}, plain(found[3])


@pytest.mark.parametrize(
    "file", [name for name in NAMES if not steering(name.replace("\r", "")) and name != "<stdin>"]
)
def test_a_runner_reads_the_name_of_the_file(file: str) -> None:
    _, properties, _ = command(written(one(file), FORMATS[FormatName.GITHUB]))
    assert properties["file"] == file


def test_a_runner_reads_place_and_message() -> None:
    kind, properties, message = command(written(one(message="5% ::a,b\nc"), FORMATS[FormatName.GITHUB]))
    assert kind == "error"
    assert properties == {
        "file": "a.rocks", "line": "1", "endLine": "1", "col": "1", "endColumn": "2", "title": "S401 wrong-points",
    }  # fmt: skip
    assert message == "a.rocks:1:1: S401 error: 5% ::a,b\\u000ac (Law 5.2)"


@pytest.mark.parametrize(
    ("severity", "kind"),
    [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "notice")],
)
def test_a_runner_reads_the_severity(severity: Severity, kind: str) -> None:
    assert command(written(one(severity=severity), FORMATS[FormatName.GITHUB]))[0] == kind


def test_a_runner_is_told_no_columns_of_several_lines() -> None:
    _, properties, _ = command(written(one(text="a\nb\n", span=Span(0, 3)), FORMATS[FormatName.GITHUB]))
    assert (properties["line"], properties["endLine"]) == ("1", "2")
    assert "col" not in properties
    assert "endColumn" not in properties


URIS = (
    ("a.rocks", "a.rocks"),
    ("./a.rocks", "a.rocks"),
    (".//b/./a.rocks", "b/a.rocks"),
    ("club night/a b.rocks", "club%20night/a%20b.rocks"),
    ("Клуб.rocks", "%D0%9A%D0%BB%D1%83%D0%B1.rocks"),
    ("100%.rocks", "100%25.rocks"),
    ("a%20b.rocks", "a%2520b.rocks"),
    ("c:/a.rocks", "c%3A/a.rocks"),
    ("a?b#c.rocks", "a%3Fb%23c.rocks"),
    ("a\nb.rocks", "a%0Ab.rocks"),
    ("\udcff.rocks", "%FF.rocks"),
    ("\ud800.rocks", "%EF%BF%BD.rocks"),
    ("../a.rocks", "../a.rocks"),
    ("/club night/a:b.rocks", "file:///club%20night/a:b.rocks"),
    ("<stdin>", "%3Cstdin%3E"),
)


@pytest.mark.parametrize(("name", "address"), URIS, ids=[row[1] for row in URIS])
def test_the_address_of_a_file(name: str, address: str) -> None:
    assert uri(name) == address
    assert re.fullmatch(r"[A-Za-z0-9._~/:%-]+", address)


@pytest.mark.parametrize("name", NAMES)
def test_an_address_leads_back_to_its_file(name: str) -> None:
    parts = urlsplit(uri(name))
    assert parts.netloc == ""
    assert unquote_to_bytes(parts.path) == name.encode("utf-8", "surrogateescape")


XML = (
    ("a & b < c > d", "a & b < c > d"),
    ("\"quoted\" 'so'", "\"quoted\" 'so'"),
    ("]]>", "]]>"),
    ("a\nb\tc", "a\\u000ab\\u0009c"),
    ("\x00\x0b\x1b\x7f\x85", "\\u0000\\u000b\\u001b\\u007f\\u0085"),
    ("\ufffe\uffff\ud800", "\\ufffe\\uffff\\ud800"),
    ("\U0001f600 Олена", "\U0001f600 Олена"),
)


@pytest.mark.parametrize(("message", "read"), XML, ids=[ascii(row[0]) for row in XML])
def test_what_xml_cannot_hold_is_seen(message: str, read: str) -> None:
    tree = ElementTree.fromstring(written(one(message=message), FORMATS[FormatName.JUNIT]))
    failure = tree.find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.attrib["message"] == f"{read} (Law 5.2)"
    assert failure.text is not None
    assert failure.text.startswith(f"a.rocks:1:1: S401 error: {read} (Law 5.2)\n")


MESSAGES = (
    ("a {0} and { b", "a {{0}} and {{ b"),
    ("an array [1] (so)", "an array [1] (so)"),
    ("[no link](https://example.org)", "[no link\\](https://example.org)"),
)


@pytest.mark.parametrize(("message", "text"), MESSAGES)
def test_a_message_of_sarif_has_no_placeholder_and_no_link(message: str, text: str) -> None:
    (result,) = sarif(one(message=message))["results"]
    assert result["message"] == {"text": f"{text} (Law 5.2)"}


# -------------------------------------------------------------------------------------------------- sarif


def sarif(made: LintReport) -> dict[str, Any]:
    """The one run of a report as SARIF, which follows the standard's schema."""
    log = json.loads(written(made, FORMATS[FormatName.SARIF]))
    SARIF.validate(log)
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def test_the_schema_of_sarif_is_a_schema() -> None:
    Draft4Validator.check_schema(SARIF.schema)
    assert not SARIF.is_valid({"version": "2.1.0", "runs": [{}]})


def test_sarif_has_what_a_viewer_looks_for() -> None:
    made = fixed_report()
    run = sarif(made)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    # GitHub refuses rules without any of these.
    assert all({"shortDescription", "fullDescription", "help"} <= rule.keys() for rule in rules)
    assert run["tool"]["driver"]["version"] == "1.2.3"
    assert run["columnKind"] == "unicodeCodePoints"
    assert len(run["results"]) == len(made.findings)
    for result, (source, found) in zip(run["results"], made.findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == found.code
        assert result["level"] == {"error": "error", "warning": "warning", "info": "note"}[found.severity]
        (location,) = result["locations"]
        region = location["physicalLocation"]["region"]
        assert offsets(source.text, region) == tuple(found.span)
        assert len(result.get("relatedLocations", [])) == len(found.related)
        assert ("fixes" in result) == (found.fix is not None)
    assert any("relatedLocations" in result for result in run["results"])
    assert sum("fixes" in result for result in run["results"]) >= 2


def test_sarif_of_nothing_has_no_result() -> None:
    assert sarif(report(("a.rocks", CLEAN)))["results"] == []


def offsets(text: str, region: dict[str, int]) -> tuple[int, int]:
    """The stretch of a text that a region means, columns being characters from 1, the end not included."""
    lines = text.split("\n")

    def offset(line: int, column: int) -> int:
        return sum(len(each) + 1 for each in lines[: line - 1]) + column - 1

    start, end = ((region[f"{which}Line"], region[f"{which}Column"]) for which in ("start", "end"))
    return offset(*start), offset(*end)


def test_a_fix_of_sarif_can_be_applied() -> None:
    text = '[Event "Олена \U0001f600"] round 1 lot N N 1|4 +10\n'
    made = report(("a.rocks", text))
    made = made._replace(
        findings=tuple((source, _with_fix(source, found)) for source, found in made.findings)
    )
    (result,) = [result for result in sarif(made)["results"] if result["ruleId"] == "S401"]
    ((change,),) = [fix["artifactChanges"] for fix in result["fixes"]]
    assert change["artifactLocation"] == result["locations"][0]["physicalLocation"]["artifactLocation"]
    (replacement,) = change["replacements"]
    start, end = offsets(text, replacement["deletedRegion"])
    assert text[:start] + replacement["insertedContent"]["text"] + text[end:] == text.replace("+10", "+7")


def test_a_fix_of_sarif_says_whether_it_is_safe() -> None:
    told = [
        sarif(one(fix=Fix((Edit(Span(0, 1), ""),), safe)))["results"][0]["fixes"][0]["description"]["text"]
        for safe in (True, False)
    ]
    assert "leaves every claim" in told[0]
    assert "changes what the record claims" in told[1]


# --------------------------------------------------------------------------------------------- fingerprints


def test_no_two_findings_have_one_fingerprint() -> None:
    twice = "round 1\nlot N\nN 1|4 +10\n" * 3
    made = report(("a.rocks", twice), ("b.rocks", twice), ("c.rocks", " ".join(["x"] * 50)))
    prints = list(fingerprints(made))
    assert len(prints) == len(made.findings) == len(set(prints))
    issues = json.loads(written(made, FORMATS[FormatName.GITLAB]))
    results = sarif(made)["results"]
    assert [issue["fingerprint"] for issue in issues] == prints
    assert [result["partialFingerprints"] for result in results] == [{"rocksFinding/v1": p} for p in prints]


EDITS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("a match before it", lambda text: f'[Event "new"]\nround 1\nlot N\nN 1|1\n\n{text}'),
    ("another line before it", lambda text: text.replace("lot N", "lot N { counted }\n")),
    ("white space", lambda text: text.replace("N 1|4", "  N   1|4")),
    ("a line after it", lambda text: f"{text}E 4|4\n"),
    ("CRLF", lambda text: text.replace("\n", "\r\n")),
)


@pytest.mark.parametrize(("what", "edit"), EDITS, ids=[row[0] for row in EDITS])
def test_a_fingerprint_outlives_other_edits(what: str, edit: Callable[[str], str]) -> None:
    def wrong_points(text: str) -> list[str]:
        made = report(("a.rocks", text))
        pairs = zip(made.findings, fingerprints(made), strict=True)
        return [fingerprint for (_, found), fingerprint in pairs if found.code == "S401"]

    assert wrong_points(edit(WRONG)) == wrong_points(WRONG) != []


def test_the_fingerprints_of_one_endless_line_take_no_time() -> None:
    source = Source("a.rocks", "x" * 2_000_000)
    found = tuple(
        (source, diagnostic("S401", Span(at, at + 1), verbatim("m"))) for at in range(0, 2_000_000, 1000)
    )
    assert len(set(fingerprints(LintReport("1", found, ("a.rocks",), 1)))) == 2000


# ------------------------------------------------------------------------------------- junit, gitlab, json


def test_junit_counts_what_fails() -> None:
    records = (("wrong.rocks", WRONG), ("warned.rocks", WARNED), ("clean.rocks", CLEAN))
    for strict in (False, True):
        made = report(*records, strict=strict)
        tree = ElementTree.fromstring(written(made, FORMATS[FormatName.JUNIT]))
        suites = tree.findall("testsuite")
        assert [suite.attrib["name"] for suite in suites] == [name for name, _ in records]
        for node in (tree, *suites):
            cases = list(node.iter("testcase"))
            assert node.attrib["tests"] == str(len(cases))
            for kind, count in (("failure", "failures"), ("skipped", "skipped")):
                assert node.attrib[count] == str(sum(case.find(kind) is not None for case in cases))
        failed = [case for case in tree.iter("testcase") if case.find("failure") is not None]
        names = [case.attrib["name"].split(" at ")[0] for case in failed]
        assert names == ["S401 wrong-points", *["S402 unclaimed-points"] * strict]
        assert all(case.attrib["file"] == case.attrib["classname"] for case in tree.iter("testcase"))
        assert not list(suites[2].iter("failure"))


def test_gitlab_has_what_it_asks_for() -> None:
    issues = json.loads(written(fixed_report(), FORMATS[FormatName.GITLAB]))
    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert issue["location"]["lines"]["begin"] >= 1
        assert not issue["location"]["path"].startswith("./")
    assert {issue["severity"] for issue in issues} == {"info", "minor", "major"}


def test_json_follows_its_schema() -> None:
    document = json.loads(written(fixed_report(), FORMATS[FormatName.JSON]))
    Draft202012Validator(json.loads(schema("diagnostics"))).validate(document)
    lines = written(fixed_report(), FORMATS[FormatName.JSONL]).splitlines()
    assert [json.loads(line) for line in lines] == document["diagnostics"]


# --------------------------------------------------------------------------------------------- the command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few records, in which the command is run."""
    for name, text in {"wrong": WRONG, "warned": WARNED, "info": INFO, "clean": CLEAN}.items():
        (tmp_path / f"{name}.rocks").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rocks_lint(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """The exit code of `rocks lint`, and what it wrote to the two outputs."""
    result = runner.invoke(app, ["lint", *arguments], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", FormatName)
def test_a_file_gets_what_would_be_shown(name: FormatName) -> None:
    code, shown, _ = rocks_lint("--output-format", name, ".")
    assert code == 1
    assert shown
    written_code, out, err = rocks_lint("--output-format", name, "--output-file", "out.txt", ".")
    assert (written_code, out, err) == (1, "", "")
    assert Path("out.txt").read_text(encoding="utf-8") == shown
    assert rocks_lint("--output-format", name, "--output-file", "-", ".") == (1, shown, "")


@pytest.mark.usefixtures("folder")
def test_a_file_is_replaced_whole() -> None:
    Path("out.txt").write_text("a report from yesterday\n" * 100, encoding="utf-8")
    assert rocks_lint("--output-format", "concise", "--output-file", "out.txt", "clean.rocks") == (0, "", "")
    assert Path("out.txt").read_text(encoding="utf-8") == ""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("target", ["no/such/folder/out.txt", ".", ""])
def test_a_file_that_cannot_be_written(target: str) -> None:
    code, out, err = rocks_lint("--output-file", target, "wrong.rocks")
    assert (code, out) == (3, "")
    assert "cannot write" in err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", FormatName)
def test_infos_are_hidden_from_people_only(name: FormatName) -> None:
    _, shown, _ = rocks_lint("--output-format", name, "info.rocks")
    assert ("L202" in shown.replace('"id": "L202"', "")) == (not FORMATS[name].for_people)
    assert "L202" in rocks_lint("--output-format", name, "--show-info", "info.rocks")[1]


@pytest.mark.usefixtures("folder")
def test_statistics_come_after_the_report() -> None:
    names = ["wrong.rocks", "warned.rocks", "info.rocks"]
    Path("again.rocks").write_text(WARNED, encoding="utf-8")
    for name in ("text", "concise"):
        plain = rocks_lint("--output-format", name, *names, "again.rocks")[1]
        code, shown, _ = rocks_lint("--output-format", name, "--statistics", *names, "again.rocks")
        assert code == 1
        assert shown == plain + (
            "\ncount  code  name              severity\n"
            "    2  S402  unclaimed-points  warning\n"
            "    1  S401  wrong-points      error\n"
        )
    assert "L202" in rocks_lint("--statistics", "--show-info", *names)[1].split("count  code")[1]
    assert "count" not in rocks_lint("--statistics", "clean.rocks")[1]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", [name for name in FormatName if not FORMATS[name].for_people])
def test_statistics_are_kept_out_of_what_programs_read(name: FormatName) -> None:
    code, out, err = rocks_lint("--output-format", name, "--statistics", "wrong.rocks")
    assert (code, out) == (2, "")
    assert "concise" in err


@pytest.mark.parametrize("name", FormatName)
def test_standard_input(name: FormatName) -> None:
    code, shown, _ = rocks_lint("--output-format", name, "-", stdin=WRONG)
    assert code == 1
    assert "S401" in shown
    if name is FormatName.GITHUB:
        assert "file=" not in shown
        assert "title=S401 wrong-points::<stdin>:3:7: S401 error" in shown
    elif name is FormatName.SARIF:
        (run,) = json.loads(shown)["runs"]
        location = run["results"][0]["locations"][0]["physicalLocation"]
        assert location["artifactLocation"] == {"uri": "%3Cstdin%3E"}
    elif name is FormatName.JUNIT:
        assert {case.attrib["file"] for case in ElementTree.fromstring(shown).iter("testcase")} == {"<stdin>"}
    else:
        assert "<stdin>" in shown


def test_a_report_of_files_whose_names_are_no_utf8(folder: Path) -> None:
    raw = os.fsencode(folder) + b"/\xff.rocks"
    try:
        Path(os.fsdecode(raw)).write_text(WRONG, encoding="utf-8")
    except OSError:
        pytest.skip("no such names here")
    for name in FormatName:
        code, out, _ = rocks_lint("--output-format", name, "--output-file", "out.txt", ".")
        assert (code, out) == (1, "")
    assert rocks_lint("--output-format", "sarif", os.fsdecode(b"\xff.rocks"))[1].count('"%FF.rocks"') >= 1
