"""Record documents to records: first the schema, then the few rules of the notation that it cannot say."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from rocksnotation import resources
from rocksnotation.diagnostics import Span
from rocksnotation.events import (
    Adjust,
    Comment,
    Deal,
    Ending,
    Event,
    Hand,
    LeftHand,
    Leftovers,
    Lot,
    Match,
    Pass,
    Play,
    PlayParts,
    Record,
    Round,
    Tag,
    Total,
    Turn,
    Unseen,
    Variation,
    in_export_order,
)
from rocksnotation.jsonform.places import Numbering
from rocksnotation.messages import NOTHING, Message, counted, joined, listed, say
from rocksnotation.seats import PAIRS, SEATS, Pair, Seat
from rocksnotation.text import MAX_DEPTH, fold, not_json, safe
from rocksnotation.tiles import Tile

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

MAX_PROBLEMS = 20
"""How many problems are told of one document."""

_FRAMES = 10_000
_FEW_CHOICES = 8
"""So many values can be named one by one."""


@dataclass(frozen=True, slots=True)
class JsonProblem:
    """What is wrong with a document: the JSON path of the place, and a sentence."""

    path: str
    message: Message


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """What was read: the record, or None where there are problems, and the paths of unknown members."""

    record: Record | None
    problems: tuple[JsonProblem, ...] = ()
    dropped: tuple[str, ...] = ()


class _Refused(ValueError):
    """What Python reads as JSON, and a record does not allow."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def read_record(text: str, name: str = "<json>") -> JsonRecord:
    """The record in the text of a record document. Members that the schema does not declare are dropped.

    The spans of its elements number the values of the document; the record's source knows their paths.
    """
    numbering = Numbering()
    read = read_document(text, numbering)
    if read.record is None:
        return read
    return replace(read, record=whole_record(read.record.matches, numbering, name))


def whole_record(matches: Iterable[Match], numbering: Numbering, name: str) -> Record:
    """The record of one input, its matches numbered from 1, with its source."""
    numbered = tuple(replace(match, number=number) for number, match in enumerate(matches, 1))
    return Record(numbered, source=numbering.source(name))


def read_document(text: str, numbering: Numbering, line: int | None = None) -> JsonRecord:
    """As `read_record`, for one document of an input, which goes on with the numbers. Its line, if each is one."""
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        return _refused("$", not_json(error))
    except _Refused as error:
        return _refused("$", error.message)
    except RecursionError:
        return _refused("$", say("nested too deep to be a record"))
    except ValueError:  # Python reads no number of thousands of digits
        return _refused("$", say("not a record: a number has far too many digits"))
    return read_value(value, numbering, line)


def read_value(value: Any, numbering: Numbering, line: int | None = None) -> JsonRecord:
    """As `read_document`, for the value that its text says."""
    too_deep = _too_deep(value)
    if too_deep:
        return _refused(too_deep, say("variations nest more than {depth} deep", depth=MAX_DEPTH))
    with _room_for_depth():
        problems = _violations(value)
    if problems:
        return JsonRecord(None, problems)
    reader = _Reader(numbering)
    matches = reader.document(value, line)
    if reader.problems:
        return JsonRecord(None, tuple(reader.problems))
    return JsonRecord(Record(matches), (), tuple(reader.dropped))


def _refused(path: str, message: Message) -> JsonRecord:
    return JsonRecord(None, (JsonProblem(path, message),))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Refused(say("the member {name} stands twice in one object", name=_quoted(twice)))
    return members


def _refuse_constant(name: str) -> None:
    raise _Refused(say("not a record: {name} is not a JSON number", name=name))


DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refuse_constant)
"""Reads what a record allows of JSON, and what stands behind it not. Raises ValueError, and RecursionError."""


def _too_deep(value: object) -> str | None:
    """The path of a variation that is nested too deep, found without recursion."""
    waiting: list[tuple[object, str, int]] = [(value, "$", 0)]
    while waiting:
        node, path, depth = waiting.pop()
        if depth > MAX_DEPTH:
            return _shortened(path)
        if isinstance(node, dict):
            waiting += [(child, f"{path}.{name}", depth) for name, child in node.items()]
        elif isinstance(node, list):
            deeper = depth + (path.endswith(".variations"))
            waiting += [(child, f"{path}[{index}]", deeper) for index, child in enumerate(node)]
    return None


# ---------------------------------------------------------------------------------------------- schema


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # slow to load

    return Draft202012Validator(json.loads(resources.schema("record")))


