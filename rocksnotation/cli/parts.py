"""The text of an input in parts that can be worked on one by one, and what comes of them in its place again.

A part ends where a match begins. Knows nothing of what the work is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, Self, TypeVar

from rocksnotation.blocks import not_text, plain
from rocksnotation.cli import files
from rocksnotation.cli.jobs import Done, Part, in_order
from rocksnotation.cli.packing import Damaged
from rocksnotation.scan import Read, Reads, Worked, worked
from rocksnotation.stretches import Piece, pieces

if TYPE_CHECKING:
    from rocksnotation.cli.shared import Inputs

PART = 256 * 1024
"""About how many bytes a part has: its work takes much longer than its way to another process."""


class Placed(Protocol):
    """Something that comes of a part, and tells of matches and lines by their numbers."""

    def moved(self, matches: int, lines: int) -> Self:
        """The same behind so many matches and lines."""


Result = TypeVar("Result", bound=Placed)


class Work(NamedTuple, Generic[Result]):
    """What is done with all of a text that was read together, and how much of it is read for that."""

    on: Callable[[Read], Iterable[Result]]
    how: Reads


class TextPart(NamedTuple, Generic[Result]):
    """A piece of an input's text, and what is done with it.

    `at` is how much of the input has been read with it, in bytes as they are stored.
    """

    name: str
    piece: Piece
    is_last: bool
    at: int
    work: Work[Result]


def parts(one: files.Stored, blocks: Iterable[bytes], work: Work[Result]) -> Iterator[Part[TextPart[Result]]]:
    """The parts of an input's text, from the blocks that it gives."""
    for piece, is_last in _until_last(pieces(plain(blocks), PART)):
        yield Part(TextPart(one.name, piece, is_last, one.is_at, work), len(piece.data))


def done(part: TextPart[Result]) -> Worked[Result]:
    """What comes of a part by itself."""
    return worked(part.piece, part.name, part.work.on, part.is_last, part.work.how)


class Placing(Generic[Result]):
    """Puts what comes of the parts of one text, each worked on by itself, in its place in the whole."""

    def __init__(self) -> None:
        self.matches = 0
        self._lines = 0
        self._rest = b""

    def placed(self, part: TextPart[Result], result: Worked[Result]) -> Iterator[Result]:
        """What comes of the next part."""
        if self._rest:
            rest, self._rest = self._rest, b""
            before = Piece(rest, rest.count(b"\n"))
            if not part.piece.is_whole:
                yield from self.moved(done(part._replace(piece=before, is_last=True)))
            else:  # rare: something was left open where the text was cut
                together = Piece(rest + part.piece.data, before.lines + part.piece.lines)
                result = done(part._replace(piece=together))
        yield from self.moved(result)

    def moved(self, result: Worked[Result]) -> Iterator[Result]:
        """What comes of what stands next in the text."""
        for one in result.results:
            yield one.moved(self.matches, self._lines)
        self.matches += result.matches
        self._lines += result.lines
        self._rest = result.rest


def worked_text(one: files.Stored, work: Work[Result], jobs: int) -> Iterator[Result]:
    """What comes of the text of an input, done by some processes. Raises Damaged."""
    refused = not_text(one.blocks, one.name)
    if refused:
        yield from work.on(Read(0, refused))
        return
    placing = Placing[Result]()
    stream: Iterator[Done[TextPart[Result], Worked[Result]]]
    stream = in_order(parts(one, one.blocks(), work), done, jobs)
    for each in stream:
        yield from placing.placed(each.task, each.result)


# ------------------------------------------------------------------------------------------- several inputs


class _Begins(NamedTuple, Generic[Result]):
    """The text of an input begins; or nothing but its beginning can be read, of which this comes."""

    one: files.Stored
    refused: tuple[Result, ...] = ()


class _Ends(NamedTuple):
    """An input ends, perhaps because it can be read no further."""

    damage: Damaged | None = None


def worked_through(
    inputs: Inputs, work_of: Callable[[files.Stored], Work[Result] | None], jobs: int
) -> Iterator[tuple[files.Stored, Iterator[Result]]]:
    """Each input that can be read, and what comes of its text while it is read: nothing where there is no work for it.

    What comes of one input is to be asked for before the next input. It raises Damaged.
    """
    stream: Iterator[_Done[Result]] = in_order(_items(inputs, work_of), done, jobs)
    with inputs.progress.shown():
        for item in stream:
            if isinstance(item, files.Unreadable):
                inputs.tell(item)
                inputs.progress.done(item.name)
            elif isinstance(item, _Begins):
                results = _results(item, stream, inputs)
                yield item.one, results
                with suppress(Damaged):  # of what nobody asked for
                    deque(results, 0)
                inputs.progress.done(item.one.name)


_Item = files.Unreadable | _Begins[Result] | _Ends
_Done = Done[TextPart[Result], Worked[Result]] | _Item[Result]


def _items(
    inputs: Inputs, work_of: Callable[[files.Stored], Work[Result] | None]
) -> Iterator[Part[TextPart[Result]] | _Item[Result]]:
    for one in inputs.each():
        if isinstance(one, files.Unreadable):
            yield one
            continue
        try:
            work = work_of(one)
            refused = not_text(one.blocks, one.name) if work else None
        except Damaged as damage:
            yield files.Unreadable(one.name, damage.why)
            continue
        yield _Begins(one, tuple(work.on(Read(0, refused))) if work and refused else ())
        try:
            if work and not refused:
                yield from parts(one, one.blocks(), work)
        except Damaged as damage:
            yield _Ends(damage)
        else:
            yield _Ends()


def _results(begins: _Begins[Result], stream: Iterator[_Done[Result]], inputs: Inputs) -> Iterator[Result]:
    """What comes of one input, out of the stream of all."""
    yield from begins.refused
    placing = Placing[Result]()
    for item in stream:
        if isinstance(item, Done):
            yield from placing.placed(item.task, item.result)
            inputs.progress.at(item.task.at)
        elif isinstance(item, _Ends):
            if item.damage:
                raise item.damage
            return


def _until_last(parts: Iterable[Piece]) -> Iterator[tuple[Piece, bool]]:
    """Pieces, each with whether it is the last."""
    before = None
    for part in parts:
        if before is not None:
            yield before, False
        before = part
    if before is not None:
        yield before, True
