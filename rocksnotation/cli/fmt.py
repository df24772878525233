"""`rocks fmt`: the one canonical layout."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import IO, Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.config import ConfigOption, Isolated, Settings
from rocksnotation.cli.output import note, note_of, put
from rocksnotation.cli.packing import Damaged
from rocksnotation.cli.shared import Inputs, Paths, StdinFilename, cannot_write, leave, write_draft
from rocksnotation.cli.speech import tell
from rocksnotation.diagnostics import Severity
from rocksnotation.ends import with_ends
from rocksnotation.events import Record
from rocksnotation.messages import mark, say
from rocksnotation.parse import parse
from rocksnotation.scan import Proven, records_or_proven
from rocksnotation.spelling import Ends
from rocksnotation.text import safe
from rocksnotation.write import dumps


def fmt(
    paths: Paths,
    check_only: Annotated[
        bool, typer.Option("--check", help=mark("Change nothing; exit with 1 if something would."))
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help=mark("Change nothing; show what would change."))
    ] = False,
    ends: Annotated[
        Ends | None,
        typer.Option(
            "--ends",
            help=mark("Which ends to name: as written (the default), only where needed, all."),
        ),
    ] = None,
    stdin_filename: StdinFilename = None,
    config: ConfigOption = None,
    isolated: Isolated = False,
) -> None:
    """Rewrites records, or shows or counts what would change."""
    settings = Settings(config, isolated)
    inputs = Inputs(paths, "fmt", stdin_filename)
    ends_of = {path: ends or settings.for_file(path).config.ends for path in inputs.paths}
    refused = changed = unwritten = False
    for one in inputs:
        with files.draft() as draft:
            try:
                ends_wanted = ends_of[one.path]
                formatting = _Formatting(one.name, ends_wanted, draft)
                parts = records_or_proven(one.blocks, one.name, skips_proven=ends_wanted is Ends.KEEP)
                is_formatted = formatting.formatted(parts)
                refused = refused or formatting.is_refused
                if not is_formatted:
                    continue
                differs = not _is_same(files.blocks_of(draft), one.blocks())
                changed = changed or differs
                if diff:
                    output.put_diff(one.name, one.whole().data, b"".join(files.blocks_of(draft)))
                elif one.is_stdin and not check_only:
                    for block in files.blocks_of(draft):
                        output.put_bytes(block)
                elif differs and check_only:
                    put(safe(tell(say("would rewrite {name}", name=one.name))))
                elif differs and one.packing:
                    cannot_write(one.name, say("it is compressed; unpack it first"))
                    unwritten = True
                elif differs:
                    unwritten = not write_draft(one.name, draft) or unwritten
            except Damaged as damage:
                inputs.tell(files.Unreadable(one.name, damage.why))
    leave(inputs.unreadable or unwritten, refused or (check_only and changed))


class _Formatting:
    """Writes the export text of one input match by match into a draft, each read again and compared.

    `is_refused` is set where a match, or all of it, is left as it is.
    """

    def __init__(self, name: str, ends: Ends, draft: IO[bytes]) -> None:
        self._name = name
        self._ends = ends
        self._draft = draft
        self.is_refused = False

    def formatted(self, parts: Iterable[Record | Proven]) -> bool:
        """Whether the draft can take the place of what was read; why not is told."""
        is_damaged = False
        for record in parts:
            if isinstance(record, Proven):
                self._put(record.data)
                continue
            faults = [fault for fault in record.syntax if fault.severity is Severity.ERROR]
            is_damaged = is_damaged or bool(faults)
            if is_damaged:
                output.note_findings(record.source, faults)
            elif not self._write(record):
                self.is_refused = True
                return False
        if is_damaged:
            self.is_refused = True
            note(say("{name} is left as it is", name=self._name))
            return False
        self._draft.write(b"\n")
        return True

    def _put(self, text: bytes) -> None:
        self._draft.write((b"\n\n\n" if self._draft.tell() else b"") + text)

    def _write(self, record: Record) -> bool:
        """Writes some matches, if they can be read again as they are."""
        if self._ends is not Ends.KEEP and not record.syntax:
            record, kept = with_ends(record, self._ends)
            for line in kept:
                note_of(self._name, line)
                self.is_refused = True
        text = dumps(record)
        again = parse(text)
        if again == record and not again.syntax and dumps(again) == text:
            self._put(text.removesuffix("\n").encode())
            return True
        if again.syntax:
            why = again.syntax[0].message
            message = say(
                "{name} is left as it is: rewritten, it could not be read: {why}", name=self._name, why=why
            )
        else:
            message = say(
                "{name} is left as it is: the rewritten text would not say the same", name=self._name
            )
        note(message)
        return False


def _is_same(some: Iterable[bytes], others: Iterable[bytes]) -> bool:
    """Whether some blocks hold the same bytes as others, however they are cut."""
    ours = theirs = b""
    for one, other in zip_longest(some, others, fillvalue=b""):
        ours, theirs = ours + one, theirs + other
        length = min(len(ours), len(theirs))
        if ours[:length] != theirs[:length]:
            return False
        ours, theirs = ours[length:], theirs[length:]
    return not ours and not theirs
