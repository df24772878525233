"""The message catalogues: gathered from the sources, brought up to date, compiled. `nox -s messages` runs it.

Nothing in the files tells when or by which version they were made, so that they change only with the messages.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "rocksnotation"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "rocksnotation.pot"
LANGUAGES = ("uk",)

KEYWORDS = {"say": 1, "mark": 1, "counted": 2}
"""The functions whose first arguments are a message, and how many of them are."""

_COMMENT = "translators:"
_HEADER = ("Language", "Plural-Forms", "MIME-Version", "Content-Type")
_HEADER_COMMENT = "# What `rocks` says."
# The titles by which a refused document is told what was expected, and for records what is said of them too.
_SCHEMAS = {"config": False, "record": False}


class _Dateless(Catalog):
    """A catalogue whose header tells only what is needed to read it."""

    def __iter__(self) -> Iterator[Message]:
        header, *messages = super().__iter__()
        lines = str(header.string).split("\n")
        header.string = "\n".join(line for line in lines if line.partition(":")[0] in _HEADER)
        yield header
        yield from messages


def template() -> Catalog:
    """Every message of the package and of its schemas, by file and in the order of the file."""
    catalog = _Dateless(header_comment=_HEADER_COMMENT, fuzzy=False)
    for file in sorted(PACKAGE.rglob("*.py")):
        name, source = file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
        lines = source.split("\n")
        for call in calls(source):
            catalog.add(
                _texts(call),
                locations=[(name, call.lineno)],
                auto_comments=_comment(lines[: call.lineno - 1]),
            )
    for name, with_descriptions in _SCHEMAS.items():
        schema = ROOT / "schemas" / f"{name}.schema.json"
        for text in _in_schema(json.loads(schema.read_text(encoding="utf-8")), with_descriptions):
            catalog.add(text, locations=[(schema.relative_to(ROOT).as_posix(), 1)])
    return catalog


def calls(source: str) -> list[ast.Call]:
    """Every call in a module that makes a message of a text, in the order of the module."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and _number(node)]
    return sorted(found, key=lambda call: (call.lineno, call.col_offset))


def _number(call: ast.Call) -> int:
    """How many arguments of a call are a message."""
    return KEYWORDS.get(call.func.id, 0) if isinstance(call.func, ast.Name) else 0


def _texts(call: ast.Call) -> str | tuple[str, ...]:
    """The message of a call: one text, or one for a single thing and one for several."""
    texts = tuple(str(ast.literal_eval(text)) for text in call.args[: _number(call)])
    return texts if len(texts) > 1 else texts[0]


def _comment(before: list[str]) -> list[str]:
    """What is said to translators right before a call, given the lines before it: one text, or none."""
    block = [*takewhile(lambda line: line.startswith("#"), map(str.strip, reversed(before)))]
    _, told, rest = "\n".join(line.removeprefix("# ") for line in reversed(block)).rpartition(_COMMENT)
    return [rest.replace("\n", " ").strip()] if told else []


def _in_schema(schema: Any, with_descriptions: bool) -> Iterator[str]:
    """The titles in a schema, and the descriptions beside them, without their full stops."""
    if isinstance(schema, list):
        for each in schema:
            yield from _in_schema(each, with_descriptions)
    elif isinstance(schema, dict):
        if isinstance(title := schema.get("title"), str):
            yield title
            if with_descriptions and "description" in schema:
                yield schema["description"].rstrip(".")
        for each in schema.values():
            yield from _in_schema(each, with_descriptions)


def path(language: str, suffix: str) -> Path:
    """Where a language's catalogue lies: its text (`po`) or what is compiled of it (`mo`)."""
    return LOCALE / language / "LC_MESSAGES" / f"rocksnotation.{suffix}"


def translated(language: str) -> Catalog:
    """The catalogue of a language as its text has it."""
    catalog = _Dateless(language, header_comment=_HEADER_COMMENT, fuzzy=False)
    if path(language, "po").exists():
        for message in read_po(BytesIO(path(language, "po").read_bytes()), locale=language):
            if message.id:
                catalog[message.id] = message
    return catalog


def updated(language: str, messages: Catalog) -> Catalog:
    """The catalogue of a language with all messages and no others; a new one waits for its translation."""
    catalog = translated(language)
    catalog.update(messages, no_fuzzy_matching=True)
    return catalog


def as_text(catalog: Catalog) -> bytes:
    """A catalogue as it is written and read by people: files without line numbers, no line broken."""
    out = BytesIO()
    write_po(out, catalog, width=0, ignore_obsolete=True, include_lineno=False)
    return out.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def main() -> None:
    """Writes all files anew."""
    messages = template()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(as_text(messages))
    for language in LANGUAGES:
        catalog = updated(language, messages)
        path(language, "po").parent.mkdir(parents=True, exist_ok=True)
        path(language, "po").write_bytes(as_text(catalog))
        path(language, "mo").write_bytes(compiled(catalog))


if __name__ == "__main__":
    main()
