"""Text to record: framing, then each piece through the grammar. Never judges what is legal.

What cannot be read is told in `Record.syntax`, and the rest of the text is read all the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from lark import Tree

from rocksnotation.blocks import not_text
from rocksnotation.diagnostics import Diagnostic, Source, Span, diagnostic
from rocksnotation.events import (
    Comment,
    Damaged,
    Ending,
    Event,
    Lot,
    Match,
    Pass,
    Play,
    Record,
    Round,
    Section,
    Tag,
    Total,
    Unseen,
    in_export_order,
)
from rocksnotation.messages import NOTHING, say
from rocksnotation.parse.build import AFTER_UNSEEN, AnyHand, Builder, Circuit, element_span, with_comments
from rocksnotation.parse.expected import Whole, syntax_error
from rocksnotation.parse.framing import Frame, Piece, frame
from rocksnotation.parse.grammar import SyntaxTree, parse_prefix
from rocksnotation.parse.grammar import parse as parse_tree
from rocksnotation.parse.recovery import Part, read_parts
from rocksnotation.text import WHITE, normal_lines

__all__ = ["Reading", "parse", "parse_bytes", "read"]


def parse_bytes(data: bytes, name: str = "<record>") -> Record:
    """The record in a file's bytes. What is not UTF-8 text is refused with T003 and the byte offset."""
    return not_text(lambda: [data], name) or parse(data.decode("utf-8-sig"), name)


class Reading(NamedTuple):
    """The record in a text, and whether the text leaves something open that a further text might close."""

    record: Record
    is_open: bool


def parse(text: str, name: str = "<record>", first_match: int = 1, lines_before: int = 0) -> Record:
    """The record in a text. `name` is what messages call it.

    Where the text is a part of a longer one, its first match has a number, and lines stand before it.
    """
    return read(text, name, first_match, lines_before).record


def read(text: str, name: str = "<record>", first_match: int = 1, lines_before: int = 0) -> Reading:
    """As `parse`, for one part of a longer text after the other."""
    source = Source(name, normal_lines(text), lines_before)
    framed = frame(source.text)
    return Reading(_record(source, framed, first_match), framed.is_open)


def _record(source: Source, framed: Frame, first_match: int) -> Record:
    reader = _Reader(source.text, list(framed.oversized), first_match)
    for piece in framed.pieces:
        reader.read(piece)
    matches = tuple(reader.matches)
    if not matches:
        start = re.match(r"\s*", source.text).end()  # type: ignore[union-attr]
        start = min(start, max(len(source.text) - 1, 0))
        message = say('no match here: expected a tag such as [Event "Club final"], or `round 1`')
        return Record((), (*framed.oversized, diagnostic("T009", Span(start, start + 1), message)), source)
    faults = list(_addressed(sorted(reader.faults, key=lambda fault: fault.span), matches))
    damaged = {fault.match for fault in faults}
    matches = tuple(replace(match, damaged=match.number in damaged) for match in matches)
    return Record(matches, tuple(faults), source)


def _addressed(faults: Iterable[Diagnostic], matches: tuple[Match, ...]) -> Iterable[Diagnostic]:
    """The faults with the numbers of the match and the round in which each stands."""
    places: list[tuple[int, int, int | None]] = []
    for match in matches:
        places.append((match.span.start, match.number, None))
        places += [(round_.span.start, match.number, round_.number) for round_ in match.rounds]
    starts = [start for start, _, _ in places]
    for fault in faults:
        _, match_number, round_number = places[max(0, bisect_right(starts, fault.span.start) - 1)]
        yield replace(fault, match=match_number, round=round_number)


