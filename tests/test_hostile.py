"""Input that was never meant to be a record: always findings or a clean result, never an exception.

And nothing of it reaches a terminal raw. How long it takes is not judged here, but each of these is quick.
"""

from __future__ import annotations

import copy
import json
import random
import unicodedata
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulator import play, write_up
from typer.testing import CliRunner

from rocksnotation import Checked, check, dumps, from_json, loads, to_json
from rocksnotation.cli.app import app
from rocksnotation.convert import read_any, written
from rocksnotation.diagnostics import Severity
from rocksnotation.forms import Form
from rocksnotation.jsonform import diagnostics_to_json, replay_to_json
from rocksnotation.parse import parse_bytes
from rocksnotation.render.replays import match
from rocksnotation.render.text import finding

quick = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
quicker = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
runner = CliRunner()

SMALL = """\
[Rocks "1"]
[Event "Club \\"final\\""]
[North "Olena"]
[Result "*"]

{ seen from the door }

round 1 { warm }
deal
  N: 0|6 1|1 2|2 2|6 3|4 4|4 5|6
  E: 0|0 0|1 0|2 1|3 1|5 2|5 3|3
  S: 0|3 0|4 1|2 3|6 4|5 5|5 ?
  W: 0|5 1|4 1|6 2|3 2|4 3|5 4|6
lot N:4 E:6 S:2 W:6 / E:3 W:5
1. W 1|4 +5  N 1|1 =6 !?  E 1|3@1|1^ $7  S 3|6 +0^ =10 { nobody saw
    the ten }
    (S pass^ ?  W 4|6@4 (N ?  E 5|5))
adjust NS -50 { false pass }
2. W 2|4@4  N ?  E pass  S -
out W
left { counted twice }
  N: 0|6 2|2 -10^
  E: 0|0 0|1 -0
total NS 120 EW -5^
"""
"""Something of everything that the notation has."""

CODES_OF_DAMAGE = {"T001", "T002", "T003", "T004", "T009", "T010"}


def survives(data: str | bytes) -> Checked:
    """Takes some input through everything that the commands do with it."""
    record = loads(data, "in") if isinstance(data, str) else parse_bytes(data, "in")
    checked = check(record)
    found = [(record.source, one) for one in checked.diagnostics]
    json.dumps(diagnostics_to_json(found, 1, len(record.matches)))
    json.dumps(replay_to_json(checked.replays))
    for source, one in found[:200]:
        told = finding(source, one)
        assert not raw(told), one
    for line in chain.from_iterable(map(match, checked.replays)):
        assert not raw(line), line
    if not any(one.severity is Severity.ERROR for one in record.syntax):
        text = dumps(record)
        again = loads(text)
        assert again == record
        assert dumps(again) == text
        rechecked = check(again)
        assert replay_to_json(rechecked.replays) == replay_to_json(checked.replays)
        assert lasting(rechecked) == lasting(checked)
    else:
        for kept in (False, True):
            conversion = read_any(data.encode() if isinstance(data, str) else data, "in.rocks", kept)
            assert conversion.notes or conversion.record
            if conversion.record:
                written([conversion.record], Form.JSON)
                written([conversion.record], Form.ROCKS)
    return checked


def lasting(checked: Checked) -> list[tuple[str, str]]:
    """What is found whatever the layout of the text: all but circuit numbers, which are derived again."""
    return sorted(
        (one.code, one.address or "") for one in checked.diagnostics if one.code not in ("T008", "U601")
    )


