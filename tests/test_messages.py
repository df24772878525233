"""The message catalogues: nothing is missing in them, and every translation fits its message.

`nox -s messages` brings them up to date.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

import catalogues
import pytest
from babel.messages.catalog import Message

from rocksnotation.languages import Language
from rocksnotation.resources import compiled_catalogue

TEMPLATE = catalogues.template()
MESSAGES = [message for message in TEMPLATE if message.id]
FILES = sorted(catalogues.PACKAGE.rglob("*.py"))
MODULE_OF_MESSAGES = catalogues.PACKAGE / "messages.py"


def texts(message: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """A message, or its forms."""
    return (message,) if isinstance(message, str) else tuple(message)


def gaps(text: str) -> set[str]:
    """The names of the gaps in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def name_of(path: Path) -> str:
    return path.relative_to(catalogues.PACKAGE).as_posix()


# ------------------------------------------------------------------------------------------- the sources


def calls() -> Iterator[tuple[Path, ast.Call]]:
    """Every call that makes a message, but those inside the module of messages itself."""
    for path in FILES:
        if path != MODULE_OF_MESSAGES:
            for call in catalogues.calls(path.read_text(encoding="utf-8")):
                yield path, call


def function(call: ast.Call) -> str:
    assert isinstance(call.func, ast.Name)
    return call.func.id


CALLS = list(calls())


def test_what_a_message_says_stands_in_the_source() -> None:
    """A text that is put together cannot be found by those who gather and translate."""
    for path, call in CALLS:
        needed = catalogues.KEYWORDS[function(call)]
        said = call.args[:needed]
        where = f"{name_of(path)}:{call.lineno}"
        assert len(said) == needed, where
        assert all(isinstance(text, ast.Constant) and isinstance(text.value, str) for text in said), where


def test_every_gap_is_filled() -> None:
    """With nothing left over, but for a number that only decides about the form."""
    for path, call in CALLS:
        if function(call) == "mark" or any(keyword.arg is None for keyword in call.keywords):
            continue
        given = {keyword.arg for keyword in call.keywords}
        unsaid = {"number"} if function(call) == "counted" else set()
        for text in call.args[: catalogues.KEYWORDS[function(call)]]:
            assert gaps(ast.literal_eval(text)) | unsaid == given | unsaid, f"{name_of(path)}:{call.lineno}"


def test_no_function_that_makes_messages_has_another_name() -> None:
    """A message made by an alias, or by the attribute of a module, would not be gathered."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "rocksnotation.messages":
                renamed = [alias.name for alias in node.names if alias.asname]
                assert not renamed, f"{name_of(path)}:{node.lineno}"
            if isinstance(node, ast.ImportFrom) and node.module == "rocksnotation":
                assert "messages" not in {alias.name for alias in node.names}, name_of(path)


def test_what_the_schemas_say_has_no_gaps() -> None:
    """It becomes a message as it is."""
    for name in ("record", "config"):
        schema = json.loads((catalogues.ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
        assert not re.search("[{}]", " ".join(walk(schema)))


def walk(schema: object) -> Iterator[str]:
    """Every title and description in a schema."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("title", "description") and isinstance(value, str):
                yield value
            else:
                yield from walk(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from walk(value)


# ------------------------------------------------------------------------------------------ the catalogues


def test_every_message_is_gathered() -> None:
    gathered = {text for message in MESSAGES for text in texts(message.id)}
    for path, call in CALLS:
        for text in call.args[: catalogues.KEYWORDS[function(call)]]:
            assert ast.literal_eval(text) in gathered, f"{name_of(path)}:{call.lineno}"


def test_the_template_is_up_to_date() -> None:
    assert catalogues.TEMPLATE.read_bytes() == catalogues.as_text(TEMPLATE), "run `nox -s messages`"


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_catalogue_is_up_to_date(language: str) -> None:
    text = catalogues.path(language, "po").read_bytes()
    assert text == catalogues.as_text(catalogues.updated(language, TEMPLATE)), "run `nox -s messages`"


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_what_is_compiled_is_the_catalogue(language: str) -> None:
    compiled = catalogues.path(language, "mo").read_bytes()
    assert compiled == catalogues.compiled(catalogues.translated(language)), "run `nox -s messages`"
    assert compiled == compiled_catalogue(language)


def test_every_language_has_a_catalogue() -> None:
    assert sorted(catalogues.LANGUAGES) == sorted(set(Language) - {Language.ENGLISH})
    with pytest.raises(FileNotFoundError):
        compiled_catalogue("en")


@pytest.mark.parametrize("file", sorted(catalogues.LOCALE.rglob("*.po*")), ids=lambda file: file.name)
def test_nothing_tells_when_a_catalogue_was_made(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "Date" not in text.partition("\n\n")[0]
    assert "Babel" not in text.partition("\n\n")[0]
    assert not re.search(r"^#: .*:\d", text, re.MULTILINE)
    assert "\n#~" not in text


# ------------------------------------------------------------------------------------------- translations


def translations(language: str) -> list[Message]:
    return [message for message in catalogues.translated(language) if message.id]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    missing = [message.id for message in translations(language) if not all(texts(message.string or ""))]
    assert not missing, f"{len(missing)} messages wait for their translation"


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_no_translation_is_fuzzy(language: str) -> None:
    assert not [message.id for message in translations(language) if message.fuzzy]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_translation_has_the_gaps_of_its_message_in_every_form(language: str) -> None:
    for message in translations(language):
        *_, expected = (gaps(text) for text in texts(message.id))
        for form in filter(None, texts(message.string or "")):
            assert gaps(form) == expected, message.id


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_translation_begins_and_ends_as_its_message(language: str) -> None:
    """Spaces and line ends at either end, which are easily lost."""
    for message in translations(language):
        for form in filter(None, texts(message.string or "")):
            text = texts(message.id)[0]
            assert [form[:1].isspace(), form[-1:].isspace()] == [text[:1].isspace(), text[-1:].isspace()], (
                text
            )


def test_ukrainian_has_three_forms() -> None:
    catalogue = catalogues.translated("uk")
    assert catalogue.num_plurals == 3
    assert all(len(texts(message.string or ())) == 3 for message in catalogue if message.pluralizable)
    read = GNUTranslations(BytesIO(compiled_catalogue("uk")))
    forms = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 20, 21, 22, 25, 100, 101, 111, 112, 122)
    one = {1, 21, 101}
    few = {2, 3, 4, 22, 122}
    for number in forms:
        told = read.ngettext("{number} error", "{number} errors", number)
        form = "помилка" if number in one else "помилки" if number in few else "помилок"
        assert told == f"{{number}} {form}", number
