"""All findings about a record: of its text, of the replay, and of its own suppressions.

A comment that begins `lint: ignore CODE…` hides those codes on what it is attached to: a turn, a deal, a
whole round, a whole match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rocksnotation import tags
from rocksnotation.diagnostics import RULES, UNSUPPRESSIBLE, Diagnostic, Span, diagnostic
from rocksnotation.events import Adjust, Comment, Damaged, Event, Match, Record, Round
from rocksnotation.replay import MatchReplay, replay

_IGNORE = re.compile(r"lint:\s*ignore\b[ \t]*((?:[A-Z][0-9]{3}[,\s]*)*)")


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
        if self.whole and (self.round is None or found.round == self.round):
            return True
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
    unused = [
        one for one in _unused(suppressions, found) if not any(s.covers(one) for s in by_code.get("U601", ()))
    ]
    return Checked(replays, tuple(sorted((*kept, *unused), key=lambda one: one.span)))


def _by_code(suppressions: Iterable[_Suppression]) -> Mapping[str, list[_Suppression]]:
    by_code: dict[str, list[_Suppression]] = {}
    for suppression in suppressions:
        for code in suppression.codes:
            by_code.setdefault(code, []).append(suppression)
    return by_code


def _unused(suppressions: Iterable[_Suppression], found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
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
            yield replace(unused, match=suppression.match, round=suppression.round)


def _why_idle(codes: list[str]) -> str:
    if not codes:
        return "this suppression names no code: expected codes such as S401 after `lint: ignore`"
    names = " and ".join(codes)
    if any(code not in RULES for code in codes):
        return f"this suppression names {names}: there is no such code"
    if any(code in UNSUPPRESSIBLE for code in codes):
        return f"{names} cannot be suppressed"
    return f"{names} {'is' if len(codes) == 1 else 'are'} not found here, so that nothing is suppressed"


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
            yield comment, tuple(re.findall(r"[A-Z][0-9]{3}", found[1]))


def _hosts(round_: Round) -> Iterator[tuple[Span, tuple[Comment, ...]]]:
    """Every element of a round that can carry comments, with its span."""
    for element in (round_.deal, round_.lot, round_.ending, round_.left, round_.total):
        if element:
            yield element.span, element.comments
    waiting: list[Event] = list(round_.events)
    while waiting:
        event = waiting.pop()
        if isinstance(event, Damaged):
            continue
        yield event.span, event.comments
        for variation in () if isinstance(event, Adjust) else event.variations:
            yield variation.span, variation.comments
            waiting += variation.events


@dataclass(frozen=True, slots=True)
class Choice:
    """Which codes are wanted: codes or their first letters; `ignore` wins over `select`."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def wants(self, found: Diagnostic) -> bool:
        """Whether a finding is to be shown."""
        selected = not self.select or found.code.startswith(self.select)
        return selected and not (self.ignore and found.code.startswith(self.ignore))

    def unknown(self) -> tuple[str, ...]:
        """The names that are no code and no beginning of one."""
        return tuple(
            name for name in (*self.select, *self.ignore) if not any(code.startswith(name) for code in RULES)
        )
