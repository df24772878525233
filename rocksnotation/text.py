"""The characters of comments and values: white space, control characters, folding. Knows no notation."""

from __future__ import annotations

import unicodedata

WHITE = " \t\r\n\u00a0"
"""The characters that count as white space."""


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
