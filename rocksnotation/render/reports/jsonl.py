"""JSON lines: each finding as in the diagnostics document, on a line of its own."""

from __future__ import annotations

from rocksnotation.diagnostics import Diagnostic, Source
from rocksnotation.jsonform import diagnostic_to_json
from rocksnotation.messages import Tell
from rocksnotation.render.reports.form import Format
from rocksnotation.render.text import Style, plain
from rocksnotation.text import json_text


def _line(source: Source, found: Diagnostic, style: Style = plain, tell: Tell = str) -> str:
    return json_text(diagnostic_to_json(source, found, tell))


FORMAT = Format(each=_line)
