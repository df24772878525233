"""Findings and replays as plain text, safe to show on a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

from rocksnotation.diagnostics import Diagnostic, Severity, Source, Span
from rocksnotation.events import Comment, Play, Round, Unseen
from rocksnotation.replay import MatchReplay, RoundReplay, Step
from rocksnotation.seats import PAIRS
from rocksnotation.text import safe

Style = Callable[[str, str], str]
"""Puts a text in a style (`error`, `warning`, `info`, `strong`, `faint`), or leaves it plain."""

_WIDEST = 120


def plain(text: str, style: str) -> str:
    """The style for what is no terminal."""
    return text


# -------------------------------------------------------------------------------------------- findings


def finding(source: Source, found: Diagnostic, style: Style = plain) -> str:
    """One finding: file:line:column, code, message, the line with a caret, and related places."""
    lines = [headline(source, found, style), *_excerpt(source, found.span, style, found.severity)]
    for told, related in zip(related_lines(source, found), found.related, strict=True):
        lines.append(told)
        lines += _excerpt(source, related.span, style, "faint")
    return "\n".join(lines)


def headline(source: Source, found: Diagnostic, style: Style = plain) -> str:
    """One finding in one line: file:line:column, code, turn, message, law."""
    where = f"{_where(source, found.span)}:"
    law = f" (Law {found.law})" if found.law else ""
    turn = f" at {found.address}" if found.address else ""
    return (
        f"{style(where, 'strong')} {style(f'{found.code} {found.severity}', found.severity)}{turn}: "
        f"{safe(found.message)}{law}"
    )


def related_lines(source: Source, found: Diagnostic) -> Iterator[str]:
    """A line for each place that belongs to a finding: file:line:column, message."""
    for related in found.related:
        yield f"  {_where(source, related.span)}: {safe(related.message)}"


def _where(source: Source, span: Span) -> str:
    return safe(source.where(span.start))


def _excerpt(source: Source, span: Span, style: Style, caret: str) -> Iterator[str]:
    """The line of a span with carets under it; of a long line, the part around the span."""
    start = source.place(span.start)
    line = source.line(start.line)
    if not line.strip():
        return
    first = start.column - 1
    length = max(1, min(span.end - span.start, len(line) - first))
    cut = max(0, first - _WIDEST // 2) if len(line) > _WIDEST else 0
    shown = line[cut : cut + _WIDEST]
    before, marked = shown[: first - cut], shown[first - cut : first - cut + length]
    lead, tail = "…" if cut else "", "…" if cut + _WIDEST < len(line) else ""
    number = f"{start.line:>5} | "
    yield f"{style(number, 'faint')}{lead}{safe(shown)}{tail}"
    gap = " " * (_width(safe(before)) + len(lead))
    yield f"{style('      | ', 'faint')}{gap}{style('^' * max(1, _width(safe(marked))), caret)}"


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def summary(found: Iterable[Diagnostic], files: int, matches: int, hidden: int = 0) -> str:
    """The line that ends a report: how much was found, in how much."""
    if not files:
        return "No record was read."
    counted = [one.severity for one in found]
    where = f"in {_count(matches, 'match', 'matches')}, {_count(files, 'file')}"
    parts = [
        _count(counted.count(severity), str(severity))
        for severity in Severity
        if counted.count(severity) or severity is not Severity.INFO
    ]
    told = f"Nothing is wrong {where}." if not counted else f"{', '.join(parts)} {where}."
    return f"{told} {_count(hidden, 'info')} hidden (--show-info)." if hidden else told


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


# --------------------------------------------------------------------------------------------- replays


def replays(matches: Iterable[MatchReplay]) -> Iterator[str]:
    """Whole matches turn by turn, each a heading, a table for each round, and how it came out."""
    for index, replayed in enumerate(matches):
        if index:
            yield ""
        yield from match(replayed)


def match(replayed: MatchReplay) -> Iterator[str]:
    """One match: its players, its rounds, its result."""
    tags = {tag.name: tag.value for tag in reversed(replayed.match.tags)}
    title = [safe(tags[name]) for name in ("Event", "Site", "Date") if tags.get(name)]
    yield " · ".join([f"Match {replayed.match.number}", *title])
    players = [
        f"{name[0]} {safe(tags[name])}" for name in ("North", "East", "South", "West") if tags.get(name)
    ]
    if players:
        yield "  ".join(players)
    yield from _comments(replayed.match.comments, "")
    for round_ in replayed.rounds:
        yield ""
        yield from round_table(round_)
    yield ""
    won = f"{replayed.winner} wins" if replayed.winner else "no winner"
    yield f"Result: {won}, {_totals(replayed.totals)} · {_status(replayed)}"


def _status(replayed: MatchReplay | RoundReplay) -> str:
    unchecked = f" (not checked: {', '.join(replayed.unchecked)})" if replayed.unchecked else ""
    return f"{replayed.status}{unchecked}"


def _totals(totals: object) -> str:
    assert isinstance(totals, dict)
    return ", ".join(f"{pair} {_number(totals[pair])}" for pair in PAIRS)


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


_HEADINGS = ("turn", "seat", "tile", "joins", "ends", "sum", "points", *map(str, PAIRS))
_RIGHT = (False, False, False, False, False, True, True, True, True)


def round_table(replayed: RoundReplay) -> Iterator[str]:
    """One round as a table of turns, with the comments under what they speak of."""
    round_ = replayed.round
    number = "?" if round_.number is None else round_.number
    lead = f", {replayed.leader} leads" if replayed.leader else ""
    yield f"Round {number}{lead} · {_status(replayed)}"
    yield from _comments(round_.comments, "  ")
    if round_.deal:
        yield from _comments(round_.deal.comments, "  ")
    if round_.lot:
        yield from _comments(round_.lot.comments, "  ")
    rows = [_row(step) for step in replayed.steps]
    widths = [max(map(len, column)) for column in zip(_HEADINGS, *rows, strict=True)]
    if rows:
        yield _line(_HEADINGS, widths)
    yield from _adjustments(replayed, 0)
    for step, row in zip(replayed.steps, rows, strict=True):
        yield _line(row, widths)
        if step.event:
            yield from _comments(step.event.comments, "      ")
        yield from _adjustments(replayed, step.turn)
    yield from _settlement(replayed)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell.rjust(width) if right else cell.ljust(width)
        for cell, width, right in zip(cells, widths, _RIGHT, strict=True)
    )
    return ("  " + "  ".join(padded)).rstrip()


def _row(step: Step) -> tuple[str, ...]:
    totals = tuple(_number(step.totals[pair]) for pair in PAIRS)
    seat = str(step.seat or "?")
    if step.action != "play":
        what = "?" if isinstance(step.event, Unseen) else "(pass)" if step.implied else "pass"
        return (step.address, seat, what, "", "", "", "", *totals)
    if step.counts is None:
        return (step.address, seat, str(step.tile), "?", "?", "?", "?", *totals)
    joins = "lead"
    if step.join:
        host = step.join.host
        joins = str(host.tile) if host.is_plain else f"{host.tile} {host.port}"
        joins += " ~" if step.join.assumed else ""
    ends = " + ".join(str(count.pips) for count in step.counts)
    marks = "".join(step.event.marks) if isinstance(step.event, Play) else ""
    points = str(step.points or "")
    return (step.address, seat, f"{step.tile} {marks}".strip(), joins, ends, str(step.sum), points, *totals)


def _comments(comments: Iterable[Comment], indent: str) -> Iterator[str]:
    for comment in comments:
        first, *further = comment.text.split("\n")
        yield "".join(
            [f"{indent}{{ {safe(first)}", *(f"\n{indent}  {safe(line)}".rstrip() for line in further), " }"]
        )


def _adjustments(replayed: RoundReplay, turn: int) -> Iterator[str]:
    """The rulings that stand after so many turns."""
    for adjustment in replayed.adjustments:
        if adjustment.after == turn:
            points = ", ".join(f"{pair} {points:+}" for pair, points in adjustment.event.points.items())
            yield f"  adjusted: {points} · {_totals(adjustment.totals)}"
            yield from _comments(adjustment.event.comments, "      ")


def _settlement(replayed: RoundReplay) -> Iterator[str]:
    round_: Round = replayed.round
    yield f"  {replayed.end or 'not ended'}" if replayed.steps or replayed.end else "  no turns"
    if round_.ending:
        yield from _comments(round_.ending.comments, "      ")
    for seat, hand in (replayed.left or {}).items():
        if hand.tiles is None:
            yield f"  {seat} left: not known"
        elif hand.tiles:
            yield f"  {seat} left: {' '.join(map(str, hand.tiles))} · {hand.pips} pips · -{hand.deduction}"
    if round_.left:
        yield from _comments(round_.left.comments, "      ")
    yield f"  total: {_totals(replayed.totals)}"
    if round_.total:
        yield from _comments(round_.total.comments, "      ")


def position(replayed: RoundReplay, step: Step | None) -> Iterator[str]:
    """The position after one turn, or after the whole round: ends, places, spinner, totals."""
    last = step or next((one for one in reversed(replayed.steps) if one.places is not None), None)
    name = step.address if step else f"round {replayed.round.number}"
    yield f"After {name}"
    if last is None or (step and step.action == "play" and step.counts is None):
        yield "  the layout is not known"
        return
    shown = _layout_step(replayed, last)
    if shown is None or shown.counts is None or shown.places is None:
        yield "  nothing lies on the table" if last.action == "pass" else "  the layout is not known"
    else:
        counts = " + ".join(f"{count.pips} ({count.tile})" for count in shown.counts)
        yield f"  ends:    {counts} = {shown.sum}"
        places = [f"{place.pips} at {place.tile} {place.port}" for place in shown.places]
        yield f"  open:    {', '.join(places) or 'nothing'}"
        yield f"  spinner: {shown.spinner or 'none yet'}"
    yield f"  totals:  {_totals((step or replayed).totals)}"


def _layout_step(replayed: RoundReplay, step: Step) -> Step | None:
    """The last placement up to a step: a pass leaves the layout as it was."""
    until = [one for one in replayed.steps if one.turn <= step.turn]
    placed = [one for one in until if one.action != "pass"]
    return placed[-1] if placed else None
