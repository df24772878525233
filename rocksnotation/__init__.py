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
from pathlib import Path

from rocksnotation.diagnostics import RULES, Diagnostic, Rule, Severity, Source, Span
from rocksnotation.events import Match, Record, Round
from rocksnotation.game import Game, IllegalTurn, Move
from rocksnotation.jsonform import JsonProblem, JsonRecord
from rocksnotation.jsonform import read_record as from_json
from rocksnotation.jsonform import record_to_json as to_json
from rocksnotation.lint import Checked, check, lint
from rocksnotation.parse import parse as loads
from rocksnotation.parse import parse_bytes
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


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file of notation text. Raises OSError where the file cannot be read."""
    return parse_bytes(Path(path).read_bytes(), os.fspath(path))
