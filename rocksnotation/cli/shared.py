"""What the commands share: how paths are expanded, what is read, how they leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.jobs import WORTH_SHARING, WorkersDied, cores
from rocksnotation.cli.output import Code, note, note_of, refused
from rocksnotation.cli.packing import Damaged
from rocksnotation.cli.progress import Progress
from rocksnotation.forms import Form, form_of_input
from rocksnotation.messages import Message, mark, say

if TYPE_CHECKING:
    from rocksnotation.events import Record


class Report(StrEnum):
    """How a replay is written."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH", help=mark("Files, folders (all *.rocks below, compressed too), globs, or -.")
    ),
]
OutputFormat = Annotated[Report, typer.Option("--output-format", help=mark("How to write it."))]
StdinFilename = Annotated[
    str | None,
    typer.Option("--stdin-filename", metavar="NAME", help=mark("The file that standard input stands for.")),
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, help=mark("How many processes share the work."))
]


class Inputs:
    """The inputs that some paths mean, read one by one; what cannot be read is told, and remembered.

    `stdin_filename` is the file that standard input stands for, if it stands for one.
    """

    def __init__(self, paths: Iterable[str], label: str, stdin_filename: str | None = None) -> None:
        self._names, missing = files.expand(paths)
        self.progress = Progress(self._names, label)
        self._stdin_filename = stdin_filename
        self.reads_stdin = files.STDIN in self._names
        self.unreadable = bool(missing)
        if stdin_filename is not None and not self.reads_stdin:
            raise not_stdin()
        for one in missing:
            output.note_unreadable(one)

    @property
    def paths(self) -> tuple[str, ...]:
        """What settings and baselines know the inputs by."""
        stdin = files.STDIN if self._stdin_filename is None else self._stdin_filename
        return tuple(stdin if name == files.STDIN else name for name in self._names)

    def __iter__(self) -> Iterator[files.Stored]:
        with self.progress.shown():
            for one in self.each():
                if isinstance(one, files.Unreadable):
                    self.tell(one)
                else:
                    yield one
                self.progress.done(one.name)

    def each(self) -> Iterator[files.Stored | files.Unreadable]:
        """The inputs in their order; nothing is told of what cannot be read."""
        for name in self._names:
            yield files.stored(name, self._stdin_filename)

    def tell(self, one: files.Unreadable) -> None:
        """Tells of an input that it cannot be read, and remembers that there was one."""
        output.note_unreadable(one)
        self.unreadable = True


def opened_input(name: str, stdin_filename: str | None) -> files.Stored:
    """One input. One that cannot be read ends the command."""
    one = files.stored(name, stdin_filename)
    if isinstance(one, files.Stored):
        return one
    output.note_unreadable(one)
    raise typer.Exit(Code.UNREADABLE)


@contextmanager
def readable(one: files.Stored) -> Iterator[None]:
    """Where an input is read: if it cannot be read any further, that ends the command."""
    try:
        yield
    except Damaged as damage:
        output.note_unreadable(files.Unreadable(one.name, damage.why))
        raise typer.Exit(Code.UNREADABLE) from None


def not_stdin() -> typer.BadParameter:
    """What ends the command where standard input has a name, and is not read."""
    return refused(say("it goes with -, which is standard input"), "--stdin-filename")


def read_record(one: files.Input, form: Form) -> Record | None:
    """The record in an input, text or JSON. None, and why is told, where it is no record document."""
    from rocksnotation.convert import read_any
    from rocksnotation.parse import parse_bytes

    if form is Form.ROCKS:
        return parse_bytes(one.data, one.name)
    read = read_any(one.data, one.name, form=form)
    for line in read.notes:
        note_of(one.name, line)
    return read.record


def form_of(one: files.Stored) -> Form:
    """The form of an input: by the ending of its name, else by how it begins."""
    return form_of_input(one.begin, one.bare_name)


def write_file(path: str, text: str) -> bool:
    """Writes a file in one step; why it cannot be written is told."""
    return _told(path, files.write_text(path, text))


def write_draft(path: str, draft: files.Readable) -> bool:
    """Writes a file in one step, from what was drafted in another; why it cannot be written is told."""
    return _told(path, files.write_blocks(path, files.blocks_of(draft)))


def write_bytes(path: str, data: bytes, in_place_of: bytes) -> bool:
    """Writes a file in one step, if it still holds what was read; why it cannot be written is told."""
    return _told(path, files.write_bytes(path, data, in_place_of))


def _told(path: str, why: Message | None) -> bool:
    if why:
        cannot_write(path, why)
    return not why


def cannot_write(path: str, why: Message) -> None:
    """Tells why a file or folder cannot be written."""
    note(say("cannot write {path}: {why}", path=path, why=why))


def jobs_for(size: int, asked_for: int | None) -> int:
    """How many processes share so many bytes: as many as are asked for, or else as are worth their start."""
    return asked_for or (cores() if size > WORTH_SHARING else 1)


@contextmanager
def sharing() -> Iterator[None]:
    """Where work is shared: if a process that has a part of it dies, that ends the command."""
    try:
        yield
    except WorkersDied:
        note(say("a process that shared the work has ended too early; --jobs 1 works without others"))
        raise typer.Exit(Code.UNREADABLE) from None


def leave(unreadable: bool, found: bool) -> None:
    """Ends the command with the exit code that fits, if that is not 0."""
    if unreadable:
        raise typer.Exit(Code.UNREADABLE)
    if found:
        raise typer.Exit(Code.FOUND)
