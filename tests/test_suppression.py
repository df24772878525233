"""Comments that keep the linter from telling a code, and what they may not hide."""

from __future__ import annotations

import pytest

from rocksnotation.choice import Choice
from rocksnotation.diagnostics import Severity
from rocksnotation.lint import lint
from rocksnotation.parse import parse

HEAD = '[Event "Test"]\n'
DEAL = "deal\n  N: 0|6 1|1 2|2 2|6 3|4 5|6\n"


def found(text: str) -> list[str]:
    return [one.code for one in lint(parse(HEAD + text)) if one.severity is not Severity.INFO]


IGNORED = [
    ("a turn", "round 1\nlot W\n1. W 1|4 +10 { lint: ignore S401 }  N 1|1", []),
    ("another turn", "round 1\nlot W\n1. W 1|4 +10  N 1|1 { lint: ignore S401 }", ["S401", "U601"]),
    ("a deal", f"round 1\n{DEAL.replace('deal', 'deal { lint: ignore D102 }')}lot W\n1. W 1|4", []),
    ("a round", "round 1 { lint: ignore S401 }\nlot W\n1. W 1|4 +10  N 1|1 +5", []),
    (
        "another round",
        "round 1\nlot W\n1. W 1|4 +10\nvoid\nround 2 { lint: ignore S401 }\n1. W 1|1",
        ["U601"],
    ),
    (
        "a round of the same number",
        "round 1 { lint: ignore S401 }\nlot W\nW 14+10\nvoid\nround 1\nlot W\nW 14+10 N 11",
        ["U601", "S401"],
    ),
    (
        "a round that the next one follows too early",
        "round 1 { lint: ignore M310 }\nlot W\nW 14\nround 2\nW 11",
        [],
    ),
    ("a match", "{ lint: ignore S401, T005 }\nround 1\nlot W\n1. W 1|4 +10  N 1|1 +5", ["U601"]),
    ("a match and its tags", '[Event "Again"]\n{ lint: ignore T005 }\nround 1', []),
    ("a lot", "round 1\nlot N:1 E:1 S:1 W:1 { lint: ignore L203 }\n1. W 1|4", []),
    ("several codes", "round 1\nlot W\n1. W 1|4 +10 { lint: ignore S401 S406 }", ["U601"]),
    ("words after the codes", "round 1\nlot W\n1. W 1|4 +10 { lint: ignore S401 as the club counts it }", []),
    ("no code", "round 1\nlot W\n1. W 1|4 { lint: ignore }", ["U601"]),
    ("a code that does not exist", "round 1\nlot W\n1. W 1|4 { lint: ignore X999 }", ["U601"]),
    ("an unused ignore itself", "{ lint: ignore U601 }\nround 1\nlot W\n1. W 1|4 { lint: ignore S401 }", []),
    ("syntax", "round 1 { lint: ignore T001 }\nlot W\n1. W 1|4 +x", ["U601", "T001"]),
    ("a word about lint", "round 1\nlot W\n1. W 1|4 +10 { the lint: ignore S401 }", ["S401"]),
]


@pytest.mark.parametrize(("text", "codes"), [row[1:] for row in IGNORED], ids=[row[0] for row in IGNORED])
def test_ignore(text: str, codes: list[str]) -> None:
    assert found(text) == codes


@pytest.mark.parametrize(
    ("select", "ignore", "wanted"),
    [
        ((), (), ["S401", "T005"]),
        (("S",), (), ["S401"]),
        (("S401", "T"), (), ["S401", "T005"]),
        ((), ("T",), ["S401"]),
        (("S", "T"), ("T005",), ["S401"]),
    ],
)
def test_choice(select: tuple[str, ...], ignore: tuple[str, ...], wanted: list[str]) -> None:
    text = '[Event "Test"]\n[Event "Again"]\nround 1\nlot W\n1. W 1|4 +10'
    all_found = [one for one in lint(parse(text)) if one.severity is not Severity.INFO]
    choice = Choice(select, ignore)
    assert sorted(one.code for one in all_found if choice.wants(one)) == wanted


def test_unknown_codes_are_named() -> None:
    assert Choice(("S", "X1"), ("M999",)).unknown() == ("X1", "M999")