class _Reader:
    """Reads the pieces of a text in their order into matches."""

    def __init__(self, text: str, faults: list[Diagnostic], first_match: int) -> None:
        self.text = text
        self._first_match = first_match
        self.faults = faults
        self._lost_to = 0
        self._preface: list[Comment] = []
        self._drafts: list[_Draft] = []

    @property
    def matches(self) -> list[Match]:
        """The matches read so far."""
        return [draft.match(number) for number, draft in enumerate(self._drafts, self._first_match)]

    def read(self, piece: Piece) -> None:
        """Adds one piece."""
        if piece.kind == "preface":
            tree = self._whole("preface", piece, "file")
            builder = Builder()
            self._preface = builder.comments(tree.children) if tree else []
            self.faults += builder.faults
        elif piece.kind == "tag":
            self._tag(piece)
        else:
            draft = self._drafts[-1] if self._drafts else self._begin(piece)
            if not piece.headed:
                draft.lose_ending()
            draft.rounds += self._rounds(piece)
            draft.end = piece.span.end

    def _begin(self, piece: Piece) -> _Draft:
        start = self._preface[0].span.start if self._preface and not self._drafts else piece.span.start
        draft = _Draft(start, piece.span.end, comments=self._preface if not self._drafts else [])
        self._drafts.append(draft)
        return draft

    def _whole(self, rule: str, piece: Piece, whole: Whole) -> SyntaxTree | None:
        """What the rule can read of a piece that is no round; the first fault in it is told."""
        limit = min((hole.span.start for hole in piece.holes), default=piece.span.end)
        self.faults += [hole.diagnostic for hole in piece.holes if hole.diagnostic]
        tree, obstacle = parse_prefix(rule, self.text, Span(piece.span.start, limit))
        if obstacle and not piece.holes:
            self._lost_to = piece.span.end
            self.faults.append(syntax_error(self.text, obstacle, whole, frozenset({"LSQB", "ROUND"})))
        return tree

    def _tag(self, piece: Piece) -> None:
        """A tag after a round begins a match, and so does the Rocks tag after any tag."""
        draft = self._drafts[-1] if self._drafts else None
        if draft is None or draft.rounds or (piece.name == "Rocks" and draft.tags):
            draft = self._begin(piece)
        draft.end = piece.span.end
        tree = self._whole("tag_part", piece, "tag")
        if tree:
            builder = Builder()
            tag, comments = builder.tag(tree)
            self.faults += builder.faults
            draft.tags.append(tag)
            draft.comments += comments

    def _rounds(self, piece: Piece) -> Iterable[Round]:
        """The round of a piece; several where it is damaged and the headings of some are missing."""
        tree = parse_tree("round", self.text, piece.span) if piece.headed and not piece.holes else None
        if tree:
            draft = _RoundDraft(piece)
            draft.add_whole(tree)
            yield self._finished(draft)
            return
        rounds, faults = read_parts(self.text, piece, is_told=self._lost_to == piece.span.start)
        self.faults += faults
        for each in rounds:
            draft = _RoundDraft(each.piece)
            for part in each.parts:
                draft.add_part(part)
            yield self._finished(draft)

    def _finished(self, draft: _RoundDraft) -> Round:
        read = draft.round()
        self.faults += draft.faults
        return read


@dataclass(slots=True)
class _Draft:
    """A match while it is being read."""

    start: int
    end: int
    tags: list[Tag] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)

    def lose_ending(self) -> None:
        """With the heading of the next round the ending of the last one may have been lost."""
        if self.rounds and not self.rounds[-1].ending:
            last = self.rounds.pop()
            self.rounds.append(replace(last, damaged=last.damaged | {"ending"}))

    def match(self, number: int) -> Match:
        span = Span(self.start, self.end)
        return Match(in_export_order(self.tags), tuple(self.rounds), tuple(self.comments), span, number)


