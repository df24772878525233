"""`rocks convert`: records from one form to another."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.output import note, note_of
from rocksnotation.cli.shared import Inputs, StdinFilename, cannot_write, leave, write_file
from rocksnotation.convert import Conversion, read_any, written
from rocksnotation.events import Record
from rocksnotation.forms import Form, form_of
from rocksnotation.messages import mark, say
from rocksnotation.parse import parse


def convert(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="IN", help=mark("Records as text or JSON, folders, globs, or -.")),
    ],
    out: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help=mark("A file, or a folder for a file each.")),
    ] = None,
    to: Annotated[
        Form | None, typer.Option("--to", help=mark("The form to write, where OUT does not say it."))
    ] = None,
    skip_damaged: Annotated[
        bool,
        typer.Option(
            "--skip-damaged", help=mark("Leave out damaged rounds, and name them, instead of refusing.")
        ),
    ] = False,
    stdin_filename: StdinFilename = None,
) -> None:
    """Converts records between text and JSON."""
    inputs = Inputs(paths, "convert", stdin_filename)
    refused = unwritten = False
    read: list[Conversion] = []
    for one in inputs:
        conversion = read_any(one.data, one.name, skip_damaged)
        output.note_findings(conversion.source, conversion.faults)
        for line in conversion.notes:
            note_of(one.name, line)
        refused = refused or conversion.record is None or bool(conversion.faults)
        if conversion.record is not None:
            read.append(conversion)
    if read:
        unwritten = not _write_all(read, out, to)
    leave(inputs.unreadable or unwritten, refused)


def _write_all(read: list[Conversion], out: str | None, to: Form | None) -> bool:
    """Writes all records to one output, or a file each into a folder. Whether everything was written."""
    if out is not None and (os.path.isdir(out) or out.endswith(os.sep)):
        return _write_into(read, out, to)
    form = to or (form_of(out) if out and out != files.STDIN else None) or read[0].other_form
    text = _text([one.record for one in read if one.record], form)
    if text is None:
        return False
    if out is None or out == files.STDIN:
        sys.stdout.write(text)
        return True
    return write_file(out, text)


def _write_into(read: list[Conversion], folder: str, to: Form | None) -> bool:
    """Writes a file each; of two that would have the same name the second is not written."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        cannot_write(folder, files.why_not_written(error))
        return False
    taken: set[str] = set()
    failed = False
    for one in read:
        stem = os.path.splitext(os.path.basename(one.source.name))[0]
        target = os.path.join(folder, f"{stem}.{to or one.other_form}")
        if target in taken:
            name = one.source.name
            note(say("{name} is not written: {target} is another's", name=name, target=target))
            failed = True
        elif one.record:
            taken.add(target)
            text = _text([one.record], to or one.other_form)
            failed = text is None or not write_file(target, text) or failed
    return not failed


def _text(records: list[Record], form: Form) -> str | None:
    """The text to write; notation is read again first. None, and why is told, where it could not be read."""
    text = written(records, form)
    fault = next(iter(parse(text).syntax), None) if form is Form.ROCKS else None
    if fault:
        note(say("not written: the text could not be read again: {why}", why=fault.message))
    return None if fault else text
