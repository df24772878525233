"""What changes in a file, as a unified diff that `git apply` and `patch` take. Knows nothing of what it holds."""

from __future__ import annotations

import os
import re

from rocksnotation.text import safe

_NO_LINE_END = b"\n\\ No newline at end of file\n"


def unified(path: str, before: bytes, after: bytes) -> bytes:
    """The diff between two contents of a file, byte for byte; empty where they are the same.

    It is the same in every language, since it is made for programs: as git does it, the path stands in it
    once below `a/` and once below `b/`.
    """
    import difflib

    lines = difflib.diff_bytes(
        difflib.unified_diff, _lines(before), _lines(after), _named("a", path), _named("b", path)
    )
    return b"".join(line if line.endswith(b"\n") else line + _NO_LINE_END for line in lines)


def _lines(data: bytes) -> list[bytes]:
    """The lines as programs for diffs count them: only LF ends one, and the last may have none."""
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def _named(side: str, path: str) -> bytes:
    """A path as the head of a diff has it: quoted as in C where it holds what could be misread or unsafe.

    One with spaces ends in a tab, by which programs tell where it ends.
    """
    name = f"{side}/{path.lstrip('/')}"
    data = os.fsencode(name)
    if safe(name) == name and not set(name) & set('"\\'):
        return data + b"\t" if " " in name else data
    return b'"%s"' % b"".join(map(_quoted, data))


def _quoted(byte: int) -> bytes:
    """A byte as it stands between quotation marks."""
    is_plain = 0x20 <= byte < 0x7F and byte not in b'"\\'
    return bytes([byte]) if is_plain else b"\\%03o" % byte
