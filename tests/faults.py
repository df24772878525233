"""Faults: what a tired scorer does to the record of a match, edit by edit.

Each edits the sheet of a match that the simulator has played, and marks with `¶` (which is not written in the
record) the place at which the finding is expected.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

import simulator
from simulator import (
    ALL_TILES,
    SEATS,
    Hands,
    Match,
    Round,
    RoundSheet,
    Sheet,
    Table,
    Tile,
    Turn,
    Written,
    after,
    pair_of,
    play,
    rounded,
    show,
    write_up,
)

HERE = "¶"
T = TypeVar("T")
WRONG_LEADER = 3
"""The round that is led by another seat in the matches played so."""


class Unfit(Exception):
    """This match has no place for this fault: another one is tried."""


@dataclass
class Desk:
    """A match, its sheet, and the editing of it."""

    rng: random.Random
    match: Match
    sheet: Sheet
    text: str = field(default="")

    def find(self, wanted: Callable[[Round, int, Turn], object]) -> tuple[int, int]:
        """Some turn of the match: the index of its round, and its index in the round."""
        return self.choose(
            (r, i)
            for r, played in enumerate(self.match.rounds)
            for i, turn in enumerate(played.turns)
            if wanted(played, i, turn)
        )

    def find_round(self, wanted: Callable[[Round], object]) -> int:
        """Some round of the match, by its index."""
        return self.choose(r for r, played in enumerate(self.match.rounds) if wanted(played))

    def choose(self, among: Iterable[T]) -> T:
        choices = list(among)
        if not choices:
            raise Unfit
        return self.rng.choice(choices)

    def turn(self, r: int, i: int) -> tuple[Turn, Written]:
        return self.match.rounds[r].turns[i], self.sheet.rounds[r].turns[i]

    def stop_after(self, r: int) -> None:
        """The record ends with this round."""
        del self.sheet.rounds[r + 1 :]
        if self.match.winner is None or r + 1 < len(self.match.rounds):
            self.sheet.tags["Result"] = '[Result "*"]'

    def stop_at(self, r: int, i: int) -> None:
        """The record ends with this turn."""
        self.stop_after(r)
        self.sheet.tags["Result"] = '[Result "*"]'
        lose_end(self.sheet.rounds[r])
        del self.sheet.rounds[r].turns[i + 1 :]

    def carry(self, error: dict[str, int], r: int) -> None:
        """From the total of this round on, the record carries an error; the match must not be decided by it."""
        for later in self.match.rounds[r:]:
            for turn in later.turns if later is not self.match.rounds[r] else ():
                for pair, total in turn.totals.items():
                    need(
                        turn.points == 0
                        or (total >= self.match.target) == (total + error.get(pair, 0) >= self.match.target)
                    )
        for later, written in zip(self.match.rounds[r:], self.sheet.rounds[r:], strict=True):
            if written.total:
                written.total = simulator.written_total(plus(later.totals, error))
        if self.match.winner and len(self.sheet.rounds) == len(self.match.rounds):
            came_to = plus(self.match.totals, error)
            self.sheet.tags["Result"] = f'[Result "NS {came_to["NS"]} EW {came_to["EW"]}"]'


def need(condition: object) -> None:
    if not condition:
        raise Unfit


def plus(totals: dict[str, int], error: dict[str, int]) -> dict[str, int]:
    return {pair: total + error.get(pair, 0) for pair, total in totals.items()}


def lose_end(written: RoundSheet) -> None:
    """Nothing stands after the turns."""
    written.ending = written.left = written.total = None


def mark(text: str, part: str = "") -> str:
    """The text with the mark before a part of it."""
    assert part in text
    return text.replace(part, HERE + part, 1)


def placed(turn: Turn) -> bool:
    return turn.tile is not None


def settled(played: Round) -> bool:
    return played.deductions is not None


def went_out(played: Round) -> bool:
    return played.ending.startswith("out")


def blocked(played: Round) -> bool:
    return played.ending == "blocked"


def before(desk: Desk, r: int, i: int) -> tuple[Table, Hands]:
    return desk.match.rounds[r].before(i)


def as_claimed(table: Table, tile: Tile, end: str) -> str:
    points = table.after(tile, end).points()
    return f" +{points}" if points else ""


def able(table: Table, hand: list[Tile]) -> bool:
    return any(table.fits(tile) for tile in hand)


# --------------------------------------------------------------------------------------- points and counts


def claim(text: str, points: int | None, count: int | None = None) -> str:
    """A turn with another claim, which is marked."""
    bare = text.split(" +")[0].split(" =")[0]
    said = "" if points is None else f" +{points}"
    counted = "" if count is None else f" ={count}"
    return f"{bare}{said}{counted}"


def claims_other_points(desk: Desk, by: int, carried: bool = False) -> None:
    r, i = desk.find(lambda _, __, turn: placed(turn) and turn.points + by >= 0)
    turn, written = desk.turn(r, i)
    written.text = mark(claim(written.text, turn.points + by), "+")
    if carried:
        need(not would_win_otherwise(desk, r, i, by))
        desk.carry({pair_of(turn.seat): by}, r)


def would_win_otherwise(desk: Desk, r: int, i: int, error: int) -> bool:
    """Whether an error made at this turn would decide the match in the round itself."""
    turns = desk.match.rounds[r].turns
    pair, target = pair_of(turns[i].seat), desk.match.target
    totals = [turn.totals[pair] for turn in turns[i:] if turn.points or turn is turns[i]]
    return any((total >= target) != (total + error >= target) for total in totals)


def claims_points_of_the_turn_before(desk: Desk) -> None:
    r, i = desk.find(
        lambda played, i, turn: i and placed(turn) and played.turns[i - 1].points not in (0, turn.points)
    )
    _, written = desk.turn(r, i)
    points = desk.match.rounds[r].turns[i - 1].points
    written.text = mark(claim(written.text, points), "+")


def claims_the_count(desk: Desk) -> None:
    r, i = desk.find(lambda _, __, turn: placed(turn) and (turn.sum or 0) % 5)
    turn, written = desk.turn(r, i)
    written.text = mark(claim(written.text, turn.sum, turn.sum), "+")


def claims_and_counts_wrongly(desk: Desk) -> None:
    r, i = desk.find(lambda _, __, turn: placed(turn))
    turn, written = desk.turn(r, i)
    written.text = mark(claim(written.text, turn.points + 5, (turn.sum or 0) + 5), "+")


def counts_wrongly(desk: Desk, by: int) -> None:
    r, i = desk.find(lambda _, __, turn: placed(turn) and (turn.sum or 0) + by >= 0)
    turn, written = desk.turn(r, i)
    written.text = mark(claim(written.text, turn.points or None, (turn.sum or 0) + by), "=")


def forgets_a_claim(desk: Desk, carried: bool = False) -> None:
    r, i = desk.find(
        lambda played, _, turn: turn.points and sum(bool(other.points) for other in played.turns) > 1
    )
    turn, written = desk.turn(r, i)
    written.text = HERE + claim(written.text, None)
    if carried:
        need(not would_win_otherwise(desk, r, i, -turn.points))
        desk.carry({pair_of(turn.seat): -turn.points}, r)


def wins_by_a_wrong_claim(desk: Desk) -> None:
    """Five too many, carried on, make the target, and the table takes the match for won."""
    target = desk.match.target
    r, j = desk.find(
        lambda played, j, turn: (
            turn.points and target - 5 <= turn.totals[pair_of(turn.seat)] < target and j > 4
        )
    )
    pair = pair_of(desk.match.rounds[r].turns[j].seat)
    i = desk.choose(
        i
        for i, turn in enumerate(desk.match.rounds[r].turns[:j])
        if placed(turn) and pair_of(turn.seat) == pair
    )
    need(not any(turn.totals[pair] + 5 >= target for turn in desk.match.rounds[r].turns[i:j]))
    turn, written = desk.turn(r, i)
    written.text = mark(claim(written.text, turn.points + 5), "+")
    desk.stop_at(r, j)
    totals = plus(desk.match.rounds[r].turns[j].totals, {pair: 5})
    desk.sheet.rounds[r].ending = f"win {pair}"
    desk.sheet.tags["Result"] = f'[Result "NS {totals["NS"]} EW {totals["EW"]}"]'


def misses_a_win_by_a_wrong_claim(desk: Desk) -> None:
    """Played to 255: five too few, carried on, hide that 250 was reached, and the table plays on."""
    match = desk.match
    pair = match.winner
    need(pair)
    assert pair
    turns = [(r, i, turn) for r, played in enumerate(match.rounds) for i, turn in enumerate(played.turns)]
    first = next(
        (at for at, (*_, turn) in enumerate(turns) if turn.points and turn.totals[pair_of(turn.seat)] >= 250),
        None,
    )
    assert first is not None
    need(first < len(turns) - 1)
    need(
        all(
            pair_of(turn.seat) == pair
            for *_, turn in turns
            if turn.points and turn.totals[pair_of(turn.seat)] >= 250
        )
    )
    r, i, turn = desk.choose(
        (r, i, turn) for r, i, turn in turns[:first] if pair_of(turn.seat) == pair and turn.points
    )
    written = desk.sheet.rounds[r].turns[i]
    written.text = mark(claim(written.text, turn.points - 5), "+")
    desk.sheet.tags.pop("Target")
    for later, sheet in zip(match.rounds[r:], desk.sheet.rounds[r:], strict=True):
        if sheet.total:
            sheet.total = simulator.written_total(plus(later.totals, {pair: -5}))
    totals = plus(match.totals, {pair: -5})
    desk.sheet.tags["Result"] = f'[Result "NS {totals["NS"]} EW {totals["EW"]}"]'


# -------------------------------------------------------------------------------------------- settlement


def some_left(desk: Desk, size: int = 1) -> tuple[int, str]:
    """A settled round, and a seat that had tiles left."""
    r = desk.find_round(settled)
    played = desk.match.rounds[r]
    return r, desk.choose([seat for seat in SEATS if len(played.left[seat]) >= size])


def left_line(seat: str, tiles: list[Tile], cost: int) -> str:
    return f"{simulator.written_hand(seat, tiles)} -{cost}"


def deducts_wrongly(desk: Desk, by: int, carried: bool = False) -> None:
    r, seat = some_left(desk)
    played = desk.match.rounds[r]
    cost = (played.deductions or {})[seat] + by
    need(cost >= 0)
    desk.sheet.rounds[r].left_hands[seat] = HERE + left_line(seat, played.left[seat], cost)
    if carried:
        desk.carry({pair_of(seat): -by}, r)


def pools_the_partners(desk: Desk) -> None:
    """Threes and threes are six, and six is five: the pair is charged at the first of its hands."""
    r = desk.find_round(
        lambda played: settled(played) and any(
            played.left[a] and played.left[b] and rounded(played.left[a]) == 5 == rounded(played.left[b])
            for a, b in ("NS", "EW")
        )
    )  # fmt: skip
    played = desk.match.rounds[r]
    a, b = next(
        (a, b) for a, b in ("NS", "EW")
        if played.left[a] and played.left[b] and rounded(played.left[a]) == 5 == rounded(played.left[b])
    )  # fmt: skip
    desk.sheet.rounds[r].left_hands[b] = HERE + left_line(b, played.left[b], 0)
    desk.carry({pair_of(a): 5}, r)


def totals_wrongly(desk: Desk, carried: bool = False, **by: int) -> None:
    r = desk.find_round(settled)
    total = plus(desk.match.rounds[r].totals, by)
    if carried:
        desk.carry(by, r)
    desk.sheet.rounds[r].total = HERE + simulator.written_total(total)


def totals_one_pair(desk: Desk, by: int) -> None:
    r = desk.find_round(settled)
    pair = desk.rng.choice(("NS", "EW"))
    here = HERE if by else ""
    desk.sheet.rounds[r].total = f"{here}total {pair} {desk.match.rounds[r].totals[pair] + by}"


def swaps_leftovers(desk: Desk) -> None:
    r = desk.find_round(
        lambda played: settled(played) and sum(bool(hand) for hand in played.left.values()) > 1
    )
    played = desk.match.rounds[r]
    a, b = sorted(desk.rng.sample([seat for seat in SEATS if played.left[seat]], 2), key=SEATS.index)
    x, y = desk.rng.choice(played.left[a]), desk.rng.choice(played.left[b])
    hands, costs = desk.sheet.rounds[r].left_hands, played.deductions or {}
    hands[a] = HERE + left_line(a, [tile for tile in played.left[a] if tile != x] + [y], costs[a])
    hands[b] = left_line(b, [tile for tile in played.left[b] if tile != y] + [x], costs[b])


def leaves_out_a_leftover(desk: Desk, follow: str = "") -> None:
    """`follow`: the deduction, or the total as well, is that of the tiles as written."""
    r, seat = some_left(desk, size=2)
    played = desk.match.rounds[r]
    tiles = list(played.left[seat])
    tiles.remove(desk.rng.choice(tiles))
    right = (played.deductions or {})[seat]
    written = rounded(tiles) if follow else right
    desk.sheet.rounds[r].left_hands[seat] = HERE + left_line(seat, tiles, written)
    if follow == "total":
        desk.carry({pair_of(seat): right - written}, r)


def leaves_out_a_hand(desk: Desk, carried: bool = False) -> None:
    r, seat = some_left(desk)
    del desk.sheet.rounds[r].left_hands[seat]
    desk.sheet.rounds[r].left = f"{HERE}left"
    if carried:
        desk.carry({pair_of(seat): (desk.match.rounds[r].deductions or {})[seat]}, r)


def leaves_a_tile_that_lies(desk: Desk) -> None:
    r, seat = some_left(desk)
    played = desk.match.rounds[r]
    lying = desk.rng.choice([turn.tile for turn in played.turns if turn.tile])
    line = left_line(seat, [*played.left[seat], lying], (played.deductions or {})[seat])
    desk.sheet.rounds[r].left_hands[seat] = HERE + line


def leaves_a_tile_to_the_one_who_went_out(desk: Desk) -> None:
    r = desk.find_round(went_out)
    played = desk.match.rounds[r]
    seat = played.ending[-1]
    lying = desk.rng.choice([turn.tile for turn in played.turns if turn.tile])
    hands = desk.sheet.rounds[r].left_hands | {seat: HERE + simulator.written_hand(seat, [lying])}
    desk.sheet.rounds[r].left_hands = {other: hands[other] for other in SEATS if other in hands}


# -------------------------------------------------------------------------------------------------- deal


def deals_a_tile_twice(desk: Desk) -> None:
    r = desk.find_round(lambda played: True)
    dealt = desk.match.rounds[r].dealt
    a, b = desk.rng.sample(SEATS, 2)
    tile = desk.rng.choice(dealt[a])
    hand = [*desk.rng.sample(dealt[b], 6), tile]
    hands = {**dealt, b: sorted(hand)}
    second = max(a, b, key=SEATS.index)
    lines = {seat: simulator.written_hand(seat, hands[seat]) for seat in SEATS}
    lines[second] = mark(lines[second], show(tile))
    desk.sheet.rounds[r].hands = lines


def deals_a_tile_twice_to_one(desk: Desk) -> None:
    r = desk.find_round(lambda played: True)
    seat = desk.rng.choice(SEATS)
    tiles = desk.rng.sample(desk.match.rounds[r].dealt[seat], 6)
    again = desk.rng.choice(tiles)
    line = simulator.written_hand(seat, [*tiles, again]).replace(
        f"{show(again)} {show(again)}", f"{show(again)} {HERE}{show(again)}"
    )
    desk.sheet.rounds[r].hands[seat] = line


def deals_six(desk: Desk) -> None:
    r = desk.find_round(lambda played: True)
    seat = desk.rng.choice(SEATS)
    tiles = desk.rng.sample(desk.match.rounds[r].dealt[seat], 6)
    desk.sheet.rounds[r].hands[seat] = HERE + simulator.written_hand(seat, tiles)


def deals_eight(desk: Desk) -> None:
    """A tile more, from a hand that is not written."""
    r = desk.find_round(lambda played: True)
    dealt = desk.match.rounds[r].dealt
    a, b = desk.rng.sample(SEATS, 2)
    del desk.sheet.rounds[r].hands[a]
    desk.sheet.rounds[r].hands[b] = HERE + simulator.written_hand(b, [*dealt[b], desk.rng.choice(dealt[a])])


def deals_a_tile_to_the_wrong_hand(desk: Desk) -> None:
    r = desk.find_round(lambda played: True)
    dealt = desk.match.rounds[r].dealt
    a, b = desk.rng.sample(SEATS, 2)
    tile = desk.rng.choice(dealt[a])
    desk.sheet.rounds[r].hands[a] = HERE + simulator.written_hand(a, [one for one in dealt[a] if one != tile])
    desk.sheet.rounds[r].hands[b] = HERE + simulator.written_hand(b, [*dealt[b], tile])


def deals_too_many_unknown(desk: Desk) -> None:
    r = desk.find_round(lambda played: True)
    seat = desk.rng.choice(SEATS)
    tiles = desk.rng.sample(desk.match.rounds[r].dealt[seat], 4)
    desk.sheet.rounds[r].hands[seat] = HERE + simulator.written_hand(seat, tiles) + " ? ? ? ?"


def does_not_know_all_tiles(desk: Desk) -> None:
    r = desk.find_round(lambda played: True)
    seat = desk.rng.choice(SEATS)
    tiles = desk.rng.sample(desk.match.rounds[r].dealt[seat], 5)
    desk.sheet.rounds[r].hands[seat] = simulator.written_hand(seat, tiles) + " ? ?"
    desk.sheet.rounds[r].head = HERE + desk.sheet.rounds[r].head


def does_not_know_a_hand(desk: Desk) -> None:
    """Twice: it is told once a match."""
    need(len(desk.match.rounds) > 2)
    r, later = sorted(desk.rng.sample(range(len(desk.match.rounds)), 2))
    for index in (r, later):
        del desk.sheet.rounds[index].hands[desk.rng.choice(SEATS)]
    desk.sheet.rounds[r].head = HERE + desk.sheet.rounds[r].head


# ---------------------------------------------------------------------------------------- lot and leader


def is_led_by_another(desk: Desk, stood: str = "", first: bool = False) -> None:
    """The match was played so."""
    r = 0 if first else WRONG_LEADER - 1
    need(r < len(desk.match.rounds))
    written = desk.sheet.rounds[r].turns[0]
    bare, *rest = written.text.split(" +")
    written.text = HERE + " +".join([bare + stood, *rest])


def names_another_leader(desk: Desk) -> None:
    r = desk.find_round(lambda played: True)
    turn, written = desk.turn(r, 0)
    written.text = HERE + after(turn.seat, desk.rng.randint(1, 3)) + written.text[1:]


def loses_the_first_lot(desk: Desk) -> None:
    desk.sheet.rounds[0].lot = None
    desk.sheet.rounds[0].head = HERE + desk.sheet.rounds[0].head


def loses_a_lot_after_a_block(desk: Desk) -> None:
    r = desk.find_round(lambda played: played.number > 1 and played.lot)
    desk.sheet.rounds[r].lot = None
    desk.sheet.rounds[r].head = HERE + desk.sheet.rounds[r].head


def leaves_a_lot_tied(desk: Desk) -> None:
    r = desk.find_round(lambda played: len(played.lot or ()) > 1)
    desk.sheet.rounds[r].lot = HERE + simulator.written_lot((desk.match.rounds[r].lot or [])[:-1])


def draws_again_with_the_wrong_candidate(desk: Desk) -> None:
    """One who had not tied draws again too, and low."""
    r = desk.find_round(lambda played: len(played.lot or ()) > 1 and len((played.lot or [])[1]) < 4)
    first, second, *more = desk.match.rounds[r].lot or []
    wrong = desk.rng.choice([seat for seat in SEATS if seat not in second])
    desk.sheet.rounds[r].lot = HERE + simulator.written_lot([first, {**second, wrong: 0}, *more])


def draws_among_three(desk: Desk) -> None:
    r = desk.find_round(lambda played: len(played.lot or ()) == 1)
    (draw,) = desk.match.rounds[r].lot or []
    lost = desk.rng.choice([seat for seat in SEATS if seat != desk.match.rounds[r].leader])
    desk.sheet.rounds[r].lot = HERE + simulator.written_lot([{s: n for s, n in draw.items() if s != lost}])


def draws_a_lot_though_somebody_went_out(desk: Desk, other: bool) -> None:
    r = desk.find_round(lambda played: played.lot is None)
    seat = desk.match.rounds[r].leader
    desk.sheet.rounds[r].lot = f"{HERE}lot {after(seat, desk.rng.randint(1, 3) if other else 0)}"


# ------------------------------------------------------------------------------------------------- turns


def slipped(desk: Desk) -> tuple[int, int]:
    """The turn at which the match was played against the laws."""
    for r, played in enumerate(desk.match.rounds):
        if played.slip is not None:
            return r, played.slip
    raise Unfit


def was_played_so(desk: Desk, cut: bool = False, stood: bool = False) -> None:
    r, i = slipped(desk)
    _, written = desk.turn(r, i)
    text, *rest = written.text.split(" +")
    written.text = HERE + " +".join([text + "^" * stood, *rest])
    if cut:
        desk.stop_at(r, i)


def false_pass(played: Round, seat: str, table: Table, hands: Hands) -> tuple[str, None, str] | None:
    return (seat, None, "") if able(table, hands[seat]) else None


def out_of_turn(
    played: Round, seat: str, table: Table, hands: Hands, due_follows: bool
) -> tuple[str, Tile, str] | None:
    """Another seat places a tile while the one that is due could."""
    for other in (after(seat), after(seat, 2), after(seat, 3)):
        fitting = [tile for tile in hands[other] if table.fits(tile)]
        if able(table, hands[seat]) and fitting:
            return other, fitting[0], seat if due_follows else ""
    return None


def pass_out_of_turn(played: Round, seat: str, table: Table, hands: Hands) -> tuple[str, None, str] | None:
    for other in (after(seat), after(seat, 2), after(seat, 3)):
        if table.joined and able(table, hands[seat]) and not able(table, hands[other]):
            return other, None, ""
    return None


def writes_the_wrong_letter(desk: Desk, stood: str = "") -> None:
    r, i = desk.find(lambda _, i, turn: i and placed(turn))
    turn, written = desk.turn(r, i)
    bare, *rest = written.text.split(" +")
    written.text = HERE + " +".join([after(turn.seat, desk.rng.randint(1, 3)) + bare[1:] + stood, *rest])


def plays_instead(
    desk: Desk,
    choose: Callable[[Table, Hands, Turn], Iterator[tuple[Tile, str]]],
    cut: bool = False,
    stood: str = "",
) -> None:
    """In place of a placement of the match another one, with the claim that belongs to it if it can be made."""
    r, i = desk.find(lambda played, i, turn: placed(turn) and any(choose(*played.before(i), turn)))
    table, hands = before(desk, r, i)
    turn, written = desk.turn(r, i)
    tile, end = desk.choose(choose(table, hands, turn))
    at = f"@{end}" if end else ""
    fits = table.fits(tile)
    claimed = as_claimed(table, tile, fits[0]) if len(fits) == 1 and tile not in table.joined else ""
    written.text = f"{turn.seat} {HERE}{show(tile)}{at}{stood}{claimed}"
    if cut:
        desk.stop_at(r, i)


def held_by_another(table: Table, hands: Hands, turn: Turn) -> Iterator[tuple[Tile, str]]:
    for seat in SEATS:
        if seat != turn.seat:
            yield from ((tile, "") for tile in hands[seat] if len(table.fits(tile)) == 1)


def lying(table: Table, hands: Hands, turn: Turn) -> Iterator[tuple[Tile, str]]:
    yield from ((tile, "") for tile in table.joined)


def fitting_nowhere(table: Table, hands: Hands, turn: Turn) -> Iterator[tuple[Tile, str]]:
    yield from ((tile, "") for tile in hands[turn.seat] if not table.fits(tile))


def not_fitting_that_end(table: Table, hands: Hands, turn: Turn) -> Iterator[tuple[Tile, str]]:
    for tile in hands[turn.seat]:
        for name, _, value, _ in table.ends():
            if value not in tile:
                yield tile, name


def names_an_end(desk: Desk, name: Callable[[Table, Tile], Iterator[str]], stood: str = "") -> None:
    """The placement of the match, with an end that is not there."""
    r, i = desk.find(lambda played, i, turn: turn.tile and any(name(played.before(i)[0], turn.tile)))
    turn, written = desk.turn(r, i)
    assert turn.tile
    end = desk.choose(name(before(desk, r, i)[0], turn.tile))
    claimed = f" +{turn.points}" if turn.points else ""
    written.text = f"{turn.seat} {show(turn.tile)}{HERE}@{end}{stood}{claimed}"


def shown_by_nothing(table: Table, tile: Tile) -> Iterator[str]:
    yield from (str(value) for value in range(7) if value not in table.values())


def not_on_the_table(table: Table, tile: Tile) -> Iterator[str]:
    yield from (show(other) for other in ALL_TILES if other not in table.joined and other != tile)


def covered(table: Table, tile: Tile) -> Iterator[str]:
    open_tiles = {host for _, host, _, _ in table.ends()}
    yield from (show(other) for other in table.joined if other not in open_tiles)


def names_no_end(desk: Desk, settled_by: str = "") -> None:
    """Two kinds of end take the tile, and none is named. `settled_by` the claim or the count, one is meant."""

    def readings(played: Round, i: int, turn: Turn) -> set[object]:
        table, _ = played.before(i)
        if not turn.tile or len(turn.kinds) < 2:
            return set()
        tables = [table.after(turn.tile, end) for end in turn.kinds]
        right = [
            one for one in tables if (one.points() if settled_by == "claim" else one.sum()) == wanted(turn)
        ]
        return {len(right)}

    def wanted(turn: Turn) -> int | None:
        return turn.points if settled_by == "claim" else turn.sum

    if settled_by:
        r, i = desk.find(lambda played, i, turn: 1 in readings(played, i, turn))
    else:
        r, i = desk.find(lambda _, __, turn: len(turn.kinds) > 1)
    turn, written = desk.turn(r, i)
    assert turn.tile
    said = {"claim": f" +{turn.points}", "count": f" ={turn.sum}", "": ""}[settled_by]
    if settled_by == "count" and turn.points:
        said = f" +{turn.points}{said}"
    written.text = f"{turn.seat} {HERE}{show(turn.tile)}{said}"


def claims_what_no_end_gives(desk: Desk) -> None:
    r, i = desk.find(lambda _, __, turn: len(turn.kinds) > 1)
    turn, written = desk.turn(r, i)
    assert turn.tile
    written.text = f"{turn.seat} {HERE}{show(turn.tile)} =40"


def passes_instead(desk: Desk) -> None:
    r, i = desk.find(lambda _, i, turn: i and placed(turn))
    turn, written = desk.turn(r, i)
    written.text = f"{HERE}{turn.seat} pass"


def loses_turns(desk: Desk, turns: int = 1, endings: bool = True) -> None:
    """Placements are lost amid a round, so that another seat follows than the one that could."""
    if not endings:
        leaves_out_sections(desk, ("ending",))
    r, i = desk.find(
        lambda played, i, turn: (
            i and i + turns < len(played.turns) and all(map(placed, played.turns[i : i + turns]))
        )
    )
    written = desk.sheet.rounds[r].turns
    written[i + turns].text = HERE + written[i + turns].text
    del written[i : i + turns]


def takes_turns_after_the_end(desk: Desk, ended: Callable[[Round], object], turns: int = 1) -> None:
    r = desk.find_round(ended)
    table, hands = before(desk, r, len(desk.match.rounds[r].turns))
    seat = after(desk.match.rounds[r].turns[-1].seat)
    for _ in range(turns):
        fitting = [tile for tile in hands[seat] if len(table.fits(tile)) == 1]
        text = f"{seat} pass"
        if fitting:
            text = f"{seat} {show(fitting[0])}"
            table.put(fitting[0], table.fits(fitting[0])[0])
            hands[seat].remove(fitting[0])
        desk.sheet.rounds[r].turns.append(Written(text))
        seat = after(seat)
    desk.sheet.rounds[r].turns[-turns].text = HERE + desk.sheet.rounds[r].turns[-turns].text


def loses_an_award(desk: Desk) -> None:
    """The last turn but one is lost, an award, and the round is not settled: its totals are unsure from there.

    The last turn fits all the same, so that nothing shows that a turn is lost.
    """
    last = desk.match.rounds[-1]
    r, i = desk.find(
        lambda played, i, turn: turn.points and 0 < i == len(played.turns) - 2 and played is not last
    )
    played, written = desk.match.rounds[r], desk.sheet.rounds[r]
    table, _ = played.before(i)
    following = played.turns[i + 1]
    need(following.tile and following.end in table.fits(following.tile) and not following.points)
    written.turns[i + 1].text = HERE + written.turns[i + 1].text
    del written.turns[i]
    written.left = written.total = None


def exchanges_two_turns(desk: Desk) -> None:
    r, i = desk.find(
        lambda played, i, turn: i and i + 1 < len(played.turns) and all(map(placed, played.turns[i : i + 2]))
    )
    written = desk.sheet.rounds[r].turns
    written[i], written[i + 1] = written[i + 1], written[i]
    written[i].text = HERE + written[i].text


def skips_passes(desk: Desk, renumbered: bool = True) -> None:
    """One pass, or two in a row, are not written."""
    r, i = desk.find(lambda played, i, turn: not placed(turn) and i + 1 < len(played.turns))
    turns, written = desk.match.rounds[r].turns, desk.sheet.rounds[r]
    lost = 1 + (not placed(turns[i + 1]) and i + 2 < len(turns) and desk.rng.random() < 0.5)
    if not renumbered:
        count = len(turns)
        written.numbers = dict.fromkeys(range((count + 3) // 4), "")
        for circuit in range((count + 3) // 4):
            first = written.turns[4 * circuit]
            first.text = f"{circuit + 1}. {first.text}"
    written.turns[i + lost].text = HERE + written.turns[i + lost].text
    del written.turns[i : i + lost]


def skips_passes_of_unknown_hands(desk: Desk) -> None:
    """With neither deal nor leftovers nobody knows whether the one who is skipped could place."""
    r, i = desk.find(
        lambda played, i, turn: not placed(turn) and i + 1 < len(played.turns) and settled(played)
    )
    written = desk.sheet.rounds[r]
    written.deal = written.left = None
    written.turns[i + 1].text = HERE + written.turns[i + 1].text
    del written.turns[i]
    desk.stop_after(r)


def skips_passes_of_the_block(desk: Desk) -> None:
    r = desk.find_round(blocked)
    written = desk.sheet.rounds[r]
    lost = desk.rng.randint(1, 4)
    del written.turns[-lost:]
    written.ending = f"{HERE}blocked"


def loses_last_turns(desk: Desk, to: str, turns: int = 1) -> None:
    """The end of a round is lost, from its last turn to what stands before `to`."""
    last = len(desk.match.rounds) - 1
    r = desk.find_round(lambda played: settled(played) and played is not desk.match.rounds[last])
    written = desk.sheet.rounds[r]
    del written.turns[-turns:]
    written.ending = None
    if to == "left":
        written.left = f"{HERE}left"
    else:
        written.left = None
    if to == "total":
        written.total = f"{HERE}{written.total}"
    if to == "next round":
        written.total = None
        desk.sheet.rounds[r + 1].head = HERE + desk.sheet.rounds[r + 1].head


# ------------------------------------------------------------------------------------- endings and result


def ends_otherwise(
    desk: Desk, ended: Callable[[Round], object], ending: Callable[[Desk, Round], str]
) -> None:
    r = desk.find_round(ended)
    desk.sheet.rounds[r].ending = HERE + ending(desk, desk.match.rounds[r])


def won(played: Round) -> bool:
    return played.ending.startswith("win")


def out_of_another(desk: Desk, played: Round) -> str:
    return f"out {after(played.turns[-1].seat, desk.rng.randint(1, 3))}"


def loses_the_turn_that_ended_it(desk: Desk, ended: Callable[[Round], object]) -> None:
    r = desk.find_round(lambda played: ended(played) and len(played.turns) > 1)
    written = desk.sheet.rounds[r]
    del written.turns[-1]
    written.ending = f"{HERE}{written.ending}"


def is_blocked_too_early(desk: Desk) -> None:
    """`blocked`, though one of those who have not passed could place."""
    r, i = desk.find(lambda played, i, turn: i and placed(turn) and settled(played))
    written = desk.sheet.rounds[r]
    del written.turns[i:]
    written.ending = f"{HERE}blocked"


def goes_out_by_another_who_leads_next(desk: Desk) -> None:
    """The match was played so: round WRONG_LEADER is led by the one who is said to have gone out."""
    need(len(desk.match.rounds) >= WRONG_LEADER)
    before_, played = desk.match.rounds[WRONG_LEADER - 2], desk.match.rounds[WRONG_LEADER - 1]
    need(went_out(before_))
    desk.sheet.rounds[WRONG_LEADER - 2].ending = f"{HERE}out {played.leader}"


def is_blocked_and_draws_a_lot(desk: Desk) -> None:
    """An out is taken for a block, and a lot, won by the same seat, is drawn for the next round."""
    r = desk.find_round(lambda played: went_out(played) and played is not desk.match.rounds[-1])
    desk.sheet.rounds[r].ending = f"{HERE}blocked"
    desk.sheet.rounds[r + 1].lot = f"lot {desk.match.rounds[r + 1].leader}"


def has_another_result(desk: Desk, ns: int, ew: int, swapped: bool = False) -> None:
    total = plus(desk.match.totals, {"NS": ns, "EW": ew})
    if swapped:
        total = {"NS": total["EW"], "EW": total["NS"]}
        need(total != desk.match.totals)
    desk.sheet.tags["Result"] = f'{HERE}[Result "NS {total["NS"]} EW {total["EW"]}"]'


def is_cut_short(desk: Desk, result: str) -> None:
    """The match stops after some round; its Result is as it was, or unknown, or not there."""
    need(len(desk.match.rounds) > 2)
    r = desk.rng.randrange(len(desk.match.rounds) - 1)
    kept = desk.sheet.tags.pop("Result")
    desk.stop_after(r)
    desk.sheet.tags["Result"] = HERE + kept
    if result == "*":
        desk.sheet.tags["Result"] = HERE + '[Result "*"]'
    if result == "none":
        del desk.sheet.tags["Result"]
        desk.sheet.tags["Rocks"] = HERE + desk.sheet.tags["Rocks"]


def loses_the_winning_turn(desk: Desk) -> None:
    written = desk.sheet.rounds[-1]
    del written.turns[-1]
    written.ending = None
    need(written.turns)
    desk.sheet.tags["Result"] = HERE + desk.sheet.tags["Result"]


def settles_after_the_win(desk: Desk, total: str = "") -> None:
    played, written = desk.match.rounds[-1], desk.sheet.rounds[-1]
    costs = {seat: rounded(tiles) for seat, tiles in played.left.items()}
    need(sum(costs.values()))
    written.left = f"{HERE}left"
    written.left_hands = {s: left_line(s, tiles, costs[s]) for s, tiles in played.left.items() if tiles}
    if total:
        deducted = {"NS": -costs["N"] - costs["S"], "EW": -costs["E"] - costs["W"]}
        written.total = simulator.written_total(plus(played.totals, deducted if total == "deducted" else {}))


def shows_the_hands_after_the_win(desk: Desk) -> None:
    played, written = desk.match.rounds[-1], desk.sheet.rounds[-1]
    written.left = "left"
    written.left_hands = {s: simulator.written_hand(s, tiles) for s, tiles in played.left.items() if tiles}


def plays_another_round(desk: Desk, rounds: int = 1) -> None:
    """After the match is over."""
    further = play(desk.rng, rounds=rounds)
    for number, played in enumerate(further.rounds, len(desk.match.rounds) + 1):
        played.number = number
    desk.sheet.rounds += write_up(further).rounds
    desk.sheet.rounds[-rounds].head = HERE + desk.sheet.rounds[-rounds].head


def plays_on_after_abandoning(desk: Desk) -> None:
    r = desk.find_round(lambda played: settled(played) and played is not desk.match.rounds[-1])
    written = desk.sheet.rounds[r]
    lose_end(written)
    del written.turns[desk.rng.randrange(1, len(written.turns)) :]
    written.ending = "abandoned"
    desk.sheet.rounds[r + 1].head = HERE + desk.sheet.rounds[r + 1].head
    desk.stop_after(r + 1)
    desk.sheet.tags["Result"] = '[Result "*"]'


# ------------------------------------------------------------------------------------------- it stood: ^


def marks_a_right_turn(desk: Desk, what: str) -> None:
    """`^` where nothing was wrong."""
    if what == "pass":
        r, i = desk.find(lambda _, __, turn: not placed(turn))
        _, written = desk.turn(r, i)
        written.text = f"{HERE}{written.text}^"
    elif what == "placement":
        r, i = desk.find(lambda _, __, turn: placed(turn))
        _, written = desk.turn(r, i)
        bare, *rest = written.text.split(" +")
        written.text = HERE + " +".join([f"{bare}^", *rest])
    else:
        r, i = desk.find(lambda _, __, turn: turn.points)
        _, written = desk.turn(r, i)
        written.text = mark(f"{written.text}^", "+")


def marks_a_right_deduction(desk: Desk) -> None:
    r, seat = some_left(desk)
    desk.sheet.rounds[r].left_hands[seat] = f"{HERE}{desk.sheet.rounds[r].left_hands[seat]}^"


def marks_a_right_total(desk: Desk) -> None:
    r = desk.find_round(settled)
    desk.sheet.rounds[r].total = f"{HERE}{desk.sheet.rounds[r].total}^"


def lets_a_wrong_claim_stand(desk: Desk, by: int) -> None:
    """And the points count as claimed."""
    r, i = desk.find(lambda _, __, turn: placed(turn) and turn.points + by >= 0)
    turn, written = desk.turn(r, i)
    need(not would_win_otherwise(desk, r, i, by))
    written.text = mark(claim(written.text, turn.points + by), "+") + "^"
    desk.carry({pair_of(turn.seat): by}, r)


def lets_a_wrong_deduction_stand(desk: Desk, by: int) -> None:
    r, seat = some_left(desk)
    played = desk.match.rounds[r]
    cost = (played.deductions or {})[seat] + by
    need(cost >= 0)
    desk.sheet.rounds[r].left_hands[seat] = HERE + left_line(seat, played.left[seat], cost) + "^"
    desk.carry({pair_of(seat): -by}, r)


def lets_a_wrong_total_stand(desk: Desk, **by: int) -> None:
    r = desk.find_round(settled)
    desk.carry(by, r)
    desk.sheet.rounds[r].total = f"{HERE}{desk.sheet.rounds[r].total}^"


# ----------------------------------------------------------------------------- void, abandoned, adjusted


def has_a_void_round(desk: Desk, same_number: bool, wild: bool = False, same_leader: bool = False) -> None:
    """A misdeal before some round, which counts for nothing, whatever was played in it."""
    r = desk.find_round(lambda played: played.number > 1)
    played = desk.match.rounds[r]
    void = simulator.play_round(desk.rng, played.number, played.leader, dict.fromkeys(("NS", "EW"), 0))
    sheet = write_up(Match(250, [void])).rounds[0]
    lose_end(sheet)
    del sheet.turns[desk.rng.randrange(len(sheet.turns)) :]
    if wild and sheet.turns:
        sheet.turns.append(Written(sheet.turns[0].text))
    sheet.lot = desk.sheet.rounds[r].lot
    if not same_leader and played.lot is None:
        desk.sheet.rounds[r].lot = f"lot {played.leader}"
    elif same_leader:
        desk.sheet.rounds[r].lot = None
    sheet.ending = "void"
    desk.sheet.rounds.insert(r, sheet)
    if not same_number:
        for number, written in enumerate(desk.sheet.rounds, 1):
            written.head = f"round {number}"


def is_abandoned(desk: Desk) -> None:
    r = desk.find_round(lambda played: True)
    written = desk.sheet.rounds[r]
    lose_end(written)
    del written.turns[desk.rng.randrange(len(written.turns)) :]
    written.ending = "abandoned"
    desk.stop_after(r)
    desk.sheet.tags["Result"] = '[Result "*"]'


def adjusts(desk: Desk, counted: bool) -> None:
    """A ruling takes fifty points from a pair; the total has them, or not."""
    r = desk.find_round(lambda played: settled(played))
    pair = desk.rng.choice(("NS", "EW"))
    error = {pair: -50}
    at = desk.rng.randrange(1, len(desk.match.rounds[r].turns) + 1)
    if counted:
        desk.carry(error, r)
        need(
            len(desk.match.rounds) == r + 1
            or not any(t.totals[pair] >= 250 for p in desk.match.rounds[r:] for t in p.turns)
        )
    else:
        desk.sheet.rounds[r].total = HERE + (desk.sheet.rounds[r].total or "")
        desk.stop_after(r)
    desk.sheet.rounds[r].turns.insert(at, Written(f"adjust {pair} -50", apart=True, comments=["false pass"]))


def wins_with_a_ruling(desk: Desk) -> None:
    """A ruling takes a pair over the target, and the match is won by its next award."""
    r, j = desk.find(lambda _, j, turn: j and turn.points and turn.totals[pair_of(turn.seat)] >= 0)
    turns, target = desk.match.rounds[r].turns, desk.match.target
    pair = pair_of(turns[j].seat)
    earlier = [i for i, turn in enumerate(turns[:j]) if turn.points and pair_of(turn.seat) == pair]
    desk.stop_at(r, j)
    written = desk.sheet.rounds[r]
    written.turns.insert(
        desk.rng.randint(max([-1, *earlier]) + 1, j), Written(f"adjust {pair} {target}", apart=True)
    )
    written.ending = f"win {pair}"
    total = plus(turns[j].totals, {pair: target})
    desk.sheet.tags["Result"] = f'[Result "NS {total["NS"]} EW {total["EW"]}"]'


def does_not_win_by_a_ruling(desk: Desk) -> None:
    """A ruling takes a pair over the target after the last award of a round, and nothing is won."""
    r = desk.find_round(went_out)
    pair, target = desk.rng.choice(("NS", "EW")), desk.match.target
    desk.sheet.rounds[r].turns.append(Written(f"adjust {pair} {2 * target}", apart=True))
    desk.sheet.rounds[r].total = simulator.written_total(
        plus(desk.match.rounds[r].totals, {pair: 2 * target})
    )
    desk.stop_after(r)


def has_a_turn_that_nobody_saw(desk: Desk) -> None:
    r, i = desk.find(lambda _, __, turn: True)
    turn, written = desk.turn(r, i)
    written.text = f"{turn.seat} ?"


def leaves_out_sections(desk: Desk, sections: tuple[str, ...]) -> None:
    for written in desk.sheet.rounds:
        for section in sections:
            setattr(written, section, None)


def deducts_nothing_in_writing(desk: Desk) -> None:
    for written in desk.sheet.rounds:
        written.left_hands = {seat: line.split(" -")[0] for seat, line in written.left_hands.items()}


# ------------------------------------------------------------------------------------------ text and tags


def writes(desk: Desk, where: str, change: Callable[[str], str]) -> None:
    """Another text in some section of some round."""
    r = desk.find_round(lambda played: settled(played))
    written = desk.sheet.rounds[r]
    match where:
        case "hand":
            seat = desk.rng.choice(SEATS)
            written.hands[seat] = change(written.hands[seat])
        case "left hand":
            seat = desk.rng.choice(list(written.left_hands))
            written.left_hands[seat] = change(written.left_hands[seat])
        case "turn":
            i = desk.rng.randrange(1, len(written.turns))
            written.turns[i].text = change(written.turns[i].text)
        case "placement":
            i = desk.choose(i for i, turn in enumerate(desk.match.rounds[r].turns) if i and placed(turn))
            written.turns[i].text = change(written.turns[i].text)
        case "pass":
            i = desk.choose(i for i, turn in enumerate(desk.match.rounds[r].turns) if not placed(turn))
            written.turns[i].text = change(written.turns[i].text)
        case "first turn":
            written.turns[0].text = change(written.turns[0].text)
        case "lot":
            r = desk.find_round(lambda played: played.lot)
            desk.sheet.rounds[r].lot = change(desk.sheet.rounds[r].lot or "")
        case _:
            setattr(written, where, change(getattr(written, where)))


def writes_tag(desk: Desk, name: str, value: str, before: str = "Result") -> None:
    """A tag with another value, or one more, before some other."""
    tag = f'{HERE}[{name} "{value}"]'
    if name in desk.sheet.tags:
        desk.sheet.tags[name] = tag
    else:
        desk.sheet.tags[before] = f"{tag}\n{desk.sheet.tags[before]}"


def writes_line(desk: Desk, name: str, line: str) -> None:
    """A line in place of a tag."""
    desk.sheet.tags[name] = line


def writes_tag_twice(desk: Desk) -> None:
    name = desk.rng.choice(["Event", "Date", "North", "Result"])
    desk.sheet.tags[name] = f"{desk.sheet.tags[name]}\n{HERE}{desk.sheet.tags[name]}"


def repeats_a_hand(desk: Desk, where: str) -> None:
    """A hand is written under the head of the one before it."""
    r = desk.find_round(settled)
    hands = desk.sheet.rounds[r].hands if where == "deal" else desk.sheet.rounds[r].left_hands
    need(len(hands) > 1)
    first, second = list(hands)[:2]
    hands[second] = HERE + first + hands[second][1:]


def numbers_a_circuit_wrongly(desk: Desk, by: int) -> None:
    r = desk.find_round(lambda played: True)
    circuits = (len(desk.match.rounds[r].turns) + 3) // 4
    circuit = desk.rng.randrange(1, circuits) if circuits > 1 else 0
    desk.sheet.rounds[r].numbers[circuit] = f"{HERE}{circuit + 1 + by}."


def numbers_a_round_wrongly(desk: Desk, number: int) -> None:
    need(len(desk.match.rounds) > 3)
    r = desk.rng.randrange(2, len(desk.match.rounds))
    desk.sheet.rounds[r].head = f"{HERE}round {number or r}"


def misses_rounds(desk: Desk) -> None:
    """A round of the match is not in the record."""
    need(len(desk.match.rounds) > 3)
    r = desk.rng.randrange(1, len(desk.match.rounds) - 1)
    del desk.sheet.rounds[r]
    desk.sheet.rounds[r].head = HERE + desk.sheet.rounds[r].head


def misses_a_round_before_a_win_with_the_last_tile(desk: Desk) -> None:
    """The totals are unknown, and so is whether the last tile won: the record says so."""
    last = desk.match.rounds[-1]
    need(len(desk.match.rounds) > 2 and not last.left[last.turns[-1].seat])
    del desk.sheet.rounds[-2]
    desk.sheet.rounds[-1].head = HERE + desk.sheet.rounds[-1].head


def nests_too_deep(desk: Desk) -> None:
    r, i = desk.find(lambda _, __, turn: placed(turn))
    turn, written = desk.turn(r, i)
    deep = "(" + turn.seat + " pass"
    written.text += " " + deep * 64 + HERE + deep + ")" * 65


def nests_deep(desk: Desk) -> None:
    r, i = desk.find(lambda _, __, turn: placed(turn))
    turn, written = desk.turn(r, i)
    written.text += " " + f"({simulator.written_turn(turn, claims=False)}" * 64 + ")" * 64


def opens_a_comment(desk: Desk, where: str) -> None:
    r = desk.find_round(settled)
    written = desk.sheet.rounds[r]
    if where == "turns":
        i = desk.rng.randrange(len(written.turns))
        written.turns[i].text += f" {HERE}{{ never closed"
    elif where == "tags":
        desk.sheet.tags["Date"] += f" {HERE}{{ never closed"
    else:
        setattr(written, where, f"{getattr(written, where)} {HERE}{{ never closed")


def opens_a_variation(desk: Desk) -> None:
    r, i = desk.find(lambda played, i, turn: i + 1 < len(played.turns))
    turn, written = desk.turn(r, i)
    written.text += f" {HERE}({turn.seat} 1|1"
