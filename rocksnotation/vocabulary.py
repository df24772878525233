"""The words of the notation that stand for themselves: names of tags, marks, version. Data alone."""

from __future__ import annotations

KNOWN_TAGS = (
    "Rocks", "Rules", "Target", "Event", "Site", "Date", "Table", "North", "East", "South", "West",
    "NS", "EW", "Recorder", "Arbiter", "Annotator", "Result", "Termination",
)  # fmt: skip
"""The tags that the notation knows, in the order of the export form."""

VERSION = "1"
"""The version of the notation: the value of the Rocks tag."""

RULES_NAME = "Seven Rocks"
"""The only game that this notation records: the value of the Rules tag."""

KNOWN_MARKS = ("!", "?", "!!", "??", "!?", "?!")
"""The marks that are written as signs; others are `$1` to `$255`, with the meanings that PGN gives them."""

FOR_LINT = "lint:"
"""How a comment begins that is for the linter."""
