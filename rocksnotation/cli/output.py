"""What the commands print: data on standard output, notes and file errors on standard error; exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, TextIO

import typer

from rocksnotation.cli import files
from rocksnotation.cli.files import Unreadable
from rocksnotation.cli.speech import tell
from rocksnotation.messages import Message, joined, say
from rocksnotation.render import text as render
from rocksnotation.text import safe

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic, Source

_COLOURS = {"error": typer.colors.RED, "warning": typer.colors.YELLOW, "info": typer.colors.BLUE}


class Code(IntEnum):
    """The exit codes, the same for every command."""

    CLEAN = 0
    FOUND = 1
    USAGE = 2
    UNREADABLE = 3
    INTERRUPTED = 130


def style_for(stream: TextIO) -> render.Style:
    """Colours on a terminal, never with NO_COLOR."""
    return _coloured if stream.isatty() and not os.environ.get("NO_COLOR") else render.plain


def _coloured(text: str, style: str) -> str:
    if style == "strong":
        return typer.style(text, bold=True)
    if style == "faint":
        return typer.style(text, dim=True)
    return typer.style(text, fg=_COLOURS[style], bold=True)


def put(text: str) -> None:
    """Data, to standard output."""
    sys.stdout.write(text + "\n")


def put_bytes(data: bytes) -> None:
    """Data as it is, to standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def lost(error: OSError) -> Code:
    """Standard output cannot be written any further. Whoever closed it wants no more, and is told nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # for what is still to be written
    os.close(nowhere)
    if isinstance(error, BrokenPipeError):
        return Code.FOUND
    note(say("cannot write {path}: {why}", path="<stdout>", why=files.why_not_written(error)))
    return Code.UNREADABLE


def put_diff(name: str, before: bytes, after: bytes) -> None:
    """What changes in a file, as a unified diff; nothing where nothing does.

    Byte for byte, so that it can be applied; on a terminal all that could steer it is escaped.
    """
    from rocksnotation.cli.diffs import unified

    diff = unified(files.shown(name), before, after)
    if sys.stdout.isatty():
        for line in diff.decode(errors="backslashreplace").split("\n")[:-1]:
            put(safe(line))
    else:
        put_bytes(diff)


def aside(text: str) -> None:
    """What is no data, to standard error."""
    sys.stderr.write(text + "\n")


def note(message: Message) -> None:
    """A note or an error, to standard error."""
    aside(f"rocks: {safe(tell(message))}")


def note_of(name: str, message: Message) -> None:
    """A note or an error about a file, to standard error."""
    note(joined((name, message), ": "))


def note_unreadable(what: Unreadable) -> None:
    """That a file gave nothing to read."""
    note(say("cannot read {name}: {why}", name=what.name, why=what.why))


def note_findings(source: Source, found: Iterable[Diagnostic]) -> None:
    """Findings that are not the data of the command."""
    style = style_for(sys.stderr)
    for one in found:
        aside(render.finding(source, one, style, tell))


def refused(what: Message, option: str | None = None) -> typer.BadParameter:
    """What ends the command: something on the command line, or the value of an option, that will not do."""
    return typer.BadParameter(tell(what), param_hint=option)


def utf8() -> None:
    """Records are UTF-8 wherever they go, whatever the locale of the machine."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
