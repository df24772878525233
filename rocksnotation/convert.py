"""Records from one form to another: text, JSON, JSON lines. What cannot be kept is named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rocksnotation.diagnostics import Diagnostic, Severity, Source
from rocksnotation.events import Comment, Match, Record, Round, Tag
from rocksnotation.forms import Form, form_of_input
from rocksnotation.jsonform import JsonProblem, Numbering, read_document, record_to_json, whole_record
from rocksnotation.messages import Message, counted, joined, say
from rocksnotation.parse import parse_bytes
from rocksnotation.text import decoded, json_text, not_utf8
from rocksnotation.write import dumps


@dataclass(frozen=True, slots=True)
class Conversion:
    """What was read of one input: the record, or None where it is refused, with the reasons and notes."""

    source: Source
    form: Form
    record: Record | None
    faults: tuple[Diagnostic, ...] = ()
    notes: tuple[Message, ...] = ()

    @property
    def other_form(self) -> Form:
        """What to convert to where nobody says: JSON from text, text from JSON."""
        return Form.JSON if self.form is Form.ROCKS else Form.ROCKS


def read_any(data: bytes, name: str, skip_damaged: bool = False) -> Conversion:
    """The record in some bytes: JSON by the ending of the name or by how it begins, else text."""
    form = form_of_input(data, name)
    if form is Form.ROCKS:
        return _from_text(data, name, skip_damaged)
    return _from_json(data, name, form)


def _from_text(data: bytes, name: str, skip_damaged: bool) -> Conversion:
    record = parse_bytes(data, name)
    faults = [fault for fault in record.syntax if fault.severity is Severity.ERROR]
    if faults and not (skip_damaged and record.matches):
        note = say("not converted: the text is damaged")
        if record.matches:
            note = say(
                "not converted: the text is damaged ({option} leaves out damaged rounds)",
                option="--skip-damaged",
            )
        return Conversion(record.source, Form.ROCKS, None, tuple(faults), (note,))
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
    numbering = Numbering()
    matches: list[Match] = []
    problems: list[Message] = []
    notes: list[Message] = []
    for line, document in numbered:
        read = read_document(document, numbering, line)
        problems += [_in_line(line, _told(problem)) for problem in read.problems]
        notes += [_in_line(line, _dropped(path)) for path in read.dropped]
        matches += read.record.matches if read.record else ()
    if not problems and not matches:
        problems = [_told(JsonProblem("$", say("there is no match in it")))]
    if problems:
        return Conversion(source, form, None, (), tuple(problems))
    record = whole_record(matches, numbering, name)
    return Conversion(record.source, form, record, (), tuple(notes))


def _told(problem: JsonProblem) -> Message:
    return joined((problem.path, problem.message), ": ")


def _dropped(path: str) -> Message:
    return say("dropped {path}, which the notation has no place for", path=path)


def _in_line(line: int | None, what: Message) -> Message:
    """With the line of the document that it is said of, where each line is one."""
    return say("line {line}: {what}", line=line, what=what) if line else what


def written(records: Iterable[Record], form: Form) -> str:
    """Some records as the text of one output, in the given form."""
    whole = Record(tuple(match for record in records for match in record.matches))
    if form is Form.ROCKS:
        return dumps(whole)
    if form is Form.JSON:
        return json_text(record_to_json(whole), indent=2) + "\n"
    lines = (json_text(record_to_json(Record((match,)))) for match in whole.matches)
    return "".join(line + "\n" for line in lines)
