"""`rocks rules`, `rocks explain` and `rocks schema`: what there is to look up."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rocksnotation import resources
from rocksnotation.cli.output import put, refused
from rocksnotation.cli.speech import tell
from rocksnotation.diagnostics import RULES
from rocksnotation.messages import joined, mark, say
from rocksnotation.render.text import law_of


def rules() -> None:
    """Lists all codes."""
    for rule in RULES.values():
        put(f"{rule.code}  {rule.name:<18} {rule.severity:<8} {tell(rule.says)}{law_of(rule.law, tell)}")


def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help=mark("A code such as S401, or its name."))],
) -> None:
    """Explains one code."""
    wanted = code.strip()
    rule = RULES.get(wanted.upper()) or next((r for r in RULES.values() if r.name == wanted.lower()), None)
    if rule is None:
        raise refused(say("there is no code {code}; `rocks rules` lists them", code=code))
    from rocksnotation.explanations import explain as explanation  # it lints every example that it shows

    put(explanation(rule, tell))


def schema(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"{', '.join(resources.SCHEMA_NAMES)}.")],
) -> None:
    """Prints one schema."""
    if name not in resources.SCHEMA_NAMES:
        names = joined(resources.SCHEMA_NAMES)
        raise refused(say("there is no schema {name}; expected {names}", name=name, names=names))
    sys.stdout.write(resources.schema(name))
