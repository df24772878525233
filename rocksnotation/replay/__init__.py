"""A match through the laws: every turn, point and total recomputed, and what is wrong with the record.

Round by round, `evidence` gathers what the record itself says, `fold` plays it by the laws, and `standing`
is what one round hands on to the next. `sound` takes the rounds that nothing can be said against, and is quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rocksnotation import laws, tags
from rocksnotation.diagnostics import Diagnostic, Edit, Fix, Severity, Span, diagnostic
from rocksnotation.events import Adjust, Match, Round
from rocksnotation.messages import listed, say
from rocksnotation.replay.evidence import gather, hands_unknown
from rocksnotation.replay.mending import replaced, safe_fix, unsafe_fix, with_what_follows
from rocksnotation.replay.readings import best_reading
from rocksnotation.replay.results import (
    Adjustment,
    Join,
    MatchReplay,
    Outcome,
    RoundReplay,
    Settled,
    Status,
    Step,
    Totals,
    Unchecked,
)
from rocksnotation.replay.sound import play_on
from rocksnotation.replay.standing import Cause, Standing, after_damage
from rocksnotation.seats import PAIRS, Pair

__all__ = [
    "Adjustment", "Join", "MatchReplay", "Outcome", "RoundReplay", "Settled", "Status", "Step", "Totals",
    "Unchecked", "replay",
]  # fmt: skip

_UNCHECKED = (Unchecked.HANDS, Unchecked.LAYOUT, Unchecked.SETTLEMENT, Unchecked.TOTALS)


def replay(match: Match) -> MatchReplay:
    """Plays a match by the laws. A match of another game or version is kept, and not judged."""
    found = list(tags.findings(match))
    if not tags.is_judged(match):
        return _finished(match, found, [], Standing().unknown())
    standing = Standing()
    rounds: list[RoundReplay] = []
    carried: list[tuple[Cause, Edit]] = []
    hangs_on_a_slip = False
    target = tags.target(match)
    while (index := len(rounds)) < len(match.rounds):
        round_ = match.rounds[index]
        if standing.over in ("won", "abandoned"):
            if not any(one.code == "R503" for one in found):
                found.append(_round_after_end(round_, standing))
            rounds += [_not_replayed(later, standing) for later in match.rounds[index:]]
            break
        sound, standing = play_on(match.rounds[index:], standing, target)
        if sound:
            rounds += sound
            continue
        following = match.rounds[index + 1] if index + 1 < len(match.rounds) else None
        number, standing = _numbered(round_, standing, following)
        found += number
        if _is_believed(round_):
            standing = _after_believed(round_, standing, following is None)
            rounds.append(_not_replayed(round_, standing))
            continue
        folded = best_reading(round_, standing, target, following)
        rounds.append(folded.replay)
        found += (*folded.diagnostics, *folded.asides)
        carried += folded.carried
        hangs_on_a_slip = hangs_on_a_slip or folded.hangs_on_a_slip
        standing = folded.after
    found += _unknown_hands(match, rounds)
    found += _result(match, standing, target)
    carried += _carried_result(match, standing)
    found = with_what_follows(found, carried, hangs_on_a_slip)
    return _finished(match, found, rounds, standing)


def _is_believed(round_: Round) -> bool:
    """A round without turns is not judged; a void or abandoned one needs none."""
    if round_.ending and round_.ending.kind in ("void", "abandoned"):
        return False
    return all(isinstance(event, Adjust) for event in round_.events)


def _after_believed(round_: Round, before: Standing, is_last: bool) -> Standing:
    """What follows a round without turns: what it says of itself; nothing changes where it only lies ahead."""
    nothing_yet = not (round_.ending or round_.left or round_.total or round_.events or round_.damaged)
    return replace(before, over="no") if is_last and nothing_yet else after_damage(before, round_, is_last)


def _numbered(round_: Round, before: Standing, following: Round | None) -> tuple[list[Diagnostic], Standing]:
    """T008: rounds count up from 1. Where the number jumps, a round may be missing, and nothing is known."""
    number, numbers = round_.number, before.numbers
    if number is None:
        return [], replace(before, numbers=frozenset())
    is_void = round_.ending is not None and round_.ending.kind == "void"
    own = {number + 1} | ({number} if is_void else set())
    if round_.damaged:
        own.add(number + 2)  # the head of a round may be what could not be read
    if not numbers or number in numbers:
        return [], replace(before, numbers=frozenset(own))
    right = max(numbers)
    found = diagnostic(
        "T008",
        round_.head,
        say("round {number}; expected round {right}", number=number, right=listed(sorted(numbers), "or")),
    )
    found = replace(found, fix=_renumbered(round_, numbers, following))
    after = before.unknown() if number > right else before
    return [_in(round_, found)], replace(after, numbers=frozenset(own | {right + 1}))


def _renumbered(round_: Round, numbers: frozenset[int], following: Round | None) -> Fix | None:
    """The number that fits between the rounds around. Where it jumps at the end, a round may be missing."""
    assert round_.number is not None
    if following:
        fitting = [number for number in numbers if following.number == number + 1]
    else:
        fitting = [number for number in numbers if round_.number < number]
    return safe_fix(replaced(round_.numeral, str(fitting[0]))) if len(fitting) == 1 else None


def _in(round_: Round, found: Diagnostic) -> Diagnostic:
    return replace(found, round=round_.number)


def _round_after_end(round_: Round, standing: Standing) -> Diagnostic:
    """Law 8.1: nothing is played after the match is over."""
    number = "?" if round_.number is None else round_.number
    if standing.over == "won":
        message = say(
            "round {number} is played after {pair} had won the match", number=number, pair=standing.winner
        )
    else:
        message = say("round {number} is played after the match was abandoned", number=number)
    return _in(round_, diagnostic("R503", round_.head, message))


def _not_replayed(round_: Round, standing: Standing) -> RoundReplay:
    return RoundReplay(round_, None, Status.UNVERIFIED, _UNCHECKED, (), (), None, None, standing.totals)


def _unknown_hands(match: Match, rounds: Iterable[RoundReplay]) -> Iterable[Diagnostic]:
    """D103, once a match, at the first round of which some hands are not known."""
    rounds = [
        played
        for played in rounds
        if Unchecked.HANDS in played.unchecked and (played.leader or played.steps)  # who led took a turn
    ]
    if rounds:
        first = rounds[0].round
        seats = [seat for seat, held in gather(first).hands.items() if not held.complete]
        yield hands_unknown(first.number, first.head, seats, further=len(rounds) - 1)


def _result(match: Match, standing: Standing, target: int | None) -> Iterable[Diagnostic]:
    """R502 and R504: the Result tag against what the match came to (Law 8.1)."""
    tag, said = match.tag("Result"), tags.result(match)
    totals = _final(match, standing)
    if totals is None:
        return
    span = tag.span if tag else Span(match.span.start, match.span.start + 1)
    if standing.over == "no" and target is not None:
        claimed = [pair for pair in said or () if said and laws.reaches(said[pair], target)]
        message = say("no pair reaches {target} in this record: {score}", target=target, score=_shown(totals))
        if said and claimed:
            pair = claimed[0]
            but = say(
                "Result has {pair} at {points}, but {message}", pair=pair, points=said[pair], message=message
            )
            yield replace(diagnostic("R504", span, but), severity=Severity.ERROR)
            return
        yield diagnostic("R504", span, message)
    if said and any(not standing.accounts[pair].agrees(said[pair]) for pair in PAIRS):
        assert tag
        message = say(
            "Result says {result}; the match came to {score}", result=tag.value, score=_shown(totals)
        )
        yield replace(
            diagnostic("R502", span, message), fix=unsafe_fix(replaced(tag.written, _scored(totals)))
        )


def _final(match: Match, standing: Standing) -> dict[Pair, int] | None:
    """What the match came to, or None where that is not known, or rounds may be lost at its end."""
    if match.rounds and match.rounds[-1].damaged:
        return None
    known = {pair: total for pair, total in standing.totals.items() if total is not None}
    return known if match.rounds and standing.over != "unknown" and len(known) == len(PAIRS) else None


def _shown(totals: Mapping[Pair, int]) -> str:
    """The score as people are told it, the same in every language."""
    return ", ".join(f"{pair} {totals[pair]}" for pair in PAIRS)


def _scored(totals: Mapping[Pair, int]) -> str:
    """A value of the Result tag."""
    return " ".join(f"{pair} {totals[pair]}" for pair in PAIRS)


def _carried_result(match: Match, standing: Standing) -> Iterable[tuple[Cause, Edit]]:
    """The Result tag set right, for each finding whose slip it carries on."""
    if all(account.is_sure for account in standing.accounts.values()):
        return
    tag, said, totals = match.tag("Result"), tags.result(match), _final(match, standing)
    if tag and said and totals:
        causes = {cause for pair in PAIRS for cause in standing.accounts[pair].causes(said[pair])}
        for edit in replaced(tag.written, _scored(totals)):
            yield from ((cause, edit) for cause in causes)


def _finished(
    match: Match, found: Iterable[Diagnostic], rounds: Iterable[RoundReplay], standing: Standing
) -> MatchReplay:
    found = tuple(sorted((replace(one, match=match.number) for one in found), key=lambda one: one.span))
    rounds = tuple(rounds)
    errors = match.damaged or any(one.severity is Severity.ERROR for one in found)
    is_judged = tags.is_judged(match)
    unchecked = {what for played in rounds for what in played.unchecked} if is_judged else {*_UNCHECKED}
    if errors:
        status = Status.REFUTED
    elif any(played.status is not Status.VERIFIED for played in rounds) or not is_judged:
        status = Status.UNVERIFIED
    else:
        status = Status.VERIFIED
    ordered = tuple(sorted(unchecked, key=_KINDS_OF_UNCHECKED.index))
    return MatchReplay(match, status, ordered, standing.winner, standing.totals, rounds, found)


_KINDS_OF_UNCHECKED = tuple(Unchecked)
