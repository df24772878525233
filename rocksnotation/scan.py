"""Every finding about a text that comes in blocks, stretch by stretch: what is surely clean is not even parsed.

The same is found as in the whole text at once. What crosses from one stretch into the next is something that
is never closed: a closing sign behind it belongs to the same fault. So such a stretch is read again together
with what follows, until a sound round speaks against that, or `MAX_JOINED` bytes are read together.

Parser and laws are imported only where something is not proven: a clean record in export form needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from rocksnotation.blocks import Blocks, not_text, plain
from rocksnotation.messages import say
from rocksnotation.proof import Proof, prove
from rocksnotation.stretches import MAX_STRETCH, Piece, pieces, stretches

if TYPE_CHECKING:
    from rocksnotation.diagnostics import Diagnostic, Source
    from rocksnotation.events import Record

MAX_JOINED = 1_000_000
"""How many bytes are read together at most because something in them is never closed."""


class Found(NamedTuple):
    """What is found in some text, in its order; the source is that text alone, and knows where it stands."""

    source: Source
    diagnostics: tuple[Diagnostic, ...]

    def moved(self, matches: int, lines: int) -> Found:
        """The same behind so many matches and lines."""
        source = replace(self.source, lines_before=self.source.lines_before + lines)
        diagnostics = (
            one if one.match is None else replace(one, match=one.match + matches) for one in self.diagnostics
        )
        return Found(source, tuple(diagnostics))


Result = TypeVar("Result")


class Worked(NamedTuple, Generic[Result]):
    """What comes of a piece of a text: its matches and line ends are counted, and results count from its start.

    `rest` is its end where that is still to be read, together with what follows.
    """

    matches: int
    lines: int
    results: tuple[Result, ...]
    rest: bytes = b""


class Reads(Enum):
    """How much of a text is read as records: all, or not what is proven, or only where more may be found."""

    ALL = "all"
    UNPROVEN = "unproven"
    DOUBTFUL = "doubtful"


class Proven(NamedTuple):
    """A match that is proven: its text, in export form to the letter, without a line end after it."""

    data: bytes
    proof: Proof


class Read(NamedTuple):
    """Some stretches that were read as one: how many matches they hold, and their record if they had to be parsed.

    `proven` is what was not parsed because nothing is wrong with it, and `found` is all that there is to find in
    something that was not parsed either; `first` is the number of the first match.
    """

    matches: int
    record: Record | None
    proven: Proven | None = None
    first: int = 1
    found: Found | None = None


def scan(blocks: Callable[[], Blocks], name: str = "<record>") -> Iterator[Found]:
    """Every finding about a file, stretch after stretch; stretches without one are left out.

    `blocks` gives all its bytes from the first on: they are looked through for what is no text (T003) before.
    """
    refused = not_text(blocks, name)
    if refused:
        yield Found(refused.source, refused.syntax)
        return
    for read in Reader(name, Reads.DOUBTFUL).all(blocks()):
        yield from findings(read)


def records(blocks: Callable[[], Blocks], name: str = "<record>") -> Iterator[Record]:
    """The matches of a file: one record for each stretch, numbered and placed as in the whole text."""
    refused = not_text(blocks, name)
    if refused:
        yield refused
        return
    for read in Reader(name).all(blocks()):
        assert read.record
        yield read.record


def worked(
    piece: Piece,
    name: str,
    work: Callable[[Read], Iterable[Result]],
    is_last: bool = True,
    how: Reads = Reads.DOUBTFUL,
) -> Worked[Result]:
    """What comes of some work on one piece of a text. `is_last` says that nothing follows it."""
    reader = Reader(name, how)
    matches = 0
    results: list[Result] = []
    for read in chain(reader.piece(piece), reader.rest() if is_last else ()):
        matches += read.matches
        results += work(read)
    rest = reader.waiting
    return Worked(matches, piece.lines - rest.count(b"\n"), tuple(results), rest)


def examined(piece: Piece, name: str, is_last: bool = True) -> Worked[Found]:
    """Every finding about one piece of a text. `is_last` says that nothing follows it."""
    return worked(piece, name, findings, is_last)


def examined_whole(data: bytes, name: str) -> Worked[Found]:
    """Every finding about a whole text, as its bytes are in the file."""
    refused = not_text(lambda: [data], name)
    if refused:
        return Worked(0, 0, (Found(refused.source, refused.syntax),))
    text = b"".join(plain([data]))
    return examined(Piece(text, text.count(b"\n")), name)


def proven(data: bytes) -> int | None:
    """How many matches a whole text has, if nothing can be said against any; None where that is not proven."""
    matches = 0
    for stretch in stretches(data):
        if not prove(stretch.rstrip(b"\n")):
            return None
        matches += 1
    return matches


def findings(read: Read) -> Iterator[Found]:
    """What is found in some stretches that were read as one, if anything is."""
    if read.found:
        yield read.found
    if read.record is None:
        return
    from rocksnotation.lint import check

    if found := check(read.record).diagnostics:
        yield Found(read.record.source, found)


class Reader:
    """Reads the stretches of one text in their order. `waiting` is what is read again together with the next."""

    def __init__(self, name: str, how: Reads = Reads.ALL) -> None:
        self._name = name
        self._skips_proven = how is not Reads.ALL
        self._glances = how is Reads.DOUBTFUL
        self._match = 1
        self._lines = 0
        self._read: tuple[Record, int] | None = None
        self.waiting = b""

    def all(self, blocks: Blocks) -> Iterator[Read]:
        """A whole text."""
        for piece in pieces(plain(blocks)):
            yield from self.piece(piece)
        yield from self.rest()

    def piece(self, piece: Piece) -> Iterator[Read]:
        """The stretches of one more piece."""
        if not piece.is_whole:
            yield from self.rest()
            yield self._too_long(piece.data, piece.lines)
            return
        for stretch in stretches(piece.data):
            yield from self._stretch(stretch)

    def rest(self) -> Iterator[Read]:
        """What is still waiting: nothing more of the text will come."""
        if self._read and self._read[1] < len(self.waiting):
            self._parse()
        if self._read:
            yield self._done(self._read[0])

    def _stretch(self, stretch: bytes) -> Iterator[Read]:
        text, lines = stretch.rstrip(b"\n"), stretch.count(b"\n")
        proof = prove(text) if self._skips_proven else None
        seen = self._glance(stretch) if self._glances and proof is None else None
        is_bad = len(stretch) > MAX_STRETCH
        if proof or seen is not None or is_bad:
            yield from self.rest()  # what is sound, or is not read, closes nothing
        if proof:
            yield self._passed(1, lines, proven=Proven(text, proof))
        elif seen is not None:
            found = seen.moved(self._match - 1, self._lines) if seen.diagnostics else None
            yield self._passed(1, lines, found=found)
        elif is_bad:
            yield self._too_long(stretch, lines)
        else:
            self.waiting += stretch
            # To read again what was doubled meanwhile takes no more time in all than to read it twice.
            if self._read is None or len(self.waiting) >= 2 * self._read[1]:
                is_open = self._parse()
                if self._read and not (is_open and len(self.waiting) < MAX_JOINED):
                    yield self._done(self._read[0])

    def _glance(self, stretch: bytes) -> Found | None:
        """All that there is to find in a stretch, as if nothing stood before it; None where that is not sure."""
        from rocksnotation.diagnostics import Source
        from rocksnotation.typed import glance

        text = stretch.decode("utf-8", "replace")
        seen = glance(text)
        return None if seen is None else Found(Source(self._name, text), seen)

    def _parse(self) -> bool:
        """Reads all that is waiting as one; whether it leaves something open."""
        from rocksnotation.parse import read

        text = self.waiting.decode("utf-8", "replace")
        record, is_open = read(text, self._name, self._match, self._lines)
        self._read = record, len(self.waiting)
        return is_open

    def _done(self, record: Record) -> Read:
        read = self._passed(len(record.matches), self.waiting.count(b"\n"), record)
        self._read, self.waiting = None, b""
        return read

    def _passed(
        self,
        matches: int,
        lines: int,
        record: Record | None = None,
        proven: Proven | None = None,
        found: Found | None = None,
    ) -> Read:
        read = Read(matches, record, proven, self._match, found)
        self._match += matches
        self._lines += lines
        return read

    def _too_long(self, data: bytes, lines: int) -> Read:
        """T010 where a stretch begins that is too long to be read; it counts as one match."""
        from rocksnotation.diagnostics import Source, Span, diagnostic
        from rocksnotation.events import Record

        line = data[:1_000].split(b"\n", 1)[0].decode("utf-8", "ignore")
        message = say("a match of more than {most} bytes is not read", most=f"{MAX_STRETCH:,}")
        fault = replace(diagnostic("T010", Span(0, 1), message), match=self._match)
        return self._passed(1, lines, Record((), (fault,), Source(self._name, line, self._lines)))
