"""One run of `rocks lint` over its inputs: what is found, and of that what is asked for and new. Shows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rocksnotation.blocks import not_text, plain
from rocksnotation.choice import Choice
from rocksnotation.cli import files
from rocksnotation.cli.baseline import KnownFindings, NewBaseline
from rocksnotation.cli.cache import Cache, Digest
from rocksnotation.cli.config import InForce
from rocksnotation.cli.fixing import Fixing
from rocksnotation.cli.jobs import Done, Part, in_order
from rocksnotation.cli.output import refused
from rocksnotation.cli.packing import Damaged
from rocksnotation.cli.parts import Placing, TextPart, Work, done, parts
from rocksnotation.cli.shared import Inputs, form_of, read_record
from rocksnotation.forms import Form
from rocksnotation.messages import say
from rocksnotation.scan import Found, Reads, Worked, examined_whole, findings, proven

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic
    from rocksnotation.events import Record
    from rocksnotation.render.reports import Finding


class Asked(NamedTuple):
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


class _SmallFile(NamedTuple):
    """A whole file, as its bytes are."""

    name: str
    data: bytes


class _Examined(NamedTuple):
    """What is found in a small file or a part; the digest if the file would be remembered by it, being clean."""

    worked: Worked[Found]
    digest: str | None = None


_WORK = Work(findings, Reads.DOUBTFUL)


def _examine(cache: Cache | None, task: _SmallFile | TextPart[Found]) -> _Examined:
    return _Examined(done(task)) if isinstance(task, TextPart) else _small(task, cache)


def _small(file: _SmallFile, cache: Cache | None) -> _Examined:
    """A small file in export form is proven as fast as it would be looked up; another one may be known."""
    matches = proven(b"".join(plain([file.data])))
    digest = None
    if matches is None and cache is not None:
        digest = Digest().of([file.data])
        matches = cache.matches(digest)
    if matches is not None:
        return _Examined(Worked(matches, 0, ()))
    return _Examined(examined_whole(file.data, file.name), digest)


class _File:
    """An input that is examined part by part, and how far that is."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path
        self.is_clean = True
        self.placing = Placing[Found]()
        self.digest: str | None = None

    def found(self, task: _SmallFile | TextPart[Found], result: _Examined) -> Iterator[Found]:
        """What is found next, as it is in the whole file."""
        self.digest = result.digest
        if isinstance(task, TextPart):
            return self.placing.placed(task, result.worked)
        return self.placing.moved(result.worked)


class _Whole(NamedTuple):
    """An input that is looked at as a whole."""

    input: files.Stored
    form: Form


class _Finished(NamedTuple):
    """The end of an input that is examined part by part; its digest, if it would be remembered by that, being clean."""

    digest: str | None = None


_Other = files.Unreadable | _Whole | _File | Found | _Finished
"""What stands between the parts that are to be examined."""


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
            for item in in_order(self._items(), partial(_examine, self._cache), self._jobs):
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
                    case Done(task, result):
                        for found in file.found(task, result):
                            file.is_clean = False
                            yield from self._wanted(file, found)
                        if isinstance(task, TextPart):
                            self._inputs.progress.at(task.at)
                    case _Finished():
                        self._finish(file, item)

    def _items(self) -> Iterator[Part[_SmallFile | TextPart[Found]] | _Other]:
        """What is to be done for each input, in their order: parts to be examined, and what stands between them."""
        for one in self._inputs.each():
            try:
                yield from [one] if isinstance(one, files.Unreadable) else self._of(one)
            except Damaged as damage:
                yield files.Unreadable(one.name, damage.why)

    def _of(self, one: files.Stored) -> Iterator[Part[_SmallFile | TextPart[Found]] | _Other]:
        form = form_of(one)
        if form is not Form.ROCKS or self._fixing.is_on or self._known.looks_at(one.path):
            yield _Whole(one, form)
            return
        file = _File(one.name, one.path)
        if one.small is not None:
            yield from (file, Part(_SmallFile(one.name, one.small), len(one.small)), _Finished())
            return
        digest = self._cache and Digest().of(one.stored())
        known = self._cache.matches(digest) if self._cache and digest else None
        if known is not None:
            file.placing.matches = known
            yield from (file, _Finished())
            return
        refused = not_text(one.blocks, one.name)
        yield file
        if refused:
            yield from (Found(refused.source, refused.syntax), _Finished())
            return
        again = Digest()
        yield from parts(one, again.while_read(one.blocks()) if digest else one.blocks(), _WORK)
        if one.packing and digest:
            again = Digest()
            again.of(one.stored())
        # What has been examined is the same as what the digest was made of, if it still is.
        yield _Finished(digest if digest and again.text == digest else None)

    def _wanted(self, file: _File, found: Found) -> Iterator[Finding]:
        choice = self._asked.choice(file.path, self._in_force[file.path])
        return ((found.source, one) for one in found.diagnostics if choice.wants(one))

    def _finish(self, file: _File, end: _Finished) -> None:
        self.names.append(file.name)
        self.matches += file.placing.matches
        digest = end.digest or file.digest
        if self._cache and digest and file.is_clean:
            self._cache.remember(digest, file.placing.matches)
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
