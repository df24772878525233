"""Random legal games of chess as PGN, written and read by python-chess. Runs in an environment that has it.

`chess_games.py write FILE PLIES` writes games of so many plies or a few more, the same each time, and prints
how many games and plies. `chess_games.py read FILE PLIES` reads them, every move checked, and ends with 1
unless it finds no error and so many plies.
"""

from __future__ import annotations

import json
import random
import sys
import textwrap

import chess
import chess.pgn

_SEED = 20261129
_SHORTEST, _LONGEST = 40, 120


def write(path: str, least: int) -> None:
    """Writes games until there are at least so many plies."""
    rng = random.Random(_SEED)
    games = plies = 0
    with open(path, "w", encoding="utf-8") as file:
        while plies < least:
            games += 1
            moves, result = _game(rng)
            plies += len(moves)
            tags = {"Event": "Autumn league", "Site": "Kyiv", "Date": "2026.11.29", "Round": str(games)}
            tags |= {"White": "A", "Black": "B", "Result": result}
            numbered = [
                f"{index // 2 + 1}. {san}" if index % 2 == 0 else san for index, san in enumerate(moves)
            ]
            file.write("".join(f'[{name} "{value}"]\n' for name, value in tags.items()))
            file.write("\n" + textwrap.fill(" ".join([*numbered, result]), 79) + "\n\n")
    print(json.dumps({"games": games, "plies": plies}))


def _game(rng: random.Random) -> tuple[list[str], str]:
    board = chess.Board()
    sans: list[str] = []
    length = _SHORTEST + int(rng.random() * (_LONGEST - _SHORTEST))
    while len(sans) < length:
        moves = list(board.legal_moves)
        if not moves:
            break
        move = moves[int(rng.random() * len(moves))]
        sans.append(board.san(move))
        board.push(move)
    return sans, board.result()


def read(path: str, expected: int) -> bool:
    """Reads all games; whether each move was legal, and there were so many."""
    plies = 0
    legal = True
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            plies += sum(1 for _ in game.mainline_moves())
            legal = legal and not game.errors
    return legal and plies == expected


if __name__ == "__main__":
    _, asked, name, number = sys.argv
    if asked == "write":
        write(name, int(number))
    else:
        sys.exit(not read(name, int(number)))
