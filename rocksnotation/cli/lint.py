"""`rocks lint`: find what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from typing import Annotated

import typer

import rocksnotation
from rocksnotation.cli import files, output
from rocksnotation.cli.baseline import KnownFindings, NewBaseline
from rocksnotation.cli.config import ConfigOption, InForce, Isolated, Settings
from rocksnotation.cli.fixing import Fixing
from rocksnotation.cli.output import note, put
from rocksnotation.cli.shared import Inputs, Paths, leave, read_record, write_file
from rocksnotation.diagnostics import Diagnostic
from rocksnotation.events import Record
from rocksnotation.lint import Choice, check
from rocksnotation.render.reports import FORMATS, Finding, FixesMade, FormatName, LintReport, written
from rocksnotation.text import safe


def lint(
    paths: Paths,
    output_format: Annotated[
        FormatName, typer.Option("--output-format", help="How to write it.")
    ] = FormatName.TEXT,
    output_file: Annotated[
        str | None,
        typer.Option("--output-file", metavar="FILE", help="Write the report there instead of showing it."),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(help="Only these codes, or codes that begin so (S, M30); commas separate."),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Not these codes, or codes that begin so; commas separate.")
    ] = None,
    strict: Annotated[
        bool | None, typer.Option("--strict/--no-strict", help="Exit with 1 for warnings too.")
    ] = None,
    show_info: Annotated[
        bool | None, typer.Option("--show-info/--no-show-info", help="Show infos as text and concise too.")
    ] = None,
    statistics: Annotated[
        bool,
        typer.Option("--statistics", help="Count the codes after the report; text and concise only."),
    ] = False,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="FILE", help="Hide the findings that this file knows.")
    ] = None,
    write_baseline: Annotated[
        str | None,
        typer.Option("--write-baseline", metavar="FILE", help="Write all findings there, to be known."),
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended safely.")] = False,
    unsafe_fixes: Annotated[
        bool,
        typer.Option(
            "--unsafe-fixes", help="Mend points, counts, deductions, totals, leftovers and Result too."
        ),
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Change nothing; show what --fix would change.")
    ] = False,
    config: ConfigOption = None,
    isolated: Isolated = False,
) -> None:
    """Find what is wrong with records, as text or as JSON.

    Damaged text, broken laws, wrong points, counts, deductions and totals, each at its line and column.
    """
    given = _choice(select, ignore)
    if baseline is not None and write_baseline is not None:
        raise typer.BadParameter("one or the other: --baseline reads, --write-baseline writes")
    form = FORMATS[output_format]
    if statistics and not form.for_people:
        raise typer.BadParameter(
            f"there is no place for it in {output_format}; it goes with {_formats_for_people()}",
            param_hint="--statistics",
        )
    fixing = Fixing(fix, unsafe_fixes, diff)
    target = None if output_file == files.STDIN else output_file
    settings = Settings(config, isolated)
    inputs = Inputs(paths, "lint")
    tell, stream = (note, sys.stderr) if fixing.takes_output(inputs.names) else (put, sys.stdout)
    style = output.style_for(stream)
    in_force = {name: settings.for_file(name) for name in inputs.names}
    if strict is None:
        strict = any(each.config.strict for each in in_force.values())
    if show_info is None:
        show_info = any(each.config.show_info for each in in_force.values())
    coming = NewBaseline(write_baseline) if write_baseline is not None else None
    known = KnownFindings(
        {name: None if coming else baseline or each.baseline for name, each in in_force.items()}
    )
    findings: list[Finding] = []
    names: list[str] = []
    matches = 0
    refused = False
    for one in inputs:
        record = read_record(one)
        if record is None:
            refused = True
            continue
        name = files.STDIN if one.is_stdin else one.name
        choice = _chosen(given, select is not None, ignore is not None, in_force[name], name)
        checked = check(record)
        if fixing.is_on:
            unknown = partial(_unknown, known, name, choice)
            record, checked = fixing.mended(one, record, checked, unknown)
        found = [fault for fault in checked.diagnostics if choice.wants(fault)]
        new = coming.add(name, record, found) if coming else known.new(name, record, found, choice.wants_code)
        wanted = [(record.source, fault) for fault in new]
        names.append(one.name)
        matches += len(record.matches)
        findings += wanted
        for source, fault in wanted:
            if form.each and target is None and form.shows(fault, show_info):
                tell(form.each(source, fault, style))
    report = LintReport(
        version=rocksnotation.__version__,
        findings=tuple(findings),
        files=tuple(names),
        matches=matches,
        strict=strict,
        show_info=show_info,
        statistics=statistics,
        fixes=FixesMade(fixing.fixed, diff, unsafe_fixes) if fixing.is_on else None,
    )
    known.tell()
    unwritten = target is not None and not write_file(target, written(report, form))
    unwritten = (coming is not None and not coming.write()) or unwritten
    if target is None and (end := form.end(report)):
        tell(end)
    leave(
        inputs.unreadable or unwritten or fixing.unwritten,
        refused or any(report.fails(fault) for _, fault in findings),
    )


def _unknown(
    known: KnownFindings, name: str, choice: Choice, record: Record, found: Iterable[Diagnostic]
) -> Iterable[Diagnostic]:
    """The findings that are wanted, without those that a baseline knows."""
    return known.not_known(name, record, filter(choice.wants, found), choice.wants_code)


def _chosen(given: Choice, selected: bool, ignored: bool, in_force: InForce, name: str) -> Choice:
    """The codes that are wanted of one file: what is given stands in the place of what its settings say.

    What is selected by hand is not ignored by the settings, but for what they ignore in some files only.
    """
    ignore = given.ignore if ignored or selected else in_force.config.ignore
    select = given.select if selected else in_force.config.select
    return Choice(select, (*ignore, *in_force.ignored_in(name)))


def _choice(select: list[str] | None, ignore: list[str] | None) -> Choice:
    choice = Choice(_codes(select), _codes(ignore))
    for name in choice.unknown():
        raise typer.BadParameter(f"there is no code {safe(name)}; `rocks rules` lists them")
    return choice


def _codes(values: list[str] | None) -> tuple[str, ...]:
    return tuple(code for value in values or () for code in value.upper().replace(",", " ").split())


def _formats_for_people() -> str:
    return " and ".join(name for name, form in FORMATS.items() if form.for_people)
