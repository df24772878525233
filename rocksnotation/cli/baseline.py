"""The known findings of a run of `lint`: they are hidden and counted, or gathered and written down."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from rocksnotation import baseline
from rocksnotation.baseline import Baseline, BaselineError, Compared
from rocksnotation.cli import files
from rocksnotation.cli.config import fail, relative
from rocksnotation.cli.output import note
from rocksnotation.cli.shared import write_file
from rocksnotation.diagnostics import Diagnostic
from rocksnotation.events import Record
from rocksnotation.text import safe


class KnownFindings:
    """Which findings are known, by the baseline of each file. `of` has its path, or None, for each name."""

    def __init__(self, of: Mapping[str, str | None]) -> None:
        self._of = of
        self._baselines = {path: _load(path) for path in dict.fromkeys(of.values()) if path}
        self._hidden = dict.fromkeys(self._baselines, 0)
        self._gone = dict.fromkeys(self._baselines, 0)

    def new(
        self, name: str, record: Record, found: Iterable[Diagnostic], wanted: Callable[[str], bool]
    ) -> tuple[Diagnostic, ...]:
        """The findings of one input that are not known."""
        compared = self._compared(name, record, found, wanted)
        if path := self._of[name]:
            self._hidden[path] += compared.hidden
            self._gone[path] += compared.gone
        return compared.new

    def not_known(
        self, name: str, record: Record, found: Iterable[Diagnostic], wanted: Callable[[str], bool]
    ) -> tuple[Diagnostic, ...]:
        """As `new`, where findings are only looked at on the way: nothing is counted."""
        return self._compared(name, record, found, wanted).new

    def _compared(
        self, name: str, record: Record, found: Iterable[Diagnostic], wanted: Callable[[str], bool]
    ) -> Compared:
        path = self._of[name]
        if not path:
            return Compared(tuple(found), 0, 0)
        return self._baselines[path].compare(_named(name, path), record, found, wanted)

    def tell(self) -> None:
        """Notes of each baseline how much it hid, and how much of it is out of date."""
        for path, known in self._baselines.items():
            read = {_named(name, path) for name, its in self._of.items() if its == path}
            gone = self._gone[path] + sum(
                count for file, count in known.files().items() if file not in read and _is_lost(file, path)
            )
            old = f"; {gone:,} that it knows no longer occur{'s' * (gone == 1)}" if gone else ""
            if self._hidden[path] or gone:
                note(f"rocks: {safe(path)}: {_findings(self._hidden[path])} known, and hidden{old}")


class NewBaseline:
    """Gathers every finding of a run, to be known from now on."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: list[baseline.Known] = []

    def add(self, name: str, record: Record, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Remembers the findings of one input; returns those that cannot be known."""
        found = tuple(found)
        self._known += baseline.remembered(_named(name, self._path), record, found)
        return tuple(one for one in found if not baseline.can_be_known(one))

    def write(self) -> bool:
        """Writes the file in one step, and tells; whether it could be written."""
        if not write_file(self._path, baseline.dumps(baseline.baseline_of(self._known))):
            return False
        note(f"rocks: {safe(self._path)}: {_findings(len(self._known))} known from now on")
        return True


def _named(name: str, path: str) -> str:
    """How the baseline at a path names an input: from its own folder."""
    return name if name == files.STDIN else relative(name, os.path.dirname(path) or ".")


def _is_lost(file: str, path: str) -> bool:
    return file != files.STDIN and not os.path.exists(os.path.join(os.path.dirname(path), file))


def _findings(number: int) -> str:
    return f"{number:,} finding{' is' if number == 1 else 's are'}"


def _load(path: str) -> Baseline:
    one = files.read(path)
    if isinstance(one, files.Unreadable):
        fail(f"cannot read the baseline {path}: {one.why}")
    try:
        return baseline.loads(one.data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        fail(f"{path}: no baseline: not UTF-8 text at byte offset {error.start:,}")
    except BaselineError as error:
        fail(f"{path}: no baseline: {error}")
