"""`rocks replay`: play a record turn by turn."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import typer

from rocksnotation.cli import files, output
from rocksnotation.cli.output import put, refused
from rocksnotation.cli.parts import Work, worked_text
from rocksnotation.cli.shared import (
    Jobs,
    OutputFormat,
    Report,
    StdinFilename,
    jobs_for,
    leave,
    not_stdin,
    opened_input,
    readable,
    sharing,
)
from rocksnotation.cli.speech import tell
from rocksnotation.diagnostics import Diagnostic, Severity, Source
from rocksnotation.events import Record
from rocksnotation.jsonform import (
    EMPTY_DOCUMENT,
    END_OF_DOCUMENT,
    item_of_document,
    line_of,
    replay_to_json,
)
from rocksnotation.jsonform.proven_replay import proven_replay
from rocksnotation.lint import check
from rocksnotation.messages import mark, say
from rocksnotation.render import replays as render
from rocksnotation.replay import MatchReplay, RoundReplay, Step
from rocksnotation.scan import Found, Read, Reads, records
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
    jobs: Jobs = None,
    stdin_filename: StdinFilename = None,
) -> None:
    """Shows what the laws make of a record."""
    if stdin_filename is not None and file != files.STDIN:
        raise not_stdin()
    one = opened_input(file, stdin_filename)
    writer = _Writer(output_format)
    wanted = _Wanted(match, round_)
    with readable(one), sharing():
        if at is not None:
            has_errors = _put_position(one, writer, wanted, at)
        elif wanted.all and output_format is not Report.TEXT:
            has_errors = _put_shared(one, writer, output_format, jobs_for(files.size_of(file), jobs))
        else:
            has_errors = _put_each(one, writer, wanted)
    writer.end()
    leave(False, has_errors)


def _put_shared(one: files.Stored, writer: _Writer, form: Report, jobs: int) -> bool:
    """Writes each match as JSON, worked on by several processes; whether an error was found."""
    has_errors = False
    how = Reads.UNPROVEN if form is Report.JSONL else Reads.ALL  # what is proven is written on one line
    for replayed in worked_text(one, Work(partial(_replayed, form), how), jobs):
        for match in replayed.matches:
            writer.put_json(match.text)
        if replayed.found:
            has_errors = _told(*replayed.found) or has_errors
    return has_errors


def _put_each(one: files.Stored, writer: _Writer, wanted: _Wanted) -> bool:
    """Writes the matches that are wanted one by one; whether an error was found in what is shown of them."""
    if wanted.round is not None and not any(
        played.rounds for _, _, replays in wanted.of(one) for played in replays
    ):
        raise _no_round(wanted.round)
    concerns = _concerns if wanted.round is None else _concerns_what_is_left
    has_errors = False
    for record, found, replays in wanted.of(one):
        for played in replays:
            writer.put(played)
        has_errors = _told(record.source, _concerned(found, replays, concerns)) or has_errors
    return has_errors


def _put_position(one: files.Stored, writer: _Writer, wanted: _Wanted, at: str) -> bool:
    """Writes the turn at an address, as text the position there; whether an error was found in its round."""
    has_round = False
    for record, found, replays in wanted.of(one):
        has_round = has_round or any(played.rounds for played in replays)
        place = _find(replays, at)
        if place is None:
            continue
        played, round_, step = place
        shown = replace(played, rounds=(replace(round_, steps=(step,)) if step else round_,))
        writer.put_position(shown, round_, step)
        return _told(record.source, _concerned(found, [shown], _concerns_what_is_left))
    if wanted.round is not None and not has_round:
        raise _no_round(wanted.round)
    raise refused(
        say("there is no turn or round {address}; an address is such as 2.4S or 2", address=at), "--at"
    )


# ------------------------------------------------------------------------------------------ what is wanted


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The matches and rounds that are asked for; None where any is."""

    match: int | None
    round: int | None

    @property
    def all(self) -> bool:
        """Whether nothing is left out."""
        return self.match is None and self.round is None

    def of(self, one: files.Stored) -> Iterator[tuple[Record, tuple[Diagnostic, ...], list[MatchReplay]]]:
        """The records of an input that hold what is wanted, what is found in them, and what is wanted of them."""
        number = 0
        for record in records(one.blocks, one.name):
            number += len(record.matches)
            if self.match is not None and number < self.match:
                continue
            checked = check(record)
            replays = [played for played in checked.replays if self.match in (None, played.match.number)]
            if self.round is not None:
                replays = [_only(played, lambda r: r.round.number == self.round) for played in replays]
            yield record, checked.diagnostics, replays
            if self.match is not None:
                return
        if self.match is not None:
            raise refused(
                say(
                    "there is no match {match}: {name} has {number}",
                    match=self.match,
                    name=one.name,
                    number=number,
                ),
                "--match",
            )