class _RoundDraft:
    """A round while it is being read, in one go or part by part."""

    def __init__(self, piece: Piece) -> None:
        self._builder = Builder()
        self._piece = piece
        self._number: int | None = None
        self._head = Span(piece.span.start, piece.span.start + len("round"))
        self._numeral: Span | None = None
        self._comments: list[Comment] = []
        self._deal: Span | None = None
        self._hands: list[SyntaxTree] = []
        self._deal_comments: list[Comment] = []
        self._lot: Lot | None = None
        self._events: list[Event] = []
        self._circuits: list[tuple[int, Circuit]] = []
        self._ending: Ending | None = None
        self._left: Span | None = None
        self._left_hands: list[SyntaxTree] = []
        self._left_comments: list[Comment] = []
        self._total: Total | None = None
        self._damaged: set[Section] = set()
        self._damaged_hands: list[Span] = []
        self._bare: set[Span] = set()

    @property
    def faults(self) -> list[Diagnostic]:
        """What is wrong with what was read, so far as the grammar cannot say it."""
        return self._builder.faults

    def add_whole(self, tree: SyntaxTree) -> None:
        """The tree of the rule `round`, or of a part: its children are sections."""
        for node in tree.children:
            if not isinstance(node, Tree):
                continue
            match node.data:
                case "head":
                    self._read_head(node)
                case "deal":
                    self._open_deal(node)
                    self._hands += [hand for hand in node.children if isinstance(hand, Tree)]
                case "hand":
                    self._hands.append(node)
                case "lot":
                    self._lot = self._builder.lot(node)
                case "turns":
                    self._add_turns(node)
                case "ending":
                    self._ending = self._builder.ending(node)
                case "left":
                    self._open_left(node)
                    self._left_hands += [hand for hand in node.children if isinstance(hand, Tree)]
                case "left_hand":
                    self._left_hands.append(node)
                case "total":
                    self._total = self._builder.total(node)

    def add_part(self, part: Part) -> None:
        """One part of a damaged round."""
        if part.tree is None and part.rule == "part_head":
            self._head = part.damage
        if part.tree and part.rule == "part_deal":
            self._open_deal(part.tree)
        elif part.tree and part.rule == "part_left":
            self._open_left(part.tree)
        elif part.tree:
            self.add_whole(part.tree)
        if part.bare and self._events:
            self._bare.add(self._events[-1].span)
        if part.damaged == "turns":
            self._events.append(Damaged(part.damage))
        if part.damaged:
            self._damaged.add(part.damaged)
            if part.rule in ("part_hand", "part_left_hand"):
                self._damaged_hands.append(part.span)

    def _read_head(self, tree: SyntaxTree) -> None:
        digits = str(tree.children[0])[len("round") :].strip(WHITE)
        self._number = int(digits)
        self._head = element_span(tree)
        self._numeral = Span(self._head.end - len(digits), self._head.end)
        self._comments = self._builder.comments(tree.children)

    def _open_deal(self, tree: SyntaxTree) -> None:
        self._deal = element_span(tree)
        self._deal_comments = self._builder.comments(tree.children)

    def _open_left(self, tree: SyntaxTree) -> None:
        self._left = element_span(tree)
        self._left_comments = self._builder.comments(tree.children)

    def _add_turns(self, tree: SyntaxTree) -> None:
        turns = self._builder.turns(tree)
        already = len(self._events)
        self._circuits += [(already + index, circuit) for index, circuit in turns.circuits]
        self._attach_before(turns.before)
        self._events += turns.events

    def _attach_before(self, comments: list[Comment]) -> None:
        """Comments between a circuit number and the first turn belong to what stands before the number."""
        if not comments:
            return
        if self._events:
            self._events[-1] = with_comments(self._events[-1], comments)
        elif self._lot:
            self._lot = replace(self._lot, comments=(*self._lot.comments, *comments))
        elif self._deal:
            self._deal_comments = self._deal_comments + comments
        else:
            self._comments = self._comments + comments

    def round(self) -> Round:
        """The round, with what the grammar cannot say checked."""
        if not self._piece.judged:
            self._events.insert(0, Damaged(self._head))
            self._damaged.add("turns")
        events = tuple(self._with_seats(self._events))
        deal = left = None
        deal_span = self._deal or _first_of(self._hands)
        if deal_span:
            deal = self._builder.deal(self._hands, self._deal_comments, deal_span)
            deal = replace(deal, hands=tuple(self._marked(deal.hands)))
        left_span = self._left or _first_of(self._left_hands)
        if left_span:
            left = self._builder.left(self._left_hands, self._left_comments, left_span)
            left = replace(left, hands=tuple(self._marked(left.hands)))
        damaged = frozenset(self._damaged | self._builder.damaged)
        return Round(
            self._number, deal, self._lot, events, self._ending, left, self._total, tuple(self._comments),
            damaged, self._piece.span, self._head, tuple(self._numbered_circuits()),
            self._numeral,
        )  # fmt: skip

    def _marked(self, hands: tuple[AnyHand, ...]) -> Iterable[AnyHand]:
        """The hands, those marked as damaged of which a part could not be read."""
        for hand in hands:
            inside = any(span.start <= hand.span.start < span.end for span in self._damaged_hands)
            yield replace(hand, damaged=True) if inside else hand

    def _numbered_circuits(self) -> Iterable[tuple[int, int, Span]]:
        return ((index, circuit.number, circuit.span) for index, circuit in self._circuits)

    def _with_seats(self, events: list[Event]) -> Iterable[Event]:
        """A round's first turn, and one after an unseen turn, has its seat written."""
        why = say("the first turn of a round does not tell whose turn this is")
        for event in events:
            if why and (event.span in self._bare or not self._builder.require_seat(event, why)):
                self._damaged.add("turns")
                yield Damaged(event.span)
            else:
                yield event
            if isinstance(event, Unseen):
                why = AFTER_UNSEEN
            elif isinstance(event, Play | Pass | Damaged):
                why = NOTHING


def _first_of(hands: list[SyntaxTree]) -> Span | None:
    """Where a deal or the leftovers begin of which the word could not be read, but hands could."""
    return element_span(hands[0]) if hands else None
