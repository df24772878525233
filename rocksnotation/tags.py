"""What the tags of a match say, and whether their values are of the right form.

Knows nothing of the rounds: whether a Result is true is for the replay to say.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping
from itertools import product

from rocksnotation.diagnostics import Diagnostic, Related, diagnostic
from rocksnotation.events import KNOWN_TAGS, RULES_NAME, VERSION, Match, Tag
from rocksnotation.scoring import TARGET
from rocksnotation.seats import Pair
from rocksnotation.text import is_control

_RESULT = re.compile(r"NS (-?[0-9]{1,6}) EW (-?[0-9]{1,6})")
_TARGET = re.compile(r"[1-9][0-9]{0,5}")
_DATE = re.compile(r"([0-9?]{4})-([0-9?]{2})-([0-9?]{2})")
_LEAP_YEAR = 2024


def findings(match: Match) -> Iterator[Diagnostic]:
    """T005, T006 and T007: tags written twice, unknown names, values of the wrong form."""
    first: dict[str, Tag] = {}
    for tag in match.tags:
        if tag.name in first:
            seen = Related(first[tag.name].span, "the first one, which counts")
            yield diagnostic("T005", tag.span, f"the tag {tag.name} is written twice", seen)
            continue
        first[tag.name] = tag
        problem = _problem(tag)
        if problem:
            yield diagnostic("T007", tag.span, f"{tag.name} {problem}")
        elif tag.name not in KNOWN_TAGS:
            yield diagnostic(
                "T006", tag.span, f"the notation knows no tag {tag.name}; it is kept as it is{_near(tag)}"
            )


def _near(tag: Tag) -> str:
    known = next((name for name in KNOWN_TAGS if name.casefold() == tag.name.casefold()), None)
    return f" (did you mean {known}?)" if known else ""


def _problem(tag: Tag) -> str | None:
    if any(map(is_control, tag.value)):
        return None  # told where the text was read
    found = f"found {tag.value!r}"
    match tag.name:
        case "Rocks" if tag.value != VERSION:
            return f'is the version of the notation: expected "{VERSION}", {found}; this match is not judged'
        case "Rules" if tag.value != RULES_NAME:
            return f'names the game: expected "{RULES_NAME}", {found}; this match is not judged'
        case "Target" if _target(tag) is None:
            return f"is the total that wins: expected a positive multiple of five, {found}"
        case "Date" if not _is_date(tag.value):
            return f"is a day: expected YYYY-MM-DD, with ? for a digit that is not known, {found}"
        case "Result" if tag.value != "*" and not _RESULT.fullmatch(tag.value):
            return f'is the final score: expected the form "NS 255 EW 140", or "*", {found}'
    return None


def _is_date(value: str) -> bool:
    """Whether some day of the calendar has this form."""
    parts = _DATE.fullmatch(value)
    if not parts:
        return False
    year, month, day = parts.groups()
    in_year = int(year) if year.isdigit() else _LEAP_YEAR
    return any(
        d <= calendar.monthrange(max(in_year, 1), m)[1] for m, d in product(_fits(month, 12), _fits(day, 31))
    )


def _fits(digits: str, highest: int) -> list[int]:
    pattern = re.compile(digits.replace("?", "[0-9]"))
    return [number for number in range(1, highest + 1) if pattern.fullmatch(f"{number:02}")]


def is_judged(match: Match) -> bool:
    """Whether the match is of this version of the notation and of this game."""
    rocks, rules = match.tag("Rocks"), match.tag("Rules")
    return (rocks is None or rocks.value == VERSION) and (rules is None or rules.value == RULES_NAME)


def _target(tag: Tag) -> int | None:
    return int(tag.value) if _TARGET.fullmatch(tag.value) and int(tag.value) % 5 == 0 else None


def target(match: Match) -> int | None:
    """The total that wins (Law 1.3), or None where the tag cannot be read."""
    tag = match.tag("Target")
    return _target(tag) if tag else TARGET


def result(match: Match) -> Mapping[Pair, int] | None:
    """The totals in the Result tag, or None where it names none."""
    tag = match.tag("Result")
    read = _RESULT.fullmatch(tag.value) if tag else None
    return {Pair.NS: int(read[1]), Pair.EW: int(read[2])} if read else None
