"""What is read without the parser is what the parser reads, and what is sound is read without it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path

import patterns
import pytest
import slips
from faults import Desk
from hypothesis import HealthCheck, given, settings
from respelling import mutant, respelled
from simulator import play, write_up
from slips import Slip, prepared
from strategies import records

from rocksnotation import dumps, flat
from rocksnotation.diagnostics import Span
from rocksnotation.events import Record, Round
from rocksnotation.parse import parse, sound, trees
from rocksnotation.parse.framing import Piece
from rocksnotation.text import has_control_in_comment, is_control_in_comment

few = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").rglob("*.rocks"))


def told(value: object) -> object:
    """All that a value is, what takes no part in comparison too: its kind, and its fields with theirs."""
    if is_dataclass(value):
        return type(value), [(one.name, told(getattr(value, one.name))) for one in fields(value)]
    if isinstance(value, Mapping):
        return type(value), [(told(name), told(each)) for name, each in value.items()]
    if isinstance(value, tuple | list):
        return type(value), [*map(told, value)]
    return type(value), value


@contextmanager
def parser_alone() -> Iterator[None]:
    """Everything is read by the parser."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flat, "_IS_EXACT", False)
        patch.setattr(sound, "tag", lambda *_: None)
        patch.setattr(sound, "preface", lambda *_: None)
        yield


