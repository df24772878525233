"""Findings as plain text, safe to show on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from rocksnotation.messages import Message, Tell, counted, joined, say
from rocksnotation.rules import Severity
from rocksnotation.text import safe

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic, Source, Span

Style = Callable[[str, str], str]
"""Puts a text in a style (`error`, `warning`, `info`, `strong`, `faint`), or leaves it plain."""

_WIDEST = 120


def plain(text: str, style: str) -> str:
    """The style for what is no terminal."""
    return text


def finding(source: Source, found: Diagnostic, style: Style = plain, tell: Tell = str) -> str:
    """One finding: file:line:column, code, message, the line with a caret, and related places."""
    lines = [headline(source, found, style, tell), *_excerpt(source, found.span, style, found.severity)]
    for told, related in zip(related_lines(source, found, tell), found.related, strict=True):
        lines.append(told)
        lines += _excerpt(source, related.span, style, "faint")
    return "\n".join(lines)


def headline(source: Source, found: Diagnostic, style: Style = plain, tell: Tell = str) -> str:
    """One finding in one line: file:line:column, code, turn, message, law.

    As far as the severity it is the same in every language, for programs that look for it.
    """
    where = f"{_where(source, found.span)}:"
    parts = [style(where, "strong"), style(f"{found.code} {found.severity}", found.severity)]
    if found.address:
        # translators: stands before a message, as in "S401 error at 1.1W: claimed 10"
        parts.append(tell(say("at {address}", address=found.address)))
    return f"{' '.join(parts)}: {safe(tell(found.message))}{law_of(found.law, tell)}"


def law_of(law: str | None, tell: Tell = str) -> str:
    """A law as it stands after what rests on it; nothing where there is none."""
    # translators: stands after a message, as in "claimed 10; the ends count 5 (Law 5.2)"
    return " " + tell(say("(Law {law})", law=law)) if law else ""


def related_lines(source: Source, found: Diagnostic, tell: Tell = str) -> Iterator[str]:
    """A line for each place that belongs to a finding: file:line:column, message."""
    for related in found.related:
        yield f"  {_where(source, related.span)}: {safe(tell(related.message))}"


def _where(source: Source, span: Span) -> str:
    return safe(source.where(span.start))


def _excerpt(source: Source, span: Span, style: Style, caret: str) -> Iterator[str]:
    """The line of a span with carets under it; of a long line, the part around the span."""
    start = source.place(span.start)
    line = source.line(start.line)
    if not line.strip():
        return
    first = start.column - 1
    length = max(1, min(span.end - span.start, len(line) - first))
    cut = max(0, first - _WIDEST // 2) if len(line) > _WIDEST else 0
    shown = line[cut : cut + _WIDEST]
    before, marked = shown[: first - cut], shown[first - cut : first - cut + length]
    lead, tail = "…" if cut else "", "…" if cut + _WIDEST < len(line) else ""
    number = f"{start.line:>5} | "
    yield f"{style(number, 'faint')}{lead}{safe(shown)}{tail}"
    gap = " " * (_width(safe(before)) + len(lead))
    yield f"{style('      | ', 'faint')}{gap}{style('^' * max(1, _width(safe(marked))), caret)}"


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    import unicodedata  # only where something is shown

    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def summary(
    found: Mapping[Severity, int],
    files: int,
    matches: int,
    hidden: int = 0,
    known: int = 0,
    tell: Tell = str,
) -> str:
    """The line that ends a report: how much was found, in how much, and what is not shown of it.

    `found` counts the findings of each severity; `hidden` are infos, `known` the findings that a baseline knows.
    """
    if not files:
        return tell(say("No record was read."))
    where = {
        # translators: after "in", as in "1 error in 2 matches, 1 file."
        "matches": counted("{number} match", "{number} matches", matches),
        # translators: after "in", as in "1 error in 2 matches, 1 file."
        "files": counted("{number} file", "{number} files", files),
    }
    if any(found.values()):
        told = [say("{found} in {matches}, {files}.", found=joined(_numbers(found)), **where)]
    elif known:
        told = [say("Nothing new in {matches}, {files}.", **where)]
    else:
        told = [say("Nothing is wrong in {matches}, {files}.", **where)]
    if known:
        # translators: by a baseline, after "Nothing new in 1 match, 1 file." or "1 error in 1 match, 1 file."
        told.append(counted("{number} known finding hidden.", "{number} known findings hidden.", known))
    if hidden:
        told.append(
            counted("{number} info hidden (--show-info).", "{number} infos hidden (--show-info).", hidden)
        )
    return " ".join(map(tell, told))


def _numbers(found: Mapping[Severity, int]) -> Iterator[Message]:
    """How many findings there are of each severity; infos only where there are some."""
    yield counted("{number} error", "{number} errors", found.get(Severity.ERROR, 0))
    yield counted("{number} warning", "{number} warnings", found.get(Severity.WARNING, 0))
    if infos := found.get(Severity.INFO, 0):
        yield counted("{number} info", "{number} infos", infos)
