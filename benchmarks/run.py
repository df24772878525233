"""Measures how fast `rocks` is, and how much memory it takes, beside python-chess and pgn-extract.

The `rocks` that is measured is that of the interpreter which runs this. docs/performance.md tells the rest.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import sys
from pathlib import Path

import costs
import inputs
import peers
import report
from bench import MB, Bench, LintOptions
from measure import PEAK_UNIT, Failed, progress, use
from throughput import throughput

_TINY = 20_000
_STAGED = 10_000_000
"""How many bytes are taken apart in one process, at most: enough that most shapes of the layout have been met."""

_LARGE = (200 * MB, 1000 * MB)


def main() -> int:
    """Measures, and shows what was measured. Returns the exit code: 1 where something could not be measured."""
    asked = _arguments()
    try:
        bench = _bench(asked)
        use(bench.lint(bench.small.path), bench.limit)  # so that everything is compiled
    except Failed as failure:
        print(f"rocks cannot be run: {failure}", file=sys.stderr)
        return 1
    rows = [
        *throughput(bench),
        *costs.latency(bench),
        *costs.memory(bench),
        costs.second_lint(bench),
        costs.two_workers(bench),
    ]
    facts = _facts(bench)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(report.as_text(facts, rows))
    if asked.markdown:
        asked.markdown.write_text(report.as_markdown(facts, rows), encoding="utf-8")
    return int(any(row.broken for row in rows))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--size", type=_size, default=20 * MB, metavar="MB", help="size of the archive, or tiny (default 20)")
    add("--runs", type=int, default=5, metavar="N", help="how often everything is run (default 5)")
    add("--cache", type=Path, default=_user_cache(), metavar="FOLDER", help="where inputs and peers are kept")
    add("--large", action="store_true", help="measure peak memory on 200 MB and 1 GB too")
    add("--no-peers", action="store_true", help="leave out python-chess and pgn-extract")
    add("--limit", type=float, default=1800, metavar="SECONDS", help="end a run after that (default 1800)")
    add("--markdown", type=Path, metavar="FILE", help="write the result there, as Markdown")
    return parser.parse_args()


def _size(text: str) -> int:
    return _TINY if text == "tiny" else round(float(text) * MB)


def _user_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "rocksnotation-benchmarks"


def _bench(asked: argparse.Namespace) -> Bench:
    folder, size = asked.cache.resolve(), asked.size
    progress(f"inputs and peers are kept in {folder}")
    export = inputs.export_form(folder, size)
    smaller = () if size <= _TINY else (size // 4, size // 2)
    return Bench(
        folder,
        asked.runs,
        asked.limit,
        LintOptions.found(),
        small=inputs.export_form(folder, 1),
        export=export,
        typed=inputs.import_form(folder, export),
        staged=inputs.export_form(folder, min(size, _STAGED)),
        sizes=(*smaller, size, *(_LARGE if asked.large else ())),
        peers=peers.Peers() if asked.no_peers else peers.prepared(folder, export.turns),
    )


def _facts(bench: Bench) -> list[str]:
    """On what, and how, it was measured."""
    facts = report.machine()
    facts += (f"{peer.name} {peer.version}" for peer in bench.peers.there)
    facts += (f"{missing.name} is missing: {missing.why}" for missing in bench.peers.missing)
    for form, archive in (("Export", bench.export), ("Import", bench.typed)):
        counts = archive.counts
        facts.append(
            f"{form} form: {archive.size / MB:.2f} MB, {counts.matches:,} matches, {counts.turns:,} turns"
        )
    games = bench.peers.games
    if games:
        facts.append(
            f"Chess: {games.path.stat().st_size / MB:.2f} MB, {games.games:,} games, {games.plies:,} plies"
        )
    facts.append(f"CPU time of whole processes, their start included; median of runs in turn: {bench.runs}")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT
    facts.append(f"The measuring process took {own / MB:.1f} MB; no peak below that can be seen")
    return facts


if __name__ == "__main__":
    sys.exit(main())
