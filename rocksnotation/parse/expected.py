"""What to say where the text cannot be read: the terminals of the grammar in the reader's words."""

from __future__ import annotations

from rocksnotation.diagnostics import Diagnostic, Span, diagnostic
from rocksnotation.parse.grammar import Obstacle

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
    message = f"expected {_choice(expected)}{after}, found {found}"
    return diagnostic("T001", Span(obstacle.span.start, end), message)


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
