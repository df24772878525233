"""Pieces that are sound to the letter, to tags and rounds: what the parser would make of them, many times faster.

Gives None for all others, and for whatever is not plain: what the parser has something to say about, and what is
so seldom that it is not worth a second reader. Knows no spellings: `patterns` and `meanings` have them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Literal, TypeVar, cast

from rocksnotation import meanings
from rocksnotation.diagnostics import Span
from rocksnotation.events import (
    Adjust,
    Comment,
    Damaged,
    Deal,
    Ending,
    EndKind,
    Event,
    Hand,
    LeftHand,
    Leftovers,
    Lot,
    Pass,
    Play,
    PlayParts,
    Round,
    Tag,
    Total,
    Turn,
    Unseen,
    Variation,
)
from rocksnotation.flat import Cut, Stretch, pattern
from rocksnotation.seats import PAIRS, SEATS, Pair, Seat
from rocksnotation.text import WHITE, has_control_in_comment, is_control
from rocksnotation.tiles import Tile

_Meaning = TypeVar("_Meaning")
_Named = TypeVar("_Named", Seat, Pair)
_AnyHand = TypeVar("_AnyHand", Hand, LeftHand)

_ENDINGS: dict[str | None, EndKind] = {
    "seat": "out", "blocked": "blocked", "pair": "win", "void": "void", "abandoned": "abandoned",
}  # fmt: skip
"""The endings by the last group of their pattern."""


class _Unusual(LookupError):
    """Something of which the parser has more to say."""


class _Words(dict[str, _Meaning]):
    """What words mean, each found out once. A word that means nothing is unusual."""

    def __init__(self, meaning: Callable[[str], _Meaning | None]) -> None:
        super().__init__()
        self._meaning = meaning

    def __missing__(self, word: str) -> _Meaning:
        found = self._meaning(word)
        if found is None:
            raise _Unusual(word)
        self[word] = found
        return found


_NEW = tuple.__new__
"""Makes a named tuple of a plain one, in half the time."""

_DID: _Words[Tile | Literal["pass", "unseen"]] = _Words(meanings.did)
_TILES = _Words(meanings.tile)
_ENDS: _Words[int | Tile] = _Words(meanings.end)
_SEATS = _Words(meanings.seat)
_PAIRS = _Words(meanings.pair)


# ----------------------------------------------------------------------------------------- tags and comments


def preface(text: str, span: Span) -> list[Comment] | None:
    """The comments before everything."""
    found = pattern("PREFACE").fullmatch(text, *span)
    if found is None or has_control_in_comment(text, *span):
        return None
    return list(_comments(text, found.span("comments")))


def tag(text: str, span: Span) -> tuple[Tag, list[Comment]] | None:
    """A tag, and the comments behind it."""
    found = pattern("TAG").fullmatch(text, *span)
    if found is None or has_control_in_comment(text, *span):
        return None
    value = meanings.value(found["value"])
    if any(map(is_control, value)):
        return None
    start, end = found.span("value")
    written = Span(start + 1, end - 1)
    return Tag(found["name"], value, Span(*found.span("tag")), written), [
        *_comments(text, found.span("comments"))
    ]


def _comments(text: str, stretch: Stretch) -> tuple[Comment, ...]:
    """All comments in a stretch of text."""
    start, end = stretch
    if start == end or (text.find("{", start, end) < 0 and text.find(";", start, end) < 0):
        return ()
    found = pattern("COMMENT").finditer(text, start, end)
    return tuple(Comment(meanings.comment(one[0]), Span(*one.span())) for one in found)


# --------------------------------------------------------------------------------------------------- rounds


def round_of(text: str, cut: Cut) -> Round | None:
    """The round that was cut."""
    if has_control_in_comment(text, *cut.span):
        return None
    try:
        return _round(text, cut)
    except _Unusual:
        return None


def _round(text: str, cut: Cut) -> Round:
    turns = _Turns(text, cut.turns, needs_seat=True)
    comments = _comments(text, cut.comments)
    deal, drawn, left = _deal(text, cut), lot(text, cut.lot), _left(text, cut)
    if turns.before and drawn:
        drawn = replace(drawn, comments=drawn.comments + turns.before)
    elif turns.before and deal:
        deal = replace(deal, comments=deal.comments + turns.before)
    else:
        comments += turns.before
    head = Span(*cut.heading)
    digits = meanings.round_number(text[head.start : head.end])
    return Round(
        int(digits), deal, drawn, tuple(turns.events), ending(text, cut.ending), left, _total(text, cut.total),
        comments, frozenset(), Span(*cut.span), head, tuple(turns.circuits),
        Span(head.end - len(digits), head.end),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ deal and lot


def _deal(text: str, cut: Cut) -> Deal | None:
    start = cut.deal[0]
    if start < 0:
        return None
    hands = []
    for found in pattern("HAND").finditer(text, *cut.hands):
        _, head, held = found.regs
        tiles = _Held(text, held)
        span = Span(head[0], tiles.end or head[1])
        hands.append(Hand(_SEATS[text[head[0]]], tiles.tiles, tiles.unknown, False, span, tiles.places))
    end_of_hands = hands[-1].span.end if hands else start + len("deal")
    return Deal(_in_order(hands), _comments(text, cut.deal), Span(start, end_of_hands))


def _left(text: str, cut: Cut) -> Leftovers | None:
    start = cut.left[0]
    if start < 0:
        return None
    hands = []
    for found in pattern("LEFT_HAND").finditer(text, *cut.left_hands):
        _, head, held, cost, stood = found.regs
        tiles = _Held(text, held)
        amount = meanings.deduction(found["deduction"]) if cost[0] >= 0 else None
        span = Span(head[0], max(head[1], tiles.end, cost[1], stood[1]))
        hands.append(
            LeftHand(
                _SEATS[text[head[0]]],
                tiles.tiles,
                amount,
                stood[0] >= 0,
                False,
                span,
                tiles.places,
                _place(cost),
                _place(stood),
            )
        )
    end_of_hands = hands[-1].span.end if hands else start + len("left")
    return Leftovers(_in_order(hands), _comments(text, cut.left), Span(start, end_of_hands))


class _Held:
    """What a hand holds: its tiles, sorted, and where they stand; `end` is where the last of it ends, or 0."""

    __slots__ = ("end", "places", "tiles", "unknown")

    def __init__(self, text: str, stretch: Stretch) -> None:
        self.end = self.unknown = 0
        known: list[tuple[Tile, Span]] = []
        for found in pattern("HELD").finditer(text, *stretch):
            kind = found.lastgroup
            if kind is None:
                continue  # a comment, which belongs to the section
            _, self.end = span = found.span(kind)
            if kind == "tile":
                known.append((_TILES[found[kind]], Span(*span)))
            else:
                self.unknown += 1
        known.sort()
        self.tiles = tuple([tile for tile, _ in known])
        self.places = tuple([place for _, place in known])


def _in_order(hands: list[_AnyHand]) -> tuple[_AnyHand, ...]:
    by_seat = _once((hand.seat, hand) for hand in hands)
    return tuple(by_seat[seat] for seat in SEATS if seat in by_seat)


def _once(named: Iterable[tuple[_Named, _Meaning]]) -> dict[_Named, _Meaning]:
    """Things by seat or pair, of which each is named but once."""
    by_name: dict[_Named, _Meaning] = {}
    for name, each in named:
        if name in by_name:
            raise _Unusual(name)
        by_name[name] = each
    return by_name


def _place(stretch: Stretch) -> Span | None:
    return Span(*stretch) if stretch[0] >= 0 else None


def lot(text: str, stretch: Stretch) -> Lot | None:
    """The lot in `Cut.lot`. Raises LookupError for one that is unusual, as all these do."""
    if stretch[0] < 0:
        return None
    found = pattern("LOT").match(text, *stretch)
    assert found
    comments = _comments(text, stretch)
    if found["seat"]:
        return Lot((), _SEATS[found["seat"]], comments, Span(stretch[0], found.end("seat")))
    draws: list[list[tuple[Seat, int]]] = [[]]
    end = 0
    for drawn in pattern("DRAW").finditer(text, *found.span("draws")):
        if drawn.lastgroup == "again":
            draws.append([])
        elif drawn.lastgroup:
            draws[-1].append((_SEATS[drawn["draw"][0]], meanings.drawn(drawn["draw"])))
            end = drawn.end("draw")
    told = tuple(_sorted(_once(draw), SEATS) for draw in draws)
    return Lot(told, None, comments, Span(stretch[0], end))


def _sorted(named: dict[_Named, _Meaning], order: Iterable[_Named]) -> dict[_Named, _Meaning]:
    return {name: named[name] for name in order if name in named}


# --------------------------------------------------------------------------------------------------- turns


class _Turns:
    """Turns with their circuit numbers; `before` are comments that belong to what stands before the turns.

    A round's first turn has its seat written, and so has every turn behind one that nobody saw.
    """

    __slots__ = ("before", "circuits", "events")

    def __init__(self, text: str, stretch: Stretch, needs_seat: bool) -> None:
        self.events: list[Event] = []
        self.circuits: list[tuple[int, int, Span]] = []
        self.before: tuple[Comment, ...] = ()
        add, new, meaning = self.events.append, _NEW, meanings.comment
        for found in pattern("TURN").finditer(text, *stretch):
            (
                circuit, seat, did, named, stood, points, points_stood, count, marks,
                adjust, comment, more, variations,
            ) = found.groups("")  # fmt: skip
            at = found.span
            comments: tuple[Comment, ...] = ()
            if comment:
                comments = (Comment(meaning(comment), new(Span, at(11))),)
                if more:
                    comments += _comments(text, at(12))
            if circuit:
                self.circuits.append((len(self.events), meanings.circuit_number(circuit), Span(*at(1))))
            if did:
                told = _variations(text, at(13)) if variations else ()
                if needs_seat and not seat:
                    raise _Unusual(did)
                turn = _turn(seat, did, named, stood, points, points_stood, count, marks, at, comments, told)
                needs_seat = turn.__class__ is Unseen
                add(turn)
            elif adjust:
                add(_adjust(text, at(10), comments))
            else:
                self._attach(comments)

    def _attach(self, comments: tuple[Comment, ...]) -> None:
        """Comments behind a circuit number belong to what stands before the number."""
        if not self.events:
            self.before += comments
        elif comments:
            last = self.events[-1]
            assert not isinstance(last, Damaged)
            self.events[-1] = replace(last, comments=last.comments + comments)


def _turn(
    seat: str,
    word: str,
    named: str,
    stood: str,
    points: str,
    points_stood: str,
    count: str,
    marks: str,
    at: Callable[[int], Stretch],
    comments: tuple[Comment, ...],
    variations: tuple[Variation, ...],
) -> Turn:
    """A turn of its words, and of where the groups of TURN stand. Most of the time of reading is spent here."""
    new, place = _NEW, Span
    last = 8 if count else 7 if points_stood else 6 if points else 5 if stood else 4 if named else 3
    end = at(last)[1]
    all_marks: tuple[str, ...] = ()
    if marks:
        all_marks = tuple(pattern("MARK").findall(marks))
        end = at(9)[0] + len(marks.rstrip(WHITE))
    span = new(place, (at(2 if seat else 3)[0], end))
    caret = new(place, at(5)) if stood else None
    did, who = _DID[word], _SEATS[seat] if seat else None
    if did.__class__ is Tile:
        play = _Play(
            did, who, _ENDS[named] if named else None, caret is not None,
            meanings.claimed(points) if points else None, points_stood != "",
            meanings.claimed(count) if count else None,
            all_marks, comments, variations, span,
            new(
                PlayParts,
                (
                    new(place, at(2)) if seat else None,
                    new(place, at(3)),
                    new(place, at(4)) if named else None,
                    new(place, at(6)) if points else None,
                    new(place, at(8)) if count else None,
                    caret,
                    new(place, at(7)) if points_stood else None,
                ),
            ),
        )  # fmt: skip
        return play.done()
    if did == "pass":
        return Pass(who, caret is not None, all_marks, comments, variations, span, caret)
    assert who is not None
    return Unseen(who, all_marks, comments, variations, span)


class _Play:
    """A placement while it is being made. What is frozen from the beginning takes three times as long to make."""

    __slots__ = Play.__slots__

    def __init__(
        self,
        tile: Tile,
        seat: Seat | None,
        at: int | Tile | None,
        stood: bool,
        points: int | None,
        points_stood: bool,
        count: int | None,
        marks: tuple[str, ...],
        comments: tuple[Comment, ...],
        variations: tuple[Variation, ...],
        span: Span,
        parts: PlayParts,
    ) -> None:
        self.tile, self.seat, self.at, self.stood = tile, seat, at, stood
        self.points, self.points_stood, self.count = points, points_stood, count
        self.marks, self.comments, self.variations = marks, comments, variations
        self.span, self.parts = span, parts

    def done(self) -> Play:
        """The placement, from now on frozen like any other."""
        self.__class__ = Play  # type: ignore[assignment]
        return cast("Play", self)


def _variations(text: str, stretch: Stretch) -> tuple[Variation, ...]:
    return tuple(_variation(text, found) for found in pattern("VARIATION").finditer(text, *stretch))


def _variation(text: str, found: re.Match[str]) -> Variation:
    turns = _Turns(text, found.span("turns"), needs_seat=False)
    comments = _comments(text, found.span("before")) + _comments(text, found.span("behind")) + turns.before
    events = cast("tuple[Turn, ...]", tuple(turns.events))
    return Variation(events, comments, Span(*found.span("variation")))


def _adjust(text: str, stretch: Stretch, comments: tuple[Comment, ...]) -> Adjust:
    points, places = _points(text, stretch)
    return Adjust(points, comments, Span(stretch[0], max(place.end for place in places.values())))


def _points(text: str, stretch: Stretch) -> tuple[dict[Pair, int], dict[Pair, Span]]:
    """The numbers by pairs, and where the numbers stand."""
    numbers: dict[Pair, int] = {}
    places: dict[Pair, Span] = {}
    for found in pattern("POINTS").finditer(text, *stretch):
        name, number = found.groups()
        pair = _PAIRS[name]
        if pair in numbers:
            raise _Unusual(name)
        numbers[pair], places[pair] = meanings.number(number), Span(*found.span(2))
    return _sorted(numbers, PAIRS), places


# -------------------------------------------------------------------------------------- ending and total


def ending(text: str, stretch: Stretch) -> Ending | None:
    """The ending in `Cut.ending`."""
    if stretch[0] < 0:
        return None
    found = pattern("ENDING").match(text, *stretch)
    assert found
    assert found.lastgroup
    return Ending(
        _ENDINGS[found.lastgroup],
        _SEATS[found["seat"]] if found["seat"] else None,
        _PAIRS[found["pair"]] if found["pair"] else None,
        _comments(text, stretch),
        Span(stretch[0], found.end(found.lastgroup)),
    )


def _total(text: str, stretch: Stretch) -> Total | None:
    if stretch[0] < 0:
        return None
    found = pattern("TOTAL").match(text, *stretch)
    assert found
    points, places = _points(text, found.span("pairs"))
    caret = _place(found.span("stood"))
    end = caret.end if caret else max(place.end for place in places.values())
    return Total(points, caret is not None, _comments(text, stretch), Span(stretch[0], end), places, caret)
