"""Fixes, put together from the places of a record's parts and from what the replay knows to be right.

Knows no laws: whoever reports a finding says what would stand there instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rocksnotation.diagnostics import Diagnostic, Edit, Fix, Span
from rocksnotation.replay.standing import Cause
from rocksnotation.seats import Seat
from rocksnotation.tiles import Tile

Edits = tuple[Edit, ...]


def replaced(part: Span | None, text: str) -> Edits:
    """Another text for a part of the record; nothing where the record has no such part."""
    return (Edit(part, text),) if part else ()


def inserted(at: int, text: str) -> Edits:
    """A text at an offset; nothing where it is empty."""
    return (Edit(Span(at, at), text),) if text else ()


def safe_fix(*edits: Edits) -> Fix | None:
    """A fix that leaves every claim as it is; None without edits."""
    return _fix(edits, safe=True)


def unsafe_fix(*edits: Edits) -> Fix | None:
    """A fix that puts what the replay makes of it in the place of a claim; None without edits."""
    return _fix(edits, safe=False)


def _fix(edits: Iterable[Edits], safe: bool) -> Fix | None:
    together = tuple(edit for some in edits for edit in some)
    return Fix(together, safe) if together else None


def passes(seats: Iterable[Seat], before: str = "", after: str = "  ") -> str:
    """Passes as they are written beside something else, with what stands between them and it."""
    written = "  ".join(f"{seat} pass" for seat in seats)
    return f"{before}{written}{after}" if written else ""


def other_tiles(written: Mapping[Tile, Span], right: Iterable[Tile]) -> Edits:
    """The tiles of a hand changed into others: in the place of wrong ones, the rest after the last."""
    wrong = [span for tile, span in written.items() if tile not in set(right)]
    missing = [tile for tile in sorted(right) if tile not in written]
    edits = [Edit(span, str(tile)) for span, tile in zip(wrong, missing, strict=False)]
    edits += [Edit(span, "") for span in wrong[len(missing) :]]
    more = "".join(f" {tile}" for tile in missing[len(wrong) :])
    return (*edits, *inserted(max(span.end for span in written.values()), more))


def with_what_follows(
    found: Iterable[Diagnostic], carried: Iterable[tuple[Cause, Edit]], hangs_on_a_slip: bool
) -> list[Diagnostic]:
    """The findings, each fix with the totals that carry on what it mends.

    Where a slip decided who won, only those who were there can say what is right: nothing unsafe is offered.
    """
    following: dict[Cause, dict[Edit, None]] = {}
    for cause, edit in carried:
        following.setdefault(cause, {})[edit] = None
    mended = []
    for one in found:
        fix = one.fix
        if fix and not fix.safe:
            more = tuple(following.get(Cause(one.code, one.span), ()))
            fix = None if hangs_on_a_slip else replace(fix, edits=(*fix.edits, *more))
        mended.append(replace(one, fix=fix))
    return mended
