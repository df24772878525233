"""`rocks fmt`: the one canonical layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import IO, Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.config import ConfigOption, Isolated, Settings
from rocksnotation.cli.output import note, note_of, put
from rocksnotation.cli.packing import Damaged
from rocksnotation.cli.parts import Work, worked_through
from rocksnotation.cli.shared import (
    Inputs,
    Jobs,
    Paths,
    StdinFilename,
    cannot_write,
    jobs_for,
    leave,
    sharing,
    write_draft,
)
from rocksnotation.cli.speech import tell
from rocksnotation.diagnostics import Severity
from rocksnotation.ends import with_ends
from rocksnotation.events import Record
from rocksnotation.messages import Message, mark, moved, say
from rocksnotation.parse import parse
from rocksnotation.scan import Found, Read, Reads
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
    jobs: Jobs = None,
    stdin_filename: StdinFilename = None,
    config: ConfigOption = None,
    isolated: Isolated = False,
) -> None:
    """Rewrites records, or shows or counts what would change."""
    settings = Settings(config, isolated)
    inputs = Inputs(paths, "fmt", stdin_filename)
    ends_of = {path: ends or settings.for_file(path).config.ends for path in inputs.paths}
    refused = changed = unwritten = False
    number = jobs_for(inputs.progress.bytes, jobs)
    with sharing():
        for one, results in worked_through(inputs, lambda one: _work(one, ends_of[one.path]), number):
            with files.draft() as draft:
                try:
                    drafted = _drafted(one, results, draft)
                    refused = refused or drafted.is_refused
                    if not drafted.is_whole:
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


def _work(one: files.Stored, ends: Ends) -> Work[_Formatted]:
    return Work(partial(_format, one.name, ends), Reads.UNPROVEN if ends is Ends.KEEP else Reads.ALL)


# --------------------------------------------------------------------------------- what processes share


@dataclass(frozen=True, slots=True)
class _Formatted:
    """Some matches that were read together in export form; what is damaged in them, or why they are left alone.

    `kept` are notes on matches whose ends are left as they are.
    """

    text: bytes = b""
    damaged: Found | None = None
    unlike: Message | None = None
    kept: tuple[Message, ...] = ()

    def moved(self, matches: int, lines: int) -> _Formatted:
        """The same behind so many matches and lines."""
        damaged = self.damaged and self.damaged.moved(matches, lines)
        return replace(self, damaged=damaged, kept=tuple(moved(note, matches) for note in self.kept))


def _format(name: str, ends: Ends, read: Read) -> Iterator[_Formatted]:
    """What becomes of what was read together: written, read again and compared."""
    record = read.record
    if read.proven or record is None:
        yield _Formatted(read.proven.data if read.proven else b"")
        return
    faults = tuple(fault for fault in record.syntax if fault.severity is Severity.ERROR)
    if faults:
        yield _Formatted(damaged=Found(record.source, faults))
        return
    kept: tuple[Message, ...] = ()
    if ends is not Ends.KEEP and not record.syntax:
        record, kept = with_ends(record, ends)
    text = dumps(record)
    yield _Formatted(text.removesuffix("\n").encode(), unlike=_unlike(name, record, text), kept=kept)


def _unlike(name: str, record: Record, text: str) -> Message | None:
    """Why a record must not be rewritten so: None if its text can be read again as it is."""
    again = parse(text)
    if again == record and not again.syntax and dumps(again) == text:
        return None
    if again.syntax:
        why = again.syntax[0].message
        return say("{name} is left as it is: rewritten, it could not be read: {why}", name=name, why=why)
    return say("{name} is left as it is: the rewritten text would not say the same", name=name)


# ------------------------------------------------------------------------------------------ one input


@dataclass(frozen=True, slots=True)
class _Drafted:
    """Whether a draft can take the place of what was read, and whether a match, or all of it, is left as it is."""

    is_whole: bool
    is_refused: bool


def _drafted(one: files.Stored, results: Iterable[_Formatted], draft: IO[bytes]) -> _Drafted:
    """Writes the export text of one input into a draft, match by match; why something is left alone is told."""
    is_damaged = is_refused = False
    for result in results:
        if result.damaged:
            output.note_findings(*result.damaged)
            is_damaged = True
        if is_damaged:
            continue
        for line in result.kept:
            note_of(one.name, line)
            is_refused = True
        if result.unlike:
            note(result.unlike)
            return _Drafted(False, True)
        draft.write((b"\n\n\n" if draft.tell() else b"") + result.text)
    if is_damaged:
        note(say("{name} is left as it is", name=one.name))
        return _Drafted(False, True)
    draft.write(b"\n")
    return _Drafted(True, is_refused)


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
