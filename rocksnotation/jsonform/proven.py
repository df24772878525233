"""The record JSON of a match that is proven, put together from its text: to the letter what `writing` makes of it.

What a turn or a lot is in JSON is asked of `writing` once, and then remembered as text; everything else is set
into templates, which are made by writing placeholders.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from rocksnotation import bits
from rocksnotation.events import Lot, Match, Pass, Play, Round, Tag
from rocksnotation.jsonform.writing import Json, event_to_json, match_to_json, outcome_to_json, round_to_json
from rocksnotation.proof import Proof, ProvenRound, lot_in, turn_in
from rocksnotation.reckoning import ending_of
from rocksnotation.replay import Outcome
from rocksnotation.seats import SEATS, Seat

_Key = TypeVar("_Key")

_ROUND = 2
"""How much deeper than its match a round stands."""


class ProvenWriter:
    """Writes proven matches, `level` deep in their document; with an indent in spaces, or each on one line."""

    def __init__(self, indent: int | None, level: int = 0) -> None:
        self._indent = indent
        self._level = level
        self._comma = ", " if indent is None else ","
        deep = level + _ROUND + 1
        self._deal = self._template({"hands": {seat: ["%s"] for seat in SEATS}}, deep)
        self._left = self._template({"tiles": ["%s"], "deduction": "%d"}, deep + 2)
        self._total = self._template({"points": {"NS": "%d", "EW": "%d"}}, deep)
        self._dealt_tiles = self._between_tiles(deep + 3)
        self._left_tiles = self._between_tiles(deep + 4)
        self._turns = _Texts[bytes](lambda turn: self._text(event_to_json(_event(turn)), deep + 1))
        self._lot = lru_cache(10_000)(lambda drawn: self._text(_lot(drawn), deep))
        self._ends = _Texts[tuple[str, int]](lambda end: self._text(end_to_json(*end), deep))

    def match(self, proof: Proof) -> str:
        """One proven match."""
        tags = match_to_json(Match(tuple(Tag(*tag) for tag in proof.tags.items())))["tags"]
        rounds = [self._round(played, self._level + _ROUND) for played in proof.rounds]
        members = {"tags": self._tags(tags, self._level + 1), "rounds": self._array(rounds, self._level + 1)}
        return self._object(members, self._level)

    def _tags(self, tags: dict[str, str], level: int) -> str:
        values = {name: json.dumps(value, ensure_ascii=False) for name, value in tags.items()}
        return self._object(values, level) if values else "{}"

    def _round(self, played: ProvenRound, level: int) -> str:
        heading, _, *hands = played.dealt.decode().split("\n")
        reckoned = played.reckoned
        members = {
            "number": heading.removeprefix("round "),
            "deal": self._deal % tuple(hand[5:].replace(" ", self._dealt_tiles) for hand in hands),
        }
        if played.lot is not None:
            members["lot"] = self._lot(played.lot)
        members["events"] = self._array(map(self._turns.__getitem__, played.turns), level + 1)
        members["end"] = self._ends[reckoned.kind, reckoned.whose]
        if reckoned.costs is not None:
            left = {
                str(seat): self._left % (bits.names(hand)[1:].decode().replace(" ", self._left_tiles), cost)
                for seat, hand, cost in zip(SEATS, reckoned.left, reckoned.costs, strict=True)
                if hand
            }
            members["left"] = self._object({"hands": self._object(left, level + 2)}, level + 1)
            members["total"] = self._total % (reckoned.ns, reckoned.ew)
        return self._object(members, level)

    def _template(self, value: Any, level: int) -> str:
        """The text of a value of ours, in which numbers can be placeholders too."""
        return self._text(value, level).replace('"%d"', "%d")

    def _text(self, value: Any, level: int) -> str:
        """The text of a value, whatever stands in it."""
        text = json.dumps(value, ensure_ascii=False, indent=self._indent)
        return text.replace("\n", self._break(level)) if self._indent is not None else text

    def _between_tiles(self, level: int) -> str:
        return f'"{self._comma}{self._break(level)}"'

    def _object(self, members: dict[str, str], level: int) -> str:
        return self._between("{", [f'"{name}": {text}' for name, text in members.items()], "}", level)

    def _array(self, items: Iterable[str], level: int) -> str:
        return self._between("[", items, "]", level)

    def _between(self, opening: str, items: Iterable[str], closing: str, level: int) -> str:
        deeper = self._break(level + 1)
        return f"{opening}{deeper}{(self._comma + deeper).join(items)}{self._break(level)}{closing}"

    def _break(self, level: int) -> str:
        return "" if self._indent is None else "\n" + " " * (self._indent * level)


class _Texts(dict[_Key, str]):
    """What things are in JSON, by what tells them apart: how they are written in a record, as a rule."""

    def __init__(self, make: Callable[[_Key], str]) -> None:
        self._make = make

    def __missing__(self, key: _Key) -> str:
        self[key] = text = self._make(key)
        return text


def _event(written: bytes) -> Play | Pass:
    seat, said = turn_in(written)
    if said.tile is None:
        return Pass(seat)
    return Play(said.tile, seat, said.at, points=said.claimed, count=said.counted)


def _lot(drawn: bytes) -> Any:
    lot = lot_in(drawn)
    return round_to_json(Round(1, lot=Lot(winner=lot) if isinstance(lot, Seat) else Lot(lot)))["lot"]


def end_to_json(kind: str, whose: int) -> Json:
    """How a round that was reckoned ended, in the record and in the replay document."""
    return outcome_to_json(Outcome(*ending_of(kind, whose)))
