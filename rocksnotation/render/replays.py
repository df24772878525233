"""Replays as plain text, safe to show on a terminal: matches turn by turn, and positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rocksnotation.events import Comment, Play, Round
from rocksnotation.layout import Place, Port
from rocksnotation.messages import Message, Tell, counted, joined, say, verbatim
from rocksnotation.replay import MatchReplay, RoundReplay, Status, Step, Totals, Unchecked
from rocksnotation.seats import PAIRS, Seat
from rocksnotation.text import safe
from rocksnotation.tiles import Tile


def match(replayed: MatchReplay, tell: Tell = str) -> Iterator[str]:
    """One match: its players, its rounds, its result."""
    tags = {tag.name: tag.value for tag in reversed(replayed.match.tags)}
    title = [safe(tags[name]) for name in ("Event", "Site", "Date") if tags.get(name)]
    yield " · ".join([tell(say("Match {number}", number=replayed.match.number)), *title])
    players = [
        f"{name[0]} {safe(tags[name])}" for name in ("North", "East", "South", "West") if tags.get(name)
    ]
    if players:
        yield "  ".join(players)
    yield from _comments(replayed.match.comments, "")
    for round_ in replayed.rounds:
        yield ""
        yield from round_table(round_, tell)
    yield ""
    totals = _totals(replayed.totals)
    result = (
        say("Result: {winner} wins, {totals}", winner=replayed.winner, totals=totals)
        if replayed.winner
        else say("Result: no winner, {totals}", totals=totals)
    )
    yield f"{tell(result)} · {_status(replayed, tell)}"


_STATUSES = {
    Status.VERIFIED: say("verified"),
    Status.UNVERIFIED: say("unverified"),
    Status.REFUTED: say("refuted"),
}
_UNCHECKED = {
    # translators: these five are what was "not checked", as in "unverified (not checked: hands, totals)"
    Unchecked.HANDS: say("hands"),
    Unchecked.LAYOUT: say("layout"),
    Unchecked.SETTLEMENT: say("settlement"),
    Unchecked.TOTALS: say("totals"),
    Unchecked.PICTURE: say("picture"),
}


def _status(replayed: MatchReplay | RoundReplay, tell: Tell) -> str:
    status = _STATUSES[replayed.status]
    if not replayed.unchecked:
        return tell(status)
    what = joined(_UNCHECKED[one] for one in replayed.unchecked)
    return tell(say("{status} (not checked: {what})", status=status, what=what))


def _totals(totals: Totals) -> str:
    return ", ".join(f"{pair} {_number(totals[pair])}" for pair in PAIRS)


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


_HEADINGS = (
    # translators: these seven are the headings of the table of turns
    *(say("turn"), say("seat"), say("tile"), say("joins"), say("ends"), say("sum"), say("points")),
    *(verbatim(str(pair)) for pair in PAIRS),
)
_RIGHT = (False, False, False, False, False, True, True, True, True)
_PORTS = {
    # translators: these six are sides of a tile on the table, where another may join it, as in "4|4 line-b"
    Port.LOW: say("low"),
    Port.HIGH: say("high"),
    Port.LINE_A: say("line-a"),
    Port.LINE_B: say("line-b"),
    Port.BRANCH_A: say("branch-a"),
    Port.BRANCH_B: say("branch-b"),
}


def round_table(replayed: RoundReplay, tell: Tell = str) -> Iterator[str]:
    """One round as a table of turns, with the comments under what they speak of."""
    round_ = replayed.round
    number = "?" if round_.number is None else round_.number
    heading = (
        say("Round {number}, {leader} leads", number=number, leader=replayed.leader)
        if replayed.leader
        else say("Round {number}", number=number)
    )
    yield f"{tell(heading)} · {_status(replayed, tell)}"
    yield from _comments(round_.comments, "  ")
    if round_.deal:
        yield from _comments(round_.deal.comments, "  ")
    if round_.lot:
        yield from _comments(round_.lot.comments, "  ")
    headings = [tell(heading) for heading in _HEADINGS]
    rows = [_row(step, tell) for step in replayed.steps]
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    if rows:
        yield _line(headings, widths)
    yield from _adjustments(replayed, 0, tell)
    for step, row in zip(replayed.steps, rows, strict=True):
        yield _line(row, widths)
        if step.event:
            yield from _comments(step.event.comments, "      ")
        yield from _adjustments(replayed, step.turn, tell)
    yield from _settlement(replayed, tell)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell.rjust(width) if right else cell.ljust(width)
        for cell, width, right in zip(cells, widths, _RIGHT, strict=True)
    )
    return ("  " + "  ".join(padded)).rstrip()


def _row(step: Step, tell: Tell) -> tuple[str, ...]:
    totals = tuple(_number(step.totals[pair]) for pair in PAIRS)
    seat = str(step.seat or "?")
    what = _what(step)
    if step.action != "play":
        return (step.address, seat, what, "", "", "", "", *totals)
    if step.counts is None:
        return (step.address, seat, what, "?", "?", "?", "?", *totals)
    # translators: in the column "joins": this tile is led, and joins nothing
    joins = tell(say("lead"))
    if step.join:
        host = step.join.host
        joins = str(host.tile) if host.is_plain else tell(_side(host))
        joins += " ~" if step.join.assumed else ""
    ends = " + ".join(str(count.pips) for count in step.counts)
    marks = "".join(step.event.marks) if isinstance(step.event, Play) else ""
    points = str(step.points or "")
    return (step.address, seat, f"{what} {marks}".strip(), joins, ends, str(step.sum), points, *totals)


def _what(step: Step) -> str:
    """What was done in a turn; one that the record leaves out stands in parentheses."""
    if step.action == "unseen":
        return "?"
    what = str(step.tile) if step.action == "play" else "pass"
    return f"({what})" if step.implied else what


def _side(place: Place) -> Message:
    """A tile on the table, and the side of it that another joins."""
    return say("{tile} {port}", tile=place.tile, port=_PORTS[place.port])


def _comments(comments: Iterable[Comment], indent: str) -> Iterator[str]:
    for comment in comments:
        first, *further = comment.text.split("\n")
        yield "".join(
            [f"{indent}{{ {safe(first)}", *(f"\n{indent}  {safe(line)}".rstrip() for line in further), " }"]
        )


def _adjustments(replayed: RoundReplay, turn: int, tell: Tell) -> Iterator[str]:
    """The rulings that stand after so many turns."""
    for adjustment in replayed.adjustments:
        if adjustment.after == turn:
            points = ", ".join(f"{pair} {points:+}" for pair, points in adjustment.event.points.items())
            adjusted = say("adjusted: {points}", points=points)
            yield f"  {tell(adjusted)} · {_totals(adjustment.totals)}"
            yield from _comments(adjustment.event.comments, "      ")


def _settlement(replayed: RoundReplay, tell: Tell) -> Iterator[str]:
    round_: Round = replayed.round
    no_end = say("not ended") if replayed.steps else say("no turns")
    yield f"  {replayed.end or tell(no_end)}"
    if round_.ending:
        yield from _comments(round_.ending.comments, "      ")
    for seat, hand in (replayed.left or {}).items():
        if hand.tiles is None:
            not_known = say("{seat} left: not known", seat=seat)
            yield f"  {tell(not_known)}"
        elif hand.tiles:
            yield f"  {tell(_leftovers(seat, hand.tiles, hand.pips or 0))} · -{hand.deduction}"
    if round_.left:
        yield from _comments(round_.left.comments, "      ")
    total = say("total: {totals}", totals=_totals(replayed.totals))
    yield f"  {tell(total)}"
    if round_.total:
        yield from _comments(round_.total.comments, "      ")


def _leftovers(seat: Seat, tiles: Sequence[Tile], pips: int) -> Message:
    return counted(
        "{seat} left: {tiles} · {number} pip",
        "{seat} left: {tiles} · {number} pips",
        pips,
        seat=seat,
        tiles=" ".join(map(str, tiles)),
    )


# translators: these four begin the lines of a position on the table
_ENDS, _OPEN, _SPINNER, _TOTALS = _LABELS = say("ends:"), say("open:"), say("spinner:"), say("totals:")
_NO_LAYOUT = say("the layout is not known")
_BARE_TABLE = say("nothing lies on the table")


def position(replayed: RoundReplay, step: Step | None, tell: Tell = str) -> Iterator[str]:
    """The position after one turn, or after the whole round: ends, places, spinner, totals."""
    last = step or next((one for one in reversed(replayed.steps) if one.places is not None), None)
    number = replayed.round.number
    yield tell(
        say("After {address}", address=step.address) if step else say("After round {number}", number=number)
    )
    if last is None or (step and step.action == "play" and step.counts is None):
        yield f"  {tell(_NO_LAYOUT)}"
        return
    width = max(len(tell(label)) for label in _LABELS)

    def line(label: Message, what: str) -> str:
        return f"  {tell(label):<{width}} {what}"

    shown = _layout_step(replayed, last)
    if shown is None:
        yield f"  {tell(_BARE_TABLE)}"
    elif shown.counts is None or shown.places is None:
        yield f"  {tell(_NO_LAYOUT)}"
    else:
        counts = " + ".join(f"{count.pips} ({count.tile})" for count in shown.counts)
        yield line(_ENDS, f"{counts} = {shown.sum}")
        yield line(_OPEN, tell(_open(shown.places)))
        # translators: no double lies on the table, so that there is no spinner
        yield line(_SPINNER, str(shown.spinner or tell(say("none yet"))))
    yield line(_TOTALS, _totals((step or replayed).totals))


def _open(places: Sequence[Place]) -> Message:
    if not places:
        # translators: no end is open
        return say("nothing")
    # translators: an open end, as in "4 at 3|4 high": four pips, at that side of that tile
    return joined(say("{pips} at {place}", pips=one.pips, place=_side(one)) for one in places)


def _layout_step(replayed: RoundReplay, step: Step) -> Step | None:
    """The last placement up to a step: a pass leaves the layout as it was."""
    until = [one for one in replayed.steps if one.turn <= step.turn]
    placed = [one for one in until if one.action != "pass"]
    return placed[-1] if placed else None
