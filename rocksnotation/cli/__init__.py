"""The `rocks` command: a thin shell over the library. Reads, calls, prints, and chooses the exit code."""

from rocksnotation.cli.app import main

__all__ = ["main"]
