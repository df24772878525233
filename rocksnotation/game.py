"""A match being played, for programs: the same laws as the replay, one turn at a time.

A refused turn changes nothing. What has been played can be taken back, and written down as a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rocksnotation import laws
from rocksnotation.events import (
    Deal,
    Ending,
    Event,
    Hand,
    LeftHand,
    Leftovers,
    Lot,
    Match,
    Pass,
    Play,
    Record,
    Round,
    Tag,
    Total,
    in_export_order,
)
from rocksnotation.layout import End, Layout
from rocksnotation.scoring import TARGET, deduction
from rocksnotation.seats import PAIRS, SEATS, Pair, Seat
from rocksnotation.spelling import end_of
from rocksnotation.state import Held, Position
from rocksnotation.text import is_control
from rocksnotation.tiles import ALL_TILES, HAND_SIZE, Tile


class IllegalTurn(ValueError):
    """A turn, deal or lead that the laws do not allow; the message says why, and the game is unchanged."""


@dataclass(frozen=True, slots=True)
class Move:
    """A placement that is legal now: the tile, and the end to name where the tile fits more than one kind.

    `sum` is what the ends would count, in pips, and `points` what it would score.
    """

    tile: Tile
    at: int | Tile | None
    sum: int
    points: int


@dataclass(frozen=True, slots=True)
class _State:
    """Everything of a game between two turns."""

    position: Position | None = None
    totals: tuple[int, int] = (0, 0)
    rounds: tuple[Round, ...] = ()
    leader: Seat | None = None
    winner: Pair | None = None

    def total(self, pair: Pair) -> int:
        return self.totals[PAIRS.index(pair)]

    def plus(self, pair: Pair, points: int) -> _State:
        totals = (self.totals[0] + points * (pair is Pair.NS), self.totals[1] + points * (pair is Pair.EW))
        return replace(self, totals=totals)


class Game:
    """One match. Each round begins with `deal()`; then `play()` and `pass_()` until it ends by itself.

    `tags` go into the record; `target` is the total that wins (Law 1.3). Raises ValueError for a target that
    is no positive multiple of five, and for tags that no record can have, or that are the game's own.
    """

    def __init__(self, tags: Mapping[str, str] | None = None, target: int = TARGET) -> None:
        if target <= 0 or target % 5:
            raise ValueError(f"the target is a positive multiple of five (Law 1.3), not {target}")
        for name, value in (tags or {}).items():
            if name in ("Rocks", "Target", "Result"):
                raise ValueError(f"the tag {name} is the game's own")
            if not (name.isidentifier() and not any(map(is_control, value))):
                raise ValueError(f"not a tag of the notation: {name!r} {value!r}")
        self._tags = dict(tags or {}) | ({"Target": str(target)} if target != TARGET else {})
        self._target = target
        self._states = [_State()]

    # ------------------------------------------------------------------------------------------ to look

    @property
    def _state(self) -> _State:
        return self._states[-1]

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, or None between rounds and after the match."""
        position = self._state.position
        return position.due[0] if position else None

    @property
    def winner(self) -> Pair | None:
        """The pair that has won the match, or None."""
        return self._state.winner

    @property
    def leader(self) -> Seat | None:
        """Who leads the next round (Law 2.4), or None where a lot is due (Law 2.2)."""
        return self._state.leader

    @property
    def totals(self) -> Mapping[Pair, int]:
        """The totals of both pairs in points."""
        return dict(zip(PAIRS, self._state.totals, strict=True))

    @property
    def layout(self) -> Layout:
        """The layout on the table; empty between rounds."""
        position = self._state.position
        return position.layout if position else Layout()

    def hand(self, seat: Seat | str) -> tuple[Tile, ...]:
        """The tiles that a seat holds, sorted; none between rounds."""
        position = self._state.position
        return tuple(sorted(position.hands[Seat(seat)].tiles)) if position else ()

    def legal(self) -> tuple[Move, ...]:
        """Every legal placement of the seat to move (Laws 3.1 and 6.1); none means that it must pass."""
        position = self._state.position
        if position is None:
            return ()
        seat = position.due[0]
        return tuple(
            _move(position, seat, tile, end)
            for tile in laws.placeable(position.layout, position.hands[seat].tiles)
            for end in _ends(position.layout, tile)
        )

    # ------------------------------------------------------------------------------------------ to play

    def deal(
        self,
        hands: Mapping[Seat, Iterable[Tile | str]] | Mapping[str, Iterable[Tile | str]],
        leader: Seat | str | None = None,
    ) -> None:
        """Begins a round (Laws 2.1 to 2.4). `leader` is the winner of the lot, where one is due.

        Raises IllegalTurn where a round is going on, the match is over, the hands are not the whole set in
        four sevens, or the leader is not the one who may lead.
        """
        state = self._state
        if state.position or state.winner:
            raise IllegalTurn("a round is going on" if state.position else "the match is over (Law 8.1)")
        dealt = {Seat(seat): list(map(_tile, tiles)) for seat, tiles in hands.items()}
        sizes = [len(dealt.get(seat, ())) for seat in SEATS]
        if sizes != [HAND_SIZE] * len(SEATS) or frozenset().union(*dealt.values()) != ALL_TILES:
            raise IllegalTurn("expected seven tiles for each seat, all 28 of the set together (Law 2.1)")
        if state.leader is None and leader is None:
            raise IllegalTurn("the leader is chosen by lot: expected its winner (Law 2.2)")
        if state.leader and leader not in (None, state.leader):
            raise IllegalTurn(f"{state.leader} leads, having gone out in the round before (Law 2.4)")
        first = state.leader or Seat(str(leader))
        held = {seat: Held(frozenset(dealt[seat]), complete=True) for seat in SEATS}
        round_ = Round(
            len(state.rounds) + 1,
            Deal(tuple(Hand(seat, tuple(sorted(dealt[seat]))) for seat in SEATS)),
            None if state.leader else Lot(winner=first),
        )
        self._states.append(replace(state, position=Position(held, (first,)), rounds=(*state.rounds, round_)))

    def play(self, tile: Tile | str, at: int | Tile | str | None = None) -> Move:
        """The seat to move places a tile, at an end that is named where the tile fits more than one kind.

        Raises IllegalTurn where the laws do not allow it.
        """
        position, seat = self._to_move()
        tile, named = _tile(tile), _end(at)
        if tile not in position.hands[seat].tiles:
            raise IllegalTurn(f"{seat} does not hold {tile} (Law 2.1)")
        end = None
        if position.layout.lying or named is not None:
            found = laws.ends(position.layout, tile, named)
            if isinstance(found, laws.NotOpen | laws.NoMatch):
                raise IllegalTurn(f"{found.message!s} (Law 3.1)")
            if len(found) > 1:
                names = " or ".join(laws.end_name(one.place) for one in found)
                raise IllegalTurn(f"{tile} fits more than one kind of end: name {names}")
            end = found[0]
        placed = laws.place(position, seat, tile, end)
        claimed = placed.points or None
        state = self._with_event(Play(tile, seat, named, points=claimed)).plus(seat.pair, placed.points)
        state = replace(state, position=placed.after)
        won = placed.points > 0 and laws.reaches(state.total(seat.pair), self._target)
        ending = laws.ending_of_placement(placed.after, seat, won)
        if ending == "win":
            state = _ended(state, Ending("win", pair=seat.pair))
        elif ending == "out":
            state = _ended(state, Ending("out", seat))
        self._states.append(state)
        return Move(tile, named, placed.sum, placed.points)

    def pass_(self) -> None:
        """The seat to move passes. Raises IllegalTurn where it could place a tile (Law 6.1)."""
        position, seat = self._to_move()
        able = laws.placeable(position.layout, position.hands[seat].tiles)
        if able:
            raise IllegalTurn(f"{seat} must place {' or '.join(map(str, able))} (Law 6.1)")
        after = laws.knock(position, seat)
        state = replace(self._with_event(Pass(seat)), position=after)
        self._states.append(_ended(state, Ending("blocked")) if laws.is_blocked(after) else state)

    def undo(self) -> None:
        """Takes back the last deal, placement or pass. Raises IllegalTurn where there is none."""
        if len(self._states) == 1:
            raise IllegalTurn("nothing has been played yet")
        self._states.pop()

    def record(self) -> Record:
        """The match so far as a record, with the Result tag as it stands."""
        state = self._state
        over = " ".join(f"{pair} {total}" for pair, total in self.totals.items())
        values = {**self._tags, "Result": over if state.winner else "*"}
        tags = in_export_order(Tag(name, value) for name, value in values.items())
        return Record((Match(tags, state.rounds),))

    def _to_move(self) -> tuple[Position, Seat]:
        position = self._state.position
        if position is None:
            over = "the match is over (Law 8.1)" if self._state.winner else "no round is going on: deal first"
            raise IllegalTurn(over)
        return position, position.due[0]

    def _with_event(self, event: Event) -> _State:
        *before, now = self._state.rounds
        return replace(self._state, rounds=(*before, replace(now, events=(*now.events, event))))


