"""Records from one form to another: text, JSON, JSON lines. What cannot be kept is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rocksnotation.diagnostics import Diagnostic, Severity, Source
from rocksnotation.events import Comment, Match, Record, Round, Tag
from rocksnotation.forms import Form, form_of_input
from rocksnotation.jsonform import (
    EMPTY_DOCUMENT,
    END_OF_DOCUMENT,
    JsonProblem,
    Numbering,
    item_of_document,
    line_of,
    match_to_json,
    read_document,
    whole_record,
)
from rocksnotation.jsonform.proven import ProvenWriter
from rocksnotation.messages import Message, counted, joined, say
from rocksnotation.parse import parse_bytes
from rocksnotation.scan import Proven
from rocksnotation.stretches import MAX_STRETCH
from rocksnotation.text import decoded, json_text, not_utf8
from rocksnotation.write import dumps_match

MAX_LINE = 4 * MAX_STRETCH
"""How many bytes a line of JSON lines may have: the longest match that is read as text has some room in it."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """What was read of one input: the record, or None where it is refused, with the reasons and notes."""

    source: Source
    form: Form
    record: Record | None
    faults: tuple[Diagnostic, ...] = ()
    notes: tuple[Message, ...] = ()


def read_any(data: bytes, name: str, skip_damaged: bool = False, form: Form | None = None) -> Conversion:
    """The record in some bytes: of a form, or else JSON by the ending of the name or by how it begins, else text."""
    form = form or form_of_input(data, name)
    if form is Form.ROCKS:
        return _from_text(data, name, skip_damaged)
    return _from_json(data, name, form)


def _from_text(data: bytes, name: str, skip_damaged: bool) -> Conversion:
    record = parse_bytes(data, name)
    read = from_record(record)
    if read.faults and not (skip_damaged and record.matches):
        return replace(read, record=None, notes=(refusal(bool(record.matches)),))
    return read


_ON_A_LINE, _IN_A_DOCUMENT = ProvenWriter(None), ProvenWriter(indent=2, level=2)


def refusal(has_matches: bool) -> Message:
    """Why damaged text is not converted, and what to do if there is a match in it."""
    if has_matches:
        return say(
            "not converted: the text is damaged ({option} leaves out damaged rounds)", option="--skip-damaged"
        )
    return say("not converted: the text is damaged")


def from_record(record: Record) -> Conversion:
    """What can be kept of text: all but what is damaged, which is named."""
    faults = [fault for fault in record.syntax if fault.severity is Severity.ERROR]
    notes = [note for match in record.matches for note in _dropped_tags(match)]
    kept = [_without_damage(match, faults) for match in record.matches]
    notes += [note for _, left_out in kept for note in left_out]
    whole = replace(record, matches=tuple(match for match, _ in kept), syntax=())
    return Conversion(record.source, Form.ROCKS, whole, tuple(faults), tuple(notes))


def _dropped_tags(match: Match) -> Iterable[Message]:
    names = [tag.name for tag in match.tags]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield counted(
                "match {match}: the tag {tag} is written {number} time; only the first goes into JSON",
                "match {match}: the tag {tag} is written {number} times; only the first goes into JSON",
                names.count(name),
                match=match.number,
                tag=name,
            )


def _without_damage(match: Match, faults: Iterable[Diagnostic]) -> tuple[Match, list[Message]]:
    """The match without what could not be read, and what is left out, each with its name."""
    faults = [fault for fault in faults if fault.match == match.number]

    def is_sound(element: Round | Tag | Comment) -> bool:
        start, end = element.span
        return not any(start <= fault.span.start < end for fault in faults)

    rounds = tuple(round_ for round_ in match.rounds if not round_.damaged and is_sound(round_))
    tags = tuple(tag for tag in match.tags if is_sound(tag))
    comments = tuple(comment for comment in match.comments if is_sound(comment))
    number = match.number
    lost = [
        say("match {match}: round {round} is damaged and left out", match=number, round=round_.number or "?")
        for round_ in match.rounds
        if round_ not in rounds
    ]
    lost += [
        say("match {match}: the tag {tag} is damaged and left out", match=number, tag=tag.name)
        for tag in match.tags
        if tag not in tags
    ]
    if len(comments) < len(match.comments):
        lost.append(say("match {match}: a comment is damaged and left out", match=number))
    within = [
        *(round_.span for round_ in match.rounds),
        *(tag.span for tag in match.tags),
        *(comment.span for comment in match.comments),
    ]
    if any(not any(start <= fault.span.start < end for start, end in within) for fault in faults):
        lost.append(say("match {match}: text among the tags is damaged and left out", match=number))
    whole = replace(match, rounds=rounds, tags=tags, comments=comments, damaged=False)
    return whole, list(dict.fromkeys(lost))


def lines_of(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of some blocks, each with its line end. One that is too long is the last, and cut off."""
    waiting: list[bytes] = []
    size = 0
    for block in blocks:
        *lines, rest = block.split(b"\n")
        for line in lines:
            yield b"".join((*waiting, line, b"\n"))
            waiting, size = [], 0
        waiting.append(rest)
        size += len(rest)
        if size > MAX_LINE:
            break
    if last := b"".join(waiting):
        yield last


