"""The page of all codes, in Markdown, from the explanations: `docs/rules.md`."""

from __future__ import annotations

from collections.abc import Iterator

from rocksnotation.diagnostics import RULES, UNSUPPRESSIBLE, Rule
from rocksnotation.explanations import EXPLANATIONS, said_of
from rocksnotation.lawbook import law

_INTRODUCTION = (
    "A code is permanent. Its letter tells its chapter: T the text, D the deal, L the lead, M the turns (moves),",
    "S the score, R the result, U the suppressions. One fault is one finding: what follows from a fault that has",
    "been told is not told again. With `^` a record says that something was wrong and stood; the finding that it",
    "speaks of becomes an info. A comment that begins `lint: ignore S401` hides that code on what it is attached",
    "to.",
)


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The codes of `rocks lint`"
    yield ""
    yield "This page is made from the same source as `rocks explain`: `nox -s docs` writes it anew."
    yield ""
    yield from _INTRODUCTION
    yield ""
    yield "| code | name | severity | says | law |"
    yield "|---|---|---|---|---|"
    for rule in RULES.values():
        yield f"| [{rule.code}](#{_anchor(rule)}) | {rule.name} | {rule.severity} | {rule.says} | {rule.law or ''} |"
    for rule in RULES.values():
        yield ""
        yield from _section(rule)


def _anchor(rule: Rule) -> str:
    return f"{rule.code.lower()}-{rule.name}"


def _section(rule: Rule) -> Iterator[str]:
    explained = EXPLANATIONS[rule.code]
    yield f"## {rule.code} {rule.name}"
    yield ""
    hidden = " It cannot be suppressed." if rule.code in UNSUPPRESSIBLE else ""
    yield f"*{rule.severity.capitalize()}.*{hidden} {explained.means}"
    if rule.law:
        yield ""
        yield f"> Law {rule.law}: {law(rule.law)}"
    yield ""
    yield from _fenced(explained.bad_bytes.decode(errors="backslashreplace"))
    yield ""
    yield from _fenced(said_of(rule, explained))
    yield ""
    yield explained.mend
    yield ""
    yield from _fenced(explained.good)


def _fenced(content: str) -> Iterator[str]:
    yield "```"
    yield content.rstrip("\n")
    yield "```"
