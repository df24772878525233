"""Known findings: what a baseline remembers of them, and which findings are new beside it.

A finding is known by its file, its code, its match and round, and the text of its place; not by lines, so
that it stays known while something else in the file changes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from rocksnotation import resources
from rocksnotation.diagnostics import Diagnostic, Severity
from rocksnotation.events import Match, Record
from rocksnotation.messages import Message, joined, say
from rocksnotation.text import json_text, not_json

_NAMING = ("Event", "Site", "Date", "Table", "North", "East", "South", "West", "NS", "EW")
"""The tags by which a match is told from others; a correction of the rest does not matter."""

_LONGEST = 160


class BaselineError(Exception):
    """Why a text is no baseline."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Known(NamedTuple):
    """What is remembered of a finding. The order of the members is that of the baseline's file."""

    file: str
    code: str
    match: str | None
    round: int | None
    text: str

    @property
    def order(self) -> tuple[str, str, bool, str, int, str]:
        """What entries are sorted by."""
        number = -1 if self.round is None else self.round
        return self.file, self.code, self.match is not None, self.match or "", number, self.text


@dataclass(frozen=True, slots=True)
class Baseline:
    """Known findings, and how many there are of each."""

    known: tuple[tuple[Known, int], ...] = ()

    def compare(
        self, file: str, record: Record, found: Iterable[Diagnostic], wanted: Callable[[str], bool]
    ) -> Compared:
        """The findings of one file beside those that are known of it. Infos are never known.

        Entries whose code is not wanted were not looked for, and are not missed.
        """
        found = tuple(found)
        waiting = Counter({
            entry: count for entry, count in self.known if entry.file == file and wanted(entry.code)
        })  # fmt: skip
        expected = waiting.total()
        here = {_name(match) for match in record.matches}
        left = list(_remembered(file, record, found))
        left = list(_unmatched(left, waiting, lambda known: known))
        # Rounds may be numbered anew.
        left = list(_unmatched(left, waiting, lambda known: (known.code, known.match, known.text)))
        # Tags may be corrected: then the match that is remembered is not here any more under its name.
        lost = Counter({entry: count for entry, count in waiting.items() if entry.match not in here})
        gone = waiting.total() - lost.total()
        left = list(_unmatched(left, lost, lambda known: (known.code, known.text)))
        gone += lost.total()
        new = {index for index, _ in left}
        kept = (one for index, one in enumerate(found) if index in new or not can_be_known(one))
        return Compared(tuple(kept), expected - gone, gone)

    def files(self) -> Counter[str]:
        """The files that it knows findings of, and how many."""
        counted: Counter[str] = Counter()
        for entry, count in self.known:
            counted[entry.file] += count
        return counted


@dataclass(frozen=True, slots=True)
class Compared:
    """The findings of a file that are new, and infos; how many were known; how many known ones are gone."""

    new: tuple[Diagnostic, ...]
    hidden: int
    gone: int


def can_be_known(found: Diagnostic) -> bool:
    """Whether a baseline remembers such a finding: infos need none."""
    return found.severity is not Severity.INFO


def baseline_of(known: Iterable[Known]) -> Baseline:
    """The baseline that knows these findings and no others."""
    return Baseline(tuple(sorted(Counter(known).items(), key=lambda item: item[0].order)))


def remembered(file: str, record: Record, found: Iterable[Diagnostic]) -> tuple[Known, ...]:
    """What a baseline knows of the findings of one file; `file` is its path as entries name it."""
    return tuple(known for _, known in _remembered(file, record, tuple(found)))


def _remembered(file: str, record: Record, found: tuple[Diagnostic, ...]) -> Iterator[tuple[int, Known]]:
    """What is remembered of each finding that is no info, with its index."""
    names = {match.number: _name(match) for match in record.matches}
    for index, one in enumerate(found):
        if can_be_known(one):
            text = _shortened(record.source.said(one.span.start))
            yield index, Known(file, one.code, names.get(one.match or 0), one.round, text)


def _unmatched(
    left: Iterable[tuple[int, Known]], waiting: Counter[Known], key: Callable[[Known], object]
) -> Iterator[tuple[int, Known]]:
    """The findings for which no entry of the same key waits; an entry that is met waits for one fewer."""
    entries: dict[object, list[Known]] = {}
    for entry in waiting:
        entries.setdefault(key(entry), []).append(entry)
    for index, known in left:
        alike = entries.get(key(known), [])
        while alike and not waiting[alike[-1]]:
            alike.pop()
        if alike:
            waiting[alike[-1]] -= 1
        else:
            yield index, known


def _name(match: Match) -> str:
    """What the tags of a match call it."""
    tags = (match.tag(name) for name in _NAMING)
    return _shortened(", ".join(tag.value for tag in tags if tag and tag.value))


def _shortened(text: str) -> str:
    """The text, or of a long one the beginning and a digest of the whole."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}… {sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


# ------------------------------------------------------------------------------------------- as a file


def dumps(baseline: Baseline) -> str:
    """The text of a baseline file: sorted, a member a line, so that a change of it can be read."""
    known = [entry._asdict() | {"count": count} for entry, count in baseline.known]
    return json_text({"rocks": 1, "known": known}, indent=2) + "\n"


def loads(text: str) -> Baseline:
    """The baseline in the text of a file. Raises BaselineError."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise BaselineError(not_json(error)) from None
    except (ValueError, RecursionError):
        raise BaselineError(say("not a baseline")) from None
    problem = _violation(value)
    if problem:
        raise BaselineError(problem)
    counted: Counter[Known] = Counter()
    for entry in value["known"]:
        known = Known(entry["file"], entry["code"], entry["match"], entry["round"], entry["text"])
        counted[known] += entry["count"]
    return Baseline(tuple(counted.items()))


@cache
def _schema() -> Any:
    return json.loads(resources.schema("baseline"))


def _violation(value: object) -> Message | None:
    # Imported only where there is a baseline to check: it is slow to load.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    error = best_match(Draft202012Validator(_schema()).iter_errors(value))
    if error is None:
        return None
    found = json.dumps(error.instance)
    found = found if len(found) <= 60 else found[:60] + "…"
    return joined(
        (error.json_path, say("not as the baseline schema has it: found {found}", found=found)), ": "
    )
