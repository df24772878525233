"""How the export form spells its pieces: a tag, a lot, a placement. Knows nothing of records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from rocksnotation.seats import SEATS, Seat
from rocksnotation.tiles import Tile


class Ends(StrEnum):
    """How a formatter treats the `@` of placements."""

    KEEP = "keep"
    MINIMAL = "minimal"
    ALWAYS = "always"


def tag_text(name: str, value: str) -> str:
    """A tag."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def draws_text(draws: Iterable[Mapping[Seat, int]]) -> str:
    """A lot with its draws."""
    told = (" ".join(f"{seat}:{draw[seat]}" for seat in SEATS if seat in draw) for draw in draws)
    return f"lot {' / '.join(told)}"


def placement_text(
    tile: Tile,
    at: int | Tile | None = None,
    points: int | None = None,
    count: int | None = None,
    stood: bool = False,
    points_stood: bool = False,
) -> str:
    """A placement behind its seat."""
    text = f"{tile}" if at is None else f"{tile}@{at}"
    text += stood_text(stood)
    if points is not None:
        text += f" +{points}{stood_text(points_stood)}"
    if count is not None:
        text += f" ={count}"
    return text


def end_of(text: str) -> int | Tile:
    """The end of that name: its pips, or its tile. Raises ValueError for what is neither."""
    return Tile.parse(text) if "|" in text else int(text)


def stood_text(stood: bool) -> str:
    """The sign of what was wrong and stood."""
    return "^" if stood else ""
