"""What the commands share: how paths are expanded, what is read, how they leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.output import Code, note, note_of, refused
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
    typer.Argument(metavar="PATH", help=mark("Files, folders (all *.rocks below), globs, or -.")),
]
OutputFormat = Annotated[Report, typer.Option("--output-format", help=mark("How to write it."))]
StdinFilename = Annotated[
    str | None,
    typer.Option("--stdin-filename", metavar="NAME", help=mark("The file that standard input stands for.")),
]


class Inputs:
    """The inputs that some paths mean, read one by one; what cannot be read is told, and remembered.

    `stdin_filename` is the file that standard input stands for, if it stands for one.
    """

    def __init__(self, paths: Iterable[str], label: str, stdin_filename: str | None = None) -> None:
        self._names, missing = files.expand(paths)
        self._label = label
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

    def __iter__(self) -> Iterator[files.Input]:
        for name in files.with_progress(self._names, self._label):
            one = files.read_as(name, self._stdin_filename)
            if isinstance(one, files.Unreadable):
                output.note_unreadable(one)
                self.unreadable = True
            else:
                yield one


def not_stdin() -> typer.BadParameter:
    """What ends the command where standard input has a name, and is not read."""
    return refused(say("it goes with -, which is standard input"), "--stdin-filename")


def read_record(one: files.Input) -> Record | None:
    """The record in an input, text or JSON. None, and why is told, where it is no record document."""
    from rocksnotation.convert import read_any
    from rocksnotation.forms import Form, form_of_input
    from rocksnotation.parse import parse_bytes

    if form_of_input(one.data, one.name) is Form.ROCKS:
        return parse_bytes(one.data, one.name)
    read = read_any(one.data, one.name)
    for line in read.notes:
        note_of(one.name, line)
    return read.record


def write_file(path: str, text: str) -> bool:
    """Writes a file in one step; why it cannot be written is told."""
    return _told(path, files.write_text(path, text))


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


def leave(unreadable: bool, found: bool) -> None:
    """Ends the command with the exit code that fits, if that is not 0."""
    if unreadable:
        raise typer.Exit(Code.UNREADABLE)
    if found:
        raise typer.Exit(Code.FOUND)
