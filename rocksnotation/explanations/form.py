"""The form of an explanation. Knows nothing of any single code."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent

from rocksnotation.messages import Message


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a code means to a player, what to do about it, and a record before and after that.

    `bad` has just this finding, `good` is the same record mended. `bad` is bytes where no text can show the
    fault.
    """

    means: Message
    mend: Message
    bad: str | bytes
    good: str

    @property
    def bad_bytes(self) -> bytes:
        """The bad record as the content of a file."""
        return self.bad if isinstance(self.bad, bytes) else self.bad.encode()

    @property
    def bad_text(self) -> str:
        """The bad record as it can be shown, with an escape for each byte that is no text."""
        return self.bad_bytes.decode(errors="backslashreplace")


def record(text: str) -> str:
    """A record that is written indented in the source: without that indent and the first line break."""
    return dedent(text).lstrip("\n")
