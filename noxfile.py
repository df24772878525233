"""The everyday commands, each in an environment of its own: `nox -s tests`, `nox -s lint`, `nox -s types`."""

from pathlib import Path

import nox

_WRITE_PAGE = "import sys; from rocksnotation.explanations.page import page; sys.stdout.write(page())"

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
    """Write docs/rules.md anew from the explanations."""
    session.install("-e", ".")
    page = session.run("python", "-c", _WRITE_PAGE, silent=True)
    Path("docs/rules.md").write_text(str(page), encoding="utf-8")


@nox.session
def package(session: nox.Session) -> None:
    """Build the wheel and the sdist into dist/."""
    session.install("build")
    session.run("python", "-m", "build")
