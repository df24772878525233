"""What is proven is what the slow way finds nothing against, with the same score; the slow way has the last word."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulator import play, write_up

from rocksnotation import dumps, lint, loads, replay
from rocksnotation.jsonform.proven import ProvenWriter
from rocksnotation.jsonform.proven_replay import proven_replay
from rocksnotation.jsonform.writing import match_to_json, place_to_json, replay_to_json
from rocksnotation.layout import Place, Port
from rocksnotation.proof import prove
from rocksnotation.seats import Pair
from rocksnotation.text import json_text
from rocksnotation.tiles import ALL_TILES

few = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def text_of(seed: int) -> str:
    return write_up(play(random.Random(seed))).text().rstrip("\n")


@pytest.mark.parametrize("seed", range(25))
def test_a_legal_match_in_export_form_is_proven(seed: int) -> None:
    text = text_of(seed)
    proof = prove(text.encode())
    (played,) = map(replay, loads(text).matches)
    assert proof
    assert (proof.winner, {Pair.NS: proof.ns, Pair.EW: proof.ew}) == (played.winner, played.totals)


@pytest.mark.parametrize(
    ("value", "is_proven"), [("7", True), ("999999", True), ("1000000", False), ("-1", False)]
)
def test_a_draw_is_a_number_that_can_be_read(value: str, is_proven: bool) -> None:
    """A draw of more digits than a number may have, or below zero, wins no lot that is proven."""
    text = text_of(3)
    leader = re.search(r"\n1\. (.)", text)
    assert leader
    other = next(seat for seat in "NESW" if seat != leader[1])
    drawn = dict.fromkeys("NESW", "1") | (
        {leader[1]: "3", other: value} if value == "-1" else {leader[1]: value}
    )
    lot = " ".join(f"{seat}:{number}" for seat, number in drawn.items())
    changed = re.sub("lot [^\n]*", f"lot {lot}", text, count=1)
    assert (prove(changed.encode()) is not None) is is_proven
    assert (lint(loads(changed)) == ()) is is_proven


@pytest.mark.parametrize("seed", range(5))
def test_counts_and_another_target_are_proven(seed: int) -> None:
    match = play(random.Random(seed), target=100)
    assert prove(write_up(match, counts=random.Random(seed)).text().rstrip("\n").encode())


def changed(text: str, rng: random.Random) -> str:
    """The text with a character, a word or a line lost, doubled, swapped with another, or another's digit."""
    between = rng.choice(["", " ", "\n"])
    parts = text.split(between) if between else list(text)
    for _ in range(rng.choice([1, 1, 1, 2])):
        one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        match rng.choice(["lose", "double", "swap", "copy", "digit"]):
            case "lose":
                del parts[one]
            case "double":
                parts.insert(one, parts[one])
            case "swap":
                parts[one], parts[other] = parts[other], parts[one]
            case "copy":
                parts[one] = parts[other]
            case "digit":
                parts[one] = "".join(
                    rng.choice("0123456789NESW+|@") if sign.isalnum() and rng.random() < 0.3 else sign
                    for sign in parts[one]
                )
        if not parts:
            break
    return between.join(parts)


@few
@given(st.integers(0, 2**32))
def test_of_what_is_proven_nothing_can_be_told(seed: int) -> None:
    """Changed at random, most texts are not proven; those that are have no finding, not even an info."""
    rng = random.Random(seed)
    text = write_up(play(rng, target=50)).text().rstrip("\n")
    for _ in range(25):
        other = changed(text, rng)
        proof = prove(other.encode(errors="surrogatepass"))
        if proof:
            record = loads(other)
            assert lint(record) == ()
            (played,) = map(replay, record.matches)
            assert (proof.winner, {Pair.NS: proof.ns, Pair.EW: proof.ew}) == (played.winner, played.totals)
            assert dumps(record) == other + "\n"
            assert ProvenWriter(None).match(proof) == json_text(match_to_json(record.matches[0]))
            assert proven_replay(proof, 1) == json_text(replay_to_json([played])["matches"][0])


@pytest.mark.parametrize("seed", range(10))
def test_the_json_of_a_proven_match_is_that_of_its_record(seed: int) -> None:
    assert_same_json(write_up(play(random.Random(seed)), counts=random.Random(seed)).text().rstrip("\n"))


