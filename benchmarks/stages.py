"""CPU seconds of the stages inside one process: a text read, its matches replayed, its record made a JSON value.

`stages.py FILE` takes some matches at a time, so that memory decides nothing, and prints the sums as JSON.
Replaying and making JSON begin with records that are decoded already. One match is taken before the clock
runs, so that what is made once in a process (the grammar, tables) does not count.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import TypeVar

import rocksnotation

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")
_AT_A_TIME = 50


def main(path: str) -> None:
    """Prints the seconds of each stage."""
    seconds = {"read": 0.0, "replay": 0.0, "json": 0.0}

    def timed(stage: str, work: Callable[[_Given], _Made], given: _Given) -> _Made:
        started = process_time()
        made = work(given)
        seconds[stage] += process_time() - started
        return made

    _replays(first := rocksnotation.loads(next(_texts(path, 1))))
    rocksnotation.to_json(first)
    for text in _texts(path, _AT_A_TIME):
        record = timed("read", rocksnotation.loads, text)
        timed("replay", _replays, record)
        timed("json", rocksnotation.to_json, record)
    print(json.dumps(seconds))


def _replays(record: rocksnotation.Record) -> list[rocksnotation.MatchReplay]:
    return [rocksnotation.replay(match) for match in record.matches]


def _texts(path: str, at_a_time: int) -> Iterator[str]:
    """So many matches at a time."""
    lines: list[str] = []
    matches = 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            matches += line.startswith("[Rocks ")
            if matches > at_a_time:
                yield "".join(lines)
                lines, matches = [], 1
            lines.append(line)
    yield "".join(lines)


if __name__ == "__main__":
    main(sys.argv[1])
