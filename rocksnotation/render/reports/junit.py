"""JUnit XML, as CI systems read it: a suite for each file, and a case for each finding in it.

What makes the run fail is a failed case; other findings are skipped cases, which are shown and fail nothing.
A file without findings has one case that passes. The names of cases are the same in every language: by them
CI systems tell from run to run which is which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rocksnotation.diagnostics import Diagnostic, Source
from rocksnotation.messages import Tell
from rocksnotation.render.reports.form import Format, LintReport, path, sentence
from rocksnotation.render.text import finding
from rocksnotation.text import safe

_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_NO_XML = re.compile("[\ufffe\uffff]")


def _document(report: LintReport, tell: Tell = str) -> str:
    return "\n".join(_lines(report, tell))


def _lines(report: LintReport, tell: Tell) -> Iterator[str]:
    by_file: dict[str, list[tuple[Source, Diagnostic]]] = {name: [] for name in report.files}
    for source, found in report.findings:
        by_file[source.name].append((source, found))
    failures = sum(report.fails(found) for _, found in report.findings)
    tests = sum(max(1, len(findings)) for findings in by_file.values())
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    skipped = len(report.findings) - failures
    yield f'<testsuites name="rocks lint" tests="{tests}" failures="{failures}" skipped="{skipped}" errors="0">'
    for name, findings in by_file.items():
        failures = sum(report.fails(found) for _, found in findings)
        yield (
            f'  <testsuite name="{_xml(path(name))}" tests="{max(1, len(findings))}" '
            f'failures="{failures}" skipped="{len(findings) - failures}" errors="0">'
        )
        for source, found in findings:
            yield from _case(source, found, report.fails(found), tell)
        if not findings:
            file = _xml(path(name))
            yield f'    <testcase name="nothing to report" classname="{file}" file="{file}"/>'
        yield "  </testsuite>"
    yield "</testsuites>"


def _case(source: Source, found: Diagnostic, fails: bool, tell: Tell) -> Iterator[str]:
    place = source.place(found.span.start)
    file = _xml(path(source.name))
    name = f"{found.code} {found.rule.name} at {place.line}:{place.column}"
    message = _xml(sentence(found, tell))
    yield f'    <testcase name="{name}" classname="{file}" file="{file}" line="{place.line}">'
    if fails:
        body = "\n".join(map(_xml, finding(source, found, tell=tell).split("\n")))
        yield f'      <failure type="{found.severity}" message="{message}">{body}</failure>'
    else:
        yield f'      <skipped type="{found.severity}" message="{message}"/>'
    yield "    </testcase>"


def _xml(text: str) -> str:
    """One line for XML 1.0: what it cannot hold is written as an escape that people can see."""
    return _NO_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", safe(text)).translate(_MARKUP)


FORMAT = Format(end=_document)
