"""Paths to bytes, and text to files: the only place where the commands touch the disk."""

from __future__ import annotations

import glob
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import typer

STDIN = "-"
SUFFIX = ".rocks"

_LONG_WORK_FILES = 200
_LONG_WORK_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A path that gave nothing to read, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Input:
    """The bytes of one input, under the name that messages use."""

    name: str
    data: bytes
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
                missing.append(Unreadable(path, f"there is no {SUFFIX} file in this folder"))
            files |= dict.fromkeys(below)
        elif matched := sorted(found for found in glob.glob(path, recursive=True) if os.path.isfile(found)):
            files |= dict.fromkeys(matched)
        else:
            missing.append(Unreadable(path, _why_not(path)))
    return list(files), missing


def _why_not(path: str) -> str:
    if glob.has_magic(path):
        return "no file matches this pattern"
    return "it is no regular file" if os.path.exists(path) else "there is no such file"


def read(name: str) -> Input | Unreadable:
    """The bytes of one file, or of standard input for `-`."""
    try:
        if name == STDIN:
            return Input("<stdin>", sys.stdin.buffer.read(), is_stdin=True)
        return Input(name, Path(name).read_bytes())
    except OSError as error:
        return Unreadable(name, error.strerror or str(error))


def with_progress(files: list[str], label: str) -> Iterator[str]:
    """The files, with a progress bar on standard error where the work is long and that is a terminal."""
    size = sum(os.path.getsize(name) for name in files if name != STDIN and os.path.exists(name))
    if not sys.stderr.isatty() or (len(files) < _LONG_WORK_FILES and size < _LONG_WORK_BYTES):
        yield from files
        return
    with typer.progressbar(files, label=label, file=sys.stderr) as bar:
        yield from bar


def write_text(path: str, text: str) -> str | None:
    """Writes a file in one step, as UTF-8. Returns why not, or None."""
    return write_bytes(path, text.encode())


def write_bytes(path: str, data: bytes, in_place_of: bytes | None = None) -> str | None:
    """Writes a file in one step, so that nobody ever sees half of it. Returns why not, or None.

    With `in_place_of` only where these are still the bytes of the file.
    """
    target = os.path.realpath(path)
    if os.path.exists(target):
        if not os.access(target, os.W_OK):
            return "it may not be written"
        if not os.path.isfile(target):
            return _write_through(target, data)
    try:
        descriptor, draft = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".rocks-", suffix=".tmp")
    except OSError as error:
        return error.strerror or str(error)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(draft, _mode(target))
        if in_place_of is not None and Path(target).read_bytes() != in_place_of:
            return "it has changed meanwhile, and is left alone"
        os.replace(draft, target)
    except OSError as error:
        return error.strerror or str(error)
    finally:
        with suppress(OSError):
            os.unlink(draft)
    return None


def _write_through(target: str, data: bytes) -> str | None:
    """Writes to a device or a pipe, which must never be replaced by a file."""
    try:
        with open(target, "wb") as stream:
            stream.write(data)
    except OSError as error:
        return error.strerror or str(error)
    return None


def _mode(target: str) -> int:
    """The permissions of the file that is replaced, or those that a new file gets here."""
    if os.path.exists(target):
        return os.stat(target).st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
