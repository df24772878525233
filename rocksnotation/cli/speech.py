"""In which language the commands speak: chosen once, before anything else is looked at, and kept here alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise

from rocksnotation.languages import Language, language_of, teller
from rocksnotation.messages import Message

OPTION = "--lang"
"""The option that names the language, of every command."""

_LANGUAGE = ContextVar("language", default=Language.ENGLISH)


def tell(message: Message) -> str:
    """A message in the chosen language."""
    return teller(_LANGUAGE.get())(message)


def language() -> Language:
    """The chosen language."""
    return _LANGUAGE.get()


@contextmanager
def speaking(chosen: Language) -> Iterator[None]:
    """Chooses a language for as long as something lasts."""
    before = _LANGUAGE.set(chosen)
    try:
        yield
    finally:
        _LANGUAGE.reset(before)


def asked_for(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language of a run: by the last `--lang` of the command line, else by the locale.

    Nothing is parsed for that: help, and what is said of a command line that cannot be parsed, have to come out
    in the language as well. Whether the option is used well is for the parser to say.
    """
    values = [*_values(arguments)]
    known = [value for value in values if value in tuple(Language)]
    return Language(known[-1]) if known else language_of(environment)


def _values(arguments: Sequence[str]) -> Iterator[str]:
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    for option, following in pairwise((*options, "")):
        name, assigned, value = option.partition("=")
        if name == OPTION:
            yield value if assigned else following
