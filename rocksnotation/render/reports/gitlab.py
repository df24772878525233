"""The code quality report of GitLab, which tells findings apart by their fingerprints."""

from __future__ import annotations

from rocksnotation.diagnostics import Severity
from rocksnotation.messages import Tell
from rocksnotation.render.reports.form import Format, LintReport, fingerprints, path, sentence
from rocksnotation.text import json_text

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def _document(report: LintReport, tell: Tell = str) -> str:
    issues = [
        {
            "description": f"{found.code} {found.rule.name}: {sentence(found, tell)}",
            "check_name": found.code,
            "fingerprint": fingerprint,
            "severity": _SEVERITIES[found.severity],
            "location": {
                "path": path(source.name),
                "lines": {"begin": source.place(found.span.start).line},
            },
        }
        for (source, found), fingerprint in zip(report.findings, fingerprints(report), strict=True)
    ]
    return json_text(issues, indent=2)


FORMAT = Format(end=_document)
