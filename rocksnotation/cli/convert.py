"""`rocks convert`: records from one form to another."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Protocol

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.output import note, note_of
from rocksnotation.cli.packing import Damaged
from rocksnotation.cli.parts import Work, worked_through
from rocksnotation.cli.shared import (
    Inputs,
    Jobs,
    StdinFilename,
    cannot_write,
    jobs_for,
    leave,
    sharing,
    write_draft,
)
from rocksnotation.cli.shared import form_of as form_of_stored
from rocksnotation.convert import (
    end_written,
    from_lines,
    from_record,
    lines_of,
    match_text,
    nothing_in_it,
    placed,
    read_any,
    refusal,
)
from rocksnotation.events import Match
from rocksnotation.forms import Form, form_of
from rocksnotation.jsonform.streaming import NotSound, sound_matches
from rocksnotation.messages import Message, mark, moved, say
from rocksnotation.parse import parse
from rocksnotation.scan import Found, Proven, Read, Reads


def convert(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="IN", help=mark("Records as text or JSON, folders, globs, or -.")),
    ],
    out: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help=mark("A file, or a folder for a file each.")),
    ] = None,
    to: Annotated[
        Form | None, typer.Option("--to", help=mark("The form to write, where OUT does not say it."))
    ] = None,
    skip_damaged: Annotated[
        bool,
        typer.Option(
            "--skip-damaged", help=mark("Leave out damaged rounds, and name them, instead of refusing.")
        ),
    ] = False,
    jobs: Jobs = None,
    stdin_filename: StdinFilename = None,
) -> None:
    """Converts records between text and JSON."""
    inputs = Inputs(paths, "convert", stdin_filename)
    into_folder = out is not None and (os.path.isdir(out) or out.endswith(os.sep))
    form = to or (form_of(out) if out and out != files.STDIN and not into_folder else None)
    # Where the first of several inputs that is kept says the form, one waits for the other.
    is_known = form is not None or into_folder or len(inputs.paths) == 1
    number = jobs_for(inputs.progress.bytes, jobs) if is_known else 1
    refused = False
    with _Folder(out, form) if into_folder and out else _OneOutput(out, form) as output_, sharing():
        known = partial(_read_as, form or Form.JSON)
        work = Work(known if is_known else lambda read: _read_as(output_.form, read), Reads.UNPROVEN)
        for one, results in worked_through(inputs, lambda one: work if _is_text(one) else None, number):
            try:
                refused = not _converted(one, results, output_, skip_damaged) or refused
            except Damaged as damage:
                output_.drop()
                inputs.tell(files.Unreadable(one.name, damage.why))
        written = output_.end()
    leave(inputs.unreadable or not written, refused)


def _is_text(one: files.Stored) -> bool:
    return form_of_stored(one) is Form.ROCKS


def _converted(one: files.Stored, results: Iterable[_Converted], out: _Output, skip_damaged: bool) -> bool:
    """Converts one input, match by match; whether nothing was wrong with it."""
    form = form_of_stored(one)
    out.begin(one.bare_name, Form.JSON if form is Form.ROCKS else Form.ROCKS)
    if form is Form.ROCKS:
        is_refused, is_sound, notes = _from_text(results, out, skip_damaged)
    else:
        is_refused, notes = _from_json(one, out, form)
        is_sound = not is_refused
    for line in notes:
        note_of(one.name, line)
    if is_refused:
        out.drop()
    else:
        out.keep()
    return is_sound


def _from_text(
    results: Iterable[_Converted], out: _Output, skip_damaged: bool
) -> tuple[bool, bool, list[Message]]:
    """Whether text is refused, and whether it is sound; and what is to be said of what was left out."""
    has_matches, is_sound = False, True
    notes: list[Message] = []
    for result in results:
        if result.found:
            output.note_findings(*result.found)
            is_sound = False
        has_matches = has_matches or result.has_matches
        notes += result.notes
        if is_sound or skip_damaged:
            out.put(result.matches)
    if is_sound or (skip_damaged and has_matches):
        return False, is_sound, notes
    return True, False, [refusal(has_matches)]


@dataclass(frozen=True, slots=True)
class _Text:
    """A match in the form of the output; and if that is notation that could not be read again, why."""

    text: str
    fault: Message | None = None


@dataclass(frozen=True, slots=True)
class _Converted:
    """Some matches that were read together, with what is damaged in them, and what is to be said of it."""

    matches: tuple[_Text, ...]
    has_matches: bool = True
    found: Found | None = None
    notes: tuple[Message, ...] = ()

    def moved(self, matches: int, lines: int) -> _Converted:
        """The same behind so many matches and lines."""
        found = self.found and self.found.moved(matches, lines)
        return replace(self, found=found, notes=tuple(moved(note, matches) for note in self.notes))


def _read_as(form: Form, read: Read) -> Iterator[_Converted]:
    """What becomes of what was read together: the work that processes share."""
    if read.proven:
        yield _Converted((_text(read.proven, form),))
    if read.record:
        kept = from_record(read.record)
        assert kept.record
        found = Found(kept.source, kept.faults) if kept.faults else None
        texts = tuple(_text(match, form) for match in kept.record.matches)
        yield _Converted(texts, bool(read.record.matches), found, kept.notes)


def _text(match: Match | Proven, form: Form) -> _Text:
    text = match_text(match, form)
    is_new = form is Form.ROCKS and not isinstance(match, Proven)
    faults = parse(text).syntax if is_new else ()
    return _Text(text, faults[0].message if faults else None)


def _from_json(one: files.Stored, out: _Output, form: Form) -> tuple[bool, list[Message]]:
    """Whether JSON is refused; and what is to be said of it."""
    if form is Form.JSON and _from_sound_document(one, out):
        return False, []
    whole = (read_any(one.whole().data, one.name, form=form) for _ in range(form is Form.JSON))
    reads = whole if form is Form.JSON else from_lines(lines_of(one.blocks()), one.name)
    problems: list[Message] = []
    notes: list[Message] = []
    is_empty = True
    for read in reads:
        is_empty = False
        if read.record is None:
            problems += read.notes
        elif not problems:
            notes += read.notes
            out.put(_text(match, out.form) for match in read.record.matches)
    if is_empty:
        problems = [nothing_in_it()]
    return bool(problems), problems or notes


def _from_sound_document(one: files.Stored, out: _Output) -> bool:
    """Puts the matches of a document one by one, or none: where there is something to say of any."""
    try:
        for match in sound_matches(one.blocks()):
            out.put([_text(match, out.form)])
    except NotSound:
        out.drop()
        return False
    return True


class _Output(Protocol):
    """Where matches go: first into a draft, which becomes a file in one step. `form` is that of the input at hand."""

    form: Form

    def begin(self, name: str, other: Form) -> None:
        """Begins an input; `other` is what to convert it to where nobody says."""

    def put(self, matches: Iterable[_Text]) -> None:
        """Adds matches of this input."""

    def keep(self) -> None:
        """This input is all there."""

    def drop(self) -> None:
        """This input is refused: nothing of it is written."""

    def end(self) -> bool:
        """Writes what was kept, if it was not written yet; whether everything was written."""


class _Draft:
    """Matches as the text of one output, in a file of its own if they are many."""

    def __init__(self) -> None:
        self.file = files.draft()  # closed by who holds it
        self.is_whole = True
        self._kept = 0
        self._fault: Message | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been kept."""
        return self._kept == 0

    def put(self, matches: Iterable[_Text], form: Form) -> None:
        """Adds matches. One that could not be read again spoils the whole."""
        for match in matches:
            self._fault = self._fault or match.fault
            self.file.write(placed(match.text, form, is_first=self.file.tell() == 0).encode())

    def keep(self) -> None:
        """What has been added stays."""
        if self._fault and self.is_whole:
            note(say("not written: the text could not be read again: {why}", why=self._fault))
            self.is_whole = False
        self._kept = self.file.tell()

    def drop(self) -> None:
        """What has been added since then goes."""
        self.file.seek(self._kept)
        self.file.truncate()
        self._fault = None


