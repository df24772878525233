"""The example records: each replays as the table says, has its JSON beside it, and shows what it is there for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from rocksnotation import RULES, Game, MatchReplay, Move, Record, Severity, Tile, check, dumps, load
from rocksnotation.convert import read_any, written
from rocksnotation.events import Event, Pass, Play, Round, Turn
from rocksnotation.forms import Form
from rocksnotation.replay import RoundReplay, Status, Step, Unchecked

EXAMPLES = Path(__file__).parent.parent / "examples"
FAULTY = sorted((EXAMPLES / "faulty").glob("*.rocks"))


@dataclass(frozen=True)
class Example:
    """What is expected of one file: a status, a winner and totals for each match, and all findings' codes."""

    name: str
    matches: Sequence[tuple[str, str | None, int, int]]
    found: Sequence[str] = ()
    infos: Sequence[str] = ()
    is_export: bool = True


TABLE = (
    Example("whole-match", [("verified", "NS", 250, 190)]),
    Example("last-tile", [("verified", "NS", 255, 225)]),
    Example("annotated", [("verified", "EW", 80, 100)], infos=["S401"]),
    Example("live", [("verified", "NS", 100, 95)], found=["M309", "M309"], is_export=False),
    Example("house-rules", [("verified", "EW", 40, 150), ("verified", None, 95, 55)]),
    Example(
        "worked-positions",
        [
            ("unverified", None, ns, ew)
            for ns, ew in [
                (15, 0), (15, 5), (0, 0), (20, 5), (20, 15), (35, 20), (35, 20), (5, 0), (5, 0), (0, 15), (0, 0),
                (5, 15),
            ]
        ],
        infos=["L202", "R504", "D103"] * 12,
    ),
)  # fmt: skip

every_example = pytest.mark.parametrize("example", TABLE, ids=lambda example: example.name)
every_faulty = pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)


def path_of(name: str) -> Path:
    return EXAMPLES / f"{name}.rocks"


def replays(name: str) -> tuple[MatchReplay, ...]:
    return check(load(path_of(name))).replays


def replayed(name: str) -> MatchReplay:
    (match,) = replays(name)
    return match


# -------------------------------------------------------------------------------------- all of them alike


def test_every_example_is_in_the_table_and_in_the_readme() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.rocks")) == sorted(one.name for one in TABLE)
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in (*EXAMPLES.glob("*.rocks"), *FAULTY):
        name = path.relative_to(EXAMPLES).as_posix()
        assert readme.count(f"]({name})") == 1
    assert readme.count(".rocks`]") == len(TABLE) + len(RULES)


@every_example
def test_it_replays_and_lints_as_the_table_says(example: Example) -> None:
    checked = check(load(path_of(example.name)))
    outcomes = [(one.status, one.winner, *one.totals.values()) for one in checked.replays]
    assert outcomes == list(example.matches)
    above = [one.code for one in checked.diagnostics if one.severity is not Severity.INFO]
    infos = [one.code for one in checked.diagnostics if one.severity is Severity.INFO]
    assert (above, sorted(infos)) == (list(example.found), sorted(example.infos))


@every_example
def test_it_is_in_export_form_unless_it_shows_the_other(example: Example) -> None:
    text = path_of(example.name).read_bytes()
    assert (dumps(load(path_of(example.name))).encode() == text) == example.is_export


@every_example
def test_its_json_is_what_the_program_converts_it_to_and_back(example: Example) -> None:
    path = path_of(example.name)
    beside = path.with_suffix(".json").read_bytes()
    assert converted(path, Form.JSON).encode() == beside
    assert converted(path.with_suffix(".json"), Form.ROCKS) == dumps(load(path))


@every_faulty
def test_a_faulty_one_has_json_if_its_text_can_be_converted(path: Path) -> None:
    beside = path.with_suffix(".json")
    read = read_any(path.read_bytes(), path.name)
    damaged = any(fault.severity is Severity.ERROR for fault in load(path).syntax)
    assert (read.record is None) == damaged == (not beside.exists())
    if beside.exists():
        assert converted(path, Form.JSON).encode() == beside.read_bytes()
        assert once(record_in(beside)) == once(load(path))


def converted(path: Path, form: Form) -> str:
    return written([record_in(path)], form)


def record_in(path: Path) -> Record:
    read = read_any(path.read_bytes(), path.name)
    assert (read.record, read.faults) != (None, ())
    assert read.record
    return read.record


