"""Characters and bounds: UTF-8, white space, control characters, folding, safe output. Knows no notation."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from rocksnotation.messages import Message, say

if TYPE_CHECKING:
    import json

MAX_DEPTH = 64
"""How deep variations may nest."""

MAX_DIGITS = 6
"""How many digits a number may have."""

MAX_LENGTH = 100_000
"""How many characters a line or a comment may have."""

_UNSAFE = "[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
_CONTROL_IN_COMMENT = "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff]"
"""The characters of each, as a pattern; only who asks for them compiles it."""

WHITE = " \t\r\n\u00a0"
"""The characters that count as white space."""

PLAIN_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
"""Typographic dashes, which are read as the plain one: a table for `str.translate`."""


def decoded(data: bytes) -> str | int:
    """The text in UTF-8 bytes, without a byte order mark; or the offset of the first byte that is no UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec that skips a byte order mark counts its offsets from behind it.
        return len(data) - len(error.object) + error.start


def not_utf8(offset: int) -> Message:
    """Why bytes are no text: the offset of the first that is no UTF-8."""
    return say("not UTF-8 text at byte offset {offset}", offset=f"{offset:,}")


def normal_lines(text: str) -> str:
    """The text with LF for every line end: CRLF and a lone CR are read as one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def fold(text: str) -> str:
    """A comment's text as it is kept: its lines, each stripped, without empty ones at either end."""
    if "\n" not in text and "\r" not in text:
        return text.strip(WHITE)
    return "\n".join(line.strip(WHITE) for line in normal_lines(text).split("\n")).strip("\n")


def is_control(character: str) -> bool:
    """Whether a character is a control character or a lone surrogate, which no value may hold."""
    return character < " " or "\x7f" <= character <= "\x9f" or "\ud800" <= character <= "\udfff"


@cache
def _pattern(characters: str) -> re.Pattern[str]:
    return re.compile(characters)


def is_control_in_comment(character: str) -> bool:
    """Whether no comment may hold the character: as `is_control`, but for tabs and line ends."""
    return character not in "\t\n" and is_control(character)


def has_control_in_comment(text: str, start: int, end: int) -> bool:
    """Whether some character of a stretch of text is one that no comment may hold."""
    return _pattern(_CONTROL_IN_COMMENT).search(text, start, end) is not None


def safe(text: str) -> str:
    """The text with every character escaped that could steer a terminal or turn the direction of reading."""
    return _pattern(_UNSAFE).sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_text(value: object, indent: int | None = None) -> str:
    """A JSON document as text, UTF-8 as it is, every character escaped that could steer a terminal."""
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    # The only raw control characters left are the line ends of the layout.
    return "\n".join(map(safe, text.split("\n")))


def not_json(error: json.JSONDecodeError) -> Message:
    """Why a text is no JSON document."""
    return say(
        "not JSON: {error} in line {line}, column {column}",
        error=error.msg,
        line=error.lineno,
        column=error.colno,
    )
