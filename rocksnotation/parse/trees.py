"""Pieces of a text read by the parser: syntax trees to tags and rounds, and what is wrong with them.

Reads what is sound and what is damaged; of a damaged piece as much as can be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from lark import Tree

from rocksnotation import meanings
from rocksnotation.diagnostics import Diagnostic, Span
from rocksnotation.events import (
    Comment,
    Damaged,
    Ending,
    Event,
    Lot,
    Pass,
    Play,
    Round,
    Section,
    Tag,
    Total,
    Unseen,
)
from rocksnotation.messages import NOTHING, say
from rocksnotation.parse.build import AFTER_UNSEEN, AnyHand, Builder, Circuit, element_span, with_comments
from rocksnotation.parse.expected import Whole, syntax_error
from rocksnotation.parse.framing import Piece
from rocksnotation.parse.grammar import SyntaxTree, parse, parse_prefix
from rocksnotation.parse.recovery import Part, read_parts


class Told(NamedTuple):
    """What is wrong with a piece. `is_lost` says that its end could not be read, and that this is told."""

    faults: list[Diagnostic]
    is_lost: bool = False


def preface(text: str, piece: Piece) -> tuple[list[Comment], Told]:
    """The comments before everything."""
    tree, told = _whole(text, "preface", piece, "file")
    builder = Builder()
    comments = builder.comments(tree.children) if tree else []
    return comments, Told(told.faults + builder.faults, told.is_lost)


def tag(text: str, piece: Piece) -> tuple[tuple[Tag, list[Comment]] | None, Told]:
    """A tag, if it can be read, and the comments behind it."""
    tree, told = _whole(text, "tag_part", piece, "tag")
    builder = Builder()
    read = builder.tag(tree) if tree else None
    return read, Told(told.faults + builder.faults, told.is_lost)


def _whole(text: str, rule: str, piece: Piece, whole: Whole) -> tuple[SyntaxTree | None, Told]:
    """What the rule can read of a piece that is no round; the first fault in it is told."""
    limit = min((hole.span.start for hole in piece.holes), default=piece.span.end)
    faults = [hole.diagnostic for hole in piece.holes if hole.diagnostic]
    tree, obstacle = parse_prefix(rule, text, Span(piece.span.start, limit))
    is_lost = obstacle is not None and not piece.holes
    if obstacle and is_lost:
        faults.append(syntax_error(text, obstacle, whole, frozenset({"LSQB", "ROUND"})))
    return tree, Told(faults, is_lost)


def rounds(text: str, piece: Piece, is_told: bool) -> tuple[list[Round], Told]:
    """The round of a piece; several where it is damaged and the headings of some are missing.

    `is_told` says that what cannot be read right before the piece was told.
    """
    tree = parse("round", text, piece.span) if piece.headed and not piece.holes else None
    if tree:
        draft = _RoundDraft(piece)
        draft.add_whole(tree)
        read = draft.round()
        return [read], Told(draft.faults)
    found, faults = read_parts(text, piece, is_told)
    finished = []
    for each in found:
        draft = _RoundDraft(each.piece)
        for part in each.parts:
            draft.add_part(part)
        finished.append(draft.round())
        faults = faults + draft.faults
    return finished, Told(faults)


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
        digits = meanings.round_number(str(tree.children[0]))
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
