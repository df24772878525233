"""SARIF 2.1.0, the OASIS standard for the results of static analysis.

Tells every code of the table as a rule, so that a clean run says what was checked.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from rocksnotation.diagnostics import RULES, Diagnostic, Fix, Related, Rule, Severity, Source, Span
from rocksnotation.lawbook import cited
from rocksnotation.messages import Tell, say
from rocksnotation.render.reports.form import (
    STDIN,
    Format,
    LintReport,
    fingerprints,
    path,
    present,
    sentence,
)
from rocksnotation.text import json_text

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_INDEX = {code: index for index, code in enumerate(RULES)}
_NO_BYTES = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def _document(report: LintReport, tell: Tell = str) -> str:
    results = [
        _result(source, found, fingerprint, tell)
        for (source, found), fingerprint in zip(report.findings, fingerprints(report), strict=True)
    ]
    rules = [_rule(rule, tell) for rule in RULES.values()]
    run = {
        "tool": {"driver": {"name": "rocks", "version": report.version, "rules": rules}},
        **_language(report),
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "defaultEncoding": "utf-8",
        "results": results,
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _language(report: LintReport) -> dict[str, str]:
    """The language of all messages, where it is not that which the standard expects."""
    return {} if report.language == "en" else {"language": report.language}


def _rule(rule: Rule, tell: Tell) -> dict[str, Any]:
    told = tell(rule.says)
    says = f"{told[0].upper()}{told[1:]}."
    full = says
    if rule.law:
        full += " " + tell(cited(rule.law))
    more = tell(say("`rocks explain {code}` says more, with a bad and a good record.", code=rule.code))
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": _message(says),
        "fullDescription": _message(full),
        "help": _message(f"{full} {more}"),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(source: Source, found: Diagnostic, fingerprint: str, tell: Tell) -> dict[str, Any]:
    return present(
        ruleId=found.code,
        ruleIndex=_INDEX[found.code],
        level=_LEVELS[found.severity],
        message=_message(sentence(found, tell)),
        locations=[_location(source, found.span)],
        relatedLocations=[_related(source, number, one, tell) for number, one in enumerate(found.related, 1)],
        # `primaryLocationLineHash` is GitHub's own and is worked out where the file is uploaded.
        partialFingerprints={"rocksFinding/v1": fingerprint},
        fixes=[_fix(source, found.fix, tell)] if found.fix else None,
        properties=present(
            match=found.match, round=found.round, turn=found.turn, address=found.address, law=found.law
        ),
    )


def _related(source: Source, number: int, related: Related, tell: Tell) -> dict[str, Any]:
    return {"id": number, **_location(source, related.span), "message": _message(tell(related.message))}


def _location(source: Source, span: Span) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(source), "region": _region(source, span)}}


def _artifact(source: Source) -> dict[str, str]:
    address = uri(source.name)
    if source.name == STDIN or address.startswith("file:"):
        return {"uri": address}
    return {"uri": address, "uriBaseId": "%SRCROOT%"}


def _region(source: Source, span: Span) -> dict[str, int]:
    start, end = source.place(span.start), source.place(span.end)
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }


def _fix(source: Source, fix: Fix, tell: Tell) -> dict[str, Any]:
    what = (
        say("This fix leaves every claim of the record as it is.")
        if fix.safe
        else say("This fix changes what the record claims.")
    )
    replacements = [
        {"deletedRegion": _region(source, edit.span), "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]
    return {
        "description": _message(tell(what)),
        "artifactChanges": [{"artifactLocation": _artifact(source), "replacements": replacements}],
    }


def _message(text: str) -> dict[str, str]:
    """A plain message: braces would be placeholders, and `](` would make a link of what is in brackets."""
    return {"text": text.replace("{", "{{").replace("}", "}}").replace("](", "\\](")}


def uri(name: str) -> str:
    """The address of a file: relative where its name is, else of the scheme `file`; percent-encoded UTF-8.

    A byte of a file name that is no UTF-8 stays that byte.
    """
    posix = _NO_BYTES.sub("\ufffd", path(name)).encode("utf-8", "surrogateescape")
    if not PurePath(name).is_absolute():
        return quote(posix, safe="/")
    return f"file://{'' if posix.startswith(b'/') else '/'}{quote(posix, safe='/:')}"


FORMAT = Format(end=_document)
