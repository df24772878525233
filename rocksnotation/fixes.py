"""What the fixes of a record's findings make of its text. Never decides what is wrong.

Edits count in the text as it is parsed, whose lines end in LF. They are made in the text as it was written:
everything that no edit touches stays as it is, line ends included.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rocksnotation.diagnostics import Diagnostic, Edit, Fix, Severity
from rocksnotation.events import Record
from rocksnotation.lint import Checked, check
from rocksnotation.parse import parse

MAX_PASSES = 20
"""How often the text is looked at again. What one fix brings to light is mended after three or four."""

_LINE_END = re.compile(r"\r\n|\r|\n")


class Applied(NamedTuple):
    """A text with fixes in it; those that were skipped overlap with one of the others."""

    text: str
    applied: tuple[Fix, ...]
    skipped: tuple[Fix, ...]


def apply(text: str, fixes: Iterable[Fix]) -> Applied:
    """The text with the fixes that leave each other alone. Of two that overlap the first is applied."""
    edits: list[Edit] = []
    applied, skipped = [], []
    for fix in fixes:
        if all(_is_free(edit, edits) for edit in fix.edits):
            for edit in fix.edits:
                if edit not in _around(edit, edits):
                    insort(edits, edit, key=lambda one: one.span)
            applied.append(fix)
        else:
            skipped.append(fix)
    return Applied(_edited(text, edits), tuple(applied), tuple(skipped))


def _around(edit: Edit, edits: Sequence[Edit]) -> Sequence[Edit]:
    """The edits between which one would come, in their order."""
    index = bisect_left(edits, edit.span, key=lambda one: one.span)
    return edits[max(0, index - 1) : index + 1]


def _is_free(edit: Edit, edits: Sequence[Edit]) -> bool:
    """Whether no other edit changes the same stretch into something else, or inserts at the same place."""
    for other in _around(edit, edits):
        if other.span == edit.span:
            if other.text != edit.text or edit.span.start == edit.span.end:
                return False
        elif other.span.start < edit.span.end and edit.span.start < other.span.end:
            return False
    return True


def _edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits, which are in their order and do not overlap."""
    longer = [pair.start() - index for index, pair in enumerate(re.finditer("\r\n", text))]
    first = _LINE_END.search(text)
    line_end = first[0] if first else "\n"
    parts, position = [], 0
    for edit in edits:
        start, end = (offset + bisect_left(longer, offset) for offset in edit.span)
        parts += [text[position:start], edit.text.replace("\n", line_end)]
        position = end
    return "".join((*parts, text[position:]))


Choose = Callable[[Record, Iterable[Diagnostic]], Iterable[Diagnostic]]
"""Those of a record's findings that are to be mended."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A text after its fixes: how many of each code were made, and what is found in it now."""

    text: str
    fixed: Mapping[str, int]
    record: Record
    checked: Checked


def mend(text: str, name: str = "<record>", *, unsafe: bool = False, choose: Choose | None = None) -> Mended:
    """The text with every fix made, and those that these bring to light, until there is no more to mend.

    Unsafe fixes only where they are asked for; `choose` leaves out findings that are to stay. A fix after
    which the text would have more errors, or more errors and warnings together, is not made.
    """
    now, fixed = _look(text, name), Counter[str]()
    for _ in range(MAX_PASSES):
        found = now.checked.diagnostics
        chosen = choose(now.record, found) if choose else found
        offered = [one for one in chosen if is_fixable(one, unsafe)]
        after, made = _with_fixes(now, offered)
        if not made:
            break
        now = after
        fixed.update(one.code for one in made)
    return Mended(now.text, dict(sorted(fixed.items())), now.record, now.checked)


def is_fixable(found: Diagnostic, unsafe: bool) -> bool:
    """Whether the finding has a fix, and one that is asked for."""
    return found.fix is not None and (unsafe or found.fix.safe)


@dataclass(frozen=True, slots=True)
class _Looked:
    """A text and what is found in it."""

    text: str
    record: Record
    checked: Checked

    @property
    def badness(self) -> tuple[int, int, int]:
        """Errors of the text itself, errors, and errors with warnings: none of these may grow."""
        counted = Counter(one.severity for one in self.checked.diagnostics)
        damage = sum(one.severity is Severity.ERROR for one in self.record.syntax)
        errors = counted[Severity.ERROR]
        return damage, errors, errors + counted[Severity.WARNING]

    def is_worse_than(self, other: _Looked) -> bool:
        return any(mine > its for mine, its in zip(self.badness, other.badness, strict=True))


def _look(text: str, name: str) -> _Looked:
    record = parse(text, name)
    return _Looked(text, record, check(record))


def _with_fixes(
    now: _Looked, offered: Sequence[Diagnostic], already: Sequence[Diagnostic] = ()
) -> tuple[_Looked, Sequence[Diagnostic]]:
    """The text with the fixes offered and those already made, and whose they are.

    Where together they make it worse, each half of them is tried by itself, down to the one that does it.
    """
    if not offered:
        return now, already
    done = apply(now.text, (one.fix for one in (*already, *offered) if one.fix))
    after = _look(done.text, now.record.source.name)
    if not after.is_worse_than(now):
        made = set(done.applied)
        return after, [one for one in (*already, *offered) if one.fix in made]
    if len(offered) == 1:
        return _with_fixes(now, already) if already else (now, already)
    half = len(offered) // 2
    _, first = _with_fixes(now, offered[:half], already)
    return _with_fixes(now, offered[half:], first)
