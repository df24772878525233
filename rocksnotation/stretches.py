"""Cuts a stream of bytes into stretches, each of one match or more, that can be read one by one.

A stretch ends before a line that begins with a tag, after a line that is `round` and a number: there a match
surely begins, whatever stands before it. Where matches are run together in other ways, they share a stretch.
Knows nothing of what is in a match; what a stretch leaves open at its end is for its reader to look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_ROUND = re.compile(rb"(?:\A|\n)round[ \t]+[0-9]+[ \t]*(?=[\r\n])", re.IGNORECASE)
_TAG = re.compile(rb'\n(?=\[[A-Za-z]\w*[ \t]+")')


class Stretch(NamedTuple):
    """Some whole matches, as bytes, and how many lines stand before them in their file."""

    data: bytes
    lines_before: int


def stretches(blocks: Iterable[bytes]) -> Iterator[Stretch]:
    """The stretches of a file that comes in blocks of any size; no block at all is one empty stretch."""
    lines = 0
    for data in _cut(blocks):
        yield Stretch(data, lines)
        lines += data.count(b"\n")


def _cut(blocks: Iterable[bytes]) -> Iterator[bytes]:
    waiting = b""
    for block in blocks:
        waiting += block
        start = 0
        while (end := _end(waiting, start)) is not None:
            yield waiting[start:end]
            start = end
        waiting = waiting[start:]
    yield waiting


def _end(data: bytes, start: int) -> int | None:
    """Where the stretch that begins at `start` ends, if the data shows it already."""
    round_ = _ROUND.search(data, start)
    tag = _TAG.search(data, round_.end()) if round_ else None
    return tag.end() if tag else None
