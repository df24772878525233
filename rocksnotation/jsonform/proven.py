"""The record JSON of a match that is proven, put together from its lines: to the letter what `writing` makes of it.

A proven match stands line by line as it would be written (see `proof`), so that its lines can be taken for what
they are. What a turn or a lot is in JSON is asked of `writing` once, and then remembered as text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from rocksnotation.events import Lot, Match, Pass, Play, Round, Tag
from rocksnotation.jsonform.writing import event_to_json, match_to_json, round_to_json
from rocksnotation.proof import lot_of, placement_of, tagged
from rocksnotation.seats import Seat

_ROUND = 2
"""How much deeper than its match a round stands."""


class ProvenWriter:
    """Writes proven matches, `level` deep in their document; with an indent in spaces, or each on one line."""

    def __init__(self, indent: int | None, level: int = 0) -> None:
        self._indent = indent
        self._breaks = [
            ("" if indent is None else "\n" + " " * (indent * depth)) for depth in range(level + 9)
        ]
        self._comma = ", " if indent is None else ","
        self._level = level
        self._turn = lru_cache(20_000)(self._turn_text)
        self._lot = lru_cache(1_000)(self._lot_text)

    def match(self, data: bytes) -> str:
        """One proven match."""
        heading, *rounds = data.decode().split("\n\n")
        tags = match_to_json(Match(tuple(Tag(*tag) for tag in tagged(heading).items())))["tags"]
        texts = [self._round(round_.split("\n"), self._level + _ROUND) for round_ in rounds]
        return self._object(
            {"tags": self._text(tags, self._level + 1), "rounds": self._array(texts, self._level + 1)},
            self._level,
        )

    def _round(self, lines: list[str], level: int) -> str:
        members = {"number": lines[0].removeprefix("round ")}
        hands = {line[2]: self._tiles(line[5:].split(" "), level + 3) for line in lines[2:6]}
        members["deal"] = self._object({"hands": self._object(hands, level + 2)}, level + 1)
        at = 6
        if lines[at].startswith("lot"):
            members["lot"] = self._lot(lines[at], level + 1)
            at += 1
        turns: list[str] = []
        while lines[at][0].isdigit():
            turns += lines[at].partition(" ")[2].split("  ")
            at += 1
        members["events"] = self._array([self._turn(turn, level + 2) for turn in turns], level + 1)
        kind, _, whose = lines[at].partition(" ")
        end = {"type": f'"{kind}"'}
        if whose:
            end["pair" if kind == "win" else "seat"] = f'"{whose}"'
        members["end"] = self._object(end, level + 1)
        if kind != "win":
            left = {line[2]: self._left(line[5:], level + 3) for line in lines[at + 2 : -1]}
            members["left"] = self._object({"hands": self._object(left, level + 2)}, level + 1)
            _, ns, ns_total, ew, ew_total = lines[-1].split(" ")
            points = self._object({ns: ns_total, ew: ew_total}, level + 2)
            members["total"] = self._object({"points": points}, level + 1)
        return self._object(members, level)

    def _left(self, hand: str, level: int) -> str:
        *tiles, cost = hand.split(" ")
        return self._object({"tiles": self._tiles(tiles, level + 1), "deduction": cost[1:]}, level)

    def _turn_text(self, turn: str, level: int) -> str:
        return self._text(event_to_json(_turn(turn)), level)

    def _lot_text(self, line: str, level: int) -> str:
        drawn = lot_of(line)
        lot = Lot(winner=drawn) if isinstance(drawn, Seat) else Lot(drawn)
        return self._text(round_to_json(Round(1, lot=lot))["lot"], level)

    def _text(self, value: Any, level: int) -> str:
        text = json.dumps(value, ensure_ascii=False, indent=self._indent)
        return text.replace("\n", self._breaks[level]) if self._indent is not None else text

    def _object(self, members: dict[str, str], level: int) -> str:
        return self._between("{", [f'"{name}": {text}' for name, text in members.items()], "}", level)

    def _array(self, items: Iterable[str], level: int) -> str:
        return self._between("[", items, "]", level)

    def _tiles(self, tiles: Iterable[str], level: int) -> str:
        return self._between("[", [f'"{tile}"' for tile in tiles], "]", level)

    def _between(self, opening: str, items: Iterable[str], closing: str, level: int) -> str:
        deeper = self._breaks[level + 1]
        return f"{opening}{deeper}{(self._comma + deeper).join(items)}{self._breaks[level]}{closing}"


def _turn(text: str) -> Play | Pass:
    """The turn that is written so."""
    seat, what = Seat(text[0]), text[2:]
    if what == "pass":
        return Pass(seat)
    turn, _, count = what.partition(" =")
    tile, at, points = placement_of(turn)
    return Play(tile, seat, at, points=points, count=int(count) if count else None)
