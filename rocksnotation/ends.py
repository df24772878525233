"""Which ends a record names: as written, only where it must, or every one. Needs a record that replays."""

from __future__ import annotations

from dataclasses import replace

from rocksnotation.events import Event, Play, Record
from rocksnotation.layout import Place
from rocksnotation.messages import Message, say
from rocksnotation.replay import RoundReplay, Step, Unchecked, replay
from rocksnotation.spelling import Ends
from rocksnotation.tiles import Tile


def with_ends(record: Record, ends: Ends) -> tuple[Record, tuple[Message, ...]]:
    """The record with its ends renamed, and a note for each match that does not replay and is left alone."""
    matches, left = [], []
    for match in record.matches:
        replayed = replay(match)
        if Unchecked.LAYOUT in replayed.unchecked or match.damaged:
            left.append(
                say("match {match} does not replay: its ends are kept as they are", match=match.number)
            )
            matches.append(match)
            continue
        rounds = tuple(replace(r.round, events=tuple(_events(r, ends))) for r in replayed.rounds)
        matches.append(replace(match, rounds=rounds) if rounds else match)
    return replace(record, matches=tuple(matches)), tuple(left)


def _events(played: RoundReplay, ends: Ends) -> list[Event]:
    named: dict[int, int | Tile | None] = {}
    before: tuple[Place, ...] = ()
    for step in played.steps:
        if step.action == "play" and step.places is None:
            break
        if isinstance(step.event, Play) and step.join:
            named[id(step.event)] = _end(step, step.event, before, ends)
        before = step.places if step.places is not None else before
    return [
        replace(event, at=named[id(event)]) if isinstance(event, Play) and id(event) in named else event
        for event in played.round.events
    ]


def _end(step: Step, event: Play, before: tuple[Place, ...], ends: Ends) -> int | Tile | None:
    """The name of the end that was joined; a plain end's own tile stays where others like it were open."""
    assert step.join is not None
    host = step.join.host
    alike = [place for place in before if _kind(place) == _kind(host)]
    if isinstance(event.at, Tile) and not event.at.is_double and len(alike) > 1:
        return event.at
    kinds = {_kind(place) for place in before if place.pips in event.tile.halves}
    if ends is Ends.MINIMAL and len(kinds) == 1:
        return None
    return host.end


def _kind(place: Place) -> tuple[int, bool]:
    return place.pips, place.is_plain
