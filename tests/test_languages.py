"""Which language is spoken, and what a message is in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rocksnotation import languages, resources
from rocksnotation.cli.sentences import recognised
from rocksnotation.cli.speech import asked_for, language, speaking, tell
from rocksnotation.languages import Language, language_of, teller
from rocksnotation.messages import NOTHING, Message, counted, joined, listed, mark, say, verbatim

ENGLISH, UKRAINIAN = Language.ENGLISH, Language.UKRAINIAN

ENVIRONMENTS: tuple[tuple[Mapping[str, str], Language], ...] = (
    ({}, ENGLISH),
    ({"LANG": "uk_UA.UTF-8"}, UKRAINIAN),
    ({"LANG": "uk"}, UKRAINIAN),
    ({"LANG": "uk-UA"}, UKRAINIAN),
    ({"LANG": "UK_ua@euro"}, UKRAINIAN),
    ({"LANG": "ukx"}, ENGLISH),
    ({"LANG": "C"}, ENGLISH),
    ({"LANG": "C.UTF-8"}, ENGLISH),
    ({"LANG": "de_DE.UTF-8"}, ENGLISH),
    ({"LANG": "en_GB.UTF-8"}, ENGLISH),
    ({"LC_MESSAGES": "uk_UA.UTF-8", "LANG": "en_US.UTF-8"}, UKRAINIAN),
    ({"LC_MESSAGES": "en_US.UTF-8", "LANG": "uk_UA.UTF-8"}, ENGLISH),
    ({"LC_ALL": "C", "LC_MESSAGES": "uk_UA", "LANG": "uk_UA"}, ENGLISH),
    ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "uk_UA"}, UKRAINIAN),
    ({"LC_CTYPE": "uk_UA.UTF-8"}, ENGLISH),
    ({"LANGUAGE": "uk", "LC_ALL": "en_US.UTF-8"}, UKRAINIAN),
    ({"LANGUAGE": "de:uk:en", "LANG": "de_DE"}, UKRAINIAN),
    ({"LANGUAGE": "en:uk", "LANG": "uk_UA"}, ENGLISH),
    ({"LANGUAGE": "de", "LANG": "uk_UA"}, UKRAINIAN),
    ({"LANGUAGE": ":", "LANG": "uk_UA"}, UKRAINIAN),
)


@pytest.mark.parametrize(("environment", "spoken"), ENVIRONMENTS, ids=[str(row[0]) for row in ENVIRONMENTS])
def test_the_language_of_an_environment(environment: Mapping[str, str], spoken: Language) -> None:
    assert language_of(environment) is spoken


COMMAND_LINES: tuple[tuple[Sequence[str], Language], ...] = (
    ([], ENGLISH),
    (["lint", "a.rocks"], ENGLISH),
    (["--lang", "uk", "lint"], UKRAINIAN),
    (["--lang=uk", "lint"], UKRAINIAN),
    (["lint", "--lang", "uk", "a.rocks"], UKRAINIAN),
    (["lint", "a.rocks", "--lang=uk"], UKRAINIAN),
    (["lint", "--help", "--lang", "uk"], UKRAINIAN),
    (["--lang", "uk", "lint", "--lang", "en"], ENGLISH),
    (["--lang", "en", "lint", "--lang", "uk"], UKRAINIAN),
    (["--lang", "uk", "lint", "--lang", "de"], UKRAINIAN),
    (["--lang", "de"], ENGLISH),
    (["--lang"], ENGLISH),
    (["--lang="], ENGLISH),
    (["lint", "--", "--lang", "uk"], ENGLISH),
    (["lint", "--lang", "--", "uk"], ENGLISH),
    (["lint", "uk"], ENGLISH),
    (["--language", "uk"], ENGLISH),
)


@pytest.mark.parametrize(
    ("arguments", "spoken"), COMMAND_LINES, ids=[" ".join(row[0]) or "nothing" for row in COMMAND_LINES]
)
def test_the_language_that_a_command_line_asks_for(arguments: Sequence[str], spoken: Language) -> None:
    assert asked_for(arguments, {}) is spoken


def test_a_command_line_goes_before_the_environment() -> None:
    assert asked_for(["--lang", "en"], {"LANG": "uk_UA"}) is ENGLISH
    assert asked_for(["lint"], {"LANG": "uk_UA"}) is UKRAINIAN


def test_a_language_is_spoken_for_a_while() -> None:
    message = counted("{number} error", "{number} errors", 2)
    with speaking(UKRAINIAN):
        assert language() is UKRAINIAN
        assert tell(message) == "2 помилки"
        with speaking(ENGLISH):
            assert tell(message) == "2 errors"
        assert tell(message) == "2 помилки"
    assert language() is ENGLISH
    assert tell(message) == "2 errors"


FORMS = (
    (0, "0 помилок"), (1, "1 помилка"), (2, "2 помилки"), (4, "4 помилки"), (5, "5 помилок"), (11, "11 помилок"),
    (12, "12 помилок"), (14, "14 помилок"), (21, "21 помилка"), (22, "22 помилки"), (25, "25 помилок"),
    (101, "101 помилка"), (111, "111 помилок"), (112, "112 помилок"), (1_002, "1,002 помилки"),
)  # fmt: skip


@pytest.mark.parametrize(("number", "told"), FORMS, ids=[row[1] for row in FORMS])
def test_the_three_forms_for_a_number(number: int, told: str) -> None:
    assert teller(UKRAINIAN)(counted("{number} error", "{number} errors", number)) == told


ENGLISH_MESSAGES: tuple[tuple[Message, str], ...] = (
    (counted("{number} tile", "{number} tiles", 1), "1 tile"),
    (counted("{number} tile", "{number} tiles", 0), "0 tiles"),
    (counted("{number} tile", "{number} tiles", 1_200), "1,200 tiles"),
    (counted("{name}: {number} tile", "{name}: {number} tiles", 2, name="a"), "a: 2 tiles"),
    (say("{a} and {b}", a=1, b=say("two {c}", c="{d}")), "1 and two {d}"),
    (verbatim("{as it is}"), "{as it is}"),
    (joined(["a", say("b"), 3]), "a, b, 3"),
    (joined([]), ""),
    (joined(["{", "}"], " "), "{ }"),
    (listed(["1|4"], "or"), "1|4"),
    (listed(["1|4", "2|4", "3|4"], "or"), "1|4, 2|4 or 3|4"),
    (listed(["N", "E"], "and"), "N and E"),
    (Message(mark("as it is")), "as it is"),
    (NOTHING, ""),
)


@pytest.mark.parametrize(("message", "told"), ENGLISH_MESSAGES, ids=[row[1] for row in ENGLISH_MESSAGES])
def test_a_message_in_english(message: Message, told: str) -> None:
    assert str(message) == teller(ENGLISH)(message) == told


def test_a_message_within_a_message_is_translated_too() -> None:
    found = joined([counted("{number} error", "{number} errors", 5), "{number} error"])
    message = say(
        "{found} in {matches}, {files}.", found=found, matches="{b}", files=say("a text of its own")
    )
    assert teller(UKRAINIAN)(message) == "5 помилок, {number} error у {b}, a text of its own."


SENTENCES = (
    (
        "No such option: --selec Did you mean --select?",
        "Немає такого параметра: --selec (можливо, --select?)",
    ),
    (
        "No such option: --selec (Possible options: --help, --select)",
        "Немає такого параметра: --selec (можливі: --help, --select)",
    ),
    ("No such option: -x", "Немає такого параметра: -x"),
    (
        "No such command 'lin'. Did you mean 'lint', 'explain'?",
        "Немає такої команди: 'lin'. Можливо, 'lint', 'explain'?",
    ),
    (
        "Invalid value: Value error, 'x' is not one of 'a', 'b'.",
        "Неприйнятне значення: 'x' не належить до переліку: 'a', 'b'.",
    ),
    (
        "Invalid value for '--match': 0 is not in the range x>=1.",
        "Неприйнятне значення '--match': 0 поза межами x>=1.",
    ),
    ("Invalid value for '--at': something: else", "Неприйнятне значення '--at': something: else"),
    ("Got unexpected extra argument (a)", "Зайвий аргумент: a"),
    ("Got unexpected extra arguments (a b)", "Зайві аргументи: a b"),
    ("Got unexpected extra argument(s) (a\nb)", "Зайві аргументи: a\nb"),
    ("[default: text]", "[типово: text]"),
    ("[x>=1]", "[x>=1]"),
    ("Something {new}", "Something {new}"),
    ("", ""),
)


@pytest.mark.parametrize(("text", "told"), SENTENCES, ids=[row[0] for row in SENTENCES])
def test_what_typer_itself_says(text: str, told: str) -> None:
    """In this version, or in an older one."""
    assert str(recognised(text)) == text
    assert teller(UKRAINIAN)(recognised(text)) == told


def test_what_has_no_translation_stays_in_english() -> None:
    for message in (
        say("a text of its own, {n}", n=1),
        counted("{number} thing", "{number} things", 5),
        NOTHING,
    ):
        assert teller(UKRAINIAN)(message) == str(message)


def test_no_catalogue_is_read_for_english(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_catalogue(_: str) -> bytes:
        raise AssertionError

    languages.teller.cache_clear()
    monkeypatch.setattr(resources, "compiled_catalogue", no_catalogue)
    assert teller(ENGLISH)(say("Options")) == "Options"
    with pytest.raises(AssertionError):
        teller(UKRAINIAN)
    languages.teller.cache_clear()