def from_lines(lines: Iterable[bytes], name: str) -> Iterator[Conversion]:
    """What each line of JSON lines holds; refused lines are named, and empty ones passed over.

    After one that is no text, or is too long, nothing is read.
    """
    offset = 0
    for number, data in enumerate(lines, 1):
        if len(data) > MAX_LINE:
            yield Conversion(Source(name, ""), Form.JSONL, None, (), (_too_long(number),))
            return
        text = decoded(data) if number == 1 else decoded(b"\n" + data)
        source = Source(name, "")
        if isinstance(text, int):
            at = offset + text - (number > 1)
            yield Conversion(source, Form.JSONL, None, (), (not_utf8(at),))
            return
        offset += len(data)
        if text.strip():
            yield _from_documents([(number, text)], source, Form.JSONL)


def _too_long(line: int) -> Message:
    return _in_line(line, say("a line of more than {most} bytes is not read", most=f"{MAX_LINE:,}"))


def _from_json(data: bytes, name: str, form: Form) -> Conversion:
    source = Source(name, "")
    text = decoded(data)
    if isinstance(text, int):
        return Conversion(source, form, None, (), (not_utf8(text),))
    numbered = (
        [(None, text)]
        if form is Form.JSON
        else [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    )
    return _from_documents(numbered, source, form)


def _from_documents(numbered: Iterable[tuple[int | None, str]], source: Source, form: Form) -> Conversion:
    numbering = Numbering()
    matches: list[Match] = []
    problems: list[Message] = []
    notes: list[Message] = []
    for line, document in numbered:
        if line and len(document.encode()) > MAX_LINE:
            problems.append(_too_long(line))
            break
        read = read_document(document, numbering, line)
        problems += [_in_line(line, _told(problem)) for problem in read.problems]
        notes += [_in_line(line, _dropped(path)) for path in read.dropped]
        matches += read.record.matches if read.record else ()
    if not problems and not matches:
        problems = [nothing_in_it()]
    if problems:
        return Conversion(source, form, None, (), tuple(problems))
    record = whole_record(matches, numbering, source.name)
    return Conversion(record.source, form, record, (), tuple(notes))


def nothing_in_it() -> Message:
    """Why JSON without any match is refused."""
    return _told(JsonProblem("$", say("there is no match in it")))


def _told(problem: JsonProblem) -> Message:
    return joined((problem.path, problem.message), ": ")


def _dropped(path: str) -> Message:
    return say("dropped {path}, which the notation has no place for", path=path)


def _in_line(line: int | None, what: Message) -> Message:
    """With the line of the document that it is said of, where each line is one."""
    return say("line {line}: {what}", line=line, what=what) if line else what


def written(records: Iterable[Record], form: Form) -> str:
    """Some records as the text of one output, in the given form."""
    matches = [match for record in records for match in record.matches]
    if form is Form.JSON and not matches:
        return EMPTY_DOCUMENT
    texts = (
        placed(match_text(match, form), form, is_first=index == 0) for index, match in enumerate(matches)
    )
    return "".join((*texts, end_written(form) if matches else ""))


def match_text(match: Match | Proven, form: Form) -> str:
    """One match in the given form, wherever it will stand."""
    if form is Form.ROCKS:
        return match.data.decode() if isinstance(match, Proven) else dumps_match(match)
    if isinstance(match, Proven):
        return (_ON_A_LINE if form is Form.JSONL else _IN_A_DOCUMENT).match(match.proof)
    text = json_text(match_to_json(match), indent=None if form is Form.JSONL else 2)
    return text.replace("\n", "\n    ")


def placed(text: str, form: Form, is_first: bool) -> str:
    """The text of a match as its part of an output, with what stands between it and the one before it."""
    if form is Form.ROCKS:
        return text if is_first else f"\n\n\n{text}"
    return line_of(text) if form is Form.JSONL else item_of_document(text, is_first)


def end_written(form: Form) -> str:
    """What ends an output with at least one match."""
    return {Form.ROCKS: "\n", Form.JSON: END_OF_DOCUMENT, Form.JSONL: ""}[form]