def once(record: Record) -> list[object]:
    """What the record says, of a tag that is written twice the first, which is what JSON keeps."""
    return [
        ({tag.name: tag.value for tag in reversed(match.tags)}, match.rounds, match.comments)
        for match in record.matches
    ]


def test_no_json_is_left_over() -> None:
    for path in EXAMPLES.rglob("*.json"):
        assert path.with_suffix(".rocks").exists()
        assert json.loads(path.read_text(encoding="utf-8"))["rocks"] == 1


def test_names_of_both_scripts_occur() -> None:
    names = [
        tag.value
        for example in TABLE
        for match in load(path_of(example.name)).matches
        for tag in match.tags
        if tag.name in ("North", "East", "South", "West")
    ]
    assert any("а" <= letter <= "я" for name in names for letter in name)
    assert any("a" <= letter <= "z" for name in names for letter in name)


# --------------------------------------------------------------------------------------- what each shows


def kinds(match: MatchReplay) -> list[str]:
    return [str(round_.end) for round_ in match.rounds]


def held_at_the_end(round_: RoundReplay) -> dict[str, int]:
    """How many tiles each seat still holds."""
    placed = [str(step.seat) for step in round_.steps if step.action == "play"]
    return {seat: 7 - placed.count(seat) for seat in "NESW"}


def test_whole_match() -> None:
    match = replayed("whole-match")
    assert match.match.tag("Target") is None
    assert kinds(match) == ["out W", "blocked", "out W", "out N", "win NS"]
    first, _, after_block, *_ = (round_.round for round_ in match.rounds)
    assert first.lot is not None
    assert len(first.lot.draws) == 2
    assert after_block.lot is not None
    totals = [total for round_ in match.rounds for total in round_.totals.values() if total is not None]
    assert min(totals) < 0
    assert all(round_.round.deal for round_ in match.rounds)
    last = match.rounds[-1]
    assert min(held_at_the_end(last).values()) > 0
    assert last.left is None


def test_last_tile() -> None:
    match = replayed("last-tile")
    last = match.rounds[-1]
    assert kinds(match)[-1] == "win NS"
    assert last.steps[-1].seat == "N"
    assert held_at_the_end(last)["N"] == 0
    assert last.left is None
    assert last.round.left is None
    assert {str(pair): total for pair, total in last.totals.items()} == {"NS": 255, "EW": 225}


def test_live() -> None:
    match = replayed("live")
    text = path_of("live").read_text(encoding="utf-8")
    assert "|" not in text
    assert "{" not in text
    assert "Е: " in text  # the Cyrillic letter
    assert "; " in text
    assert all(round_.round.deal is None and round_.round.left for round_ in match.rounds)
    assert not {Unchecked.HANDS, Unchecked.SETTLEMENT} & set(match.unchecked)
    implied = [step.address for round_ in match.rounds for step in round_.steps if step.implied]
    assert implied == ["1.5E", "1.7S", "1.7W", "1.7N", "1.7E"]
    assert kinds(match) == ["blocked", "win NS"]
    turns = [event for round_ in match.rounds for event in round_.round.events if isinstance(event, Play)]
    assert any(turn.seat is None for turn in turns)


def test_house_rules() -> None:
    shorter, broken_off = replays("house-rules")
    assert [(round_.round.number, str(round_.end)) for round_ in shorter.rounds] == [
        (1, "void"),
        (1, "out N"),
        (2, "win EW"),
    ]
    void, again, _ = shorter.rounds
    assert any(step.points for step in void.steps)
    assert set(void.totals.values()) == {0}
    assert void.leader == again.leader == "W"
    assert again.round.lot is None
    assert kinds(broken_off) == ["out S", "abandoned"]
    targets = [match.match.tag("Target") for match in (shorter, broken_off)]
    assert [target.value for target in targets if target] == ["150", "200"]


# ------------------------------------------------------------------------------------ the annotated match


def annotated_turns() -> Iterator[Turn]:
    waiting: list[Event] = [event for round_ in replayed("annotated").rounds for event in round_.round.events]
    while waiting:
        event = waiting.pop()
        if isinstance(event, Turn):
            yield event
            waiting += [inner for variation in event.variations for inner in variation.events]


