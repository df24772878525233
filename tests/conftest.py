"""What the tests tell at their end: how many findings one slip of the pen makes. They run in English."""

from __future__ import annotations

import os
import tempfile
from statistics import mean

import pytest

# Whatever the language of who runs them; a test that needs another asks for it.
for _name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(_name, None)
os.environ["LANG"] = "C.UTF-8"

# Nobody's own cache is touched, and no test knows what another has found.
_CACHE = tempfile.TemporaryDirectory(prefix="rocks-tests-")
os.environ["ROCKS_CACHE_DIR"] = _CACHE.name


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The mean number of findings for each kind of slip, as `test_slips` has counted them."""
    counts: dict[str, list[int]] = {}
    for report in terminalreporter.getreports("passed"):
        if "test_slips" in report.nodeid:
            for name, number in report.user_properties:
                counts.setdefault(name, []).append(number)
    if counts:
        terminalreporter.section("findings for one slip of the pen, in the mean")
        for name, numbers in sorted(counts.items()):
            terminalreporter.line(f"{mean(numbers):5.2f}  {name}")
