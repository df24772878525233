"""What is written is read again as it was: text and JSON, both ways, for records of any content."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from strategies import deep_variations, long_round, records

from rocksnotation import Record, check, dumps, from_json, loads, to_json
from rocksnotation.convert import read_any, written
from rocksnotation.diagnostics import Severity
from rocksnotation.events import Adjust, Lot, Match, Round, Total
from rocksnotation.forms import Form
from rocksnotation.jsonform import diagnostics_to_json, replay_to_json
from rocksnotation.resources import SCHEMA_NAMES, schema
from rocksnotation.seats import Pair, Seat

usual = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
few = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))

# ----------------------------------------------------------------------------------------------- schemas


def closed(node: Any) -> Any:
    """The schema with no member allowed that it does not declare.

    A condition (`if`) stays as it is, and so does a schema that only chooses between others: what it leads
    to is closed.
    """
    if isinstance(node, list):
        return [closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    result = {key: value if key in ("if", "examples") else closed(value) for key, value in node.items()}
    if "properties" in node and not _chooses(node):
        result.setdefault("additionalProperties", False)
    return result


def _chooses(node: dict[str, Any]) -> bool:
    return any("$ref" in branch.get("then", ()) for branch in node.get("allOf", ()))


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(closed(json.loads(schema(name))))


def problems(name: str, value: object) -> list[str]:
    """What the closed schema says against a value, after a trip through JSON text."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)  # the validator recurses through the schema for each variation
    try:
        errors = validator(name).iter_errors(json.loads(json.dumps(value)))
        return [f"{error.json_path}: {error.message[:200]}" for error in errors]
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_a_schema_is_one_and_its_examples_follow_it(name: str) -> None:
    document = json.loads(schema(name))
    Draft202012Validator.check_schema(document)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "/1/" in document["$id"]  # the version
    assert document["title"]
    assert document["description"]
    assert document["examples"]
    for example in document["examples"]:
        assert not problems(name, example)


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_every_example_of_a_definition_follows_it(name: str) -> None:
    document = json.loads(schema(name))
    for defined in document["$defs"].values():
        whole = Draft202012Validator(defined | {"$defs": document["$defs"]})
        for example in defined.get("examples", ()):
            whole.validate(example)


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_a_closed_schema_refuses_unknown_members(name: str) -> None:
    (example, *_) = json.loads(schema(name))["examples"]
    assert problems(name, example | {"colour": "red"})


@pytest.mark.parametrize(
    "kind", [{"type": "play", "tile": "1|4"}, {"type": "pass"}, {"type": "unseen"}, {"type": "adjust"}]
)
def test_a_closed_schema_refuses_unknown_members_of_events(kind: dict[str, str]) -> None:
    event = kind | {"seat": "N"} if kind["type"] != "adjust" else kind | {"points": {"NS": 5}}
    whole = {"rocks": 1, "matches": [{"tags": {}, "rounds": [{"number": 1, "events": [event]}]}]}
    assert not problems("record", whole)
    event["colour"] = "red"
    assert problems("record", whole)


# --------------------------------------------------------------------------------------------- properties


def errors_of(record: Record) -> list[str]:
    return [str(fault.message) for fault in record.syntax if fault.severity is Severity.ERROR]


@usual
@given(records(repeated_tags=True))
def test_what_is_written_is_read_as_the_same_record(record: Record) -> None:
    """And it is tidy: formatting twice changes nothing, no line ends in white space, one line end ends it."""
    text = dumps(record)
    again = loads(text)
    assert errors_of(again) == []
    assert again == record
    assert dumps(again) == text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\r" not in text
    assert not any(line.endswith((" ", "\t", "\u00a0")) for line in text.split("\n"))


@usual
@given(records())
def test_json_keeps_the_record(record: Record) -> None:
    document = to_json(record)
    assert not problems("record", document)
    read = from_json(json.dumps(document))
    assert read.problems == ()
    assert read.dropped == ()
    assert read.record == record


@few
@given(records())
def test_text_to_json_to_text_is_the_identity_on_export_form(record: Record) -> None:
    text = dumps(record)
    document = written([loads(text)], Form.JSON)
    conversion = read_any(document.encode(), "a.json")
    assert conversion.notes == ()
    assert conversion.record is not None
    assert written([conversion.record], Form.ROCKS) == text
    lines = written([loads(text)], Form.JSONL)
    assert lines.count("\n") == len(record.matches)
    again = read_any(lines.encode(), "a.jsonl")
    assert again.record == record


@few
@given(records(repeated_tags=True))
def test_replay_and_diagnostics_of_anything_follow_their_schemas(record: Record) -> None:
    read = loads(dumps(record))
    checked = check(read)
    assert not problems("replay", replay_to_json(checked.replays))
    found = [(read.source, fault) for fault in checked.diagnostics]
    assert not problems("diagnostics", diagnostics_to_json(found, 1, len(read.matches)))


@few
@given(records())
def test_a_record_without_a_text_replays_as_the_one_read_from_its_text(record: Record) -> None:
    found = [replay_to_json(check(one).replays) for one in (record, loads(dumps(record)))]
    assert found[0] == found[1]


def test_equal_records_are_written_alike() -> None:
    """The order in which a program names seats and pairs is not the record's."""
    one = Round(
        1,
        lot=Lot(({Seat.W: 1, Seat.N: 2},)),
        events=(Adjust({Pair.EW: 5, Pair.NS: -5}),),
        total=Total({Pair.EW: 5, Pair.NS: -5}),
    )
    other = Round(
        1,
        lot=Lot(({Seat.N: 2, Seat.W: 1},)),
        events=(Adjust({Pair.NS: -5, Pair.EW: 5}),),
        total=Total({Pair.NS: -5, Pair.EW: 5}),
    )
    assert one == other
    assert dumps(Record((Match((), (one,)),))) == dumps(Record((Match((), (other,)),)))


# ------------------------------------------------------------------------------------------ extreme ones


@pytest.mark.parametrize(
    "make", [long_round, deep_variations], ids=["a round of 5,000 turns", "variations 64 deep"]
)
def test_long_and_deep_records_pass_through_everything(make: Callable[[], Record]) -> None:
    record = make()
    text = dumps(record)
    again = loads(text)
    assert errors_of(again) == []
    assert again == record
    assert dumps(again) == text
    document = json.dumps(to_json(record))
    read = from_json(document)
    assert read.problems == ()
    assert read.record == record
    conversion = read_any(written([record], Form.JSON).encode(), "a.json")
    assert conversion.record == record
    checked = check(again)
    assert not problems("replay", replay_to_json(checked.replays))


def test_variations_may_nest_64_deep_and_no_deeper() -> None:
    record = deep_variations(65)
    assert [fault.code for fault in loads(dumps(record)).syntax] == ["T010"]
    read = from_json(json.dumps(to_json(record)))
    assert read.record is None
    assert ["64" in str(problem.message) for problem in read.problems] == [True]
