"""The sentences of typer itself, which come as finished English text: recognised, and so made into messages."""

from __future__ import annotations

import re
from functools import cache

from rocksnotation.messages import Message, mark, verbatim

_SENTENCES = (
    # Of two that fit a text the first counts. Some are of older versions, with click beside them.
    mark("No such option: {option} (Possible options: {options})"),
    mark("No such option: {option} Did you mean {near}?"),
    mark("No such option: {option}"),
    mark("No such command {command}. Did you mean {near}?"),
    mark("No such command {command}."),
    mark("Missing argument {argument}."),
    mark("Missing option {option}."),
    mark("Invalid value for {parameter}: {why}"),
    mark("Invalid value: {why}"),
    mark("Value error, {why}"),
    mark("{value} is not one of {values}."),
    mark("Input should be a valid integer, unable to parse string as an integer"),
    mark("{value} is not a valid integer."),
    mark("{value} is not a valid integer range."),
    mark("Input should be greater than or equal to {least}"),
    mark("{value} is not in the range {range}."),
    mark("Option {option} requires an argument."),
    mark("Option {option} does not take a value."),
    mark("Got unexpected extra argument(s) ({arguments})"),
    mark("Got unexpected extra argument ({arguments})"),
    mark("Got unexpected extra arguments ({arguments})"),
    # In the help of a parameter.
    mark("[default: {value}]"),
    mark("[required]"),
    mark("Show this message and exit."),
    mark("Install completion for the current shell."),
    mark("Show completion for the current shell, to copy it or customize the installation."),
)


def recognised(text: str) -> Message:
    """The message that a text is; one that is not known stays as it is."""
    for sentence, pattern in _patterns():
        if found := pattern.fullmatch(text):
            return Message(
                sentence, tuple((gap, recognised(part)) for gap, part in found.groupdict().items())
            )
    return verbatim(text)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each sentence, and what matches it with its gaps filled."""
    return tuple((sentence, re.compile(_pattern(sentence), re.DOTALL)) for sentence in _SENTENCES)


def _pattern(sentence: str) -> str:
    return re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(sentence))
