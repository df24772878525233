"""Where the grammar, the schemas and the catalogues lie: in the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def _folder(name: str) -> Traversable:
    from importlib.resources import files  # slow to load, and of no use where nothing is looked up

    inside = files("rocksnotation") / name
    return inside if inside.is_dir() else Path(__file__).parent.parent / name


def grammar() -> str:
    """The text of the Lark grammar."""
    return (_folder("grammar") / "rocks.lark").read_text(encoding="utf-8")


def schema(name: str) -> str:
    """The text of one JSON Schema: one of SCHEMA_NAMES. Raises FileNotFoundError for others."""
    return (_folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")


def compiled_catalogue(language: str) -> bytes:
    """The compiled catalogue of one language. Raises FileNotFoundError for others."""
    return (_folder("locale") / language / "LC_MESSAGES" / "rocksnotation.mo").read_bytes()


SCHEMA_NAMES = ("record", "replay", "diagnostics", "config", "baseline")
"""The documents that have a schema."""
