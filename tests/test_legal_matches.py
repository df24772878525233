"""Whole legal matches, played and scored by the simulator: the replay sees them alike, and finds nothing."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulator import ALL_TILES, PAIRS, SEATS, Match, Sheet, Table, deal, play, show, text_of, write_up

from rocksnotation.events import Record
from rocksnotation.parse import parse
from rocksnotation.replay import MatchReplay, RoundReplay, Unchecked, replay

seeds = st.integers(0, 2**32)
targets = st.sampled_from([50, 100, 250, 400])
few = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
many = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def replayed(sheet: Sheet) -> tuple[Record, MatchReplay]:
    record = parse(sheet.text())
    (match,) = record.matches
    return record, replay(match)


def codes(record: Record, *replays: MatchReplay) -> list[tuple[str, str]]:
    """Severity and code of everything that was found."""
    found = [*record.syntax, *(one for replay_ in replays for one in replay_.diagnostics)]
    return [(one.severity.value, one.code) for one in found]


def assert_clean(record: Record, *replays: MatchReplay, infos: Iterable[str] = ()) -> None:
    assert set(codes(record, *replays)) <= {("info", code) for code in infos}


def turns(round_: RoundReplay) -> list[tuple[object, ...]]:
    """What each turn came to, as the replay has it."""
    return [
        (str(step.seat), str(step.tile) if step.tile else "pass", step.sum, step.points or 0,
         {str(pair): total for pair, total in step.totals.items()})
        for step in round_.steps
    ]  # fmt: skip


def assert_same(found: MatchReplay, match: Match) -> None:
    """The replay against the simulator, turn by turn and settlement by settlement."""
    assert len(found.rounds) == len(match.rounds)
    for round_, played in zip(found.rounds, match.rounds, strict=True):
        assert round_.leader == played.leader
        assert turns(round_) == [
            (turn.seat, show(turn.tile) if turn.tile else "pass", turn.sum, turn.points, turn.totals)
            for turn in played.turns
        ]
        assert str(round_.end) == played.ending
        deducted = {str(seat): hand.deduction for seat, hand in round_.left.items()} if round_.left else None
        assert deducted == played.deductions
        assert {str(pair): total for pair, total in round_.totals.items()} == played.totals
    assert {str(pair): total for pair, total in found.totals.items()} == match.totals
    assert found.winner == match.winner


@few
@given(seeds, targets)
def test_a_legal_match_is_verified_and_replays_as_it_was_played(seed: int, target: int) -> None:
    match = play(random.Random(seed), target)
    record, found = replayed(write_up(match))
    assert_clean(record, found)
    assert_same(found, match)
    assert found.status == "verified"
    assert all(round_.status == "verified" for round_ in found.rounds)


@few
@given(seeds)
def test_remarks_change_nothing(seed: int) -> None:
    match = play(random.Random(seed))
    rng = random.Random(seed)
    record, found = replayed(write_up(match, counts=rng, show_won_hands=True, sprinkle=rng))
    assert_clean(record, found)
    assert_same(found, match)
    assert found.status == "verified"


@few
@given(seeds, st.integers(1, 4))
def test_an_unfinished_match_is_told_as_such_and_no_more(seed: int, rounds: int) -> None:
    match = play(random.Random(seed), rounds=rounds)
    record, found = replayed(write_up(match))
    assert codes(record, found) == ([] if match.winner else [("info", "R504")])
    assert_same(found, match)


@few
@given(seeds)
def test_turns_without_seats_are_the_next_ones(seed: int) -> None:
    match = play(random.Random(seed), rounds=3)
    record, found = replayed(write_up(match, seats=False))
    assert_clean(record, found, infos=["R504"])
    assert_same(found, match)


@few
@given(seeds)
def test_leftovers_stand_for_the_deal(seed: int) -> None:
    match = play(random.Random(seed))
    record, found = replayed(write_up(match, deals=False, show_won_hands=True))
    assert_clean(record, found)
    assert_same(found, match)
    assert not any(Unchecked.HANDS in round_.unchecked for round_ in found.rounds)


@few
@given(seeds)
def test_with_neither_deal_nor_leftovers_the_hands_of_the_won_round_are_unknown(seed: int) -> None:
    match = play(random.Random(seed))
    record, found = replayed(write_up(match, deals=False))
    assert codes(record, found) == [("info", "D103")]
    assert found.status == "unverified"
    assert_same(found, match)


@few
@given(seeds)
def test_without_lots_each_that_was_due_is_told(seed: int) -> None:
    match = play(random.Random(seed))
    record, found = replayed(write_up(match, lots=False))
    due = [("L202", "info", played.number) for played in match.rounds if played.lot]
    assert [(one.code, one.severity, one.round) for one in found.diagnostics] == due
    assert not record.syntax
    assert_same(found, match)


@few
@given(seeds)
def test_a_record_may_claim_nothing(seed: int) -> None:
    match = play(random.Random(seed))
    record, found = replayed(write_up(match, claims=False))
    assert_clean(record, found)
    assert_same(found, match)


@few
@given(st.lists(seeds, min_size=1, max_size=3))
def test_matches_in_one_file_know_nothing_of_each_other(several: list[int]) -> None:
    matches = [play(random.Random(seed), 50 + seed % 50 // 5 * 5, rounds=4) for seed in several]
    record = parse(text_of(*(write_up(match) for match in matches)))
    assert len(record.matches) == len(matches)
    found = [replay(match) for match in record.matches]
    assert_clean(record, *found, infos=["R504"])
    for one, match in zip(found, matches, strict=True):
        assert_same(one, match)


@many
@given(seeds)
def test_hands_and_layout_are_always_the_whole_set(seed: int) -> None:
    match = play(random.Random(seed), rounds=1)
    _, found = replayed(write_up(match))
    (round_,), (played,) = found.rounds, match.rounds
    held = {seat: set(map(show, tiles)) for seat, tiles in played.dealt.items()}
    lying: set[str] = set()
    for step in round_.steps:
        if step.tile:
            held[str(step.seat)].remove(str(step.tile))
            lying.add(str(step.tile))
            assert step.join is None or str(step.join.host.tile) in lying
            assert {str(place.tile) for place in step.places or ()} <= lying
        somewhere = [*lying, *(tile for hand in held.values() for tile in hand)]
        assert sorted(somewhere) == list(map(show, ALL_TILES))
    if round_.left is not None:
        left = {str(seat): {str(tile) for tile in hand.tiles or ()} for seat, hand in round_.left.items()}
        assert left == held


@many
@given(seeds)
def test_sums_and_points_keep_their_bounds(seed: int) -> None:
    _, found = replayed(write_up(play(random.Random(seed), rounds=2)))
    for step in (step for round_ in found.rounds for step in round_.steps if step.action == "play"):
        assert step.sum is not None
        assert 0 <= step.sum <= 36
        assert step.points == (step.sum if step.sum % 5 == 0 else 0)
        assert step.points <= 35
        assert sum(count.pips for count in step.counts or ()) == step.sum


@many
@given(seeds)
def test_places_are_those_of_the_graph(seed: int) -> None:
    match = play(random.Random(seed), rounds=1)
    _, found = replayed(write_up(match))
    for index, step in enumerate(found.rounds[0].steps):
        if step.tile:
            table, _ = match.rounds[0].before(index + 1)
            assert {place.pips for place in step.places or ()} == table.values()
            spinner = str(step.spinner) if step.spinner else None
            assert spinner == (show(table.spinner) if table.spinner else None)


# ------------------------------------------------------------------------------ the simulator by itself


def test_the_simulator_deals_the_whole_set() -> None:
    hands = deal(random.Random(1))
    assert sorted(tile for seat in SEATS for tile in hands[seat]) == list(ALL_TILES)


@pytest.mark.parametrize(
    ("laid", "counted"),
    [
        ("2|2", 4),
        ("1|4", 5),
        ("1|4 1|1", 6),
        ("1|4 1|1 4|4", 10),
        ("1|4 1|1 4|4 3|4", 5),
        ("1|4 1|1 4|4 3|4 1|2", 5),
        ("1|4 1|1 4|4 3|4 1|2 1|5", 10),
        ("1|4 1|1 4|4 3|4 1|2 1|5 5|5", 15),
        ("1|4 1|1 4|4 3|4 1|2 1|5 5|5 0|5", 5),
        ("1|4 1|1 4|4 3|4 1|2 1|5 5|5 0|5 1|3@1|1", 8),
        ("3|6 6|6", 15),
        ("3|6 6|6 2|6", 5),
        ("0|0", 0),
    ],
)
def test_the_simulator_counts_as_the_rules_do(laid: str, counted: int) -> None:
    table = Table()
    for text in laid.split():
        tile = int(text[0]), int(text[2])
        fitting = table.fits(tile)
        assert (len(fitting) > 1) == ("@" in text)
        table.put(tile, text.partition("@")[2] or fitting[0])
    assert table.sum() == counted


def test_the_simulator_keeps_both_totals() -> None:
    match = play(random.Random(2))
    assert set(match.totals) == set(PAIRS)
    assert match.winner is not None
    assert match.totals[match.winner] >= match.target
