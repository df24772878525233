"""The programs that are measured beside rocks: python-chess and pgn-extract, which check games of chess.

Each is looked for, and put into a folder of ours where it is not there; where that cannot be, a `Missing` says
so. Nothing is ever put into the system or into the environment that runs this.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from measure import Child, progress

CHESS, EXTRACT = "python-chess", "pgn-extract"

_CHESS_GAMES = Path(__file__).parent / "chess_games.py"
_REQUIREMENT = "chess>=1.11,<2"
_GENERATOR = 1
"""To be counted up whenever `chess_games.py` writes other games."""


@dataclass(frozen=True, slots=True)
class Games:
    """A file of games of chess."""

    path: Path
    games: int
    plies: int


@dataclass(frozen=True, slots=True)
class Peer:
    """A program that checks games of chess, its version, and a run of it over some games."""

    name: str
    version: str
    check: Child


@dataclass(frozen=True, slots=True)
class Missing:
    """A peer that is not to be had, and why or what to do."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Peers:
    """The peers that are there, those that are not, and the games that they check."""

    there: tuple[Peer, ...] = ()
    missing: tuple[Missing, ...] = ()
    games: Games | None = None


class _Unavailable(Exception):
    """Why a step of setting up a peer did not work."""


def prepared(folder: Path, plies: int) -> Peers:
    """The peers, set up in a folder as far as they have to be, and games of so many plies, or a few more."""
    try:
        python = _chess_python(folder)
        games = _games(folder, python, plies)
        chess = Peer(CHESS, _output([python, "-c", "import chess; print(chess.__version__)"]), Child([
            python, str(_CHESS_GAMES), "read", str(games.path), str(games.plies),
        ]))  # fmt: skip
    except _Unavailable as error:
        why = f"it could not be set up from PyPI: {error}"
        return Peers(missing=(Missing(CHESS, why), Missing(EXTRACT, f"{CHESS} would write its games")))
    try:
        program = _extract_program(folder)
        version = _output([program, "--version"], aside=True).rpartition(" ")[2]
        # -r checks every move and writes no game; -s tells errors only
        extract = Peer(EXTRACT, version, Child([program, "-r", "-s", str(games.path)]))
    except _Unavailable as error:
        why = f"{error}; on Debian: apt-get install pgn-extract"
        return Peers((chess,), (Missing(EXTRACT, why),), games)
    return Peers((chess, extract), (), games)


def _chess_python(folder: Path) -> str:
    """The interpreter of an environment with python-chess: the version that runs this."""
    environment = folder / f"python-chess-{sys.version_info[0]}.{sys.version_info[1]}"
    python = str(environment / "bin" / "python")
    if environment.exists():
        return python
    progress(f"setting up python-chess in {environment}")
    try:
        _output([sys.executable, "-m", "venv", str(environment)])
        _output([python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", _REQUIREMENT])
    except _Unavailable:
        shutil.rmtree(environment, ignore_errors=True)
        raise
    return python


def _games(folder: Path, python: str, plies: int) -> Games:
    path = folder / f"games-{_GENERATOR}-{plies}.pgn"
    note = path.with_suffix(".json")
    if not (path.exists() and note.exists()):
        progress(f"writing games of chess with {plies:,} plies")
        draft = path.with_suffix(".draft")
        counts = _output([python, str(_CHESS_GAMES), "write", str(draft), str(plies)])
        note.write_text(counts, encoding="utf-8")
        os.replace(draft, path)
    return Games(path, **json.loads(note.read_text(encoding="utf-8")))


def _extract_program(folder: Path) -> str:
    """pgn-extract from the PATH, or Debian's package unpacked into the folder."""
    found = shutil.which("pgn-extract", path=f"{os.environ.get('PATH', os.defpath)}:/usr/games")
    unpacked = folder / "pgn-extract" / "usr" / "games" / "pgn-extract"
    if found or unpacked.exists():
        return found or str(unpacked)
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise _Unavailable("it is not on the PATH")
    progress(f"unpacking pgn-extract into {folder}")
    with tempfile.TemporaryDirectory() as work:
        _output(["apt-get", "--quiet", "download", "pgn-extract"], within=work)
        packages = [str(package) for package in Path(work).glob("*.deb")]
        _output(["dpkg-deb", "--extract", *packages, str(folder / "pgn-extract")])
    return str(unpacked)


def _output(command: Sequence[str], within: str | None = None, aside: bool = False) -> str:
    """What a command writes to standard output, or `aside` to standard error."""
    try:
        done = subprocess.run(
            command, cwd=within, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise _Unavailable(str(error)) from None
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise _Unavailable(lines[-1] if lines else f"{command[0]} ended with {done.returncode}")
    return (done.stderr if aside else done.stdout).strip()
