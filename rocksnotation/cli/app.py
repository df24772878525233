"""The command, its subcommands, and its own options."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import rocksnotation
from rocksnotation.cli import output
from rocksnotation.cli.config import config
from rocksnotation.cli.convert import convert
from rocksnotation.cli.fmt import fmt
from rocksnotation.cli.lint import lint
from rocksnotation.cli.output import Code, put
from rocksnotation.cli.reference import explain, rules, schema
from rocksnotation.cli.replay import replay

app = typer.Typer(
    name="rocks",
    help="Game records of Seven Rocks: find what is wrong, replay, convert, format.",
    no_args_is_help=True,
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
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


for command in (lint, replay, convert, fmt, config, rules, explain, schema):
    app.command()(command)