def _ended(state: _State, ending: Ending) -> _State:
    """Laws 7 and 8: a round that is over, settled unless it won the match."""
    assert state.position is not None
    *before, now = state.rounds
    now = replace(now, ending=ending)
    if ending.kind != "win":
        hands = []
        for seat, held in state.position.hands.items():
            tiles = tuple(sorted(held.tiles))
            state = state.plus(seat.pair, -deduction(tiles))
            if tiles:
                hands.append(LeftHand(seat, tiles, deduction(tiles)))
        now = replace(now, left=Leftovers(tuple(hands)))
        now = replace(now, total=Total(dict(zip(PAIRS, state.totals, strict=True))))
    return replace(state, position=None, rounds=(*before, now), leader=ending.seat, winner=ending.pair)


def _ends(layout: Layout, tile: Tile) -> tuple[End | None, ...]:
    return layout.ends_for(tile) if layout.lying else (None,)


def _move(position: Position, seat: Seat, tile: Tile, end: End | None) -> Move:
    placed = laws.place(position, seat, tile, end)
    several = end is not None and len(position.layout.ends_for(tile)) > 1
    return Move(tile, end.place.end if end and several else None, placed.sum, placed.points)


def _tile(tile: Tile | str) -> Tile:
    return Tile.parse(tile) if isinstance(tile, str) else Tile.of(*tile)


def _end(at: int | Tile | str | None) -> int | Tile | None:
    return end_of(at) if isinstance(at, str) else at
