"""`rocks replay`: play a record turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.output import put, refused
from rocksnotation.cli.shared import (
    OutputFormat,
    Report,
    StdinFilename,
    leave,
    not_stdin,
    opened_input,
    readable,
    whole_input,
)
from rocksnotation.cli.speech import tell
from rocksnotation.diagnostics import Diagnostic, Severity
from rocksnotation.jsonform import replay_to_json
from rocksnotation.jsonform.proven_replay import proven_replay
from rocksnotation.lint import check
from rocksnotation.messages import mark, say
from rocksnotation.parse import parse_bytes
from rocksnotation.render import replays as render
from rocksnotation.replay import MatchReplay, RoundReplay, Step
from rocksnotation.scan import Proven, records_or_proven
from rocksnotation.text import json_text


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help=mark("A record, or - for standard input."))],
    output_format: OutputFormat = Report.TEXT,
    match: Annotated[
        int | None, typer.Option("--match", help=mark("Only this match, from 1."), min=1)
    ] = None,
    round_: Annotated[
        int | None, typer.Option("--round", help=mark("Only rounds of this number."), min=0)
    ] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="ADDRESS", help=mark("The position at 2.4S, or after round 2.")),
    ] = None,
    stdin_filename: StdinFilename = None,
) -> None:
    """Shows what the laws make of a record."""
    if stdin_filename is not None and file != files.STDIN:
        raise not_stdin()
    if output_format is Report.JSONL and match is None and round_ is None and at is None:
        leave(False, _put_all(opened_input(file, stdin_filename)))
        return
    one = whole_input(file, stdin_filename)
    record = parse_bytes(one.data, one.name)
    checked = check(record)
    replays = [played for played in checked.replays if match in (None, played.match.number)]
    if match is not None and not replays:
        raise refused(
            say(
                "there is no match {match}: {name} has {number}",
                match=match,
                name=one.name,
                number=len(record.matches),
            ),
            "--match",
        )
    if round_ is not None:
        replays = [_only(played, lambda r: r.round.number == round_) for played in replays]
        if not any(played.rounds for played in replays):
            raise refused(say("there is no round {round}", round=round_), "--round")
    if at is not None:
        played, round_played, step = _find(replays, at)
        shown = replace(round_played, steps=(step,)) if step else round_played
        replays = [replace(played, rounds=(shown,))]
        if output_format is Report.TEXT:
            _put_lines(render.position(round_played, step, tell))
    if output_format is Report.JSON:
        put(json_text(replay_to_json(replays), indent=2))
    elif output_format is Report.JSONL:
        for played in replays:
            put(json_text(replay_to_json([played])))
    elif at is None:
        _put_lines(render.replays(replays, tell))
    concerns = _concerns if round_ is None and at is None else _concerns_what_is_left
    told = [
        found
        for found in checked.diagnostics
        if found.severity is not Severity.INFO
        and (found.match is None or any(concerns(found, played) for played in replays))
    ]
    output.note_findings(record.source, told)
    leave(False, any(found.severity is Severity.ERROR for found in told))


def _put_all(one: files.Stored) -> bool:
    """Writes each match as it is read, as a line of JSON; whether an error was found."""
    has_errors = False
    with readable(one):
        for part in records_or_proven(one.blocks, one.name):
            if isinstance(part, Proven):
                put(proven_replay(part.proof, part.number))
                continue
            checked = check(part)
            for played in checked.replays:
                put(json_text(replay_to_json([played])))
            told = [found for found in checked.diagnostics if found.severity is not Severity.INFO]
            output.note_findings(part.source, told)
            has_errors = has_errors or any(found.severity is Severity.ERROR for found in told)
    return has_errors


def _put_lines(lines: Iterable[str]) -> None:
    for line in lines:
        put(line)


def _only(played: MatchReplay, wanted: Callable[[RoundReplay], bool]) -> MatchReplay:
    return replace(played, rounds=tuple(r for r in played.rounds if wanted(r)))


def _concerns(found: Diagnostic, played: MatchReplay) -> bool:
    """Whether a finding is one of a match."""
    return found.match == played.match.number


def _concerns_what_is_left(found: Diagnostic, played: MatchReplay) -> bool:
    """Whether a finding is one of a match as a whole, or of those of its rounds that are left."""
    left = [replayed.round for replayed in played.rounds]
    if not _concerns(found, played):
        return False
    if found.round is not None:
        # It may stand where the next round begins: that a round has not ended is told there.
        return any(found.round == round_.number for round_ in left)
    spans = {round_.span for round_ in played.match.rounds} - {round_.span for round_ in left}
    return not any(start <= found.span.start < end for start, end in spans)


def _find(replays: Iterable[MatchReplay], address: str) -> tuple[MatchReplay, RoundReplay, Step | None]:
    """The turn at an address, or the round that it names alone."""
    for played in replays:
        for round_ in played.rounds:
            if address == str(round_.round.number):
                return played, round_, None
            for step in round_.steps:
                if step.address == address.upper():
                    return played, round_, step
    raise refused(
        say("there is no turn or round {address}; an address is such as 2.4S or 2", address=address), "--at"
    )
