"""Proves quickly that nothing is wrong with a match in export form; where it cannot, it says nothing.

A match is proven by writing it: what stands in it is reckoned round by round (see `reckoning`), and what the
writer would write of that is what has to stand there, to the letter. So a text that is proven is one that
`parse` reads, and of which `lint` tells nothing. Whatever else a match may hold (comments, rulings, other
spellings, unknown hands, faults) is left to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from rocksnotation import bits, laws, tags
from rocksnotation.reckoning import (
    LONGEST,
    PASS,
    Reckoned,
    Said,
    Standing,
    Unproven,
    circuit_at,
    ending_of,
    reckon,
    said_by,
    seats_from,
    turn_of,
)
from rocksnotation.seats import SEATS, Pair, Seat
from rocksnotation.spelling import draws_text, end_of, placement_text, tag_text
from rocksnotation.text import MAX_DIGITS, MAX_LENGTH
from rocksnotation.tiles import Tile
from rocksnotation.vocabulary import KNOWN_TAGS

_NAMES = tuple(str(seat).encode() for seat in SEATS)
_PLACES = {name: place for place, name in enumerate(_NAMES)}
_LONGEST_LOT = 1_000


class ProvenRound(NamedTuple):
    """A round of a proven match: the text of its heading and deal, what was drawn, its turns, what it came to."""

    dealt: bytes
    lot: bytes | None
    turns: Sequence[bytes]
    reckoned: Reckoned


class Proof(NamedTuple):
    """What a proven match came to. Of its tags there is nothing to tell, and they are in order."""

    tags: Mapping[str, str]
    rounds: Sequence[ProvenRound]
    winner: Pair
    ns: int
    ew: int


def prove(data: bytes) -> Proof | None:
    """What the text of one match came to, if nothing can be said against it; None where that is not proven.

    The text is UTF-8 without a line end after it, and its lines end in LF.
    """
    heading, *texts = data.split(b"\n\n")
    rounds: list[ProvenRound] = []
    try:
        values = _tagged(heading.decode())
        standing = Standing(tags.target_in(values))
        for number, text in enumerate(texts, 1):
            if standing.winner:
                return None
            rounds.append(_round(text, number, standing))
    except (Unproven, LookupError, ValueError):
        return None
    if standing.winner is None or not tags.are_results(values, standing.ns, standing.ew):
        return None
    return Proof(values, rounds, standing.winner, standing.ns, standing.ew)


# ---------------------------------------------------------------------------------------------- the tags


def _tagged(heading: str) -> Mapping[str, str]:
    read = [*map(_tag, heading.split("\n"))]
    values = dict(read)
    if len(values) != len(read) or "Rocks" not in values:
        raise Unproven
    if [*values] != [name for name in KNOWN_TAGS if name in values]:
        raise Unproven
    return values


@lru_cache(10_000)
def _tag(line: str) -> tuple[str, str]:
    name, _, value = line[1:-2].partition(' "')
    if tag_text(name, value) != line or not value.isprintable() or len(line) > MAX_LENGTH:
        raise Unproven
    if not tags.is_plain(name, value):
        raise Unproven
    return name, value


# --------------------------------------------------------------------------------------------- one round


def _round(text: bytes, number: int, standing: Standing) -> ProvenRound:
    """One round that is written as it would be; the standing after it."""
    played, left, settled = text.partition(b"\nleft\n")
    played, _, ending = played.rpartition(b"\n")
    head, _, circuits = played.partition(b"\n1. ")
    dealt, drawn, lot = head.partition(b"\nlot ")
    leader = standing.leader
    if leader is None:
        leader = _lot_winner(lot)
    elif drawn:
        raise Unproven  # Law 2.4: who went out leads
    hands = _hands(dealt, number)
    turns = _turns(circuits, leader)
    reckoned = reckon(hands, leader, [*map(_turn, turns)], standing)
    if ending != _ending(reckoned.kind, reckoned.whose) or left + settled != _settled(reckoned):
        raise Unproven
    return ProvenRound(dealt, lot or None, turns, reckoned)


def _hands(dealt: bytes, number: int) -> tuple[int, int, int, int]:
    """Law 2.1: the heading of the round, and a deal of all 28 tiles, seven to each."""
    words = dealt.split()
    hands = (
        sum(map(_bit, words[4:11])),
        sum(map(_bit, words[12:19])),
        sum(map(_bit, words[20:27])),
        sum(map(_bit, words[28:])),
    )
    if sum(hands) != bits.EVERY_TILE or dealt != _DEALT % (number, *map(bits.names, hands)):
        raise Unproven
    return hands


_DEALT = b"round %d\ndeal\n" + b"\n".join(b"  %b:%%b" % name for name in _NAMES)
_bit = bits.BITS_BY_NAME.__getitem__


@lru_cache(10_000)
def _lot_winner(drawn: bytes) -> int:
    """Law 2.2: who won a lot, which is written in this way."""
    lot = lot_in(drawn)
    if isinstance(lot, Seat):
        return SEATS.index(lot)
    winner = laws.lot_winner(lot)
    if isinstance(winner, laws.LotFault) or draws_text(lot).encode() != b"lot " + drawn:
        raise Unproven
    if len(drawn) > _LONGEST_LOT:
        raise Unproven
    if not all(0 <= value < 10**MAX_DIGITS for draw in lot for value in draw.values()):
        raise Unproven
    return SEATS.index(winner)


def lot_in(drawn: bytes) -> Seat | tuple[Mapping[Seat, int], ...]:
    """What a proven match says of a lot: its winner, or its draws."""
    if drawn in _PLACES:
        return SEATS[_PLACES[drawn]]
    draws = [dict(one.split(":") for one in draw.split(" ")) for draw in drawn.decode().split(" / ")]
    return tuple({Seat(seat): int(value) for seat, value in draw.items()} for draw in draws)


def _turns(circuits: bytes, leader: int) -> list[bytes]:
    """The turns of all circuits, of which the first is without its number."""
    turns = _CIRCUIT.sub(b"  ", circuits).split(b"  ")
    written = _FRAME[: 2 * len(turns)]
    written[1::2] = turns
    if b"".join(written) != circuits:
        raise Unproven
    if circuits.translate(None, _NO_SEATS) != _CLOCKWISE[leader][: len(turns)]:
        raise Unproven  # Law 2.3
    return turns


_CIRCUIT = re.compile(rb"\n[0-9]+\. ")
_FRAME = [
    piece
    for turn in range(LONGEST)
    for piece in (b"  " if turn % 4 else b"\n%d. " % circuit_at(turn) if turn else b"", b"")
]
"""What stands before each turn, and room for the turn behind it."""

_NO_SEATS = bytes({*range(128)}.difference(b"NESW"))
_CLOCKWISE = tuple("".join(seats_from(leader)).encode() for leader in range(len(SEATS)))


class _Turns(dict[bytes, int]):
    """The numbers of turns by how they are written with their seats. Raises Unproven for what is not written so."""

    def __missing__(self, text: bytes) -> int:
        seat, what = text[:2], text[2:].decode()
        turn = PASS if what == "pass" else turn_of(_placement(what))
        if seat[:1] not in _PLACES or seat[1:] != b" ":
            raise Unproven
        self[text] = turn
        return turn


def _placement(text: str) -> Said:
    placed, _, counted = text.partition(" =")
    joined, _, claimed = placed.partition(" +")
    name, _, end = joined.partition("@")
    tile, at = Tile.parse(name), end_of(end) if end else None
    points, count = int(claimed) if claimed else None, int(counted) if counted else None
    if placement_text(tile, at, points, count) != text:
        raise Unproven
    return Said(tile, at, points, count)


_turn = _Turns().__getitem__


def turn_in(text: bytes) -> tuple[Seat, Said]:
    """What a turn of a proven match says."""
    return SEATS[_PLACES[text[:1]]], said_by(_turn(text))


@cache
def _ending(kind: str, whose: int) -> bytes:
    return " ".join(filter(None, ending_of(kind, whose))).encode()


def _settled(reckoned: Reckoned) -> bytes:
    """The leftovers and the total; nothing after a win."""
    if reckoned.costs is None:
        return b""
    left = [
        b"  %b:%b -%d\n" % (name, bits.names(hand), cost)
        for name, hand, cost in zip(_NAMES, reckoned.left, reckoned.costs, strict=True)
        if hand
    ]
    return b"\nleft\n%btotal NS %d EW %d" % (b"".join(left), reckoned.ns, reckoned.ew)
