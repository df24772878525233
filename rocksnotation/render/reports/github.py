"""Workflow commands of GitHub Actions: each finding is shown on the line that it concerns.

A runner takes the command out of the log and leaves its message, so that the message names the place too.
"""

from __future__ import annotations

from rocksnotation.diagnostics import Diagnostic, Severity, Source
from rocksnotation.messages import Tell
from rocksnotation.render.reports.form import STDIN, Format, path
from rocksnotation.render.text import Style, headline, plain, related_lines
from rocksnotation.text import safe

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_IN_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_DATA | str.maketrans({":": "%3A", ",": "%2C"})


def _command(source: Source, found: Diagnostic, style: Style = plain, tell: Tell = str) -> str:
    properties = _place(source, found) | {"title": f"{found.code} {found.rule.name}"}
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = "\n".join([headline(source, found, tell=tell), *related_lines(source, found, tell)])
    return f"::{_COMMANDS[found.severity]} {listed}::{message.translate(_IN_DATA)}"


def _property(value: str) -> str:
    return safe(value.translate(_IN_PROPERTY))


def _place(source: Source, found: Diagnostic) -> dict[str, object]:
    """File and lines, and the columns of what stands on one line: with more, columns are refused."""
    if source.name == STDIN:
        return {}
    start, end = source.place(found.span.start), source.place(found.span.end)
    place: dict[str, object] = {"file": path(source.name), "line": start.line, "endLine": end.line}
    return place | {"col": start.column, "endColumn": end.column} if start.line == end.line else place


FORMAT = Format(each=_command)
