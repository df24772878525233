"""Slips of the pen: one thing is written wrongly, and the rest of the record is left as it was.

Unlike the faults, which are edited so that only they are wrong, a slip leaves the claims, circuit numbers,
leftovers and totals of a legal match standing, and much of what follows it no longer fits.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import simulator
from faults import HERE, Desk, Unfit, mark, need, placed, settled
from simulator import SEATS, play, show, write_up

GONE = "\0"
"""Stands for a turn or a line that is lost; what is numbered around it keeps its number."""


def left_out(desk: Desk) -> None:
    """A placement is not written."""
    r, i = desk.find(lambda played, i, turn: placed(turn) and 0 < i < len(played.turns) - 1)
    _, written = desk.turn(r, i)
    _, following = desk.turn(r, i + 1)
    written.text = GONE
    following.text = HERE + following.text


def swapped(desk: Desk) -> None:
    """Two turns change places, one of them a placement."""
    r, i = desk.find(lambda played, i, turn: 0 < i < len(played.turns) - 2)
    (one, written), (other, following) = desk.turn(r, i), desk.turn(r, i + 1)
    need(placed(one) or placed(other))
    written.text, following.text = HERE + following.text, written.text


def wrong_end(desk: Desk) -> None:
    """Another end is named that the tile fits too."""
    r, i = desk.find(lambda played, i, turn: placed(turn) and len(turn.kinds) > 1)
    turn, written = desk.turn(r, i)
    other = desk.choose(kind for kind in turn.kinds if kind != turn.end)
    written.text = mark(written.text.replace(f"@{turn.end}", f"@{other}"), "@")


def wrong_points(desk: Desk) -> None:
    """A digit of the claimed points is another."""
    r, i = desk.find(lambda played, i, turn: turn.points)
    turn, written = desk.turn(r, i)
    wrong = desk.choose(points for points in range(5, 36, 5) if points != turn.points)
    written.text = mark(written.text.replace(f"+{turn.points}", f"+{wrong}"), "+")


def wrong_tile(desk: Desk) -> None:
    """A digit of a tile is another."""
    r, i = desk.find(lambda played, i, turn: placed(turn))
    turn, written = desk.turn(r, i)
    low, high = turn.tile or (0, 0)
    other = desk.choose((low, pips) for pips in range(7) if pips != high)
    written.text = mark(written.text.replace(show((low, high)), show((min(other), max(other)))), " ")


def wrong_deduction(desk: Desk) -> None:
    """A digit of a deduction is another."""
    r = desk.find_round(settled)
    seat = desk.choose(desk.sheet.rounds[r].left_hands)
    hands = desk.sheet.rounds[r].left_hands
    before, amount = hands[seat].rsplit("-", 1)
    wrong = desk.choose(cost for cost in range(0, 40, 5) if cost != int(amount))
    hands[seat] = f"{HERE}{before}-{wrong}"


def wrong_letter(desk: Desk) -> None:
    """The letter of another seat."""
    r, i = desk.find(lambda played, i, turn: i > 0)
    _, written = desk.turn(r, i)
    other = desk.choose(seat for seat in SEATS if seat != written.text[0])
    written.text = HERE + other + written.text[1:]


def pass_for_placement(desk: Desk) -> None:
    """A placement is written down as a pass."""
    r, i = desk.find(lambda played, i, turn: placed(turn) and 0 < i < len(played.turns) - 1)
    turn, written = desk.turn(r, i)
    written.text = f"{HERE}{turn.seat} pass"


def lost_line(desk: Desk) -> None:
    """A line of four turns is lost."""
    r = desk.find_round(lambda played: len(played.turns) > 12)
    first = 4 * desk.choose(range(1, len(desk.match.rounds[r].turns) // 4 - 1))
    turns = desk.sheet.rounds[r].turns
    for turn in turns[first : first + 4]:
        turn.text = GONE
    turns[first + 4].text = HERE + turns[first + 4].text


def doubled_line(desk: Desk) -> None:
    """A line of four turns is written twice."""
    r = desk.find_round(lambda played: len(played.turns) > 12)
    sheet = desk.sheet.rounds[r]
    line = desk.choose(range(1, len(sheet.turns) // 4 - 1))
    numbers = [f"{index + 1}." for index in range(len(sheet.turns) // 4 + 1)]
    numbers.insert(line, numbers[line])
    sheet.numbers = dict(enumerate(numbers))
    again = [simulator.Written(turn.text) for turn in sheet.turns[4 * line : 4 * line + 4]]
    again[0].text = HERE + again[0].text
    sheet.turns[4 * line + 4 : 4 * line + 4] = again


def lost_round(desk: Desk) -> None:
    """A whole round is lost."""
    need(len(desk.match.rounds) > 2)
    r = desk.choose(range(1, len(desk.match.rounds) - 1))
    del desk.sheet.rounds[r]
    desk.sheet.rounds[r].head = HERE + desk.sheet.rounds[r].head


def hands_swapped(desk: Desk) -> None:
    """Two hands of the deal stand under each other's seats."""
    r = desk.find_round(lambda played: len(played.turns) > 12)
    one = desk.choose(SEATS[:3])
    other = desk.choose(SEATS[SEATS.index(one) + 1 :])
    hands = desk.sheet.rounds[r].hands
    hands[one], hands[other] = f"{HERE}{one}{hands[other][1:]}", f"{other}{hands[one][1:]}"


def wrong_total(desk: Desk) -> None:
    """A digit of a total is another."""
    r = desk.find_round(settled)
    total = desk.sheet.rounds[r].total or ""
    digit = desk.choose(re.finditer(r"[1-9]", total))
    wrong = desk.choose(str(n) for n in range(10) if str(n) != digit[0])
    desk.sheet.rounds[r].total = HERE + total[: digit.start()] + wrong + total[digit.end() :]


@dataclass(frozen=True)
class Slip:
    """A kind of slip, the codes that may tell it, and how many findings it may have, at most."""

    make: Callable[[Desk], None]
    codes: frozenset[str]
    most: int = 1

    @property
    def name(self) -> str:
        return self.make.__name__.replace("_", " ")


def prepared(slip: Slip, seed: int, *, deals: bool = True, seats: bool = True, claims: bool = True) -> str:
    """A match with one slip, its place marked; the seed makes both."""
    for attempt in range(100):
        rng = random.Random(f"{slip.name} {seed} {attempt}")
        match = play(rng)
        desk = Desk(rng, match, write_up(match, deals=deals, seats=seats, claims=claims))
        try:
            slip.make(desk)
        except Unfit:
            continue
        return without_the_lost(desk.sheet.text())
    raise AssertionError(f"no match has a place for: {slip.name}")


def without_the_lost(text: str) -> str:
    """The record without its lost turns, and without the lines and numbers of which nothing is left."""
    lines = []
    for line in text.split("\n"):
        kept = re.sub(rf"(  )?{GONE}", "", line)
        if kept == line or re.sub(r"[0-9]+\.", "", kept).strip():
            lines.append(re.sub(r"\.  +", ". ", kept))
    return "\n".join(lines)