def test_annotated_has_every_kind_of_annotation() -> None:
    match = replayed("annotated").match
    turns = list(annotated_turns())
    comments = [comment.text for turn in turns for comment in turn.comments]
    comments += [comment.text for comment in match.comments]
    assert any("\n" in text for text in comments)
    assert any(text.startswith("[%clk ") for text in comments)
    marks = {mark for turn in turns for mark in turn.marks}
    assert {"!", "?", "!!", "??", "!?", "?!", "$8"} == marks
    inner = [event for turn in turns for variation in turn.variations for event in variation.events]
    assert any(event.variations for event in inner)
    plays = [turn for turn in turns if isinstance(turn, Play)]
    assert all(play.count is not None for play in plays)
    assert [play.points for play in plays if play.points_stood] == [15]
    adjusted = [one.event.points for round_ in replayed("annotated").rounds for one in round_.adjustments]
    assert [dict(points) for points in adjusted] == [{"NS": -10}]


class Table:
    """The annotated match on a table of its own, where its variations can be tried."""

    def __init__(self) -> None:
        self.game = Game({}, 100)
        self.legal: dict[str, tuple[Move, ...]] = {}
        self.tried: list[tuple[Move, ...]] = []
        for round_ in replayed("annotated").rounds:
            self._play_round(round_.round, [step.address for step in round_.steps])

    def _play_round(self, round_: Round, addresses: list[str]) -> None:
        assert round_.deal
        leader = "S" if self.game.leader is None else None
        self.game.deal({str(hand.seat): hand.tiles for hand in round_.deal.hands}, leader)
        turns = [event for event in round_.events if isinstance(event, Turn)]
        for address, turn in zip(addresses, turns, strict=True):
            self.legal[address] = self.game.legal()
            self._try_variations(turn)
            self._take(turn)

    def _try_variations(self, turn: Turn) -> None:
        for variation in turn.variations:
            for event in variation.events:
                self._try_variations(event)
                self.tried.append(self.game.legal())
                self._take(event)
            for _ in variation.events:
                self.game.undo()

    def _take(self, turn: Turn) -> None:
        assert turn.seat == self.game.turn
        if isinstance(turn, Pass):
            self.game.pass_()
        else:
            assert isinstance(turn, Play)
            move = self.game.play(turn.tile, turn.at)
            assert turn.count == move.sum
            assert turn.points_stood or (turn.points or 0) == move.points


def test_what_the_annotator_says_is_true() -> None:
    table = Table()
    legal = table.legal
    assert not any(move.points for move in legal["1.2S"])
    better = next(moves for moves in table.tried if Tile(1, 4) in [move.tile for move in moves])
    assert better
    assert not any(move.points for move in better)
    assert {move.tile for move in legal["1.3W"]} == {Tile(4, 6)}
    assert legal["1.4W"] == legal["2.3S"] == ()
    first, second = replayed("annotated").rounds
    assert max(step.sum or 0 for step in first.steps if (step.sum or 0) % 5 == 0) == 20
    assert [step.address for step in first.steps if step.spinner and at(step, "branch")] == ["1.2W", "1.4S"]
    assert [(move.sum, move.points) for move in legal["2.1E"] if move.tile == (4, 6)] == [(10, 10)]
    assert (20, 20) in [(move.sum, move.points) for move in legal["2.3N"] if move.tile == (1, 6)]
    before = next(step for step in second.steps if step.address == "2.3W")
    assert before.totals == {"NS": 80, "EW": 60}
    assert first.left is not None
    costs = {str(seat): (hand.pips, hand.deduction) for seat, hand in first.left.items()}
    assert costs == {"N": (5, 5), "E": (6, 5), "S": (0, 0), "W": (11, 10)}


def at(step: Step, port: str) -> bool:
    return step.join is not None and step.join.host.port.startswith(port)


# ----------------------------------------------------------------------------------- the worked positions


@dataclass(frozen=True)
class Position:
    """One worked position of the rules: joins as host and guest, places with what they show, counts."""

    last: str
    tiles: str
    spinner: str | None
    joins: Sequence[str]
    places: Sequence[str]
    counts: str
    sum: int
    points: int


LED_14 = ["1|4 low - 1|1 line-a"]
TO_44 = [*LED_14, "1|4 high - 4|4 line-a"]
TO_34 = [*TO_44, "4|4 line-b - 3|4 high"]
TO_12 = [*TO_34, "1|1 line-b - 1|2 low"]
TO_15 = [*TO_12, "1|1 branch-a - 1|5 low"]
TO_05 = [*TO_15, "1|5 high - 5|5 line-a", "5|5 line-b - 0|5 high"]
TO_13 = [*TO_05, "1|1 branch-b - 1|3 low"]

