"""A match played by a program, by the same laws as the replay."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocksnotation import ALL_TILES, Game, IllegalTurn, Severity, check, dumps, loads
from rocksnotation.seats import SEATS
from rocksnotation.tiles import Tile

HANDS = {
    "N": "0|6 1|1 2|2 2|6 3|4 4|4 5|6",
    "E": "0|0 0|1 0|2 1|3 1|5 2|5 3|3",
    "S": "0|3 0|4 1|2 3|6 4|5 5|5 6|6",
    "W": "0|5 1|4 1|6 2|3 2|4 3|5 4|6",
}


def dealt(leader: str = "W") -> Game:
    game = Game({"Event": "Test"})
    game.deal({seat: hand.split() for seat, hand in HANDS.items()}, leader=leader)
    return game


def test_a_round_begins() -> None:
    game = dealt()
    assert game.turn == "W"
    game.play("1|4")
    assert game.turn == "N"
    assert game.totals == {"NS": 0, "EW": 5}
    assert [(str(move.tile), move.at, move.sum, move.points) for move in game.legal()] == [
        ("1|1", None, 6, 0),
        ("3|4", None, 4, 0),
        ("4|4", None, 9, 0),
    ]
    assert game.hand("W") == tuple(map(Tile.parse, ["0|5", "1|6", "2|3", "2|4", "3|5", "4|6"]))


def test_ends_are_named_only_where_they_must_be() -> None:
    game = dealt()
    for tile in ("1|4", "1|1", "1|3", "3|6"):
        game.play(tile)
    moves = {(str(move.tile), str(move.at)): move.sum for move in game.legal()}
    assert moves[("4|6", "4")] == 12
    assert moves[("4|6", "6")] == 8
    assert ("1|6", "None") not in moves
    with pytest.raises(IllegalTurn, match="name @4 or @6"):
        game.play("4|6")
    assert game.play("4|6", at="4").sum == 12


@pytest.mark.parametrize(
    ("play", "why"),
    [
        (lambda game: game.play("0|0"), r"N does not hold 0\|0 \(Law 2.1\)"),
        (lambda game: game.play("5|6"), r"5\|6 fits no open end"),
        (lambda game: game.play("3|4", at=3), "no open end shows 3"),
        (lambda game: game.play("3|4", at="1"), "does not fit the end @1"),
        (lambda game: game.pass_(), r"N must place 1\|1 or 3\|4 or 4\|4 \(Law 6.1\)"),
        (lambda game: game.deal(HANDS, "N"), "a round is going on"),
    ],
)
def test_an_illegal_turn_changes_nothing(play, why: str) -> None:  # type: ignore[no-untyped-def]
    game = dealt()
    game.play("1|4")
    before = dumps(game.record())
    with pytest.raises(IllegalTurn, match=why):
        play(game)
    assert dumps(game.record()) == before
    assert game.turn == "N"


@pytest.mark.parametrize(
    ("hands", "leader", "why"),
    [
        (HANDS, None, "chosen by lot"),
        ({**HANDS, "N": HANDS["E"]}, "N", "all 28 of the set"),
        ({seat: HANDS[seat] for seat in "NES"}, "N", "seven tiles for each seat"),
    ],
)
def test_an_illegal_deal(hands: dict[str, str], leader: str | None, why: str) -> None:
    game = Game()
    with pytest.raises(IllegalTurn, match=why):
        game.deal({seat: hand.split() for seat, hand in hands.items()}, leader=leader)
    with pytest.raises(IllegalTurn, match="nothing has been played"):
        game.undo()
    with pytest.raises(IllegalTurn, match="no round is going on"):
        game.pass_()


def test_undo_takes_back_one_thing_at_a_time() -> None:
    game = dealt()
    texts = [dumps(game.record())]
    for tile in ("1|4", "1|1", "1|3"):
        game.play(tile)
        texts.append(dumps(game.record()))
    for text in reversed(texts):
        assert dumps(game.record()) == text
        game.undo()
    assert game.turn is None


@pytest.mark.parametrize("tags", [{"Target": "100"}, {"Result": "*"}, {"Ev ent": "a"}, {"Event": "a\nb"}])
def test_tags_that_no_game_can_have(tags: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="tag"):
        Game(tags)


def test_a_hand_of_eight_with_a_tile_twice() -> None:
    with pytest.raises(IllegalTurn, match="seven tiles"):
        Game().deal(
            {**{seat: hand.split() for seat, hand in HANDS.items()}, "N": [*HANDS["N"].split(), "0|6"]}, "N"
        )


def test_a_target_is_a_positive_multiple_of_five() -> None:
    for target in (0, -5, 251):
        with pytest.raises(ValueError, match="multiple of five"):
            Game(target=target)


def played(seed: int, target: int) -> Game:
    chance = random.Random(seed)
    game = Game({"Event": "Played at random"}, target)
    while not game.winner:
        tiles = sorted(ALL_TILES)
        chance.shuffle(tiles)
        hands = {seat: tiles[7 * place : 7 * place + 7] for place, seat in enumerate(SEATS)}
        game.deal(hands, None if game.leader else chance.choice("NESW"))
        while game.turn:
            moves = game.legal()
            if moves:
                best = max(moves, key=lambda move: (move.points, chance.random()))
                game.play(best.tile, best.at)
            else:
                game.pass_()
    return game


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([50, 100, 250]))
def test_whatever_a_game_plays_its_record_is_verified(seed: int, target: int) -> None:
    game = played(seed, target)
    record = loads(dumps(game.record()))
    checked = check(record)
    assert not [found for found in checked.diagnostics if found.severity is not Severity.INFO]
    (replay,) = checked.replays
    assert replay.status == "verified"
    assert (replay.winner, replay.totals) == (game.winner, game.totals)
    with pytest.raises(IllegalTurn, match="the match is over"):
        game.pass_()
