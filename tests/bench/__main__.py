"""`make bench`: measures all rows in one run and prints a table; JSON=path also writes a line of JSON for each row."""

from __future__ import annotations

import argparse
import dataclasses
import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tests.bench import checking, load, packs, plane, play, reactions, scale, workers
from tests.bench.timing import Row

from rulewright.gc_pause import collect_seldom


def main() -> int:
    """Exit status 0 when every floor is kept, 1 when one is not."""
    collect_seldom()  # as commands do
    options = argparse.ArgumentParser(prog="make bench")
    options.add_argument("--json", type=Path)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--sheets", type=int, default=5000)
    options.add_argument("--only", default="")
    args = options.parse_args()
    console = Console(stderr=True)
    n = args.rounds
    measures: list[tuple[str, Callable[[], Row | list[Row]]]] = [
        ("playouts", lambda: play.playouts(n)),
        ("packs", lambda: packs.matches(max(2, n // 3))),
        ("trace", lambda: play.traced(n)),
        ("condition", lambda: play.condition(n)),
        ("events by kind", lambda: play.growth(n, False)),
        ("events by owner", lambda: play.growth(n, True)),
        ("events held", lambda: reactions.held(n)),
        ("events standing", lambda: reactions.standing(n)),
        ("events answered", lambda: reactions.matching(n)),
        ("events registered", lambda: reactions.registering(n)),
        ("crowded", lambda: reactions.crowded(n)),
        ("crowds", lambda: scale.crowds(max(2, n // 3))),
        ("boards", lambda: scale.boards(max(2, n // 4))),
        ("memory", scale.memory),
        ("dice", lambda: scale.dice(n)),
        ("copies", lambda: play.copies(n)),
        ("saves", lambda: play.saves(n)),
        ("stepping", lambda: play.stepping(n)),
        ("answering", lambda: play.answering(n)),
        ("loading", lambda: load.cold_and_warm(max(2, n // 3), args.sheets)),
        ("mods", lambda: load.mods(max(3, n // 3))),
        ("load growth", lambda: load.load_growth(max(2, n // 4))),
        ("texts", lambda: load.texts(max(2, n // 3))),
        ("checking", lambda: checking.workspace(max(2, n // 3))),
        ("checking a stack", lambda: checking.stack(max(2, n // 3))),
        ("checking many", lambda: checking.many_sheets(args.sheets)),
        ("checking command", lambda: checking.command(max(2, n // 3))),
        ("plane: predicates", lambda: plane.predicates(n)),
        ("plane: room", lambda: plane.room(max(3, n // 3))),
        ("workers", lambda: workers.workers(max(1, n // 4))),
        ("start", lambda: load.starting(9)),
        ("check", lambda: load.small_check(5)),
    ]
    rows: list[Row] = []
    with console.status("measuring") as status:
        for name, measure in measures:
            if args.only and args.only not in name:
                continue
            status.update(f"measuring: {name}")
            found = measure()
            rows.extend(found if isinstance(found, list) else [found])
    table = Table("", "what", "measured", "floor", "goal", "")
    for row in rows:
        sign = "" if row.reached is None else "kept" if row.reached else "MISSED"
        bound = ">=" if row.higher else "<="
        table.add_row(
            row.id,
            row.what,
            f"{row.value:.3g}{row.unit}",
            "" if row.floor is None else f"{bound} {row.floor:g}",
            "" if row.goal is None else f"{row.goal:g}",
            sign,
        )
    Console().print(table)
    if args.json:
        lines = [
            json.dumps({**dataclasses.asdict(row), "reached": row.reached, "python": platform.python_version()})
            for row in rows
        ]
        args.json.write_text("\n".join(lines) + "\n", "utf-8")
    return 0 if all(row.reached is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
