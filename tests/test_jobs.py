"""However many processes share the work, what comes out is the same, byte for byte; and they end with the command."""

from __future__ import annotations

import os
import random
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from multiprocessing import active_children
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from simulator import play, write_up
from typer.testing import CliRunner

from rocksnotation.cli import parts
from rocksnotation.cli.app import app
from rocksnotation.cli.jobs import Done, Part, WorkersDied, in_order

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
    (folder / "short.txt").write_text("\n\n".join(texts[98:106]), encoding="utf-8")
    for number in range(5):
        (folder / f"a{number}.rocks").write_text(matches[number], encoding="utf-8")
    (folder / "c.rocks").write_text(texts[3], encoding="utf-8")
    (folder / "d.rocks").write_bytes(b'[Event "\xff"]')
    (folder / "e.rocks.gz").write_bytes(b"\x1f\x8b no gzip")
    return folder


def rocks(*arguments: str) -> tuple[int, str, str]:
    done = runner.invoke(app, arguments)
    return done.exit_code, done.stdout, done.stderr


def lint(*arguments: str) -> tuple[int, str, str]:
    return rocks("lint", "--no-cache", *arguments)


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_output_is_the_same(folder: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(parts, "PART", 32_000)
    once = lint("--jobs", "1", "--output-format", form, ".")
    assert once[0] == 3
    assert once[1].count("T002") == 1
    assert lint("--jobs", "3", "--output-format", form, ".") == once


SHARED = (
    ["convert", "--to", "json", "."],
    ["convert", "--to", "jsonl", "--skip-damaged", "."],
    ["convert", "--to", "rocks", "--skip-damaged", "."],
    ["convert", "--skip-damaged", "."],
    ["convert", "b large.rocks"],
    ["fmt", "--check", "."],
    ["fmt", "--diff", "--ends", "always", "short.txt", "a0.rocks"],
    ["replay", "--output-format", "json", "short.txt"],
    ["replay", "--output-format", "jsonl", "short.txt"],
)


@pytest.mark.parametrize("command", SHARED, ids=" ".join)
def test_the_output_of_other_commands_is_the_same(
    folder: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(parts, "PART", 4_000)
    once = rocks(*command, "--jobs", "1")
    assert any(once[1:])
    assert rocks(*command, "--jobs", "3") == once


def test_the_whole_is_read_as_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By pieces the same is found as where the file is read at once."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(parts, "PART", 1_000)
    known = Path("nothing known.json")
    known.write_text('{"rocks": 1, "known": []}', encoding="utf-8")
    options = ("--output-format", "jsonl", "b large.rocks")
    assert lint("--jobs", "1", *options)[1] == lint("--baseline", str(known), *options)[1]


def test_no_more_is_read_ahead_than_keeps_the_workers_busy() -> None:
    read = 0

    def items() -> Iterator[Part[int]]:
        nonlocal read
        for number in range(40):
            read += 1
            yield Part(number, 140_000)

    done = in_order(items(), doubled, 2)
    next(done)
    assert read <= 6
    assert len(list(done)) == 39


def doubled(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("size", [1, 30_000, 10**6])
def test_everything_comes_in_its_order(number: int, size: int) -> None:
    items = ["first", *(Part(each, size) if each % 3 else each for each in range(50)), "last"]
    done = [Done(each, 2 * each) if each % 3 else each for each in range(50)]
    assert list(in_order(items, doubled, number)) == ["first", *done, "last"]


def die(*_: object) -> None:
    os._exit(1)


def die_halfway(_: int) -> None:
    """Dies while it hands over what it has done, when some of it has gone."""

    def send_some(pipe: Connection, data: bytes) -> None:
        os.write(pipe.fileno(), struct.pack("!i", len(data) + 1_000) + bytes(data))
        os._exit(1)

    Connection._send_bytes = send_some  # type: ignore[attr-defined]


def fail(_: int) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("work", [die, die_halfway, fail])
@pytest.mark.parametrize("size", [1, 10**6])
def test_a_worker_that_dies_at_any_moment_is_an_error(work: Callable[[int], object], size: int) -> None:
    with pytest.raises(WorkersDied):
        list(in_order([Part(each, size) for each in range(9)], work, 2))


def test_a_worker_that_dies_before_it_is_given_anything_is_an_error() -> None:
    def items() -> Iterator[Part[int]]:
        for number in range(9):
            yield Part(number, 10**6)
            for worker in active_children():
                worker.kill()
                worker.join()

    with pytest.raises(WorkersDied):
        list(in_order(items(), doubled, 2))


@pytest.mark.parametrize(
    "command",
    [["lint", "--no-cache"], ["convert"], ["fmt", "--check"], ["replay", "--output-format", "json"]],
)
def test_a_dead_worker_ends_the_command(
    folder: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "worked", die)
    code, _, err = rocks(*command, "--jobs", "2", str(folder / "b large.rocks"))
    assert code == 3
    assert "has ended too early" in err


def test_no_worker_stays_behind() -> None:
    done = in_order([Part(each, 10**6) for each in range(9)], doubled, 3)
    next(done)
    assert active_children()
    assert isinstance(done, Generator)
    done.close()
    assert not active_children()


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
