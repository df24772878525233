"""For people at a terminal: each finding with its line and a caret, and a summary."""

from __future__ import annotations

from collections.abc import Iterator

from rocksnotation.messages import Message, Tell, counted, joined, say
from rocksnotation.render.reports.form import FixesMade, Format, LintReport
from rocksnotation.render.reports.statistics import statistics
from rocksnotation.render.text import finding, summary
from rocksnotation.rules import Severity


def _end(report: LintReport, tell: Tell = str) -> str:
    shown = report.counts.severities
    if not report.show_info:
        del shown[Severity.INFO]
    told = summary(shown, len(report.files), report.matches, report.hidden, report.known, tell)
    lines = ["", told] if shown else [told]
    lines += [tell(message) for message in _fixes(report)]
    return "\n".join([*lines, *filter(None, [statistics(report, tell)])])


def _fixes(report: LintReport) -> Iterator[Message]:
    """How many findings were fixed, and how many can be: a line, or none."""
    safe, unsafe = report.counts.safe_fixes, report.counts.unsafe_fixes
    if report.fixes:
        yield joined(_made(report.fixes, unsafe), " ")
    elif safe and unsafe:
        yield say(
            "{safe}, {unsafe}.",
            safe=counted("{number} fixable with --fix", "{number} fixable with --fix", safe),
            unsafe=counted("{number} more with --unsafe-fixes", "{number} more with --unsafe-fixes", unsafe),
        )
    elif safe:
        yield counted("{number} fixable with --fix.", "{number} fixable with --fix.", safe)
    elif unsafe:
        yield counted(
            "{number} fixable with --fix --unsafe-fixes.",
            "{number} fixable with --fix --unsafe-fixes.",
            unsafe,
        )


def _made(fixes: FixesMade, unsafe: int) -> Iterator[Message]:
    """How many findings were fixed, and how many are left for unsafe fixes."""
    if fixes.in_diff:
        yield counted("{number} would be fixed.", "{number} would be fixed.", fixes.number)
    else:
        yield counted("{number} fixed.", "{number} fixed.", fixes.number)
    if unsafe and not fixes.unsafe:
        yield counted(
            "{number} more fixable with --unsafe-fixes.", "{number} more fixable with --unsafe-fixes.", unsafe
        )


FORMAT = Format(each=finding, end=_end, for_people=True)
