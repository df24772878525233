"""What each code means and what to do about it, with a bad and a good record that both run as tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import indent, wrap

from rocksnotation.diagnostics import RULES, Rule
from rocksnotation.explanations import deal, results, scoring, text, turns
from rocksnotation.explanations.form import Explanation
from rocksnotation.lawbook import law
from rocksnotation.lint import lint
from rocksnotation.parse import parse_bytes
from rocksnotation.render.text import finding

__all__ = ["EXPLANATIONS", "Explanation", "explain", "said_of"]

_ALL = (
    text.EXPLANATIONS | deal.EXPLANATIONS | turns.EXPLANATIONS | scoring.EXPLANATIONS | results.EXPLANATIONS
)

EXPLANATIONS: Mapping[str, Explanation] = {code: _ALL[code] for code in RULES}
"""The explanation of every code, in the order of the table of codes."""

_WIDTH = 88
_INDENT = "    "


def explain(rule: Rule) -> str:
    """The explanation of one code as plain text, with what the program says of its bad record."""
    return "\n".join(_lines(rule, EXPLANATIONS[rule.code]))


def _lines(rule: Rule, explained: Explanation) -> Iterator[str]:
    yield f"{rule.code} {rule.name} ({rule.severity})"
    yield ""
    yield from wrap(explained.means, _WIDTH)
    if rule.law:
        yield ""
        yield from wrap(f"Law {rule.law}: {law(rule.law)}", _WIDTH, subsequent_indent=_INDENT)
    yield from ("", "A record with this finding:", "")
    yield _block(explained.bad_bytes.decode(errors="backslashreplace"))
    yield from ("", "What is said of it:", "")
    yield _block(said_of(rule, explained))
    yield ""
    yield from wrap(explained.mend, _WIDTH)
    yield from ("", "The same record, mended:", "")
    yield _block(explained.good)


def said_of(rule: Rule, explained: Explanation) -> str:
    """What the program says of the bad record of a code."""
    read = parse_bytes(explained.bad_bytes, "bad.rocks")
    return "\n".join(finding(read.source, found) for found in lint(read) if found.code == rule.code)


def _block(content: str) -> str:
    return indent(content.rstrip("\n"), _INDENT)
