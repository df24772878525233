"""A text is found the same way in whatever pieces it comes, and no more than a piece of it is held."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulator import play, write_up

from rocksnotation import Diagnostic, Source, check, convert, loads, scan
from rocksnotation.blocks import not_text, plain
from rocksnotation.forms import Form
from rocksnotation.jsonform.streaming import NotSound, sound_matches
from rocksnotation.parse import parse, parse_bytes
from rocksnotation.render.text import finding
from rocksnotation.stretches import MAX_STRETCH, PIECE, Piece, pieces, stretches

ROOT = Path(__file__).parents[1]
TEXTS = tuple(path.read_text("utf-8", "replace") for path in sorted((ROOT / "examples").rglob("*.rocks")))
quick = settings(deadline=None)
few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

TWO = b'[Event "a"]\n\nround 1\nlot W\nW 1|4 +5\n\n\n[Event "b"]\n\nround 1\nlot W\nW 1|4 +10\n'


class Shown(NamedTuple):
    """All that people and programs are told of a finding."""

    text: str
    match: int | None
    round: int | None
    turn: int | None
    end: tuple[int, int]
    edits: tuple[object, ...]


def shown(source: Source, found: Diagnostic) -> Shown:
    edits = found.fix.edits if found.fix else ()
    return Shown(
        finding(source, found), found.match, found.round, found.turn, source.place(found.span.end),
        tuple((source.place(edit.span.start), source.place(edit.span.end), edit.text) for edit in edits),
    )  # fmt: skip


def whole(data: bytes) -> tuple[list[Shown], int]:
    """What is found in a text at once, and the number of its matches."""
    record = parse_bytes(data, "a.rocks")
    return [shown(record.source, one) for one in check(record).diagnostics], len(record.matches)


def cut(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


def streamed(data: bytes, block: int) -> list[Shown]:
    """What is found stretch by stretch."""
    found = scan.scan(lambda: cut(data, block), "a.rocks")
    return [shown(one.source, diagnostic) for one in found for diagnostic in one.diagnostics]


def in_pieces(data: bytes, block: int, size: int) -> tuple[list[Shown], int]:
    """What is found piece by piece, each examined by itself, with what the one before it left over."""
    found, matches, lines, rest = [], 0, 0, b""
    parts = list(pieces(plain(cut(data, block)), size))
    for index, part in enumerate(parts):
        joined = Piece(rest + part.data, rest.count(b"\n") + part.lines)
        examined = scan.examined(joined, "a.rocks", is_last=index == len(parts) - 1)
        for one in examined.results:
            moved = one.moved(matches, lines)
            found += [shown(moved.source, diagnostic) for diagnostic in moved.diagnostics]
        matches, lines, rest = matches + examined.matches, lines + examined.lines, examined.rest
    return found, matches


# ------------------------------------------------------------------------------ the same as at once

SCRAPS = (
    "{ x", "}", "(", ")", '"', '[Event "x"]', '[Rocks "1"]', '\n[Event "y"]\nround 1\n', "round 2", "; c\n", "\n", "",
)  # fmt: skip
OPEN = (" { open", " ( N ?", "{", ' "', "1. ", "total", "left\n N:", " W", "+", "[Event", "\n[")
CLOSED = ("} ", ") ", "x ", " { ", "\n", "[")


def archive(rng: random.Random) -> bytes:
    """Some matches one after the other, most of them damaged, and most often where they meet."""
    texts = []
    for _ in range(rng.randint(1, 4)):
        text = write_up(play(rng, target=25)).text() if rng.random() < 0.5 else rng.choice(TEXTS)
        for _ in range(rng.choice([0, 0, 1, 2])):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(SCRAPS) + text[at + rng.choice([0, 0, 1, 10]) :]
        if rng.random() < 0.3:
            text = text.rstrip() + rng.choice(OPEN) + "\n"
        if rng.random() < 0.3:
            text = rng.choice(CLOSED) + text
        if rng.random() < 0.3:
            text = text.replace("round 1", "round 1" + rng.choice([" }", " )", " { y"]), 1)
        texts.append(text)
    joined = rng.choice(["\n", "\n\n\n", " "]).join(texts)
    ends = rng.choice(["\n"] * 8 + ["\r\n", "\r"])
    return (rng.choice([""] * 9 + ["\ufeff"]) + joined.replace("\n", ends)).encode()


@few
@given(st.integers(0, 2**32))
def test_damaged_archives_are_found_the_same_in_any_blocks(seed: int) -> None:
    rng = random.Random(seed)
    data = archive(rng)
    found, matches = whole(data)
    assert streamed(data, rng.choice([1, 7, 100, 5_000, 10**6])) == found
    assert in_pieces(data, rng.choice([50, 1_000]), rng.choice([1, 100, 3_000, 10**6])) == (found, matches)


def test_every_record_that_there_is_at_once() -> None:
    data = "\n\n\n".join(TEXTS).encode()
    found, matches = whole(data)
    assert streamed(data, 1_000) == found
    assert in_pieces(data, 1_000, 5_000) == (found, matches)


JOINED = {
    "a comment that a later match closes": '[Event "a"]\nround 1\nN 7|2 { open\n[Event "b"] }\nround 1\nN 1|4\n',
    "a variation that a later match closes": '[Event "a"]\nround 1\nN 7|2 (E ?\n[Event "b"]\nround 1\nN 1|4 )\n',
    "a sound round in between": '[Event "a"]\nround 1\nN 7|2 {\n[Event "b"]\nround 1\nN 1|4\n[Event "c"]\nround 1 }\n',
    "each match leaves one open": '[Event "a"]\nround 1\nN 7|2 {\n' * 40 + "}",
    "a tag in a line": '[Event "a"]\nround 1\nN 1|4 [Rocks "1"]\n[Event "b"]\nround 1\nN 1|4\n',
    "no tag": "round 1\nN 1|4\nround 2\nN 1|4",
    "nothing": "",
    "white space": " \n \n",
}


@pytest.mark.parametrize("text", JOINED.values(), ids=JOINED.keys())
@pytest.mark.parametrize("size", [1, 30, 1_000])
def test_what_crosses_from_one_stretch_to_the_next(text: str, size: int) -> None:
    data = text.encode()
    assert streamed(data, size) == whole(data)[0]
    assert in_pieces(data, size, size) == whole(data)


# ----------------------------------------------------------------------------------- where it is cut


def test_stretches_are_the_matches_of_an_archive() -> None:
    texts = [write_up(play(random.Random(seed), target=25)).text() for seed in range(5)]
    data = "\n\n".join(texts).encode()
    assert [stretch.decode().rstrip() for stretch in stretches(data)] == [text.rstrip() for text in texts]


@pytest.mark.parametrize("size", [1, 10, 40, 1_000])
def test_pieces_together_are_the_text(size: int) -> None:
    data = TWO * 5
    parts = list(pieces(cut(data, size), size))
    assert b"".join(part.data for part in parts) == data
    assert sum(part.lines for part in parts) == data.count(b"\n")
    assert (len(parts) > 2) == (size < 50)


def test_typographic_tags_and_rounds_that_share_their_line_are_cut_too() -> None:
    match = "[Event “a”]\n[Result “*”]\n\nRound 1 Lot W W 1/4 +5 { [%clk 1] } N [1|1]\n\n"
    assert len(list(stretches((match * 3).encode()))) == 3


# ---------------------------------------------------------------------------------------- the blocks


def read_plain(data: bytes, size: int) -> bytes:
    return b"".join(plain(cut(data, size)))


@quick
@given(st.text("a\r\n", max_size=20), st.integers(1, 5))
def test_line_ends_in_any_blocks(text: str, size: int) -> None:
    assert read_plain(text.encode(), size).decode() == text.replace("\r\n", "\n").replace("\r", "\n")
    assert read_plain(b"\xef\xbb\xbf" + text.encode(), size) == read_plain(text.encode(), size)


@quick
@given(st.binary(max_size=12) | st.text("aéж𝄞\0\ufeff", max_size=12).map(str.encode), st.integers(1, 5))
def test_what_is_no_text_is_found_in_any_blocks(data: bytes, size: int) -> None:
    refused = not_text(lambda: cut(data, size), "a")
    at_once = parse_bytes(data, "a")
    assert (refused is not None) == (at_once.syntax[:1] != () and at_once.syntax[0].code == "T003")
    if refused:
        assert shown(refused.source, refused.syntax[0]) == shown(at_once.source, at_once.syntax[0])


def test_the_line_of_what_is_no_text() -> None:
    refused = not_text(lambda: cut(b"a\r\nb\rc\n12345\xff6\n", 2), "a")
    assert refused
    assert refused.source.place(refused.syntax[0].span.start) == (4, 6)


# ---------------------------------------------------------------------------------------- the bounds

LONG = b'[Event "long"]\nround 1\n' + b"{ a comment }\n" * (MAX_STRETCH // 14) + b"\n"


@pytest.mark.parametrize("block", [1_000, 70_000, 10**8])
def test_a_match_that_is_too_long_is_a_finding_and_the_rest_is_read(block: int) -> None:
    data = TWO + b"\n" + LONG + TWO
    found = streamed(data, block)
    where = [(one.match, one.text.split("\n")[0].removeprefix("a.rocks:").split(":")[0]) for one in found]
    lines = LONG.count(b"\n")
    codes = [one.text.split()[1] for one in found]
    assert codes.count("T010") == 1
    assert (3, "14") in where
    assert {match for match, _ in where} == {1, 2, 3, 4, 5}
    assert (5, str(14 + lines + 12 - 1)) in where
    assert in_pieces(data, max(block, 20_000), 256 * 1024)[1] == 5


def test_a_line_of_json_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convert, "MAX_LINE", 1_000)
    line = convert.written([loads("round 1\nlot N\nN 1|4 +5")], Form.JSONL).encode()
    data = line + b'{"rocks": 1, "matches": ["' + b"x" * 2_000_000 + b'"]}\n' + line
    reads = [
        *convert.from_lines(convert.lines_of(cut(data, 100_000)), "a.jsonl"),
        convert.read_any(data, "a.jsonl"),
    ]
    assert [[str(note) for note in read.notes] for read in reads] == [
        [],
        ["line 2: a line of more than 1,000 bytes is not read"],
        ["line 2: a line of more than 1,000 bytes is not read"],
    ]


# ------------------------------------------------------------------------------------ record documents

SOUND = [record for record in map(parse, TEXTS) if not any(match.damaged for match in record.matches)][:40]
DOCUMENT = convert.written(SOUND, Form.JSON).encode()
SMALL_DOCUMENT = convert.written([loads("round 1\nlot N\nN 1|4 +5 { é }"), *SOUND[:1]], Form.JSON).encode()


@pytest.mark.parametrize("block", [10, 1_000, 10**7])
def test_a_sound_document_is_read_match_by_match(block: int) -> None:
    whole = convert.read_any(DOCUMENT, "a.json").record
    assert whole
    assert tuple(sound_matches(cut(DOCUMENT, block))) == whole.matches


SLIPS = (
    b"",
    b"x",
    b'"',
    b"}",
    b"]",
    b",",
    b" ",
    b"\n",
    b"\xff",
    b"1",
    b"{",
    b"NaN",
    b"\xef\xbb\xbf",
    b', "a": 1',
)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_nothing_that_could_be_said_of_a_document_is_passed_over(seed: int) -> None:
    rng = random.Random(seed)
    at = (
        rng.randrange(len(SMALL_DOCUMENT)) if rng.random() < 0.7 else rng.choice([*range(40), *range(-12, 0)])
    )
    at %= len(SMALL_DOCUMENT)
    data = SMALL_DOCUMENT[:at] + rng.choice(SLIPS) + SMALL_DOCUMENT[at + rng.choice([0, 1, 1, 3]) :]
    read = convert.read_any(data, "a.json")
    try:
        matches = tuple(sound_matches(cut(data, rng.choice([1, 50, 10**6]))))
    except NotSound:
        return
    assert read.record
    assert not read.notes
    assert read.record.matches == matches


def test_memory_does_not_grow_with_the_document() -> None:
    match = convert.written([loads("round 1\nlot N\nN 1|4 +5")], Form.JSON)
    begin, end = match.encode().split(b"[", 1)[0] + b"[", b"]}"
    item = match.encode().split(b"[", 1)[1].rsplit(b"]", 1)[0]
    blocks = (begin, *[item + b","] * 3_000, item, end)
    tracemalloc.start()
    assert sum(1 for _ in sound_matches(blocks)) == 3_001
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(item) > 100
    assert peak < 3_000_000


def test_memory_does_not_grow_with_the_text() -> None:
    match = write_up(play(random.Random(3), target=50)).text().encode() + b"\n\n"
    number = 40 * PIECE // len(match)
    tracemalloc.start()
    assert not list(scan.scan(lambda: (match for _ in range(number))))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 14 * PIECE
