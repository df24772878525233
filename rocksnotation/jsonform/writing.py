"""Records, replays and findings to JSON values: plain dicts and lists, with only what the schemas declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rocksnotation.diagnostics import Diagnostic, Fix, Severity, Source, Span
from rocksnotation.events import (
    Adjust,
    Comment,
    Damaged,
    Event,
    Match,
    Pass,
    Play,
    Record,
    Round,
    Variation,
)
from rocksnotation.layout import Count, Place
from rocksnotation.messages import Tell
from rocksnotation.replay import Adjustment, Join, MatchReplay, Outcome, RoundReplay, Settled, Step
from rocksnotation.seats import PAIRS, SEATS, Pair, Seat
from rocksnotation.vocabulary import VERSION

Json = dict[str, Any]

# ------------------------------------------------------------------------------------- documents as text


def line_of(match: str) -> str:
    """The text of a match as a document on a line of its own."""
    return f'{{"rocks": {VERSION}, "matches": [{match}]}}\n'


def item_of_document(match: str, is_first: bool) -> str:
    """The text of a match, laid out as far in as it stands, as the next item of one document."""
    before = f'{{\n  "rocks": {VERSION},\n  "matches": [' if is_first else ","
    return f"{before}\n    {match}"


END_OF_DOCUMENT = "\n  ]\n}\n"
"""What stands behind its last match."""

EMPTY_DOCUMENT = f'{{\n  "rocks": {VERSION},\n  "matches": []\n}}\n'


# ---------------------------------------------------------------------------------------------- record


def record_to_json(record: Record) -> Json:
    """The record document. Raises ValueError for a record with damaged text in it."""
    return {"rocks": int(VERSION), "matches": [match_to_json(match) for match in record.matches]}


def match_to_json(match: Match) -> Json:
    """One match of the record document. Of a tag written twice the first counts."""
    tags = {
        tag.name: tag.value for tag in reversed(match.tags) if (tag.name, tag.value) != ("Rocks", VERSION)
    }
    in_order = {tag.name: tags[tag.name] for tag in match.tags if tag.name in tags}
    return _commented({"tags": in_order}, match.comments) | {
        "rounds": [round_to_json(round_) for round_ in match.rounds]
    }


def _commented(value: Json, comments: Sequence[Comment]) -> Json:
    return value | {"comments": [comment.text for comment in comments]} if comments else value


def round_to_json(round_: Round) -> Json:
    """One round of the record document. Raises ValueError for one with damaged text in it."""
    if round_.number is None or round_.damaged:
        raise ValueError("a round with damaged text cannot be converted")
    value = _commented({"number": round_.number}, round_.comments)
    if round_.deal:
        hands = {str(hand.seat): [*map(str, hand.tiles), *["?"] * hand.unknown] for hand in round_.deal.hands}
        value["deal"] = _commented({"hands": hands}, round_.deal.comments)
    if round_.lot:
        lot: Json = {"winner": str(round_.lot.winner)} if round_.lot.winner else {}
        if round_.lot.draws:
            lot["draws"] = [_by_name(draw, SEATS) for draw in round_.lot.draws]
        value["lot"] = _commented(lot, round_.lot.comments)
    if round_.events:
        value["events"] = [event_to_json(event) for event in round_.events]
    if round_.ending:
        end = {"type": round_.ending.kind, "seat": round_.ending.seat, "pair": round_.ending.pair}
        value["end"] = _commented(_present(end), round_.ending.comments)
    if round_.left:
        value["left"] = _commented(
            {
                "hands": {
                    str(hand.seat): {"tiles": [str(tile) for tile in hand.tiles]}
                    | _present({"deduction": hand.deduction, "deduction_stood": hand.deduction_stood})
                    for hand in round_.left.hands
                }
            },
            round_.left.comments,
        )
    if round_.total:
        total = {"points": _by_name(round_.total.points, PAIRS)} | _present({"stood": round_.total.stood})
        value["total"] = _commented(total, round_.total.comments)
    return value


def _by_name(values: Mapping[Any, int], names: Iterable[Seat | Pair]) -> Json:
    """Values by seat or pair, in the order of the table."""
    return {str(name): values[name] for name in names if name in values}


def _present(members: Json) -> Json:
    """The members that the record has: neither None nor a flag that is not set."""
    return {
        name: str(value) if isinstance(value, str) else value
        for name, value in members.items()
        if value is not None and value is not False
    }


def event_to_json(event: Event) -> Json:
    """One event of the record document. Raises ValueError for damaged text."""
    if isinstance(event, Damaged):
        raise ValueError("a round with damaged text cannot be converted")
    if isinstance(event, Adjust):
        return _commented({"type": "adjust", "points": _by_name(event.points, PAIRS)}, event.comments)
    value: Json = {
        "type": "play" if isinstance(event, Play) else "pass" if isinstance(event, Pass) else "unseen"
    }
    value |= _present({"seat": event.seat})
    if isinstance(event, Play):
        value["tile"] = str(event.tile)
        value |= _present({
            "at": None if event.at is None else str(event.at),
            "stood": event.stood,
            "points": event.points,
            "points_stood": event.points_stood,
            "count": event.count,
        })  # fmt: skip
    elif isinstance(event, Pass):
        value |= _present({"stood": event.stood})
    if event.marks:
        value["marks"] = list(event.marks)
    value = _commented(value, event.comments)
    if event.variations:
        value["variations"] = [_variation(variation) for variation in event.variations]
    return value


def _variation(variation: Variation) -> Json:
    return _commented({"events": [event_to_json(event) for event in variation.events]}, variation.comments)


# ---------------------------------------------------------------------------------------------- replay


def replay_to_json(replays: Iterable[MatchReplay]) -> Json:
    """The replay document."""
    return {"rocks": int(VERSION), "matches": [_match_replay(replayed) for replayed in replays]}


def _match_replay(replayed: MatchReplay) -> Json:
    return {
        "match": replayed.match.number,
        "status": str(replayed.status),
        "unchecked": [str(what) for what in replayed.unchecked],
        "winner": replayed.winner and str(replayed.winner),
        "totals": _totals(replayed.totals),
        "rounds": [_round_replay(round_) for round_ in replayed.rounds],
    }


def _totals(totals: Mapping[Any, int | None]) -> Json:
    return {str(pair): total for pair, total in totals.items()}


def _round_replay(replayed: RoundReplay) -> Json:
    value: Json = {
        "number": replayed.round.number,
        "leader": replayed.leader and str(replayed.leader),
        "status": str(replayed.status),
        "unchecked": [str(what) for what in replayed.unchecked],
        "steps": [_step(step) for step in replayed.steps],
    }
    if replayed.adjustments:
        value["adjustments"] = [_adjustment(adjustment) for adjustment in replayed.adjustments]
    return value | {
        "end": outcome_to_json(replayed.end) if replayed.end else None,
        "left": _left(replayed.left) if replayed.left else None,
        "totals": _totals(replayed.totals),
    }


def _step(step: Step) -> Json:
    value: Json = {
        "turn": step.turn,
        "address": step.address,
        "seat": step.seat and str(step.seat),
        "action": step.action,
    }
    if step.implied:
        value["implied"] = True
    if step.action == "play":
        value |= {
            "tile": str(step.tile),
            "join": step.join and join_to_json(step.join),
            "spinner": str(step.spinner) if step.spinner else None,
            "places": None if step.places is None else [place_to_json(place) for place in step.places],
            "counts": None if step.counts is None else [count_to_json(count) for count in step.counts],
            "sum": step.sum,
            "points": step.points,
        }
    value["totals"] = _totals(step.totals)
    return value


def join_to_json(join: Join) -> Json:
    """How a tile lies, as a member of a step of the replay document."""
    return {"host": str(join.host.tile), "port": str(join.host.port), "assumed": join.assumed}


def place_to_json(place: Place) -> Json:
    """One of the open places of a step."""
    return {"tile": str(place.tile), "port": str(place.port), "pips": place.pips}


def count_to_json(count: Count) -> Json:
    """One of the ends that a step counts."""
    return {"tile": str(count.tile), "pips": count.pips}


def _adjustment(adjustment: Adjustment) -> Json:
    points = _by_name(adjustment.event.points, PAIRS)
    return {"after": adjustment.after, "points": points, "totals": _totals(adjustment.totals)}


def outcome_to_json(outcome: Outcome) -> Json:
    """How a round ended."""
    return _present({"type": outcome.kind, "seat": outcome.seat, "pair": outcome.pair})


def _left(left: Mapping[Seat, Settled]) -> Json:
    return {
        str(seat): {
            "tiles": None if hand.tiles is None else [str(tile) for tile in hand.tiles],
            "pips": hand.pips,
            "deduction": hand.deduction,
        }
        for seat, hand in left.items()
    }


# ----------------------------------------------------------------------------------------- diagnostics


def diagnostics_to_json(
    found: Iterable[tuple[Source, Diagnostic]], files: int, matches: int, tell: Tell = str
) -> Json:
    """The diagnostics document. `files` and `matches` are how many were looked at."""
    found = list(found)
    counts = {severity: sum(1 for _, one in found if one.severity is severity) for severity in Severity}
    return {
        "rocks": int(VERSION),
        "diagnostics": [diagnostic_to_json(source, one, tell) for source, one in found],
        "summary": {
            "files": files,
            "matches": matches,
            "errors": counts[Severity.ERROR],
            "warnings": counts[Severity.WARNING],
            "infos": counts[Severity.INFO],
        },
    }


def diagnostic_to_json(source: Source, found: Diagnostic, tell: Tell = str) -> Json:
    """One finding with its place in its file. Its messages are told; all else is the same in every language."""
    return {
        "file": source.name,
        **_span(source, found.span),
        "code": found.code,
        "name": found.rule.name,
        "severity": str(found.severity),
        "message": tell(found.message),
        "law": found.law,
        "match": found.match,
        "round": found.round,
        "turn": found.turn,
        "address": found.address,
        "related": [_span(source, other.span) | {"message": tell(other.message)} for other in found.related],
        "fix": found.fix and _fix(source, found.fix),
    }


def _fix(source: Source, fix: Fix) -> Json:
    return {"safe": fix.safe, "edits": [_span(source, edit.span) | {"text": edit.text} for edit in fix.edits]}


def _span(source: Source, span: Span) -> Json:
    start, end = source.place(span.start), source.place(span.end)
    place = {"line": start.line, "column": start.column, "end_line": end.line, "end_column": end.column}
    path = source.path(span.start)
    return place if path is None else place | {"path": path}
