"""A progress bar on standard error with rate and time left, where that is a terminal and the work is long."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from rocksnotation.cli import files

_LONG_WORK_FILES = 200
_LONG_WORK_BYTES = 2_000_000


class Progress:
    """How much of some files has been dealt with."""

    def __init__(self, names: Sequence[str], label: str) -> None:
        self._sizes = {name: files.size_of(name) for name in names}
        self.bytes = sum(self._sizes.values())
        self._is_long = len(names) >= _LONG_WORK_FILES or self.bytes >= _LONG_WORK_BYTES
        self._label = label
        self._before = self._at = 0
        self._started = time.monotonic()
        self._bar: Any = None

    def shown(self) -> AbstractContextManager[object]:
        """Shows the bar for as long as the work lasts."""
        if not (self._is_long and self.bytes and sys.stderr.isatty()):
            return nullcontext()
        import typer

        self._bar = typer.progressbar(
            length=self.bytes, label=self._label, file=sys.stderr, item_show_func=self._rate
        )
        shown: AbstractContextManager[object] = self._bar
        return shown

    def at(self, size: int) -> None:
        """So many bytes of the file at hand have been dealt with."""
        self._move(self._before + size)

    def done(self, name: str) -> None:
        """The file at hand has been dealt with."""
        self._before += self._sizes.get(name, 0)
        self._move(self._before)

    def _move(self, to: int) -> None:
        by = to - self._at
        if by > 0:
            self._at = to
            if self._bar is not None:
                self._bar.update(by)

    def _rate(self, _: object) -> str:
        return f"{self._at / 1e6 / max(time.monotonic() - self._started, 0.001):.1f} MB/s"
