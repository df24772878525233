"""What each code means and what to do about it, with a bad and a good record that both run as tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import indent, wrap

from rocksnotation.diagnostics import RULES, Rule, Severity
from rocksnotation.explanations import deal, results, scoring, text, turns
from rocksnotation.explanations.form import Explanation
from rocksnotation.fixes import mend
from rocksnotation.lawbook import cited
from rocksnotation.lint import lint
from rocksnotation.messages import NOTHING, Message, Tell, say
from rocksnotation.parse import parse_bytes
from rocksnotation.render.text import finding

__all__ = ["EXPLANATIONS", "SEVERITIES", "Explanation", "explain", "said_of", "what_mends"]

_ALL = (
    text.EXPLANATIONS | deal.EXPLANATIONS | turns.EXPLANATIONS | scoring.EXPLANATIONS | results.EXPLANATIONS
)

EXPLANATIONS: Mapping[str, Explanation] = {code: _ALL[code] for code in RULES}
"""The explanation of every code, in the order of the table of codes."""

SEVERITIES = {Severity.ERROR: say("error"), Severity.WARNING: say("warning"), Severity.INFO: say("info")}
"""Each severity as a word."""

_WIDTH = 88
_INDENT = "    "


def explain(rule: Rule, tell: Tell = str) -> str:
    """The explanation of one code as plain text, with what the program says of its bad record."""
    return "\n".join(_lines(rule, EXPLANATIONS[rule.code], tell))


def _lines(rule: Rule, explained: Explanation, tell: Tell) -> Iterator[str]:
    yield f"{rule.code} {rule.name} ({tell(SEVERITIES[rule.severity])})"
    yield ""
    yield from _wrapped(tell(explained.means))
    if rule.law:
        yield ""
        yield from _wrapped(tell(cited(rule.law)), _INDENT)
    yield from ("", tell(say("A record with this finding:")), "")
    yield _block(explained.bad_text)
    yield from ("", tell(say("What is said of it:")), "")
    yield _block(said_of(rule, explained, tell))
    yield ""
    yield from _wrapped(tell(explained.mend))
    yield from _wrapped(tell(what_mends(rule, explained)))
    yield from ("", tell(say("The same record, mended:")), "")
    yield _block(explained.good)


def said_of(rule: Rule, explained: Explanation, tell: Tell = str) -> str:
    """What the program says of the bad record of a code."""
    read = parse_bytes(explained.bad_bytes, "bad.rocks")
    return "\n".join(
        finding(read.source, found, tell=tell) for found in lint(read) if found.code == rule.code
    )


def what_mends(rule: Rule, explained: Explanation) -> Message:
    """Which option of `lint` mends the bad record of a code, found by mending it; nothing where none does."""
    if isinstance(explained.bad, bytes):
        return NOTHING
    if rule.code in mend(explained.bad).fixed:
        return say("`lint --fix` mends it here.")
    if rule.code in mend(explained.bad, unsafe=True).fixed:
        return say("`lint --fix --unsafe-fixes` mends it here.")
    return NOTHING


def _wrapped(text: str, further: str = "") -> list[str]:
    return wrap(text, _WIDTH, subsequent_indent=further, break_on_hyphens=False)


def _block(content: str) -> str:
    return indent(content.rstrip("\n"), _INDENT)
