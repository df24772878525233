"""What the commands share: how paths are expanded, what is read, how they leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.output import Code, note
from rocksnotation.convert import Form, form_of_input, read_any
from rocksnotation.events import Record
from rocksnotation.parse import parse_bytes
from rocksnotation.text import safe


class Report(StrEnum):
    """How a replay is written."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


Paths = Annotated[
    list[str], typer.Argument(metavar="PATH...", help="Files, folders (all *.rocks below), globs, or -.")
]
OutputFormat = Annotated[Report, typer.Option("--output-format", help="How to write it.")]


class Inputs:
    """The inputs that some paths mean, read one by one; what cannot be read is told, and remembered."""

    def __init__(self, paths: Iterable[str], label: str) -> None:
        self._names, missing = files.expand(paths)
        self._label = label
        self.unreadable = bool(missing)
        for one in missing:
            output.note_unreadable(one)

    @property
    def names(self) -> tuple[str, ...]:
        """The files that will be read."""
        return tuple(self._names)

    def __iter__(self) -> Iterator[files.Input]:
        for name in files.with_progress(self._names, self._label):
            one = files.read(name)
            if isinstance(one, files.Unreadable):
                output.note_unreadable(one)
                self.unreadable = True
            else:
                yield one


def read_record(one: files.Input) -> Record | None:
    """The record in an input, text or JSON. None, and why is told, where it is no record document."""
    if form_of_input(one.data, one.name) is Form.ROCKS:
        return parse_bytes(one.data, one.name)
    read = read_any(one.data, one.name)
    for line in read.notes:
        note(f"rocks: {safe(one.name)}: {safe(line)}")
    return read.record


def write_file(path: str, text: str) -> bool:
    """Writes a file in one step; why it cannot be written is told."""
    return _told(path, files.write_text(path, text))


def write_bytes(path: str, data: bytes, in_place_of: bytes) -> bool:
    """Writes a file in one step, if it still holds what was read; why it cannot be written is told."""
    return _told(path, files.write_bytes(path, data, in_place_of))


def _told(path: str, why: str | None) -> bool:
    if why:
        note(f"rocks: cannot write {safe(path)}: {why}")
    return not why


def leave(unreadable: bool, found: bool) -> None:
    """Ends the command with the exit code that fits, if that is not 0."""
    if unreadable:
        raise typer.Exit(Code.UNREADABLE)
    if found:
        raise typer.Exit(Code.FOUND)
