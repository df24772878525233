"""Compressed input is known by its content, for every command that reads; what is damaged in it is told."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rocksnotation.cli import packing, parts
from rocksnotation.cli.app import app

runner = CliRunner()

WRONG = b"round 1\nlot W\n1. W 1|4 +10\n"
UNTIDY = b"round 1 W 1/4"
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}


def rocks(*arguments: str | Path, stdin: bytes = b"") -> tuple[int, str, str]:
    done = runner.invoke(app, [str(one) for one in arguments], input=stdin)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture(params=PACKED)
def suffix(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("command", [["lint"], ["lint", "--output-format", "json"], ["replay"], ["convert"]])
@pytest.mark.parametrize("name", ["a.rocks.{}", "a.rocks", "odd"])
def test_it_is_read_as_if_it_were_unpacked(
    tmp_path: Path, command: list[str], name: str, suffix: str
) -> None:
    plain, packed = tmp_path / "plain", tmp_path / name.format(suffix)
    plain.write_bytes(WRONG)
    packed.write_bytes(PACKED[suffix](WRONG))
    code, out, err = rocks(*command, packed)
    assert (code, out.replace(str(packed), str(plain)), err.replace(str(packed), str(plain))) == rocks(
        *command, plain
    )


def test_standard_input_too(suffix: str) -> None:
    assert rocks("lint", "-", stdin=PACKED[suffix](WRONG)) == rocks("lint", "-", stdin=WRONG)
    assert rocks("fmt", "-", stdin=PACKED[suffix](UNTIDY)) == rocks("fmt", "-", stdin=UNTIDY)


def test_standard_input_that_is_shared(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 10_000)
    archive = b"\n\n".join(b'[Event "%d"]\nround 1\nlot N\nN 1|4 +5' % number for number in range(5_000))
    shared = rocks("convert", "--jobs", "2", "--to", "jsonl", "-", stdin=PACKED[suffix](archive))
    assert shared[1].count("\n") == 5_000


def test_several_streams_one_after_the_other(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / "a"
    file.write_bytes(PACKED[suffix](WRONG[:9]) + PACKED[suffix](WRONG[9:]))
    assert "S401" in rocks("lint", file)[1]


def test_json_is_known_by_its_name_without_the_ending(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "a.rocks").write_bytes(WRONG)
    _, document, _ = rocks("convert", tmp_path / "a.rocks")
    file = tmp_path / f"a.json.{suffix}"
    file.write_bytes(PACKED[suffix](document.encode()))
    assert "S401" in rocks("lint", file)[1]
    assert rocks("convert", file)[1].endswith("1. W 1|4 +10\n")


def test_folders_hold_compressed_files_too(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"a.rocks.{suffix}").write_bytes(PACKED[suffix](WRONG))
    (tmp_path / "b.rocks").write_bytes(WRONG)
    (tmp_path / "c.rocks.txt").write_bytes(WRONG)
    assert "2 errors, 0 warnings in 2 matches, 2 files." in rocks("lint", tmp_path)[1]


@pytest.mark.parametrize("command", [["lint"], ["replay"], ["convert"], ["fmt", "--check"]])
def test_what_is_cut_off_or_damaged_is_told(tmp_path: Path, command: list[str], suffix: str) -> None:
    file = tmp_path / "a"
    data = PACKED[suffix](WRONG * 50)
    file.write_bytes(data[:-9])
    code, out, err = rocks(*command, file)
    assert (code, "T0" in out) == (3, False)
    assert "data is cut off" in err
    file.write_bytes(data[:-20] + b"0123456789abcdefghij")
    code, _, err = rocks(*command, file)
    assert code == 3
    assert "data is damaged" in err or "data is cut off" in err


@pytest.mark.parametrize("command", [["fmt"], ["lint", "--fix"]])
def test_it_is_never_written_back(tmp_path: Path, command: list[str], suffix: str) -> None:
    file = tmp_path / "a.rocks"
    data = PACKED[suffix](b"round 1\nlot W\n1. W 1|4 +10 =5  N 1|1\n0. E 1|3^\n")
    file.write_bytes(data)
    code, _, err = rocks(*command, file)
    assert code == 3
    assert "it is compressed" in err
    assert file.read_bytes() == data


def test_what_is_far_too_large_unpacked_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_UNPACKED", 1_000_000)
    file = tmp_path / "a"
    file.write_bytes(bz2.compress(b"\n" * 20_000_000))
    code, _, err = rocks("lint", file)
    assert code == 3
    assert "over a thousand times as large" in err


def test_xz_that_takes_too_much_memory_is_refused(tmp_path: Path) -> None:
    for size, expected in ((packing.MAX_WINDOW, 1), (2 * packing.MAX_WINDOW, 3)):
        file = tmp_path / "a"
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": size}]
        file.write_bytes(lzma.compress(WRONG, filters=filters))
        code, _, err = rocks("lint", file)
        assert code == expected
        assert ("the xz data takes more than 128 MB of memory to unpack" in err) == (code == 3)


def test_streams_of_an_xz_file_may_be_apart_but_with_nothing_between_them(tmp_path: Path) -> None:
    file = tmp_path / "a"
    begin, end = (lzma.compress(part) for part in (WRONG[:9], WRONG[9:]))
    file.write_bytes(begin + b"\0" * 200_000 + end + b"\0" * 4)
    assert "S401" in rocks("lint", file)[1]
    file.write_bytes(begin + b"junk" + end)
    code, _, err = rocks("lint", file)
    assert code == 3
    assert "the xz data is damaged" in err


def test_zstd_without_its_package_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("compression.zstd", "backports.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    file = tmp_path / "a"
    file.write_bytes(b"\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00\x99\xe9\xd8\x51")
    code, _, err = rocks("lint", file)
    assert code == 3
    assert "rocksnotation[zstd]" in err


def test_zstd(tmp_path: Path) -> None:
    zstd = pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    file = tmp_path / "a"
    data = zstd.compress(WRONG * 30)
    file.write_bytes(data)
    assert "S401" in rocks("lint", file)[1]
    file.write_bytes(data[:-3])
    assert rocks("lint", file)[0] == 3


def test_zstd_that_takes_too_much_memory_is_refused(tmp_path: Path) -> None:
    zstd = pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    packer = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: 28})
    file = tmp_path / "a"
    file.write_bytes(packer.compress(WRONG) + packer.flush())
    code, _, err = rocks("lint", file)
    assert code == 3
    assert "the zstd data takes more than 128 MB of memory to unpack" in err
