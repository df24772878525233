"""`rocks lint`: find what is wrong."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated

import typer

import rocksnotation
from rocksnotation.cli.baseline import KnownFindings, NewBaseline
from rocksnotation.cli.cache import Cache
from rocksnotation.cli.cache import folder as cache_folder
from rocksnotation.cli.config import ConfigOption, Isolated, Settings
from rocksnotation.cli.fixing import Fixing
from rocksnotation.cli.linting import Asked, LintRun
from rocksnotation.cli.output import refused
from rocksnotation.cli.reporting import Reporting
from rocksnotation.cli.shared import Inputs, Jobs, Paths, StdinFilename, jobs_for, leave, sharing
from rocksnotation.cli.speech import language
from rocksnotation.messages import listed, mark, say
from rocksnotation.render.reports import FORMATS, FixesMade, Format, FormatName, LintReport, Tally


def lint(
    paths: Paths,
    output_format: Annotated[
        FormatName, typer.Option("--output-format", help=mark("How to write it."))
    ] = FormatName.TEXT,
    output_file: Annotated[
        str | None,
        typer.Option(
            "--output-file", metavar="FILE", help=mark("Write the report there instead of showing it.")
        ),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(help=mark("Only these codes, or codes that begin so (S, M30); commas separate.")),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(help=mark("Not these codes, or codes that begin so; commas separate.")),
    ] = None,
    strict: Annotated[
        bool | None, typer.Option("--strict/--no-strict", help=mark("Exit with 1 for warnings too."))
    ] = None,
    show_info: Annotated[
        bool | None,
        typer.Option("--show-info/--no-show-info", help=mark("Show infos as text and concise too.")),
    ] = None,
    statistics: Annotated[
        bool,
        typer.Option("--statistics", help=mark("Count the codes after the report; text and concise only.")),
    ] = False,
    baseline: Annotated[
        str | None,
        typer.Option("--baseline", metavar="FILE", help=mark("Hide the findings that this file knows.")),
    ] = None,
    write_baseline: Annotated[
        str | None,
        typer.Option("--write-baseline", metavar="FILE", help=mark("Write all findings there, to be known.")),
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help=mark("Mend what can be mended safely."))] = False,
    unsafe_fixes: Annotated[
        bool,
        typer.Option(
            "--unsafe-fixes",
            help=mark("Mend points, counts, deductions, totals, leftovers and Result too."),
        ),
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help=mark("Change nothing; show what --fix would change."))
    ] = False,
    jobs: Jobs = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help=mark("Check what was clean before too, and remember nothing."))
    ] = False,
    cache_dir: Annotated[
        str | None,
        typer.Option(
            "--cache-dir", metavar="DIR", help=mark("Where to remember what was clean (ROCKS_CACHE_DIR).")
        ),
    ] = None,
    stdin_filename: StdinFilename = None,
    config: ConfigOption = None,
    isolated: Isolated = False,
) -> None:
    """Finds what is wrong with records, reports it, and mends it if that is asked for."""
    asked = Asked.of(select, ignore)
    form = _form(output_format, statistics)
    if baseline is not None and write_baseline is not None:
        raise refused(say("one or the other: --baseline reads, --write-baseline writes"))
    fixing = Fixing(fix, unsafe_fixes, diff)
    settings = Settings(config, isolated)
    inputs = Inputs(paths, "lint", stdin_filename)
    in_force = {path: settings.for_file(path) for path in inputs.paths}
    strict = _or_any(strict, (each.config.strict for each in in_force.values()))
    show_info = _or_any(show_info, (each.config.show_info for each in in_force.values()))
    known = (
        KnownFindings({path: baseline or each.baseline for path, each in in_force.items()})
        if write_baseline is None
        else NewBaseline(write_baseline)
    )

    if no_cache and cache_dir is not None:
        raise refused(say("--no-cache remembers nothing"), "--cache-dir")
    cache = None if no_cache else Cache(cache_dir or cache_folder(os.environ))
    run = LintRun(inputs, in_force, asked, fixing, known, jobs_for(inputs.progress.bytes, jobs), cache)
    reporting = Reporting(form, output_file, show_info, aside=fixing.takes_output(inputs.reads_stdin))
    tally = Tally()
    with sharing():
        for source, found in run:
            tally.add(found)
            reporting.found(source, found)
    report = LintReport(
        version=rocksnotation.__version__,
        findings=tuple(reporting.kept),
        files=tuple(run.names),
        matches=run.matches,
        strict=strict,
        show_info=show_info,
        statistics=statistics,
        fixes=FixesMade(fixing.fixed, diff, unsafe_fixes) if fixing.is_on else None,
        known=known.number,
        language=language(),
        tally=tally,
    )
    written = [known.close(), reporting.end(report), not fixing.unwritten]
    leave(
        inputs.unreadable or not all(written),
        run.refused or report.has_failed,
    )


def _form(name: FormatName, statistics: bool) -> Format:
    form = FORMATS[name]
    if statistics and not form.for_people:
        formats = listed([name for name, each in FORMATS.items() if each.for_people], "and")
        raise refused(
            say("there is no place for it in {format}; it goes with {formats}", format=name, formats=formats),
            "--statistics",
        )
    return form


def _or_any(given: bool | None, settings: Iterable[bool]) -> bool:
    """What the command line says, or else whether the settings of any input say so."""
    return any(settings) if given is None else given
