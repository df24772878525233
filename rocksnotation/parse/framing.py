"""Cuts a text into tags and rounds, so that damage in one never swallows another, in linear time.

A tag or round that is damaged at its very beginning is cut out too, where its line shows what it is. Knows
where a tag, a round, a comment and a variation begin and end; nothing of what stands inside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Literal

from rocksnotation.diagnostics import Diagnostic, Related, Span, diagnostic
from rocksnotation.flat import Cut, cut, cut_first, pattern
from rocksnotation.messages import Message, counted, say
from rocksnotation.patterns import TERMINALS
from rocksnotation.text import MAX_DEPTH, MAX_DIGITS, MAX_LENGTH
from rocksnotation.text import WHITE as WHITE_CHARACTERS
from rocksnotation.vocabulary import KNOWN_TAGS

Kind = Literal["preface", "tag", "round"]

WHITE = f"[{WHITE_CHARACTERS}]"
_LIKENESS = 0.7
"""How alike a word must be to `round`, from 0 to 1."""

_INDENT = r"^[ \t\u00a0]*+"


@dataclass(frozen=True, slots=True)
class Hole:
    """Text that is known to be unreadable. It has no diagnostic where it belongs to a fault told elsewhere."""

    span: Span
    diagnostic: Diagnostic | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text to be parsed by itself: from the opening of a tag or round up to the next.

    The preface is what stands before the first of them. `name` is that of a tag. `headed` is false for a round
    that does not begin with `round` and its number. `judged` is false for one that opened inside something
    unterminated and holds the closing sign that was missing there. `cut` has the sections of a sound round that
    was found to be one in passing.
    """

    kind: Kind
    span: Span
    name: str = ""
    holes: tuple[Hole, ...] = ()
    headed: bool = True
    judged: bool = True
    cut: Cut | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be wrong with it."""
        return self.headed and self.judged and not self.holes


@dataclass(frozen=True, slots=True)
class Frame:
    """The pieces of a text in their order, and what is over its bounds without making anything unreadable.

    `is_open` says that a closing sign is missing at the end, for which one in a further text might be taken.
    """

    pieces: tuple[Piece, ...]
    oversized: tuple[Diagnostic, ...]
    is_open: bool


@cache
def _sync_lines() -> re.Pattern[str]:
    opening = rf"\[{TERMINALS['NAME']}[ \t\u00a0]+[\"“”„«]"
    numbered = r"(?i:round)[ \t\u00a0]+[0-9]+[ \t\u00a0]*(?=\n|\Z|[{;])"
    return re.compile(rf"^(?:{opening}|{numbered})", re.MULTILINE)


@cache
def _signs() -> re.Pattern[str]:
    name, string = TERMINALS["NAME"], TERMINALS["STRING"]
    tag = rf"\[{WHITE}*(?P<name>{name}){WHITE}*{string}{WHITE}*\]"
    broken = rf"\[{WHITE}*(?P<broken_name>{name}){WHITE}*(?=(?P<quote>[\"“”„«]))"
    round_ = rf"(?i:round){WHITE}+(?P<number>[0-9]+)(?!\w)"
    begins = rf"(?i:deal|lot)(?!\w)|{TERMINALS['CIRCUIT']}{WHITE}*{TERMINALS['SEAT']}"
    return re.compile(
        rf"(?P<comment>{TERMINALS['COMMENT']})"
        r"|(?P<opened>\{)"
        rf"|(?P<tag>{tag})"
        rf"|(?P<broken>{broken})"
        rf"|(?P<round>(?<!\S){round_})"
        rf"|(?P<bracket>{_INDENT}(?!{_unnamed(tag)}|{TERMINALS['TILE']})\[{WHITE}*[\"“”„«]?(?P<said>{name})?)"
        rf"|(?P<heading>{_INDENT}(?!{_unnamed(round_)})(?i:round)(?![^\W\d_]))"
        rf"|(?P<line>{_INDENT}(?!{_unnamed(round_)})(?P<word>[^\W\d_]{{3,7}})"
        r"[ \t\u00a0]+[0-9]+[ \t\u00a0]*(?=[\n{;]|\Z))"
        rf"|(?P<section>{_INDENT}(?:{begins}))"
        r"|(?P<parenthesis>[()])"
        r"|(?P<stray>\})"
        rf"|(?P<long>[0-9]{{{MAX_DIGITS + 1},}})",
        re.MULTILINE,
    )


def _is_like_round(word: str) -> bool:
    """Whether a word that stands alone in a line with a number is most likely meant for `round`."""
    from difflib import get_close_matches  # for damaged text only

    return word.lower() == "раунд" or bool(get_close_matches(word.lower(), ["round"], 1, _LIKENESS))


def _is_sound_round(text: str, span: Span) -> bool:
    if cut(text, *span):
        return True
    from rocksnotation.parse.grammar import parse

    return parse("round", text, span) is not None


def _unnamed(groups: str) -> str:
    """A pattern that is used a second time, where nothing is taken out of it."""
    return re.sub(r"\?P<\w+>", "?:", groups)


def _lost(piece: Piece, text: str) -> Piece:
    """A piece that lies whole inside something unterminated: nothing behind its opening is read."""
    opening = _signs().match(text, *piece.span)
    body = opening.end() if opening else piece.span.start
    return replace(piece, holes=(Hole(Span(body, piece.span.end), None),), judged=False)


def frame(text: str) -> Frame:
    """Cuts a text, whose lines end in LF, into pieces."""
    cuts = _chunks(text)
    sound = _sound_pieces(text, cuts)
    if sound is not None:
        return Frame(sound, (), is_open=False)
    framer = _Framer(text)
    for start, end in pairwise(cuts):
        framer.chunk(Span(start, end))
    framer.close(len(text))
    long_comments = [fault.span.start for fault in framer.oversized]
    oversized = [*framer.oversized, *_long_lines(text, long_comments)]
    return Frame(tuple(framer.pieces), tuple(oversized), framer.is_open)


def _chunks(text: str) -> list[int]:
    """The beginning of a text, its sync lines, and its end."""
    return sorted({0, *(match.start() for match in _sync_lines().finditer(text)), len(text)})


def sound_pieces(text: str) -> tuple[Piece, ...] | None:
    """The pieces of a text that is nothing but comments, sound tags and sound rounds, and not long; None of another."""
    return _sound_pieces(text, _chunks(text))


def _sound_pieces(text: str, cuts: Sequence[int]) -> tuple[Piece, ...] | None:
    if len(text) > MAX_LENGTH:
        return None
    preface = pattern("PREFACE").match(text, 0, cuts[1]) if text else None
    if preface is None:
        return None
    at = preface.end()
    pieces = [Piece("preface", Span(0, at))] if at else []
    for end in cuts[1:]:
        while at < end:
            tag = pattern("TAG").match(text, at, end)
            round_ = None if tag else cut_first(text, at, end)
            if tag:
                pieces.append(Piece("tag", Span(*tag.span()), tag["name"]))
                at = tag.end()
            elif round_ and (at == 0 or text[at - 1].isspace()):
                pieces.append(Piece("round", Span(*round_.span), cut=round_))
                at = round_.span[1]
            else:
                return None
    return tuple(pieces)


def _long_lines(text: str, long_comments: list[int]) -> Iterator[Diagnostic]:
    """T010 for each line that is too long, but for those of which a comment is."""
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        if len(line) > MAX_LENGTH and not any(start <= comment < end for comment in long_comments):
            message = counted(
                "a line of {number} character; {most} are the most that a line may have",
                "a line of {number} characters; {most} are the most that a line may have",
                len(line),
                most=f"{MAX_LENGTH:,}",
            )
            yield diagnostic("T010", Span(start, start + 1), message)
        start += len(line) + 1


class _Framer:
    """Collects the pieces of one text, chunk by chunk: a chunk goes from one sync line to the next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[Piece] = []
        self.oversized: list[Diagnostic] = []
        self._kind: Kind = "preface"
        self._wanted = self._left_open = ""
        self._since = 0
        self._begin("preface", 0, 0)

    def chunk(self, span: Span) -> None:
        """Reads the signs of one chunk. Whatever it leaves open is unterminated."""
        position = span.start
        while sign := _signs().search(self.text, position, span.end):
            position = sign.end()
            match sign.lastgroup:
                case "comment":
                    self._comment(Span(*sign.span()))
                case "opened":
                    position = span.end
                    message = say("this comment is never closed: expected `{closer}`", closer="}")
                    self._unterminated(Span(sign.start(), span.end), message, "}")
                case "tag":
                    self._open("tag", sign.start(), sign.end(), sign["name"])
                case "broken" | "quote":
                    position = self._broken_tag(sign, at_sync_line=sign.start() == span.start)
                case "bracket":
                    position = self._bracket(sign)
                case "round":
                    self._open("round", sign.start(), sign.end())
                    if len(sign["number"]) > MAX_DIGITS:
                        self._long_number(Span(*sign.span("number")))
                    else:
                        position = self._behind_sound_round(Span(sign.start(), span.end)) or position
                case "heading":
                    self._open("round", sign.end() - len("round"), sign.end(), headed=False)
                case "line" if _is_like_round(sign["word"]):
                    self._open("round", sign.start("word"), sign.end(), headed=False)
                case "section" if self._kind == "tag":
                    start = sign.end() - len(sign[0].lstrip(WHITE_CHARACTERS))
                    self._open("round", start, start, headed=False)
                case "parenthesis":
                    self._parenthesis(sign[0], sign.start())
                case "stray":
                    self._stray("}", sign.end())
                case "long":
                    self._long_number(Span(*sign.span()))

    def close(self, end: int) -> None:
        """Ends the piece that is open at `end`."""
        if self._parentheses and not self._too_deep:
            start = self._parentheses[0]
            message = say("this variation is never closed: expected `{closer}`", closer=")")
            self._unterminated(Span(start, start + 1), message, ")")
        if end > self._start:
            span = Span(self._start, end)
            holes = tuple(sorted(self._holes, key=lambda hole: hole.span))
            found = self._cut if self._cut and self._cut.span == span else None
            self.pieces.append(Piece(self._kind, span, self._name, holes, self._headed, self._judged, found))

    @property
    def is_open(self) -> bool:
        """Whether a closing sign is missing that might still come: no sound round has spoken against it."""
        return bool(self._left_open) or (
            bool(self._wanted) and not self._is_sound(self.pieces[self._since :])
        )

    def _open(self, kind: Kind, start: int, body: int, name: str = "", headed: bool = True) -> None:
        self.close(start)
        self._begin(kind, start, body, name, headed)

    def _begin(self, kind: Kind, start: int, body: int, name: str = "", headed: bool = True) -> None:
        if self._left_open:
            self._wanted, self._left_open = self._left_open, ""
            self._since = len(self.pieces)
        self._kind, self._start, self._body, self._name, self._headed = kind, start, body, name, headed
        self._holes: list[Hole] = []
        self._parentheses: list[int] = []
        self._too_deep, self._judged = False, True
        self._cut: Cut | None = None

    def _behind_sound_round(self, span: Span) -> int | None:
        """The end of a round that is sound up to where the next piece opens: no sign in it tells anything."""
        found = cut_first(self.text, *span)
        if found is None:
            return None
        end = found.span[1]
        opening = _signs().match(self.text, end, span.end) if end < span.end else None
        is_next = end == span.end or (opening is not None and opening.lastgroup in ("tag", "round"))
        if not is_next or end - span.start > MAX_LENGTH:  # in so long a round a comment may be too long
            return None
        self._cut = found
        return end

    def _unterminated(self, span: Span, message: Message, closer: str) -> None:
        self._holes.append(Hole(span, diagnostic("T002", Span(span.start, span.start + 1), message)))
        self._left_open = closer

    def _broken_tag(self, sign: re.Match[str], at_sync_line: bool) -> int:
        """A tag that is not complete opens only at a sync line; its string may be what is wrong with it."""
        if at_sync_line:
            self._open("tag", sign.start(), sign.end(), sign["broken_name"])
        quote = sign.start("quote")
        string = re.compile(TERMINALS["STRING"]).match(self.text, quote)
        if string:
            return string.end()
        end = self.text.find("\n", quote)
        end = len(self.text) if end < 0 else end
        message = say("this value is never closed: expected its closing quotation mark in the same line")
        self._holes.append(Hole(Span(quote, end), diagnostic("T002", Span(quote, quote + 1), message)))
        return end

    def _bracket(self, sign: re.Match[str]) -> int:
        """A line with a bracket first is a tag among tags; in a round only where its name is that of one."""
        start = self.text.index("[", sign.start())
        said = sign["said"] or ""
        if self._kind != "round" or said.title() in KNOWN_TAGS:  # NS and EW may begin something else there
            self._open("tag", start, start + 1, said)
        return start if start > sign.start() else sign.end()  # behind an indentation its value is to be read

    def _comment(self, span: Span) -> None:
        length = span.end - span.start
        if length > MAX_LENGTH:
            message = counted(
                "a comment of {number} character; {most} are the most that one may have",
                "a comment of {number} characters; {most} are the most that one may have",
                length,
                most=f"{MAX_LENGTH:,}",
            )
            self.oversized.append(diagnostic("T010", Span(span.start, span.start + 1), message))

    def _parenthesis(self, sign: str, start: int) -> None:
        if sign == ")":
            if self._parentheses:
                self._parentheses.pop()
            else:
                self._stray(")", start + 1)
            return
        self._parentheses.append(start)
        if len(self._parentheses) > MAX_DEPTH and not self._too_deep:
            self._too_deep = True
            message = say("variations nest more than {depth} deep here", depth=MAX_DEPTH)
            outermost = Related(
                Span(self._parentheses[0], self._parentheses[0] + 1), say("the outermost opens here")
            )
            span = Span(start, start + 1)
            self._holes.append(Hole(span, diagnostic("T010", span, message, outermost)))

    def _stray(self, sign: str, end: int) -> None:
        """A closing sign that closes nothing here may close what an earlier piece left open: the same fault.

        A sound round in between speaks against it.
        """
        if sign != self._wanted:
            return
        self._wanted = ""
        between = self.pieces[self._since :]
        if self._is_sound(between):
            return
        self.pieces[self._since :] = [_lost(piece, self.text) for piece in between]
        self._holes = [hole for hole in self._holes if hole.span.start >= end]
        self._holes.append(Hole(Span(self._body, end), None))
        self._judged = False

    def _is_sound(self, pieces: list[Piece]) -> bool:
        """Whether one of some pieces is a round without any fault."""
        return any(piece.kind == "round" and _is_sound_round(self.text, piece.span) for piece in pieces)

    def _long_number(self, span: Span) -> None:
        message = counted(
            "a number of {number} digit; {most} are the most that one may have",
            "a number of {number} digits; {most} are the most that one may have",
            span.end - span.start,
            most=MAX_DIGITS,
        )
        self._holes.append(Hole(span, diagnostic("T010", span, message)))
