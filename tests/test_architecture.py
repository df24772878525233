"""Imports go downward only, and nothing but the command prints."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rocksnotation

PACKAGE = Path(rocksnotation.__file__).parent

ORDER = (
    "messages", "vocabulary", "rules", "seats", "tiles", "spelling", "layout", "scoring", "bits", "text",
    "stretches", "forms", "diagnostics", "choice", "events", "blocks", "tags", "state", "laws", "shapes",
    "resources", "languages", "patterns", "meanings", "flat", "parse", "write", "reckoning", "proof", "told", "replay",
    "ends", "game", "lint", "typed", "scan", "fixes", "jsonform", "convert", "config", "baseline", "lawbook", "render",
    "explanations", "cli",
)  # fmt: skip
"""Each may import from those before it; a package counts as one module."""

FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = [path for path in FILES if path.parent != PACKAGE or path.stem not in ("__init__", "__main__")]


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """The modules and packages of ours that a file imports, wherever in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            module = node.module or ""
            names = (
                [f"{module}.{alias.name}" for alias in node.names] if module == "rocksnotation" else [module]
            )
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "rocksnotation":
                yield rest.split(".")[0], node.lineno


def test_every_module_has_its_place_in_the_order() -> None:
    assert sorted({layer(path) for path in MODULES}) == sorted(ORDER)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_downward_only(path: Path) -> None:
    place = ORDER.index(layer(path))
    allowed = {*ORDER[:place], layer(path)}
    if layer(path) == "cli":
        allowed.add("")  # the shell is the only one that looks at the whole: its version
    wrong = [
        f"line {line}: {name or 'rocksnotation'}" for name, line in imported(path) if name not in allowed
    ]
    assert not wrong


@pytest.mark.parametrize("path", [path for path in FILES if layer(path) != "cli"], ids=name_of)
def test_nothing_but_the_command_prints(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "input", "breakpoint"), f"line {node.lineno}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "sys":
            assert node.attr not in ("stdout", "stderr", "stdin", "exit"), f"line {node.lineno}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_module_opens_by_saying_what_it_knows(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree) or not tree.body


def test_the_command_line_is_imported_by_nobody_but_its_start() -> None:
    importers = [
        name_of(path)
        for path in FILES
        for name, _ in imported(path)
        if name == "cli" and layer(path) != "cli"
    ]
    assert importers == ["__main__.py"]