POSITIONS = (
    Position(
        "4|4", "1|4 1|1 4|4", "1|1", TO_44,
        ["1|1 line-b 1", "4|4 line-b 4"], "1|1: 2; 4|4: 8", 10, 10,
    ),
    Position(
        "3|4", "1|4 1|1 4|4 3|4", "1|1", TO_34,
        ["1|1 line-b 1", "3|4 low 3"], "1|1: 2; 3|4: 3", 5, 5,
    ),
    Position("2|2", "2|2", "2|2", [], ["2|2 line-a 2", "2|2 line-b 2"], "2|2: 4", 4, 0),
    Position(
        "1|2", "1|4 1|1 4|4 3|4 1|2", "1|1", TO_12,
        ["1|1 branch-a 1", "1|1 branch-b 1", "1|2 high 2", "3|4 low 3"], "1|2: 2; 3|4: 3", 5, 5,
    ),
    Position(
        "1|5", "1|4 1|1 4|4 3|4 1|2 1|5", "1|1", TO_15,
        ["1|1 branch-b 1", "1|2 high 2", "1|5 high 5", "3|4 low 3"], "1|2: 2; 1|5: 5; 3|4: 3", 10, 10,
    ),
    Position(
        "0|5", "1|4 1|1 4|4 3|4 1|2 1|5 5|5 0|5", "1|1", TO_05,
        ["0|5 low 0", "1|1 branch-b 1", "1|2 high 2", "3|4 low 3"], "0|5: 0; 1|2: 2; 3|4: 3", 5, 5,
    ),
    Position(
        "1|3", "1|4 1|1 4|4 3|4 1|2 1|5 5|5 0|5 1|3", "1|1", TO_13,
        ["0|5 low 0", "1|2 high 2", "1|3 high 3", "3|4 low 3"], "0|5: 0; 1|2: 2; 1|3: 3; 3|4: 3", 8, 0,
    ),
    Position("1|4", "1|4", None, [], ["1|4 high 4", "1|4 low 1"], "1|4: 4; 1|4: 1", 5, 5),
    Position("1|1", "1|4 1|1", "1|1", LED_14, ["1|1 line-b 1", "1|4 high 4"], "1|1: 2; 1|4: 4", 6, 0),
    Position(
        "6|6", "3|6 6|6", "6|6", ["3|6 high - 6|6 line-a"],
        ["3|6 low 3", "6|6 line-b 6"], "3|6: 3; 6|6: 12", 15, 15,
    ),
    Position("0|0", "0|0", "0|0", [], ["0|0 line-a 0", "0|0 line-b 0"], "0|0: 0", 0, 0),
    Position(
        "2|6", "3|6 6|6 2|6", "6|6", ["3|6 high - 6|6 line-a", "6|6 line-b - 2|6 high"],
        ["2|6 low 2", "3|6 low 3", "6|6 branch-a 6", "6|6 branch-b 6"], "2|6: 2; 3|6: 3", 5, 5,
    ),
)  # fmt: skip
"""The eleven positions as the rules give them, and the example in the rules' prose; there only sums are given."""


def test_the_worked_positions_are_all_there_in_their_order() -> None:
    events = [match.match.tag("Event") for match in replays("worked-positions")]
    assert [event.value.split()[-1] for event in events if event] == [one.last for one in POSITIONS]


@pytest.mark.parametrize(
    ("number", "position"), list(enumerate(POSITIONS)), ids=[one.tiles.replace(" ", "-") for one in POSITIONS]
)
def test_worked_position(number: int, position: Position) -> None:
    (round_,) = replays("worked-positions")[number].rounds
    assert round_.status is not Status.REFUTED
    assert " ".join(str(step.tile) for step in round_.steps) == position.tiles
    assert [shown_join(step) for step in round_.steps if step.join] == list(position.joins)
    last = round_.steps[-1]
    assert str(last.tile) == position.last
    assert last.spinner == (Tile.parse(position.spinner) if position.spinner else None)
    assert [" ".join(map(str, place)) for place in last.places or ()] == list(position.places)
    assert "; ".join(f"{count.tile}: {count.pips}" for count in last.counts or ()) == position.counts
    assert (last.sum, last.points) == (position.sum, position.points)
    written_down = round_.round.events[-1]
    assert isinstance(written_down, Play)
    assert (written_down.count, written_down.points) == (position.sum, position.points)
    assert not any(step.join and step.join.assumed for step in round_.steps)


def shown_join(step: Step) -> str:
    """Host and guest; a double is joined by its line-a, another tile by the half that matches."""
    assert step.join
    assert step.tile
    host = step.join.host
    half = "low" if step.tile.low == host.pips else "high"
    return f"{host.tile} {host.port} - {step.tile} {'line-a' if step.tile.is_double else half}"