class _OneOutput:
    """All records in one file, or on standard output."""

    def __init__(self, out: str | None, form: Form | None) -> None:
        self._out = None if out == files.STDIN else out
        self._chosen = form
        self.form = Form.JSON
        self._draft = _Draft()

    def __enter__(self) -> _OneOutput:
        return self

    def __exit__(self, *_: object) -> None:
        self._draft.file.close()

    def begin(self, name: str, other: Form) -> None:
        """The first input that is kept says the form."""
        if self._draft.is_empty:
            self.form = self._chosen or other

    def put(self, matches: Iterable[_Text]) -> None:
        """Adds matches of this input."""
        self._draft.put(matches, self.form)

    def keep(self) -> None:
        """This input is all there."""
        self._draft.keep()

    def drop(self) -> None:
        """This input is refused."""
        self._draft.drop()

    def end(self) -> bool:
        """Writes all that was kept."""
        draft = self._draft
        if draft.is_empty or not draft.is_whole:
            return draft.is_whole
        draft.file.write(end_written(self.form).encode())
        if self._out is not None:
            return write_draft(self._out, draft.file)
        for block in files.blocks_of(draft.file):
            output.put_bytes(block)
        return True


class _Folder:
    """A file each in a folder; of two that would have the same name the second is not written."""

    def __init__(self, folder: str, form: Form | None) -> None:
        self._folder = folder
        self._chosen = form
        self.form = Form.JSON
        self._name = ""
        self._draft = _Draft()
        self._taken: set[str] = set()
        self._all_written = True

    def __enter__(self) -> _Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self._draft.file.close()

    def begin(self, name: str, other: Form) -> None:
        """Begins the file of an input."""
        self._name, self.form = name, self._chosen or other
        self._draft.file.close()
        self._draft = _Draft()

    def put(self, matches: Iterable[_Text]) -> None:
        """Adds matches to it."""
        self._draft.put(matches, self.form)

    def keep(self) -> None:
        """Writes it."""
        self._draft.keep()
        if not self._draft.is_whole or not self._write():
            self._all_written = False

    def drop(self) -> None:
        """Leaves it."""
        self._draft.drop()

    def end(self) -> bool:
        """Whether every file was written."""
        return self._all_written

    def _write(self) -> bool:
        stem = os.path.splitext(os.path.basename(self._name))[0]
        target = os.path.join(self._folder, f"{stem}.{self.form}")
        if target in self._taken:
            note(say("{name} is not written: {target} is another's", name=self._name, target=target))
            return False
        try:
            os.makedirs(self._folder, exist_ok=True)
        except OSError as error:
            cannot_write(self._folder, files.why_not_written(error))
            return False
        self._taken.add(target)
        self._draft.file.write(end_written(self.form).encode())
        return write_draft(target, self._draft.file)
