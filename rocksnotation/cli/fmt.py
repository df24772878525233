"""`rocks fmt`: the one canonical layout."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.config import ConfigOption, Isolated, Settings
from rocksnotation.cli.output import note, put
from rocksnotation.cli.shared import Inputs, Paths, leave, write_file
from rocksnotation.diagnostics import Severity
from rocksnotation.ends import Ends, with_ends
from rocksnotation.events import Record
from rocksnotation.parse import parse, parse_bytes
from rocksnotation.text import safe
from rocksnotation.write import dumps


def fmt(
    paths: Paths,
    check_only: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit with 1 if something would.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
    ends: Annotated[
        Ends | None,
        typer.Option(
            "--ends",
            help="Which ends to name: as written (the default), only where needed, all.",
        ),
    ] = None,
    config: ConfigOption = None,
    isolated: Isolated = False,
) -> None:
    """Rewrite records in the one canonical layout.

    What a record says never changes. A record that cannot be read is left as it is.
    """
    settings = Settings(config, isolated)
    inputs = Inputs(paths, "fmt")
    ends_of = {name: ends or settings.for_file(name).config.ends for name in inputs.names}
    refused = changed = unwritten = False
    for one in inputs:
        record = parse_bytes(one.data, one.name)
        wanted = ends_of[files.STDIN if one.is_stdin else one.name]
        if wanted is not Ends.KEEP and not record.syntax:
            record, kept = with_ends(record, wanted)
            for line in kept:
                note(f"rocks: {safe(one.name)}: {line}")
                refused = True
        text = _formatted(record)
        if text is None:
            refused = True
            continue
        differs = text.encode() != one.data
        changed = changed or differs
        if diff:
            output.put_diff(one.name, record.source.text, text, "formatted")
        elif one.is_stdin and not check_only:
            sys.stdout.write(text)
        elif differs and check_only:
            put(f"would rewrite {safe(one.name)}")
        elif differs:
            unwritten = not write_file(one.name, text) or unwritten
    leave(inputs.unreadable or unwritten, refused or (check_only and changed))


def _formatted(record: Record) -> str | None:
    """The export text of a record, read again and compared; None, and why, where it is left as it is."""
    name = safe(record.source.name)
    faults = [fault for fault in record.syntax if fault.severity is Severity.ERROR]
    if faults:
        output.note_findings(record.source, faults)
        note(f"rocks: {name} is left as it is")
        return None
    text = dumps(record)
    again = parse(text)
    if again == record and not again.syntax and dumps(again) == text:
        return text
    if again.syntax:
        note(f"rocks: {name} is left as it is: rewritten, it could not be read: {again.syntax[0].message}")
        return None
    note(f"rocks: {name} is left as it is: the rewritten text would not say the same")
    return None
