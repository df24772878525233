"""A damaged round, read as far as it can be: cut at the points of recovery, each part parsed by itself.

Points of recovery are the words that open a section, the heads of hands and the circuit numbers, outside
comments and closed variations. From where a part cannot be read, the rest of that part is lost; but among
turns it is read on from the next one that has its seat and what that seat did.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from rocksnotation.diagnostics import Diagnostic, Span
from rocksnotation.events import Section
from rocksnotation.parse.expected import syntax_error
from rocksnotation.parse.framing import WHITE, Hole, Piece
from rocksnotation.parse.grammar import SyntaxTree, parse_prefix, pattern

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
_REPEATED = ("part_turns", "part_hand", "part_left_hand")
_WITH_TURNS = ("part_head", "part_hand", "part_lot", "part_turns")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a damaged round: what of it could be read, and which section lost something."""

    rule: str
    span: Span
    tree: SyntaxTree | None
    damaged: Section | None
    damage: Span


@cache
def _points() -> re.Pattern[str]:
    words = "|".join(f"(?P<{name}>{pattern(name)})" for name in (*_RULES, "HEAD"))
    return re.compile(rf"{pattern('COMMENT')}|(?P<parenthesis>[()])|(?<![^ \t\n\u00a0}}])(?:{words})")


@cache
def _seat_word() -> re.Pattern[str]:
    return re.compile(rf"(?<!\S){pattern('SEAT')}(?={WHITE}|[0-9])")


@cache
def _turn_starts() -> re.Pattern[str]:
    did = "|".join(pattern(name) for name in ("TILE", "PASS", "UNSEEN"))
    turn = rf"{pattern('SEAT')}{WHITE}*(?:{did})(?![^ \t\n\u00a0@^+=!?${{(])"
    return re.compile(rf"{pattern('COMMENT')}|(?<![^ \t\n\u00a0}}])(?P<turn>{turn})")


def read_parts(text: str, piece: Piece) -> tuple[list[Part], list[Diagnostic]]:
    """The parts of a damaged round in their order, and a finding for each place that cannot be read."""
    parts: list[Part] = []
    faults: list[Diagnostic] = []
    closed = _closed_variations(text, piece)
    starts = list(_cut(text, piece, closed))
    ends = [start for _, start in starts[1:]] + [piece.span.end]
    waiting = [(rule, start, end) for (rule, start), end in zip(starts, ends, strict=True)][::-1]
    turns_seen = False
    while waiting:
        rule, start, end = waiting.pop()
        holes = [hole for hole in piece.holes if start <= hole.span.start < end]
        if turns_seen and not _may_follow("part_turns", rule):
            part, found = _too_late(text, rule, Span(start, end))
        else:
            part, found = _read(text, rule, Span(start, end), holes)
        turns_seen = turns_seen or _has_turns(part.tree)
        following = _next_turn(text, part, closed) if part.damaged == "turns" and not holes else None
        if following:
            part = replace(part, damage=Span(part.damage.start, following))
            waiting.append(("part_turns", following, end))
        parts.append(part)
        faults += found
    return parts, faults


def _next_turn(text: str, part: Part, closed: list[Span]) -> int | None:
    """Where the next whole turn after the damage begins, outside comments and closed variations."""
    for start in _turn_starts().finditer(text, part.damage.start + 1, part.span.end):
        inside = bisect_right(closed, Span(start.start(), len(text))) - 1
        if start.lastgroup == "turn" and not (inside >= 0 and start.start() < closed[inside].end):
            return start.start()
    return None


def _too_late(text: str, rule: str, span: Span) -> tuple[Part, list[Diagnostic]]:
    """A section that stands after the turns and belongs before them: damage inside the turns."""
    _, obstacle = parse_prefix("part_turns", text, span)
    assert obstacle is not None
    fault = syntax_error(text, obstacle, "round", _following("part_turns"))
    return Part(rule, span, None, "turns", obstacle.span), [fault]


def _cut(text: str, piece: Piece, variations: list[Span]) -> Iterator[tuple[str, int]]:
    """The rule and the offset of each part."""
    rule = "part_head"
    yield rule, piece.span.start
    closed = iter(variations)
    inside = next(closed, None)
    for point in _points_outside_holes(text, piece):
        while inside and inside.end <= point.start():
            inside = next(closed, None)
        name = point.lastgroup
        if name is None or name == "parenthesis" or point.start() == piece.span.start:
            continue
        if inside and inside.start <= point.start():
            continue
        following = _RULES.get(name) or _hand_rule(rule)
        if following and _may_follow(rule, following):
            rule = following
            yield rule, point.start()


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


def _hand_rule(rule: str) -> str | None:
    return {"deal": "part_hand", "left": "part_left_hand"}.get(_SECTIONS[rule])


def _may_follow(rule: str, following: str) -> bool:
    now, then = _ORDER.index(_SECTIONS[rule]), _ORDER.index(_SECTIONS[following])
    return then > now or (then == now and following in _REPEATED)


def _read(text: str, rule: str, span: Span, holes: list[Hole]) -> tuple[Part, list[Diagnostic]]:
    faults = [hole.diagnostic for hole in holes if hole.diagnostic]
    limit = min((hole.span.start for hole in holes), default=span.end)
    tree, obstacle = parse_prefix(rule, text, Span(span.start, limit))
    if obstacle is None and not holes:
        return Part(rule, span, tree, None, span), []
    if obstacle and not (holes and not text[obstacle.span.end : limit].strip()):
        reached = "part_turns" if _has_turns(tree) else rule
        faults.append(syntax_error(text, obstacle, "round", _following(reached)))
    damage = Span(obstacle.span.start if obstacle else limit, span.end)
    section = _SECTIONS[rule]
    if rule in _WITH_TURNS and (_has_turns(tree) or _seat_word().search(text, *damage)):
        section = "turns"
    return Part(rule, span, tree, section, damage), faults


def _following(rule: str) -> frozenset[str]:
    """The words with which a section may begin that comes after the one that this rule reads."""
    return frozenset(name for name, following in _RULES.items() if _may_follow(rule, following))


def _has_turns(tree: SyntaxTree | None) -> bool:
    return tree is not None and any(True for turns in tree.find_data("turns") for _ in turns.children)
