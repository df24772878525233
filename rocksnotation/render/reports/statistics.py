"""How often each code was found."""

from __future__ import annotations

from collections import Counter

from rocksnotation.diagnostics import RULES
from rocksnotation.render.reports.form import LintReport


def statistics(report: LintReport) -> str:
    """An empty line and a table of what was shown: count, code, name, severity, the most frequent first.

    A code stands in it twice where some of its findings are milder than usual. Nothing where it was not asked
    for, and nothing where there is nothing to count.
    """
    if not report.statistics or not report.shown:
        return ""
    counts = Counter((found.code, found.severity) for _, found in report.shown)
    rows = [("count", "code", "name", "severity")]
    for (code, severity), count in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
        rows.append((f"{count:>5}", code, RULES[code].name, str(severity)))
    width = max(len(name) for _, _, name, _ in rows)
    return "".join(f"\n{count}  {code}  {name:<{width}}  {severity}" for count, code, name, severity in rows)
