"""The findings of a run in every form that people and tool chains read. Finds nothing and prints nothing.

A further format is one module with its `FORMAT`, and one row in each of the two tables here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from rocksnotation.messages import Tell
from rocksnotation.render.reports import concise, github, gitlab, json, jsonl, junit, sarif, text
from rocksnotation.render.reports.form import Finding, FixesMade, Format, LintReport
from rocksnotation.render.text import plain

__all__ = ["FORMATS", "Finding", "FixesMade", "Format", "FormatName", "LintReport", "written"]


class FormatName(StrEnum):
    """The formats by the names that people choose them by."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSONL = "jsonl"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"
    GITLAB = "gitlab"


FORMATS: Mapping[FormatName, Format] = {
    FormatName.TEXT: text.FORMAT,
    FormatName.CONCISE: concise.FORMAT,
    FormatName.JSON: json.FORMAT,
    FormatName.JSONL: jsonl.FORMAT,
    FormatName.GITHUB: github.FORMAT,
    FormatName.SARIF: sarif.FORMAT,
    FormatName.JUNIT: junit.FORMAT,
    FormatName.GITLAB: gitlab.FORMAT,
}
"""Every format."""


def written(report: LintReport, form: Format, tell: Tell = str) -> str:
    """A whole report without colours; every line ends in LF."""
    each = [
        form.each(source, found, plain, tell)
        for source, found in report.findings
        if form.each and form.shows(found, report.show_info)
    ]
    return "".join(f"{part}\n" for part in (*each, form.end(report, tell)) if part)
