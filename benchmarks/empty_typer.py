"""A command that takes paths and does nothing: the least that a command made with typer costs."""

from __future__ import annotations

import typer

app = typer.Typer()


@app.command()
def nothing(paths: list[str]) -> None:
    """Does nothing with some paths."""


if __name__ == "__main__":
    app()
