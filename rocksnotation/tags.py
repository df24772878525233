"""What the tags of a match say, and whether their values are of the right form.

Knows nothing of the rounds: whether a Result is true is for the replay to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from rocksnotation.messages import Message, say, verbatim
from rocksnotation.scoring import TARGET
from rocksnotation.seats import Pair
from rocksnotation.text import is_control
from rocksnotation.vocabulary import KNOWN_TAGS, RULES_NAME, VERSION

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic
    from rocksnotation.events import Match, Tag

_RESULT = re.compile(r"NS (-?[0-9]{1,6}) EW (-?[0-9]{1,6})")
_TARGET = re.compile(r"[1-9][0-9]{0,5}")
_DATE = re.compile(r"([0-9?]{4})-([0-9?]{2})-([0-9?]{2})")
_LEAP_YEAR = 2024
_LIKENESS = 0.75
"""How alike an unknown name and a known one must be, from 0 to 1, that the one may be meant for the other."""
_LONGEST = 60
"""How many characters of a value are shown."""


def findings(match: Match) -> Iterator[Diagnostic]:
    """T005, T006 and T007: tags written twice, unknown names, values of the wrong form."""
    from rocksnotation.diagnostics import Related, diagnostic

    first: dict[str, Tag] = {}
    names = {tag.name for tag in match.tags}
    for tag in match.tags:
        if tag.name in first:
            seen = Related(first[tag.name].span, say("the first one, which counts"))
            yield diagnostic("T005", tag.span, say("the tag {tag} is written twice", tag=tag.name), seen)
            continue
        first[tag.name] = tag
        wrong = problem(tag.name, tag.value)
        if wrong:
            yield diagnostic("T007", tag.span, wrong)
        elif tag.name not in KNOWN_TAGS:
            yield diagnostic("T006", tag.span, _unknown(tag, names))


def _unknown(tag: Tag, names: Collection[str]) -> Message:
    """What is said of an unknown tag: which of those that the match lacks may be meant."""
    lacking = {
        name.casefold(): name
        for name in KNOWN_TAGS
        if name not in names and name[0].casefold() == tag.name[0].casefold()
    }
    from difflib import get_close_matches  # only where a tag is unknown

    near = get_close_matches(tag.name.casefold(), lacking, 1, _LIKENESS)
    if not near:
        return say("the notation knows no tag {tag}; it is kept as it is", tag=tag.name)
    return say(
        "the notation knows no tag {tag}; it is kept as it is (did you mean {known}?)",
        tag=tag.name,
        known=lacking[near[0]],
    )


def is_plain(name: str, value: str) -> bool:
    """Whether there is nothing to tell of a tag: its name is known, and its value has the form that it should have."""
    return name in KNOWN_TAGS and problem(name, value) is None


def problem(name: str, value: str) -> Message | None:
    """What is wrong with the value of a tag."""
    if name not in _FORMS or _FORMS[name](value) or any(map(is_control, value)):
        return None  # control characters are told where the text was read
    found = _shown(value)
    match name:
        case "Rocks":
            return say(
                "{tag} is the version of the notation: expected `{version}`, found {found}; "
                "this match is not judged",
                tag=name,
                version=VERSION,
                found=found,
            )
        case "Rules":
            return say(
                "{tag} names the game: expected `{rules}`, found {found}; this match is not judged",
                tag=name,
                rules=RULES_NAME,
                found=found,
            )
        case "Target":
            return say(
                "{tag} is the total that wins: expected a positive multiple of five, found {found}",
                tag=name,
                found=found,
            )
        case "Date":
            return say(
                "{tag} is a day: expected YYYY-MM-DD, with ? for a digit that is not known, found {found}",
                tag=name,
                found=found,
            )
        case "Result":
            return say(
                "{tag} is the final score: expected the form `NS 255 EW 140`, or `*`, found {found}",
                tag=name,
                found=found,
            )
    return None


def _shown(value: str) -> Message:
    """A value as it is told to people, with what cannot be seen escaped."""
    if not value:
        return say("an empty value")
    seen = value if len(value) <= _LONGEST else value[:_LONGEST] + "…"
    return verbatim("`" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in seen) + "`")


@lru_cache(1_000)
def _is_date(value: str) -> bool:
    """Whether some day of the calendar has this form."""
    parts = _DATE.fullmatch(value)
    if not parts:
        return False
    import calendar

    year, month, day = parts.groups()
    in_year = int(year) if year.isdigit() else _LEAP_YEAR
    return any(
        d <= calendar.monthrange(max(in_year, 1), m)[1] for m, d in product(_fits(month, 12), _fits(day, 31))
    )


def _fits(digits: str, highest: int) -> list[int]:
    if digits.isdecimal():
        return [int(digits)] if 1 <= int(digits) <= highest else []
    return [number for number in range(1, highest + 1) if all(map(_fits_one, digits, f"{number:02}"))]


def _fits_one(written: str, digit: str) -> bool:
    return written in ("?", digit)


def target_of(value: str) -> int | None:
    """The total that a Target tag names, or None where it names none."""
    return int(value) if _TARGET.fullmatch(value) and int(value) % 5 == 0 else None


_FORMS: Mapping[str, Callable[[str], object]] = {
    "Rocks": VERSION.__eq__,
    "Rules": RULES_NAME.__eq__,
    "Target": target_of,
    "Date": _is_date,
    "Result": lambda value: value == "*" or _RESULT.fullmatch(value),
}
"""The tags whose values have a form, and what tells whether one has it."""


def is_judged(match: Match) -> bool:
    """Whether the match is of this version of the notation and of this game."""
    rocks, rules = match.tag("Rocks"), match.tag("Rules")
    return (rocks is None or rocks.value == VERSION) and (rules is None or rules.value == RULES_NAME)


def target(match: Match) -> int | None:
    """The total that wins (Law 1.3), or None where the tag cannot be read."""
    tag = match.tag("Target")
    return target_of(tag.value) if tag else TARGET


def target_in(values: Mapping[str, str]) -> int:
    """The same by the values of tags, of which each has its form."""
    return int(values.get("Target", TARGET))


def are_results(values: Mapping[str, str], ns: int, ew: int) -> bool:
    """Whether these totals are those of the Result tag, if there is one that names any."""
    named = result_of(values.get("Result", ""))
    return named is None or named == {Pair.NS: ns, Pair.EW: ew}


def result(match: Match) -> Mapping[Pair, int] | None:
    """The totals in the Result tag, or None where it names none."""
    tag = match.tag("Result")
    return result_of(tag.value) if tag else None


def result_of(value: str) -> Mapping[Pair, int] | None:
    """The totals that a Result tag names, or None where it names none."""
    read = _RESULT.fullmatch(value)
    return {Pair.NS: int(read[1]), Pair.EW: int(read[2])} if read else None
