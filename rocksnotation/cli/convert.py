"""`rocks convert`: records from one form to another."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Annotated, Protocol

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.output import note, note_of
from rocksnotation.cli.packing import Damaged
from rocksnotation.cli.shared import Inputs, StdinFilename, cannot_write, leave, write_draft
from rocksnotation.cli.shared import form_of as form_of_stored
from rocksnotation.convert import (
    end_written,
    from_lines,
    from_record,
    match_written,
    nothing_in_it,
    read_any,
    refusal,
)
from rocksnotation.events import Match
from rocksnotation.forms import Form, form_of
from rocksnotation.messages import Message, mark, say
from rocksnotation.parse import parse
from rocksnotation.scan import Proven, records_or_proven


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
    stdin_filename: StdinFilename = None,
) -> None:
    """Converts records between text and JSON."""
    inputs = Inputs(paths, "convert", stdin_filename)
    into_folder = out is not None and (os.path.isdir(out) or out.endswith(os.sep))
    form = to or (form_of(out) if out and out != files.STDIN and not into_folder else None)
    refused = False
    with _Folder(out, form) if into_folder and out else _OneOutput(out, form) as output_:
        for one in inputs:
            try:
                refused = not _converted(one, output_, skip_damaged) or refused
            except Damaged as damage:
                output_.drop()
                inputs.tell(files.Unreadable(one.name, damage.why))
        written = output_.end()
    leave(inputs.unreadable or not written, refused)


def _converted(one: files.Stored, out: _Output, skip_damaged: bool) -> bool:
    """Converts one input, match by match; whether nothing was wrong with it."""
    form = form_of_stored(one)
    out.begin(one.bare_name, Form.JSON if form is Form.ROCKS else Form.ROCKS)
    if form is Form.ROCKS:
        is_refused, is_sound, notes = _from_text(one, out, skip_damaged)
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


def _from_text(one: files.Stored, out: _Output, skip_damaged: bool) -> tuple[bool, bool, list[Message]]:
    """Whether text is refused, and whether it is sound; and what is to be said of what was left out."""
    has_matches, is_sound = False, True
    notes: list[Message] = []
    for record in records_or_proven(one.blocks, one.name):
        if isinstance(record, Proven):
            has_matches = True
            out.put([record])
            continue
        read = from_record(record)
        output.note_findings(read.source, read.faults)
        has_matches = has_matches or bool(record.matches)
        is_sound = is_sound and not read.faults
        notes += read.notes
        if read.record and (is_sound or skip_damaged):
            out.put(read.record.matches)
    if is_sound or (skip_damaged and has_matches):
        return False, is_sound, notes
    return True, False, [refusal(has_matches)]


def _from_json(one: files.Stored, out: _Output, form: Form) -> tuple[bool, list[Message]]:
    """Whether JSON is refused; and what is to be said of it."""
    whole = (read_any(one.whole().data, one.name, form=form) for _ in range(form is Form.JSON))
    reads = whole if form is Form.JSON else from_lines(_lines(one.blocks()), one.name)
    problems: list[Message] = []
    notes: list[Message] = []
    is_empty = True
    for read in reads:
        is_empty = False
        if read.record is None:
            problems += read.notes
        elif not problems:
            notes += read.notes
            out.put(read.record.matches)
    if is_empty:
        problems = [nothing_in_it()]
    return bool(problems), problems or notes


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of some blocks, each with its line end."""
    waiting: list[bytes] = []
    for block in blocks:
        *lines, rest = block.split(b"\n")
        for line in lines:
            yield b"".join((*waiting, line, b"\n"))
            waiting = []
        waiting.append(rest)
    if rest := b"".join(waiting):
        yield rest


class _Output(Protocol):
    """Where matches go: first into a draft, which becomes a file in one step."""

    def begin(self, name: str, other: Form) -> None:
        """Begins an input; `other` is what to convert it to where nobody says."""

    def put(self, matches: Iterable[Match | Proven]) -> None:
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

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been kept."""
        return self._kept == 0

    def put(self, matches: Iterable[Match | Proven], form: Form) -> None:
        """Adds matches. Notation is read again first; one that could not be read spoils the whole."""
        for match in matches:
            text = match_written(match, form, is_first=self.file.tell() == 0)
            is_new = form is Form.ROCKS and not isinstance(match, Proven)
            fault = next(iter(parse(text).syntax), None) if is_new else None
            if fault and self.is_whole:
                note(say("not written: the text could not be read again: {why}", why=fault.message))
                self.is_whole = False
            self.file.write(text.encode())

    def keep(self) -> None:
        """What has been added stays."""
        self._kept = self.file.tell()

    def drop(self) -> None:
        """What has been added since then goes."""
        self.file.seek(self._kept)
        self.file.truncate()


class _OneOutput:
    """All records in one file, or on standard output."""

    def __init__(self, out: str | None, form: Form | None) -> None:
        self._out = None if out == files.STDIN else out
        self._chosen = form
        self._form = Form.JSON
        self._draft = _Draft()

    def __enter__(self) -> _OneOutput:
        return self

    def __exit__(self, *_: object) -> None:
        self._draft.file.close()

    def begin(self, name: str, other: Form) -> None:
        """The first input that is kept says the form."""
        if self._draft.is_empty:
            self._form = self._chosen or other

    def put(self, matches: Iterable[Match | Proven]) -> None:
        """Adds matches of this input."""
        self._draft.put(matches, self._form)

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
        draft.file.write(end_written(self._form).encode())
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
        self._form = Form.JSON
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
        self._name, self._form = name, self._chosen or other
        self._draft.file.close()
        self._draft = _Draft()

    def put(self, matches: Iterable[Match | Proven]) -> None:
        """Adds matches to it."""
        self._draft.put(matches, self._form)

    def keep(self) -> None:
        """Writes it."""
        self._draft.keep()
        if not self._draft.is_whole or not self._write():
            self._all_written = False

    def drop(self) -> None:
        """Leaves it."""

    def end(self) -> bool:
        """Whether every file was written."""
        return self._all_written

    def _write(self) -> bool:
        stem = os.path.splitext(os.path.basename(self._name))[0]
        target = os.path.join(self._folder, f"{stem}.{self._form}")
        if target in self._taken:
            note(say("{name} is not written: {target} is another's", name=self._name, target=target))
            return False
        try:
            os.makedirs(self._folder, exist_ok=True)
        except OSError as error:
            cannot_write(self._folder, files.why_not_written(error))
            return False
        self._taken.add(target)
        self._draft.file.write(end_written(self._form).encode())
        return write_draft(target, self._draft.file)