def raw(text: str) -> list[str]:
    """The characters of an output that could steer a terminal."""
    return [c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cs")]


def codes(checked: Checked) -> list[str]:
    return [one.code for one in checked.diagnostics]


# ------------------------------------------------------------------------------------------ what is no text

NO_TEXT = {
    "a NUL byte": (SMALL.encode().replace(b"Olena", b"Ol\0na"), SMALL.index("Olena") + 2),
    "only NUL bytes": (b"\0" * 100, 0),
    "UTF-16, little end first": (SMALL.encode("utf-16-le"), 1),
    "UTF-16 with its mark, little": (b"\xff\xfe" + SMALL.encode("utf-16-le"), 0),
    "UTF-16 with its mark, big": (b"\xfe\xff" + SMALL.encode("utf-16-be"), 0),
    "UTF-16 mark alone": (b"\xff\xfe", 0),
    "UTF-32": (b"\xff\xfe\0\0" + SMALL.encode("utf-32-le"), 0),
    "Latin-1": ('[Event "Café"]\n'.encode("latin-1"), 11),
    "Latin-1 after a mark": ('\ufeff[Event "'.encode() + b'Caf\xe9"]\n', 14),
    "Windows-1251": ('[North "Олена"]\n'.encode("cp1251"), 8),
    "a broken character at the end": ("[North \"Оле".encode()[:-1], 12),
    "surrogates in UTF-8": (b'[Event "\xed\xa0\x80"]', 8),
    "overlong slash": (b'[Event "\xc0\xaf"]', 8),
    "gzip": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", 1),
    "NUL after a mark": (b"\xef\xbb\xbf\0", 3),
}  # fmt: skip


@pytest.mark.parametrize(("data", "offset"), NO_TEXT.values(), ids=NO_TEXT.keys())
def test_what_is_no_text_is_refused_with_the_byte_offset(data: bytes, offset: int) -> None:
    checked = survives(data)
    (fault,) = checked.diagnostics
    assert fault.code == "T003"
    assert f"offset {offset:,}" in str(fault.message)
    assert checked.replays == ()


NOTHING = {
    "empty": b"",
    "a byte order mark": b"\xef\xbb\xbf",
    "white space": b" \t\r\n\xc2\xa0\n",
    "a lone CR": b"\r",
    "prose": b"Dear all, the round was lovely.",
    "a comment": b"{ nothing happened }",
    "a comment to the end of the line": b"; round 1",
    "JSON": b'{"rocks": 1, "matches": []}',
    "two marks": b"\xef\xbb\xbf\xef\xbb\xbf",
}


@pytest.mark.parametrize("data", NOTHING.values(), ids=NOTHING.keys())
def test_an_input_without_any_match_is_an_error(data: bytes) -> None:
    assert codes(survives(data)) == ["T009"]


@quick
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    survives(data)


@quick
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    survives(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["CRLF", "lone CR"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["no mark", "byte order mark"])
def test_line_ends_and_the_byte_order_mark_change_nothing(end: str, mark: str) -> None:
    plain = parse_bytes(SMALL.encode())
    other = parse_bytes((mark + SMALL.replace("\n", end)).encode())
    assert plain.syntax == ()
    assert other == plain
    assert codes(check(other)) == codes(check(plain))
    assert [one.span for one in check(other).diagnostics] == [one.span for one in check(plain).diagnostics]


# --------------------------------------------------------------------------------------------- megabytes

LARGE = 100_000
"""Enough for the quadratic to be felt, few enough for every run."""

ROUND = "round 1\nN 1|4 "
FLOODS: dict[str, str] = {
    "20,000 open parentheses": "(" * 20_000,
    "20,000 open parentheses in a round": ROUND + "(" * 20_000,
    "20,000 closed variations too many": ROUND + ")" * 20_000,
    "50,000 opened comments": "{" * 50_000,
    "50,000 opened comments in a round": ROUND + "{" * 50_000,
    "50,000 opened comments on lines of a round": ROUND + "{ x\n" * 50_000,
    "1,000 sync lines with opened comments": "round 1 { x\n" * 1_000,
    "1,000 sync lines with opened variations": "round 1\n(N 1|4 \n" * 1_000,
    "1,000 tags with opened values": '[A "\n' * 1_000,
    "1,000 tags with opened typographic values": "[A “\n" * 1_000,
    "opened values on one line": "[A “" * LARGE,
    "spaces": " " * LARGE * 10,
    "spaces in a round": ROUND + " " * LARGE * 5 + "E 1|1",
    "no-break spaces": "\u00a0" * LARGE * 10,
    "line ends": "round 1\n" + "\n" * LARGE * 10,
    "closing braces": "}" * LARGE,
    "closing braces in a round": ROUND + "}" * LARGE,
    "quotation marks": '"' * LARGE * 5,
    "quotation marks in a round": ROUND + '"' * LARGE * 5,
    "brackets": "[" * LARGE * 5,
    "brackets in a round": ROUND + "[" * LARGE * 5,
    "closing brackets": "]" * LARGE * 5,
    "backslashes in a comment": ROUND + "{" + "\\" * LARGE * 5,
    "escaped braces in an open comment": ROUND + "{" + "\\}" * LARGE,
    "letters": "x" * LARGE * 10,
    "digits": "1" * LARGE * 10,
    "dashes": ROUND + "-" * LARGE,
    "ends": ROUND + "@" * LARGE,
    "carets": ROUND + "^" * LARGE,
    "semicolons": ROUND + ";" * LARGE,
    "a tag of spaces": "[" + " " * LARGE + "A" + " " * LARGE,
    "a round of spaces": "round" + " " * LARGE,
    "a draw of spaces": "round 1\nlot N:" + " " * LARGE,
    "points of spaces": ROUND + "+" + " " * LARGE,
    "a head of spaces": "round 1\ndeal\nN" + " " * LARGE + "x",
}


@pytest.mark.parametrize("text", FLOODS.values(), ids=FLOODS.keys())
def test_a_flood(text: str) -> None:
    survives(text)


def test_each_of_many_opened_comments_is_reported_where_it_opens() -> None:
    text = "round 1 { x\n" * 300
    found = loads(text).syntax
    assert [one.code for one in found] == ["T002"] * 300
    assert [one.span.start for one in found] == [12 * n + 8 for n in range(300)]


TOO_LONG = "9" * 6_000
NUMBERS: dict[str, str] = {
    "a round": f"round {TOO_LONG}\nN 1|4",
    "a circuit": f"round 1\n{TOO_LONG}. N 1|4",
    "points": f"round 1\nN 1|4 +{TOO_LONG}",
    "points after a space": f"round 1\nN 1|4 + {TOO_LONG}",
    "a count": f"round 1\nN 1|4 ={TOO_LONG}",
    "a mark": f"round 1\nN 1|4 ${TOO_LONG}",
    "a tile": f"round 1\nN {TOO_LONG}",
    "an end": f"round 1\nN 1|4 E 4|4@{TOO_LONG}",
    "a draw": f"round 1\nlot N:{TOO_LONG}\nN 1|4",
    "a total": f"round 1\nN 1|4\ntotal NS {TOO_LONG}",
    "a total below zero": f"round 1\nN 1|4\ntotal NS -{TOO_LONG}",
    "an adjustment": f"round 1\nadjust NS {TOO_LONG}\nN 1|4",
    "a deduction": f"round 1\nN 1|4\nleft\n  N: 1|1 -{TOO_LONG}",
}


@pytest.mark.parametrize("text", NUMBERS.values(), ids=NUMBERS.keys())
def test_a_number_of_6000_digits_is_one_fault(text: str) -> None:
    found = survives(text).diagnostics
    assert [one.code for one in found if one.severity is Severity.ERROR] == ["T010"]


@pytest.mark.parametrize("name", ["Target", "Result", "Date", "Rocks"])
def test_a_number_of_6000_digits_in_a_tag_is_one_fault(name: str) -> None:
    value = f"NS {TOO_LONG} EW 5" if name == "Result" else TOO_LONG
    found = survives(f'[{name} "{value}"]\nround 1\n').diagnostics
    assert [one.code for one in found if one.severity is Severity.ERROR] == ["T007"]


@pytest.mark.parametrize(
    "text",
    [
        f"round 1\nN 1|4 {{ {TOO_LONG} }}",
        f'[Event "{TOO_LONG}"]',
        f"round 1\nN 1|4 ; {TOO_LONG}",
    ],
    ids=["comment", "tag", "; comment"],
)
def test_a_long_number_in_words_is_no_fault(text: str) -> None:
    assert loads(text).syntax == ()


def test_a_line_or_a_comment_over_its_bound_is_a_finding() -> None:
    for text in ("round 1\nN 1|4 {" + "x " * LARGE + "}", "round 1\n{" + "x\n" * LARGE + "}"):
        assert {one.code for one in survives(text).diagnostics if one.severity is Severity.ERROR} == {"T010"}


# --------------------------------------------------------------------------------------- control characters

CONTROLS = "".join(map(chr, [*range(1, 9), 11, 12, *range(14, 32), *range(127, 160)]))
WITH_CONTROLS: dict[str, str] = {
    "in a tag": '[Event "a\x1b[31mb"]\nround 1\n',
    "in a tag, from the upper half": '[Event "a\x9b31mb"]\nround 1\n',
    "in an unknown tag": '[Weather "\x07"]\nround 1\n',
    "in a comment": "round 1 { a\x1b[2Jb }\nN 1|4",
    "in a comment to the end of the line": "round 1 ; a\x1b[2Jb\nN 1|4",
    "among the turns": "round 1\nN 1|4 \x1b]0;title\x07 E 1|1",
    "before everything": "\x1b[31m",
    "in a name": '[Ev\x1bent "a"]',
    "in a mark": "round 1\nN 1|4 $\x1b",
    "delete": "round 1 { \x7f }",
    "vertical tab as white space": "round 1\x0bN 1|4\x0cE 1|1",
    "all of them": f'[Event "{CONTROLS}"]\nround 1 {{ {CONTROLS} }}\nN {CONTROLS}',
    "unit separators": "round 1\nN\x1f1|4",
}


@pytest.mark.parametrize("text", WITH_CONTROLS.values(), ids=WITH_CONTROLS.keys())
def test_a_control_character_is_an_error(text: str) -> None:
    found = survives(text).diagnostics
    assert any(one.severity is Severity.ERROR for one in found)


COMMANDS: dict[str, list[str]] = {
    "lint": ["lint", "--show-info"],
    "lint json": ["lint", "--output-format", "json"],
    "lint jsonl": ["lint", "--output-format", "jsonl"],
    "replay": ["replay"],
    "replay json": ["replay", "--output-format", "json"],
    "fmt": ["fmt"],
    "fmt --check": ["fmt", "--check"],
    "fmt --diff": ["fmt", "--diff"],
    "convert": ["convert"],
    "convert --skip-damaged": ["convert", "--skip-damaged"],
    "convert to text": ["convert", "--to", "rocks"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
def test_no_control_character_of_a_record_reaches_the_terminal(command: list[str]) -> None:
    for name, text in WITH_CONTROLS.items():
        result = runner.invoke(app, [*command, "-"], input=text.encode())
        assert result.exit_code in (0, 1), (name, result.exception)
        assert not raw(result.stdout), name
        assert not raw(result.stderr), name


def test_no_control_character_of_a_file_name_reaches_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m.rocks"
    path.write_text("round 1\nN 1|4 x\n", encoding="utf-8")
    for command in COMMANDS.values():
        for name in (str(path), str(tmp_path / "no\x1bsuch.rocks")):
            result = runner.invoke(app, [*command, name])
            assert result.exit_code in (0, 1, 3), (command, name, result.exception)
            assert not raw(result.stdout), (command, name)
            assert not raw(result.stderr), (command, name)


@pytest.mark.parametrize(
    "argument", [["lint", "--select", "\x1b[31m"], ["explain", "\x1b[31m"], ["schema", "\x1b"]]
)
def test_no_control_character_of_an_option_reaches_the_terminal(argument: list[str]) -> None:
    result = runner.invoke(app, argument)
    assert result.exit_code == 2
    assert not raw(result.stdout)
    assert not raw(result.stderr)


# --------------------------------------------------------------------------------------------------- JSON


def document() -> dict[str, Any]:
    return to_json(loads(SMALL))


def test_the_small_record_is_sound() -> None:
    assert loads(SMALL).syntax == ()
    assert from_json(json.dumps(document())).record == loads(SMALL)


def refused(text: str) -> str:
    """What is said of a JSON text that is refused, by the library and by the command alike."""
    read = from_json(text)
    assert read.record is None
    assert read.problems
    result = runner.invoke(
        app, ["convert", "--to", "rocks", "-"], input=text.encode("utf-8", "surrogatepass")
    )
    assert result.exit_code == 1, result.exception
    assert result.stdout == ""
    assert not raw(result.stderr)
    return " ".join(f"{problem.path} {problem.message}" for problem in read.problems)


def match_with(**members: Any) -> str:
    return json.dumps({"rocks": 1, "matches": [{"tags": {}, "rounds": [{"number": 1}]} | members]})


def round_with(**members: Any) -> str:
    return match_with(rounds=[{"number": 1} | members])


def event_with(**members: Any) -> str:
    return round_with(events=[{"type": "play", "seat": "N", "tile": "1|4"} | members])


BAD_JSON: dict[str, str] = {
    "no JSON": '{"rocks": 1,',
    "a comment in JSON": '{"rocks": 1, // x\n"matches": []}',
    "nested 100,000 deep": '{"rocks": ' + "[" * 100_000,
    "nested 100,000 deep and closed": '{"rocks": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "objects nested 100,000 deep": '{"rocks":' * 100_000 + "1" + "}" * 100_000,
    "nested 900 deep": '{"rocks": 1, "matches": ' + "[" * 900 + "]" * 900 + "}",
    "a member twice": '{"rocks": 1, "rocks": 1, "matches": []}',
    "a tag twice": '{"rocks": 1, "matches": [{"tags": {"Event": "a", "Event": "b"}, "rounds": []}]}',
    "NaN": '{"rocks": NaN, "matches": []}',
    "Infinity": '{"rocks": 1, "matches": [{"tags": {}, "rounds": [{"number": Infinity}]}]}',
    "a huge float": '{"rocks": 1, "matches": [{"tags": {}, "rounds": [{"number": 1e999}]}]}',
    "a number of 6,000 digits": '{"rocks": 1, "matches": [{"tags": {}, "rounds": [{"number": ' + TOO_LONG + "}]}]}",
    "a number of 4,000 digits": '{"rocks": 1, "matches": [{"tags": {}, "rounds": [{"number": ' + "9" * 4000 + "}]}]}",
    "a number of seven digits": round_with(number=1_000_000),
    "half a round": round_with(number=1.5),
    "a truth for a number": round_with(number=True),
    "a number below zero": round_with(number=-1),
    "another version": '{"rocks": 2, "matches": []}',
    "a version in words": '{"rocks": "1", "matches": []}',
    "a truth for the version": '{"rocks": true, "matches": []}',
    "a lone surrogate in a tag": match_with(tags={"Event": "\ud800"}),
    "a lone surrogate in a name": match_with(tags={"Ev\ud800": "a"}),
    "a lone surrogate in a comment": round_with(comments=["\udfff"]),
    "a control character in a tag": match_with(tags={"Event": "\x1b[31m"}),
    "a control character from the upper half": match_with(tags={"Event": "\x9b31m"}),
    "NUL in a comment": round_with(comments=["a\0b"]),
    "delete in a comment": round_with(comments=["a\x7fb"]),
    "a line end in a tag": match_with(tags={"Event": "a\nb"}),
    "a line end after a tag": match_with(tags={"Event": "a\n"}),
    "a line end after a name": match_with(tags={"Event\n": "a"}),
    "a name with a space": match_with(tags={"Ev ent": "a"}),
    "a name that begins with a digit": match_with(tags={"1a": "a"}),
    "an empty name": match_with(tags={"": "a"}),
    "a tag that is a number": match_with(tags={"Target": 250}),
    "no such tile": event_with(tile="7|2"),
    "a tile high half first": event_with(tile="4|1"),
    "a tile as a list": event_with(tile=[1, 4]),
    "an end of nine": event_with(at="9"),
    "an end that is a number": event_with(at=5),
    "a line end after a mark": event_with(marks=["!\n"]),
    "a mark of 256": event_with(marks=["$256"]),
    "a mark of 0": event_with(marks=["$0"]),
    "an empty variation": event_with(variations=[{"events": []}]),
    "an adjustment in a variation": event_with(variations=[{"events": [{"type": "adjust", "points": {"NS": 1}}]}]),
    "points that stood, but no points": event_with(points_stood=True),
    "a first turn without its seat": round_with(events=[{"type": "play", "tile": "1|4"}]),
    "an unseen turn without its seat": round_with(events=[{"type": "unseen"}]),
    "a turn without a seat after an unseen one": round_with(
        events=[{"type": "unseen", "seat": "N"}, {"type": "pass"}]
    ),
    "an unknown kind of event": round_with(events=[{"type": "resign", "seat": "N"}]),
    "no kind of event": round_with(events=[{"seat": "N"}]),
    "out by nobody": round_with(end={"type": "out"}),
    "out by a pair": round_with(end={"type": "out", "pair": "NS"}),
    "blocked by somebody": round_with(end={"type": "blocked", "seat": "N"}),
    "a lot of nothing": round_with(lot={}),
    "a lot of no draws": round_with(lot={"draws": []}),
    "a draw of nobody": round_with(lot={"draws": [{}]}),
    "a total of nobody": round_with(total={"points": {}}),
    "a total of nothing but a stranger": round_with(total={"points": {"NW": 5}}),
    "an adjustment of nobody": round_with(events=[{"type": "adjust", "points": {}}]),
    "a null": round_with(deal=None),
    "an array": '{"rocks": 1, "matches": [[]]}',
    "no rounds": '{"rocks": 1, "matches": [{"tags": {}}]}',
}  # fmt: skip


@pytest.mark.parametrize("text", BAD_JSON.values(), ids=BAD_JSON.keys())
def test_json_that_is_no_record_is_refused(text: str) -> None:
    assert refused(text)


@pytest.mark.parametrize("text", ["[]", "null", "1", '"rocks"', "[" * 100_000, "nul"])
def test_json_that_does_not_even_look_like_a_record(text: str) -> None:
    read = from_json(text)
    assert read.record is None
    assert read.problems
    assert read_any(text.encode(), "a.json").record is None
    assert read_any(text.encode(), "a.jsonl").record is None


def test_members_that_are_missing_together_are_told_once() -> None:
    (problem,) = from_json('{"a": 1}').problems
    assert problem.path == "$"
    assert str(problem.message) == 'expected the members `rocks` and `matches`, found {"a": 1}'


def test_json_that_is_not_utf8_is_refused() -> None:
    for data in (b'{"rocks": 1, "matches": [\xff]}', '{"rocks": 1}'.encode("utf-16"), b"\0"):
        conversion = read_any(data, "a.json")
        assert conversion.record is None
        assert conversion.notes
    (note,) = read_any(b"\xef\xbb\xbf{\xff", "a.json").notes
    assert str(note) == "not UTF-8 text at byte offset 4"


def test_unknown_members_are_dropped_and_named_safely() -> None:
    value = document() | {"\x1b[31m\ud800": 1}
    text = json.dumps(value)
    read = from_json(text)
    assert read.record == loads(SMALL)
    assert len(read.dropped) == 1
    result = runner.invoke(app, ["convert", "--to", "rocks", "-"], input=text.encode())
    assert result.exit_code == 0, result.exception
    assert not raw(result.stderr)
    assert result.stdout == dumps(loads(SMALL))


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every value in a document, the whole first."""
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


_json_values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-(10**7), 10**7), st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=5), st.sampled_from(["1|4", "N", "NS", "play", "pass", "?", "$7", "", "\n", "\x1b"]),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)  # fmt: skip


def at_path(value: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


Mutation = Callable[[Any, str | int, Any], None]


def _replace(holder: Any, key: str | int, value: Any) -> None:
    holder[key] = value


def _delete(holder: Any, key: str | int, value: Any) -> None:
    del holder[key]


def _add(holder: Any, key: str | int, value: Any) -> None:
    if isinstance(holder, dict):
        holder[f"{key}_"] = value
    else:
        holder.append(value)


def _repeat(holder: Any, key: str | int, value: Any) -> None:
    if isinstance(holder, list):
        holder.insert(int(key), copy.deepcopy(holder[int(key)]))


MUTATIONS: tuple[Mutation, ...] = (_replace, _delete, _add, _repeat)


@settings(quick, max_examples=120)
@given(st.data())
def test_a_document_with_anything_put_anywhere(data: st.DataObject) -> None:
    value = document()
    for _ in range(data.draw(st.integers(1, 2))):
        *above, key = data.draw(st.sampled_from([path for path in places(value) if path]))
        mutation = data.draw(st.sampled_from(MUTATIONS))
        mutation(at_path(value, tuple(above)), key, data.draw(_json_values))
    read = from_json(json.dumps(value))
    assert (read.record is None) == bool(read.problems)
    if read.record:
        check(read.record)
        again = loads(dumps(read.record))
        assert not [one for one in again.syntax if one.severity is Severity.ERROR]
        assert again == read.record
        assert from_json(json.dumps(to_json(read.record))).record == read.record


@quicker
@given(_json_values)
def test_any_json(value: Any) -> None:
    read = from_json(json.dumps(value))
    assert (read.record is None) == bool(read.problems)


# ---------------------------------------------------------------------------------------- damaged records


def legal_text(seed: int) -> str:
    """A legal match, short, as text."""
    return write_up(play(random.Random(seed), 50)).text()


def test_a_record_cut_off_anywhere() -> None:
    for end in range(len(SMALL)):
        survives(SMALL[:end])


def test_a_record_that_begins_anywhere() -> None:
    for start in range(0, len(SMALL), 5):
        survives(SMALL[start:])


@pytest.mark.parametrize("character", ['"', "{", "}", "(", ")", "[", "\n", "\\", "x", "9", " "])
def test_a_character_put_anywhere(character: str) -> None:
    for place in range(0, len(SMALL), 11):
        survives(SMALL[:place] + character + SMALL[place:])


_inserted = st.sampled_from(
    list('{}()[]"\\;:.|@^+=-–?!$/ \n\r\t\u00a0NESWЕ0123456789ax\x00\x1b“”«»„\U0001f031')
)


@settings(quick, max_examples=50)
@given(st.data())
def test_random_edits_of_characters(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([SMALL, legal_text(1), legal_text(2)]))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 2))
        text = text[:place] + data.draw(st.text(_inserted, max_size=2)) + text[place + gone :]
    first, second = survives(text), survives(text)
    assert first.diagnostics == second.diagnostics


@settings(quick, max_examples=50)
@given(st.integers(0, 30), st.randoms(use_true_random=False))
def test_lines_deleted_doubled_and_swapped(seed: int, rng: random.Random) -> None:
    lines = legal_text(seed).split("\n")
    for _ in range(rng.randint(1, 3)):
        here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.choice(["delete", "double", "swap", "join"]):
            case "delete" if len(lines) > 1:
                del lines[here]
            case "double":
                lines.insert(there, lines[here])
            case "swap":
                lines[here], lines[there] = lines[there], lines[here]
            case _ if here + 1 < len(lines):
                lines[here : here + 2] = [lines[here] + lines[here + 1]]
    survives("\n".join(lines))


@settings(quick, max_examples=50)
@given(st.integers(0, 30), st.randoms(use_true_random=False))
def test_words_deleted_doubled_swapped_and_strayed(seed: int, rng: random.Random) -> None:
    """The layout of the text stays, so that most of what comes of it is sound text, and illegal play."""
    words = legal_text(seed).split(" ")
    for _ in range(rng.randint(1, 4)):
        here, there = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.choice(["delete", "double", "swap", "stray"]):
            case "delete" if len(words) > 1:
                del words[here]
            case "double":
                words.insert(there, words[here])
            case "swap":
                words[here], words[there] = words[there], words[here]
            case _:
                words.insert(here, rng.choice(WORDS))
    survives(" ".join(words))


WORDS = (
    "round 1", "round 2", "round", "ROUND 3", "deal", "lot", "lot E", "left", "total", "total NS 5", "adjust",
    "adjust EW -5", "out", "out N", "blocked", "win NS", "win", "void", "abandoned", "pass", "knock", "-", "–",
    "?", "N", "E", "S", "W", "Е", "N:", "E:", "S :", "W:", "N:4", "E: 6", "/", "NS", "EW", "ЕW", "120", "-5",
    "1.", "2...", "17.", "1|4", "4|1", "[1|4]", "1-4", "14", "12-10", "1:4", "1/4", "66", "7|2", "0|0", "5|5",
    "\U0001f031", "\U0001f093", "@5", "@5|5", "@2|5", "@", "@9", "^", "+5", "+ 10", "+", "=11", "= 11", "=",
    "!", "??", "!?", "$1", "$255", "$256", "{", "}", "{ a }", "{ round 1 }", "; a\n", "(", ")", "(N 1|4)",
    '[Event "a"]', "[Event “a”]", '[Rocks "1"]', '[Rules "x"]', '[Target "50"]', '[Event "', '["]', "\\", '"',
    "\n", "\n\n", "\r", "\u00a0", "\ufeff", "lint: ignore M303", "{lint: ignore M303}", "x", "1234567",
    '\n[Event "a"]\n', "\nround 1\n", "\nround 2 {", "\n[North “",
)  # fmt: skip


@settings(quick, max_examples=120)
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from([" ", "", "\n"]))
def test_any_soup_of_the_notations_own_words(words: list[str], between: str) -> None:
    survives(between.join(words))


@settings(quick, max_examples=60)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_soup_behind_a_sound_round(words: list[str]) -> None:
    """The round before it is read, whatever follows on the lines of a round of its own."""
    head = "round 1\nN 1|4  E 1|1\nout N\n"
    before = loads(head).matches[0].rounds[0]
    record = loads(head + "round 2\n" + " ".join(words))
    survives(record.source.text)
    assert record.matches[0].rounds[0] == before
    assert not record.matches[0].rounds[0].damaged


# ------------------------------------------------------------------------------------------- the command


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"\xff\xfe",
        "Café".encode("latin-1"),
        b"\xef\xbb\xbf",
        b"{" * 50_000,
        b"round 1 { x\n" * 500,
    ],
    ids=["empty", "NUL", "UTF-16", "Latin-1", "byte order mark", "opened comments", "sync lines"],
)
def test_the_commands_end_with_1_and_a_finding(command: list[str], data: bytes) -> None:
    result = runner.invoke(app, [*command, "-"], input=data)
    # what --skip-damaged leaves out was asked for
    assert result.exit_code == 1 or "--skip-damaged" in command, result.exception
    assert result.exit_code in (0, 1), result.exception
    assert result.stdout or result.stderr
    assert "Traceback" not in result.output
