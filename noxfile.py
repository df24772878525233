"""The everyday commands, each in an environment of its own: `nox -s tests`, `nox -s lint`, `nox -s types`."""

from pathlib import Path

import nox

_WRITE_PAGE = """
import sys
from rocksnotation.explanations.page import page
from rocksnotation.languages import Language, teller

sys.stdout.reconfigure(encoding="utf-8")
sys.stdout.write(page(teller(Language(sys.argv[1]))))
"""

nox.options.sessions = ["lint", "types", "tests"]
nox.options.reuse_existing_virtualenvs = True


@nox.session
def tests(session: nox.Session) -> None:
    """Run the whole test suite; arguments go to pytest."""
    session.install("-e", ".[dev]")
    session.run("pytest", *(session.posargs or ["-n", "auto"]))


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and layout."""
    session.install("ruff")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check all types, strictly."""
    session.install("-e", ".[dev]")
    session.run("mypy")


@nox.session
def fix(session: nox.Session) -> None:
    """Mend style and layout where that is safe."""
    session.install("ruff")
    session.run("ruff", "check", "--fix", ".")
    session.run("ruff", "format", ".")


@nox.session
def docs(session: nox.Session) -> None:
    """Write docs/rules.md anew from the explanations, and its translation."""
    session.install("-e", ".")
    for language, name in (("en", "rules.md"), ("uk", "rules.uk.md")):
        page = session.run("python", "-c", _WRITE_PAGE, language, silent=True)
        Path("docs", name).write_text(str(page), encoding="utf-8")


@nox.session
def messages(session: nox.Session) -> None:
    """Gather the messages of the sources, bring the catalogues up to date, and compile them."""
    session.install("babel>=2.18")
    session.run("python", "tests/catalogues.py")


@nox.session
def patterns(session: nox.Session) -> None:
    """Make the regular expressions of the notation anew from its grammar."""
    session.install("-e", ".")
    session.run("python", "tests/patterns.py")


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Speed and memory, beside python-chess and pgn-extract where they can be had."""
    session.install(".")
    session.run("python", "benchmarks/run.py", *session.posargs)


@nox.session
def package(session: nox.Session) -> None:
    """Build the wheel and the sdist into dist/."""
    session.install("build")
    session.run("python", "-m", "build")
