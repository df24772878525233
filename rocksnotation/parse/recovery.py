"""A damaged round, read as far as it can be: cut at the points of recovery, each part parsed by itself.

Points of recovery are the words that open a section, the heads of hands and the circuit numbers, outside
comments and closed variations. From where a part cannot be read, the rest of that part is lost; but among
turns it is read on from the next one that has its seat and what that seat did. A section that stands where
it may not is told and lost, but for the turns in it. What begins with a slip of its own (a hand without its
colon, a round without its heading) is known by what follows.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from rocksnotation.diagnostics import Diagnostic, Span
from rocksnotation.events import Section
from rocksnotation.parse.expected import (
    bad_heading,
    heading_missing,
    one_too_many,
    section_missing,
    syntax_error,
    too_late,
)
from rocksnotation.parse.framing import WHITE, Hole, Piece
from rocksnotation.parse.grammar import Obstacle, SyntaxTree, parse_prefix
from rocksnotation.parse.slips import seat_is_last
from rocksnotation.patterns import TERMINALS

_RULES = {
    "DEAL": "part_deal", "LOT": "part_lot", "CIRCUIT": "part_turns", "ADJUST": "part_turns",
    "OUT": "part_ending", "BLOCKED": "part_ending", "WIN": "part_ending", "VOID": "part_ending",
    "ABANDONED": "part_ending", "LEFT": "part_left", "TOTAL": "part_total",
}  # fmt: skip
"""The terminals at which reading can begin again, and the rule that reads on."""

_SECTIONS: dict[str, Section] = {
    "part_head": "head", "part_deal": "deal", "part_hand": "deal", "part_lot": "lot", "part_turns": "turns",
    "part_ending": "ending", "part_left": "left", "part_left_hand": "left", "part_total": "total",
}  # fmt: skip
_ORDER: tuple[Section, ...] = ("head", "deal", "lot", "turns", "ending", "left", "total")
_HANDS: dict[Section, str] = {"deal": "part_hand", "left": "part_left_hand"}
_REPEATED = ("part_turns", *_HANDS.values())
_WITH_TURNS = ("part_head", "part_hand", "part_lot", "part_turns")
_FEW_TILES = 2
"""So many tiles behind a seat may still be turns of which the others are written without theirs."""
_CIRCUIT = 4
"""So many tiles behind a seat and a colon may still be turns."""
_DASH_ALONE = r"[ \t\u00a0]*[‐‑‒–—−-](?![0-9‐‑‒–—−-])"
"""What would be a pass behind the heading of a round, and is a dash of its."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a damaged round: what of it could be read, and which section lost something.

    `bare` says that its last seat stands behind a turn without one, and so was meant for that turn.
    """

    rule: str
    span: Span
    tree: SyntaxTree | None
    damaged: Section | None
    damage: Span
    bare: bool = False


@dataclass(frozen=True, slots=True)
class RoundParts:
    """The parts of one round in their order, and its piece: a whole one, or the stretch of it that is the round."""

    piece: Piece
    parts: list[Part]


@dataclass(frozen=True, slots=True)
class _Point:
    """A point of recovery: the kind of it, and the words that make it one."""

    kind: str
    span: Span


@cache
def _points() -> re.Pattern[str]:
    seat, pair = TERMINALS["SEAT"], TERMINALS["PAIR"]
    # `1.4` is no circuit number but a tile, with a dot between its halves.
    circuit = rf"{TERMINALS['CIRCUIT']}(?![0-9](?![0-9|:/‐‑‒–—−-]))"
    words = "|".join(f"(?P<{name}>{circuit if name == 'CIRCUIT' else TERMINALS[name]})" for name in _RULES)
    swapped = (
        rf"{seat}{WHITE}+(?:is{WHITE}+)?{TERMINALS['OUT']}(?!{WHITE}+{seat})"
        rf"|{pair}{WHITE}+{TERMINALS['WIN']}(?!{WHITE}+{pair})"
    )
    return re.compile(
        rf"{TERMINALS['COMMENT']}|(?P<parenthesis>[()])|(?<![^ \t\n\u00a0}}])"
        rf"(?:{words}|(?P<HEAD>{TERMINALS['HEAD']})|(?P<swapped>{swapped})"
        rf"|(?P<turn>{_turn()})|(?P<strange_head>[^\W\d_]+{WHITE}*:))"
    )


def _turn() -> str:
    """The pattern of a whole turn that has its seat."""
    did = "|".join(TERMINALS[name] for name in ("TILE", "PASS", "UNSEEN"))
    return rf"{TERMINALS['SEAT']}{WHITE}*(?:{did})(?![^ \t\n\u00a0@^+=!?${{(])"


@cache
def _seat_word() -> re.Pattern[str]:
    return re.compile(rf"(?<!\S){TERMINALS['SEAT']}(?={WHITE}|[0-9])")


@cache
def _turn_starts() -> re.Pattern[str]:
    """Where a turn begins, be it whole or with a slip of its own: a seat, or what stands for one, and a tile."""
    tile, passed = TERMINALS["TILE"], TERMINALS["PASS"]
    seat = r"(?:[neswA-Z\u0400-\u04ff]|(?i:north|east|south|west))"
    did = rf"{WHITE}*(?:{tile}|(?i:pass|knock))(?!\w)"
    return re.compile(
        rf"{TERMINALS['COMMENT']}|(?<![^ \t\n\u00a0}}])(?:(?P<turn>{_turn()})"
        rf"|(?P<meant>{TERMINALS['SEAT']}{WHITE}*(?:\[?[0-9][^\w\s]?[0-9]|{tile}|{passed})|{seat}{did})"
        rf"|(?P<with_colon>{seat}{WHITE}*:{did}))"
    )


def _held() -> str:
    """The pattern of a tile in a hand."""
    return rf"(?:{TERMINALS['TILE']}|{TERMINALS['UNKNOWN']})"


@cache
def _headless_hand() -> re.Pattern[str]:
    return re.compile(
        rf"{TERMINALS['SEAT']}(?P<tiles>(?:{WHITE}+{_held()})++)(?P<more>{WHITE}*(?:{TERMINALS['HEAD']}|{TERMINALS['LOT']}))?"
    )


@cache
def _hand_of_tiles() -> re.Pattern[str]:
    deduction = rf"(?P<deduction>{WHITE}+{TERMINALS['DEDUCTION']})"
    return re.compile(rf"{TERMINALS['HEAD']}(?P<tiles>(?:{WHITE}*{_held()})*+){deduction}?")


@cache
def _circuit_of_turns() -> re.Pattern[str]:
    return re.compile(rf"{TERMINALS['CIRCUIT']}{WHITE}*(?:{TERMINALS['SEAT']}|{TERMINALS['TILE']})")


@cache
def _heading() -> re.Pattern[str]:
    """What may have been meant as the heading of a round: its word, and one more in the same line."""
    words = "|".join(TERMINALS[name] for name in (*_RULES, "HEAD", "SEAT") if name != "CIRCUIT")
    second = rf"[ \t\u00a0]*(?!{words})[^\s{{;]+(?:[ \t\u00a0]+[0-9]+(?![0-9.|:/‐‑‒–—−-]))?"
    return re.compile(rf"(?!{words})[^\W\d_]+[^\w\s{{;]*(?:{second}(?:{_DASH_ALONE})?)?")


@cache
def _sound_heading() -> re.Pattern[str]:
    return re.compile(rf"{TERMINALS['ROUND']}(?=[\s{{}}();\u00a0]|\Z)(?!{_DASH_ALONE})")


@cache
def _skipped() -> re.Pattern[str]:
    return re.compile(rf"(?:{WHITE}|{TERMINALS['COMMENT']})*+")


def read_parts(text: str, piece: Piece, is_told: bool) -> tuple[list[RoundParts], list[Diagnostic]]:
    """The parts of a damaged round, and a finding for each place that cannot be read.

    They are those of several rounds where the headings of some are missing. `is_told` says that what cannot be
    read right before it was told; it may have been the heading.
    """
    # All that is wrong with it may have been told elsewhere; then there is nothing to be guessed.
    for guessing in (False, True):
        reader = _PartReader(text, piece, guessing)
        reader.read(is_told)
        if not reader.faults:
            break
    return reader.rounds, reader.faults


class _PartReader:
    """Reads the parts of a damaged piece in their order.

    `_reached` is the furthest section of the round so far, `_first` where each of them began. The part in hand
    has its rule, its beginning, and what is wrong with its place. A hand whose head is wrong has a `_body`.
    Where parts begin that begin with a slip is guessed only in a round that is known to be damaged.
    """

    def __init__(self, text: str, piece: Piece, guessing: bool) -> None:
        self.rounds: list[RoundParts] = []
        self.faults: list[Diagnostic] = []
        self._text, self._piece, self._guessing = text, piece, guessing
        self._closed = _closed_variations(text, piece)
        self._holes = [hole.span.start for hole in piece.holes]
        self._begin_round(piece.span.start)

    def read(self, is_told: bool) -> None:
        """Reads all parts; where nothing is guessed, up to the first fault."""
        points = list(_cut(self._text, self._piece, self._closed))
        deciding = _deciding(points)
        self._read_heading(is_told, points[0].span if points else None)
        for point, following in zip(points, deciding, strict=True):
            rule = self._opened_by(point) if point.span.start >= self._start else None
            if rule is None:
                continue
            if self.faults and not self._guessing:
                return
            self._finish(point.span)
            if self._begins_round(rule, point, following):
                start, last = point.span.start, self._parts[-1]
                is_told = last.damaged is not None and last.damage.end == start
                self._end_round(start)
                self._begin_round(start)
                self._lose_heading(Span(start, start), None if is_told else point.span)
            self._open(rule, point)
        self._finish(None)
        self._end_round(self._piece.span.end)

    # ------------------------------------------------------------------------------------- rounds and parts

    def _begin_round(self, start: int) -> None:
        self._parts: list[Part] = []
        self._reached: Section = "head"
        self._first: dict[Section, Span] = {}
        self._rule, self._begun, self._start = "part_head", start, start
        self._fault: Diagnostic | None = None
        self._misplaced = False
        self._body: int | None = None

    def _end_round(self, end: int) -> None:
        if end < self._piece.span.end and "ending" not in self._first:
            # With the heading of the next round the ending of this one may be missing too.
            self._parts.append(Part("part_ending", Span(end, end), None, "ending", Span(end, end)))
        piece = replace(self._piece, span=Span(self._begun, end))
        self.rounds.append(RoundParts(piece, self._parts))

    def _read_heading(self, is_told: bool, first: Span | None) -> None:
        """Tells what stands instead of `round` and its number, where they cannot be read."""
        start, end = self._start, self._piece.span.end
        words = _heading().match(self._text, start, end)
        if not self._piece.headed or not (
            _sound_heading().match(self._text, start, end) or self._has_hole(words)
        ):
            if words:
                self.faults.append(bad_heading(words[0], Span(*words.span())))
                self._lose_heading(Span(*words.span()), None)
            else:
                missing_before = None if is_told else first or Span(start, start + 1)
                self._lose_heading(Span(start, start), missing_before)

    def _lose_heading(self, lost: Span, missing_before: Span | None) -> None:
        """Begins a round whose heading is not known."""
        if missing_before:
            self.faults.append(heading_missing(self._words(missing_before), missing_before))
        self._parts.append(Part("part_head", lost, None, "head", lost))
        self._rule = "part_turns"
        self._start = _skipped().match(self._text, lost.end, self._piece.span.end).end()  # type: ignore[union-attr]

    def _has_hole(self, words: re.Match[str] | None) -> bool:
        return words is not None and bool(self._holes_in(Span(*words.span())))

    def _opened_by(self, point: _Point) -> str | None:
        """The rule that reads on at a point, or None where it opens nothing."""
        section, is_over = _SECTIONS[self._rule], _is_before("turns", self._reached)
        match point.kind:
            case "HEAD" if section in _HANDS:
                return _HANDS[section]
            case "HEAD" | "strange_head" | "turn" | "swapped" if not self._guessing:
                return None
            case "HEAD":
                return self._hand_without_section(point)
            case "strange_head":
                return _HANDS.get(section)
            case "turn" if section in _HANDS:
                return _HANDS[section] if self._lacks_colon(point) else None
            case "turn":
                is_late = is_over and section != "turns"
                may_be_points = section == "total" and self._words(point.span)[-2:].isdigit()
                return "part_turns" if is_late and not may_be_points else None
            case "swapped":
                before = self._words(Span(self._start, point.span.start)).lower().split()
                return None if before in (["lot"], ["out"], ["win"]) else "part_ending"
            case "CIRCUIT" if is_over and not _circuit_of_turns().match(self._text, point.span.start):
                return None
        return _RULES[point.kind]

    def _lacks_colon(self, point: _Point) -> bool:
        """Whether a seat and tiles are a hand without its colon, and no turns."""
        if _SECTIONS[self._rule] == "left":
            return True
        hand = _headless_hand().match(self._text, point.span.start, self._piece.span.end)
        if hand is None or self._reached != "deal":
            return False
        is_next = self._rule == "part_deal" or self._body is not None
        return bool(hand["more"]) or (is_next and len(hand["tiles"].split()) > _FEW_TILES)

    def _hand_without_section(self, point: _Point) -> str | None:
        """The rule of a hand where no `deal` or `left` could be read; one tile or a few may be turns."""
        hand = _hand_of_tiles().match(self._text, point.span.start, self._piece.span.end)
        assert hand is not None
        if hand["deduction"]:
            return "part_left_hand"
        is_dealt = self._reached == "head" and len(hand["tiles"].split()) > _CIRCUIT
        return "part_hand" if is_dealt else None

    def _begins_round(self, rule: str, point: _Point, following: _Point | None) -> bool:
        """Whether a round begins here whose heading is missing: one before it has turns, and so has this."""
        is_over = _is_before("turns", self._reached)
        if not self._guessing:
            return False
        if rule == "part_turns":
            return is_over and self._is_first_circuit(point)
        if rule not in ("part_deal", "part_lot") or _is_before(self._reached, "turns") or following is None:
            return False
        return self._is_first_circuit(following) or (is_over and following.kind == "turn")

    def _is_first_circuit(self, point: _Point) -> bool:
        return point.kind == "CIRCUIT" and self._words(point.span).strip("0.") == "1"

    def _open(self, rule: str, point: _Point) -> None:
        """Begins a part, and finds what is wrong with its place."""
        section, reached = _SECTIONS[rule], self._reached
        goes_on = rule in _REPEATED and section == _SECTIONS[self._rule]
        self._fault = None
        if goes_on and (self._misplaced or section == reached):
            pass  # one more hand, or circuit, of what has begun
        elif _is_before(reached, section) or section == reached == "turns":
            self._misplaced, self._reached = False, section
        else:
            self._misplaced = True
            words = self._words(point.span)
            if section in self._first and section != "turns" and not goes_on:
                self._fault = one_too_many(words, point.span, section, self._first[section])
            elif section != "turns" or not self._parts[-1].damaged:
                self._fault = too_late(words, point.span, section, reached)
        if (
            rule in _HANDS.values()
            and section not in self._first
            and not (self._fault or self._parts[-1].damaged)
        ):
            self._fault = section_missing(self._words(point.span), point.span, section)
        self._first.setdefault(section, point.span)
        self._rule, self._start = rule, point.span.start
        self._body = self._body_of_hand(point) if rule in _HANDS.values() and point.kind != "HEAD" else None

    def _body_of_hand(self, point: _Point) -> int:
        """Where the tiles of a hand end that has no head, or begin behind a strange one."""
        hand = _headless_hand().match(self._text, point.span.start, self._piece.span.end)
        return hand.end("tiles") if hand else point.span.end

    def _words(self, span: Span) -> str:
        return self._text[span.start : span.end]

    # ------------------------------------------------------------------------------------ what a part holds

    def _finish(self, upcoming: Span | None) -> None:
        """Reads the part in hand, which ends where the next one begins."""
        span = Span(self._start, upcoming.start if upcoming else self._piece.span.end)
        rule, start = self._rule, span.start
        if self._fault:
            self.faults.append(self._fault)
        following: int | None
        if self._misplaced and _SECTIONS[rule] != "turns":
            following = self._skip(rule, span, start + 1)
        elif self._body is not None:
            self._tell(parse_prefix(rule, self._text, span)[1], rule, upcoming)
            following = self._skip(rule, span, self._body)
        else:
            if self._misplaced:
                self._parts.append(Part(rule, span, None, "turns", Span(start, start + 1)))
            following = self._read(rule, span, upcoming) if start < span.end else None
        while following is not None and following < span.end and (self._guessing or not self.faults):
            following = self._read("part_turns", Span(following, span.end), upcoming)

    def _skip(self, rule: str, span: Span, search: int) -> int | None:
        """Loses a part, but for the turns in it: where the first of them begins that is searched for."""
        self.faults += [hole.diagnostic for hole in self._holes_in(span) if hole.diagnostic]
        self._parts.append(Part(rule, span, None, _SECTIONS[rule], span))
        return self._next_turn(Span(search, span.end), span.start) if rule in _WITH_TURNS else None

    def _read(self, rule: str, span: Span, upcoming: Span | None) -> int | None:
        """Reads a stretch of text as far as it goes; returns where it can be read on, if something is lost."""
        holes = self._holes_in(span)
        self.faults += [hole.diagnostic for hole in holes if hole.diagnostic]
        limit = min((hole.span.start for hole in holes), default=span.end)
        tree, obstacle = parse_prefix(rule, self._text, Span(span.start, limit))
        has_turns = _has_turns(tree)
        if has_turns and _is_before(self._reached, "turns"):
            self._reached = "turns"
        if obstacle is None and not holes:
            self._parts.append(Part(rule, span, tree, None, span))
            return None
        if obstacle and not (holes and not self._text[obstacle.span.end : limit].strip()):
            self._tell(obstacle, "part_turns" if has_turns else rule, None if holes else upcoming)
        damage = Span(obstacle.span.start if obstacle else limit, span.end)
        section, following = _SECTIONS[rule], None
        if rule in _WITH_TURNS:
            following = None if holes else self._next_turn(damage, span.start)
            is_certain = section == "turns" or (obstacle is not None and _is_in_lot(obstacle))
            if has_turns or (not is_certain and _seat_word().search(self._text, *damage)):
                section = "turns"
            damage = Span(damage.start, following or span.end)
        bare = obstacle is not None and seat_is_last(obstacle)
        self._parts.append(Part(rule, span, tree, section, damage, bare))
        return following

    def _tell(self, obstacle: Obstacle | None, reached: str, upcoming: Span | None) -> None:
        """The finding about a word that cannot be read, which may be the one that begins the next part."""
        if obstacle:
            fault = syntax_error(self._text, obstacle, "round", _following(reached), upcoming)
            self.faults.append(fault)

    def _holes_in(self, span: Span) -> tuple[Hole, ...]:
        first, last = bisect_left(self._holes, span.start), bisect_left(self._holes, span.end)
        return self._piece.holes[first:last]

    def _next_turn(self, lost: Span, begin: int) -> int | None:
        """Where the next turn begins in what is lost of a stretch, outside comments and closed variations.

        A colon after the seat makes a hand, unless what is lost begins with such a turn too.
        """
        kinds = ["turn", "meant"]
        for turn in _turn_starts().finditer(self._text, *lost):
            start, kind = turn.start(), turn.lastgroup
            if start == lost.start and (kind != "turn" or start == begin):
                kinds += ["with_colon"] if kind == "with_colon" else []
                continue
            inside = bisect_right(self._closed, Span(start, len(self._text))) - 1
            if kind in kinds and not (inside >= 0 and start < self._closed[inside].end):
                return start
        return None


# ------------------------------------------------------------------------------------- points of recovery


def _cut(text: str, piece: Piece, variations: list[Span]) -> Iterator[_Point]:
    """The points of recovery of a piece, behind its heading and outside variations."""
    heading = _heading().match(text, *piece.span)
    begin = heading.end() if heading and piece.headed else piece.span.start
    closed = iter(variations)
    inside = next(closed, None)
    for point in _points_outside_holes(text, piece):
        while inside and inside.end <= point.start():
            inside = next(closed, None)
        kind = point.lastgroup
        if kind is None or kind == "parenthesis" or point.start() < begin:
            continue
        if not (inside and inside.start <= point.start()):
            yield _Point(kind, Span(*point.span()))


def _deciding(points: Sequence[_Point]) -> list[_Point | None]:
    """For each point the next one that is neither a deal nor a lot, nor a hand."""
    deciding: list[_Point | None] = []
    following: _Point | None = None
    for point in reversed(points):
        deciding.append(following)
        if point.kind not in ("DEAL", "LOT", "HEAD", "strange_head"):
            following = point
    return deciding[::-1]


def _points_outside_holes(text: str, piece: Piece) -> Iterator[re.Match[str]]:
    """The points of recovery, parentheses and comments of a piece, in the text that is not lost already.

    Inside a hole nothing is looked for: every brace of an unterminated comment would be tried to its end.
    """
    start = piece.span.start
    for hole in (*piece.holes, None):
        end = hole.span.start if hole else piece.span.end
        yield from _points().finditer(text, start, max(start, end))
        start = max(start, hole.span.end) if hole else start


def _closed_variations(text: str, piece: Piece) -> list[Span]:
    """The outermost variations that are closed, by their parentheses outside comments and holes."""
    opened: list[int] = []
    closed: list[Span] = []
    for point in _points_outside_holes(text, piece):
        if point.lastgroup != "parenthesis":
            continue
        if point[0] == "(":
            opened.append(point.start())
        elif opened:
            span = Span(opened.pop(), point.end())
            while closed and closed[-1].start > span.start:
                closed.pop()
            closed.append(span)
    return closed


# ---------------------------------------------------------------------------------------------- sections


def _is_before(one: Section, other: Section) -> bool:
    return _ORDER.index(one) < _ORDER.index(other)


def _following(rule: str) -> frozenset[str]:
    """The words with which may begin what comes after the part that this rule reads."""
    section = _SECTIONS[rule]
    words = {
        name
        for name, following in _RULES.items()
        if _is_before(section, _SECTIONS[following]) or rule == following == "part_turns"
    }
    return frozenset(words | ({"HEAD"} if section in _HANDS else set()))


def _is_in_lot(obstacle: Obstacle) -> bool:
    """Whether what cannot be read stands in a lot that is not complete."""
    return "DRAW" in obstacle.expected and "CIRCUIT" not in obstacle.expected


def _has_turns(tree: SyntaxTree | None) -> bool:
    return tree is not None and any(True for turns in tree.find_data("turns") for _ in turns.children)
