"""Syntax trees to events: what each written piece says.

Reads spelling, never judges legality. The few things that a grammar cannot say (a seat named twice, a tile
that the set does not have, a first turn without its seat) are found here and leave the element damaged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from lark import Token, Tree

from rocksnotation import meanings
from rocksnotation.diagnostics import Diagnostic, Related, Span, diagnostic
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
    Section,
    Tag,
    Total,
    Turn,
    Unseen,
    Variation,
)
from rocksnotation.messages import Message, say
from rocksnotation.parse.grammar import SyntaxTree
from rocksnotation.seats import SEATS, Pair, Seat
from rocksnotation.text import is_control, is_control_in_comment
from rocksnotation.tiles import Tile

_Named = TypeVar("_Named", Seat, Pair)

AFTER_UNSEEN = say("a turn that nobody saw does not tell whose turn this is")
"""Why the turn after an unseen one has its seat written."""


@dataclass(slots=True)
class Circuit:
    """A circuit number as written before a turn, with the comments that stand between."""

    number: int
    span: Span
    comments: list[Comment]


@dataclass(slots=True)
class Turns:
    """Turns as written: events, the numbers before them, and comments that belong to what stands before."""

    events: list[Event] = field(default_factory=list)
    circuits: list[tuple[int, Circuit]] = field(default_factory=list)
    before: list[Comment] = field(default_factory=list)


class Builder:
    """Builds the events of one piece, collecting what is wrong with them in `faults`."""

    def __init__(self) -> None:
        self.faults: list[Diagnostic] = []
        self.damaged: set[Section] = set()

    # ------------------------------------------------------------------------------- tags and comments

    def tag(self, tree: SyntaxTree) -> tuple[Tag, list[Comment]]:
        """`tag_part`: a tag and the comments after it."""
        written, *comments = tree.children
        assert isinstance(written, Tree)
        name, string = (token for token in _tokens(written) if token.type in ("NAME", "STRING"))
        start, end = _token_span(string)
        value = meanings.value(string)
        tag = Tag(str(name), value, element_span(written), Span(start + 1, end - 1))
        control = next((character for character in value if is_control(character)), None)
        if control:
            message = say(
                "{tag} has a control character ({character}) in its value",
                tag=name,
                character=_code_point(control),
            )
            self.faults.append(diagnostic("T007", tag.span, message))
        return tag, self.comments(comments)

    def comments(self, nodes: Iterable[object]) -> list[Comment]:
        """All comments among the direct children of a node."""
        return [self._comment(node) for node in nodes if isinstance(node, Token) and node.type == "COMMENT"]

    def _comment(self, token: Token) -> Comment:
        start, end = _token_span(token)
        for offset, character in enumerate(token):
            if is_control_in_comment(character):
                message = say(
                    "a control character ({character}) cannot stand in a comment",
                    character=_code_point(character),
                )
                self.faults.append(diagnostic("T001", Span(start + offset, start + offset + 1), message))
                break
        return Comment(meanings.comment(token), Span(start, end))

    # ------------------------------------------------------------------------------------ deal and lot

    def deal(self, hands: Iterable[SyntaxTree], comments: list[Comment], span: Span) -> Deal:
        """The `hand` trees of a deal."""
        built = []
        for tree in hands:
            head, *rest = tree.children
            assert isinstance(head, Token)
            tiles, places, sound = self._tiles(rest)
            unknown = sum(1 for node in rest if isinstance(node, Token) and node.type == "UNKNOWN")
            comments = comments + self.comments(rest)
            built.append(Hand(_seat(head), tiles, unknown, not sound, element_span(tree), places))
        comments = sorted(comments, key=lambda comment: comment.span)
        hands_once = self._once(built, say("in the deal"), "deal")
        return Deal(tuple(hands_once), tuple(comments), _with_hands(span, built))

    def _tiles(self, nodes: Iterable[object]) -> tuple[tuple[Tile, ...], tuple[Span, ...], bool]:
        """The tiles among some nodes, sorted, with their spans, and whether all of them exist."""
        tokens = [node for node in nodes if isinstance(node, Token) and node.type == "TILE"]
        read = [(self._tile(token), _token_span(token)) for token in tokens]
        known = sorted((tile, span) for tile, span in read if tile is not None)
        return tuple(tile for tile, _ in known), tuple(span for _, span in known), len(known) == len(read)

    def _tile(self, token: str) -> Tile | None:
        """The tile that a token spells, or None, with a fault, where the set has no such tile (Law 1.2)."""
        assert isinstance(token, Token)
        tile = meanings.tile(token)
        if tile is not None:
            return tile
        low, high = sorted(meanings.halves(token))
        message = say(
            "there is no tile {tile}: the halves of a double-six set show 0 to 6", tile=f"{low}|{high}"
        )
        self.faults.append(diagnostic("T004", _token_span(token), message))
        return None

    def _once(self, hands: list[AnyHand], where: Message, section: Section) -> list[AnyHand]:
        """The hands in the order of the seats; a seat named again is a fault, and its hand unknown."""
        by_seat: dict[Seat, AnyHand] = {}
        for hand in hands:
            first = by_seat.get(hand.seat)
            if first is None:
                by_seat[hand.seat] = hand
                continue
            self._named_twice(hand.seat, where, first.span, hand.span)
            self.damaged.add(section)
            by_seat[hand.seat] = replace(first, damaged=True)
        return [by_seat[seat] for seat in SEATS if seat in by_seat]

    def _named_twice(self, name: str, where: Message, first: Span, second: Span) -> None:
        message = say(
            "{name} is named a second time {where}: expected each only once", name=name, where=where
        )
        self.faults.append(diagnostic("T001", second, message, Related(first, say("named here first"))))

    def lot(self, tree: SyntaxTree) -> Lot:
        """`lot`, by its winner or by draws."""
        winner = next((_seat(token) for token in tree.children if _is(token, "SEAT")), None)
        comments = self.comments(tree.children)
        draws = []
        for draw in _subtrees(tree, "draw"):
            comments += self.comments(draw.children)
            tokens = [token for token in _tokens(draw) if token.type == "DRAW"]
            read = [(_seat(token), meanings.drawn(token), _token_span(token)) for token in tokens]
            draws.append(
                self._by_name(((seat, value, span) for seat, value, span in read), say("in this draw"), "lot")
            )
        comments.sort(key=lambda comment: comment.span)
        return Lot(tuple(draws), winner, tuple(comments), element_span(tree))

    def _by_name(
        self, read: Iterable[tuple[_Named, int, Span]], where: Message, section: Section
    ) -> dict[_Named, int]:
        """Values by seat or pair, in the order of the table; one named again is a fault."""
        values: dict[_Named, int] = {}
        spans: dict[_Named, Span] = {}
        for name, value, span in read:
            if name in values:
                self._named_twice(name, where, spans[name], span)
                self.damaged.add(section)
                continue
            values[name], spans[name] = value, span
        order = SEATS if values and isinstance(next(iter(values)), Seat) else tuple(Pair)
        return {name: values[name] for name in order if name in values}  # type: ignore[index, misc]

    # ------------------------------------------------------------------------------------------- turns

    def turns(self, tree: SyntaxTree) -> Turns:
        """`turns` of a round."""
        turns = Turns()
        self._add_turns(turns, tree.children)
        return turns

    def _add_turns(self, turns: Turns, nodes: Iterable[object]) -> None:
        for node in nodes:
            if not isinstance(node, Tree):
                continue
            if node.data == "circuit":
                number = meanings.circuit_number(str(node.children[0]))
                circuit = Circuit(number, _token_span(node.children[0]), self.comments(node.children))
                turns.circuits.append((len(turns.events), circuit))
                if turns.events:
                    turns.events[-1] = with_comments(turns.events[-1], circuit.comments)
                else:
                    turns.before += circuit.comments
            elif node.data == "adjust":
                turns.events.append(self._adjust(node))
            else:
                turns.events.append(self._turn(node))

    def _adjust(self, tree: SyntaxTree) -> Event:
        before = len(self.faults)
        points = self._by_name(_pairs(tree), say("in this adjustment"), "turns")
        if len(self.faults) > before:
            return Damaged(element_span(tree))
        return Adjust(points, tuple(self.comments(tree.children)), element_span(tree))

    def _turn(self, tree: SyntaxTree) -> Turn | Damaged:
        span = element_span(tree)
        comments = tuple(self.comments(tree.children))
        variations = tuple(self._variation(node) for node in _subtrees(tree, "variation"))
        tokens = {token.type: token for token in _tokens(tree)}
        marks = tuple(str(token) for token in _tokens(tree) if token.type == "MARK")
        seat = _seat(tokens["SEAT"]) if "SEAT" in tokens else None
        if tree.data == "pass":
            caret = _token_span(tokens["STOOD"]) if "STOOD" in tokens else None
            return Pass(seat, "STOOD" in tokens, marks, comments, variations, span, caret)
        if tree.data == "unseen":
            assert seat is not None
            return Unseen(seat, marks, comments, variations, span)
        faults = len(self.faults)
        tile = self._tile(tokens["TILE"])
        at = self._end(tokens["AT"]) if "AT" in tokens else None
        if tile is None or len(self.faults) > faults:
            return Damaged(span)
        parts = PlayParts(*(_token_span(tokens[t]) if t in tokens else None for t in _PARTS))  # type: ignore[arg-type]
        return Play(
            tile, seat, at, "STOOD" in tokens,
            meanings.claimed(tokens["POINTS"]) if "POINTS" in tokens else None,
            "POINTS_STOOD" in tokens,
            meanings.claimed(tokens["COUNT"]) if "COUNT" in tokens else None,
            marks, comments, variations, span, parts,
        )  # fmt: skip

    def _end(self, token: Token) -> int | Tile | None:
        end = meanings.end(token)
        if end is None and meanings.names_pips(token):
            message = say(
                "there is no end of {pips}: the halves of a double-six set show 0 to 6", pips=token[1:]
            )
            self.faults.append(diagnostic("T004", _token_span(token), message))
        elif end is None:
            self._tile(Token.new_borrow_pos("TILE", token[1:], token))
        return end

    def _variation(self, tree: SyntaxTree) -> Variation:
        turns = Turns()
        self._add_turns(turns, tree.children)
        comments = self.comments(tree.children) + turns.before
        events: list[Turn] = []
        for event in turns.events:
            if not isinstance(event, Play | Pass | Unseen):
                continue  # damaged: the fault has been told, and the record will not be written
            if events and isinstance(events[-1], Unseen):
                self.require_seat(event, AFTER_UNSEEN)
            events.append(event)
        return Variation(tuple(events), tuple(comments), element_span(tree))

    def require_seat(self, event: Event, why: Message) -> bool:
        """Whether a turn that needs its seat written has it; a fault, which says why, where not."""
        if not isinstance(event, Play | Pass) or event.seat is not None:
            return True
        message = say("expected a seat (N, E, S or W): {why}", why=why)
        self.faults.append(diagnostic("T001", event.span, message))
        return False

    # ------------------------------------------------------------------------------ ending, left, total

    def ending(self, tree: SyntaxTree) -> Ending:
        """`ending`."""
        tokens = {token.type: token for token in _tokens(tree)}
        kind: EndKind = next(kind for name, kind in _ENDINGS.items() if name in tokens)
        return Ending(
            kind,
            _seat(tokens["SEAT"]) if "SEAT" in tokens else None,
            meanings.pair(tokens["PAIR"]) if "PAIR" in tokens else None,
            tuple(self.comments(tree.children)),
            element_span(tree),
        )

    def left(self, hands: Iterable[SyntaxTree], comments: list[Comment], span: Span) -> Leftovers:
        """The `left_hand` trees of the leftovers."""
        built = []
        for tree in hands:
            head, *rest = tree.children
            assert isinstance(head, Token)
            tiles, places, sound = self._tiles(rest)
            deduction = next((token for token in rest if _is(token, "DEDUCTION")), None)
            amount = meanings.deduction(str(deduction)) if deduction is not None else None
            written, caret = _place_of("DEDUCTION", rest), _place_of("STOOD", rest)
            comments = comments + self.comments(rest)
            built.append(
                LeftHand(
                    _seat(head),
                    tiles,
                    amount,
                    caret is not None,
                    not sound,
                    element_span(tree),
                    places,
                    written,
                    caret,
                )
            )
        hands_once = self._once(built, say("in the leftovers"), "left")
        return Leftovers(tuple(hands_once), tuple(comments), _with_hands(span, built))

    def total(self, tree: SyntaxTree) -> Total:
        """`total`."""
        points = self._by_name(_pairs(tree), say("in this total"), "total")
        caret = _place_of("STOOD", tree.children)
        comments = tuple(self.comments(tree.children))
        return Total(points, caret is not None, comments, element_span(tree), _numbers(tree), caret)


AnyHand = TypeVar("AnyHand", Hand, LeftHand)
_PARTS = ("SEAT", "TILE", "AT", "POINTS", "COUNT", "STOOD", "POINTS_STOOD")
_ENDINGS: dict[str, EndKind] = {
    "OUT": "out", "BLOCKED": "blocked", "WIN": "win", "VOID": "void", "ABANDONED": "abandoned",
}  # fmt: skip


def with_comments(event: Event, comments: Iterable[Comment]) -> Event:
    """The event with more comments; to damaged text none can be attached."""
    if isinstance(event, Damaged):
        return event
    return replace(event, comments=(*event.comments, *comments))


def _with_hands(span: Span, hands: Iterable[Hand | LeftHand]) -> Span:
    """From the word of a section to the end of its last hand."""
    return Span(span.start, max((hand.span.end for hand in hands), default=span.end))


def element_span(tree: SyntaxTree) -> Span:
    """From the first to the last token of an element, the comments and variations after it left out."""
    spans = [_token_span(token) for token in _leaves(tree) if token.type != "COMMENT"]
    return Span(spans[0].start, spans[-1].end)


def _leaves(tree: SyntaxTree) -> Iterator[Token]:
    own = tree.data in ("play", "pass", "unseen")
    for node in tree.children:
        if isinstance(node, Token):
            yield node
        elif not (own and node.data == "variation"):
            yield from _leaves(node)


def _tokens(tree: SyntaxTree) -> Iterator[Token]:
    return (node for node in tree.children if isinstance(node, Token))


def _subtrees(tree: SyntaxTree, rule: str) -> Iterator[SyntaxTree]:
    return (node for node in tree.children if isinstance(node, Tree) and node.data == rule)


def _is(node: object, terminal: str) -> bool:
    return isinstance(node, Token) and node.type == terminal


def _place_of(terminal: str, nodes: Iterable[object]) -> Span | None:
    """Where the first token of that kind among some nodes stands."""
    return next((_token_span(node) for node in nodes if _is(node, terminal)), None)


def _token_span(token: object) -> Span:
    assert isinstance(token, Token)
    assert token.start_pos is not None
    assert token.end_pos is not None
    return Span(token.start_pos, token.end_pos)


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"


def _seat(token: object) -> Seat:
    assert isinstance(token, Token)
    return meanings.seat(token)


def _numbers(tree: SyntaxTree) -> dict[Pair, Span]:
    """Where the numbers of pairs stand."""
    tokens = [token for token in _tokens(tree) if token.type in ("PAIR", "NUMBER")]
    return {
        meanings.pair(name): _token_span(number)
        for name, number in zip(tokens[::2], tokens[1::2], strict=True)
    }


def _pairs(tree: SyntaxTree) -> Iterator[tuple[Pair, int, Span]]:
    """Pairs and numbers, which stand in turn: `NS 120 EW -5`."""
    tokens = [token for token in _tokens(tree) if token.type in ("PAIR", "NUMBER")]
    for name, number in zip(tokens[::2], tokens[1::2], strict=True):
        start = _token_span(name).start
        yield meanings.pair(name), meanings.number(number), Span(start, _token_span(number).end)
