"""What is said to people, as values: the English sentence, and what stands in its gaps.

A message is translated where it is shown, never where it comes about. Knows nothing of languages themselves:
`languages` has the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, LiteralString, Protocol, TypeAlias

Part: TypeAlias = object
"""What may stand in a gap: a message, which is translated too, or anything else as `str` shows it."""

Tell: TypeAlias = "Callable[[Message], str]"
"""Says a message in some language; `str` says it in English."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a piece of one, with named gaps such as `{tile}`; `str` is its English text.

    Where `many` is given, `number` decides between the two, by the rules of each language.
    """

    text: str
    parts: tuple[tuple[str, Part], ...] = ()
    many: str | None = None
    number: int = 0

    def __str__(self) -> str:
        return told(self, _ENGLISH)

    def __bool__(self) -> bool:
        return bool(self.text)


class Catalogue(Protocol):
    """The translations of one language, as `gettext` has them."""

    def gettext(self, message: str, /) -> str:
        """The sentence in this language, or itself."""

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """The form of a sentence for a number."""


class _English:
    """The language in which the messages are written."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return msgid1 if n == 1 else msgid2


_ENGLISH = _English()

NOTHING = Message("")
"""A message that says nothing, for a gap that may stay empty."""


def say(text: LiteralString, /, **parts: Part) -> Message:
    """A sentence with what stands in its gaps. The text is what the catalogues are keyed by."""
    return Message(text, tuple(parts.items()))


def counted(one: LiteralString, many: LiteralString, number: int, /, **parts: Part) -> Message:
    """A sentence that depends on a number, which stands in its gap `{number}`."""
    return Message(one, (("number", f"{number:,}"), *parts.items()), many, number)


def mark(text: LiteralString, /) -> str:
    """Text that becomes a message later, or elsewhere: marked here, so that the catalogues have it."""
    return text


def verbatim(text: str) -> Message:
    """Text that is the same in every language."""
    return Message("{text}", (("text", text),))


def joined(parts: Iterable[Part], separator: LiteralString = ", ") -> Message:
    """Parts one after the other."""
    kept = tuple((f"part{index}", part) for index, part in enumerate(parts))
    return Message(separator.join(f"{{{name}}}" for name, _ in kept), kept)


def moved(message: Message, matches: int) -> Message:
    """A message with the number of a match in its gap `{match}`, if that stands behind so many matches more."""
    parts = (
        (name, part + matches if isinstance(part, int) and name == "match" else part)
        for name, part in message.parts
    )
    return replace(message, parts=tuple(parts))


def listed(parts: Iterable[Part], word: Literal["and", "or"]) -> Message:
    """Parts as a list in a sentence: `1|4, 2|4 or 3|4`."""
    *most, last = parts
    if not most:
        return joined([last])
    before = joined(most)
    return (
        say("{most} and {last}", most=before, last=last)
        if word == "and"
        else say("{most} or {last}", most=before, last=last)
    )


def told(message: Message, catalogue: Catalogue) -> str:
    """A message in the language of a catalogue."""
    if not message.text:
        return ""
    if message.many is None:
        text = catalogue.gettext(message.text)
    else:
        text = catalogue.ngettext(message.text, message.many, message.number)
    return text.format_map(
        {name: told(part, catalogue) if isinstance(part, Message) else part for name, part in message.parts}
    )
