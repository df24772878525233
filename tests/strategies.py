"""Arbitrary records for property tests: whatever the notation can say, legal at the table or not.

Tiles, seats and points are drawn without regard to the laws; comments and values with regard to what could
upset a reader: braces, backslashes, quotation marks, lines that look like the notation itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from hypothesis import strategies as st

from rocksnotation.events import (
    Adjust,
    Comment,
    Deal,
    Ending,
    EndKind,
    Hand,
    LeftHand,
    Leftovers,
    Lot,
    Match,
    Pass,
    Play,
    Record,
    Round,
    Tag,
    Total,
    Turn,
    Unseen,
    Variation,
    in_export_order,
)
from rocksnotation.seats import PAIRS, SEATS, Pair, Seat
from rocksnotation.text import fold
from rocksnotation.tiles import ALL_TILES, Tile
from rocksnotation.vocabulary import KNOWN_MARKS, KNOWN_TAGS

tiles: st.SearchStrategy[Tile] = st.sampled_from(sorted(ALL_TILES))
seats: st.SearchStrategy[Seat] = st.sampled_from(SEATS)
pairs: st.SearchStrategy[Pair] = st.sampled_from(PAIRS)
numbers = st.integers(0, 30) | st.integers(0, 999_999)
amounts = st.integers(-300, 300) | st.integers(-999_999, 999_999)
flags = st.booleans()


def points_by_pair() -> st.SearchStrategy[dict[Pair, int]]:
    """Amounts of one pair or both, NS first."""
    found = st.dictionaries(pairs, amounts, min_size=1)
    return found.map(lambda points: {pair: points[pair] for pair in PAIRS if pair in points})


def draws_of_lot() -> st.SearchStrategy[dict[Seat, int]]:
    """What some seats drew, in the order N, E, S, W."""
    found = st.dictionaries(seats, numbers, min_size=1)
    return found.map(lambda draw: {seat: draw[seat] for seat in SEATS if seat in draw})


# ------------------------------------------------------------------------------------------------- words

TRICKY = (
    "{", "}", "\\", "\\}", "\\\\", "\\{", "{ }", "(", ")", ";", '"', "“", "”", "„", "«", "»", "[", "]", "^",
    "round 3", "round 3 {", "ROUND 12 ;", "round 1234567", '[Event "x"]', '[Rocks "1"]', '[North "', "[Date “",
    "deal", "lot N", "left", "total NS 5", "out W", "blocked", "win NS", "1. N 1|4", "N:", "(N 1|4)", "$300",
    "lint: ignore S401", "lint: ignore", "{[%clk 0:05:12]}", "1234567", "\u00a0", "\t", " ", "\n", "\n\n",
    "Привіт", "\U0001f031", "\u202e", "\u2028", "é", "a", "0", "-", "–",
)  # fmt: skip
"""Pieces of text that a careless reader or writer would trip over."""

_printable = st.characters(exclude_categories=("Cc", "Cs"))
_lines = st.one_of(
    st.lists(st.sampled_from(TRICKY), max_size=6).map("".join),
    st.lists(st.sampled_from(TRICKY), max_size=6).map("\n".join),
    st.text(_printable | st.sampled_from("\n\t"), max_size=20),
)
comments: st.SearchStrategy[Comment] = _lines.map(lambda text: Comment(fold(text)))
some_comments = st.lists(comments, max_size=2).map(tuple)
seldom_comments = st.one_of(st.just(()), st.just(()), some_comments)

values = st.one_of(
    st.lists(st.sampled_from(TRICKY), max_size=6).map(
        lambda parts: "".join(parts).replace("\n", " ").replace("\t", " ")
    ),
    st.text(_printable, max_size=12),
    st.sampled_from(("1", "250", "100", "2026-11-29", "*", "NS 255 EW 140", "Seven Rocks", "")),
)
_unknown_names = st.sampled_from(("Weather", "_x", "Ігри", "event", "R2", "Ünïcode_9"))

# ------------------------------------------------------------------------------------------------- turns

marks = st.lists(
    st.sampled_from(KNOWN_MARKS) | st.integers(1, 255).map(lambda number: f"${number}"), max_size=3
).map(tuple)
seldom_marks = st.one_of(st.just(()), marks)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    points = draw(st.none() | numbers)
    return Play(
        tile=draw(tiles),
        seat=draw(st.none() | seats),
        at=draw(st.none() | st.integers(0, 6) | tiles),
        stood=draw(flags),
        points=points,
        points_stood=points is not None and draw(flags),
        count=draw(st.none() | numbers),
        marks=draw(seldom_marks),
        comments=draw(seldom_comments),
    )


passes = st.builds(
    Pass, seat=st.none() | seats, stood=flags, marks=seldom_marks, comments=seldom_comments
)  # fmt: skip
unseen = st.builds(Unseen, seat=seats, marks=seldom_marks, comments=seldom_comments)
turns: st.SearchStrategy[Turn] = st.one_of(plays(), plays(), passes, unseen)


_Some = TypeVar("_Some", Turn, Turn | Adjust)


def _seated(events: Sequence[_Some], needed: bool) -> tuple[_Some, ...]:
    """The events with a seat where the notation asks for one: at first, and after an unseen turn."""
    seated: list[_Some] = []
    for event in events:
        if needed and isinstance(event, Play | Pass) and event.seat is None:
            event = replace(event, seat=Seat.E)
        if not isinstance(event, Adjust):
            needed = isinstance(event, Unseen)
        seated.append(event)
    return tuple(seated)


def _with_variations(inner: st.SearchStrategy[Turn]) -> st.SearchStrategy[Turn]:
    return st.builds(
        lambda turn, variations: replace(turn, variations=tuple(variations)),
        turns,
        st.lists(variations_of(inner), min_size=1, max_size=2),
    )


@st.composite
def variations_of(draw: st.DrawFn, inner: st.SearchStrategy[Turn]) -> Variation:
    events = _seated(draw(st.lists(inner, min_size=1, max_size=5)), needed=False)
    return Variation(events, draw(seldom_comments))


any_turns: st.SearchStrategy[Turn] = st.recursive(turns, _with_variations, max_leaves=6)
adjustments = st.builds(Adjust, points=points_by_pair(), comments=seldom_comments)
events: st.SearchStrategy[tuple[Turn | Adjust, ...]] = st.lists(
    st.one_of(turns, turns, turns, any_turns, adjustments), max_size=12
).map(lambda events: _seated(events, needed=True))

# ------------------------------------------------------------------------------------------ the sections


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    hands = [
        Hand(seat, tuple(sorted(draw(st.lists(tiles, max_size=8)))), draw(st.integers(0, 7)))
        for seat in SEATS
        if draw(flags)
    ]
    return Deal(tuple(hands), draw(seldom_comments))


@st.composite
def lots(draw: st.DrawFn) -> Lot:
    if draw(flags):
        return Lot((), draw(seats), draw(seldom_comments))
    draws = st.lists(draws_of_lot(), min_size=1, max_size=3)
    return Lot(tuple(draw(draws)), None, draw(seldom_comments))


@st.composite
def endings(draw: st.DrawFn) -> Ending:
    kinds: tuple[EndKind, ...] = ("out", "blocked", "win", "void", "abandoned")
    kind = draw(st.sampled_from(kinds))
    seat = draw(seats) if kind == "out" else None
    return Ending(kind, seat, draw(pairs) if kind == "win" else None, draw(seldom_comments))


@st.composite
def leftovers(draw: st.DrawFn) -> Leftovers:
    hands = []
    for seat in SEATS:
        if draw(flags):
            deduction = draw(st.none() | numbers)
            stood = deduction is not None and draw(flags)
            hands.append(LeftHand(seat, tuple(sorted(draw(st.lists(tiles, max_size=8)))), deduction, stood))
    return Leftovers(tuple(hands), draw(seldom_comments))


totals = st.builds(
    Total, points=points_by_pair(), stood=flags, comments=seldom_comments
)  # fmt: skip

rounds: st.SearchStrategy[Round] = st.builds(
    Round,
    number=st.integers(0, 4) | numbers,
    deal=st.none() | deals(),
    lot=st.none() | lots(),
    events=events,
    ending=st.none() | endings(),
    left=st.none() | leftovers(),
    total=st.none() | totals,
    comments=seldom_comments,
)

# ------------------------------------------------------------------------------------------------ records


@st.composite
def tag_lists(draw: st.DrawFn, repeated: bool = False) -> tuple[Tag, ...]:
    """Tags as a match keeps them; only text can name one of them twice."""
    names = draw(
        st.lists(st.sampled_from(KNOWN_TAGS) | _unknown_names, max_size=5, unique=not repeated)
    )  # fmt: skip
    tags = [Tag(name, draw(values)) for name in names]
    if draw(st.sampled_from((True, True, True, False))):
        tags = [tag for tag in tags if tag.name not in ("Rocks", "Rules")]
    return in_export_order(tags)


@st.composite
def matches(draw: st.DrawFn, repeated_tags: bool = False) -> Match:
    return Match(
        draw(tag_lists(repeated_tags)),
        tuple(draw(st.lists(rounds, max_size=3))),
        draw(some_comments),
    )


@st.composite
def records(draw: st.DrawFn, repeated_tags: bool = False) -> Record:
    """A record of at least one match; `repeated_tags` allows what JSON cannot keep.

    A match that says nothing but the version is told from the next by a round only, so it gets one.
    """
    found = draw(st.lists(matches(repeated_tags), min_size=1, max_size=2))
    told = [
        match if match.rounds or any(tag.name != "Rocks" for tag in match.tags) else _with_a_round(match)
        for match in found
    ]
    return Record(tuple(replace(match, number=number) for number, match in enumerate(told, 1)))


def _with_a_round(match: Match) -> Match:
    return replace(match, rounds=(Round(1),))


# ------------------------------------------------------------------------------------------ extreme ones


def long_round(turns: int = 5000) -> Record:
    """One round of that many turns."""
    events = [Play(Tile(turn % 6, 6), SEATS[turn % 4], points=turn % 40) for turn in range(turns)]
    return Record((Match(in_export_order(()), (Round(1, events=tuple(events)),)),))


def deep_variations(depth: int = 64) -> Record:
    """A turn with variations nested that deep, each with a turn before the one it replaces."""
    turn: Turn = Play(Tile(6, 6), Seat.N, comments=(Comment("the bottom"),))
    for level in range(depth):
        inner: tuple[Turn, ...] = (Pass(Seat.W), turn) if level else (turn,)
        turn = Play(Tile(level % 6, 6), Seat.N, variations=(Variation(inner),))
    return Record((Match(in_export_order(()), (Round(1, events=(turn,)),)),))
