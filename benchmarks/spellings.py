"""Matches as text: in the export form, and in an import form as different from it as the notation allows.

Knows the notation, and nothing of the package or of files.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from players import PAIRS, SEATS, Draws, End, Match, Round, Tile, Turn

_NAMES = ("Olena", "Ihor", "Petro", "Iryna", "Анна", "Богдан", "Víctor", "Kateryna", "Маркіян", "Ruth")
_PLACES = ("Kyiv", "Lviv", "Odesa", "Zürich")


def export(match: Match, number: int) -> str:
    """The export form, with every deal, lot, claim, leftover and total."""
    tags = "\n".join(f'[{name} "{value}"]' for name, value in _tags(match, number).items())
    return "\n\n".join([tags, *map(_export_round, match.rounds)]) + "\n"


def _tags(match: Match, number: int) -> dict[str, str]:
    north, east, south, west = (_NAMES[(number + 3 * seat) % len(_NAMES)] for seat in range(4))
    return {
        "Rocks": "1",
        "Event": f"Autumn league, match {number}",
        "Site": _PLACES[number % len(_PLACES)],
        "Date": f"20{10 + number // 336 % 90}-{1 + number // 28 % 12:02}-{1 + number % 28:02}",
        "North": north,
        "East": east,
        "South": south,
        "West": west,
        "Result": _totals(match.totals),
    }


def _totals(totals: Sequence[int]) -> str:
    return f"{PAIRS[0]} {totals[0]} {PAIRS[1]} {totals[1]}"


def _export_round(played: Round) -> str:
    lines = [f"round {played.number}", "deal"]
    lines += (f"  {SEATS[seat]}: {_tiles(hand)}" for seat, hand in enumerate(played.dealt))
    if played.draws:
        lines.append("lot " + _draws(played.draws))
    for start in range(0, len(played.turns), 4):
        circuit = "  ".join(map(_export_turn, played.turns[start : start + 4]))
        lines.append(f"{start // 4 + 1}. {circuit}")
    lines.append(played.ending)
    if played.costs is not None:
        lines.append("left")
        lines += (
            f"  {SEATS[seat]}: {_tiles(hand)} -{cost}"
            for seat, (hand, cost) in enumerate(zip(played.left, played.costs, strict=True))
            if hand
        )
        lines.append("total " + _totals(played.totals))
    return "\n".join(lines)


def _tile(tile: Tile) -> str:
    return f"{tile[0]}|{tile[1]}"


def _tiles(tiles: Iterable[Tile]) -> str:
    return " ".join(map(_tile, tiles))


def _draws(draws: Draws) -> str:
    return " / ".join(" ".join(f"{SEATS[seat]}:{drawn}" for seat, drawn in draw.items()) for draw in draws)


def _end(end: End | None) -> str:
    if end is None:
        return ""
    return f"@{end.value}|{end.value}" if end.at_double else f"@{end.value}"


def _export_turn(turn: Turn) -> str:
    if turn.tile is None:
        return f"{SEATS[turn.seat]} pass"
    points = f" +{turn.points}" if turn.points else ""
    return f"{SEATS[turn.seat]} {_tile(turn.tile)}{_end(turn.end)}{points}"


# --------------------------------------------------------------------------------------------- import form

_TILES: tuple[Callable[[Tile], str], ...] = (
    lambda tile: f"{tile[0]}{tile[1]}",
    lambda tile: f"{tile[1]}{tile[0]}",
    lambda tile: f"{tile[1]}-{tile[0]}",
    lambda tile: f"{tile[0]}–{tile[1]}",
    lambda tile: f"{tile[1]}|{tile[0]}",
    lambda tile: f"{tile[0]}:{tile[1]}",
    lambda tile: f"[{tile[1]}|{tile[0]}]",
    lambda tile: f"{tile[0]}/{tile[1]}",
    lambda tile: chr(0x1F031 + 7 * tile[0] + tile[1]),
)
_PASSES = ("knock", "-", "pass", "Pass", "KNOCK")
_POINTS = (" +", "+", " + ")
_COMMENTS = (
    "{ well counted }", "{slow}", "; a long pause before it\n", "{ so the branch is open }",
    "{ тут варто було почекати }", "; see the game at the other table\n", "{ [%clk 0:05:12] }",
    "{ the last of the fives, if nobody\nhas miscounted }",
)  # fmt: skip
_HEADS = ("round {number}", "Round {number}", "ROUND   {number}")


def as_typed(match: Match, number: int, rng: random.Random) -> str:
    """The import form: no deals or circuit numbers, other spellings everywhere, a comment on every turn."""
    tags = "\n".join(f"[{name} “{value}”]" for name, value in _tags(match, number).items())
    return "\n\n".join([tags, *(_typed_round(played, rng) for played in match.rounds)]) + "\n"


_T = TypeVar("_T")


def _one_of(rng: random.Random, choices: Sequence[_T]) -> _T:
    return choices[int(rng.random() * len(choices))]


def _typed_round(played: Round, rng: random.Random) -> str:
    parts = [_one_of(rng, _HEADS).format(number=played.number)]
    if played.draws:
        parts.append(f"Lot {_draws(played.draws)}\n")
    parts += (_typed_turn(turn, index, rng) for index, turn in enumerate(played.turns))
    kind, _, who = played.ending.partition(" ")
    parts.append(f"\n{kind.title()} {who}")
    if played.costs is not None:
        parts.append("Left")
        parts += (
            f"{SEATS[seat]}: {' '.join(_typed_tile(tile, rng) for tile in hand)} -{cost}"
            for seat, (hand, cost) in enumerate(zip(played.left, played.costs, strict=True))
            if hand
        )
        parts.append(f"TOTAL {_totals(played.totals)}")
    return " ".join(parts)


def _typed_turn(turn: Turn, index: int, rng: random.Random) -> str:
    comment = _one_of(rng, _COMMENTS)
    seat = SEATS[turn.seat]
    if turn.tile is None:
        return f"{seat} {_one_of(rng, _PASSES)} {comment}"
    named = "" if index and rng.random() < 0.25 else f"{seat} "
    points = f"{_one_of(rng, _POINTS)}{turn.points}" if turn.points else ""
    return f"{named}{_typed_tile(turn.tile, rng)}{_end(turn.end)}{points} {comment}"


def _typed_tile(tile: Tile, rng: random.Random) -> str:
    return _one_of(rng, _TILES)(tile)
