"""Paths to bytes, and text to files: the only place where the commands touch the disk."""

from __future__ import annotations

import glob
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from rocksnotation.messages import Message, mark, say, verbatim

STDIN = "-"
SUFFIX = ".rocks"

_LONG_WORK_FILES = 200
_LONG_WORK_BYTES = 2_000_000

_SYSTEM = (
    # What the system says when a file cannot be used; what else it says stays as it is.
    mark("Permission denied"),
    mark("Is a directory"),
    mark("File exists"),
    mark("File name too long"),
    mark("Read-only file system"),
    mark("No space left on device"),
)


NO_FILE = say("there is no such file")
"""Why nothing can be read where nothing is."""
_NO_FOLDER = say("there is no such folder")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A path that gave nothing to read, and why."""

    name: str
    why: Message


@dataclass(frozen=True, slots=True)
class Input:
    """The bytes of one input, under the name that messages use.

    `path` is what settings and baselines know it by: that of the file, or `-` for input without a name.
    """

    name: str
    data: bytes
    path: str
    is_stdin: bool = False


def expand(paths: Iterable[str]) -> tuple[list[str], list[Unreadable]]:
    """The files that some paths mean: a file itself, all records below a folder, what a glob matches."""
    files: dict[str, None] = {}
    missing = []
    for path in paths:
        if path == STDIN or os.path.isfile(path):
            files[path] = None
        elif os.path.isdir(path):
            below = sorted(str(found) for found in Path(path).rglob(f"*{SUFFIX}") if found.is_file())
            if not below:
                missing.append(
                    Unreadable(path, say("there is no {suffix} file in this folder", suffix=SUFFIX))
                )
            files |= dict.fromkeys(below)
        elif matched := sorted(found for found in glob.glob(path, recursive=True) if os.path.isfile(found)):
            files |= dict.fromkeys(matched)
        else:
            missing.append(Unreadable(path, _why_not(path)))
    return list(files), missing


def _why_not(path: str) -> Message:
    if glob.has_magic(path):
        return say("no file matches this pattern")
    return say("it is no regular file") if os.path.exists(path) else NO_FILE


def shown(path: str) -> str:
    """A path as people are shown it: from the current folder, if it is below that."""
    here = os.path.abspath(path)
    return relative(here, ".") if here.startswith(os.path.join(os.getcwd(), "")) else here


def relative(name: str, folder: str) -> str:
    """The path of a file from a folder, with `/` between its parts."""
    try:
        path = os.path.relpath(name, folder)
    except ValueError:  # on another drive
        path = os.path.abspath(name)
    return path.replace(os.sep, "/")


def why_not_read(error: OSError) -> Message:
    """Why a file cannot be read."""
    return _why(error, NO_FILE)


def why_not_written(error: OSError) -> Message:
    """Why a file or folder cannot be written."""
    return _why(error, _NO_FOLDER)


def _why(error: OSError, absent: Message) -> Message:
    """What the system says; where something is not there, in the same words as everywhere."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return absent
    said = error.strerror or str(error)
    return Message(said) if said in _SYSTEM else verbatim(said)


def read(name: str) -> Input | Unreadable:
    """The bytes of one file, or of standard input for `-`."""
    try:
        if name == STDIN:
            return Input("<stdin>", sys.stdin.buffer.read(), STDIN, is_stdin=True)
        return Input(name, Path(name).read_bytes(), name)
    except OSError as error:
        return Unreadable(name, why_not_read(error))


def read_as(name: str, stdin_filename: str | None) -> Input | Unreadable:
    """As `read`, but standard input under the name of a file, if it is given one."""
    one = read(name)
    if stdin_filename is None or isinstance(one, Unreadable) or not one.is_stdin:
        return one
    return replace(one, name=stdin_filename, path=stdin_filename)


def with_progress(files: list[str], label: str) -> Iterator[str]:
    """The files, with a progress bar on standard error where the work is long and that is a terminal."""
    size = sum(os.path.getsize(name) for name in files if name != STDIN and os.path.exists(name))
    if not sys.stderr.isatty() or (len(files) < _LONG_WORK_FILES and size < _LONG_WORK_BYTES):
        yield from files
        return
    with typer.progressbar(files, label=label, file=sys.stderr) as bar:
        yield from bar


def write_text(path: str, text: str) -> Message | None:
    """Writes a file in one step, as UTF-8. Returns why not, or None."""
    return write_bytes(path, text.encode())


def write_bytes(path: str, data: bytes, in_place_of: bytes | None = None) -> Message | None:
    """Writes a file in one step, so that nobody ever sees half of it. Returns why not, or None.

    With `in_place_of` only where these are still the bytes of the file.
    """
    target = os.path.realpath(path)
    if os.path.exists(target):
        if not os.access(target, os.W_OK):
            return say("it may not be written")
        if not os.path.isfile(target):
            return _write_through(target, data)
    try:
        descriptor, draft = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".rocks-", suffix=".tmp")
    except OSError as error:
        return why_not_written(error)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(draft, _mode(target))
        if in_place_of is not None and Path(target).read_bytes() != in_place_of:
            return say("it has changed meanwhile, and is left alone")
        os.replace(draft, target)
    except OSError as error:
        return why_not_written(error)
    finally:
        with suppress(OSError):
            os.unlink(draft)
    return None


def _write_through(target: str, data: bytes) -> Message | None:
    """Writes to a device or a pipe, which must never be replaced by a file."""
    try:
        with open(target, "wb") as stream:
            stream.write(data)
    except OSError as error:
        return why_not_written(error)
    return None


def _mode(target: str) -> int:
    """The permissions of the file that is replaced, or those that a new file gets here."""
    if os.path.exists(target):
        return os.stat(target).st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
