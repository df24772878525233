"""A random player and a second scorer, written apart from the package: nothing of its laws is used here.

The table is a graph: of every tile it is known by which values others hang on it, and everything else (the
spinner, the ends, their sum) is counted from that afresh each time. `play` plays a match, `write_up` makes a
`Sheet` of it, pieces of text that a test may edit, and `Sheet.text` is the record in export form.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Tile = tuple[int, int]
Hands = dict[str, list[Tile]]
Totals = dict[str, int]

SEATS = "NESW"
PAIRS = ("NS", "EW")
ALL_TILES: tuple[Tile, ...] = tuple((low, high) for low in range(7) for high in range(low, 7))


def show(tile: Tile) -> str:
    """The tile as the export form has it."""
    return f"{tile[0]}|{tile[1]}"


def after(seat: str, steps: int = 1) -> str:
    """The seat that many steps clockwise."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


def pair_of(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def rounded(tiles: list[Tile]) -> int:
    """What a hand costs: its pips, to the nearest five (Law 7.2)."""
    pips = sum(low + high for low, high in tiles)
    return 5 * (pips // 5) + (5 if pips % 5 >= 3 else 0)


# --------------------------------------------------------------------------------------------- the table


@dataclass
class Table:
    """What lies on the table: each tile, in the order of play, with the values by which it is joined."""

    joined: dict[Tile, list[int]] = field(default_factory=dict)

    @property
    def spinner(self) -> Tile | None:
        """Law 4.1: the first double."""
        return next((tile for tile in self.joined if tile[0] == tile[1]), None)

    def ends(self) -> Iterator[tuple[str, Tile, int, int]]:
        """Each kind of place to go on: how a record names it, its tile, its value, and what it counts."""
        spinner = self.spinner
        for tile, joined in self.joined.items():
            if tile[0] == tile[1]:
                is_end = len(joined) < 2
                if is_end or (tile == spinner and len(joined) < 4):
                    yield show(tile), tile, tile[0], (2 * tile[0] if is_end else 0)
            else:
                for value in tile:
                    if value not in joined:
                        yield str(value), tile, value, value

    def sum(self) -> int:
        """Law 5.1."""
        return sum(worth for *_, worth in self.ends())

    def points(self) -> int:
        """Law 5.2."""
        return self.sum() if self.sum() % 5 == 0 else 0

    def fits(self, tile: Tile) -> list[str]:
        """The names of the kinds of end that the tile can join, each once; of a lead, the empty name."""
        if not self.joined:
            return [""]
        return list(dict.fromkeys(name for name, _, value, _ in self.ends() if value in tile))

    def put(self, tile: Tile, end: str) -> None:
        """Lays a tile at an end, the one lying longest of that name."""
        if not end:
            self.joined[tile] = []
            return
        named = ((host, value) for name, host, value, _ in self.ends() if name == end and value in tile)
        host, value = next(named)
        self.joined[host].append(value)
        self.joined[tile] = [value]

    def after(self, tile: Tile, end: str) -> Table:
        """The table as it would be with that tile at that end."""
        other = Table({lying: list(joined) for lying, joined in self.joined.items()})
        other.put(tile, end)
        return other

    def values(self) -> set[int]:
        """The values that are open."""
        return {value for _, _, value, _ in self.ends()}

    def plain(self) -> set[int]:
        """The values that plain ends show."""
        return {value for name, _, value, _ in self.ends() if "|" not in name}


# ------------------------------------------------------------------------------------- a match as played


@dataclass
class Turn:
    """A placement, or a pass (no tile). `kinds` are the ends that the tile fitted, `end` the one it took."""

    seat: str
    tile: Tile | None
    kinds: list[str]
    end: str
    sum: int | None
    points: int
    totals: Totals


@dataclass
class Round:
    """A round as played. `left` has every hand at its end; `deductions` is None where it is not settled."""

    number: int
    leader: str
    dealt: Hands
    lot: list[dict[str, int]] | None
    turns: list[Turn] = field(default_factory=list)
    ending: str = ""
    left: Hands = field(default_factory=dict)
    deductions: dict[str, int] | None = None
    totals: Totals = field(default_factory=dict)
    slip: int | None = None

    def before(self, index: int) -> tuple[Table, Hands]:
        """The table and the hands before a turn."""
        table, hands = Table(), {seat: list(tiles) for seat, tiles in self.dealt.items()}
        for turn in self.turns[:index]:
            if turn.tile:
                table.put(turn.tile, turn.end)
                hands[turn.seat].remove(turn.tile)
        return table, hands


@dataclass
class Match:
    """A match as played; `winner` is None where it was stopped before its end."""

    target: int
    rounds: list[Round] = field(default_factory=list)
    winner: str | None = None

    @property
    def totals(self) -> Totals:
        return self.rounds[-1].totals


Slip = Callable[[Round, str, Table, Hands], "tuple[str, Tile | None, str] | None"]
"""Breaks a law at a turn: given round, seat due, table and hands, says who takes the turn, with what (None: a
pass), and who is due after it; or None where nothing can be broken here."""


def draw_lots(rng: random.Random) -> list[dict[str, int]]:
    """Law 2.2: dice, and those who tie throw again."""
    candidates, draws = list(SEATS), []
    while len(candidates) > 1:
        draw = {seat: rng.randint(1, 6) for seat in candidates}
        draws.append(draw)
        candidates = [seat for seat in candidates if draw[seat] == max(draw.values())]
    return draws


def lot_winner(draws: list[dict[str, int]]) -> str:
    return max(draws[-1], key=lambda seat: draws[-1][seat])


def deal(rng: random.Random) -> Hands:
    tiles = list(ALL_TILES)
    rng.shuffle(tiles)
    return {seat: sorted(tiles[7 * place : 7 * place + 7]) for place, seat in enumerate(SEATS)}


def play_round(
    rng: random.Random,
    number: int,
    leader: str | None,
    totals: Totals,
    target: int = 250,
    slip: Slip | None = None,
    slip_from: int = 0,
) -> Round:
    """One round, at random but by the laws; `leader` None: by lot. `slip` breaks one law, once, if it can."""
    lot = None if leader else draw_lots(rng)
    played = Round(number, leader or lot_winner(lot or []), deal(rng), lot)
    table, hands = Table(), {seat: list(tiles) for seat, tiles in played.dealt.items()}
    seat, passes, totals = played.leader, 0, dict(totals)
    while not played.ending:
        index, following = len(played.turns), ""
        moves = [(tile, end) for tile in hands[seat] for end in table.fits(tile)]
        tile, end = rng.choice(moves) if moves else (None, "")
        if slip and played.slip is None and index >= slip_from:
            broken = slip(played, seat, table, hands)
            if broken:
                seat, tile, following = broken
                end = rng.choice(table.fits(tile)) if tile else ""
                played.slip = index
        if tile is None:
            passes += 1
            played.turns.append(Turn(seat, None, [], "", None, 0, dict(totals)))
        else:
            passes = 0
            kinds = table.fits(tile)
            table.put(tile, end)
            hands[seat].remove(tile)
            totals[pair_of(seat)] += table.points()
            played.turns.append(Turn(seat, tile, kinds, end, table.sum(), table.points(), dict(totals)))
        if tile and table.points() and totals[pair_of(seat)] >= target:
            played.ending = f"win {pair_of(seat)}"
        elif not hands[seat]:
            played.ending = f"out {seat}"
        elif passes == 4:
            played.ending = "blocked"
        seat = following or after(seat)
    played.left = {owner: sorted(tiles) for owner, tiles in hands.items()}
    if not played.ending.startswith("win"):
        played.deductions = {owner: rounded(tiles) for owner, tiles in hands.items()}
        for owner, cost in played.deductions.items():
            totals[pair_of(owner)] -= cost
    played.totals = totals
    return played


def play(
    rng: random.Random,
    target: int = 250,
    rounds: int | None = None,
    slip: Slip | None = None,
    slip_round: int = 1,
    wrong_leader: int | None = None,
) -> Match:
    """A whole match, or its first `rounds`. `slip` breaks a law in round `slip_round`.

    In round `wrong_leader` another seat leads than the one that should.
    """
    match, leader, totals = Match(target), None, dict.fromkeys(PAIRS, 0)
    while match.winner is None and (rounds is None or len(match.rounds) < rounds):
        number = len(match.rounds) + 1
        if number == wrong_leader:
            lot = None if leader else draw_lots(rng)
            due = leader or lot_winner(lot or [])
            played = play_round(rng, number, after(due, rng.randint(1, 3)), totals, target)
            played.lot = lot
        else:
            breaking = slip if number == slip_round else None
            played = play_round(rng, number, leader, totals, target, breaking, rng.randrange(1, 20))
        match.rounds.append(played)
        kind, _, who = played.ending.partition(" ")
        leader = who if kind == "out" else None
        match.winner = who if kind == "win" else None
        totals = played.totals
    return match


# ------------------------------------------------------------------------------------ a match as written


@dataclass
class Written:
    """A turn as written. Comments are texts; a variation is its turns. `apart`: on a line of its own."""

    text: str
    comments: list[str] = field(default_factory=list)
    variations: list[list[str]] = field(default_factory=list)
    apart: bool = False


@dataclass
class RoundSheet:
    """A round as written; None where a section is missing. `numbers` has circuit numbers that are not due."""

    head: str
    deal: str | None
    hands: dict[str, str]
    lot: str | None
    turns: list[Written]
    ending: str | None
    left: str | None
    left_hands: dict[str, str]
    total: str | None
    numbers: dict[int, str] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        yield self.head
        if self.deal is not None:
            yield self.deal
            yield from (f"  {hand}" for hand in self.hands.values())
        if self.lot is not None:
            yield self.lot
        yield from self._turn_lines()
        if self.ending is not None:
            yield self.ending
        if self.left is not None:
            yield self.left
            yield from (f"  {hand}" for hand in self.left_hands.values())
        if self.total is not None:
            yield self.total

    def _turn_lines(self) -> Iterator[str]:
        line, count = "", 0
        for turn in self.turns:
            if turn.apart:
                if line:
                    yield line
                yield _with_comments(turn.text, turn.comments, 0)
                line = ""
                continue
            if count % 4 == 0:
                if line:
                    yield line
                number = self.numbers.get(count // 4, f"{count // 4 + 1}.")
                line = f"{number} {turn.text}" if number else turn.text
            else:
                line = f"{line}  {turn.text}" if line else f"    {turn.text}"
            count += 1
            if turn.comments or turn.variations:
                indent = 4 if line.startswith("    ") else 0
                yield _with_comments(line, turn.comments, indent)
                for variation in turn.variations:
                    yield " " * (indent + 4) + "(" + "  ".join(variation) + ")"
                line = ""
        if line:
            yield line


def comment(text: str, indent: int = 0) -> str:
    """A comment in export form, on a line that is indented so far."""
    escaped = text.replace("\\", "\\\\").replace("}", "\\}")
    if not text:
        return "{ }"
    first, *further = escaped.split("\n")
    return "{ " + "\n".join([first, *(" " * (indent + 4) + line for line in further)]) + " }"


def _with_comments(line: str, comments: list[str], indent: int) -> str:
    return " ".join([line, *(comment(text, indent) for text in comments)])


@dataclass
class Sheet:
    """A match as written, in pieces that can be edited."""

    tags: dict[str, str]
    rounds: list[RoundSheet]
    comments: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The record in export form."""
        parts = ["\n".join(self.tags.values())]
        if self.comments:
            parts.append("\n".join(comment(text) for text in self.comments))
        parts += ["\n".join(sheet.lines()) for sheet in self.rounds]
        return "\n\n".join(parts) + "\n"


def written_turn(turn: Turn, claims: bool = True, count: bool = False) -> str:
    """A turn in export form: `@` only where it needs one, `+n` where it scored."""
    if turn.tile is None:
        return f"{turn.seat} pass"
    end = f"@{turn.end}" if len(turn.kinds) > 1 else ""
    points = f" +{turn.points}" if claims and turn.points else ""
    return f"{turn.seat} {show(turn.tile)}{end}{points}" + (f" ={turn.sum}" if count else "")


def written_lot(draws: list[dict[str, int]]) -> str:
    return "lot " + " / ".join(
        " ".join(f"{seat}:{draw[seat]}" for seat in SEATS if seat in draw) for draw in draws
    )  # fmt: skip


def written_hand(seat: str, tiles: list[Tile]) -> str:
    return f"{seat}: " + " ".join(map(show, sorted(tiles)))


def written_left(played: Round) -> dict[str, str]:
    """The lines of the leftovers, with deductions where the round was settled."""
    costs = {seat: f" -{cost}" for seat, cost in (played.deductions or {}).items()}
    left = ((seat, tiles) for seat, tiles in played.left.items() if tiles)
    return {seat: written_hand(seat, tiles) + costs.get(seat, "") for seat, tiles in left}


def written_total(totals: Totals) -> str:
    return f"total NS {totals['NS']} EW {totals['EW']}"


def written_result(match: Match) -> str:
    said = f"NS {match.totals['NS']} EW {match.totals['EW']}" if match.winner else "*"
    return f'[Result "{said}"]'


_TAGS = {"Event": "Spring cup", "Date": "2026-11-29", "North": "A", "East": "B", "South": "C", "West": "D"}


def write_up(
    match: Match,
    *,
    deals: bool = True,
    lots: bool = True,
    claims: bool = True,
    counts: random.Random | None = None,
    seats: bool = True,
    show_won_hands: bool = False,
    sprinkle: random.Random | None = None,
) -> Sheet:
    """The sheet of a match. `counts` adds `=n` to some turns, `sprinkle` comments, marks and variations.

    `seats` False: after a round's first turn no placement names its seat. `show_won_hands`: the last round
    has its leftovers too, without deductions.
    """
    tags = {"Rocks": '[Rocks "1"]'}
    if match.target != 250:
        tags["Target"] = f'[Target "{match.target}"]'
    for name, value in _TAGS.items():
        tags[name] = f'[{name} "{value}"]'
    tags["Result"] = written_result(match)
    sheet = Sheet(tags, [_round_sheet(played) for played in match.rounds])
    for played, written in zip(match.rounds, sheet.rounds, strict=True):
        texts = [written_turn(turn, claims, bool(counts and counts.random() < 0.3)) for turn in played.turns]
        if not seats:
            texts = [
                text[2:] if index and turn.tile else text
                for index, (turn, text) in enumerate(zip(played.turns, texts, strict=True))
            ]
        written.turns = [Written(text) for text in texts]
        if not deals:
            written.deal = None
        if not lots:
            written.lot = None
        if show_won_hands and played.deductions is None:
            written.left = "left"
            written.left_hands = written_left(played)
    if sprinkle:
        _sprinkle(sprinkle, match, sheet)
    return sheet


def _round_sheet(played: Round) -> RoundSheet:
    settled = played.deductions is not None
    return RoundSheet(
        head=f"round {played.number}",
        deal="deal",
        hands={seat: written_hand(seat, tiles) for seat, tiles in played.dealt.items()},
        lot=written_lot(played.lot) if played.lot else None,
        turns=[],
        ending=played.ending,
        left="left" if settled else None,
        left_hands=written_left(played) if settled else {},
        total=written_total(played.totals) if settled else None,
    )


_WORDS = (
    "slow", "a knock here?", "round 3 was better", "} and { and \\", "W 1|4 +5", "deal; left",
    "two\nlines", "",
)  # fmt: skip
_MARKS = ("!", "?", "!!", "??", "!?", "?!", "$7", "$255")


def _sprinkle(rng: random.Random, match: Match, sheet: Sheet) -> None:
    for played, written in zip(match.rounds, sheet.rounds, strict=True):
        for index, text in enumerate(written.turns):
            if rng.random() < 0.1:
                text.text += " " + " ".join(rng.sample(_MARKS, rng.randint(1, 2)))
            if rng.random() < 0.1:
                text.comments = rng.choices(_WORDS, k=rng.randint(1, 2))
            if rng.random() < 0.05:
                text.variations = [_variation(rng, played, index, most) for most in (rng.randint(1, 4), 1)]
        for section in ("head", "deal", "lot", "ending", "left", "total"):
            line = getattr(written, section)
            if line is not None and rng.random() < 0.2:
                setattr(written, section, f"{line} {comment(rng.choice(_WORDS))}")
    if rng.random() < 0.5:
        sheet.comments = rng.choices(_WORDS, k=2)


def _variation(rng: random.Random, played: Round, index: int, most: int) -> list[str]:
    """Turns that might have been, by the laws: until one of them scores, passes or empties its hand."""
    table, hands = played.before(index)
    seat = played.turns[index].seat
    turns: list[str] = []
    while len(turns) < most:
        moves = [(tile, end) for tile in hands[seat] for end in table.fits(tile)]
        if not moves:
            turns.append(f"{seat} pass")
            break
        tile, end = rng.choice(moves)
        turns.append(f"{seat} {show(tile)}" + (f"@{end}" if len(table.fits(tile)) > 1 else ""))
        table.put(tile, end)
        hands[seat].remove(tile)
        if table.points() or not hands[seat]:
            break
        seat = after(seat)
    return turns


def text_of(*sheets: Sheet) -> str:
    """Matches one after another, two blank lines between them."""
    return "\n\n".join(sheet.text() for sheet in sheets)