def _no_round(round_: int) -> typer.BadParameter:
    return refused(say("there is no round {round}", round=round_), "--round")


# ----------------------------------------------------------------------------------------- matches as JSON


@dataclass(frozen=True, slots=True)
class _JsonMatch:
    """A match as JSON; its number stands between two parts of the text, so that it can be another."""

    before: str
    number: int
    behind: str

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.before}{self.number}{self.behind}"


@dataclass(frozen=True, slots=True)
class _Replayed:
    """Some matches that were read together, and what is found in them that is told."""

    matches: tuple[_JsonMatch, ...]
    found: Found | None = None

    def moved(self, matches: int, lines: int) -> _Replayed:
        """The same behind so many matches and lines."""
        moved = (replace(match, number=match.number + matches) for match in self.matches)
        return _Replayed(tuple(moved), self.found and self.found.moved(matches, lines))


def _replayed(form: Report, read: Read) -> Iterator[_Replayed]:
    """What becomes of what was read together: the work that processes share."""
    if read.proven:
        yield _Replayed((_numbered(proven_replay(read.proven.proof, read.first), read.first),))
        return
    assert read.record is not None
    checked = check(read.record)
    matches = tuple(_json_match(played, form) for played in checked.replays)
    told = tuple(found for found in checked.diagnostics if found.severity is not Severity.INFO)
    yield _Replayed(matches, Found(read.record.source, told))


def _json_match(played: MatchReplay, form: Report) -> _JsonMatch:
    """One match as JSON: on a line, or laid out as it stands in a document."""
    (value,) = replay_to_json([played])["matches"]
    text = json_text(value, indent=None if form is Report.JSONL else 2).replace("\n", "\n    ")
    return _numbered(text, played.match.number)


def _numbered(text: str, number: int) -> _JsonMatch:
    """A match that is JSON already: its number is the first of all."""
    before, _, behind = text.partition(str(number))
    return _JsonMatch(before, number, behind)


# ------------------------------------------------------------------------------------------------- writing


class _Writer:
    """Writes matches one by one to standard output."""

    def __init__(self, form: Report) -> None:
        self._form = form
        self._is_first = True

    def put(self, played: MatchReplay) -> None:
        """Writes a match."""
        if self._form is not Report.TEXT:
            self.put_json(_json_match(played, self._form).text)
            return
        if not self._is_first:
            put("")
        self._is_first = False
        _put_lines(render.match(played, tell))

    def put_json(self, match: str) -> None:
        """Writes a match that is JSON already."""
        is_line = self._form is Report.JSONL
        sys.stdout.write(line_of(match) if is_line else item_of_document(match, self._is_first))
        self._is_first = False

    def put_position(self, shown: MatchReplay, round_: RoundReplay, step: Step | None) -> None:
        """Writes a match of which one position is shown."""
        if self._form is Report.TEXT:
            _put_lines(render.position(round_, step, tell))
        else:
            self.put(shown)

    def end(self) -> None:
        """Writes what stands behind the last match."""
        if self._form is Report.JSON:
            sys.stdout.write(EMPTY_DOCUMENT if self._is_first else END_OF_DOCUMENT)


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


def _concerned(
    found: Iterable[Diagnostic],
    replays: list[MatchReplay],
    concerns: Callable[[Diagnostic, MatchReplay], bool],
) -> list[Diagnostic]:
    """Those findings that are told with what is shown of some matches."""
    return [
        one
        for one in found
        if one.severity is not Severity.INFO
        and (one.match is None or any(concerns(one, played) for played in replays))
    ]


def _told(source: Source, found: Iterable[Diagnostic]) -> bool:
    """Tells of some findings; whether one is an error."""
    found = list(found)
    output.note_findings(source, found)
    return any(one.severity is Severity.ERROR for one in found)


def _find(
    replays: Iterable[MatchReplay], address: str
) -> tuple[MatchReplay, RoundReplay, Step | None] | None:
    """The turn at an address, or the round that it names alone."""
    for played in replays:
        for round_ in played.rounds:
            if address == str(round_.round.number):
                return played, round_, None
            for step in round_.steps:
                if step.address == address.upper():
                    return played, round_, step
    return None
