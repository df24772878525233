"""Text to record: framing, then each piece by itself. Never judges what is legal.

What is sound to the letter is read by regular expressions, and all else by the parser, which is not even
imported before: both are made of the same grammar. What cannot be read is told in `Record.syntax`, and the
rest of the text is read all the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from rocksnotation import flat
from rocksnotation.blocks import not_text
from rocksnotation.diagnostics import Diagnostic, Source, Span, diagnostic
from rocksnotation.events import Comment, Match, Record, Round, Tag, in_export_order
from rocksnotation.messages import say
from rocksnotation.parse import sound
from rocksnotation.parse.framing import Frame, Piece, frame
from rocksnotation.text import normal_lines

if TYPE_CHECKING:
    from rocksnotation.parse.trees import Told

__all__ = ["Reading", "parse", "parse_bytes", "read"]


def parse_bytes(data: bytes, name: str = "<record>") -> Record:
    """The record in a file's bytes. What is not UTF-8 text is refused with T003 and the byte offset."""
    return not_text(lambda: [data], name) or parse(data.decode("utf-8-sig"), name)


class Reading(NamedTuple):
    """The record in a text, and whether the text leaves something open that a further text might close."""

    record: Record
    is_open: bool


def parse(text: str, name: str = "<record>", first_match: int = 1, lines_before: int = 0) -> Record:
    """The record in a text. `name` is what messages call it.

    Where the text is a part of a longer one, its first match has a number, and lines stand before it.
    """
    return read(text, name, first_match, lines_before).record


def read(text: str, name: str = "<record>", first_match: int = 1, lines_before: int = 0) -> Reading:
    """As `parse`, for one part of a longer text after the other."""
    source = Source(name, normal_lines(text), lines_before)
    framed = frame(source.text)
    return Reading(_record(source, framed, first_match), framed.is_open)


def _record(source: Source, framed: Frame, first_match: int) -> Record:
    reader = _Reader(source.text, list(framed.oversized), first_match)
    for piece in framed.pieces:
        reader.read(piece)
    matches = tuple(reader.matches)
    if not matches:
        start = re.match(r"\s*", source.text).end()  # type: ignore[union-attr]
        start = min(start, max(len(source.text) - 1, 0))
        message = say('no match here: expected a tag such as [Event "Club final"], or `round 1`')
        return Record((), (*framed.oversized, diagnostic("T009", Span(start, start + 1), message)), source)
    faults = list(_addressed(sorted(reader.faults, key=lambda fault: fault.span), matches))
    damaged = {fault.match for fault in faults}
    matches = tuple(replace(match, damaged=match.number in damaged) for match in matches)
    return Record(matches, tuple(faults), source)


def _addressed(faults: Iterable[Diagnostic], matches: tuple[Match, ...]) -> Iterable[Diagnostic]:
    """The faults with the numbers of the match and the round in which each stands."""
    places: list[tuple[int, int, int | None]] = []
    for match in matches:
        places.append((match.span.start, match.number, None))
        places += [(round_.span.start, match.number, round_.number) for round_ in match.rounds]
    starts = [start for start, _, _ in places]
    for fault in faults:
        _, match_number, round_number = places[max(0, bisect_right(starts, fault.span.start) - 1)]
        yield replace(fault, match=match_number, round=round_number)


class _Reader:
    """Reads the pieces of a text in their order into matches."""

    def __init__(self, text: str, faults: list[Diagnostic], first_match: int) -> None:
        self.text = text
        self._first_match = first_match
        self.faults = faults
        self._lost_to = 0
        self._preface: list[Comment] = []
        self._drafts: list[_Draft] = []

    @property
    def matches(self) -> list[Match]:
        """The matches read so far."""
        return [draft.match(number) for number, draft in enumerate(self._drafts, self._first_match)]

    def read(self, piece: Piece) -> None:
        """Adds one piece."""
        if piece.kind == "preface":
            self._preface = self._comments(piece)
        elif piece.kind == "tag":
            self._tag(piece)
        else:
            draft = self._drafts[-1] if self._drafts else self._begin(piece)
            if not piece.headed:
                draft.lose_ending()
            draft.rounds += self._rounds(piece)
            draft.end = piece.span.end

    def _begin(self, piece: Piece) -> _Draft:
        start = self._preface[0].span.start if self._preface and not self._drafts else piece.span.start
        draft = _Draft(start, piece.span.end, comments=self._preface if not self._drafts else [])
        self._drafts.append(draft)
        return draft

    def _comments(self, piece: Piece) -> list[Comment]:
        comments = sound.preface(self.text, piece.span) if piece.is_whole else None
        if comments is None:
            from rocksnotation.parse import trees

            comments, told = trees.preface(self.text, piece)
            self._tell(piece, told)
        return comments

    def _tag(self, piece: Piece) -> None:
        """A tag after a round begins a match, and so does the Rocks tag after any tag."""
        draft = self._drafts[-1] if self._drafts else None
        if draft is None or draft.rounds or (piece.name == "Rocks" and draft.tags):
            draft = self._begin(piece)
        draft.end = piece.span.end
        read = sound.tag(self.text, piece.span) if piece.is_whole else None
        if read is None:
            from rocksnotation.parse import trees

            read, told = trees.tag(self.text, piece)
            self._tell(piece, told)
        if read:
            draft.tags.append(read[0])
            draft.comments += read[1]

    def _rounds(self, piece: Piece) -> list[Round]:
        """The round of a piece; several where it is damaged and the headings of some are missing."""
        cut = piece.cut or flat.cut(self.text, *piece.span) if piece.is_whole else None
        read = sound.round_of(self.text, cut) if cut else None
        if read:
            return [read]
        from rocksnotation.parse import trees

        rounds, told = trees.rounds(self.text, piece, is_told=self._lost_to == piece.span.start)
        self._tell(piece, told)
        return rounds

    def _tell(self, piece: Piece, told: Told) -> None:
        self.faults += told.faults
        if told.is_lost:
            self._lost_to = piece.span.end


@dataclass(slots=True)
class _Draft:
    """A match while it is being read."""

    start: int
    end: int
    tags: list[Tag] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)

    def lose_ending(self) -> None:
        """With the heading of the next round the ending of the last one may have been lost."""
        if self.rounds and not self.rounds[-1].ending:
            last = self.rounds.pop()
            self.rounds.append(replace(last, damaged=last.damaged | {"ending"}))

    def match(self, number: int) -> Match:
        span = Span(self.start, self.end)
        return Match(in_export_order(self.tags), tuple(self.rounds), tuple(self.comments), span, number)
