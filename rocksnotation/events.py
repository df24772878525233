"""What a record says: matches, rounds and their events, each with its place in the text.

Nothing here is computed and nothing is judged. Spans take no part in comparison, so that two texts that
say the same are equal records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rocksnotation.diagnostics import NOWHERE, Diagnostic, Source, Span
from rocksnotation.seats import Pair, Seat
from rocksnotation.tiles import Tile
from rocksnotation.vocabulary import KNOWN_TAGS, VERSION


def in_export_order(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """Tags as a match keeps them: the version first, known names, then others in their own order."""
    tags = list(tags)
    if not any(tag.name == "Rocks" for tag in tags):
        tags.append(Tag("Rocks", VERSION))
    order = {name: place for place, name in enumerate(KNOWN_TAGS)}
    return tuple(sorted(tags, key=lambda tag: order.get(tag.name, len(order))))


def _span() -> Span:
    return field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark by whoever wrote the record: its folded text, lines joined by LF."""

    text: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Tag:
    """One `[Name "value"]`. `written` is where the value stands, between its quotation marks."""

    name: str
    value: str
    span: Span = _span()
    written: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles dealt to one seat, sorted; `unknown` counts the `?`.

    A damaged hand could not be read, and then nothing is known of it. `places` has a span for each tile.
    """

    seat: Seat
    tiles: tuple[Tile, ...] = ()
    unknown: int = 0
    damaged: bool = field(default=False, compare=False)
    span: Span = _span()
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands as dealt, those that are recorded, in the order N, E, S, W."""

    hands: tuple[Hand, ...] = ()
    comments: tuple[Comment, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Lot:
    """How the leader was chosen: by draws, of which the highest wins, or known by its winner alone."""

    draws: tuple[Mapping[Seat, int], ...] = ()
    winner: Seat | None = None
    comments: tuple[Comment, ...] = ()
    span: Span = _span()


class PlayParts(NamedTuple):
    """Where the parts of a placement stand in the text; a caret is a `^`, of the turn or of its points."""

    seat: Span | None = None
    tile: Span = NOWHERE
    at: Span | None = None
    points: Span | None = None
    count: Span | None = None  # type: ignore[assignment]  # nobody counts in it, as in other tuples
    caret: Span | None = None
    points_caret: Span | None = None


NO_PARTS = PlayParts()


@dataclass(frozen=True, slots=True)
class Play:
    """A placement. `seat` is None where the record leaves it out; `at` names an end by pips or by tile.

    `stood` says that the placement broke a rule and stood, `points_stood` that the claimed points were
    wrong and stood. `points` and `count` are what was claimed, in points and pips.
    """

    tile: Tile
    seat: Seat | None = None
    at: int | Tile | None = None
    stood: bool = False
    points: int | None = None
    points_stood: bool = False
    count: int | None = None
    marks: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()
    span: Span = _span()
    parts: PlayParts = field(default=NO_PARTS, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass that the record writes down. `caret` is where its `^` stands."""

    seat: Seat | None = None
    stood: bool = False
    marks: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()
    span: Span = _span()
    caret: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unseen:
    """A turn that nobody saw: placed or passed, nobody knows."""

    seat: Seat
    marks: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()
    span: Span = _span()


Turn = Play | Pass | Unseen


@dataclass(frozen=True, slots=True)
class Adjust:
    """An arbiter's ruling from outside the laws: points to add to the totals, by pair."""

    points: Mapping[Pair, int]
    comments: tuple[Comment, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Damaged:
    """Text among the turns that could not be read."""

    span: Span = _span()


Event = Play | Pass | Unseen | Adjust | Damaged


@dataclass(frozen=True, slots=True)
class Variation:
    """Turns that might have been, in place of the turn that they follow."""

    events: tuple[Turn, ...]
    comments: tuple[Comment, ...] = ()
    span: Span = _span()


EndKind = Literal["out", "blocked", "win", "void", "abandoned"]


@dataclass(frozen=True, slots=True)
class Ending:
    """The ending that the record names: `seat` with `out`, `pair` with `win`."""

    kind: EndKind
    seat: Seat | None = None
    pair: Pair | None = None
    comments: tuple[Comment, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class LeftHand:
    """The leftovers of one seat, sorted, and the deduction claimed for them (positive), if any.

    `places` has a span for each tile; `amount` and `caret` are where the deduction and its `^` stand.
    """

    seat: Seat
    tiles: tuple[Tile, ...] = ()
    deduction: int | None = None
    deduction_stood: bool = False
    damaged: bool = field(default=False, compare=False)
    span: Span = _span()
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    amount: Span | None = field(default=None, compare=False, repr=False)
    caret: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Leftovers:
    """The hands as they were when the round ended, in the order N, E, S, W; an empty one is left out."""

    hands: tuple[LeftHand, ...] = ()
    comments: tuple[Comment, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Total:
    """The totals that the record names after the round, of both pairs or of one.

    `numbers` and `caret` are where the numbers and the `^` stand.
    """

    points: Mapping[Pair, int]
    stood: bool = False
    comments: tuple[Comment, ...] = ()
    span: Span = _span()
    numbers: Mapping[Pair, Span] = field(default_factory=dict, compare=False, repr=False)
    caret: Span | None = field(default=None, compare=False, repr=False)


Section = Literal["head", "deal", "lot", "turns", "ending", "left", "total"]


@dataclass(frozen=True, slots=True)
class Round:
    """One round. `damaged` names the sections of which something could not be read.

    `circuits` has the circuit numbers as they are written: the index of the event that follows, the number,
    and its span. They say nothing that the turns do not, and take no part in comparison. `numeral` is where
    the number of the round itself stands.
    """

    number: int | None
    deal: Deal | None = None
    lot: Lot | None = None
    events: tuple[Event, ...] = ()
    ending: Ending | None = None
    left: Leftovers | None = None
    total: Total | None = None
    comments: tuple[Comment, ...] = ()
    damaged: frozenset[Section] = field(default=frozenset(), compare=False)
    span: Span = _span()
    head: Span = _span()
    circuits: tuple[tuple[int, int, Span], ...] = field(default=(), compare=False, repr=False)
    numeral: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Match:
    """Tags, in export order and with the version first, and rounds. Matches of an input count from 1.

    `damaged` says that something in the match could not be read.
    """

    tags: tuple[Tag, ...] = ()
    rounds: tuple[Round, ...] = ()
    comments: tuple[Comment, ...] = ()
    span: Span = _span()
    number: int = field(default=1, compare=False)
    damaged: bool = field(default=False, compare=False)

    def tag(self, name: str) -> Tag | None:
        """The tag of that name, the first where it is written twice."""
        for tag in self.tags:
            if tag.name == name:
                return tag
        return None


@dataclass(frozen=True, slots=True)
class Record:
    """All matches of one input, with what was wrong with the text itself."""

    matches: tuple[Match, ...] = ()
    syntax: tuple[Diagnostic, ...] = field(default=(), compare=False)
    source: Source = field(default=Source("<record>", ""), compare=False, repr=False)
