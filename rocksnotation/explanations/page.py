"""The page of all codes, in Markdown, from the explanations: `docs/rules.md`, and the same in other languages."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rocksnotation.diagnostics import RULES, UNSUPPRESSIBLE, Rule
from rocksnotation.explanations import EXPLANATIONS, SEVERITIES, said_of, what_mends
from rocksnotation.lawbook import cited
from rocksnotation.messages import Tell, say

_TITLE = say("The codes of `rocks lint`")
_ORIGIN = say("This page is made from the same source as `rocks explain`: `nox -s docs` writes it anew.")
_INTRODUCTION = say(
    "A code is permanent. Its letter tells its chapter: T the text, D the deal, L the lead, M the turns (moves), "
    "S the score, R the result, U the suppressions. One fault is one finding: what follows from a fault that has "
    "been told is not told again. With `^` a record says that something was wrong and stood; the finding that it "
    "speaks of becomes an info. A comment that begins `lint: ignore S401` hides that code on what it is attached "
    "to."
)
_HEADINGS = say("| code | name | severity | says | law |")
_UNSUPPRESSIBLE = say("It cannot be suppressed.")

_WIDTH = 108


def page(tell: Tell = str) -> str:
    """The whole page."""
    return "\n".join(_lines(tell)) + "\n"


def _lines(tell: Tell) -> Iterator[str]:
    yield f"# {tell(_TITLE)}"
    yield ""
    yield tell(_ORIGIN)
    yield ""
    yield from wrap(tell(_INTRODUCTION), _WIDTH, break_on_hyphens=False)
    yield ""
    yield tell(_HEADINGS)
    yield "|---|---|---|---|---|"
    for rule in RULES.values():
        yield _row(rule, tell)
    for rule in RULES.values():
        yield ""
        yield from _section(rule, tell)


def _row(rule: Rule, tell: Tell) -> str:
    severity = tell(SEVERITIES[rule.severity])
    return f"| [{rule.code}](#{_anchor(rule)}) | {rule.name} | {severity} | {tell(rule.says)} | {rule.law or ''} |"


def _anchor(rule: Rule) -> str:
    return f"{rule.code.lower()}-{rule.name}"


def _section(rule: Rule, tell: Tell) -> Iterator[str]:
    explained = EXPLANATIONS[rule.code]
    yield f"## {rule.code} {rule.name}"
    yield ""
    hidden = f" {tell(_UNSUPPRESSIBLE)}" if rule.code in UNSUPPRESSIBLE else ""
    yield f"*{tell(SEVERITIES[rule.severity]).capitalize()}.*{hidden} {tell(explained.means)}"
    if rule.law:
        yield ""
        yield f"> {tell(cited(rule.law))}"
    yield ""
    yield from _fenced(explained.bad_text)
    yield ""
    yield from _fenced(said_of(rule, explained, tell))
    yield ""
    yield tell(explained.mend)
    mended_by = what_mends(rule, explained)
    if mended_by:
        yield ""
        yield tell(mended_by)
    yield ""
    yield from _fenced(explained.good)


def _fenced(content: str) -> Iterator[str]:
    yield "```"
    yield content.rstrip("\n")
    yield "```"
