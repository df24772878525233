"""Record documents to records: first the schema, then the few rules of the notation that it cannot say."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from rocksnotation import resources
from rocksnotation.diagnostics import Source
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
    Record,
    Round,
    Tag,
    Total,
    Turn,
    Unseen,
    Variation,
    in_export_order,
)
from rocksnotation.seats import PAIRS, SEATS, Pair, Seat
from rocksnotation.text import fold
from rocksnotation.tiles import Tile

MAX_DEPTH = 64
"""How deep variations may nest, as in the text."""

MAX_PROBLEMS = 20
"""How many problems are told of one document."""

_FRAMES = 10_000


@dataclass(frozen=True, slots=True)
class JsonProblem:
    """What is wrong with a document: the JSON path of the place, and a sentence."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """What was read: the record, or None where there are problems, and the paths of unknown members."""

    record: Record | None
    problems: tuple[JsonProblem, ...] = ()
    dropped: tuple[str, ...] = ()


class _Duplicate(ValueError):
    """A member that stands twice in one object."""


def read_record(text: str, name: str = "<json>") -> JsonRecord:
    """The record in the text of a record document. Members that the schema does not declare are dropped."""
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        return _refused("$", f"not JSON: {error.msg} in line {error.lineno}, column {error.colno}")
    except _Duplicate as error:
        return _refused("$", f"the member {error} stands twice in one object")
    except RecursionError:
        return _refused("$", "nested too deep to be a record")
    except ValueError as error:
        return _refused("$", f"not a record: {error}")
    too_deep = _too_deep(value)
    if too_deep:
        return _refused(too_deep, f"variations nest more than {MAX_DEPTH} deep")
    with _room_for_depth():
        problems = tuple(_violations(value))
    if problems:
        return JsonRecord(None, problems)
    reader = _Reader()
    matches = tuple(
        reader.match(match, f"$.matches[{index}]", index + 1) for index, match in enumerate(value["matches"])
    )
    reader.unknown(value, "$", ("rocks", "matches"))
    if reader.problems:
        return JsonRecord(None, tuple(reader.problems))
    return JsonRecord(Record(matches, source=Source(name, "")), (), tuple(reader.dropped))


def _refused(path: str, message: str) -> JsonRecord:
    return JsonRecord(None, (JsonProblem(path, message),))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Duplicate(repr(next(name for name in names if names.count(name) > 1)))
    return members


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


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


def _violations(value: object) -> Iterator[JsonProblem]:
    for count, error in enumerate(_validator().iter_errors(value)):
        if count == MAX_PROBLEMS:
            return
        yield JsonProblem(_path(error.absolute_path), _sentence(error))


def _path(parts: Iterable[str | int]) -> str:
    return _shortened("$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts))


def _shortened(path: str) -> str:
    return path if len(path) <= 200 else f"{path[:90]} … {path[-90:]}"


def _sentence(error: ValidationError) -> str:
    found = json.dumps(error.instance, ensure_ascii=True)
    found = found if len(found) <= 60 else found[:60] + "…"
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    wanted: Any = error.validator_value
    if error.validator == "required":
        present: Any = error.instance
        missing = [name for name in wanted if name not in present]
        return f"expected the member {' and '.join(map(repr, missing))}, found {found}"
    if error.validator == "const":
        return f"expected {json.dumps(wanted)}, found {found}"
    if error.validator == "enum" and len(wanted) <= 8:
        return f"expected one of {', '.join(json.dumps(choice) for choice in wanted)}, found {found}"
    if error.validator == "minItems":
        return f"expected at least {wanted} in {schema.get('title', 'this list')}, found {found}"
    if error.validator == "dependentRequired":
        return f"a member is missing beside another: {error.message}"
    title, described = schema.get("title"), str(schema.get("description", "")).rstrip(".")
    if title:
        return f"expected {title}{f' ({described})' if described else ''}, found {found}"
    return error.message if len(error.message) < 200 else error.message[:200] + "…"


# ---------------------------------------------------------------------------------------------- record


@dataclass
class _Reader:
    """Builds the record of a document that follows the schema."""

    problems: list[JsonProblem] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    def unknown(self, value: Mapping[str, Any], path: str, known: Iterable[str]) -> None:
        """Notes the members that are not declared."""
        self.dropped += [f"{path}.{name}" for name in value if name not in known]

    def _comments(self, value: Mapping[str, Any]) -> tuple[Comment, ...]:
        return tuple(Comment(fold(text)) for text in value.get("comments", ()))

    def match(self, value: Mapping[str, Any], path: str, number: int) -> Match:
        self.unknown(value, path, ("tags", "comments", "rounds"))
        tags = in_export_order(Tag(name, text) for name, text in value["tags"].items())
        rounds = [self._round(each, f"{path}.rounds[{index}]") for index, each in enumerate(value["rounds"])]
        return Match(tags, tuple(rounds), self._comments(value), number=number)

    def _round(self, value: Mapping[str, Any], path: str) -> Round:
        self.unknown(value, path, ("number", "comments", "deal", "lot", "events", "end", "left", "total"))
        events = tuple(
            self._event(event, f"{path}.events[{index}]")
            for index, event in enumerate(value.get("events", ()))
        )
        self._check_seats(events, f"{path}.events", "the first turn of a round")
        return Round(
            int(value["number"]),
            self._deal(value["deal"], f"{path}.deal") if "deal" in value else None,
            self._lot(value["lot"], f"{path}.lot") if "lot" in value else None,
            events,
            self._ending(value["end"], f"{path}.end") if "end" in value else None,
            self._left(value["left"], f"{path}.left") if "left" in value else None,
            self._total(value["total"], f"{path}.total") if "total" in value else None,
            self._comments(value),
        )

    def _check_seats(self, events: Iterable[Event], path: str, why: str) -> None:
        """A round's first turn, and one after an unseen turn, has its seat."""
        for index, event in enumerate(events):
            if isinstance(event, Adjust):
                continue
            if why and isinstance(event, Play | Pass) and event.seat is None:
                message = f"expected the member 'seat': {why} does not tell whose turn this is"
                self.problems.append(JsonProblem(f"{path}[{index}]", message))
            why = "a turn that nobody saw" if isinstance(event, Unseen) else ""

    def _deal(self, value: Mapping[str, Any], path: str) -> Deal:
        self.unknown(value, path, ("hands", "comments"))
        self.unknown(value["hands"], f"{path}.hands", SEATS)
        hands = []
        for seat in SEATS:
            if seat in value["hands"]:
                tiles = value["hands"][seat]
                known = tuple(sorted(Tile.parse(tile) for tile in tiles if tile != "?"))
                hands.append(Hand(seat, known, tiles.count("?")))
        return Deal(tuple(hands), self._comments(value))

    def _lot(self, value: Mapping[str, Any], path: str) -> Lot:
        self.unknown(value, path, ("draws", "winner", "comments"))
        draws = []
        for index, draw in enumerate(value.get("draws", ())):
            self.unknown(draw, f"{path}.draws[{index}]", SEATS)
            draws.append({seat: int(draw[seat]) for seat in SEATS if seat in draw})
        winner = Seat(value["winner"]) if "winner" in value else None
        return Lot(tuple(draws), winner, self._comments(value))

    def _event(self, value: Mapping[str, Any], path: str) -> Event:
        if value["type"] == "adjust":
            self.unknown(value, path, ("type", "points", "comments"))
            return Adjust(self._points(value["points"], f"{path}.points"), self._comments(value))
        return self._turn(value, path)

    def _turn(self, value: Mapping[str, Any], path: str) -> Turn:
        common = ("type", "seat", "marks", "comments", "variations")
        seat = Seat(value["seat"]) if "seat" in value else None
        marks, comments = tuple(value.get("marks", ())), self._comments(value)
        variations = tuple(
            self._variation(each, f"{path}.variations[{index}]")
            for index, each in enumerate(value.get("variations", ()))
        )
        if value["type"] == "unseen":
            self.unknown(value, path, common)
            return Unseen(Seat(value["seat"]), marks, comments, variations)
        if value["type"] == "pass":
            self.unknown(value, path, (*common, "stood"))
            return Pass(seat, value.get("stood", False), marks, comments, variations)
        self.unknown(value, path, (*common, "tile", "at", "stood", "points", "points_stood", "count"))
        at = value.get("at")
        return Play(
            Tile.parse(value["tile"]),
            seat,
            int(at) if at in _PIPS else at and Tile.parse(at),
            value.get("stood", False),
            _int(value.get("points")),
            value.get("points_stood", False),
            _int(value.get("count")),
            marks,
            comments,
            variations,
        )

    def _variation(self, value: Mapping[str, Any], path: str) -> Variation:
        self.unknown(value, path, ("events", "comments"))
        events = tuple(self._turn(event, f"{path}.events[{i}]") for i, event in enumerate(value["events"]))
        self._check_seats(events, f"{path}.events", "")
        return Variation(events, self._comments(value))

    def _ending(self, value: Mapping[str, Any], path: str) -> Ending:
        self.unknown(value, path, ("type", "seat", "pair", "comments"))
        seat = Seat(value["seat"]) if "seat" in value else None
        pair = Pair(value["pair"]) if "pair" in value else None
        return Ending(value["type"], seat, pair, self._comments(value))

    def _left(self, value: Mapping[str, Any], path: str) -> Leftovers:
        self.unknown(value, path, ("hands", "comments"))
        self.unknown(value["hands"], f"{path}.hands", SEATS)
        hands = []
        for seat in SEATS:
            if seat in value["hands"]:
                hand = value["hands"][seat]
                self.unknown(hand, f"{path}.hands.{seat}", ("tiles", "deduction", "deduction_stood"))
                tiles = tuple(sorted(map(Tile.parse, hand["tiles"])))
                hands.append(
                    LeftHand(seat, tiles, _int(hand.get("deduction")), hand.get("deduction_stood", False))
                )
        return Leftovers(tuple(hands), self._comments(value))

    def _total(self, value: Mapping[str, Any], path: str) -> Total:
        self.unknown(value, path, ("points", "stood", "comments"))
        points = self._points(value["points"], f"{path}.points")
        return Total(points, value.get("stood", False), self._comments(value))

    def _points(self, value: Mapping[str, Any], path: str) -> Mapping[Pair, int]:
        self.unknown(value, path, PAIRS)
        return {pair: int(value[pair]) for pair in PAIRS if pair in value}


_PIPS = tuple("0123456")


def _int(value: float | None) -> int | None:
    """JSON knows one kind of number: 10.0 is the whole number 10."""
    return None if value is None else int(value)
