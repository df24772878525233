"""What a user pays besides: the start, memory, a second lint; and what a second worker is worth."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import inputs
from bench import HERE, MB, Bench
from inputs import Archive
from measure import Child, Failed, in_turn, progress, ratio, succeeded, use
from report import NOT_THERE_YET, Row, failed, memory_of_machine

_SHORT_RUNS = 3
"""How many times as often a command is run that takes no time."""

_PARTS = 16
"""Into how many files an archive is dealt out for the cache, if it has so many matches."""

_TIMES = 5
"""How many times the archive is written for the workers: each learns the shapes of the layout by itself."""

# ------------------------------------------------------------------------------------------------ latency


def latency(bench: Bench) -> Iterator[Row]:
    """CPU time and modules of a lint of one small clean file, against a command that does nothing."""
    what, most = f"rocks lint, one file of {bench.small.size / 1000:.1f} kB", 1.3
    target = f"≤ {most:g} × an empty typer command"
    path = bench.small.path
    lint = bench.lint(path)
    empty = Child([sys.executable, str(HERE / "empty_typer.py"), str(path)])
    bare = Child([sys.executable, "-c", ""])
    try:
        runs = in_turn({what: lint, "empty": empty}, bench.runs * _SHORT_RUNS, bench.limit)
        ours, nothing = succeeded(runs)
        modules = [_modules(child, bench.limit) for child in (lint, empty, bare)]
    except Failed as failure:
        yield failed(what, failure, target)
        return
    times = ratio([each.cpu for each in ours], [each.cpu for each in nothing])
    own, least = median(each.cpu for each in ours), median(each.cpu for each in nothing)
    yield Row(what, f"{own:.3f} s, {times:.2f} × empty ({least:.3f} s)", target=target, met=times <= most)
    yield Row("modules imported for that", "{}; {} when empty; {} by Python alone".format(*modules))


def _modules(child: Child, limit: float) -> int:
    """How many modules a command written in Python imports; the log has a heading."""
    python, *rest = child.command
    told = use(Child([python, "-X", "importtime", *rest]), limit).told
    return sum(line.startswith("import time:") for line in told.splitlines()) - 1


# ------------------------------------------------------------------------------------------------- memory


def memory(bench: Bench) -> Iterator[Row]:
    """Peak memory on larger and larger files."""
    yield from _growing(bench, "rocks lint", bench.lint, most=80)
    yield from _growing(bench, "rocks convert", bench.convert, most=120)


def _growing(bench: Bench, name: str, command: Callable[[Path], Child], most: int) -> Iterator[Row]:
    """One command on each size, as long as the machine is likely to bear the next one."""
    peak_of_a_byte = 0.0
    for size in bench.sizes:
        what, target = f"peak memory of {name}, {size / MB:g} MB", f"≤ {most} MB"
        if peak_of_a_byte * size > memory_of_machine() / 2:
            yield Row(what, "not tried: too much for this machine", target=target, met=False)
            continue
        progress(what)
        archive = _of_size(bench, size)
        try:
            used = use(command(archive.path), bench.limit)
        except Failed as failure:
            yield failed(what, failure, target)
            return
        peak_of_a_byte = used.peak / archive.size
        yield Row(what, f"{used.peak / MB:.1f} MB", target=target, met=used.peak <= most * MB)


def _of_size(bench: Bench, size: int) -> Archive:
    if size > bench.export.size:
        return inputs.repeated(bench.folder, bench.export, size)
    return inputs.export_form(bench.folder, size)


# -------------------------------------------------------------------------------------- cache and workers


def second_lint(bench: Bench) -> Row:
    """How many times less CPU time a lint takes when nothing has changed since the last one."""
    what, least = "rocks lint again, with its cache", 10
    target = f"≥ {least} × the first"
    if not bench.options.has_cache:
        return Row(what, NOT_THERE_YET, target=target)
    files = _parts(bench)
    first, second = [], []
    try:
        for run in range(bench.runs):
            progress(f"{what}: run {run + 1} of {bench.runs}")
            with tempfile.TemporaryDirectory() as cache:
                options = [*bench.options.jobs(1), *bench.options.cache(cache)]
                child = replace(bench.lint_with(options, files), environment={"XDG_CACHE_HOME": cache})
                first.append(use(child, bench.limit).cpu)
                second.append(use(child, bench.limit).cpu)
    except Failed as failure:
        return failed(what, failure, target)
    times = ratio(first, second)
    return Row(what, f"{median(second):.3f} s, {times:.2f} × the first", target=target, met=times >= least)


def _parts(bench: Bench) -> Path:
    return inputs.parts(bench.folder, bench.export, min(_PARTS, bench.export.counts.matches))


def two_workers(bench: Bench) -> Row:
    """How many times sooner two workers are done than one, on the clock."""
    archive = inputs.repeated(bench.folder, bench.export, _TIMES * bench.export.size)
    what, least = f"rocks lint, two workers, {archive.size / MB:.0f} MB", 1.7
    target = f"≥ {least:g} × one"
    if not bench.options.has_jobs:
        return Row(what, NOT_THERE_YET, target=target)
    if (os.cpu_count() or 1) < 2:
        return Row(what, "this machine has one core", target=target)
    children = {
        f"rocks lint --jobs {count}": bench.lint_with(
            [*bench.options.jobs(count), *bench.options.no_cache], archive.path
        )
        for count in (1, 2)
    }
    try:
        one, two = succeeded(in_turn(children, bench.runs, bench.limit))
    except Failed as failure:
        return failed(what, failure, target)
    times = ratio([each.wall for each in one], [each.wall for each in two])
    clock = median(each.wall for each in two)
    return Row(what, f"{clock:.2f} s on the clock, {times:.2f} × one", target=target, met=times >= least)
