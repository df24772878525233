"""Compressed files: known by how they begin, never by their names, and unpacked block by block.

What is packed may be damaged, cut off, or made to fill a disk: `Damaged` says why it is not read on.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple, cast

from rocksnotation.messages import Message, say, verbatim

SUFFIXES = (".gz", ".bz2", ".xz", ".zst")
"""How the names of compressed files end."""

HEAD = 16
"""So many bytes tell whether a file is compressed."""

BLOCK = 64 * 1024

MAX_RATIO = 1_000
MAX_UNPACKED = 1_000_000_000
"""No record is packed so well: what is beyond both is refused."""

_WINDOW_LOG = 27
MAX_WINDOW = 1 << _WINDOW_LOG
"""How far behind it, in bytes, a file may point to what stands there again: all that is held. Few need so much."""

_TOO_MUCH = re.compile("Memory usage limit exceeded|requires too much memory")
"""What xz and zstd say of a file that needs more."""


class Damaged(Exception):
    """Why a file cannot be read any further."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


class Packing(NamedTuple):
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
        raise Damaged(_why(error, packing)) from None


def _why(error: Exception, packing: Packing) -> Message:
    if _TOO_MUCH.search(str(error)):
        most = MAX_WINDOW // 2**20
        return say(
            "the {packing} data takes more than {most} MB of memory to unpack",
            packing=packing.name,
            most=most,
        )
    return say("the {packing} data is damaged: {error}", packing=packing.name, error=verbatim(str(error)))


# Each is imported only where there is such a file.


def _gzip(file: IO[bytes]) -> IO[bytes]:
    import gzip

    return cast("IO[bytes]", gzip.GzipFile(fileobj=file))


def _bz2(file: IO[bytes]) -> IO[bytes]:
    import bz2

    return bz2.BZ2File(file)


def _xz(file: IO[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", _Reading(_xz_blocks(file)))


class _Reading:
    """Blocks, to be read like a file."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks

    def read(self, _: int) -> bytes:
        """The next block; empty at the end."""
        return next(self._blocks, b"")


def _xz_blocks(file: IO[bytes]) -> Iterator[bytes]:
    """The streams of an xz file: the standard library reads them too, but with no bound to its memory."""
    import lzma

    data = file.read(BLOCK)
    while data:
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_WINDOW + 1_000_000)
        while not stream.eof:
            if block := stream.decompress(data, BLOCK):
                yield block
            data = file.read(BLOCK) if stream.needs_input and not stream.eof else b""
            if stream.needs_input and not data and not stream.eof:
                raise EOFError
        data = stream.unused_data.lstrip(b"\0")  # between streams there may be some of these
        while not data and (data := file.read(BLOCK)):
            data = data.lstrip(b"\0")


def _zstd(file: IO[bytes]) -> IO[bytes]:
    module = _zstd_module()
    most = {module.DecompressionParameter.window_log_max: _WINDOW_LOG}
    opened: IO[bytes] = module.ZstdFile(file, options=most)
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
