"""rocksnotation: game records of Seven Rocks, the domino game of the fives family.

Everything that the `rocks` command does, as functions without side effects:

- `load(path)`, `loads(text)`: a file's or a text's record, with what is wrong with the text in `.syntax`;
- `lint(record)`: every finding, in the order of the text; `check(record)` gives the replays as well;
- `replay(match)`: steps, totals and findings by the laws;
- `dumps(record)`: the export text; `to_json(record)`, `from_json(text)`: the JSON form;
- `Game`: a match being played.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rocksnotation.diagnostics import RULES, Diagnostic, Rule, Severity, Source, Span
    from rocksnotation.events import Match, Record, Round
    from rocksnotation.game import Game, IllegalTurn, Move
    from rocksnotation.jsonform import JsonProblem, JsonRecord
    from rocksnotation.jsonform import read_record as from_json
    from rocksnotation.jsonform import record_to_json as to_json
    from rocksnotation.lint import Checked, check, lint
    from rocksnotation.parse import parse as loads
    from rocksnotation.replay import MatchReplay, RoundReplay, Step, replay
    from rocksnotation.seats import Pair, Seat
    from rocksnotation.tiles import ALL_TILES, Tile
    from rocksnotation.write import dumps

__version__ = "0.1.0"

__all__ = [
    "ALL_TILES", "RULES", "Checked", "Diagnostic", "Game", "IllegalTurn", "JsonProblem", "JsonRecord", "Match",
    "MatchReplay", "Move", "Pair", "Record", "Round", "RoundReplay", "Rule", "Seat", "Severity", "Source",
    "Span", "Step", "Tile", "check", "dumps", "from_json", "lint", "load", "loads", "replay", "to_json",
]  # fmt: skip

_HOME = {
    "diagnostics": ("RULES", "Diagnostic", "Rule", "Severity", "Source", "Span"),
    "events": ("Match", "Record", "Round"),
    "game": ("Game", "IllegalTurn", "Move"),
    "jsonform": ("JsonProblem", "JsonRecord", "from_json", "to_json"),
    "lint": ("Checked", "check", "lint"),
    "parse": ("loads",),
    "replay": ("MatchReplay", "RoundReplay", "Step", "replay"),
    "seats": ("Pair", "Seat"),
    "tiles": ("ALL_TILES", "Tile"),
    "write": ("dumps",),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}
_THERE = {"from_json": "read_record", "to_json": "record_to_json", "loads": "parse"}
"""What is called otherwise where it comes from."""


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file of notation text. Raises OSError where the file cannot be read."""
    from rocksnotation.parse import parse_bytes

    return parse_bytes(Path(path).read_bytes(), os.fspath(path))


class _Package(ModuleType):
    """Imports what it offers when it is asked for: the command needs little of it for a clean record."""

    def __getattr__(self, name: str) -> object:
        if name not in _MODULE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_MODULE[name]}"), _THERE.get(name, name))
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        # The functions `lint` and `replay` are offered under the names of the modules that hold them.
        if not (name in _MODULE and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package
