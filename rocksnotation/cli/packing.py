"""Compressed files: known by how they begin, never by their names, and unpacked block by block.

What is packed may be damaged, cut off, or made to fill a disk: `Damaged` says why it is not read on.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, cast

from rocksnotation.messages import Message, say, verbatim

SUFFIXES = (".gz", ".bz2", ".xz", ".zst")
"""How the names of compressed files end."""

HEAD = 16
"""So many bytes tell whether a file is compressed."""

BLOCK = 64 * 1024

MAX_RATIO = 1_000
MAX_UNPACKED = 1_000_000_000
"""No record is packed so well: what is beyond both is refused."""


class Damaged(Exception):
    """Why a file cannot be read any further."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Packing:
    """A way of compressing: its name, how files of it begin, and what gives a file unpacked."""

    name: str
    begins: re.Pattern[bytes]
    opened: Callable[[IO[bytes]], IO[bytes]]


def packing_of(head: bytes) -> Packing | None:
    """How a file is compressed that begins so; None where it is not."""
    return next((packing for packing in _PACKINGS if packing.begins.match(head)), None)


def bare(name: str) -> str:
    """The name that a file has when it is unpacked."""
    return next((name.removesuffix(suffix) for suffix in SUFFIXES if name.endswith(suffix)), name)


def unpacked(file: IO[bytes], packing: Packing) -> Iterator[bytes]:
    """The blocks of a compressed file. Raises Damaged."""
    stream, size = packing.opened(file), 0
    while block := _next(stream, packing):
        size += len(block)
        if size > MAX_UNPACKED and size > MAX_RATIO * file.tell():
            raise Damaged(say("it is over a thousand times as large unpacked, which no record is"))
        yield block


def _next(stream: IO[bytes], packing: Packing) -> bytes:
    try:
        return stream.read(BLOCK)
    except EOFError:
        raise Damaged(say("the {packing} data is cut off", packing=packing.name)) from None
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the disk, not the data
        if not isinstance(error, OSError | zlib.error | ValueError) and type(error).__module__ == "builtins":
            raise
        why = say("the {packing} data is damaged: {error}", packing=packing.name, error=verbatim(str(error)))
        raise Damaged(why) from None


# Each is imported only where there is such a file.


def _gzip(file: IO[bytes]) -> IO[bytes]:
    import gzip

    return cast("IO[bytes]", gzip.GzipFile(fileobj=file))


def _bz2(file: IO[bytes]) -> IO[bytes]:
    import bz2

    return bz2.BZ2File(file)


def _xz(file: IO[bytes]) -> IO[bytes]:
    import lzma

    return lzma.LZMAFile(file, format=lzma.FORMAT_XZ)


def _zstd(file: IO[bytes]) -> IO[bytes]:
    opened: IO[bytes] = _zstd_module().ZstdFile(file)
    return opened


def _zstd_module() -> Any:
    from importlib import import_module

    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise Damaged(say("it is packed with zstd: pip install 'rocksnotation[zstd]' makes it readable"))


_PACKINGS = (
    Packing("gzip", re.compile(rb"\x1f\x8b"), _gzip),
    Packing("bzip2", re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"), _bz2),
    Packing("xz", re.compile(rb"\xfd7zXZ\0"), _xz),
    Packing("zstd", re.compile(rb"\x28\xb5\x2f\xfd"), _zstd),
)
