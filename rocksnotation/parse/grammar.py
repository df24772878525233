"""The Lark parser made from `grammar/rocks.lark`, and how far into a stretch of text it can read.

Knows tokens and trees, nothing of what they say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import Lexer, LexerState, LexerThread, LineCounter
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.utils import TextOrSlice, TextSlice

from rocksnotation import resources
from rocksnotation.diagnostics import Span

STARTS = (
    "preface", "tag_part", "round",
    "part_head", "part_deal", "part_hand", "part_lot", "part_turns", "part_ending", "part_left",
    "part_left_hand", "part_total",
)  # fmt: skip
"""The start rules: pieces of a sound record, and the parts into which a damaged round is cut."""

SyntaxTree = Tree[Token]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Where reading had to stop: the word that did not fit, and the terminals that would have.

    `before` is what was read right before the word: at most four tokens. `inner` is the same at the first
    character that could not be read, where the word begins with something that could.
    """

    span: Span
    expected: frozenset[str]
    before: tuple[Token, ...] = ()
    inner: Obstacle | None = None

    @property
    def after(self) -> Token | None:
        """The last token that was read."""
        return self.before[-1] if self.before else None


class _SliceThread(LexerThread):
    """Starts a slice without counting the lines before it: else many slices of one text cost its square."""

    @classmethod
    def from_text(cls, lexer: Lexer, text_or_slice: TextOrSlice[str]) -> _SliceThread:
        text = TextSlice.cast_from(text_or_slice)
        lines = LineCounter("\n")  # type: ignore[no-untyped-call]
        lines.char_pos = text.start
        return cls(lexer, LexerState(text, lines))


@cache
def parser() -> Lark:
    """The parser, built once."""
    return Lark(
        resources.grammar(),
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        maybe_placeholders=False,
        _plugins={"LexerThread": _SliceThread},
    )


def parse(start: str, text: str, span: Span) -> SyntaxTree | None:
    """The tree of a stretch of text, or None where the rule `start` does not read all of it."""
    read = _attempt(start, text, span)
    return None if isinstance(read, int) else read


def _attempt(start: str, text: str, span: Span) -> SyntaxTree | int:
    """The tree, or the offset of the first character that cannot be read."""
    try:
        return parser().parse(TextSlice(text, *span), start=start)
    except UnexpectedCharacters as error:
        return error.pos_in_stream or span.start
    except UnexpectedToken as error:
        return span.end if error.token.type == "$END" else error.token.start_pos or span.start


def parse_prefix(start: str, text: str, span: Span) -> tuple[SyntaxTree | None, Obstacle | None]:
    """As much of a stretch of text as the rule `start` can read, up to the word that stopped it.

    The word is everything that touches the first unreadable character; what was read before it is cut back
    to the last complete element.
    """
    read = _attempt(start, text, span)
    if not isinstance(read, int):
        return read, None
    word = _word(text, span, read)
    interactive, before, complete = _advance(start, text, Span(span.start, word.start))
    inner = None
    if word.start < read < word.end:
        inside, known, _ = _advance(start, text, Span(span.start, read))
        inner = Obstacle(Span(read, word.end), _accepted(inside), known)
    obstacle = Obstacle(word, _accepted(interactive), before, inner)
    return parse(start, text, Span(span.start, complete)), obstacle


_accepted_by_states: dict[tuple[int, ...], frozenset[str]] = {}
"""What each stack of parser states accepts: it costs much to find out, and damaged texts repeat themselves."""


def _accepted(interactive: InteractiveParser) -> frozenset[str]:
    states = tuple(interactive.parser_state.state_stack)
    if states not in _accepted_by_states:
        accepted: set[str] = interactive.accepts()  # type: ignore[no-untyped-call]
        _accepted_by_states[states] = frozenset(accepted)
    return _accepted_by_states[states]


def _word(text: str, span: Span, offset: int) -> Span:
    """The run of characters around `offset` that white space, comments and parentheses bound."""
    bounds = " \t\n\u00a0{}()"
    if offset >= span.end:
        while offset > span.start and text[offset - 1] in bounds[:4]:
            offset -= 1
        return Span(offset, offset)
    if text[offset] in bounds:
        return Span(offset, offset + 1)
    start, end = offset, offset + 1
    while start > span.start and text[start - 1] not in bounds:
        start -= 1
    while end < span.end and text[end] not in bounds:
        end += 1
    return Span(start, end)


def _advance(start: str, text: str, span: Span) -> tuple[InteractiveParser, tuple[Token, ...], int]:
    """The parser after `span`, its last tokens, and the offset up to which its elements were complete."""
    interactive = parser().parse_interactive(TextSlice(text, *span), start=start)
    before: tuple[Token, ...] = ()
    complete = span.start
    try:
        for token in interactive.iter_parse():
            before = (*before[-3:], token)
            if "$END" in interactive.choices():  # type: ignore[no-untyped-call]
                complete = token.start_pos or span.start
    except UnexpectedInput:  # the word began inside a token, such as the head `N :`
        return interactive, before, complete
    if "$END" in interactive.choices():  # type: ignore[no-untyped-call]
        complete = span.end
    return interactive, before, complete
