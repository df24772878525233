"""`rocks fmt`: the one canonical layout."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rocksnotation.cli import output
from rocksnotation.cli.config import ConfigOption, Isolated, Settings
from rocksnotation.cli.output import note, note_of, put
from rocksnotation.cli.shared import Inputs, Paths, StdinFilename, leave, write_file
from rocksnotation.cli.speech import tell
from rocksnotation.diagnostics import Severity
from rocksnotation.ends import with_ends
from rocksnotation.events import Record
from rocksnotation.messages import mark, say
from rocksnotation.parse import parse, parse_bytes
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
        record = parse_bytes(one.data, one.name)
        wanted = ends_of[one.path]
        if wanted is not Ends.KEEP and not record.syntax:
            record, kept = with_ends(record, wanted)
            for line in kept:
                note_of(one.name, line)
                refused = True
        text = _formatted(record)
        if text is None:
            refused = True
            continue
        data = text.encode()
        differs = data != one.data
        changed = changed or differs
        if diff:
            output.put_diff(one.name, one.data, data)
        elif one.is_stdin and not check_only:
            sys.stdout.write(text)
        elif differs and check_only:
            put(safe(tell(say("would rewrite {name}", name=one.name))))
        elif differs:
            unwritten = not write_file(one.name, text) or unwritten
    leave(inputs.unreadable or unwritten, refused or (check_only and changed))


def _formatted(record: Record) -> str | None:
    """The export text of a record, read again and compared; None, and why, where it is left as it is."""
    name = record.source.name
    faults = [fault for fault in record.syntax if fault.severity is Severity.ERROR]
    if faults:
        output.note_findings(record.source, faults)
        note(say("{name} is left as it is", name=name))
        return None
    text = dumps(record)
    again = parse(text)
    if again == record and not again.syntax and dumps(again) == text:
        return text
    if again.syntax:
        why = again.syntax[0].message
        note(say("{name} is left as it is: rewritten, it could not be read: {why}", name=name, why=why))
        return None
    note(say("{name} is left as it is: the rewritten text would not say the same", name=name))
    return None