@pytest.mark.parametrize("value", ["%d", "%s", "%%", "{0}", "null", "7", "", "<Кубок>"])
def test_whatever_a_tag_says_is_text_in_the_json_of_a_proven_match(value: str) -> None:
    """The writer fills its own templates with numbers, and never what the record says."""
    text = re.sub(r'\[Event "[^"]*"\]', lambda _: f'[Event "{value}"]', text_of(1))
    assert value in text
    assert_same_json(text)


def assert_same_json(text: str) -> None:
    proof = prove(text.encode())
    assert proof
    match = match_to_json(loads(text).matches[0])
    assert ProvenWriter(None).match(proof) == json_text(match)
    deep = json_text({"rocks": 1, "matches": [match]}, indent=2)
    assert ProvenWriter(2, 2).match(proof) in deep


@pytest.mark.parametrize("seed", range(25))
def test_the_replay_of_a_proven_match_is_that_of_its_record(seed: int) -> None:
    text = write_up(play(random.Random(seed)), counts=random.Random(seed)).text().rstrip("\n")
    assert replay_line(text) == json_text(replay_to_json(map(replay, loads(text).matches))["matches"][0])


def test_the_replay_of_a_match_whose_lots_are_known_by_their_winners() -> None:
    text = re.sub(r"lot [^\n]*(\n1\. (.))", r"lot \2\1", text_of(3))
    assert replay_line(text) == json_text(replay_to_json(map(replay, loads(text).matches))["matches"][0])


def test_those_replays_have_all_that_can_be_in_one() -> None:
    """Else that they are right would say little of the writer."""
    text = "\n\n\n".join(map(text_of, range(25)))
    lines = "".join(replay_line(text_of(seed)) for seed in range(25))
    assert re.search(r"\n1\. . (\d)\|\1", text), "a double is led"
    assert re.search(r"@\d ", text)
    assert re.search(r"@\d\|\d", text)
    for end in ('"out"', '"blocked"', '"win"'):
        assert f'"end": {{"type": {end}' in lines
    for port in Port:
        assert f'"port": "{port}", "pips"' in lines
        assert f'"port": "{port}", "assumed": false' in lines
    assert '"assumed": true' in lines
    assert '"unchecked": [], "steps"' in lines
    assert '"unchecked": ["picture"], "steps"' in lines
    assert '"action": "pass"' in lines
    assert '"tiles": []' in lines


def replay_line(text: str) -> str:
    proof = prove(text.encode())
    assert proof
    return proven_replay(proof, 1)


def test_places_come_in_the_order_of_their_json() -> None:
    """The writer of proven replays sorts texts instead of places."""
    places = sorted(Place(tile, port, pips) for tile in ALL_TILES for port in Port for pips in tile.halves)
    texts = [json_text(place_to_json(place)) for place in places]
    assert texts == sorted(texts)


def test_after_one_is_out_nothing_more_is_proven() -> None:
    """The passes of the others, and of the one without a tile, are no block (Law 7.1)."""
    for seed in range(20):
        text = text_of(seed)
        longer = re.sub(r"(\n(\d+)\. [^\n]*)\nout (.)\n", _with_passes, text, count=1)
        assert longer != text
        assert prove(longer.encode()) is None


def _with_passes(found: re.Match[str]) -> str:
    """The end of a round with four passes more, and a block."""
    line, number, last = found.groups()
    seats = "NESW"[("NESW".index(last) + 1) % 4 :] + "NESW"[: ("NESW".index(last) + 1) % 4]
    turns = line.split(". ")[1].split("  ") + [f"{seat} pass" for seat in seats]
    circuits = [turns[:4], turns[4:]]
    lines = [f"\n{int(number) + index}. " + "  ".join(each) for index, each in enumerate(circuits) if each]
    return "".join(lines) + "\nblocked\n"


@pytest.mark.parametrize("indent", [None, 2])
def test_a_match_may_have_no_tag_but_the_version(indent: int | None) -> None:
    text = re.sub(r"\[(?!Rocks)[^\n]*\n", "", text_of(2))
    proof = prove(text.encode())
    assert proof
    assert ProvenWriter(indent).match(proof) == json_text(
        match_to_json(loads(text).matches[0]), indent=indent
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "round 1",
        '[Event "x"]',
        '[Event "x"]\n\nround 1\nlot W\n1. W 1|4 +5',
        '[Event "x"]\n\nround 1\ndeal\n  N:\n  E:\n  S:\n  W:\nlot W\n',
    ],
)
def test_what_is_no_whole_match_is_not_proven(text: str) -> None:
    assert prove(text.encode()) is None
