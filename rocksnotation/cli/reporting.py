"""Where the report of `rocks lint` goes: shown while it comes about, or written to a file at the end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rocksnotation.cli import files, output
from rocksnotation.cli.shared import write_file
from rocksnotation.cli.speech import tell
from rocksnotation.render.reports import Finding, Format, LintReport, written

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic, Source


class Reporting:
    """Shows a report, or writes it to a file; `aside` shows it on standard error."""

    def __init__(self, form: Format, output_file: str | None, show_info: bool, aside: bool) -> None:
        self._form = form
        self._file = None if output_file == files.STDIN else output_file
        self._show_info = show_info
        self._show = output.aside if aside else output.put
        self._style = output.style_for(sys.stderr if aside else sys.stdout)
        self.kept: list[Finding] = []

    def found(self, source: Source, found: Diagnostic) -> None:
        """Shows one finding, if the format shows findings one by one; otherwise it is kept for the end."""
        if self._form.each is None or self._file is not None:
            self.kept.append((source, found))
        elif self._form.shows(found, self._show_info):
            self._show(self._form.each(source, found, self._style, tell))

    def end(self, report: LintReport) -> bool:
        """Shows the end of the report, or writes the whole; whether it could be written."""
        if self._file is not None:
            return write_file(self._file, written(report, self._form, tell))
        if end := self._form.end(report, tell):
            self._show(end)
        return True
