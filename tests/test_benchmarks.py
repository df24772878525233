"""The benchmarks run: on a tiny archive, without peers. What they measure is never judged here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "run.py"

pytestmark = pytest.mark.skipif(
    not SCRIPT.exists() or not hasattr(os, "wait4"),
    reason="needs the checkout, and a system that tells what a child process used",
)


def test_a_tiny_run_measures_everything(tmp_path: Path) -> None:
    markdown = tmp_path / "result.md"
    options = ["--size", "tiny", "--runs", "1", "--no-peers"]
    places = ["--cache", str(tmp_path), "--markdown", str(markdown)]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *options, *places],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert markdown.exists()
