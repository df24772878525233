"""All findings about a record: of its text, of the replay, and of its own suppressions.

A comment that begins `lint: ignore CODE…` hides those codes on what it is attached to: a turn, a deal, a
whole round, a whole match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rocksnotation import tags
from rocksnotation.diagnostics import RULES, UNSUPPRESSIBLE, Diagnostic, Edit, Fix, Span, diagnostic
from rocksnotation.events import Adjust, Comment, Damaged, Event, Match, Record, Round
from rocksnotation.messages import Message, counted, listed, say
from rocksnotation.replay import MatchReplay, Unchecked, replay
from rocksnotation.text import WHITE
from rocksnotation.vocabulary import FOR_LINT

_IGNORE = re.compile(FOR_LINT + r"\s*ignore\b[ \t]*((?:[A-Z][0-9]{3}[,\s]*)*)")
_CODE = re.compile(r"[A-Z][0-9]{3}")
_STOPS = frozenset({Unchecked.LAYOUT, Unchecked.SETTLEMENT, Unchecked.TOTALS})
"""Where one of these was not checked, a suppression may be idle only because the checking stopped before it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A record's matches replayed, and every finding about it in the order of the text."""

    replays: tuple[MatchReplay, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Suppression:
    """An ignoring comment: its codes, and what it is attached to."""

    comment: Comment
    codes: tuple[str, ...]
    host: Span
    match: int
    round: int | None = None
    whole: bool = False

    def covers(self, found: Diagnostic) -> bool:
        """Whether the finding is one that this comment hides."""
        if found.code not in self.codes or found.code in UNSUPPRESSIBLE or found.match != self.match:
            return False
        if self.whole and self.round is None:
            return True
        if self.whole and found.round == self.round and found.span.start == self.host.end:
            return True  # told of this round at the line of the next one
        return self.host.start <= found.span.start < max(self.host.end, self.host.start + 1)


def lint(record: Record) -> tuple[Diagnostic, ...]:
    """Every finding about a record, in the order of the text."""
    return check(record).diagnostics


def check(record: Record) -> Checked:
    """The record's matches replayed, and every finding about it."""
    replays = tuple(replay(match) for match in record.matches)
    found = [*record.syntax, *(one for replayed in replays for one in replayed.diagnostics)]
    suppressions = [one for match in record.matches if tags.is_judged(match) for one in _suppressions(match)]
    by_code = _by_code(suppressions)
    kept = [one for one in found if not any(each.covers(one) for each in by_code.get(one.code, ()))]
    whole = {
        one.match.number for one in replays if not (one.match.damaged or _STOPS.intersection(one.unchecked))
    }
    unused = [
        one if one.match in whole else replace(one, fix=None)
        for one in _unused(suppressions, found, record.source.text)
        if not any(s.covers(one) for s in by_code.get("U601", ()))
    ]
    ordered = sorted((*kept, *unused), key=lambda one: one.span)
    if not record.source.text:
        ordered = [replace(one, fix=None) for one in ordered]  # fixes are edits of a text
    return Checked(replays, tuple(ordered))


def _by_code(suppressions: Iterable[_Suppression]) -> Mapping[str, list[_Suppression]]:
    by_code: dict[str, list[_Suppression]] = {}
    for suppression in suppressions:
        for code in suppression.codes:
            by_code.setdefault(code, []).append(suppression)
    return by_code


def _unused(
    suppressions: Iterable[_Suppression], found: Iterable[Diagnostic], text: str
) -> Iterator[Diagnostic]:
    """U601: a suppression with codes that hide nothing."""
    by_code: dict[str, list[Diagnostic]] = {}
    for one in found:
        by_code.setdefault(one.code, []).append(one)
    for suppression in suppressions:
        idle = [
            code
            for code in suppression.codes
            if code != "U601" and not any(suppression.covers(one) for one in by_code.get(code, ()))
        ]
        if idle or not suppression.codes:
            unused = diagnostic("U601", suppression.comment.span, _why_idle(idle))
            fix = _without(suppression.comment, idle, text)
            yield replace(unused, match=suppression.match, round=suppression.round, fix=fix)


def _without(comment: Comment, idle: list[str], text: str) -> Fix | None:
    """A suppression without its idle codes; the whole comment goes where it says nothing else."""
    start, end = comment.span
    sign = _IGNORE.search(text, start, end)
    if sign is None:
        return None
    codes = list(_CODE.finditer(text, *sign.span(1)))
    kept = [code[0] for code in codes if code[0] not in idle]
    says_more = text[sign.end() : end].strip(WHITE + "}")
    if kept:
        edit = Edit(Span(codes[0].start(), codes[-1].end()), " ".join(kept))
    elif says_more and not codes:
        return None  # a code may be misspelt in what it says
    elif says_more:
        edit = Edit(Span(*sign.span()), "")
    elif text[end : end + 1].strip(WHITE):
        edit = Edit(Span(start, end), " ")
    else:
        while text[start - 1 : start] in (" ", "\t"):
            start -= 1
        edit = Edit(Span(start, end), "")
    return Fix((edit,), safe=True)


def _why_idle(codes: list[str]) -> Message:
    if not codes:
        return say("this suppression names no code: expected codes such as S401 after `lint: ignore`")
    names = listed(codes, "and")
    if any(code not in RULES for code in codes):
        return say("this suppression names {codes}: there is no such code", codes=names)
    if any(code in UNSUPPRESSIBLE for code in codes):
        return say("{codes} cannot be suppressed", codes=names)
    return counted(
        "{codes} is not found here, so that nothing is suppressed",
        "{codes} are not found here, so that nothing is suppressed",
        len(codes),
        codes=names,
    )


def _suppressions(match: Match) -> Iterator[_Suppression]:
    for comment, codes in _ignoring(match.comments):
        yield _Suppression(comment, codes, match.span, match.number, whole=True)
    for round_ in match.rounds:
        for comment, codes in _ignoring(round_.comments):
            yield _Suppression(comment, codes, round_.span, match.number, round_.number, whole=True)
        for host, comments in _hosts(round_):
            for comment, codes in _ignoring(comments):
                yield _Suppression(comment, codes, host, match.number, round_.number)


def _ignoring(comments: Iterable[Comment]) -> Iterator[tuple[Comment, tuple[str, ...]]]:
    for comment in comments:
        found = _IGNORE.match(comment.text)
        if found:
            yield comment, tuple(_CODE.findall(found[1]))


def _hosts(round_: Round) -> Iterator[tuple[Span, tuple[Comment, ...]]]:
    """Every element of a round that can carry comments, with its span; its turns only where one may be for us."""
    for element in (round_.deal, round_.lot, round_.ending, round_.left, round_.total):
        if element:
            yield element.span, element.comments
    waiting: list[Event] = list(round_.events) if _is_worth_a_look(round_.events) else []
    while waiting:
        event = waiting.pop()
        if isinstance(event, Damaged):
            continue
        yield event.span, event.comments
        for variation in () if isinstance(event, Adjust) else event.variations:
            yield variation.span, variation.comments
            waiting += variation.events


def _is_worth_a_look(events: Iterable[Event]) -> bool:
    """Whether a comment among these turns is for the linter, or may be, in a variation."""
    readable = [event for event in events if not isinstance(event, Damaged)]
    signed = [None for event in readable for comment in event.comments if comment.text.startswith(FOR_LINT)]
    return bool(signed or [None for event in readable if not isinstance(event, Adjust) and event.variations])
