"""The known findings of a run of `lint`: they are hidden and counted, or gathered and written down.

Inputs have the paths by which settings know them too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from rocksnotation.cli import files
from rocksnotation.cli.config import fail, fail_of
from rocksnotation.cli.output import note
from rocksnotation.cli.shared import write_file
from rocksnotation.messages import counted, joined, say
from rocksnotation.text import decoded, not_utf8

if TYPE_CHECKING:  # what a baseline is, is imported only where there is one
    from rocksnotation.baseline import Baseline, Compared, Known
    from rocksnotation.diagnostics import Diagnostic
    from rocksnotation.events import Record


class KnownFindings:
    """Which findings are known, by the baseline of each input. `of` has its file, or None, for each path."""

    def __init__(self, of: Mapping[str, str | None]) -> None:
        self._of = of
        self._baselines = {path: _load(path) for path in dict.fromkeys(of.values()) if path}
        self._hidden = dict.fromkeys(self._baselines, 0)
        self._gone = dict.fromkeys(self._baselines, 0)

    def new(
        self, path: str, record: Record, found: Iterable[Diagnostic], wanted: Callable[[str], bool]
    ) -> tuple[Diagnostic, ...]:
        """The findings of one input that are not known."""
        file = self._of[path]
        if not file:
            return tuple(found)
        compared = self._compared(path, file, record, found, wanted)
        self._hidden[file] += compared.hidden
        self._gone[file] += compared.gone
        return compared.new

    def not_known(
        self, path: str, record: Record, found: Iterable[Diagnostic], wanted: Callable[[str], bool]
    ) -> tuple[Diagnostic, ...]:
        """As `new`, where findings are only looked at on the way: nothing is counted."""
        file = self._of[path]
        return self._compared(path, file, record, found, wanted).new if file else tuple(found)

    def _compared(
        self,
        path: str,
        file: str,
        record: Record,
        found: Iterable[Diagnostic],
        wanted: Callable[[str], bool],
    ) -> Compared:
        return self._baselines[file].compare(_named(path, file), record, found, wanted)

    def looks_at(self, path: str) -> bool:
        """Whether the findings of one input are compared with any."""
        return bool(self._of[path])

    @property
    def number(self) -> int:
        """How many findings were known so far, and left out."""
        return sum(self._hidden.values())

    def close(self) -> bool:
        """Notes of each baseline how much it hid, and how much of it is out of date. Always well done."""
        for file, known in self._baselines.items():
            read = {_named(path, file) for path, its in self._of.items() if its == file}
            gone = self._gone[file] + sum(
                count for name, count in known.files().items() if name not in read and _is_lost(name, file)
            )
            if self._hidden[file] or gone:
                _note_known(file, self._hidden[file], gone)
        return True


class NewBaseline:
    """Gathers every finding of a run, to be known from now on."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._known: list[Known] = []

    def new(
        self, path: str, record: Record, found: Iterable[Diagnostic], wanted: Callable[[str], bool]
    ) -> tuple[Diagnostic, ...]:
        """Remembers the findings of one input; returns those that cannot be known."""
        from rocksnotation import baseline

        found = tuple(found)
        self._known += baseline.remembered(_named(path, self._file), record, found)
        return tuple(one for one in found if not baseline.can_be_known(one))

    def not_known(
        self, path: str, record: Record, found: Iterable[Diagnostic], wanted: Callable[[str], bool]
    ) -> tuple[Diagnostic, ...]:
        """Every finding: none is known yet."""
        return tuple(found)

    def looks_at(self, path: str) -> bool:
        """Whether the findings of one input are gathered: those of every one are."""
        return True

    @property
    def number(self) -> int:
        """How many findings were gathered so far."""
        return len(self._known)

    def close(self) -> bool:
        """Writes the file in one step, and tells; whether it could be written."""
        from rocksnotation import baseline

        if not write_file(self._file, baseline.dumps(baseline.baseline_of(self._known))):
            return False
        note(
            counted(
                "{file}: {number} finding is known from now on",
                "{file}: {number} findings are known from now on",
                len(self._known),
                file=self._file,
            )
        )
        return True


def _named(path: str, file: str) -> str:
    """How a baseline's file names an input: from its own folder."""
    return path if path == files.STDIN else files.relative(path, os.path.dirname(file) or ".")


def _is_lost(name: str, file: str) -> bool:
    return name != files.STDIN and not os.path.exists(os.path.join(os.path.dirname(file), name))


def _note_known(file: str, hidden: int, gone: int) -> None:
    parts = [
        counted(
            "{file}: {number} finding is known, and hidden",
            "{file}: {number} findings are known, and hidden",
            hidden,
            file=file,
        )
    ]
    if gone:
        parts.append(
            # translators: after "3 findings are known, and hidden; "
            counted("{number} that it knows no longer occurs", "{number} that it knows no longer occur", gone)
        )
    note(joined(parts, "; "))


def _load(file: str) -> Baseline:
    one = files.read(file)
    if isinstance(one, files.Unreadable):
        fail(say("cannot read the baseline {file}: {why}", file=file, why=one.why))
    text = decoded(one.data)
    if isinstance(text, int):
        fail_of(file, say("no baseline: {why}", why=not_utf8(text)))
    from rocksnotation import baseline

    try:
        return baseline.loads(text)
    except baseline.BaselineError as error:
        fail_of(file, say("no baseline: {why}", why=error.message))
