"""How often each code was found."""

from __future__ import annotations

from rocksnotation.messages import Tell, say
from rocksnotation.render.reports.form import LintReport
from rocksnotation.rules import RULES, Severity

# translators: these four are the headings of the table that counts the findings of each code
_HEADINGS = say("count"), say("code"), say("name"), say("severity")


def statistics(report: LintReport, tell: Tell = str) -> str:
    """An empty line and a table of what was shown: count, code, name, severity, the most frequent first.

    A code stands in it twice where some of its findings are milder than usual. Nothing where it was not asked
    for, and nothing where there is nothing to count.
    """
    counts = {
        (code, severity): number
        for (code, severity), number in report.counts.codes.items()
        if report.show_info or severity is not Severity.INFO
    }
    if not report.statistics or not counts:
        return ""
    rows = [tuple(tell(heading) for heading in _HEADINGS)]
    for (code, severity), number in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
        rows.append((str(number), code, RULES[code].name, str(severity)))
    widest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(
        f"\n{number:>{widest[0]}}  {code:<{widest[1]}}  {name:<{widest[2]}}  {severity}"
        for number, code, name, severity in rows
    )