@contextmanager
def _room_for_depth() -> Iterator[None]:
    """The validator recurses: 64 nested variations need more frames than Python allows at first."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _violations(value: object) -> tuple[JsonProblem, ...]:
    """What the schema has against a document, the first of it.

    Each member that is missing in an object is an error for the validator; here one problem names them all. A
    value of the wrong type is that, and nothing more.
    """
    problems: dict[JsonProblem, None] = {}
    mistyped: set[str] = set()
    for error in _validator().iter_errors(value):
        path = _path(error.absolute_path)
        if path in mistyped:
            continue
        problems[JsonProblem(path, _sentence(error))] = None
        if error.validator == "type":
            mistyped.add(path)
        if len(problems) == MAX_PROBLEMS:
            break
    return tuple(problems)


def _path(parts: Iterable[str | int]) -> str:
    return _shortened("$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts))


def _shortened(path: str) -> str:
    return path if len(path) <= 200 else f"{path[:90]} … {path[-90:]}"


_EXPECTED = {
    "A Seven Rocks record": say("a record (an object with the members `rocks` and `matches`)"),
    "a tile": say('a tile, its low half first, such as "1|4"'),
    "a tile or ?": say('a tile, its low half first, such as "1|4", or "?"'),
    "a number": say("a whole number from 0 to 999,999"),
    "a number of points": say("a whole number from -999,999 to 999,999"),
    "a comment": say("text without control characters"),
    "a mark": say("a mark (! ? !! ?? !? ?!, or $1 to $255)"),
    "an end": say('an end such as "5", "5|5" or "2|5"'),
    "the name of a tag": say("the name of a tag (a letter, then letters, digits and underscores)"),
    "the value of a tag": say("text without control characters and line ends"),
}
"""What is said of values for which the title in the schema is not enough."""

_UNTITLED = {"array": say("a list"), "boolean": say("true or false"), "object": say("an object")}
"""What values are of which the schema gives the type alone."""


def _sentence(error: ValidationError) -> Message:
    found = json.dumps(error.instance, ensure_ascii=True)
    found = found if len(found) <= 60 else found[:60] + "…"
    wanted: Any = error.validator_value
    title = _title(error)
    match error.validator:
        case "required" | "dependentRequired" | "not":
            return _about_members(error, found)
        case "anyOf":
            members = listed((_quoted(name) for each in wanted for name in each["required"]), "or")
            return say(
                "expected one of the members {names} at least, found {found}", names=members, found=found
            )
        case "oneOf":
            members = listed((_quoted(name) for each in wanted for name in each["required"]), "or")
            return say(
                "expected one of the members {names}, and not both, found {found}", names=members, found=found
            )
        case "const":
            return say(
                "expected {expected} ({title}), found {found}",
                expected=json.dumps(wanted),
                title=title,
                found=found,
            )
        case "enum" if len(wanted) <= _FEW_CHOICES:
            choices = joined(map(json.dumps, wanted))
            return say("expected one of {choices}, found {found}", choices=choices, found=found)
        case "minItems":
            return say("expected a list that is not empty")
    return say("expected {expected}, found {found}", expected=_expected(str(wanted), title), found=found)


def _expected(kind: str, title: Message) -> Message:
    """What was expected, where the schema has this title and wants this kind of value."""
    if title.text in _EXPECTED:
        return _EXPECTED[title.text]
    untitled = _UNTITLED.get(kind, say("something else"))
    return say("{title} ({kind})", title=title, kind=untitled) if title else untitled


def _about_members(error: ValidationError, found: str) -> Message:
    """What is said of an object in which members are missing, or one is too many."""
    wanted: Any = error.validator_value
    present: Any = error.instance
    if error.validator == "not":
        name = listed(map(_quoted, wanted["required"]), "and")
        return say("the member {name} does not belong here, found {found}", name=name, found=found)
    if error.validator == "dependentRequired":
        beside, missing = next(
            (name, each)
            for name, needed in wanted.items()
            for each in needed
            if name in present and each not in present
        )
        return say(
            "expected the member {missing} beside {beside}, found {found}",
            missing=_quoted(missing),
            beside=_quoted(beside),
            found=found,
        )
    names = [_quoted(name) for name in wanted if name not in present]
    return counted(
        "expected the member {names}, found {found}",
        "expected the members {names}, found {found}",
        len(names),
        names=listed(names, "and"),
        found=found,
    )


def _quoted(name: str) -> str:
    return f"`{safe(name)}`"


def _title(error: ValidationError) -> Message:
    """What the schema calls what it expects; its titles are in the catalogues."""
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    return Message(schema.get("title", ""))


# ---------------------------------------------------------------------------------------------- record


@dataclass
class _Reader:
    """Builds the record of a document that follows the schema.

    `at` is the number of the value in hand. Values are read in the order of the export form, so that
    findings come in the same order as for text.
    """

    numbering: Numbering
    problems: list[JsonProblem] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    def document(self, value: Mapping[str, Any], line: int | None) -> tuple[Match, ...]:
        """The matches of a whole document."""
        at = self.numbering.open_document(value, line)
        self._unknown(value, at, ("rocks", "matches"))
        matches = tuple(self._match(each, place) for each, place in self._items(value, at, "matches"))
        self.numbering.close_document(at)
        return matches

    def _unknown(self, value: Mapping[str, Any], at: int, known: Iterable[str]) -> None:
        """Notes the members that are not declared."""
        self.dropped += [f"{self.numbering.path(at)}.{name}" for name in value if name not in known]

    def _member(self, at: int, *names: str | int) -> int:
        """The number of a value inside another."""
        for name in names:
            at = self.numbering.member(at, name)
        return at

    def _items(self, value: Mapping[str, Any], at: int, name: str) -> Iterator[tuple[Any, int]]:
        """The items of a member that is a list, if it is there, each with its number."""
        if name in value:
            place = self._member(at, name)
            for index, item in enumerate(value[name]):
                yield item, self._member(place, index)

    def _span(self, at: int) -> Span:
        return self.numbering.span(at)

    def _span_of(self, at: int, *names: str | int) -> Span:
        return self._span(self._member(at, *names))

    def _comments(self, value: Mapping[str, Any], at: int) -> tuple[Comment, ...]:
        return tuple(
            Comment(fold(text), self._span(place)) for text, place in self._items(value, at, "comments")
        )

    def _match(self, value: Mapping[str, Any], at: int) -> Match:
        self._unknown(value, at, ("tags", "comments", "rounds"))
        place = self._member(at, "tags")
        tags = in_export_order(
            Tag(name, text, self._span_of(place, name)) for name, text in value["tags"].items()
        )
        comments = self._comments(value, at)
        rounds = tuple(self._round(each, inner) for each, inner in self._items(value, at, "rounds"))
        return Match(tags, rounds, comments, self._span(at))

    def _round(self, value: Mapping[str, Any], at: int) -> Round:
        self._unknown(value, at, ("number", "comments", "deal", "lot", "events", "end", "left", "total"))
        comments = self._comments(value, at)
        deal = self._deal(value["deal"], self._member(at, "deal")) if "deal" in value else None
        lot = self._lot(value["lot"], self._member(at, "lot")) if "lot" in value else None
        events = tuple(self._event(each, inner) for each, inner in self._items(value, at, "events"))
        self._check_seats(events, say("the first turn of a round does not tell whose turn this is"))
        ending = self._ending(value["end"], self._member(at, "end")) if "end" in value else None
        left = self._left(value["left"], self._member(at, "left")) if "left" in value else None
        total = self._total(value["total"], self._member(at, "total")) if "total" in value else None
        span = self._span(at)
        number = int(value["number"])
        return Round(number, deal, lot, events, ending, left, total, comments, span=span, head=span)

    def _check_seats(self, events: Iterable[Event], why: Message) -> None:
        """A round's first turn, and one after an unseen turn, has its seat."""
        for event in events:
            if isinstance(event, Adjust):
                continue
            if why and isinstance(event, Play | Pass) and event.seat is None:
                message = say("expected the member {name}: {why}", name=_quoted("seat"), why=why)
                path = _shortened(self.numbering.path(event.span.start))
                self.problems.append(JsonProblem(path, message))
            why = NOTHING
            if isinstance(event, Unseen):
                why = say("a turn that nobody saw does not tell whose turn this is")

    def _deal(self, value: Mapping[str, Any], at: int) -> Deal:
        self._unknown(value, at, ("hands", "comments"))
        comments = self._comments(value, at)
        place = self._member(at, "hands")
        self._unknown(value["hands"], place, SEATS)
        hands = []
        for seat in SEATS:
            if seat in value["hands"]:
                written, inner = value["hands"][seat], self._member(place, seat)
                tiles, places = self._tiles(written, inner)
                span = self._span(inner)
                hands.append(Hand(seat, tiles, written.count("?"), span=span, places=places))
        return Deal(tuple(hands), comments, self._span(at))

    def _tiles(self, written: Iterable[str], at: int) -> tuple[tuple[Tile, ...], tuple[Span, ...]]:
        """The tiles of a hand that are known, sorted, and their spans."""
        read = sorted(
            (Tile.parse(tile), self._span_of(at, index)) for index, tile in enumerate(written) if tile != "?"
        )
        return tuple(tile for tile, _ in read), tuple(span for _, span in read)

    def _lot(self, value: Mapping[str, Any], at: int) -> Lot:
        self._unknown(value, at, ("draws", "winner", "comments"))
        draws = []
        for draw, place in self._items(value, at, "draws"):
            self._unknown(draw, place, SEATS)
            draws.append({seat: int(draw[seat]) for seat in SEATS if seat in draw})
        winner = Seat(value["winner"]) if "winner" in value else None
        return Lot(tuple(draws), winner, self._comments(value, at), self._span(at))

    def _event(self, value: Mapping[str, Any], at: int) -> Event:
        if value["type"] == "adjust":
            self._unknown(value, at, ("type", "points", "comments"))
            points = self._points(value["points"], self._member(at, "points"))
            return Adjust(points, self._comments(value, at), self._span(at))
        return self._turn(value, at)

    def _turn(self, value: Mapping[str, Any], at: int) -> Turn:
        common = ("type", "seat", "marks", "comments", "variations")
        seat = Seat(value["seat"]) if "seat" in value else None
        marks = tuple(value.get("marks", ()))
        parts = self._parts(value, at) if value["type"] == "play" else None
        comments = self._comments(value, at)
        variations = tuple(
            self._variation(each, inner) for each, inner in self._items(value, at, "variations")
        )
        span = self._span(at)
        if value["type"] == "unseen":
            self._unknown(value, at, common)
            return Unseen(Seat(value["seat"]), marks, comments, variations, span)
        if parts is None:
            self._unknown(value, at, (*common, "stood"))
            return Pass(seat, value.get("stood", False), marks, comments, variations, span)
        self._unknown(value, at, (*common, "tile", "at", "stood", "points", "points_stood", "count"))
        end = value.get("at")
        return Play(
            Tile.parse(value["tile"]),
            seat,
            int(end) if end in _PIPS else end and Tile.parse(end),
            value.get("stood", False),
            _int(value.get("points")),
            value.get("points_stood", False),
            _int(value.get("count")),
            marks,
            comments,
            variations,
            span,
            parts,
        )

    def _parts(self, value: Mapping[str, Any], at: int) -> PlayParts:
        """Where the parts of a placement stand."""
        seat, tile, end, points, count = (
            self._span_of(at, name) if name in value else None
            for name in ("seat", "tile", "at", "points", "count")
        )
        return PlayParts(seat, tile or self._span(at), end, points, count)

    def _variation(self, value: Mapping[str, Any], at: int) -> Variation:
        self._unknown(value, at, ("events", "comments"))
        comments = self._comments(value, at)
        events = tuple(self._turn(each, inner) for each, inner in self._items(value, at, "events"))
        self._check_seats(events, NOTHING)
        return Variation(events, comments, self._span(at))

    def _ending(self, value: Mapping[str, Any], at: int) -> Ending:
        self._unknown(value, at, ("type", "seat", "pair", "comments"))
        seat = Seat(value["seat"]) if "seat" in value else None
        pair = Pair(value["pair"]) if "pair" in value else None
        return Ending(value["type"], seat, pair, self._comments(value, at), self._span(at))

    def _left(self, value: Mapping[str, Any], at: int) -> Leftovers:
        self._unknown(value, at, ("hands", "comments"))
        comments = self._comments(value, at)
        place = self._member(at, "hands")
        self._unknown(value["hands"], place, SEATS)
        hands = []
        for seat in SEATS:
            if seat in value["hands"]:
                hands.append(self._left_hand(seat, value["hands"][seat], self._member(place, seat)))
        return Leftovers(tuple(hands), comments, self._span(at))

    def _left_hand(self, seat: Seat, value: Mapping[str, Any], at: int) -> LeftHand:
        self._unknown(value, at, ("tiles", "deduction", "deduction_stood"))
        tiles, places = self._tiles(value["tiles"], self._member(at, "tiles"))
        cost, stood = _int(value.get("deduction")), value.get("deduction_stood", False)
        return LeftHand(seat, tiles, cost, stood, span=self._span(at), places=places)

    def _total(self, value: Mapping[str, Any], at: int) -> Total:
        self._unknown(value, at, ("points", "stood", "comments"))
        points = self._points(value["points"], self._member(at, "points"))
        return Total(points, value.get("stood", False), self._comments(value, at), self._span(at))

    def _points(self, value: Mapping[str, Any], at: int) -> Mapping[Pair, int]:
        self._unknown(value, at, PAIRS)
        return {pair: int(value[pair]) for pair in PAIRS if pair in value}


_PIPS = tuple("0123456")


def _int(value: float | None) -> int | None:
    """JSON knows one kind of number: 10.0 is the whole number 10."""
    return None if value is None else int(value)
