"""One fault in a legal match, one diagnostic: what is put in, and where it has to be found."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import faults
import pytest
from faults import HERE, WRONG_LEADER, Desk, Unfit
from simulator import Match, Round, Slip, play, write_up

from rocksnotation.parse import parse, parse_bytes
from rocksnotation.replay import replay

SEEDS = range(3)
TRIES = 200

Played = Callable[[random.Random], Match]


def by_the_laws(rng: random.Random) -> Match:
    """A match to some target: the lower it is, the fewer the rounds."""
    return play(rng, target=rng.choice((60, 100, 100, 250)))


SHORT: Played = partial(play, rounds=2)
TO_255: Played = partial(play, target=255)
LED_BY_ANOTHER: Played = partial(play, target=120, wrong_leader=WRONG_LEADER)


def slipping(slip: Slip) -> Played:
    """Matches in which a law is broken in the second round."""
    return partial(play, target=100, slip=slip, slip_round=2)


@dataclass(frozen=True)
class Fault:
    """What is put in, the code that has to be found, how severe, and in what kind of match.

    `deals` False: no deal is written, and the hands are known by the leftovers.
    """

    name: str
    code: str
    severity: str
    edit: Callable[[Desk], None]
    played: Played
    deals: bool


SEVERITIES = {
    "T005": "warning", "T006": "info", "T008": "warning", "D103": "info", "L202": "info", "L204": "warning",
    "M309": "warning", "S402": "warning", "R504": "info", "R505": "warning",
}  # fmt: skip
"""All others are errors."""


def fault(
    name: str,
    code: str,
    edit: Callable[..., None],
    /,
    *,
    severity: str = "",
    played: Played = by_the_laws,
    deals: bool = True,
    **how: object,
) -> Fault:
    """A line of the table: what `edit` is to do is told by `how`."""
    return Fault(name, code, severity or SEVERITIES.get(code, "error"), partial(edit, **how), played, deals)


def junk(text: str) -> str:
    return f"{text}  {HERE}nonsense"


def bare(turn: str) -> str:
    """A placement without end and points."""
    return turn.split(" +")[0].split("@")[0]


def end_replaced(turn: str, space: str, end: str) -> str:
    """A placement with another end, all else as it was."""
    return f"{bare(turn)}{space}{HERE}{end}{' +'.join(['', *turn.split(' +')[1:]])}"


def result_off(desk: Desk, winner: int, loser: int) -> None:
    ns, ew = (winner, loser) if desk.match.winner == "NS" else (loser, winner)
    faults.has_another_result(desk, ns=ns, ew=ew)


def win_of_the_other_pair(desk: Desk, played: Round) -> str:
    return "win EW" if played.ending == "win NS" else "win NS"


def just_blocked(desk: Desk, played: Round) -> str:
    return "blocked"


def win_of_east_and_west(desk: Desk, played: Round) -> str:
    return "win EW"


FAULTS = (
    # points and counts
    fault("five too many claimed", "S401", faults.claims_other_points, by=5),
    fault("five too many claimed, and carried on", "S401", faults.claims_other_points, by=5, carried=True),
    fault("thirty too many claimed", "S401", faults.claims_other_points, by=30),
    fault("five too few claimed", "S401", faults.claims_other_points, by=-5),
    fault("five too few claimed, and carried on", "S401", faults.claims_other_points, by=-5, carried=True),
    fault("one too few claimed", "S401", faults.claims_other_points, by=-1),
    fault("the points of the turn before claimed", "S401", faults.claims_points_of_the_turn_before),
    fault("a count claimed that scores nothing", "S401", faults.claims_the_count),
    fault("claim and count wrong together", "S401", faults.claims_and_counts_wrongly),
    fault("a win by a wrong claim", "S401", faults.wins_by_a_wrong_claim),
    fault("a win missed by a wrong claim", "S401", faults.misses_a_win_by_a_wrong_claim, played=TO_255),
    fault("a claim forgotten", "S402", faults.forgets_a_claim),
    fault("a claim forgotten, and carried on", "S402", faults.forgets_a_claim, carried=True),
    fault("counted one too many", "S406", faults.counts_wrongly, by=1),
    fault("counted five too few", "S406", faults.counts_wrongly, by=-5),
    # settlement
    fault("five too many deducted", "S404", faults.deducts_wrongly, by=5),
    fault("five too few deducted", "S404", faults.deducts_wrongly, by=-5),
    fault("three too many deducted, and carried on", "S404", faults.deducts_wrongly, by=3, carried=True),
    fault("partners' hands pooled", "S404", faults.pools_the_partners),
    fault("total of one pair wrong", "S405", faults.totals_wrongly, NS=10),
    fault("total of one pair wrong, and carried on", "S405", faults.totals_wrongly, EW=-10, carried=True),
    fault("totals of both pairs wrong", "S405", faults.totals_wrongly, NS=-5, EW=20),
    fault("totals of both pairs wrong, and carried on", "S405", faults.totals_wrongly,
          NS=-5, EW=5, carried=True),
    fault("the only pair's total wrong", "S405", faults.totals_one_pair, by=5),
    fault("leftovers exchanged", "S403", faults.swaps_leftovers),
    fault("a leftover forgotten", "S403", faults.leaves_out_a_leftover),
    fault("a leftover forgotten and not deducted", "S403", faults.leaves_out_a_leftover, follow="deduction"),
    fault("a leftover forgotten, and carried on", "S403", faults.leaves_out_a_leftover, follow="total"),
    fault("a hand of leftovers forgotten", "S403", faults.leaves_out_a_hand),
    fault("a hand of leftovers forgotten, and carried on", "S403", faults.leaves_out_a_hand, carried=True),
    fault("a tile left that lies on the table", "S403", faults.leaves_a_tile_that_lies),
    fault("a tile left to the one who went out", "S403", faults.leaves_a_tile_to_the_one_who_went_out),
    # deal
    fault("a tile dealt to two", "D101", faults.deals_a_tile_twice),
    fault("a tile dealt twice to one", "D101", faults.deals_a_tile_twice_to_one),
    fault("six dealt", "D102", faults.deals_six),
    fault("eight dealt", "D102", faults.deals_eight),
    fault("a tile dealt to the wrong hand", "D102", faults.deals_a_tile_to_the_wrong_hand),
    fault("four known tiles and four unknown", "D102", faults.deals_too_many_unknown),
    fault("two tiles unknown", "D103", faults.does_not_know_all_tiles),
    fault("hands unknown in two rounds", "D103", faults.does_not_know_a_hand),
    # lot and leader
    fault("led by another", "L201", faults.is_led_by_another, played=LED_BY_ANOTHER),
    fault("led by another than the lot's winner", "L201", faults.is_led_by_another,
          first=True, played=partial(play, rounds=3, wrong_leader=1)),
    fault("another leader named", "L201", faults.names_another_leader),
    fault("the first lot lost", "L202", faults.loses_the_first_lot),
    fault("a lot after a block lost", "L202", faults.loses_a_lot_after_a_block),
    fault("a lot left tied", "L203", faults.leaves_a_lot_tied),
    fault("one drew again who had not tied", "L203", faults.draws_again_with_the_wrong_candidate),
    fault("a lot among three", "L203", faults.draws_among_three),
    fault("a lot not due", "L204", faults.draws_a_lot_though_somebody_went_out, other=False),
    fault("a lot not due, and not followed", "L204", faults.draws_a_lot_though_somebody_went_out, other=True),
    # turns
    fault("a wrong letter", "M301", faults.writes_the_wrong_letter),
    fault("out of turn, then the next", "M301", faults.was_played_so,
          played=slipping(partial(faults.out_of_turn, due_follows=False))),
    fault("out of turn, then the one who was due", "M301", faults.was_played_so,
          played=slipping(partial(faults.out_of_turn, due_follows=True))),
    fault("out of turn, and no more", "M301", faults.was_played_so,
          cut=True, played=slipping(partial(faults.out_of_turn, due_follows=True))),
    fault("a pass out of turn", "M301", faults.was_played_so, played=slipping(faults.pass_out_of_turn)),
    fault("out of turn, hands known by the leftovers", "M301", faults.was_played_so,
          played=slipping(partial(faults.out_of_turn, due_follows=False)), deals=False),
    fault("a turn lost", "M311", faults.loses_turns),
    fault("two turns lost", "M301", faults.loses_turns, turns=2),
    fault("a turn lost, and no endings written", "M311", faults.loses_turns, endings=False),
    fault("an award lost, and no settlement", "M301", faults.loses_an_award),
    fault("two turns exchanged", "M313", faults.exchanges_two_turns),
    fault("another's tile", "M302", faults.plays_instead, choose=faults.held_by_another),
    fault("another's tile, and no more", "M302", faults.plays_instead,
          choose=faults.held_by_another, cut=True),
    fault("a tile that lies already", "M303", faults.plays_instead, choose=faults.lying),
    fault("a tile that lies already, and no more", "M303", faults.plays_instead,
          choose=faults.lying, cut=True),
    fault("a tile that fits nowhere", "M304", faults.plays_instead, choose=faults.fitting_nowhere),
    fault("a tile that does not fit the end named", "M304", faults.plays_instead,
          choose=faults.not_fitting_that_end),
    fault("an end that nothing shows", "M305", faults.names_an_end, name=faults.shown_by_nothing),
    fault("an end of a tile that does not lie", "M305", faults.names_an_end, name=faults.not_on_the_table),
    fault("an end of a covered tile", "M305", faults.names_an_end, name=faults.covered),
    fault("an end not named", "M306", faults.names_no_end),
    fault("an end not named, and an impossible count", "M306", faults.claims_what_no_end_gives),
    fault("an end not named, but claimed", "M306", faults.names_no_end,
          settled_by="claim", severity="warning"),
    fault("an end not named, but counted", "M306", faults.names_no_end,
          settled_by="count", severity="warning"),
    fault("a false pass", "M307", faults.was_played_so, played=slipping(faults.false_pass)),
    fault("a false pass, and no more", "M307", faults.was_played_so,
          cut=True, played=slipping(faults.false_pass)),
    fault("a false pass, hands known by the leftovers", "M307", faults.was_played_so,
          played=slipping(faults.false_pass), deals=False),
    fault("a pass in place of a placement", "M307", faults.passes_instead),
    fault("a turn after an out", "M308", faults.takes_turns_after_the_end, ended=faults.went_out),
    fault("a turn after a block", "M308", faults.takes_turns_after_the_end, ended=faults.blocked),
    fault("a turn after the win", "M308", faults.takes_turns_after_the_end, ended=faults.won),
    fault("three turns after an out", "M308", faults.takes_turns_after_the_end,
          ended=faults.went_out, turns=3),
    fault("passes not written", "M309", faults.skips_passes),
    fault("passes not written, but counted", "M309", faults.skips_passes, renumbered=False),
    fault("passes not written, hands known by the leftovers", "M309", faults.skips_passes, deals=False),
    fault("a pass not written, hands unknown", "M309", faults.skips_passes_of_unknown_hands),
    fault("passes of a block not written", "M309", faults.skips_passes_of_the_block),
    fault("last turn lost before the leftovers", "M310", faults.loses_last_turns, to="left"),
    fault("last turn lost up to the total", "M310", faults.loses_last_turns, to="total"),
    fault("last turn lost up to the next round", "M310", faults.loses_last_turns, to="next round"),
    fault("last turns lost up to the next round", "M310", faults.loses_last_turns, to="next round", turns=6),
    # endings and result
    fault("out by another", "R501", faults.ends_otherwise,
          ended=faults.went_out, ending=faults.out_of_another),
    fault("out by another, who leads next", "R501", faults.goes_out_by_another_who_leads_next,
          played=LED_BY_ANOTHER),
    fault("out, with a tile in hand", "R501", faults.loses_the_turn_that_ended_it, ended=faults.went_out),
    fault("blocked, though one went out", "R501", faults.ends_otherwise,
          ended=faults.went_out, ending=just_blocked),
    fault("blocked, though one went out, and a lot", "R501", faults.is_blocked_and_draws_a_lot),
    fault("blocked, though one could place", "R501", faults.is_blocked_too_early),
    fault("out, though blocked", "R501", faults.ends_otherwise,
          ended=faults.blocked, ending=faults.out_of_another),
    fault("won, short of the target", "R501", faults.ends_otherwise,
          ended=faults.settled, ending=win_of_east_and_west),
    fault("won by the other pair", "R501", faults.ends_otherwise, ended=faults.won,
          ending=win_of_the_other_pair),
    fault("out, though won", "R501", faults.ends_otherwise, ended=faults.won, ending=faults.out_of_another),
    fault("blocked, though won", "R501", faults.ends_otherwise,
          ended=faults.won, ending=just_blocked),
    fault("won a turn too early", "R501", faults.loses_the_turn_that_ended_it, ended=faults.won),
    fault("the loser's result wrong", "R502", result_off, winner=0, loser=-5),
    fault("the winner's result too high", "R502", result_off, winner=5, loser=0),
    fault("the result the wrong way round", "R502", faults.has_another_result, ns=0, ew=0, swapped=True),
    fault("a result of an unfinished match wrong", "R502", faults.has_another_result,
          ns=5, ew=0, played=SHORT),
    fault("settled after the win", "R503", faults.settles_after_the_win),
    fault("settled after the win, with its total", "R503", faults.settles_after_the_win, total="won"),
    fault("settled after the win, with the total settled", "R503", faults.settles_after_the_win,
          total="deducted"),
    fault("a round after the win", "R503", faults.plays_another_round),
    fault("two rounds after the win", "R503", faults.plays_another_round, rounds=2),
    fault("a round after abandoning", "R503", faults.plays_on_after_abandoning),
    fault("the match cut short, with its result", "R504", faults.is_cut_short,
          result="kept", severity="error"),
    fault("the winning turn lost", "R504", faults.loses_the_winning_turn, severity="error"),
    fault("the match cut short", "R504", faults.is_cut_short, result="*"),
    fault("the match cut short, without a result", "R504", faults.is_cut_short, result="none"),
    # it stood
    fault("^ on a right placement", "R505", faults.marks_a_right_turn, what="placement"),
    fault("^ on a right pass", "R505", faults.marks_a_right_turn, what="pass"),
    fault("^ on right points", "R505", faults.marks_a_right_turn, what="points"),
    fault("^ on a right deduction", "R505", faults.marks_a_right_deduction),
    fault("^ on a right total", "R505", faults.marks_a_right_total),
    fault("too many points stood", "S401", faults.lets_a_wrong_claim_stand, by=10, severity="info"),
    fault("too few points stood", "S401", faults.lets_a_wrong_claim_stand, by=-5, severity="info"),
    fault("a wrong deduction stood", "S404", faults.lets_a_wrong_deduction_stand, by=5, severity="info"),
    fault("a wrong total stood", "S405", faults.lets_a_wrong_total_stand, NS=10, severity="info"),
    fault("wrong totals stood", "S405", faults.lets_a_wrong_total_stand, NS=10, EW=-5, severity="info"),
    fault("another's lead stood", "L201", faults.is_led_by_another,
          stood="^", severity="info", played=LED_BY_ANOTHER),
    fault("out of turn, and stood", "M301", faults.was_played_so,
          stood=True, severity="info", played=slipping(partial(faults.out_of_turn, due_follows=False))),
    fault("another's tile stood", "M302", faults.plays_instead,
          choose=faults.held_by_another, stood="^", severity="info"),
    fault("a tile that lies already stood", "M303", faults.plays_instead,
          choose=faults.lying, stood="^", severity="info"),
    fault("a tile that fits nowhere stood", "M304", faults.plays_instead,
          choose=faults.fitting_nowhere, stood="^", severity="info"),
    fault("a tile at the wrong end stood", "M304", faults.plays_instead,
          choose=faults.not_fitting_that_end, stood="^", severity="info"),
    fault("an end that nothing shows stood", "M305", faults.names_an_end,
          name=faults.shown_by_nothing, stood="^", severity="info"),
    fault("a false pass stood", "M307", faults.was_played_so,
          stood=True, severity="info", played=slipping(faults.false_pass)),
    # rulings
    fault("a ruling not counted", "S405", faults.adjusts, counted=False),
    # text
    fault("nonsense in a hand", "T001", faults.writes, where="hand", change=junk),
    fault("nonsense in the lot", "T001", faults.writes, where="lot", change=junk),
    fault("a draw without its value", "T001", faults.writes,
          where="lot", change=lambda lot: HERE + lot[: lot.index(":") + 1]),
    fault("nonsense among the turns", "T001", faults.writes, where="turn", change=junk),
    fault("nonsense before the first turn", "T001", faults.writes,
          where="first turn", change=lambda t: f"{HERE}nonsense {t}"),
    fault("two seats", "T001", faults.writes, where="turn", change=lambda turn: f"{HERE}{turn[0]} {turn}"),
    fault("a seat alone", "T001", faults.writes, where="turn", change=lambda turn: f"{HERE}{turn[0]}"),
    fault("the end after the points", "T001", faults.writes,
          where="placement", change=lambda turn: f"{HERE}{turn.split('@')[0].split(' +')[0]} +5@4"),
    fault("points with a letter in them", "T001", faults.writes,
          where="placement", change=lambda turn: f"{turn.split(' +')[0]} {HERE}+1O"),
    fault("an end that is a letter", "T001", faults.writes,
          where="placement", change=lambda turn: end_replaced(turn, " ", "@x")),
    fault("an end of nothing", "T001", faults.writes,
          where="placement", change=lambda turn: end_replaced(turn, "", "@")),
    fault("a count that is a letter", "T001", faults.writes,
          where="placement", change=lambda turn: f"{turn} {HERE}=x"),
    fault("a pass with points", "T001", faults.writes, where="pass", change=lambda turn: f"{HERE}{turn} +5"),
    fault("no seat at the first turn", "T001", faults.writes,
          where="first turn", change=lambda turn: HERE + turn[2:]),
    fault("nonsense at the ending", "T001", faults.writes, where="ending", change=junk),
    fault("an ending of nobody", "T001", faults.writes, where="ending", change=lambda _: f"{HERE}out Q"),
    fault("nonsense before the leftovers", "T001", faults.writes,
          where="left", change=lambda left: f"{HERE}nonsense\n{left}"),
    fault("nonsense in the leftovers", "T001", faults.writes,
          where="left hand", change=lambda hand: f"{HERE}{hand[:2]} x {hand[2:]}"),
    fault("a total of nothing", "T001", faults.writes, where="total", change=lambda _: f"{HERE}total"),
    fault("a total in words", "T001", faults.writes,
          where="total", change=lambda _: f"{HERE}total NS many EW few"),
    fault("a pair twice in the total", "T001", faults.writes,
          where="total", change=lambda total: HERE + total.replace("EW", "NS")),
    fault("nonsense after the total", "T001", faults.writes,
          where="total", change=lambda total: f"{total}\n{HERE}nonsense"),
    fault("a second total", "T001", faults.writes,
          where="total", change=lambda total: f"{total}\n{HERE}{total}"),
    fault("a seat twice in the deal", "T001", faults.repeats_a_hand, where="deal"),
    fault("a seat twice in the leftovers", "T001", faults.repeats_a_hand, where="left"),
    fault("a tag without quotation marks", "T001", faults.writes_line,
          name="Event", line=f"{HERE}[Event Club]"),
    fault("a tag without its bracket", "T001", faults.writes_line, name="Event", line=f'{HERE}[Event "Club"'),
    fault("nonsense among the tags", "T001", faults.writes_line, name="Event", line=f"{HERE}nonsense"),
    fault("nonsense before the match", "T001",
          lambda desk: desk.sheet.tags.update(Rocks=f'{HERE}nonsense\n[Rocks "1"]')),
    fault("a comment never closed among the turns", "T002", faults.opens_a_comment, where="turns"),
    fault("a comment never closed at the round", "T002", faults.opens_a_comment, where="head"),
    fault("a comment never closed at the deal", "T002", faults.opens_a_comment, where="deal"),
    fault("a comment never closed at the ending", "T002", faults.opens_a_comment, where="ending"),
    fault("a comment never closed at the total", "T002", faults.opens_a_comment, where="total"),
    fault("a comment never closed among the tags", "T002", faults.opens_a_comment, where="tags"),
    fault("a variation never closed", "T002", faults.opens_a_variation),
    fault("a value never closed", "T002", faults.writes_line, name="Event", line=f'[Event {HERE}"Club]'),
    fault("a tile above six in a hand", "T004", faults.writes,
          where="hand", change=lambda hand: f"{hand[:2]} {HERE}1|7{hand[6:]}"),
    fault("a tile above six among the turns", "T004", faults.writes,
          where="placement", change=lambda turn: f"{turn[0]} {HERE}7|8"),
    fault("a tile above six left", "T004", faults.writes,
          where="left hand", change=lambda hand: f"{hand[:2]} {HERE}9|9 -5"),
    fault("an end above six", "T004", faults.writes,
          where="placement", change=lambda turn: end_replaced(turn, "", "@7")),
    fault("an end of a tile above six", "T004", faults.writes,
          where="placement", change=lambda turn: end_replaced(turn, "", "@7|7")),
    # tags
    fault("a tag twice", "T005", faults.writes_tag_twice),
    fault("a tag of one's own", "T006", faults.writes_tag, name="Opening", value="5|5"),
    fault("no such day", "T007", faults.writes_tag, name="Date", value="2026-02-30"),
    fault("a day the other way round", "T007", faults.writes_tag, name="Date", value="29.11.2026"),
    fault("a result in words", "T007", faults.writes_tag, name="Result", value="NS won"),
    fault("a result of one pair", "T007", faults.writes_tag, name="Result", value="NS 255"),
    fault("a target that is no multiple of five", "T007", faults.writes_tag,
          name="Target", value="251", before="Event"),
    fault("no target", "T007", faults.writes_tag, name="Target", value="0", before="Event"),
    fault("another game", "T007", faults.writes_tag, name="Rules", value="All Fives", before="Event"),
    fault("another version", "T007", faults.writes_tag, name="Rocks", value="2"),
    fault("a control character", "T007", faults.writes_tag, name="Event", value="Club\x07"),
    # numbers
    fault("a circuit number too high", "T008", faults.numbers_a_circuit_wrongly, by=1),
    fault("a circuit number too low", "T008", faults.numbers_a_circuit_wrongly, by=-1),
    fault("a round number too high", "T008", faults.numbers_a_round_wrongly, number=99),
    fault("a round number twice", "T008", faults.numbers_a_round_wrongly, number=0),
    fault("a round missing", "T008", faults.misses_rounds),
    fault("a round missing before a win with the last tile", "T008",
          faults.misses_a_round_before_a_win_with_the_last_tile),
    # bounds
    fault("variations too deep", "T010", faults.nests_too_deep),
    fault("a claim of seven digits", "T010", faults.writes,
          where="placement", change=lambda turn: f"{turn.split(' +')[0]} +{HERE}1234567"),
    fault("a circuit of seven digits", "T010",
          lambda desk: desk.sheet.rounds[0].numbers.update({1: f"{HERE}0000002."})),
    fault("a long comment", "T010", lambda desk: desk.sheet.comments.append(HERE + "so\n" * 50_000)),
    fault("a long line", "T010",
          lambda desk: desk.sheet.tags.update(Event=f'{HERE}[Event "{"x" * 100_000}"]')),
)  # fmt: skip

RIGHT = (
    fault("the only pair's total", "none", faults.totals_one_pair, by=0),
    fault("hands shown after the win", "none", faults.shows_the_hands_after_the_win),
    fault("a void round, then the same number", "none", faults.has_a_void_round, same_number=True),
    fault("a void round, then the next number", "none", faults.has_a_void_round, same_number=False),
    fault("a void round, then the same leader", "none", faults.has_a_void_round,
          same_number=True, same_leader=True),
    fault("a void round full of faults", "none", faults.has_a_void_round, same_number=True, wild=True),
    fault("abandoned", "none", faults.is_abandoned),
    fault("a ruling counted", "none", faults.adjusts, counted=True, played=SHORT),
    fault("won with a ruling", "none", faults.wins_with_a_ruling),
    fault("not won by a ruling", "none", faults.does_not_win_by_a_ruling),
    fault("a turn that nobody saw", "none", faults.has_a_turn_that_nobody_saw),
    fault("no endings", "none", faults.leaves_out_sections, sections=("ending",)),
    fault("no totals", "none", faults.leaves_out_sections, sections=("total",)),
    fault("no leftovers", "none", faults.leaves_out_sections, sections=("left",)),
    fault("turns alone", "none", faults.leaves_out_sections,
          sections=("deal", "lot", "ending", "left", "total")),
    fault("no deductions", "none", faults.deducts_nothing_in_writing),
    fault("variations as deep as they may be", "none", faults.nests_deep),
)  # fmt: skip


def prepared(fault: Fault, seed: int) -> Desk:
    """A match with the fault in it: of the many that are played, the first that has a place for it."""
    for attempt in range(TRIES):
        rng = random.Random(f"{fault.name} {seed} {attempt}")
        match = fault.played(rng)
        desk = Desk(rng, match, write_up(match, deals=fault.deals, show_won_hands=not fault.deals))
        try:
            fault.edit(desk)
        except Unfit:
            continue
        desk.text = desk.sheet.text()
        return desk
    raise AssertionError(f"no match has a place for {fault.name}")


def findings(text: str, code: str) -> list[tuple[str, str, int]]:
    """Severity, code and line of what is found: infos only of that code."""
    record = parse(text)
    found = [*record.syntax, *(one for match in record.matches for one in replay(match).diagnostics)]
    told = [one for one in found if one.severity != "info" or one.code == code]
    return sorted((one.severity.value, one.code, record.source.place(one.span.start).line) for one in told)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.code}: {fault.name}")
@pytest.mark.parametrize("seed", SEEDS)
def test_one_fault_one_finding(fault: Fault, seed: int) -> None:
    marked = prepared(fault, seed).text
    lines = [number for number, line in enumerate(marked.split("\n"), 1) for _ in range(line.count(HERE))]
    text = marked.replace(HERE, "")
    assert findings(text, fault.code) == [(fault.severity, fault.code, line) for line in lines], text


@pytest.mark.parametrize("case", RIGHT, ids=lambda case: case.name)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_looks_odd_and_is_right(case: Fault, seed: int) -> None:
    text = prepared(case, seed).text
    assert findings(text, case.code) == [], text


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.code}: {fault.name}")
def test_a_fault_stays_in_its_match(fault: Fault) -> None:
    """Another match after it, and the line ends of another machine, change nothing."""
    text = prepared(fault, 0).text.replace(HERE, "")
    found = findings(text, fault.code)
    another = write_up(play(random.Random(fault.name), rounds=1)).text()
    assert [one for one in findings(f"{text}\n\n{another}", fault.code) if one[1] != "R504"] == [
        one for one in found if one[1] != "R504"
    ]
    assert findings(text.replace("\n", "\r\n"), fault.code) == found


@pytest.mark.parametrize("text", ["", "\n\n", "{ a remark }\n", "; a remark"])
def test_nothing_is_no_match(text: str) -> None:
    assert [(severity, code) for severity, code, _ in findings(text, "T009")] == [("error", "T009")]


@pytest.mark.parametrize(
    ("put_in", "offset"),
    [(b"\0", None), (b"\xff", None), (b"\xc3\x28", None), (b"\xff\xfe", 0), (b"\xfe\xff", 0)],
)
def test_what_is_not_text_is_refused(put_in: bytes, offset: int | None) -> None:
    data = write_up(play(random.Random(1), rounds=1)).text().encode()
    at = 100 if offset is None else offset
    record = parse_bytes(data[:at] + put_in + data[at:])
    (found,) = record.syntax
    assert (found.code, found.severity) == ("T003", "error")
    assert str(at) in str(found.message)
    assert not record.matches
