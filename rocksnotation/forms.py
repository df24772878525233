"""The forms in which records are kept, and how they are told apart. Reads no record."""

from __future__ import annotations

import re
from enum import StrEnum


class Form(StrEnum):
    """The forms of a record; in `jsonl` each match is a line, a document of its own."""

    ROCKS = "rocks"
    JSON = "json"
    JSONL = "jsonl"


def form_of(name: str) -> Form | None:
    """The form that the ending of a file's name says, or None."""
    return next((form for form in Form if name.endswith(f".{form}")), None)


def form_of_input(data: bytes, name: str) -> Form:
    """The form of some bytes: by the ending of the name, else by how they begin."""
    return form_of(name) or (Form.JSON if _begins_like_json(data) else Form.ROCKS)


def _begins_like_json(data: bytes) -> bool:
    """A record of text can begin with a brace too, but then a comment's text follows, not a JSON object."""
    return re.match(rb'(?:\xef\xbb\xbf)?\s*\{\s*"[^"\n]*"\s*:', data) is not None
