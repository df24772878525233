"""`rocks lint`: find what is wrong."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rocksnotation.cli import output
from rocksnotation.cli.output import put
from rocksnotation.cli.shared import Inputs, OutputFormat, Paths, Report, leave
from rocksnotation.diagnostics import Diagnostic, Severity, Source
from rocksnotation.jsonform import diagnostic_to_json, diagnostics_to_json
from rocksnotation.jsonform import dumps as dump_json
from rocksnotation.lint import Choice, check
from rocksnotation.parse import parse_bytes
from rocksnotation.render import text as render


def lint(
    paths: Paths,
    output_format: OutputFormat = Report.TEXT,
    select: Annotated[
        list[str] | None,
        typer.Option(help="Only these codes, or codes that begin so (S, M30); commas separate."),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Not these codes, or codes that begin so; commas separate.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 for warnings too.")] = False,
    show_info: Annotated[bool, typer.Option("--show-info", help="Show infos in text output too.")] = False,
) -> None:
    """Find what is wrong with records.

    Damaged text, broken laws, wrong points, counts, deductions and totals, each at its line and column.
    """
    choice = _choice(select, ignore)
    inputs = Inputs(paths, "lint")
    found: list[tuple[Source, Diagnostic]] = []
    matches = read = 0
    style = output.style_for(sys.stdout)
    for one in inputs:
        record = parse_bytes(one.data, one.name)
        wanted = [(record.source, fault) for fault in check(record).diagnostics if choice.wants(fault)]
        read += 1
        matches += len(record.matches)
        found += wanted
        for source, fault in wanted:
            if output_format is Report.JSONL:
                put(dump_json(diagnostic_to_json(source, fault)))
            elif output_format is Report.TEXT and (show_info or fault.severity is not Severity.INFO):
                put(render.finding(source, fault, style))
    if output_format is Report.JSON:
        put(dump_json(diagnostics_to_json(found, read, matches), indent=2))
    elif output_format is Report.TEXT:
        _put_summary([fault for _, fault in found], read, matches, show_info)
    severities = {fault.severity for _, fault in found}
    leave(inputs.unreadable, Severity.ERROR in severities or (strict and Severity.WARNING in severities))


def _choice(select: list[str] | None, ignore: list[str] | None) -> Choice:
    choice = Choice(_codes(select), _codes(ignore))
    for name in choice.unknown():
        raise typer.BadParameter(f"there is no code {render.safe(name)}; `rocks rules` lists them")
    return choice


def _codes(values: list[str] | None) -> tuple[str, ...]:
    return tuple(code for value in values or () for code in value.upper().replace(",", " ").split())


def _put_summary(found: list[Diagnostic], read: int, matches: int, show_info: bool) -> None:
    infos = sum(1 for fault in found if fault.severity is Severity.INFO)
    shown = [fault for fault in found if show_info or fault.severity is not Severity.INFO]
    put(("\n" if shown else "") + render.summary(shown, read, matches, 0 if show_info else infos))
