"""The findings of a run in every form that people and tool chains read. Finds nothing and prints nothing.

A further format is one module with its `FORMAT`, and its name here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib import import_module

from rocksnotation.messages import Tell
from rocksnotation.render.reports.form import Finding, FixesMade, Format, LintReport, Tally
from rocksnotation.render.text import plain

__all__ = ["FORMATS", "Finding", "FixesMade", "Format", "FormatName", "LintReport", "Tally", "written"]


class FormatName(StrEnum):
    """The formats by the names that people choose them by, which are those of their modules."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSONL = "jsonl"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"
    GITLAB = "gitlab"


class _Formats(Mapping[FormatName, Format]):
    """Every format; its module is imported when it is looked at, for a run needs one of them."""

    def __getitem__(self, name: FormatName) -> Format:
        form: Format = import_module(f"{__name__}.{name}").FORMAT
        return form

    def __iter__(self) -> Iterator[FormatName]:
        return iter(FormatName)

    def __len__(self) -> int:
        return len(FormatName)


FORMATS = _Formats()
"""Every format."""


def written(report: LintReport, form: Format, tell: Tell = str) -> str:
    """A whole report without colours; every line ends in LF."""
    each = [
        form.each(source, found, plain, tell)
        for source, found in report.findings
        if form.each and form.shows(found, report.show_info)
    ]
    return "".join(f"{part}\n" for part in (*each, form.end(report, tell)) if part)
