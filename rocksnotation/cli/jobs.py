"""Work in parts, done here or shared among processes. What comes out is in the order of what goes in.

Several parts that are small go on one way together. A worker has one batch at a time, and is given the next when
the last has come back, so that neither ever waits for the other to read. Knows nothing of what the work is. Nothing
here shows anything, and no worker does.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

WORTH_SHARING = 2_000_000
"""So many bytes take longer to work on than other processes take to start."""

_BATCH = 64 * 1024
"""So many bytes, or more in one part, are worth a way to another process."""

Task = TypeVar("Task", covariant=True)
Result = TypeVar("Result")
Other = TypeVar("Other")


class Part(NamedTuple, Generic[Task]):
    """Something to be done, and about how many bytes it is."""

    task: Task
    size: int


class Done(NamedTuple, Generic[Task, Result]):
    """A part that has been done."""

    task: Task
    result: Result


class WorkersDied(Exception):
    """A process that had a part of the work has gone."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    items: Iterable[Part[Task] | Other], work: Callable[[Task], Result], jobs: int
) -> Iterator[Done[Task, Result] | Other]:
    """Each part when it is done, and everything else as it is, in their order. Raises WorkersDied."""
    if jobs == 1:
        for item in items:
            yield Done(item.task, work(item.task)) if isinstance(item, Part) else item
        return
    for batch, results in _shared(_batches(items), work, jobs):
        each = iter(results)
        for item in batch:
            yield Done(item.task, next(each)) if isinstance(item, Part) else item


def _batches(items: Iterable[Part[Task] | Other]) -> Iterator[list[Part[Task] | Other]]:
    batch: list[Part[Task] | Other] = []
    size = 0
    for item in items:
        batch.append(item)
        size += item.size if isinstance(item, Part) else 0
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Given:
    """A batch, and what came of its parts as soon as that is known."""

    def __init__(self, batch: list[Any]) -> None:
        self.batch = batch
        self.results: list[Any] | None = None


def _shared(
    batches: Iterable[list[Any]], work: Callable[[Any], Any], jobs: int
) -> Iterator[tuple[list[Any], list[Any]]]:
    """The batches with their results. No more are read ahead than keep the workers busy."""
    given: deque[_Given] = deque()

    def ready() -> Iterator[tuple[list[Any], list[Any]]]:
        while given and given[0].results is not None:
            one = given.popleft()
            yield one.batch, one.results or []

    with _crew(work, jobs) as crew:
        for batch in batches:
            given.append(_Given(batch))
            crew.give(given[-1])
            yield from ready()
            while len(given) >= 2 * jobs:
                crew.collect()
                yield from ready()
        while given:
            crew.collect()
            yield from ready()


class _Crew:
    """Some workers, each at the other end of a pipe of its own. They are started when there is work for them."""

    def __init__(self, work: Callable[[Any], Any], size: int) -> None:
        self._work = work
        self._size = size
        self._workers: list[BaseProcess] = []
        self._idle: list[Connection] = []
        self._busy: dict[Connection, _Given] = {}

    def give(self, given: _Given) -> None:
        """Gives a batch to a worker as soon as one is free."""
        while not self._idle and len(self._workers) == self._size:
            self.collect()
        pipe = self._idle.pop() if self._idle else self._start()
        with _alive():
            pipe.send([item.task for item in given.batch if isinstance(item, Part)])
        self._busy[pipe] = given

    def collect(self) -> None:
        """Waits for a worker, and takes what it has done. At the pipe of one that is dead there is nothing more."""
        from multiprocessing.connection import wait

        ready = wait([*self._busy])
        for pipe in [pipe for pipe in self._busy if pipe in ready]:
            with _alive():
                self._busy.pop(pipe).results = pipe.recv()
            self._idle.append(pipe)

    def stop(self) -> None:
        """Ends the workers, whatever they are at."""
        for pipe in (*self._idle, *self._busy):
            pipe.close()
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            worker.join()

    def _start(self) -> Connection:
        import multiprocessing

        # Where it is safe, a worker is a copy of this process, and need not import everything again.
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
        ours, theirs = context.Pipe()
        worker = context.Process(target=_serve, args=(self._work, theirs, ours), daemon=True)
        with _uninterrupted():
            worker.start()
            self._workers.append(worker)
        theirs.close()  # so that nobody but the worker holds it, and it is closed when that dies
        pipe: Connection = ours
        return pipe


@contextmanager
def _crew(work: Callable[[Any], Any], size: int) -> Iterator[_Crew]:
    crew = _Crew(work, size)
    try:
        yield crew
    finally:
        crew.stop()


@contextmanager
def _alive() -> Iterator[None]:
    """Where another process is spoken with: at whatever moment it dies, its end of the pipe is closed."""
    try:
        yield
    except (EOFError, OSError):
        raise WorkersDied from None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Where an interrupt has to wait. A process started here never gets one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(work: Callable[[Any], Any], pipe: Connection, other: Connection) -> None:
    """Works on what comes through a pipe until it is closed. Interrupts are for the command alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other.close()  # a copy of what the command holds would keep the pipe open
    with suppress(WorkersDied):  # here it is the command that has gone
        while True:
            with _alive():
                tasks = pipe.recv()
            results = [work(task) for task in tasks]
            with _alive():
                pipe.send(results)
