"""What to say where the text cannot be read: the terminals of the grammar in the reader's words."""

from __future__ import annotations

import re
from difflib import get_close_matches

from rocksnotation.diagnostics import Diagnostic, Span, diagnostic
from rocksnotation.parse.grammar import Obstacle
from rocksnotation.text import PLAIN_DASHES

_WORDS = {
    "LSQB": 'a tag such as [Event "…"]',
    "NAME": "the tag's name",
    "STRING": 'the value in quotation marks, "…"',
    "RSQB": "`]`",
    "ROUND": "`round` and its number",
    "HEAD": "a hand such as `N:`",
    "DRAW": "a draw such as N:4",
    "PAIR": "a pair (NS or EW)",
    "NUMBER": "a number of points",
    "SEAT": "a seat (N, E, S or W)",
    "TILE": "a tile such as 1|4",
    "UNKNOWN": "`?`",
    "PASS": "`pass`",
    "UNSEEN": "`?`",
    "DEDUCTION": "a deduction such as -10",
    "AT": "an end such as @5",
    "POINTS": "points such as +10",
    "COUNT": "a count such as =11",
    "MARK": "a mark such as !",
    "STOOD": "`^`",
    "POINTS_STOOD": "`^`",
    "SLASH": "`/`",
    "CIRCUIT": "a circuit such as 3.",
    "RPAR": "`)`",
    "LPAR": "a variation",
    "DEAL": "`deal`",
    "LOT": "`lot`",
    "ADJUST": "`adjust`",
    "OUT": "an ending",
    "LEFT": "`left`",
    "TOTAL": "`total`",
}
"""In the order in which they are named to the reader."""

_GROUPS = (
    (frozenset({"AT", "STOOD", "POINTS", "POINTS_STOOD", "COUNT", "MARK", "LPAR"}), "more of this turn"),
    (frozenset({"SEAT", "TILE", "PASS", "CIRCUIT", "ADJUST"}), "a turn"),
    (frozenset({"OUT", "BLOCKED", "WIN", "VOID", "ABANDONED"}), "an ending"),
)
"""What is named together where a turn may begin, and the list would be long."""

_LONGEST = 40

_SLIPS = (
    (r"[nesw]", "seats are written in capital letters"),
    (r"[nesw]{2}", "pairs are written NS and EW"),
    (r"(?:north|south|east|west)", "seats are written N, E, S and W"),
    (r"\[?[0-9][|:/-][0-9](?:[|:/-][0-9])+\]?", "a tile has two halves"),
    (r"\[?[0-9][|:/-]\]?|[|:/-][0-9]", "this is half a tile"),
    (r"\[[0-9][|:/-][0-9]|[0-9][|:/-][0-9]\]", "a bracket is missing"),
    (r"[0-9][|:/-][^0-9].*|[^0-9@+=$-].*[|:/-][0-9]", "the halves of a tile are digits"),
    (r"[0-9]{1,2}", "a circuit number ends in a dot, points begin with +, and a count with ="),
    (r"[+=]", "a number belongs after this sign"),
    (r"[+=][0-9]*[^0-9].*", "points and counts are whole numbers"),
    (r"[0-9]+[+]|[+][0-9]+[+]", "the sign of points stands before the number"),
    (r"@.*", "an end is named by its pips, @5, or by a tile, @5|5"),
    (r"(?:[.,]|.*[^.,][.,])", "nothing but white space stands between tiles and turns"),
    (r"[!?]{3,}|\$[0-9]*", "marks are ! ? !! ?? !? ?! and $1 to $255"),
    (r"[({]+", "a comment stands in braces, a variation in parentheses, and neither is empty"),
    (r"[)}]+", "nothing is open here that this could close"),
    (r"(?:knocks?|passes|passed|p|x)", "a pass is written `pass`"),
)
"""Slips that people make, each a pattern of the word that could not be read, and what it offends against."""

_KEYWORDS = (
    "round",
    "deal",
    "lot",
    "pass",
    "adjust",
    "out",
    "blocked",
    "win",
    "void",
    "abandoned",
    "left",
    "total",
)


def syntax_error(text: str, obstacle: Obstacle, whole: str, following: frozenset[str]) -> Diagnostic:
    """The finding about a word that could not be read.

    `whole` names what it stands in, such as "round"; `following` is the terminals with which what comes
    after it may begin, should it be complete.
    """
    words = text[obstacle.span.start : obstacle.span.end]
    if not words:
        found = f"the end of the {whole}"
    elif len(words) > _LONGEST:
        found = f"`{words[:_LONGEST]}…`"
    else:
        found = f"`{words}`"
    after = f" after `{_shortened(obstacle.after)}`" if obstacle.after else ""
    end = max(obstacle.span.end, obstacle.span.start + 1)
    expected = obstacle.expected | (following if "$END" in obstacle.expected else frozenset())
    message = f"expected {_choice(expected)}{after}, found {found}{_slip(words)}"
    return diagnostic("T001", Span(obstacle.span.start, end), message)


def _slip(words: str) -> str:
    """What is wrong with the word itself, where it is a slip that people make."""
    plain = words.translate(PLAIN_DASHES)
    for pattern, what in _SLIPS:
        if re.fullmatch(pattern, plain, re.IGNORECASE if pattern.startswith("(?:") else 0):
            return f": {what}"
    near = get_close_matches(plain.lower(), _KEYWORDS, n=1, cutoff=0.7) if plain.isalpha() else []
    return f": did you mean `{near[0]}`?" if near else ""


def _shortened(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"


def _choice(terminals: frozenset[str]) -> str:
    words: list[str] = []
    if "UNKNOWN" in terminals:
        words.append(_WORDS["TILE"])
        terminals -= {"TILE"}
    if "CIRCUIT" in terminals:
        for group, name in _GROUPS:
            words += [name] if group & terminals else []
            terminals -= group
    words += dict.fromkeys(word for name, word in _WORDS.items() if name in terminals)
    if not words:
        return "nothing more"
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
