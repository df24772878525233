"""Record to text, in the one canonical layout of the export form. Adds nothing that the record does not say.

Works through the turns with a stack of its own, so that neither long rounds nor deep variations exhaust
Python's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rocksnotation.events import (
    Adjust,
    Comment,
    Damaged,
    Deal,
    Ending,
    Event,
    Leftovers,
    Lot,
    Match,
    Pass,
    Play,
    Record,
    Round,
    Total,
    Turn,
    Variation,
    in_export_order,
)
from rocksnotation.seats import PAIRS, SEATS, Pair
from rocksnotation.spelling import draws_text, placement_text, stood_text, tag_text

_INDENT = 4
_CIRCUIT = len(SEATS)


def dumps(record: Record) -> str:
    """The export text of a record. Raises ValueError for one with damaged text in it."""
    return "\n\n\n".join(dumps_match(match) for match in record.matches) + "\n" * bool(record.matches)


def dumps_match(match: Match) -> str:
    """The export text of one match, without a line end after it. Raises ValueError for a damaged one."""
    if match.damaged:
        raise ValueError("a match with damaged text cannot be written")
    blocks = ["\n".join(tag_text(tag.name, tag.value) for tag in in_export_order(match.tags))]
    if match.comments:
        blocks.append("\n".join(_comment(comment, 0) for comment in match.comments))
    blocks += ["\n".join(_round(round_)) for round_ in match.rounds]
    return "\n\n".join(blocks)


def _comment(comment: Comment, indent: int) -> str:
    """A comment on a line that begins at `indent`: nothing inside it ever begins a line."""
    text = comment.text.replace("\\", "\\\\").replace("}", "\\}")
    if not text:
        return "{ }"
    margin = "\n" + " " * (indent + _INDENT)
    first, *further = text.split("\n")
    return "{ " + "".join([first, *((margin + line) if line else "\n" for line in further)]) + " }"


def _noted(line: str, comments: Sequence[Comment]) -> str:
    """A line and its comments, each indented by the line on which it begins itself."""
    for comment in comments:
        last = line[line.rfind("\n") + 1 :]
        line = f"{line} {_comment(comment, len(last) - len(last.lstrip(' ')))}"
    return line


def _round(round_: Round) -> Iterator[str]:
    if round_.number is None or round_.damaged:
        raise ValueError("a round with damaged text cannot be written")
    yield _noted(f"round {round_.number}", round_.comments)
    if round_.deal:
        yield from _deal(round_.deal)
    if round_.lot:
        yield _noted(_lot(round_.lot), round_.lot.comments)
    yield from _turns(round_.events)
    if round_.ending:
        yield _noted(_ending(round_.ending), round_.ending.comments)
    if round_.left:
        yield from _left(round_.left)
    if round_.total:
        yield _noted(_total(round_.total), round_.total.comments)


def _deal(deal: Deal) -> Iterator[str]:
    yield _noted("deal", deal.comments)
    for hand in deal.hands:
        yield " ".join([f"  {hand.seat}:", *map(str, hand.tiles), *["?"] * hand.unknown])


def _lot(lot: Lot) -> str:
    return f"lot {lot.winner}" if lot.winner else draws_text(lot.draws)


def _ending(ending: Ending) -> str:
    return " ".join(filter(None, [ending.kind, ending.seat or ending.pair]))


def _left(left: Leftovers) -> Iterator[str]:
    yield _noted("left", left.comments)
    for hand in left.hands:
        cost = [] if hand.deduction is None else [f"-{hand.deduction}{stood_text(hand.deduction_stood)}"]
        yield " ".join([f"  {hand.seat}:", *map(str, hand.tiles), *cost])


def _total(total: Total) -> str:
    return f"total {_points(total.points)}{stood_text(total.stood)}"


def _points(points: Mapping[Pair, int]) -> str:
    return " ".join(f"{pair} {points[pair]}" for pair in PAIRS if pair in points)


# ----------------------------------------------------------------------------------------------- turns


def turn_text(turn: Turn) -> str:
    """A turn without its comments and variations."""
    parts: list[str] = [turn.seat] if turn.seat else []
    if isinstance(turn, Play):
        parts.append(
            placement_text(turn.tile, turn.at, turn.points, turn.count, turn.stood, turn.points_stood)
        )
    else:
        parts.append(f"pass{stood_text(turn.stood)}" if isinstance(turn, Pass) else "?")
    return " ".join([*parts, *turn.marks])


@dataclass(slots=True)
class _Run:
    """Turns that are being written: those of a round, or of a variation, which closes with `)`.

    `indent` is where the line begins on which turns are being put; `broken` says that the circuit goes on
    after a line break.
    """

    events: Sequence[Event]
    margin: int
    variation: Variation | None = None
    at: int = 0
    written: int = 0
    broken: bool = False
    waiting: list[Variation] = field(default_factory=list)
    indent: int = 0


def _turns(events: Sequence[Event]) -> Iterator[str]:
    """The lines of a round's turns, four to a circuit."""
    lines = _Lines()
    runs = [_Run(events, 0)]
    while runs:
        run = runs[-1]
        if run.waiting:
            variation = run.waiting.pop(0)
            inner = _Run(variation.events, run.indent + _INDENT, variation)
            inner.indent = inner.margin
            lines.begin(inner.margin, "(")
            runs.append(inner)
        elif run.at < len(run.events):
            event = run.events[run.at]
            run.at += 1
            if isinstance(event, Adjust):
                lines.begin(0, _noted(f"adjust {_points(event.points)}", event.comments))
                run.broken = True
            elif isinstance(event, Damaged):
                raise ValueError("a round with damaged text cannot be written")
            else:
                _put(lines, run, event)
        else:
            runs.pop()
            if run.variation:
                lines.add(")")
                lines.note(run.variation.comments)
                runs[-1].broken = True
    return iter(lines.lines)


def _put(lines: _Lines, run: _Run, turn: Turn) -> None:
    """Puts a turn behind the one before it, or on a new line: after four of them, or after a comment."""
    circuit, place = divmod(run.written, _CIRCUIT)
    inside = run.variation is not None
    if place == 0 and not inside:
        run.indent = run.margin
        lines.begin(run.indent, f"{circuit + 1}. ")
    elif run.written and (run.broken or place == 0):
        run.indent = run.margin + _INDENT
        lines.begin(run.indent, "")
    elif run.written:
        lines.add("  ")
    lines.add(turn_text(turn))
    lines.note(turn.comments)
    run.written += 1
    run.broken = bool(turn.comments or turn.variations)
    run.waiting = list(turn.variations)


class _Lines:
    """Lines of text, of which the last can still be added to."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def begin(self, indent: int, text: str) -> None:
        self.lines.append(" " * indent + text)

    def add(self, text: str) -> None:
        self.lines[-1] += text

    def note(self, comments: Sequence[Comment]) -> None:
        self.lines[-1] = _noted(self.lines[-1], comments)
