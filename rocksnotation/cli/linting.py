"""One run of `rocks lint` over its inputs: what is found, and of that what is asked for and new. Shows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocksnotation.blocks import not_text, plain
from rocksnotation.choice import Choice
from rocksnotation.cli import files
from rocksnotation.cli.baseline import KnownFindings, NewBaseline
from rocksnotation.cli.cache import Cache, digest_of
from rocksnotation.cli.config import InForce
from rocksnotation.cli.fixing import Fixing
from rocksnotation.cli.jobs import LargePart, Part, SmallFile, in_order
from rocksnotation.cli.output import refused
from rocksnotation.cli.packing import Damaged
from rocksnotation.cli.shared import Inputs, form_of, read_record
from rocksnotation.forms import Form
from rocksnotation.messages import say
from rocksnotation.scan import Examined, Found, examined, moved
from rocksnotation.stretches import Piece, pieces

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic
    from rocksnotation.events import Record
    from rocksnotation.render.reports import Finding


@dataclass(frozen=True, slots=True)
class Asked:
    """The codes that the command line asks for, and those that it does not want; None where it is silent."""

    select: tuple[str, ...] | None
    ignore: tuple[str, ...] | None

    @classmethod
    def of(cls, select: list[str] | None, ignore: list[str] | None) -> Asked:
        """What some options ask for. A code that there is not ends the command."""
        asked = cls(_codes(select), _codes(ignore))
        for code in Choice(asked.select or (), asked.ignore or ()).unknown():
            raise refused(say("there is no code {code}; `rocks rules` lists them", code=code))
        return asked

    def choice(self, path: str, in_force: InForce) -> Choice:
        """The codes that are wanted of one input: what is asked for stands in the place of its settings.

        What is selected by hand is not ignored by the settings, but for what they ignore in some files only.
        """
        ignore = self.ignore
        if ignore is None:
            ignore = in_force.config.ignore if self.select is None else ()
        select = in_force.config.select if self.select is None else self.select
        return Choice(select, (*ignore, *in_force.ignored_in(path)))


def _codes(values: list[str] | None) -> tuple[str, ...] | None:
    if values is None:
        return None
    return tuple(code for value in values for code in value.upper().replace(",", " ").split())


@dataclass(slots=True)
class _File:
    """An input that is examined part by part, and how far that is."""

    name: str
    path: str
    matches: int = 0
    lines: int = 0
    rest: bytes = b""
    is_clean: bool = True

    def placed(self, part: Part, result: Examined) -> Iterator[Found]:
        """What is found in the next part, as it is in the whole file."""
        if self.rest and isinstance(part, LargePart):
            rest, self.rest = self.rest, b""
            before = Piece(rest, rest.count(b"\n"))
            if not part.piece.is_whole:
                yield from self._moved(examined(before, part.name))
            else:  # rare: something was left open where the file was cut
                together = Piece(rest + part.piece.data, before.lines + part.piece.lines)
                result = examined(together, part.name, part.is_last)
        yield from self._moved(result)

    def _moved(self, result: Examined) -> Iterator[Found]:
        for found in result.found:
            self.is_clean = False
            yield moved(found, self.matches, self.lines)
        self.matches += result.matches
        self.lines += result.lines
        self.rest = result.rest


@dataclass(frozen=True, slots=True)
class _Whole:
    """An input that is looked at as a whole."""

    input: files.Stored
    form: Form


@dataclass(frozen=True, slots=True)
class _Finished:
    """The end of an input that is examined part by part; `digest` is that of its bytes, if it is to be remembered."""

    digest: str | None = None


class LintRun:
    """Reads, checks and mends the inputs one by one, and gives their findings while it goes on.

    After that it knows the names of what it read, how many matches there were, and whether an input was no
    record. Text is examined part by part, and parts by `jobs` processes; what is mended, compared with a
    baseline, or JSON, is looked at as a whole.
    """

    def __init__(
        self,
        inputs: Inputs,
        in_force: Mapping[str, InForce],
        asked: Asked,
        fixing: Fixing,
        known: KnownFindings | NewBaseline,
        jobs: int = 1,
        cache: Cache | None = None,
    ) -> None:
        self._inputs = inputs
        self._in_force = in_force
        self._asked = asked
        self._fixing = fixing
        self._known = known
        self._jobs = jobs
        self._cache = cache
        self.names: list[str] = []
        self.matches = 0
        self.refused = False

    def __iter__(self) -> Iterator[Finding]:
        with self._inputs.progress.shown():
            file = _File("", "")
            for item, result in in_order(self._items(), self._jobs, self._cache):
                match item:
                    case files.Unreadable():
                        self._inputs.tell(item)
                        self._inputs.progress.done(item.name)
                    case _Whole():
                        yield from self._whole(item)
                        self._inputs.progress.done(item.input.name)
                    case _File():
                        file = item
                    case Found():
                        file.is_clean = False
                        yield from self._wanted(file, item)
                    case SmallFile() | LargePart() if result:
                        for found in file.placed(item, result):
                            yield from self._wanted(file, found)
                        self._inputs.progress.at(item.at)
                    case _Finished():
                        self._finish(file, item)

    def _items(self) -> Iterator[object]:
        """What is to be done for each input, in their order: parts to be examined, and what stands between them."""
        for one in self._inputs.each():
            try:
                yield from [one] if isinstance(one, files.Unreadable) else self._of(one)
            except Damaged as damage:
                yield files.Unreadable(one.name, damage.why)

    def _of(self, one: files.Stored) -> Iterator[object]:
        form = form_of(one)
        if form is not Form.ROCKS or self._fixing.is_on or self._known.looks_at(one.path):
            yield _Whole(one, form)
            return
        file = _File(one.name, one.path)
        if one.small is not None:
            yield from (file, SmallFile(one.name, one.small), _Finished())
            return
        digest = self._cache and digest_of(one.stored())
        known = self._cache.matches(digest) if self._cache and digest else None
        if known is not None:
            file.matches = known
            yield from (file, _Finished())
            return
        refused = not_text(one.blocks, one.name)
        yield file
        if refused:
            yield Found(refused.source, refused.syntax)
        else:
            for piece, is_last in _until_last(pieces(plain(one.blocks()))):
                yield LargePart(one.name, piece, is_last, one.is_at)
        # What has been examined is the same as what the digest was made of, if it still is.
        yield _Finished(digest if digest and digest_of(one.stored()) == digest else None)

    def _wanted(self, file: _File, found: Found) -> Iterator[Finding]:
        choice = self._asked.choice(file.path, self._in_force[file.path])
        return ((found.source, one) for one in found.diagnostics if choice.wants(one))

    def _finish(self, file: _File, end: _Finished) -> None:
        self.names.append(file.name)
        self.matches += file.matches
        if self._cache and end.digest and file.is_clean:
            self._cache.remember(end.digest, file.matches)
        self._inputs.progress.done(file.name)

    def _whole(self, whole: _Whole) -> list[Finding]:
        """What is new in one input that is read as a whole."""
        try:
            one = whole.input.whole()
        except Damaged as damage:
            self._inputs.tell(files.Unreadable(whole.input.name, damage.why))
            return []
        record = read_record(one, whole.form)
        if record is None:
            self.refused = True
            return []
        return self._found(one, record)

    def _found(self, one: files.Input, record: Record) -> list[Finding]:
        """What is new in one input, after its fixes."""
        from rocksnotation.lint import check

        choice = self._asked.choice(one.path, self._in_force[one.path])

        def wanted(record: Record, found: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
            return self._known.not_known(one.path, record, filter(choice.wants, found), choice.wants_code)

        checked = check(record)
        if self._fixing.is_on:
            record, checked = self._fixing.mended(one, record, checked, wanted)
        found = filter(choice.wants, checked.diagnostics)
        new = self._known.new(one.path, record, found, choice.wants_code)
        self.names.append(one.name)
        self.matches += len(record.matches)
        return [(record.source, fault) for fault in new]


def _until_last(parts: Iterable[Piece]) -> Iterator[tuple[Piece, bool]]:
    """Pieces, each with whether it is the last."""
    before = None
    for part in parts:
        if before is not None:
            yield before, False
        before = part
    if before is not None:
        yield before, True
