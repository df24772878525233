"""Cuts the text of a file into stretches, each of one match or more, that can be read one by one.

A stretch ends before a line that begins with a tag, if a round has surely begun before it, and nothing
between them could be a tag: there a match begins, whatever else is in the text. A round has surely begun at
a line that is `round` and a number, and at these words right behind a tag that fills its line. Where matches
are run together in other ways, they share a stretch. What a stretch leaves open at its end is for its reader
to look at. The text is UTF-8, and its lines end in LF.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

MAX_STRETCH = 4_000_000
"""How many bytes a stretch may have: a match has some thousands, and one full of comments ten times as many."""

PIECE = 64 * 1024
"""About how many bytes a piece has: as many whole stretches as are worth a way to another process."""

_NAME = rb"\[[A-Za-z_]\w*[ \t]+"
_STRING = rb'(?:"[^"\\\n]*"|\xe2\x80[\x9c\x9d](?:(?!\xe2\x80\x9d)[^\n])*\xe2\x80\x9d)'
_ROUND = re.compile(
    rb"\n(?:round[ \t]+[0-9]+[ \t]*(?=[\n{;])"
    rb"|" + _NAME + _STRING + rb"\][ \t]*\n[ \t\n]*(?i:round)[ \t]+[0-9]+(?=[ \t\n{;]))"
)
_TAG = re.compile(_NAME + rb'(?:"|\xe2\x80[\x9c-\x9e]|\xc2\xab)')
_BRACKET = re.compile(rb'\[(?=[\sA-Za-z_"\x80-\xff])')
"""What may open a tag, somewhere in a line too: a match may begin at it, or none."""
_OVERLAP = 1_000
"""More than the lines by which a cut is known are long."""


class Piece(NamedTuple):
    """Some whole stretches; `lines` is how many line ends it has.

    Of a single stretch that is over its bound the data are only the beginning.
    """

    data: bytes
    lines: int
    is_whole: bool = True


def pieces(blocks: Iterable[bytes], size: int = PIECE) -> Iterator[Piece]:
    """A text that comes in blocks, in pieces of about one size. No block at all is one empty piece."""
    waiting, enough, is_first = b"", size, True
    source = iter(blocks)
    for block in source:
        waiting += block
        if len(waiting) < enough:
            continue
        cut = _last_cut(waiting)
        if cut:
            yield _piece(waiting[:cut])
            waiting, enough, is_first = waiting[cut:], size, False
        elif len(waiting) > MAX_STRETCH:
            head = waiting[:_OVERLAP]
            lines, waiting = _skipped(waiting, source)
            yield Piece(head, lines, is_whole=False)
            enough, is_first = size, False
        else:
            enough = min(2 * len(waiting), MAX_STRETCH + 1)
    if waiting or is_first:
        yield _piece(waiting)


def stretches(data: bytes) -> Iterator[bytes]:
    """The stretches of a piece."""
    start = 0
    for cut in _cuts(data):
        yield data[start:cut]
        start = cut
    yield data[start:]


def _piece(data: bytes) -> Piece:
    return Piece(data, data.count(b"\n"))


def _cuts(data: bytes) -> Iterator[int]:
    """Where stretches end and others begin."""
    seen = _look(data, _Seen(0, False, None))
    while seen.cut is not None:
        yield seen.cut
        seen = _look(data, _Seen(max(0, seen.cut - 1), False, None))


class _Seen(NamedTuple):
    """How far a text was looked through, whether a round has surely begun before that, and the cut found, if any."""

    until: int
    in_round: bool
    cut: int | None


def _look(data: bytes, seen: _Seen, end: int = sys.maxsize) -> _Seen:
    """Looks on for the next cut; tags that begin behind `end` are left for later."""
    start, in_round, _ = seen
    while True:
        if not in_round:
            round_ = _ROUND.search(data, start)
            if round_ is None:
                return _Seen(max(start, len(data) - _OVERLAP), False, None)
            start = round_.end()
        bracket = _BRACKET.search(data, start, end)
        if bracket is None:
            return _Seen(max(start, min(end, len(data))), True, None)
        start, in_round = bracket.end(), False
        at = bracket.start()
        if data[at - 1 : at] == b"\n" and _TAG.match(data, at):
            return _Seen(start, False, at)


def _last_cut(data: bytes) -> int:
    """The last cut, or 0 where there is none. It is mostly found near the end."""
    near = max(0, len(data) - PIECE // 4)
    for start in (near, 0) if near else (0,):
        cut = max(_cuts(data[start:]), default=0)
        if cut:
            return start + cut
    return 0


def _skipped(waiting: bytes, blocks: Iterator[bytes]) -> tuple[int, bytes]:
    """Passes over a stretch that is too long: how many lines end in it, and what is read of the text behind it."""
    lines, seen = 0, _look(waiting, _Seen(0, False, None), len(waiting) - _OVERLAP)
    for block in blocks:
        gone = max(0, min(seen.until, len(waiting)) - 1)
        lines += waiting.count(b"\n", 0, gone)
        waiting = waiting[gone:] + block
        seen = _look(waiting, _Seen(seen.until - gone, seen.in_round, None), len(waiting) - _OVERLAP)
        if seen.cut is not None:
            return lines + waiting.count(b"\n", 0, seen.cut), waiting[seen.cut :]
    return lines + waiting.count(b"\n"), b""
