"""The records that are read, made from a seed and kept in a folder under a name that tells how they were made.

Everything is written piece by piece: what the measuring process holds in memory would count as a child's.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

import players
import spellings

GENERATOR = 1
"""To be counted up whenever the same seed gives other records."""

_SEED = 20261129


@dataclass(frozen=True, slots=True)
class Counts:
    """What an archive holds; turns are placements and passes."""

    matches: int
    turns: int


@dataclass(frozen=True, slots=True)
class Archive:
    """A file of records, and what it holds."""

    path: Path
    counts: Counts

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return self.path.stat().st_size

    @property
    def turns(self) -> int:
        """Its placements and passes."""
        return self.counts.turns


def export_form(folder: Path, size: int) -> Archive:
    """An archive in export form of at least so many bytes; a smaller one is the beginning of a larger one."""

    def write(file: TextIO) -> Counts:
        turns = 0
        for number, match in _numbered():
            turns += _turns(match)
            file.write(("\n\n" if number > 1 else "") + spellings.export(match, number))
            if file.tell() >= size:
                return Counts(number, turns)
        raise AssertionError("matches never end")

    return _kept(folder / f"export-{GENERATOR}-{size}.rocks", write)


def import_form(folder: Path, export: Archive) -> Archive:
    """The matches of an archive, as somebody types them."""

    def write(file: TextIO) -> Counts:
        rng = random.Random(_SEED)
        for number, match in _numbered():
            file.write(("\n\n" if number > 1 else "") + spellings.as_typed(match, number, rng))
            if number == export.counts.matches:
                return export.counts
        raise AssertionError("matches never end")

    return _kept(folder / f"import-{GENERATOR}-{export.counts.matches}.rocks", write)


def repeated(folder: Path, archive: Archive, size: int) -> Archive:
    """An archive written one time after another, until it has at least so many bytes."""
    times = -(-size // archive.size)

    def write(file: TextIO) -> Counts:
        for time in range(times):
            file.write("\n\n" if time else "")
            with archive.path.open(encoding="utf-8") as source:
                shutil.copyfileobj(source, file)
        return Counts(times * archive.counts.matches, times * archive.turns)

    return _kept(folder / f"{archive.path.stem}-times-{times}.rocks", write)


def parts(folder: Path, archive: Archive, count: int) -> Path:
    """A folder with the matches of an archive, dealt out to some files."""
    target = folder / f"{archive.path.stem}-in-{count}"
    if not target.exists():
        draft = target.with_suffix(".draft")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        _deal_out(archive, [draft / f"part-{number:02}.rocks" for number in range(count)])
        draft.rename(target)
    return target


def _deal_out(archive: Archive, paths: list[Path]) -> None:
    files = [path.open("w", encoding="utf-8") for path in paths]
    match = -1
    with archive.path.open(encoding="utf-8") as source:
        for line in source:
            match += line.startswith("[Rocks ")
            files[match % len(files)].write(line)
    for file in files:
        file.close()


def _numbered() -> Iterator[tuple[int, players.Match]]:
    return enumerate(players.matches(_SEED), 1)


def _turns(match: players.Match) -> int:
    return sum(len(played.turns) for played in match.rounds)


def _kept(path: Path, write: Callable[[TextIO], Counts]) -> Archive:
    """The archive of that name, written if it is not there yet; its counts stand in a file beside it."""
    note = path.with_suffix(".json")
    if path.exists() and note.exists():
        return Archive(path, Counts(**json.loads(note.read_text(encoding="utf-8"))))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    with draft.open("w", encoding="utf-8", newline="\n") as file:
        counts = write(file)
    note.write_text(json.dumps(asdict(counts)), encoding="utf-8")
    os.replace(draft, path)
    return Archive(path, counts)
