"""What was clean is not looked at again, and nothing that the cache may hold can make a fault disappear."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from simulator import play, write_up
from typer.testing import CliRunner

from rocksnotation.cli import cache, linting, parts
from rocksnotation.cli.app import app
from rocksnotation.cli.cache import Cache, Digest

runner = CliRunner()

MATCH = write_up(play(random.Random(1), target=100)).text()
LARGE = "\n\n".join([MATCH] * 200)
WRONG = MATCH.replace(" +5", " +10", 1)
COMMENTED = '[Event "a"]\n{ lint: ignore D103 R504 }\nround 1\nlot N\nN 1|4 +5\n'
"""A record of which nothing is told, and that has to be parsed."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROCKS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache"


def lint(*arguments: str) -> tuple[int, str]:
    done = runner.invoke(app, ["lint", *arguments])
    return done.exit_code, done.stdout


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("text", [LARGE, COMMENTED], ids=["large", "parsed"])
def test_what_was_clean_is_not_looked_at_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    Path("a.rocks").write_text(text, encoding="utf-8")
    first = lint("a.rocks")
    assert first[0] == 0
    assert len(kept(folder)) == 1

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(parts, "worked", never)
    monkeypatch.setattr(linting, "examined_whole", never)
    monkeypatch.setattr(linting, "not_text", never)
    assert lint("a.rocks") == first
    assert lint("a.rocks", "--select", "S", "--strict") == first
    with pytest.raises(AssertionError):
        runner.invoke(app, ["lint", "--no-cache", "a.rocks"], catch_exceptions=False)


@pytest.mark.parametrize("text", [LARGE + "\n\n" + WRONG, "round 1\nN 1|4 +5\n"], ids=["an error", "infos"])
def test_what_has_a_finding_is_not_remembered(folder: Path, text: str) -> None:
    Path("a.rocks").write_text(text, encoding="utf-8")
    assert lint("a.rocks", "--ignore", "S,D,L,R") == lint("a.rocks", "--ignore", "S,D,L,R")
    assert kept(folder) == []


def test_a_change_is_seen(folder: Path) -> None:
    Path("a.rocks").write_text(LARGE, encoding="utf-8")
    assert lint("a.rocks")[0] == 0
    Path("a.rocks").write_text(LARGE + "\n\n" + WRONG, encoding="utf-8")
    assert lint("a.rocks")[0] == 1


def test_nothing_is_kept_without_a_cache(folder: Path) -> None:
    Path("a.rocks").write_text(LARGE, encoding="utf-8")
    lint("--no-cache", "a.rocks")
    assert not folder.exists()
    assert lint("--no-cache", "--cache-dir", "x", "a.rocks")[0] == 2


def test_the_option_goes_before_the_environment(folder: Path) -> None:
    Path("a.rocks").write_text(LARGE, encoding="utf-8")
    lint("--cache-dir", "other", "a.rocks")
    assert not folder.exists()
    assert len(kept(Path("other"))) == 1


DAMAGE = {
    "empty": b"",
    "another number": b"999 0011223344556677\n",
    "a number alone": b"200",
    "cut off": None,
    "no text": b"\xff\0" * 50,
    "long": b"1" * 100_000,
    "signs": "²³ x".encode(),
}


@pytest.mark.parametrize("data", DAMAGE.values(), ids=DAMAGE.keys())
def test_what_is_damaged_is_ignored_and_written_again(folder: Path, data: bytes | None) -> None:
    Path("a.rocks").write_text(LARGE, encoding="utf-8")
    first = lint("a.rocks")
    (entry,) = kept(folder)
    good = entry.read_bytes()
    entry.write_bytes(good[:-3] if data is None else data)
    assert lint("a.rocks") == first
    assert entry.read_bytes() == good


def test_an_entry_of_another_text_is_none(folder: Path) -> None:
    known = Cache(str(folder))
    one, other = Digest().of([b"one"]), Digest().of([b"other"])
    known.remember(one, 7)
    (entry,) = kept(folder)
    target = Path(str(entry).replace(str(Path(one[:2]) / one[2:]), str(Path(other[:2]) / other[2:])))
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(entry, target)
    assert (known.matches(one), known.matches(other)) == (7, None)


def test_another_program_remembers_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a changed program would find is not hidden by what it found before."""
    before = Digest().of([b"one"])
    assert Digest().of([b"on", b"e"]) == before
    monkeypatch.setattr(cache, "_program", lambda: b"0.1.0 later")
    assert Digest().of([b"one"]) != before


def test_a_folder_that_cannot_be_one_changes_nothing(folder: Path) -> None:
    folder.write_text("a file", encoding="utf-8")
    Path("a.rocks").write_text(LARGE, encoding="utf-8")
    assert lint("a.rocks") == lint("a.rocks", "--no-cache")


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/rocksnotation"),
        ("linux", {}, "~/.cache/rocksnotation"),
        ("darwin", {}, "~/Library/Caches/rocksnotation"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/rocksnotation"),
        ("linux", {"ROCKS_CACHE_DIR": "/r", "XDG_CACHE_HOME": "/x"}, "/r"),
    ],
)
def test_where_it_is_kept(platform: str, environment: dict[str, str], expected: str) -> None:
    assert Path(cache.folder(environment, platform)) == Path(expected).expanduser()
