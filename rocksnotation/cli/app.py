"""The commands and their options."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

import rocksnotation
from rocksnotation import resources
from rocksnotation.cli import files, output
from rocksnotation.cli.output import Code, note, put
from rocksnotation.convert import Conversion, Form, form_of, read_any, written
from rocksnotation.diagnostics import RULES, Diagnostic, Severity, Source
from rocksnotation.ends import Ends, with_ends
from rocksnotation.jsonform import diagnostic_to_json, diagnostics_to_json, replay_to_json
from rocksnotation.jsonform import dumps as dump_json
from rocksnotation.lint import Choice, check
from rocksnotation.parse import parse, parse_bytes
from rocksnotation.render import text as render
from rocksnotation.replay import MatchReplay, RoundReplay, Step
from rocksnotation.write import dumps

app = typer.Typer(
    name="rocks",
    help="Game records of Seven Rocks: find what is wrong, replay, convert, format.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Report(StrEnum):
    """How findings and replays are written."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


Paths = Annotated[
    list[str], typer.Argument(metavar="PATH...", help="Files, folders (all *.rocks below), globs, or -.")
]
OutputFormat = Annotated[Report, typer.Option("--output-format", help="How to write it.")]


def main() -> None:
    """The console command."""
    output.utf8()
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(Code.INTERRUPTED)


def _version(wanted: bool) -> None:
    if wanted:
        put(f"rocks {rocksnotation.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def _files(paths: Iterable[str]) -> tuple[list[str], bool]:
    """The files to read, and whether any path gave none; those are told."""
    names, missing = files.expand(paths)
    for one in missing:
        output.note_unreadable(one)
    return names, bool(missing)


def _exit(unreadable: bool, found: bool) -> None:
    if unreadable:
        raise typer.Exit(Code.UNREADABLE)
    if found:
        raise typer.Exit(Code.FOUND)


# ------------------------------------------------------------------------------------------------ lint


@app.command()
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
    names, unreadable = _files(paths)
    found: list[tuple[Source, Diagnostic]] = []
    matches = read = 0
    style = output.style_for(sys.stdout)
    for name in files.with_progress(names, "lint"):
        one = files.read(name)
        if isinstance(one, files.Unreadable):
            output.note_unreadable(one)
            unreadable = True
            continue
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
    _exit(unreadable, Severity.ERROR in severities or (strict and Severity.WARNING in severities))


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


# ---------------------------------------------------------------------------------------------- replay


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for standard input.")],
    output_format: OutputFormat = Report.TEXT,
    match: Annotated[int | None, typer.Option("--match", help="Only this match, from 1.", min=1)] = None,
    round_: Annotated[int | None, typer.Option("--round", help="Only rounds of this number.", min=0)] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="ADDRESS", help="The position at 2.4S, or after round 2.")
    ] = None,
) -> None:
    """Play a record turn by turn.

    Shows the ends, sums, points and totals, all recomputed by the laws.
    """
    one = files.read(file)
    if isinstance(one, files.Unreadable):
        output.note_unreadable(one)
        raise typer.Exit(Code.UNREADABLE)
    record = parse_bytes(one.data, one.name)
    checked = check(record)
    replays = [played for played in checked.replays if match in (None, played.match.number)]
    if match is not None and not replays:
        raise typer.BadParameter(
            f"{render.safe(one.name)} has {len(record.matches)} matches", param_hint="--match"
        )
    if round_ is not None:
        replays = [_only(played, lambda r: r.round.number == round_) for played in replays]
        if not any(played.rounds for played in replays):
            raise typer.BadParameter(f"there is no round {round_}", param_hint="--round")
    if at is not None:
        played, round_played, step = _find(replays, at)
        replays = [_only(played, lambda r: r is round_played)]
        if step:
            replays = [replace(replays[0], rounds=(replace(round_played, steps=(step,)),))]
        elif output_format is not Report.TEXT:
            replays = [replace(replays[0], rounds=(round_played,))]
        if output_format is Report.TEXT:
            _put_lines(render.position(round_played, step))
    if output_format is Report.JSON:
        put(dump_json(replay_to_json(replays), indent=2))
    elif output_format is Report.JSONL:
        for played in replays:
            put(dump_json(replay_to_json([played])))
    elif at is None:
        _put_lines(render.replays(replays))
    told = [fault for fault in checked.diagnostics if fault.severity is not Severity.INFO]
    output.note_findings(record.source, told)
    _exit(False, any(fault.severity is Severity.ERROR for fault in told))


def _put_lines(lines: Iterable[str]) -> None:
    for line in lines:
        put(line)


def _only(played: MatchReplay, wanted: Callable[[RoundReplay], bool]) -> MatchReplay:
    return replace(played, rounds=tuple(r for r in played.rounds if wanted(r)))


def _find(replays: Iterable[MatchReplay], address: str) -> tuple[MatchReplay, RoundReplay, Step | None]:
    """The turn at an address, or the round that it names alone."""
    for played in replays:
        for round_ in played.rounds:
            if address == str(round_.round.number):
                return played, round_, None
            for step in round_.steps:
                if step.address == address.upper():
                    return played, round_, step
    raise typer.BadParameter(
        f"there is no turn or round {render.safe(address)}; an address is such as 2.4S or 2",
        param_hint="--at",
    )


# --------------------------------------------------------------------------------------------- convert


