"""The work of `rocks lint` in parts, done here or shared among processes. What comes out is in the order of the input.

A part is a small file, or a piece of a large one cut at the beginning of a match; several parts that are small
go on one way together. Nothing here shows anything, and no worker does.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from rocksnotation.blocks import plain
from rocksnotation.cli.cache import Cache, digest_of
from rocksnotation.scan import Examined, examined, examined_whole, proven
from rocksnotation.stretches import PIECE, Piece

WORTH_SHARING = 4_000_000
"""So many bytes take longer to check than other processes take to start."""


_PATIENCE = 0.05
"""Seconds between two interrupts of a worker that has not ended."""


@dataclass(frozen=True, slots=True)
class SmallFile:
    """A whole file, as its bytes are."""

    name: str
    data: bytes

    @property
    def at(self) -> int:
        """How much of the file has been read with it."""
        return len(self.data)


@dataclass(frozen=True, slots=True)
class LargePart:
    """A piece of a file's text. `at` is how much of the file has been read with it, in bytes as they are stored."""

    name: str
    piece: Piece
    is_last: bool
    at: int


Part: TypeAlias = SmallFile | LargePart
Examine: TypeAlias = Callable[[Part], Examined]


class WorkersDied(Exception):
    """A process that had a part of the work has gone."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def examine(cache: Cache | None, part: Part) -> Examined:
    """What is found in a part."""
    if isinstance(part, LargePart):
        return examined(part.piece, part.name, part.is_last)
    return _small(part, cache)


def _small(part: SmallFile, cache: Cache | None) -> Examined:
    """A small file in export form is proven as fast as it would be looked up; another one may be known."""
    matches = proven(b"".join(plain([part.data])))
    if matches is not None:
        return Examined(matches, 0, ())
    if cache is None:
        return examined_whole(part.data, part.name)
    digest = digest_of([part.data])
    matches = cache.matches(digest)
    if matches is not None:
        return Examined(matches, 0, ())
    found = examined_whole(part.data, part.name)
    if not found.found:
        cache.remember(digest, found.matches)
    return found


def in_order(
    items: Iterable[object], jobs: int, cache: Cache | None
) -> Iterator[tuple[object, Examined | None]]:
    """Each item in its order, with what is found in it if it is a part. Raises WorkersDied."""
    work: Examine = partial(examine, cache)
    if jobs == 1:
        for item in items:
            yield item, work(item) if isinstance(item, SmallFile | LargePart) else None
        return
    for batch, results in _shared(_batches(items), jobs, work):
        found = iter(results)
        for item in batch:
            yield item, next(found) if isinstance(item, SmallFile | LargePart) else None


def _batches(items: Iterable[object]) -> Iterator[list[object]]:
    batch: list[object] = []
    size = 0
    for item in items:
        batch.append(item)
        size += _size(item)
        if size >= PIECE // 2:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _size(item: object) -> int:
    if isinstance(item, SmallFile):
        return len(item.data)
    return len(item.piece.data) if isinstance(item, LargePart) else 0


def _shared(
    batches: Iterable[list[object]], jobs: int, work: Examine
) -> Iterator[tuple[list[object], list[Examined]]]:
    """The batches with their results. No more are read ahead than keep the workers busy."""
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    waiting: deque[tuple[list[object], Future[list[Examined]]]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=_begin)
    try:
        for batch in batches:
            parts = [item for item in batch if isinstance(item, SmallFile | LargePart)]
            waiting.append((batch, pool.submit(_all, work, parts)))
            if len(waiting) > 2 * jobs:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
    except BrokenProcessPool:
        raise WorkersDied from None
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        while workers := [each.pid for each in active_children() if each.pid]:
            for worker in workers:  # each may have more at hand than what it is at
                with suppress(OSError):  # it may be gone already
                    os.kill(worker, signal.SIGINT)
            time.sleep(_PATIENCE)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _all(work: Examine, parts: list[Part]) -> list[Examined]:
    """What is found in some parts. An interrupted worker gives up these, without a word: that is for the command.

    It can be interrupted in its work alone. One that ended while it hands over what it found would leave half of
    that behind, and whoever reads it would wait for the rest.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return [work(part) for part in parts]
    finally:
        _begin()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
