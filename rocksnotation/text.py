"""Characters and bounds: white space, control characters, folding, safe output. Knows no notation."""

from __future__ import annotations

import json
import re
import unicodedata

MAX_DEPTH = 64
"""How deep variations may nest."""

_UNSAFE = re.compile("[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

WHITE = " \t\r\n\u00a0"
"""The characters that count as white space."""

PLAIN_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
"""Typographic dashes, which are read as the plain one: a table for `str.translate`."""


def normal_lines(text: str) -> str:
    """The text with LF for every line end: CRLF and a lone CR are read as one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def fold(text: str) -> str:
    """A comment's text as it is kept: its lines, each stripped, without empty ones at either end."""
    return "\n".join(line.strip(WHITE) for line in normal_lines(text).split("\n")).strip("\n")


def is_control(character: str) -> bool:
    """Whether a character is a control character or a lone surrogate, which no value may hold."""
    return unicodedata.category(character) in ("Cc", "Cs")


def is_control_in_comment(character: str) -> bool:
    """Whether no comment may hold the character: as `is_control`, but for tabs and line ends."""
    return character not in "\t\n" and is_control(character)


def safe(text: str) -> str:
    """The text with every character escaped that could steer a terminal or turn the direction of reading."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_text(value: object, indent: int | None = None) -> str:
    """A JSON document as text, UTF-8 as it is, every character escaped that could steer a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    # The only raw control characters left are the line ends of the layout.
    return "\n".join(map(safe, text.split("\n")))
