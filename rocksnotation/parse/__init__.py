"""Text to record: framing, then each piece through the grammar. Never judges what is legal.

What cannot be read is told in `Record.syntax`, and the rest of the text is read all the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from lark import Tree

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
from rocksnotation.parse.build import AnyHand, Builder, Circuit, element_span, with_comments
from rocksnotation.parse.expected import syntax_error
from rocksnotation.parse.framing import Piece, frame
from rocksnotation.parse.grammar import SyntaxTree, parse_prefix
from rocksnotation.parse.grammar import parse as parse_tree
from rocksnotation.parse.recovery import Part, read_parts
from rocksnotation.text import WHITE, normal_lines

__all__ = ["parse", "parse_bytes"]


def parse_bytes(data: bytes, name: str = "<record>") -> Record:
    """The record in a file's bytes. What is not UTF-8 text is refused with T003 and the byte offset."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _not_text(data, name, 0, "this is UTF-16 text")
    nul = data.find(b"\0")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec that skips a byte order mark counts its offsets from behind it.
        offset = error.start + (
            3 if data.startswith(b"\xef\xbb\xbf") and len(error.object) < len(data) else 0
        )
        if nul < 0 or offset < nul:
            return _not_text(data, name, offset, "this is not UTF-8 text")
    if nul >= 0:
        return _not_text(data, name, nul, "this is not text: there is a NUL byte")
    return parse(text, name)


def _not_text(data: bytes, name: str, offset: int, what: str) -> Record:
    before = normal_lines(data[:offset].decode("utf-8", "replace"))
    source = Source(name, before + normal_lines(data[offset : offset + 200].decode("utf-8", "replace")))
    message = f"{what} at byte offset {offset:,}; a record is UTF-8 text"
    return Record((), (diagnostic("T003", Span(len(before), len(before) + 1), message),), source)


def parse(text: str, name: str = "<record>") -> Record:
    """The record in a text. `name` is what messages call it."""
    source = Source(name, normal_lines(text))
    framed = frame(source.text)
    reader = _Reader(source.text, list(framed.oversized))
    for piece in framed.pieces:
        reader.read(piece)
    matches = tuple(reader.matches)
    if not matches:
        start = re.match(r"\s*", source.text).end()  # type: ignore[union-attr]
        start = min(start, max(len(source.text) - 1, 0))
        message = 'no match here: expected a tag such as [Event "Club final"], or `round 1`'
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

    def __init__(self, text: str, faults: list[Diagnostic]) -> None:
        self.text = text
        self.faults = faults
        self._preface: list[Comment] = []
        self._drafts: list[_Draft] = []

    @property
    def matches(self) -> list[Match]:
        """The matches read so far."""
        return [draft.match(number) for number, draft in enumerate(self._drafts, 1)]

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
            draft.rounds.append(self._round(piece))
            draft.end = piece.span.end

    def _begin(self, piece: Piece) -> _Draft:
        start = self._preface[0].span.start if self._preface and not self._drafts else piece.span.start
        draft = _Draft(start, piece.span.end, comments=self._preface if not self._drafts else [])
        self._drafts.append(draft)
        return draft

    def _whole(self, rule: str, piece: Piece, what: str) -> SyntaxTree | None:
        """What the rule can read of a piece that is no round; the first fault in it is told."""
        limit = min((hole.span.start for hole in piece.holes), default=piece.span.end)
        self.faults += [hole.diagnostic for hole in piece.holes if hole.diagnostic]
        tree, obstacle = parse_prefix(rule, self.text, Span(piece.span.start, limit))
        if obstacle and not piece.holes:
            self.faults.append(syntax_error(self.text, obstacle, what, frozenset({"LSQB", "ROUND"})))
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

    def _round(self, piece: Piece) -> Round:
        builder = Builder()
        draft = _RoundDraft(builder, piece)
        tree = None if piece.holes else parse_tree("round", self.text, piece.span)
        if tree:
            draft.add_whole(tree)
        else:
            parts, faults = read_parts(self.text, piece)
            self.faults += faults
            for part in parts:
                draft.add_part(part)
        read = draft.round()
        self.faults += builder.faults
        return read


@dataclass(slots=True)
class _Draft:
    """A match while it is being read."""

    start: int
    end: int
    tags: list[Tag] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)

    def match(self, number: int) -> Match:
        span = Span(self.start, self.end)
        return Match(in_export_order(self.tags), tuple(self.rounds), tuple(self.comments), span, number)


class _RoundDraft:
    """A round while it is being read, in one go or part by part."""

    def __init__(self, builder: Builder, piece: Piece) -> None:
        self._builder = builder
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
        if part.tree and part.rule == "part_deal":
            self._open_deal(part.tree)
        elif part.tree and part.rule == "part_left":
            self._open_left(part.tree)
        elif part.tree:
            self.add_whole(part.tree)
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
        if self._deal:
            deal = self._builder.deal(self._hands, self._deal_comments, self._deal)
            deal = replace(deal, hands=tuple(self._marked(deal.hands)))
        if self._left:
            left = self._builder.left(self._left_hands, self._left_comments, self._left)
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
        why = "the first turn of a round"
        for event in events:
            if why and not self._builder.require_seat(event, why):
                self._damaged.add("turns")
                yield Damaged(event.span)
            else:
                yield event
            if isinstance(event, Unseen):
                why = "a turn that nobody saw"
            elif isinstance(event, Play | Pass | Damaged):
                why = ""
