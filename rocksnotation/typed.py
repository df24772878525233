"""Finds quickly that nothing is wrong with a match in any spelling, but for hands that nobody noted.

The words of the turns become numbers without ever being events: what a match looks like in which something is
wrong is for `parse` and `replay` to find out. Here, of such a one nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from rocksnotation import bits, meanings, tags
from rocksnotation.diagnostics import Diagnostic, Span
from rocksnotation.events import Total
from rocksnotation.flat import Cut, Stretch, TurnWords, pattern, turns
from rocksnotation.parse import sound
from rocksnotation.parse.framing import Piece, sound_pieces
from rocksnotation.reckoning import PASS, Said, Standing, Unproven, circuit_at, seats_from, turn_of
from rocksnotation.seats import SEATS, Seat
from rocksnotation.text import has_control_in_comment
from rocksnotation.tiles import HAND_SIZE, Tile
from rocksnotation.told import Told, hold, led_by
from rocksnotation.vocabulary import FOR_LINT


def glance(text: str) -> tuple[Diagnostic, ...] | None:
    """All that is found in the text of one match, if that is not more than D103; None where it is not sure.

    Lines end in LF.
    """
    if FOR_LINT in text or has_control_in_comment(text, 0, len(text)):
        return None
    pieces = sound_pieces(text)
    if pieces is None:
        return None
    try:
        return _found(text, pieces)
    except (Unproven, LookupError):
        return None


def _found(text: str, pieces: Sequence[Piece]) -> tuple[Diagnostic, ...]:
    values: dict[str, str] = {}
    standing, number = Standing(), 0
    found: tuple[Diagnostic, ...] = ()
    for piece in pieces:
        if piece.kind == "tag" and not number:
            name, value = _tag(text[slice(*piece.span)])
            if name in values or (name == "Rocks" and values):
                raise Unproven
            values[name] = value
        elif piece.cut and not standing.winner:
            number += 1
            standing.target = tags.target_in(values)
            if not _round(text, piece.cut, number, standing):
                found = (_unknown_hands(text, piece.cut, number),)
        elif piece.kind != "preface":
            raise Unproven
    if not standing.winner or not tags.are_results(values, standing.ns, standing.ew):
        raise Unproven
    return found


@lru_cache(10_000)
def _tag(written: str) -> tuple[str, str]:
    """A tag of which there is nothing to tell."""
    read = sound.tag(written, Span(0, len(written)))
    if read is None or not tags.is_plain(read[0].name, read[0].value):
        raise Unproven
    return read[0].name, read[0].value


def _unknown_hands(text: str, cut: Cut, number: int) -> Diagnostic:
    """D103: no hand is known in the round that wins."""
    from rocksnotation.replay.evidence import hands_unknown

    return replace(hands_unknown(number, Span(*cut.heading), SEATS, further=0), match=1)


# --------------------------------------------------------------------------------------------- one round


def _round(text: str, cut: Cut, number: int, standing: Standing) -> bool:
    """A sound round, after which the standing moves on; whether its hands are known."""
    if int(meanings.round_number(text[slice(*cut.heading)])) != number:
        raise Unproven
    leader = led_by(sound.lot(text, cut.lot), standing)
    words = turns(text, cut.turns)
    _check_circuits(words)
    played = [one for one in words if one[2]]
    if not played:
        raise Unproven
    _, seats, did, at, stood, points, points_stood, counts, _, variations = zip(*played, strict=True)
    if any(stood) or any(points_stood) or any(variations):
        raise Unproven
    _check_seats(seats, leader)
    left, deducted = _left(text, cut.left_hands) if cut.left[0] >= 0 else (None, ())
    told = Told(
        leader,
        [*map(_turn, did, at, points, counts)],
        any(points),
        _dealt(text, cut.hands) if cut.deal[0] >= 0 else None,
        left,
        deducted,
        sound.ending(text, cut.ending),
        _total(text, cut.total),
    )
    return bool(hold(told, standing).left)


@lru_cache(50_000)
def _turn(did: str, at: str, points: str, count: str) -> int:
    """The number of a turn by its words."""
    what = meanings.did(did)
    if what == "pass" and not (at or points or count):
        return PASS
    if not isinstance(what, Tile):
        raise Unproven
    end = meanings.end(at) if at else None
    if at and end is None:
        raise Unproven
    claimed = meanings.claimed(points) if points else None
    return turn_of(Said(what, end, claimed, meanings.claimed(count) if count else None))


def _check_seats(words: Sequence[str], leader: int) -> None:
    """Law 2.3: every turn is the next seat's. All but the first, of which the others follow, may leave that out."""
    if not words[0] or not _NAMING.issuperset(zip(words, seats_from(leader), strict=False)):
        raise Unproven


_NAMING = {(word, seat) for seat in SEATS for word in ("", seat, *(["Е"] if seat is Seat.E else []))}


def _check_circuits(words: Sequence[TurnWords]) -> None:
    """Circuits count the turns, four to each, and nothing else stands between them: no rulings."""
    turn = 0
    for circuit, _, did, _, _, _, _, _, adjust, _ in words:
        if adjust or (circuit and meanings.circuit_number(circuit) != circuit_at(turn)):
            raise Unproven
        turn += did != ""


def _total(text: str, stretch: Stretch) -> Total | None:
    """The totals of both pairs or of one, each named once, which are right."""
    if stretch[0] < 0:
        return None
    pairs, stood = pattern("TOTAL").match(text, *stretch).group("pairs", "stood")  # type: ignore[union-attr]
    said = pattern("POINTS").findall(pairs)
    points = {meanings.pair(name): meanings.number(number) for name, number in said}
    if len(points) != len(said):
        raise Unproven
    return Total(points, bool(stood))


# ------------------------------------------------------------------------------------------- the hands


def _dealt(text: str, stretch: Stretch) -> list[int]:
    """What each seat was dealt: seven tiles (Law 2.1)."""
    hands = [0] * len(SEATS)
    for head, held in pattern("HAND").findall(text, *stretch):
        tiles, count = _held(held)
        _put(hands, head, tiles)
        if count != HAND_SIZE:
            raise Unproven
    return hands


def _left(text: str, stretch: Stretch) -> tuple[list[int], list[tuple[int, int]]]:
    """What each seat is said to have had left, and the seats with what they are said to pay."""
    hands, deducted = [0] * len(SEATS), []
    for head, held, cost, stood in pattern("LEFT_HAND").findall(text, *stretch):
        tiles, _ = _held(held)
        seat = _put(hands, head, tiles)
        if stood:
            raise Unproven
        if cost:
            deducted.append((seat, meanings.deduction(cost)))
    return hands, deducted


def _held(words: str) -> tuple[int, int]:
    """The tiles of a hand, all of them known and different, and how many they are."""
    count = tiles = 0
    for tile, unknown in pattern("HELD").findall(words):
        if unknown:
            raise Unproven
        if tile:  # and not a comment
            tiles += _bit(tile)
            count += 1
    if tiles.bit_count() != count:
        raise Unproven
    return tiles, count


@lru_cache(10_000)
def _bit(word: str) -> int:
    tile = meanings.tile(word)
    if tile is None:
        raise Unproven
    return bits.BITS[tile]


def _put(hands: list[int], head: str, tiles: int) -> int:
    """Gives a seat its hand, which no other may name; the place of the seat."""
    seat = SEATS.index(meanings.seat(head))
    if hands[seat] or not tiles:
        raise Unproven
    hands[seat] = tiles
    return seat
