"""The diagnostics document, which follows its schema."""

from __future__ import annotations

from rocksnotation.jsonform import diagnostics_to_json
from rocksnotation.messages import Tell
from rocksnotation.render.reports.form import Format, LintReport
from rocksnotation.text import json_text


def _document(report: LintReport, tell: Tell = str) -> str:
    document = diagnostics_to_json(report.findings, len(report.files), report.matches, tell)
    return json_text(document, indent=2)


FORMAT = Format(end=_document)
