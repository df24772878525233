"""The fixes of a run of `lint`: made in the files, or shown as a diff."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from rocksnotation.cli import files, output
from rocksnotation.cli.output import refused
from rocksnotation.cli.shared import cannot_write, write_bytes
from rocksnotation.messages import say

if TYPE_CHECKING:
    from rocksnotation.events import Record
    from rocksnotation.fixes import Choose, Mended
    from rocksnotation.lint import Checked


class Fixing:
    """Which fixes are made in a run, and how many were; whether a file could not be written."""

    def __init__(self, fix: bool, unsafe: bool, diff: bool) -> None:
        if unsafe and not (fix or diff):
            raise refused(say("it goes with --fix or --diff"), "--unsafe-fixes")
        self.is_on = fix or diff
        self.is_diff = diff
        self.fixed = 0
        self.unwritten = False
        self._unsafe = unsafe

    def takes_output(self, reads_stdin: bool) -> bool:
        """Whether standard output is for the diff, or for the mended text of standard input."""
        return self.is_diff or (self.is_on and reads_stdin)

    def mended(
        self, one: files.Input, record: Record, checked: Checked, choose: Choose
    ) -> tuple[Record, Checked]:
        """The record of an input, and what is found in it, after its fixes; as it was where none is made."""
        done = self._mend(one, record, checked, choose)
        data = _encoded(done.text, one.data) if done else one.data
        if self.is_diff and done:
            output.put_diff(one.name, one.data, data)
        elif one.is_stdin and not self.is_diff:
            output.put_bytes(data)
        elif done and one.is_packed:
            cannot_write(one.name, say("it is compressed; unpack it first"))
            self.unwritten = True
            return record, checked
        elif done and not write_bytes(one.name, data, in_place_of=one.data):
            self.unwritten = True
            return record, checked
        if done is None:
            return record, checked
        self.fixed += sum(done.fixed.values())
        return done.record, done.checked

    def _mend(self, one: files.Input, record: Record, checked: Checked, choose: Choose) -> Mended | None:
        from rocksnotation.fixes import is_fixable, mend  # only where something is to be mended

        offered = choose(record, checked.diagnostics)
        if not any(is_fixable(found, self._unsafe) for found in offered):
            return None
        done = mend(one.data.decode("utf-8-sig"), one.name, unsafe=self._unsafe, choose=choose)
        return done if done.fixed else None


def _encoded(text: str, before: bytes) -> bytes:
    """The bytes of a text, with the byte order mark that was there before."""
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    return mark + text.encode()
