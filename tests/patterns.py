"""The regular expressions of the notation, made from `grammar/rocks.lark`. `nox -s patterns` writes them anew.

A rule is flattened: terminals and white space are atomic, so that nothing is taken back of what was read, as a
lexer takes nothing back. Where a rule contains itself, it is unrolled so often, and deeper nesting is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.grammar import Symbol
from lark.load_grammar import GrammarBuilder

from rocksnotation import resources
from rocksnotation.parse.grammar import STARTS

TARGET = Path(__file__).parent.parent / "rocksnotation" / "patterns.py"

NESTING = 2
"""How deep variations may nest that are read."""

_HEAD = '''\
"""The notation as regular expressions: terminals, and rules flattened. Knows nothing of what they say.

Made from `grammar/rocks.lark` by `nox -s patterns`, and never changed by hand. In the rules terminals and white
space are atomic, as tokens are, and variations are unrolled: what is nested deeper does not match. What belongs
together at the reading of a rule is a named group.
"""

'''
_TERMINALS = '"""The regular expression of every terminal, as the lexer has it."""'
_WIDTH = 96


# --------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True)
class Terminal:
    name: str


@dataclass(frozen=True)
class Series:
    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Choice:
    among: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """What may be missing (`?`), or stand there any number of times (`*`), or at least once (`+`)."""

    part: Node
    sign: str


@dataclass(frozen=True)
class Group:
    name: str
    part: Node


Node = Terminal | Series | Choice | Repeat | Group

NOTHING = Series(())
NEVER = Choice(())


def parts(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, Series) else (node,)


def series(nodes: Iterable[Node]) -> Node:
    flat = tuple(part for node in nodes for part in parts(node))
    return NEVER if NEVER in flat else flat[0] if len(flat) == 1 else Series(flat)


def choice(nodes: Iterable[Node]) -> Node:
    """One of some nodes, tried in the order of the lexer; with what all of them end stands behind it once."""
    among = sorted((node for node in nodes if node != NEVER), key=_rank)
    if len(among) < 2:
        return among[0] if among else NEVER
    tail = _common_tail([parts(node) for node in among])
    heads = tuple(series(parts(node)[: len(parts(node)) - len(tail)]) for node in among)
    return series((Choice(heads), *tail))


def _rank(node: Node) -> int:
    """When the lexer tries what a node may begin with: the earliest of it."""
    return min(map(_ranks().__getitem__, _first(node)))


@cache
def _ranks() -> dict[str, int]:
    """The terminals in the order in which the lexer tries them."""
    ordered = sorted(
        lark().terminals,
        key=lambda one: (-one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name),
    )
    return {str(one.name): rank for rank, one in enumerate(ordered)}


def _first(node: Node) -> Iterator[str]:
    """The terminals with which a node may begin."""
    match node:
        case Terminal(name):
            yield name
        case Series(parts):
            for part in parts:
                yield from _first(part)
                if not (isinstance(part, Repeat) and part.sign in "?*"):
                    break
        case Choice(among):
            for one in among:
                yield from _first(one)
        case Repeat(part) | Group(_, part):
            yield from _first(part)


def _common_tail(lists: Sequence[tuple[Node, ...]]) -> tuple[Node, ...]:
    tail: tuple[Node, ...] = ()
    for ends in zip(*(reversed(nodes) for nodes in lists), strict=False):
        if len(set(ends)) > 1:
            break
        tail = (ends[0], *tail)
    return tail


def repeat(part: Node, sign: str) -> Node:
    if part == NEVER:
        return NEVER if sign == "+" else NOTHING
    return Repeat(part, sign)


# ------------------------------------------------------------------------------------------- the grammar


@cache
def lark() -> Lark:
    return Lark(resources.grammar(), parser="lalr", lexer="contextual", start=list(STARTS))


@cache
def definitions() -> dict[str, Tree[Token]]:
    """The right sides of the rules as they are written."""
    builder = GrammarBuilder()
    builder.load_grammar(resources.grammar())
    return {str(name): tree for name, _, tree, _ in builder.build().rule_defs}


@cache
def terminals() -> dict[str, str]:
    return {str(one.name): str(one.pattern.to_regexp()) for one in lark().terminals}


@cache
def _literals() -> dict[str, str]:
    """The names of the terminals that have none of their own in the grammar, by what they are."""
    return {str(one.pattern.value): str(one.name) for one in lark().terminals if one.pattern.type == "str"}


def rule(name: str, nesting: int = NESTING) -> Node:
    """A rule, with the rules that it names put in."""
    if name == "variation":
        nesting -= 1
    return NEVER if nesting < 0 else _node(definitions()[name], nesting)


def _node(tree: Tree[Token], nesting: int) -> Node:
    match tree.data:
        case "expansions":
            return choice(_node(child, nesting) for child in _children(tree))
        case "expansion":
            return series(_node(child, nesting) for child in _children(tree))
        case "expr":
            part, sign = tree.children
            assert isinstance(part, Tree)
            return repeat(_node(part, nesting), str(sign))
        case "value":
            return _value(tree.children[0], nesting)
    raise AssertionError(tree.data)


def _children(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    for child in tree.children:
        assert isinstance(child, Tree)
        yield child


def _value(value: object, nesting: int) -> Node:
    if isinstance(value, Tree):
        return Terminal(_literals()[str(value.children[0]).strip('"')])
    assert isinstance(value, Symbol)
    return Terminal(value.name) if value.is_term else rule(str(value.name), nesting)


# ------------------------------------------------------------------------------------ regular expressions


def white() -> str:
    """White space that may stand between two tokens, or none."""
    return f"{terminals()['WHITE'].removesuffix('+')}*+"


def regexp(node: Node) -> str:
    """The regular expression of a node, with the white space behind it."""
    match node:
        case Terminal(name):
            return token(name) + white()
        case Series(parts):
            return "".join(map(regexp, parts))
        case Choice(among):
            return f"(?:{'|'.join(map(regexp, among))})"
        case Repeat(part, sign):
            return f"(?:{regexp(part)}){sign}+"
        case Group(name, part):
            inner = regexp(part)
            if isinstance(part, Choice) and all(isinstance(one, Terminal) for one in part.among):
                return f"(?P<{name}>{'|'.join(token(one.name) for one in part.among)}){white()}"  # type: ignore[union-attr]
            if _ends_in_token(part):
                return f"(?P<{name}>{inner.removesuffix(white())}){white()}"
            return f"(?P<{name}>{inner})"


def token(name: str) -> str:
    return f"(?>{terminals()[name]})"


def _ends_in_token(node: Node) -> bool:
    """Whether the white space behind a node is that behind its last token."""
    last = parts(node)[-1] if parts(node) else node
    return isinstance(last, Terminal)


def named(node: Node, *names: str) -> Node:
    """A node in which tokens of some terminals are groups."""
    match node:
        case Terminal(name):
            return Group(name.lower(), node) if name in names else node
        case Series(parts):
            return Series(tuple(named(part, *names) for part in parts))
        case Choice(among):
            return Choice(tuple(named(one, *names) for one in among))
        case Repeat(part, sign):
            return Repeat(named(part, *names), sign)
    return node


COMMENTS = Repeat(Terminal("COMMENT"), "*")


HANDS = {"deal": "hands", "left": "left_hands"}


def round_() -> Node:
    """A round, its sections being groups."""
    head, *sections = parts(rule_of_sections())
    return Series((*_head(head), *sections))


def rule_of_sections() -> Node:
    """The rule `round`, in which a section is a group of its name."""
    tree = definitions()["round"]
    (expansion,) = _children(tree)
    return Series(tuple(_section(child) for child in _children(expansion)))


def _section(tree: Tree[Token]) -> Node:
    if tree.data == "expr":
        part, sign = tree.children
        assert isinstance(part, Tree)
        return Repeat(_section(part), str(sign))
    symbol = tree.children[0]
    assert isinstance(symbol, Symbol)
    name = str(symbol.name)
    return Group(name, _with_hands(name, rule(name)))


def _with_hands(name: str, section: Node) -> Node:
    """The hands of a section are a group in it: they stand behind its comments."""
    if name not in HANDS:
        return section
    word, comments, hands = parts(section)
    return Series((word, comments, Group(HANDS[name], hands)))


def _head(head: Node) -> Iterator[Node]:
    assert isinstance(head, Group)
    word, comments = parts(head.part)
    yield Group("heading", word)
    yield Group("comments", comments)


def turn() -> Node:
    """One piece of the turns: a turn or an adjustment, a circuit number before it or by itself, and what follows.

    In a sound round nothing stands between the pieces, and none needs to be sure of what it holds: what was
    done is one group, be it a tile, a pass or `?`, and behind it may stand whatever may stand behind a tile.
    """
    seat, tile, *told, marks, comments, variations = parts(rule("play"))
    done = [tile]
    for name in ("pass", "unseen"):
        _, what, *fewer = parts(rule(name))
        assert {*fewer} <= {*told, marks, comments, variations}
        done.append(what)
    word, pairs, after = parts(rule("adjust"))
    number, behind = parts(rule("circuit"))
    assert comments == after == behind == COMMENTS
    acted = (
        named(seat, "SEAT"),
        Group("did", Choice(tuple(done))),
        *(named(part, "AT", "STOOD", "POINTS", "POINTS_STOOD", "COUNT") for part in told),
        Group("marks", marks),
    )
    what = Choice((Series(acted), Group("adjust", Series((word, pairs)))))
    comment = Repeat(named(Terminal("COMMENT"), "COMMENT"), "?")
    all_others = Group("comments", comments)
    named_number = Repeat(named(number, "CIRCUIT"), "?")
    return Series(
        (named_number, Repeat(what, "?"), comment, all_others, Group("variations", variations)),
    )


def variation() -> Node:
    """A variation: comments before its turns, the turns, and comments behind it."""
    opening, before, turns, closing, behind = parts(rule("variation"))
    whole = Series((opening, Group("before", before), Group("turns", turns), closing))
    return Series((Group("variation", whole), Group("behind", behind)))


def hand() -> Node:
    """A hand of the deal: its head, and what it holds."""
    head, held = parts(rule("hand"))
    return Series((Group("head", head), Group("held", held)))


def held() -> Node:
    """What a hand of the deal holds, and with it what one of the leftovers holds: one of these."""
    _, of_deal = parts(rule("hand"))
    _, of_left, _ = parts(rule("left_hand"))
    assert isinstance(of_deal, Repeat)
    assert isinstance(of_left, Repeat)
    assert set(of_left.part.among) < set(of_deal.part.among)  # type: ignore[union-attr]
    return named(of_deal.part, "TILE", "UNKNOWN")


def left_hand() -> Node:
    """A hand of the leftovers: its head, what it holds, what it costs, and whether that stood."""
    head, tiles, cost = parts(rule("left_hand"))
    return Series((Group("head", head), Group("held", tiles), named(cost, "DEDUCTION", "STOOD")))


def lot() -> Node:
    """A lot, known by its winner or by draws."""
    word, comments, known = parts(rule("lot"))
    assert isinstance(known, Choice)
    draws, winner = known.among
    return Series((word, comments, Choice((Group("draws", draws), named(winner, "SEAT")))))


def draw() -> Node:
    """One draw of a lot, or the sign that those who tied draw again."""
    _, _, known = parts(rule("lot"))
    assert isinstance(known, Choice)
    draws, _ = known.among
    again = draws.parts[-1].part.parts[0]  # type: ignore[union-attr]
    return Choice((Group("draw", Terminal("DRAW")), Group("again", again), Terminal("COMMENT")))


def ending() -> Node:
    """An ending: the last group says which, or by whom."""
    kinds, _ = parts(rule("ending"))
    return named(kinds, "SEAT", "PAIR", "BLOCKED", "VOID", "ABANDONED")


def total() -> Node:
    """A total: pairs with their points, and whether it stood."""
    word, pairs, stood, _ = parts(rule("total"))
    return Series((word, Group("pairs", pairs), named(stood, "STOOD")))


def pair() -> Node:
    """A pair and its points."""
    _, pairs, _ = parts(rule("adjust"))
    assert isinstance(pairs, Repeat)
    return named(pairs.part, "PAIR", "NUMBER")


def tag() -> Node:
    """A tag, and the comments behind it."""
    opening, name, value, closing, comments = parts(rule("tag_part"))
    whole = Series((opening, Group("name", name), Group("value", value), closing))
    return Series((Group("tag", whole), Group("comments", comments)))


RULES = {
    "PREFACE": lambda: Group("comments", rule("preface")),
    "TAG": tag,
    "ROUND": round_,
    "HAND": hand,
    "LEFT_HAND": left_hand,
    "HELD": held,
    "LOT": lot,
    "DRAW": draw,
    "TURN": turn,
    "VARIATION": variation,
    "ENDING": ending,
    "TOTAL": total,
    "POINTS": pair,
}


# --------------------------------------------------------------------------------------------- the module


def module() -> str:
    """The source of the module."""
    lines = [_HEAD, "TERMINALS = {\n"]
    for name, pattern in terminals().items():
        lines.append(f"    {literal(name)}: {_broken(pattern, '    ')},\n")
    lines.append(f"}}\n{_TERMINALS}\n")
    for name, make in RULES.items():
        node = make()
        told = (make.__doc__ or "").strip().split("\n")[0]
        pattern = regexp(node)
        if name == "TURN":
            pattern = rf"(?=\S){pattern}"
        lines.append(f"\n{name} = {_broken(pattern, '')}\n")
        if told:
            lines.append(f'"""{told}"""\n')
    return "".join(lines)


def _broken(text: str, indent: str) -> str:
    """A string over as many lines as it takes."""
    if len(literal(text)) <= _WIDTH:
        return literal(text)
    pieces, rest = [], text
    while rest:
        size = min(len(rest), _WIDTH)
        while len(literal(rest[:size])) > _WIDTH:
            size -= 1
        pieces.append(rest[:size])
        rest = rest[size:]
    return "(\n" + "".join(f"{indent}    {literal(piece)}\n" for piece in pieces) + f"{indent})"


def literal(text: str) -> str:
    """A string as the formatter writes it."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    escaped = repr(text + "'\"")[1:-4]  # with both quotation marks in it, the plain one is not escaped
    return quote + escaped.replace("\\'", "'").replace(quote, f"\\{quote}") + quote


def main() -> None:
    TARGET.write_text(module(), encoding="utf-8")


if __name__ == "__main__":
    main()
