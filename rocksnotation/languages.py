"""The languages in which `rocks` speaks, and their catalogues; the messages themselves are in English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache, partial

from rocksnotation.messages import Tell, told


class Language(StrEnum):
    """A language that has a catalogue, by its ISO 639 code."""

    ENGLISH = "en"
    UKRAINIAN = "uk"


@cache
def teller(language: Language) -> Tell:
    """What says messages in a language."""
    if language is Language.ENGLISH:
        return str
    # Imported only where there is something to translate.
    from gettext import GNUTranslations
    from io import BytesIO

    from rocksnotation.resources import compiled_catalogue

    return partial(told, catalogue=GNUTranslations(BytesIO(compiled_catalogue(language))))


def language_of(environment: Mapping[str, str]) -> Language:
    """The language that an environment asks for, by the variables that `gettext` goes by; else English.

    `LANGUAGE` lists languages, of which the first that is known counts; each of the others is one locale.
    """
    for wanted in environment.get("LANGUAGE", "").split(":"):
        if language := _language(wanted):
            return language
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            return _language(locale) or Language.ENGLISH
    return Language.ENGLISH


def _language(locale: str) -> Language | None:
    """The language of a locale, such as `uk_UA.UTF-8`, if it is known."""
    code = re.split("[^a-z]", locale.lower(), maxsplit=1)[0]
    return Language(code) if code in tuple(Language) else None
