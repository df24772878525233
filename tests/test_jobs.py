"""However many processes share the work, what comes out is the same, byte for byte; and they end with the command."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from simulator import play, write_up
from typer.testing import CliRunner

from rocksnotation.cli import jobs, linting
from rocksnotation.cli.app import app
from rocksnotation.cli.jobs import SmallFile, WorkersDied, in_order
from rocksnotation.scan import Examined
from rocksnotation.stretches import pieces

runner = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A large archive with some faults, small files, one that cannot be read, and one that is no record."""
    folder = tmp_path_factory.mktemp("archive")
    matches = [write_up(play(random.Random(seed), target=50)).text() for seed in range(20)]
    texts = [matches[number % 20] for number in range(300)]
    for number in (3, 50, 51, 200):
        texts[number] = texts[number].replace(" +5", " +10", 1)
    texts[100] = '[Event "open"]\nround 1\nlot W\n W 7|2 { never closed\n'
    texts[101] = '[Event "closed"] }\nround 1\nlot W\nW 7|2\n'
    (folder / "b large.rocks").write_text("\n\n".join(texts), encoding="utf-8")
    for number in range(5):
        (folder / f"a{number}.rocks").write_text(matches[number], encoding="utf-8")
    (folder / "c.rocks").write_text(texts[3], encoding="utf-8")
    (folder / "d.rocks").write_bytes(b'[Event "\xff"]')
    (folder / "e.rocks.gz").write_bytes(b"\x1f\x8b no gzip")
    return folder


def lint(*arguments: str) -> tuple[int, str, str]:
    done = runner.invoke(app, ["lint", "--no-cache", *arguments])
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_output_is_the_same(folder: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(jobs, "PIECE", 32_000)
    monkeypatch.setattr(linting, "pieces", lambda blocks: pieces(blocks, 32_000))
    once = lint("--jobs", "1", "--output-format", form, ".")
    assert once[0] == 3
    assert once[1].count("T002") == 1
    assert lint("--jobs", "3", "--output-format", form, ".") == once


def test_the_whole_is_read_as_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By pieces the same is found as where the file is read at once."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(linting, "pieces", lambda blocks: pieces(blocks, 1_000))
    known = Path("nothing known.json")
    known.write_text('{"rocks": 1, "known": []}', encoding="utf-8")
    options = ("--output-format", "jsonl", "b large.rocks")
    assert lint("--jobs", "1", *options)[1] == lint("--baseline", str(known), *options)[1]


def test_no_more_is_read_ahead_than_keeps_the_workers_busy() -> None:
    read = 0

    def items() -> Iterator[SmallFile]:
        nonlocal read
        for _ in range(40):
            read += 1
            yield SmallFile("a", b"\n" * 140_000)

    done = in_order(items(), 2, None)
    next(done)
    assert read <= 6
    assert len(list(done)) == 39


def die(cache: object, part: object) -> Examined:
    os._exit(1)


def test_a_worker_that_dies_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "examine", die)
    with pytest.raises(WorkersDied):
        list(in_order([SmallFile("a", b"x")], 2, None))
    code, _, err = lint("--jobs", "2", str(folder / "c.rocks"))
    assert code == 3
    assert "has ended too early" in err


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of another kind")
def test_a_terminal_shows_how_fast_it_goes_and_for_how_long(tmp_path: Path) -> None:
    import pty

    match = write_up(play(random.Random(1))).text()
    (tmp_path / "a.rocks").write_text("\n\n".join([match] * 1_000), encoding="utf-8")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rocksnotation", "lint", "--no-cache", "a.rocks"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        out, _ = process.communicate(timeout=60)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert b"1,000 matches, 1 file" in out
    assert b"lint" in shown
    assert b"MB/s" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("number", ["1", "2"])
def test_an_interrupt_ends_it_with_130(tmp_path: Path, number: str) -> None:
    slow = "".join(f'[Event "{index}"]\nround 1\nlot W\nW 1|4 +10\n' for index in range(6_000))
    (tmp_path / "a.rocks").write_text(slow, encoding="utf-8")
    command = [sys.executable, "-m", "rocksnotation", "lint", "--no-cache", "--jobs", number, "a.rocks"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout
        process.stdout.read(100)  # it is well under way
        started = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert time.monotonic() - started < 5
