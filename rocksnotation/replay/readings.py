"""The slip of the pen behind a round that does not fit: other readings of it are tried, and the best is told.

A reading is the round with one slip undone: a turn put in, two turns exchanged, another end, two hands
exchanged. It is right where, folded by the same laws, everything from the slip on fits; so that nothing here
judges a turn, and the one slip is told instead of all that would follow from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from rocksnotation.diagnostics import Diagnostic, Related, Severity, Span, diagnostic
from rocksnotation.events import Event, Hand, Pass, Play, PlayParts, Round
from rocksnotation.layout import Place
from rocksnotation.messages import Message, listed, say
from rocksnotation.replay.evidence import gather
from rocksnotation.replay.fold import Folded, fold
from rocksnotation.replay.leading import seat_span
from rocksnotation.replay.mending import Edits, inserted, replaced, unsafe_fix
from rocksnotation.replay.results import Status, Step
from rocksnotation.replay.standing import Cause, Standing
from rocksnotation.seats import SEATS, Seat, between
from rocksnotation.tiles import ALL_TILES, Tile
from rocksnotation.write import turn_text

_MISFITS = frozenset({
    "M301", "M302", "M303", "M304", "M305", "M306", "M307", "M308", "M310",
    "S401", "S402", "S403", "S405", "S406", "R501", "R503",
})  # fmt: skip
"""What does not fit where the turns, the ends or the hands were others than the record says."""

_TRIED = 3
"""At how many misfits of a round a slip is looked for."""

_FEWEST_CROSSED = 3
"""Fewer tiles placed from each other's hands than this do not show that the hands are swapped."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A round with one slip undone: how the slip is told, and at which turn of this round, if at one.

    `put_in` is a placement that the record does not have; what is found at its place is not told.
    """

    code: str
    round: Round
    span: Span
    message: Message
    event: Event | None = None
    related: tuple[Related, ...] = ()
    edits: Edits = ()
    put_in: Play | None = None


@dataclass(frozen=True, slots=True)
class _Misfit:
    """A turn at which something does not fit: its event's place in the round, its step, and the steps before."""

    index: int
    event: Play | Pass
    before: tuple[Step, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """The open places before this turn; none where they are not known."""
        return _places(self.before)


def best_reading(round_: Round, before: Standing, target: int | None, following: Round | None) -> Folded:
    """The round folded as it is written, or, where that does not fit and one slip explains it, without the slip."""
    plain = fold(round_, before, target, following)
    if round_.damaged or not (plain.stopped or any(map(_is_misfit, plain.diagnostics))):
        return plain
    for readings in (_swapped_hands, _swapped_turns, _missing_turn, _wrong_end, _no_pass):
        tried = (
            (reading, fold(reading.round, before, target, following)) for reading in readings(round_, plain)
        )
        fitting = _best([(reading, other) for reading, other in tried if _fits(reading, other, plain)])
        if len(fitting) == 1:
            return _told(round_, *fitting[0])
        if fitting and readings is _missing_turn:
            return _told_openly(plain, [reading for reading, _ in fitting])
    return plain


def _best(fitting: list[tuple[_Reading, Folded]]) -> list[tuple[_Reading, Folded]]:
    """The readings that leave the fewest findings."""
    left = [len(other.diagnostics) for _, other in fitting]
    return [pair for pair, number in zip(fitting, left, strict=True) if number == min(left)]


def _is_misfit(found: Diagnostic) -> bool:
    """Whether a finding may come of another slip. An end that its claim settles is told, and fits."""
    settled = found.code == "M306" and found.severity is not Severity.ERROR
    return found.code in _MISFITS and found.severity is not Severity.INFO and not settled


def _fits(reading: _Reading, other: Folded, plain: Folded) -> bool:
    """Whether nothing is wrong any more from the slip on; what was wrong before it may be a slip of its own."""
    before = {(one.code, one.span) for one in plain.diagnostics if one.span < reading.span}
    own = reading.put_in.span if reading.put_in else None
    return (
        not other.stopped
        and _passes_left_out(other) <= _passes_left_out(plain) + bool(own)
        and all(
            one.span == own or (one.code, one.span) in before for one in other.diagnostics if _is_misfit(one)
        )
    )


def _passes_left_out(folded: Folded) -> int:
    return sum(one.code == "M309" for one in folded.diagnostics)


def _is_lost(plain: Folded) -> bool:
    """Whether more does not fit than one turn, so that a slip at that turn does not explain it.

    Where the checking stopped, the turns after the misfit, which could not be checked, have to bear it out.
    """
    misfits = [one for one in plain.diagnostics if _is_misfit(one) or one.code == "M309"]
    unchecked = [
        step for step in plain.replay.steps if step.action != "unseen" and step.turn > _turn(misfits)
    ]
    return len(misfits) > 1 or (plain.stopped and bool(unchecked))


def _turn(misfits: list[Diagnostic]) -> int:
    return next((one.turn for one in misfits if one.turn), 0)


def _told(round_: Round, reading: _Reading, other: Folded) -> Folded:
    """The round without its slip, and the slip."""
    put_in = reading.put_in
    steps = tuple(
        replace(step, event=None, implied=True) if put_in and step.event is put_in else step
        for step in other.replay.steps
    )
    found = _finding(reading, other, round_)
    if not put_in:
        kept, carried = other.diagnostics, other.carried
    else:  # what the slip left out may be missing in the totals too
        own = Cause(reading.code, reading.span)
        kept = tuple(one for one in other.diagnostics if one.span != put_in.span)
        carried = tuple((own if cause.span == put_in.span else cause, edit) for cause, edit in other.carried)
    replay = replace(other.replay, round=round_, status=Status.REFUTED, steps=steps)
    return replace(other, replay=replay, diagnostics=(*kept, found), carried=carried)


def _told_openly(plain: Folded, readings: list[_Reading]) -> Folded:
    """The round as it is written, with the slip in the place of the misfits, where it can be undone in two ways."""
    first = readings[0]
    assert first.put_in
    tiles = dict.fromkeys(reading.put_in.tile for reading in readings if reading.put_in)
    message = say(
        "a turn of {seat} is missing here: with {tiles}, everything after it fits",
        seat=first.put_in.seat,
        tiles=listed(tiles, "or"),
    )
    wrong = next(one for one in plain.diagnostics if one.span.start >= first.span.start and one.turn)
    found = replace(wrong, code=first.code, message=message, severity=Severity.ERROR, related=(), fix=None)
    kept = (one for one in plain.diagnostics if one.span < wrong.span or not _is_misfit(one))
    diagnostics = (*(one for one in kept if one is not wrong), found)
    return replace(plain, diagnostics=diagnostics, replay=replace(plain.replay, status=Status.REFUTED))


def _finding(reading: _Reading, other: Folded, round_: Round) -> Diagnostic:
    fix = unsafe_fix(reading.edits)
    found = diagnostic(reading.code, reading.span, reading.message, *reading.related)
    found = replace(found, round=round_.number, fix=fix)
    for step in other.replay.steps:
        if reading.event is not None and step.event is reading.event:
            return replace(found, turn=step.turn, address=step.address)
    return found


# ------------------------------------------------------------------------------------------ where to look


def _misfits(round_: Round, plain: Folded, chapters: str = "MS") -> Iterator[_Misfit]:
    """The first turns at which something does not fit, and the last before which a pass is left out.

    `chapters` is the letters of the codes that are looked at.
    """
    steps = plain.replay.steps
    wrong = [
        one.turn for one in plain.diagnostics if one.turn and _is_misfit(one) and one.code[0] in chapters
    ]
    passed = [one.turn for one in plain.diagnostics if one.turn and one.code == "M309"]
    for turn in dict.fromkeys((*wrong[:_TRIED], *passed[-_TRIED:])):
        event = steps[turn - 1].event if turn <= len(steps) else None
        if isinstance(event, Play | Pass):
            yield _Misfit(_index(round_, event), event, steps[: turn - 1])


def _index(round_: Round, event: Event) -> int:
    """The place of an event in its round: that very one, since another may say the same."""
    return next(index for index, one in enumerate(round_.events) if one is event)


def _with(round_: Round, index: int, event: Event) -> Round:
    """The round with an event in the place of another."""
    return replace(round_, events=(*round_.events[:index], event, *round_.events[index + 1 :]))


def _places(steps: tuple[Step, ...]) -> tuple[Place, ...]:
    placed = [step.places for step in steps if step.action == "play"]
    return (placed[-1] or ()) if placed else ()


def _names(places: tuple[Place, ...], tile: Tile) -> tuple[int | Tile, ...]:
    """The ends that a tile fits, as a record names them."""
    return tuple(dict.fromkeys(place.end for place in places if place.pips in tile.halves))


# ------------------------------------------------------------------------------------------------ slips


def _swapped_hands(round_: Round, plain: Folded) -> Iterator[_Reading]:
    """D104: two seats place only tiles that the deal gives to the other."""
    if not round_.deal:
        return
    dealt = gather(round_).dealt
    hands = [hand for hand in round_.deal.hands if hand.seat in dealt]
    placed = [(step.seat, step.tile) for step in plain.replay.steps if step.tile]
    for one, other in combinations(hands, 2):
        of_one = [tile for seat, tile in placed if seat is one.seat]
        of_other = [tile for seat, tile in placed if seat is other.seat]
        crossed = set(of_one) <= set(other.tiles) and set(of_other) <= set(one.tiles)
        if not (crossed and of_one and of_other and len(of_one + of_other) >= _FEWEST_CROSSED):
            continue
        exchanged = {
            one.seat: replace(other, seat=one.seat, span=one.span),
            other.seat: replace(one, seat=other.seat, span=other.span),
        }
        right = tuple(exchanged.get(hand.seat, hand) for hand in round_.deal.hands)
        yield _Reading(
            "D104",
            replace(round_, deal=replace(round_.deal, hands=right)),
            one.span,
            say(
                "the hands of {one} and {other} are swapped: {one} plays {tiles}, dealt to {other}",
                one=one.seat,
                other=other.seat,
                tiles=listed(of_one, "and"),
            ),
            related=(Related(other.span, say("the other hand")),),
            edits=(*_with_tiles(one, other), *_with_tiles(other, one)),
        )


def _with_tiles(hand: Hand, other: Hand) -> Edits:
    pairs = zip(hand.places, other.tiles, strict=False)
    return tuple(edit for span, tile in pairs for edit in replaced(span, str(tile)))


def _swapped_turns(round_: Round, plain: Folded) -> Iterator[_Reading]:
    """M313: two turns, one after the other, fit the other way round."""
    turns = [index for index, event in enumerate(round_.events) if isinstance(event, Play | Pass)]
    tried, is_lost = set(), _is_lost(plain)
    for misfit in _misfits(round_, plain, "M"):
        at = turns.index(misfit.index)
        for pair in zip(turns[max(0, at - 1) : at + 1], turns[max(1, at) : at + 2], strict=False):
            if pair not in tried:
                tried.add(pair)
                yield from _exchanged(round_, *pair, is_lost)


def _exchanged(round_: Round, first: int, second: int, is_lost: bool) -> Iterator[_Reading]:
    """Two turns exchanged: each with its seat, or, where more than one turn does not fit, without."""
    one, other = round_.events[first], round_.events[second]
    assert isinstance(one, Play | Pass)
    assert isinstance(other, Play | Pass)
    exchanges: list[tuple[Play | Pass, Play | Pass]] = []
    if one.seat and other.seat:
        exchanges.append((other, one))
    if is_lost:
        exchanges.append((replace(other, seat=one.seat), replace(one, seat=other.seat)))
    for new_first, new_second in exchanges:
        changed = _with(_with(round_, first, new_first), second, new_second)
        edits: Edits = ()
        if not (one.comments or other.comments or one.variations or other.variations):
            edits = (*replaced(one.span, turn_text(new_first)), *replaced(other.span, turn_text(new_second)))
        yield _Reading(
            "M313",
            changed,
            seat_span(one),
            say(
                "{first} and {second} are swapped: the other way round they fit, and what follows does too",
                first=f"`{turn_text(one)}`",
                second=f"`{turn_text(other)}`",
            ),
            new_second,
            (Related(other.span, say("the other turn")),),
            edits,
        )


def _missing_turn(round_: Round, plain: Folded) -> Iterator[_Reading]:
    """M311: a seat is skipped, and with a placement by it what follows fits."""
    if not _is_lost(plain):
        return
    for misfit in _misfits(round_, plain):
        written = [step.seat for step in misfit.before if step.event]
        if not written or written[-1] is None:
            continue
        due = written[-1].next
        skipped = between(due, misfit.event.seat) if misfit.event.seat else (due,)
        for seat in skipped:
            for tile in _not_accounted_for(round_, seat):
                names = _names(misfit.places, tile)
                for name in names:
                    yield _with_turn(round_, misfit, Play(tile, seat, name if len(names) > 1 else None))


def _not_accounted_for(round_: Round, seat: Seat) -> list[Tile]:
    """The tiles that a seat may have placed although no turn and no leftovers show it."""
    hands = gather(round_).hands
    if hands[seat].complete:
        held = set(hands[seat].tiles)
    else:
        held = set(ALL_TILES).difference(*(hand.tiles for hand in hands.values() if hand.complete))
    placed = {event.tile for event in round_.events if isinstance(event, Play)}
    left = {tile for hand in (round_.left.hands if round_.left else ()) for tile in hand.tiles}
    return sorted(held - placed - left)


def _with_turn(round_: Round, misfit: _Misfit, play: Play) -> _Reading:
    """The round with a placement put in before a turn; circuit numbers after it are not judged."""
    index, event = misfit.index, misfit.event
    here = Span(event.span.start, event.span.start)
    play = replace(play, span=here, parts=PlayParts(tile=here))
    events = (*round_.events[:index], play, *round_.events[index:])
    circuits = tuple(circuit for circuit in round_.circuits if circuit[0] < index)
    return _Reading(
        "M311",
        replace(round_, events=events, circuits=circuits),
        seat_span(event),
        say(
            "a turn of {seat} is missing here: with {turn}, everything after it fits",
            seat=play.seat,
            turn=f"`{turn_text(play)}`",
        ),
        event,
        edits=inserted(_before(round_, misfit), f"{turn_text(play)}  "),
        put_in=play,
    )


def _before(round_: Round, misfit: _Misfit) -> int:
    """Where a turn is written that comes before another: before the number of a circuit that it ends."""
    number = next((span for index, _, span in round_.circuits if index == misfit.index), None)
    starts_circuit = len(misfit.before) % len(SEATS) == 0
    return number.start if number and not starts_circuit else misfit.event.span.start


def _no_pass(round_: Round, plain: Folded) -> Iterator[_Reading]:
    """M307: with a placement in the place of a pass what follows fits."""
    if not _is_lost(plain):
        return
    steps = plain.replay.steps
    for turn, step in enumerate(steps):
        event, seat = step.event, step.seat
        if not isinstance(event, Pass) or event.stood or seat is None:
            continue
        tiles = _not_accounted_for(round_, seat)
        for tile in tiles if len(tiles) == 1 else ():
            names = _names(_places(steps[:turn]), tile)
            for name in names:
                play = Play(tile, seat, name if len(names) > 1 else None, span=event.span)
                yield _Reading(
                    "M307",
                    _with(round_, _index(round_, event), play),
                    event.span,
                    say(
                        "{seat} passes, but with {turn} in its place everything after it fits",
                        seat=seat,
                        turn=f"`{turn_text(play)}`",
                    ),
                    play,
                    edits=replaced(event.span, turn_text(play)),
                    put_in=play,
                )


def _wrong_end(round_: Round, plain: Folded) -> Iterator[_Reading]:
    """M312: a tile that fits another end than the one that is named, and with it what follows fits."""
    if not _is_lost(plain):
        return
    last = max((misfit.index for misfit in _misfits(round_, plain)), default=len(round_.events))
    impossible = {one.turn for one in plain.diagnostics if one.code in ("M304", "M305")}
    steps = plain.replay.steps
    for turn, step in enumerate(steps):
        event = step.event
        if not isinstance(event, Play) or event.at is None or event.stood or turn + 1 in impossible:
            continue
        index = _index(round_, event)
        if index > last:
            return
        for name in _names(_places(steps[:turn]), event.tile):
            if name != event.at:
                changed = replace(event, at=name)
                yield _Reading(
                    "M312",
                    _with(round_, index, changed),
                    event.parts.at or event.parts.tile,
                    say(
                        "{tile} went to @{right}, not to @{written}: there, it and what follows fit",
                        tile=event.tile,
                        right=name,
                        written=event.at,
                    ),
                    changed,
                    edits=replaced(event.parts.at, f"@{name}"),
                )
