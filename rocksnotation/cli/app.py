"""The command, its subcommands, and its own options."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import rocksnotation
from rocksnotation.cli import output
from rocksnotation.cli.output import Code, aside, put
from rocksnotation.cli.shell import Group, Subcommand
from rocksnotation.cli.speech import OPTION
from rocksnotation.languages import Language
from rocksnotation.messages import mark

_SUBCOMMANDS = {
    "lint": Subcommand(
        "rocksnotation.cli.lint",
        mark(
            "Find what is wrong with records, as text or as JSON.\n\n"
            "Damaged text, broken laws, wrong points, counts, deductions and totals, each at its line and column."
        ),
    ),
    "replay": Subcommand(
        "rocksnotation.cli.replay",
        mark(
            "Play a record turn by turn.\n\n"
            "Shows the ends, sums, points and totals, all recomputed by the laws."
        ),
    ),
    "convert": Subcommand(
        "rocksnotation.cli.convert", mark("Convert records between text and JSON, both ways, without loss.")
    ),
    "fmt": Subcommand(
        "rocksnotation.cli.fmt",
        mark(
            "Rewrite records in the one canonical layout.\n\n"
            "What a record says never changes. A record that cannot be read is left as it is."
        ),
    ),
    "config": Subcommand(
        "rocksnotation.cli.config",
        mark("Show the settings that are in force for a file or folder, and where each comes from."),
    ),
    "rules": Subcommand(
        "rocksnotation.cli.reference", mark("List every code with its severity and what it says.")
    ),
    "explain": Subcommand(
        "rocksnotation.cli.reference", mark("Explain one code: what it means, an example, and what to do.")
    ),
    "schema": Subcommand("rocksnotation.cli.reference", mark("Print the JSON Schema of a document.")),
}
"""Each is a function of its name in that module."""


class _Rocks(Group):
    """The command itself."""

    subcommands = _SUBCOMMANDS


app = typer.Typer(
    name="rocks",
    cls=_Rocks,
    help=mark("Game records of Seven Rocks: find what is wrong, replay, convert, format."),
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The console command."""
    output.utf8()
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(Code.INTERRUPTED)


def _version(wanted: bool) -> None:
    if wanted:
        put(f"rocks {rocksnotation.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    lang: Annotated[
        Language | None,
        # Its value is looked at before anything is parsed, by `speech`; here it is declared and checked.
        typer.Option(OPTION, expose_value=False, help=mark("The language to speak; otherwise the locale's.")),
    ] = None,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help=mark("Show the version and exit.")),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        aside(context.get_help())
        raise typer.Exit(Code.USAGE)
