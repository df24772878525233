"""The matches of a record document one by one while it is read, as long as there is nothing to say of it.

A document that is not sound, or not laid out as ours are, has to be read as a whole: what is said of it, and where,
is not known here.
"""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from typing import Any

from rocksnotation.events import Match
from rocksnotation.jsonform.places import Numbering
from rocksnotation.jsonform.reading import DECODER, read_value
from rocksnotation.vocabulary import VERSION

_SPACE = "[ \t\r\n]*"
_BEGIN = re.compile(_SPACE.join(["", r"\{", '"rocks"', ":", VERSION, ",", '"matches"', ":", r"\[", ""]))
_NEXT = re.compile(_SPACE.join(["", ",", ""]))
_END = re.compile(_SPACE.join(["", r"\]", r"\}", ""]))

_MOST = 16_000_000
"""How many characters are held at most because a match has not ended in them."""
_FEW = 1_000
"""More characters than stand between matches, and around all of them."""


class NotSound(Exception):
    """The document has to be read as a whole."""


def sound_matches(blocks: Iterable[bytes]) -> Iterator[Match]:
    """The matches of a document that comes in blocks. Raises NotSound, perhaps when some of it has been read."""
    text = _Text(blocks)
    text.skip(_BEGIN)
    while True:
        read = read_value({"rocks": int(VERSION), "matches": [text.value()]}, Numbering())
        if read.record is None or read.dropped:
            raise NotSound
        yield from read.record.matches
        if text.ends():
            return
        text.skip(_NEXT)


class _Text:
    """The part of a text that is held: what is behind the last value, as far as it has been read."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self._blocks = iter(blocks)
        self._decoder = getincrementaldecoder("utf-8-sig")()
        self._held = ""
        self._more()

    def _more(self) -> bool:
        """Holds twice as much, so that no value is tried often; whether there was more."""
        read, before = [self._held], len(self._held)
        size = before
        for block in self._blocks:
            try:
                read.append(self._decoder.decode(block))
            except UnicodeDecodeError:
                raise NotSound from None
            size += len(read[-1])
            if size > 2 * before:
                break
        self._held = "".join(read)
        return size > before

    def value(self) -> Any:
        """The next value, which begins where what is held begins."""
        while True:
            try:
                value, end = DECODER.raw_decode(self._held)
            except json.JSONDecodeError:  # perhaps because there is more of it
                if len(self._held) > _MOST or not self._more():
                    raise NotSound from None
            except (ValueError, RecursionError):
                raise NotSound from None
            else:
                self._held = self._held[end:]
                return value

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Passes over what has to come next."""
        while (found := pattern.match(self._held)) is None or found.end() == len(self._held):
            if len(self._held) > _FEW or not self._more():
                raise NotSound
        self._held = self._held[found.end() :]

    def ends(self) -> bool:
        """Whether the document ends here, and nothing comes behind it."""
        while not (rest := self._held.lstrip(" \t\r\n")):
            if not self._more():
                raise NotSound
        if rest[0] != "]":
            return False
        while self._more():
            if len(self._held) > _FEW:
                raise NotSound
        if self._decoder.getstate()[0] or not _END.fullmatch(self._held):
            raise NotSound
        return True