@contextmanager
def no_parser() -> Iterator[None]:
    """Nothing may be read by the parser."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("preface", "tag", "rounds"):
            patch.setattr(trees, name, lambda *_, **__: pytest.fail("the parser was asked"))
        yield


def is_read_alike(text: str) -> Record:
    """Whether a text is the same record without the parser, as far as it is read so, and with it."""
    record = parse(text)
    with parser_alone():
        assert told(parse(text)) == told(record)
    return record


def is_read_without_parser(text: str) -> None:
    with no_parser():
        assert parse(text).syntax == ()
    is_read_alike(text)


def read_alike(text: str) -> Round | None:
    """What is read of a round without the parser: what the parser reads, which finds nothing wrong with it."""
    cut = flat.cut(text, 0, len(text))
    read = sound.round_of(text, cut) if cut else None
    if read:
        (other,), faults = trees.rounds(text, Piece("round", Span(0, len(text))), is_told=False)
        assert faults == ([], False)
        assert told(read) == told(other)
    return read


# ------------------------------------------------------------------------------------------ sound records


@pytest.mark.parametrize("seed", range(4))
def test_a_record_in_export_form_is_read_without_the_parser(seed: int) -> None:
    rng = random.Random(seed)
    is_read_without_parser(write_up(play(rng, target=50)).text())
    is_read_without_parser(write_up(play(rng, target=50), counts=rng, sprinkle=rng).text())


@pytest.mark.parametrize("seed", range(12))
def test_a_record_in_import_form_is_read_without_the_parser(seed: int) -> None:
    rng = random.Random(seed)
    text = write_up(play(rng, target=50), counts=rng, seats=seed % 2 > 0).text()
    is_read_without_parser(respelled(text, rng))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_read_alike(path: Path) -> None:
    is_read_alike(path.read_text(encoding="utf-8", errors="replace"))


@few
@given(records(repeated_tags=True))
def test_any_record_is_read_alike(record: Record) -> None:
    is_read_alike(dumps(record))


SOUND = (
    "round 1", "round 1 {a};b", "ROUND\n 007 ", "round 1 1. { before } W 14", "round 1 lot W 1. ;x\nW 14 2. {y} 3. N -",
    "round 1 deal {x} N:14 {y} ?\n E: ? {z}", "round 1 deal", "round 1 left", "round 1 deal N: left W : -0^ {x}",
    "round 1 lot {a} N:4 {b} E :6 / {c} W: 3;d\n W 14", "round 1 lot Е {x}", "round 1 W ? ? N 14 {a} 1.",
    "round 1 adjust NS -5 EW +6 {x} W 14 adjust EW –7 total EW −5^ {x}", "round 1 W 14@5 15@[5|5]^+ 5^ = 6!! ?$255",
    "round 1 W 14 (1. {a} N ? {b} E 15 2. S 16 (S -^)) {c} ({d} 15) blocked;x", "round 1 win ЕW {x} total NS 5",
    "round 1 void", "round 1 W\u00a014 abandoned", "round 1 out\tЕ left { N: 14 } Е: 14 {E: 15} -10 {x}",
    "round 1 lot { NS 5 } S { W } W 14 adjust NS 5 { EW 5 } total NS 6 { EW 7 }",
)  # fmt: skip


@pytest.mark.parametrize("text", SOUND)
def test_a_sound_round_is_read_without_the_parser(text: str) -> None:
    assert read_alike(text)


UNSOUND = (
    "", "round", "round 1234567", "round 33. W 14", "round 1 14", "round 1 W 72", "round 1 W 14@7", "round 1 W 14 {a",
    "round 1 W ? 14", "round 1 W 14 (N ? 15)", "round 1 deal N: 14 N: 15", "round 1 lot N:4 N:5",
    "round 1 W 14 { \x07 }",
    "round 1 total NS 5 NS 6", "round 1 adjust NS 5 NS 6", "round 1 W 14 (", "round 1 W 14 ()", "round 1 left N: 72",
    "round 1 W 14 +1234567", "round 1 lot N:", "round 1 W 14 (N 15 (E 25 (S 36)))", "round 1 W 14-5", "round 1 W @5",
)  # fmt: skip


@pytest.mark.parametrize("text", UNSOUND)
def test_of_any_other_round_nothing_is_read(text: str) -> None:
    assert read_alike(text) is None


# ------------------------------------------------------------------------------------------------ mutants


def short_round(rng: random.Random) -> str:
    """A sound round of some lines, in any spelling."""
    while True:
        text = write_up(play(rng, rounds=1), counts=rng).text()
        whole = text[text.index("round ") :]
        lines = respelled(whole, rng).split("\n") if rng.random() < 0.8 else whole.split("\n")
        while len(lines) > 8:
            del lines[rng.randrange(1, len(lines))]
        if flat.cut("\n".join(lines), 0, sum(map(len, lines)) + len(lines) - 1):
            return "\n".join(lines)


def mutants(rng: random.Random, number: int) -> Iterator[str]:
    for index in range(number):
        if index % 25 == 0:
            base = rng.choice(SOUND) if rng.random() < 0.3 else short_round(rng)
        yield mutant(base, rng)


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_round_is_read_alike(seed: int) -> None:
    read = [read_alike(text) is not None for text in mutants(random.Random(seed), 500)]
    assert 50 < sum(read) < 450  # else nothing much would be tested


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_text_is_read_alike(seed: int) -> None:
    """The pieces are the same too, whatever else stands in the text."""
    rng = random.Random(seed)
    for _ in range(15):
        tags = rng.choice(["", "{x}\n", '[Event "x"]\n', '[Event “x”] ;y\n[North "a\\"b"]\n\n'])
        texts = [tags, *(mutant(short_round(rng), rng) for _ in range(rng.choice([1, 2])))]
        is_read_alike(rng.choice(["\n", " ", "\n\n"]).join(rng.sample(texts, len(texts))))


SLIPS = (
    slips.left_out, slips.swapped, slips.wrong_letter, slips.lost_line, slips.doubled_line, slips.lost_round,
    slips.hands_swapped, slips.wrong_total,
)  # fmt: skip


@pytest.mark.parametrize("make", SLIPS, ids=lambda make: str(make.__name__))
def test_a_record_with_a_slip_is_read_alike(make: Callable[[Desk], None]) -> None:
    is_read_alike(prepared(Slip(make, frozenset()), 1))


# ------------------------------------------------------------------------------------------- the patterns


def test_the_patterns_are_those_of_the_grammar() -> None:
    """`nox -s patterns` makes them anew."""
    assert patterns.TARGET.read_text(encoding="utf-8") == patterns.module()


def test_a_control_character_is_found_wherever_it_stands() -> None:
    for character in map(chr, range(0x11000)):
        assert has_control_in_comment(character, 0, 1) is is_control_in_comment(character)
