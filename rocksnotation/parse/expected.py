"""What to say where the text cannot be read: the terminals of the grammar in the reader's words."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from rocksnotation.diagnostics import Diagnostic, Related, Span, diagnostic
from rocksnotation.events import Section
from rocksnotation.messages import Message, joined, listed, say, verbatim
from rocksnotation.parse.grammar import Obstacle
from rocksnotation.parse.slips import hint, seat_is_last

Whole: TypeAlias = Literal["file", "tag", "round"]
"""What a word may stand in that could not be read."""

_ENDS: dict[Whole, Message] = {
    "file": say("the end of the file"),
    "tag": say("the end of the tag"),
    "round": say("the end of the round"),
}

_WORDS = {
    "LSQB": say('a tag such as [Event "…"]'),
    "NAME": say("the tag's name"),
    "STRING": say('the value in quotation marks, "…"'),
    "RSQB": verbatim("`]`"),
    "ROUND": say("`round` and its number"),
    "TILE": say("a tile such as 1|4"),
    "PASS": verbatim("`pass`"),
    "UNSEEN": verbatim("`?`"),
    "UNKNOWN": verbatim("`?`"),
    "DEDUCTION": say("a deduction such as -10"),
    "PAIR": say("a pair (NS or EW)"),
    "NUMBER": say("a number of points"),
    "AT": say("an end such as @5"),
    "STOOD": verbatim("`^`"),
    "POINTS": say("points such as +10"),
    "POINTS_STOOD": verbatim("`^`"),
    "COUNT": say("a count such as =11"),
    "MARK": say("a mark such as !"),
    "LPAR": say("a variation"),
    "HEAD": say("a hand such as `N:`"),
    "DEAL": verbatim("`deal`"),
    "DRAW": say("a draw such as N:4"),
    "SLASH": verbatim("`/`"),
    "LOT": verbatim("`lot`"),
    "SEAT": say("a seat (N, E, S or W)"),
    "CIRCUIT": say("a circuit such as 3."),
    "ADJUST": verbatim("`adjust`"),
    "RPAR": verbatim("`)`"),
    "OUT": say("an ending"),
    "LEFT": verbatim("`left`"),
    "TOTAL": verbatim("`total`"),
}
"""In the order in which they are named to the reader, which is about that of a record."""

_MORE, _TURN = say("more of this turn"), say("a turn")
_GROUPED = {
    **dict.fromkeys(("AT", "STOOD", "POINTS", "POINTS_STOOD", "COUNT", "MARK", "LPAR"), _MORE),
    **dict.fromkeys(("SEAT", "CIRCUIT", "ADJUST"), _TURN),
}
"""What is named together where a turn may begin, and the list would be long."""

_LONGEST = 40

_TOO_LATE: dict[tuple[Section, Section], Message] = {
    ("deal", "lot"): say("the deal stands before the lot"),
    ("deal", "turns"): say("the deal stands before the turns"),
    ("deal", "ending"): say("the deal stands before the ending"),
    ("deal", "left"): say("the deal stands before the leftovers"),
    ("deal", "total"): say("the deal stands before the total"),
    ("lot", "turns"): say("the lot stands before the turns"),
    ("lot", "ending"): say("the lot stands before the ending"),
    ("lot", "left"): say("the lot stands before the leftovers"),
    ("lot", "total"): say("the lot stands before the total"),
    ("turns", "ending"): say("the turns stand before the ending"),
    ("turns", "left"): say("the turns stand before the leftovers"),
    ("turns", "total"): say("the turns stand before the total"),
    ("ending", "left"): say("the ending stands before the leftovers"),
    ("ending", "total"): say("the ending stands before the total"),
    ("left", "total"): say("the leftovers stand before the total"),
}
"""Where a section stands that was written after another one."""

_ONCE: dict[Section, Message] = {
    "deal": say("a round has one deal"),
    "lot": say("a round has one lot"),
    "ending": say("a round has one ending"),
    "left": say("a round has one list of leftovers"),
    "total": say("a round has one total"),
}


def syntax_error(
    text: str, obstacle: Obstacle, whole: Whole, following: frozenset[str], upcoming: Span | None = None
) -> Diagnostic:
    """The finding about a word that could not be read.

    `following` is the terminals with which what comes after the whole may begin, should it be complete. Where
    something ends too early, `upcoming` is the word that comes next, if the whole does not end there too.
    """
    start, end = obstacle.span if obstacle.span.end > obstacle.span.start or not upcoming else upcoming
    words = text[start:end]
    found = verbatim(f"`{_shortened(words)}`") if words else _ENDS[whole]
    expected = obstacle.expected | (following if "$END" in obstacle.expected else frozenset())
    slip = hint(text, obstacle, expected)
    if obstacle.after:
        after = _shortened(" ".join(obstacle.after.split()))
        message = say(
            "expected {expected} after `{after}`, found {found}",
            expected=_choice(expected),
            after=after,
            found=found,
        )
    else:
        message = say("expected {expected}, found {found}", expected=_choice(expected), found=found)
    place = obstacle.span
    if seat_is_last(obstacle) and obstacle.after and obstacle.after.start_pos is not None:
        place = Span(obstacle.after.start_pos, obstacle.after.start_pos + 1)
    return _fault(place, joined((message, slip), ": ") if slip else message)


def too_late(word: str, span: Span, section: Section, reached: Section) -> Diagnostic:
    """The finding about a section that stands behind one before which it belongs."""
    why = _TOO_LATE[section, reached]
    if word.lower() == "adjust":
        why = say("an adjustment stands among the turns")
    return _fault(
        span, say("`{word}` comes too late: {why}", word=_shortened(" ".join(word.split())), why=why)
    )


def one_too_many(word: str, span: Span, section: Section, first: Span) -> Diagnostic:
    """The finding about a section that stands in the round already."""
    message = say("`{word}` is one too many: {why}", word=_shortened(word), why=_ONCE[section])
    return _fault(span, message, Related(first, say("this one counts")))


def section_missing(word: str, span: Span, section: Section) -> Diagnostic:
    """The finding about a hand before which no section of hands has begun."""
    message = say(
        "expected `{section}` before `{word}`: hands stand behind it", section=section, word=_shortened(word)
    )
    return _fault(span, message)


def heading_missing(word: str, span: Span) -> Diagnostic:
    """The finding about a section with which a round begins, and no heading before it."""
    return _fault(
        span,
        say("expected `round` and its number before `{word}`: a round begins here", word=_shortened(word)),
    )


def bad_heading(words: str, span: Span) -> Diagnostic:
    """The finding about a line that begins with `round`, and no number, or more than one, after it."""
    number = re.fullmatch(r"(?i:round)[\W_]*[0-9]+(.*)", words, re.DOTALL)
    if not words.lower().startswith("round"):
        why = say("did you mean `{word}`?", word="round")
    elif number and not number[1][:1].isalnum():
        why = say("nothing but white space stands around the number")
    elif words.lower() == "round":
        why = say("the number is missing")
    else:
        why = say("the number is written in digits")
    found = verbatim(f"`{_shortened(words)}`")
    message = say("expected {expected}, found {found}", expected=_WORDS["ROUND"], found=found)
    return _fault(span, joined((message, why), ": "))


def _fault(span: Span, message: Message, *related: Related) -> Diagnostic:
    return diagnostic("T001", Span(span.start, max(span.end, span.start + 1)), message, *related)


def _shortened(words: str) -> str:
    return words if len(words) <= _LONGEST else words[:_LONGEST] + "…"


def _choice(terminals: frozenset[str]) -> Message:
    """What could have stood there, each thing once."""
    names = [name for name in _WORDS if name in terminals]
    if "CIRCUIT" in terminals:
        # Among the tiles of a hand a tile is one more of them; elsewhere it is the turn of the next seat.
        names = [name for name in names if name != "PASS" and (name != "TILE" or "UNKNOWN" in terminals)]
        words = [_GROUPED.get(name, _WORDS[name]) for name in names]
    else:
        words = [_WORDS[name] for name in names]
    return listed(dict.fromkeys(words), "or") if words else say("nothing more")
