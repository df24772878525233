"""Rounds that are replayed quickly come to what the laws come to, field by field; the sound ones are taken so."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from unittest.mock import patch

import pytest
import slips
import strategies
import test_single_faults
import test_slips
from alterations import altered
from faults import HERE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulator import play, write_up

from rocksnotation import check, loads, replay
from rocksnotation.diagnostics import Severity
from rocksnotation.events import Comment, Match, Pass, Play, Round
from rocksnotation.replay import MatchReplay, RoundReplay, Unchecked, sound
from rocksnotation.seats import Seat
from rocksnotation.tiles import Tile

few = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def by_the_laws(match: Match) -> MatchReplay:
    """The match replayed without the quick way."""
    with patch.object(sound, "_score", lambda before, target: None):
        return replay(match)


def is_quick(played: RoundReplay) -> bool:
    return hasattr(played, "_make_steps")


def has_steps(played: RoundReplay) -> bool:
    """Whether its steps are there already; looking here does not make them."""
    try:
        object.__getattribute__(played, "steps")
    except AttributeError:
        return False
    return True


def assert_same(match: Match) -> MatchReplay:
    """Both ways come to the same. Which rounds were quick is for the caller to say."""
    quick, right = replay(match), by_the_laws(match)
    assert not any(map(is_quick, right.rounds))
    assert quick == right
    assert repr(quick) == repr(right)
    return quick


def match_of(text: str) -> Match:
    (match,) = loads(text).matches
    return match


def simulated(seed: int) -> Match:
    """A legal match, written in one manner or another."""
    rng = random.Random(seed)
    sheet = write_up(
        play(rng, target=rng.choice((50, 100, 150)), rounds=rng.choice((None, 1, 2))),
        deals=rng.random() < 0.6,
        lots=rng.random() < 0.8,
        claims=rng.random() < 0.7,
        counts=rng if rng.random() < 0.3 else None,
        seats=rng.random() < 0.7,
        show_won_hands=rng.random() < 0.5,
        sprinkle=rng if rng.random() < 0.3 else None,
    )
    for written in sheet.rounds:
        if rng.random() < 0.1:
            written.ending = None
        if rng.random() < 0.1:
            written.total = None
    return match_of(sheet.text())


@pytest.mark.parametrize("manner", ["export", "no deals", "no claims", "no seats", "counts", "bare"])
@pytest.mark.parametrize("seed", range(2))
def test_the_rounds_of_a_legal_match_are_all_quick(manner: str, seed: int) -> None:
    rng = random.Random(seed)
    sheet = write_up(
        play(rng),
        deals=manner not in ("no deals", "bare"),
        claims=manner != "no claims",
        seats=manner not in ("no seats", "bare"),
        counts=rng if manner == "counts" else None,
    )
    if manner == "bare":
        for written in sheet.rounds:
            written.ending = written.total = None
    quick = assert_same(match_of(sheet.text()))
    assert all(map(is_quick, quick.rounds))
    hands_unknown = [Unchecked.HANDS in played.unchecked for played in quick.rounds]
    assert hands_unknown == [False] * (len(quick.rounds) - 1) + [manner in ("no deals", "bare")]


@few
@given(st.integers(0, 2**32))
def test_a_match_altered_at_random_is_the_same_both_ways(seed: int) -> None:
    rng = random.Random(seed)
    match = simulated(seed)
    assert_same(match)
    for _ in range(3):
        assert_same(altered(match, rng))


@few
@given(strategies.matches())
def test_whatever_a_record_says_is_the_same_both_ways(match: Match) -> None:
    assert_same(match)


ONE_OF_EACH = {fault.code: fault for fault in test_single_faults.FAULTS}


@pytest.mark.parametrize("fault", ONE_OF_EACH.values(), ids=lambda fault: f"{fault.code}: {fault.name}")
def test_a_fault_is_the_same_both_ways(fault: test_single_faults.Fault) -> None:
    text = test_single_faults.prepared(fault, 0).sheet.text().replace(HERE, "")
    for match in loads(text).matches:
        assert_same(match)


@pytest.mark.parametrize("slip", test_slips.SLIPS, ids=lambda slip: slip.name)
def test_a_slip_is_the_same_both_ways(slip: slips.Slip) -> None:
    assert_same(match_of(slips.prepared(slip, 1).replace(HERE, "")))


def test_after_a_fault_the_sound_rounds_are_quick_again() -> None:
    sheet = write_up(play(random.Random(1)))
    sheet.rounds[1].total = f"{sheet.rounds[1].total}^"
    quick = assert_same(match_of(sheet.text()))
    assert [one.code for one in quick.diagnostics] == ["R505"]
    assert [is_quick(played) for played in quick.rounds] == [index != 1 for index in range(len(quick.rounds))]


def test_who_only_asks_for_findings_has_no_steps_made() -> None:
    sheet = write_up(play(random.Random(1)), deals=False)
    (quick,) = check(loads(sheet.text())).replays
    assert quick.status == "unverified"
    assert not any(map(has_steps, quick.rounds))


def test_steps_that_are_put_off_are_steps_like_others() -> None:
    match = match_of(write_up(play(random.Random(2))).text())
    first, right = replay(match).rounds[0], by_the_laws(match).rounds[0]
    assert not has_steps(first)
    assert first.steps == right.steps
    assert first.steps is first.steps
    for other in (copy.copy(first), copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
        assert other == right
    assert replace(first, steps=()).steps == ()
    with pytest.raises(AttributeError, match="no attribute 'stops'"):
        first.stops  # type: ignore[attr-defined] # noqa: B018
    with pytest.raises(AttributeError):
        first.steps = ()  # type: ignore[misc]


def test_remarks_are_not_in_the_way() -> None:
    match = match_of(write_up(play(random.Random(3))).text())
    remarked = replace(
        match,
        rounds=tuple(
            replace(
                round_,
                comments=(Comment("hm"),),
                events=tuple(
                    replace(event, comments=(Comment("hm"),), marks=("!?",))
                    for event in round_.events
                    if isinstance(event, Play | Pass)
                ),
            )
            for round_ in match.rounds
        ),
    )
    assert all(map(is_quick, assert_same(remarked).rounds))


UNKNOWN_HANDS = (
    ("a tile twice", "N 5|5 +10  E 5|5"),
    ("a pass of the leader", "N pass  E 5|5 +10"),
    ("four passes", "N 0|5 +5  E pass  S pass  W pass  N pass  E 5|5 +10"),
    ("no win", "N 0|5 +5"),
    ("a win before", "N 5|5 +10  E 0|5 +10"),
    ("a turn after the win", "N 5|5 +10  E pass"),
)


@pytest.mark.parametrize("turns", [row[1] for row in UNKNOWN_HANDS], ids=[row[0] for row in UNKNOWN_HANDS])
def test_where_no_hand_is_known_some_rounds_are_no_win_all_the_same(turns: str) -> None:
    quick = assert_same(match_of(f'[Target "10"]\nround 1\nlot N\n{turns}'))
    assert not any(map(is_quick, quick.rounds))


def test_where_no_hand_is_known_a_win_is_quick() -> None:
    quick = assert_same(match_of('[Target "10"]\nround 1\nlot N\nN 5|5 +10'))
    assert [is_quick(played) for played in quick.rounds] == [True]
    assert quick.winner == "NS"


def test_leftovers_show_the_hands_only_where_it_is_said_who_leads() -> None:
    match = match_of(write_up(play(random.Random(4), rounds=1), deals=False).text())
    (round_,) = match.rounds
    lead, *others = round_.events
    assert isinstance(lead, Play)
    nameless = replace(match, rounds=(replace(round_, events=(replace(lead, seat=None), *others)),))
    assert [is_quick(assert_same(one).rounds[0]) for one in (match, nameless)] == [True, False]
    assert Unchecked.HANDS in replay(nameless).unchecked


def test_a_hand_is_empty_after_seven_placements_known_or_not() -> None:
    """Law 7.1: North has no eighth tile, and the round would have ended with its seventh."""
    chain = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (0, 6), (0, 2)]
    turns = [Play(Tile(*tile), Seat.N if not index else None) for index, tile in enumerate(chain)]
    events = [event for turn in turns for event in (turn, Pass(), Pass(), Pass())]
    assert_same(Match(rounds=(Round(1, events=tuple(events)),)))


@pytest.mark.parametrize("turns", [4 * 28, 4 * 28 + 1, 500])
def test_a_round_that_never_ends_is_judged_like_any_other(turns: int) -> None:
    """Law 6.2: it was blocked after four passes, however many more stand there."""
    passes = " ".join(f"{'NESW'[turn % 4]} pass" for turn in range(1, turns))
    quick = assert_same(match_of(f"round 1\nlot N\nN 1|4 +5 {passes}"))
    assert [one.code for one in quick.diagnostics if one.severity is Severity.ERROR] == ["M308"]
