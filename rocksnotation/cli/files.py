"""Paths to bytes, and text to files: the only place where the commands touch the disk."""

from __future__ import annotations

import glob
import io
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import IO, NamedTuple, Protocol, cast

from rocksnotation.cli import packing
from rocksnotation.cli.packing import Damaged, Packing
from rocksnotation.messages import Message, mark, say, verbatim

STDIN = "-"
_IN_MEMORY = 8_000_000
SUFFIX = ".rocks"

SUFFIXES = tuple(SUFFIX + packed for packed in ("", *packing.SUFFIXES))
"""How the names of those files end that are taken from folders."""

_SYSTEM = (
    # What the system says when a file cannot be used; what else it says stays as it is.
    mark("Permission denied"),
    mark("Is a directory"),
    mark("File exists"),
    mark("File name too long"),
    mark("Read-only file system"),
    mark("No space left on device"),
)


class Readable(Protocol):
    """An open file, or what is like one."""

    def read(self, size: int, /) -> bytes:
        """Some bytes."""

    def seek(self, offset: int, /) -> object:
        """Goes to an offset."""


NO_FILE = say("there is no such file")
"""Why nothing can be read where nothing is."""
_NO_FOLDER = say("there is no such folder")


class Unreadable(NamedTuple):
    """A path that gave nothing to read, and why."""

    name: str
    why: Message


class Input(NamedTuple):
    """The bytes of one input, under the name that messages use.

    `path` is what settings and baselines know it by: that of the file, or `-` for input without a name.
    What was compressed is unpacked, and is never written back.
    """

    name: str
    data: bytes
    path: str
    is_stdin: bool = False
    is_packed: bool = False


class Stored:
    """An input that is not read at once: its blocks can be read as often as one likes. Raises Damaged.

    `small` are its bytes where they are few and not compressed. `is_at` is how far it was read, in bytes as
    they are stored.
    """

    def __init__(self, name: str, path: str, spooled: IO[bytes] | None = None) -> None:
        self.name = name
        self.path = path
        self.is_stdin = spooled is not None
        self.is_at = 0
        self._file = path
        self._spooled = spooled
        if spooled is not None:
            weakref.finalize(self, spooled.close)
        with self._opened() as file:
            head = file.read(packing.BLOCK)
        self.packing: Packing | None = packing.packing_of(head)
        self.head = head
        self.small = head if len(head) < packing.BLOCK and not self.packing else None

    @property
    def bare_name(self) -> str:
        """The name without the ending that says how it is compressed, if it is."""
        return packing.bare(self.name) if self.packing else self.name

    @cached_property
    def begin(self) -> bytes:
        """The first of the bytes, unpacked. They are kept: whoever asks again may be in the midst of reading."""
        return next(self.blocks(), b"") if self.packing else self.head

    def stored(self) -> Iterator[bytes]:
        """The bytes as they are stored."""
        return self._read(None)

    def blocks(self) -> Iterator[bytes]:
        """The bytes, unpacked."""
        return self._read(self.packing)

    def _read(self, how: Packing | None) -> Iterator[bytes]:
        try:
            with self._opened() as file:
                for block in packing.unpacked(file, how) if how else blocks_of(file):
                    self.is_at = file.tell()
                    yield block
        except OSError as error:
            raise Damaged(why_not_read(error)) from None

    def whole(self) -> Input:
        """All of it."""
        data = self.small if self.small is not None else b"".join(self.blocks())
        return Input(self.name, data, self.path, self.is_stdin, self.packing is not None)

    def named(self, name: str) -> Stored:
        """The same input as that of another name."""
        self.name = self.path = name
        return self

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        """The file at its beginning."""
        if self._spooled is not None:
            self._spooled.seek(0)
            yield self._spooled
        else:
            with open(self._file, "rb") as file:
                yield file


def expand(paths: Iterable[str]) -> tuple[list[str], list[Unreadable]]:
    """The files that some paths mean: a file itself, all records below a folder, what a glob matches."""
    files: dict[str, None] = {}
    missing = []
    for path in paths:
        if path == STDIN or os.path.isfile(path):
            files[path] = None
        elif os.path.isdir(path):
            found_below = Path(path).rglob(f"*{SUFFIX}*")
            below = sorted(
                str(found) for found in found_below if found.name.endswith(SUFFIXES) and found.is_file()
            )
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


def stored(name: str, stdin_filename: str | None) -> Stored | Unreadable:
    """One file, or standard input for `-`, under the name of a file if it is given one."""
    try:
        if name != STDIN:
            return Stored(name, name)
        one = Stored("<stdin>", STDIN, _spooled(sys.stdin.buffer))
        return one if stdin_filename is None else one.named(stdin_filename)
    except OSError as error:
        return Unreadable(name, why_not_read(error))


def _spooled(stream: IO[bytes]) -> IO[bytes]:
    """What comes through a pipe, so that it can be read again: in memory, or in a file if it is long."""
    begin = stream.read(_IN_MEMORY)
    if len(begin) < _IN_MEMORY:
        return io.BytesIO(begin)
    file = tempfile.TemporaryFile()  # noqa: SIM115 (it is closed with its `Stored`)
    file.write(begin)
    shutil.copyfileobj(stream, file)
    return cast("IO[bytes]", file)


def draft() -> tempfile.SpooledTemporaryFile[bytes]:
    """A place for what is being written: in memory, or in a file if it is long."""
    return tempfile.SpooledTemporaryFile(_IN_MEMORY)


def size_of(name: str) -> int:
    """How many bytes a file has; 0 where that is not known."""
    try:
        return os.path.getsize(name) if name != STDIN else 0
    except OSError:
        return 0


def write_text(path: str, text: str) -> Message | None:
    """Writes a file in one step, as UTF-8. Returns why not, or None."""
    return write_bytes(path, text.encode())


def write_bytes(path: str, data: bytes, in_place_of: bytes | None = None) -> Message | None:
    """As `write_blocks`, for what is held anyway."""
    return write_blocks(path, [data], in_place_of)


def blocks_of(file: Readable) -> Iterator[bytes]:
    """All blocks of an open file."""
    file.seek(0)
    while block := file.read(packing.BLOCK):
        yield block


def write_blocks(path: str, blocks: Iterable[bytes], in_place_of: bytes | None = None) -> Message | None:
    """Writes a file in one step, so that nobody ever sees half of it. Returns why not, or None.

    With `in_place_of` only where these are still the bytes of the file.
    """
    target = os.path.realpath(path)
    if os.path.exists(target):
        if not os.access(target, os.W_OK):
            return say("it may not be written")
        if not os.path.isfile(target):
            return _write_through(target, blocks)
    try:
        descriptor, draft = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".rocks-", suffix=".tmp")
    except OSError as error:
        return why_not_written(error)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(blocks)
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


def _write_through(target: str, blocks: Iterable[bytes]) -> Message | None:
    """Writes to a device or a pipe, which must never be replaced by a file."""
    try:
        with open(target, "wb") as stream:
            stream.writelines(blocks)
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
