"""Where the values of a record document stand. In the place of offsets, the values that are read are numbered.

What is inside a value is numbered right after it, so that spans of numbers nest as spans of text do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rocksnotation.diagnostics import Place, Source, Span

_OF_THEIR_OWN = frozenset({
    "tags", "comments", "rounds", "deal", "lot", "events", "variations", "end", "left", "total",
})  # fmt: skip
"""The members that are places themselves: what they say is not said by what holds them."""


class Node(NamedTuple):
    """A value of a document: the number of what holds it, its name or index there, and the value itself.

    A document holds itself. Where each line is a document, its line stands in the place of a name.
    """

    parent: int
    key: str | int | None
    value: Any


@dataclass
class Numbering:
    """Numbers the values of one input's documents as they are read."""

    nodes: list[Node] = field(default_factory=list)

    def open_document(self, value: object, line: int | None) -> int:
        """The number of a whole document, and its line, if each line is one."""
        return self._add(len(self.nodes), line, value)

    def close_document(self, at: int) -> None:
        """Leaves a number behind the document, so that the end of its last value is still in its line."""
        self._add(at, None, None)

    def member(self, at: int, key: str | int) -> int:
        """The number of a member or item of a value."""
        return self._add(at, key, self.nodes[at].value[key])

    def _add(self, parent: int, key: str | int | None, value: object) -> int:
        self.nodes.append(Node(parent, key, value))
        return len(self.nodes) - 1

    def span(self, at: int) -> Span:
        """The stretch of a value and of all that was numbered since: what is in it."""
        return Span(at, len(self.nodes))

    def path(self, at: int) -> str:
        """The JSON path of a value."""
        return _path(self.nodes, at)

    def source(self, name: str) -> JsonSource:
        """The source in which the spans are looked up."""
        return JsonSource(name, "", nodes=tuple(self.nodes))


@dataclass(frozen=True)
class JsonSource(Source):
    """Record documents as a source: an offset is the number of a value, and has a JSON path.

    Line and column are those where its document begins; there is no line to show.
    """

    nodes: tuple[Node, ...] = field(default=(), compare=False, repr=False)

    def place(self, offset: int) -> Place:
        """The beginning of the document: its line where each line is a document, else the first."""
        return Place(self._line(offset) or 1, 1)

    def _line(self, offset: int) -> int | None:
        line = _way(self.nodes, offset)[0].key
        return line if isinstance(line, int) else None

    def where(self, offset: int) -> str:
        """A value as people are told it: name, line where each line is a document, and JSON path."""
        line = self._line(offset)
        return f"{self.name}:{line}: {self.path(offset)}" if line else f"{self.name}: {self.path(offset)}"

    def line(self, number: int) -> str:
        """Nothing: a document is not shown by lines."""
        return ""

    def path(self, offset: int) -> str:
        """The JSON path of a value in its document."""
        return _path(self.nodes, offset)

    def said(self, offset: int) -> str:
        """The value, or the whole turn that it belongs to, with its name; nothing of what is beside it."""
        way = _way(self.nodes, offset)
        if len(way) > 2 and isinstance(way[-1].key, str) and way[-3].key == "events":
            way = way[:-1]
        name = next((node.key for node in way[:0:-1] if isinstance(node.key, str)), "$")
        return f"{name} {json.dumps(_own(way[-1].value), ensure_ascii=False)}"


def _own(value: object) -> object:
    """A value without what it holds that is a place itself."""
    if not isinstance(value, Mapping):
        return value
    return {name: each for name, each in value.items() if name not in _OF_THEIR_OWN}


def _way(nodes: list[Node] | tuple[Node, ...], at: int) -> list[Node]:
    """The values that lead to one, from the document on."""
    way = [nodes[at]]
    while way[-1].parent != at:
        at = way[-1].parent
        way.append(nodes[at])
    return way[::-1]


def _path(nodes: list[Node] | tuple[Node, ...], at: int) -> str:
    """`$` and the steps from the document to a value."""
    keys = (node.key for node in _way(nodes, at)[1:] if node.key is not None)
    steps = (f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    return "$" + "".join(steps)
