"""`rocks rules`, `rocks explain` and `rocks schema`: what there is to look up."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rocksnotation import resources
from rocksnotation.cli.output import put
from rocksnotation.diagnostics import RULES
from rocksnotation.text import safe


def rules() -> None:
    """List every code with its severity and what it says."""
    for rule in RULES.values():
        law = f" (Law {rule.law})" if rule.law else ""
        put(f"{rule.code}  {rule.name:<18} {rule.severity:<8} {rule.says}{law}")


def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code such as S401, or its name.")],
) -> None:
    """Explain one code: what it means, an example, and what to do."""
    wanted = code.strip()
    rule = RULES.get(wanted.upper()) or next((r for r in RULES.values() if r.name == wanted.lower()), None)
    if rule is None:
        raise typer.BadParameter(f"there is no code {safe(code)}; `rocks rules` lists them")
    from rocksnotation.explanations import explain as explanation  # it lints every example that it shows

    put(explanation(rule))


def schema(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"{', '.join(resources.SCHEMA_NAMES)}.")],
) -> None:
    """Print the JSON Schema of a document."""
    if name not in resources.SCHEMA_NAMES:
        raise typer.BadParameter(
            f"there is no schema {safe(name)}; expected {', '.join(resources.SCHEMA_NAMES)}"
        )
    sys.stdout.write(resources.schema(name))