@app.command()
def convert(
    paths: Annotated[
        list[str], typer.Argument(metavar="IN...", help="Records as text or JSON, folders, globs, or -.")
    ],
    out: Annotated[
        str | None, typer.Option("-o", "--output", metavar="OUT", help="A file, or a folder for a file each.")
    ] = None,
    to: Annotated[
        Form | None, typer.Option("--to", help="The form to write, where OUT does not say it.")
    ] = None,
    skip_damaged: Annotated[
        bool,
        typer.Option("--skip-damaged", help="Leave out damaged rounds, and name them, instead of refusing."),
    ] = False,
) -> None:
    """Convert records between text and JSON, both ways, without loss."""
    names, unreadable = _files(paths)
    refused = False
    read: list[Conversion] = []
    for name in files.with_progress(names, "convert"):
        one = files.read(name)
        if isinstance(one, files.Unreadable):
            output.note_unreadable(one)
            unreadable = True
            continue
        conversion = read_any(one.data, one.name, skip_damaged)
        output.note_findings(conversion.source, conversion.faults)
        for line in conversion.notes:
            note(f"rocks: {render.safe(one.name)}: {render.safe(line)}")
        refused = refused or conversion.record is None or bool(conversion.faults)
        if conversion.record is not None:
            read.append(conversion)
    if read:
        unreadable = not _write_all(read, out, to) or unreadable
    _exit(unreadable, refused)


def _write_all(read: list[Conversion], out: str | None, to: Form | None) -> bool:
    """Writes all records to one output, or a file each into a folder. Whether everything was written."""
    if out is not None and (os.path.isdir(out) or out.endswith(os.sep)):
        return _write_into(read, out, to)
    form = to or (form_of(out) if out and out != files.STDIN else None) or read[0].other_form
    text = written([one.record for one in read if one.record], form)
    if out is None or out == files.STDIN:
        sys.stdout.write(text)
        return True
    return _write(out, text)


def _write_into(read: list[Conversion], folder: str, to: Form | None) -> bool:
    """Writes a file each; of two that would have the same name the second is not written."""
    os.makedirs(folder, exist_ok=True)
    taken: set[str] = set()
    failed = False
    for one in read:
        stem = os.path.splitext(os.path.basename(one.source.name))[0]
        target = os.path.join(folder, f"{stem}.{to or one.other_form}")
        if target in taken:
            note(f"rocks: {render.safe(one.source.name)} is not written: {render.safe(target)} is another's")
            failed = True
        elif one.record:
            taken.add(target)
            failed = not _write(target, written([one.record], to or one.other_form)) or failed
    return not failed


def _write(path: str, text: str) -> bool:
    why = files.write_text(path, text)
    if why:
        note(f"rocks: cannot write {render.safe(path)}: {why}")
    return not why


# ------------------------------------------------------------------------------------------------- fmt


@app.command()
def fmt(
    paths: Paths,
    check_only: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit with 1 if something would.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
    ends: Annotated[
        Ends, typer.Option("--ends", help="Which ends to name: as written, only where needed, all.")
    ] = Ends.KEEP,
) -> None:
    """Rewrite records in the one canonical layout.

    What a record says never changes. A record that cannot be read is left as it is.
    """
    names, unreadable = _files(paths)
    refused = changed = False
    for name in files.with_progress(names, "fmt"):
        one = files.read(name)
        if isinstance(one, files.Unreadable):
            output.note_unreadable(one)
            unreadable = True
            continue
        record = parse_bytes(one.data, one.name)
        faults = [fault for fault in record.syntax if fault.severity is Severity.ERROR]
        if faults:
            output.note_findings(record.source, faults)
            note(f"rocks: {render.safe(one.name)} is left as it is")
            refused = True
            continue
        if ends is not Ends.KEEP:
            record, left = with_ends(record, ends)
            for line in left:
                note(f"rocks: {render.safe(one.name)}: {line}")
                refused = True
        text = dumps(record)
        again = parse(text, one.name)
        if again != record or dumps(again) != text:
            note(
                f"rocks: {render.safe(one.name)} is left as it is: the rewritten text would not say the same"
            )
            unreadable = True
            continue
        differs = text.encode() != one.data
        changed = changed or differs
        if diff:
            _put_diff(one.name, record.source.text, text)
        elif name == files.STDIN and not check_only:
            sys.stdout.write(text)
        elif differs and check_only:
            put(f"would rewrite {render.safe(name)}")
        elif differs:
            unreadable = not _write(name, text) or unreadable
    _exit(unreadable, refused or (check_only and changed))


def _put_diff(name: str, before: str, after: str) -> None:
    lines = difflib.unified_diff(
        before.split("\n"), after.split("\n"), f"{name} (as it is)", f"{name} (formatted)", lineterm=""
    )
    for line in lines:
        put(render.safe(line))


# ----------------------------------------------------------------------------- rules, explain, schema


@app.command()
def rules() -> None:
    """List every code with its severity and what it says."""
    for rule in RULES.values():
        law = f" (Law {rule.law})" if rule.law else ""
        put(f"{rule.code}  {rule.name:<18} {rule.severity:<8} {rule.says}{law}")


@app.command()
def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code such as S401, or its name.")],
) -> None:
    """Explain one code: what it means, an example, and what to do."""
    wanted = code.strip()
    rule = RULES.get(wanted.upper()) or next((r for r in RULES.values() if r.name == wanted.lower()), None)
    if rule is None:
        raise typer.BadParameter(f"there is no code {render.safe(code)}; `rocks rules` lists them")
    from rocksnotation.explanations import explain as explanation  # it lints every example that it shows

    put(explanation(rule))


@app.command()
def schema(
    name: Annotated[str, typer.Argument(metavar="NAME", help="record, replay or diagnostics.")],
) -> None:
    """Print the JSON Schema of a document."""
    if name not in resources.SCHEMA_NAMES:
        raise typer.BadParameter(
            f"there is no schema {render.safe(name)}; expected {', '.join(resources.SCHEMA_NAMES)}"
        )
    sys.stdout.write(resources.schema(name))
