"""For people at a terminal: each finding with its line and a caret, and a summary."""

from __future__ import annotations

from rocksnotation.render.reports.form import Format, LintReport
from rocksnotation.render.reports.statistics import statistics
from rocksnotation.render.text import finding, summary


def _end(report: LintReport) -> str:
    shown = [found for _, found in report.shown]
    hidden = len(report.findings) - len(shown)
    told = summary(shown, len(report.files), report.matches, hidden)
    lines = ["", told] if shown else [told]
    lines += filter(None, [_fixes(report)])
    return "\n".join([*lines, *filter(None, [statistics(report)])])


def _fixes(report: LintReport) -> str:
    """How many findings were fixed, and how many can be."""
    fixes = [found.fix for _, found in report.findings if found.fix]
    safe = sum(fix.safe for fix in fixes)
    unsafe = len(fixes) - safe
    if report.fixes:
        done = "would be fixed" if report.fixes.in_diff else "fixed"
        more = f" {unsafe:,} more fixable with --unsafe-fixes." if unsafe and not report.fixes.unsafe else ""
        return f"{report.fixes.number:,} {done}.{more}"
    if safe and unsafe:
        return f"{safe:,} fixable with --fix, {unsafe:,} more with --unsafe-fixes."
    if safe:
        return f"{safe:,} fixable with --fix."
    return f"{unsafe:,} fixable with --fix --unsafe-fixes." if unsafe else ""


FORMAT = Format(each=finding, end=_end, for_people=True)
