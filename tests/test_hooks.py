"""The hooks that this repository offers to pre-commit, run by pre-commit itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GOOD = '[Rocks "1"]\n\nround 1\nlot W\n1. W 1|4 +5\n'
HOOKS = (
    ("rocks-lint", GOOD, 0, "Passed"),
    ("rocks-lint", GOOD.replace("+5", "+10"), 1, "S401"),
    ("rocks-fmt", GOOD.replace("1|4", "41"), 1, "files were modified by this hook"),
)


def git(folder: Path, *arguments: str) -> None:
    name = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def offered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project as a repository of its own, as a user of the hooks would name it."""
    folder = tmp_path_factory.mktemp("offered")
    for name in ("rocksnotation", "grammar", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "offered")
    return folder


@pytest.mark.parametrize(("hook", "text", "code", "told"), HOOKS)
def test_a_hook(offered: Path, tmp_path: Path, hook: str, text: str, code: int, told: str) -> None:
    pytest.importorskip("pre_commit")
    git(tmp_path, "init", "-q")
    (tmp_path / "a.rocks").write_text(text, encoding="utf-8")
    git(tmp_path, "add", "-A")
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(offered), hook, "--all-files"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert (done.returncode, told in done.stdout) == (code, True), done.stdout + done.stderr
