"""A file's bytes in blocks of any size: whether they are text, and the text with LF for every line end.

No more than a block, or the line of what is wrong, is ever held. Knows no notation.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from rocksnotation.messages import Message, say
from rocksnotation.text import normal_lines

if TYPE_CHECKING:
    from rocksnotation.events import Record

Blocks = Iterable[bytes]

_BEHIND = 200
"""How many bytes behind the first that is no text are shown with it."""


def plain(blocks: Blocks) -> Iterator[bytes]:
    """UTF-8 text in blocks, without a byte order mark, and with LF for every line end."""
    at_start, held = True, b""
    for block in blocks:
        block = held + block
        held = b""
        if at_start and len(block) < len(codecs.BOM_UTF8) and codecs.BOM_UTF8.startswith(block):
            held = block
            continue
        if at_start:
            block = block.removeprefix(codecs.BOM_UTF8)
            at_start = False
        if b"\r" in block:
            if block.endswith(b"\r"):  # half of a line end, perhaps
                block, held = block[:-1], b"\r"
            block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield block
    if held:
        yield held.replace(b"\r", b"\n")


def not_text(blocks: Callable[[], Blocks], name: str) -> Record | None:
    """The record of what is no UTF-8 text, with T003 at its first such byte; None of what is text.

    `blocks` gives all blocks from the first on. The source is only the line of that byte.
    """
    found = _first_fault(blocks())
    if found is None:
        return None
    from rocksnotation.diagnostics import Source, Span, diagnostic
    from rocksnotation.events import Record

    offset, what = found
    before, here, behind = _around(blocks(), offset)
    lead = normal_lines(here.decode("utf-8", "replace"))
    source = Source(name, lead + normal_lines(behind.decode("utf-8", "replace")), before)
    message = say("{what} at byte offset {offset}; a record is UTF-8 text", what=what, offset=f"{offset:,}")
    return Record((), (diagnostic("T003", Span(len(lead), len(lead) + 1), message),), source)


def _first_fault(blocks: Blocks) -> tuple[int, Message] | None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset, start = 0, b""
    for block in blocks:
        if len(start) < 2:
            start += block[:2]
            if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
                return 0, say("this is UTF-16 text")
        nul = block.find(b"\0")
        fault = _undecodable(decoder, block if nul < 0 else block[:nul], final=nul >= 0)
        if fault is not None:
            return offset + fault, say("this is not UTF-8 text")
        if nul >= 0:
            return offset + nul, say("this is not text: there is a NUL byte")
        offset += len(block)
    fault = _undecodable(decoder, b"", final=True)
    return None if fault is None else (offset + fault, say("this is not UTF-8 text"))


def _undecodable(decoder: codecs.IncrementalDecoder, block: bytes, final: bool) -> int | None:
    """Where in a block decoding fails: below 0 in a character that began in the one before it."""
    waiting = decoder.getstate()[0]
    if not waiting and block.isascii():
        return None
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError as error:
        return error.start - len(waiting)
    return None


def _around(blocks: Blocks, offset: int) -> tuple[int, bytes, bytes]:
    """How many lines end before the line of an offset, what is on it before the offset, and some behind that."""
    lines, here, behind = 0, b"", b""
    for block in blocks:
        here += block[:offset]
        behind += block[offset : offset + _BEHIND - len(behind)]
        offset = max(0, offset - len(block))
        cut = here.rfind(b"\n") + 1
        lines += normal_lines(here[:cut].decode("latin-1")).count("\n")
        here = here[cut:]
        if len(behind) == _BEHIND:
            break
    return lines, here, behind
