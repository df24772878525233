"""Records written otherwise: in all spellings that mean the same, and changed at random so that they hardly do."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from strategies import TRICKY

TILES = (
    "{0}|{1}",
    "{1}|{0}",
    "{0}{1}",
    "{1}{0}",
    "{1}-{0}",
    "{0}–{1}",
    "{0}:{1}",
    "[{1}|{0}]",
    "{0}/{1}",
    "",
)
"""How a tile may be written; the last stands for its character."""
PASSES = ("pass", "PASS", "knock", "Knock", "-", "–", "−")
REMARKS = (
    "", "", " { x }", "{two\n  lines}", " ; to the end\n", " {a} {}{ \\} and \\\\ }",
    "\n\u00a0", " !?", " ! $7 {b};c\n",
)  # fmt: skip
VARIATIONS = (
    " (N 1|1 { why }\n 2. E ?) { so }", " { 1. N 1|4 (out W }", " (N 14 (E 25 ! S -) )(W 66+5)",
)  # fmt: skip


def respelled(text: str, rng: random.Random, remarks: Sequence[str] = (*REMARKS, *VARIATIONS)) -> str:
    """A record in export form, without comments, as different from it as the notation allows."""

    def tile(found: re.Match[str]) -> str:
        low, high = found.groups()
        return rng.choice(TILES).format(low, high) or chr(0x1F031 + 7 * int(low) + int(high))

    def turn(found: re.Match[str]) -> str:
        points = re.sub(r" ([+=])", lambda sign: rng.choice([f" {sign[1]}", f"{sign[1]} "]), found[2])
        return f"{found[1]} {points}{rng.choice(remarks)} "

    def line(found: re.Match[str]) -> str:
        turns = re.sub(r"([NESW]) ((?:(?!  ).)+)(?:  |$)", turn, found[2])
        return rng.choice([found[1], "", f"{found[1]}{rng.choice(REMARKS[2:6])} "]) + turns

    text = re.sub(r"(?m)^([0-9]+\. )(.*)$", line, text)
    text = re.sub(r"\b([0-6])\|([0-6])\b(?![^\n]*\()", tile, text)
    text = re.sub(r"(?<=[NESW] )pass", lambda _: rng.choice(PASSES), text)
    text = re.sub(
        r"(?<=\n)(deal|lot|out|left|total|blocked)", lambda word: rng.choice([word[0], word[0].upper()]), text
    )
    return re.sub(
        r"(?<=\n)(round|deal|left|blocked) ?[0-9]*(?=\n)",
        lambda line: line[0] + rng.choice(REMARKS[:5]),
        text,
    )


PIECES = (
    *TRICKY, " ", "\n", "1", "33.", "1.", "0", "14", "1-4", "7|2", "[1|4]", "1|", "🀱", "🀰", "W", "Е",
    "N:", "N :4", "N:14", "NS", "EW -5", "/", "+5", "+ 5", "=6", "-10", "−", "^", "@5", "@55", "?", "??", "!", "!?",
    "$3", "$300", "pass", "paſs", "knocK", "wın", "deal ", "lot ", "left ", "total ", "adjust ", "out ", "win ", "void",
    "abandoned", "\\", "\x07", "{x}", ";x\n", "(N 14)", "(", ")", "round 2 ",
)  # fmt: skip


def mutant(text: str, rng: random.Random) -> str:
    """The text with a few pieces put in, lost, doubled or in each other's place."""
    words = re.split(r"(\s+|(?<=\d)(?=[+=@^])|[{}()])", text) if rng.random() < 0.7 else list(text)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        one, other = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.choice(["put", "put", "put", "lose", "double", "swap", "instead"]):
            case "put":
                words.insert(one, rng.choice(PIECES))
            case "lose" if len(words) > 1:
                del words[one]
            case "double":
                words.insert(one, words[other])
            case "swap":
                words[one], words[other] = words[other], words[one]
            case _:
                words[one] = rng.choice(PIECES)
    return "".join(words)
