"""Rows about size: the same game with more pieces, on a larger board, and what a match takes in memory."""

from __future__ import annotations

import random
import shutil
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.play import linked
from tests.bench.timing import Row, exponent, ratio, turn_about
from tests.skirmish import played, skirmish

from rulewright.assets import content_dir
from rulewright.play import setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.state import copy

_SEEDS = range(3)
_KINDS = ("captain", "brute", "soldier", "skirmisher", "archer")


def _larger(per_side: int, tiles: int) -> Linked:
    """The skirmish pack with so many a side on so many maps side by side, stood up as the reference does it."""
    width, height = 20 * tiles, 20
    rows = [list(row * tiles) for row in skirmish.BASE_MAP]
    per_row = width // 2
    legend: list[str] = []
    areas: list[str] = []
    stands: list[str] = []
    for side, word in enumerate(("one", "next_seat(one)")):
        for i in range(per_side):
            row, column = divmod(i, per_row)
            x, y = 2 * column + (width // 2 - min(per_side, per_row)), 2 - row
            if side:
                x, y = width - 1 - x, height - 1 - y
            assert rows[y][x] == ".", "a start is on open ground"
            sign, area = chr(0x4E00 + len(areas)), f"start_{len(areas)}"
            rows[y][x] = sign
            legend.append(f'    "{sign}": {area}\n')
            areas.append(f"area {area}: {{}}\n")
            stands.append(f"  stand({_KINDS[i % 5]}, {word}, {area})\n")
    rounds = (content_dir() / "skirmish" / "rounds.yaml").read_text("utf-8")
    head, _, rest = rounds.partition("  stand(")
    tail = rest[rest.index("event stand(") :]
    # A text has a limit of length: the warbands stand up in parts.
    parts = [stands[first : first + 40] for first in range(0, len(stands), 40)]
    calls = "".join(f"  stand_up_{i}(one)\n" for i in range(len(parts)))
    events = "".join(f"event stand_up_{i}(player one): |\n{''.join(part)}" for i, part in enumerate(parts))
    named = "".join(areas)
    signs = f'    "#": wall\n    "~": rough\n{"".join(legend)}'
    drawn = "".join(f"    {''.join(row)}\n" for row in rows)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "skirmish"
        shutil.copytree(content_dir() / "skirmish", folder, ignore=shutil.ignore_patterns("tests"))
        (folder / "map.yaml").write_text(
            f"{named}map field:\n  solid: [wall]\n  corners: strict\n  legend:\n{signs}  rows: |\n{drawn}", "utf-8"
        )
        (folder / "rounds.yaml").write_text(f"{head}{calls}\n{events}\n{tail}", "utf-8")
        return linked(folder)


def _fights(p: Linked, board: Any, per_side: int) -> tuple[Callable[[], object], int]:
    """Fights with so many a side, for so many decisions as the reference's have; the reference plays the same."""
    decisions = 0
    for seed in _SEEDS:
        theirs: list[Any] = []
        decisions += skirmish.play(seed, board, per_side, theirs)[1]
        m = setup.empty(p, 2, played.Dice(seed), ())
        m.trace = []
        setup.start(m, p.program.start)
        played.playout(m, random.Random(seed + 1_000_003).random)
        assert played.reference_log(m.trace, p) == theirs, f"seed {seed}: not the same game"

    def run() -> None:
        for seed in _SEEDS:
            m = setup.empty(p, 2, played.Dice(seed), ())
            setup.start(m, p.program.start)
            played.playout(m, random.Random(seed + 1_000_003).random)

    return run, decisions


def _growth(row: str, what: str, sizes: tuple[tuple[int, int], ...], floor: float, goal: float, rounds: int) -> Row:
    runs, counts, yard = [], [], []
    for per_side, tiles in sizes:
        board = skirmish.Board(tiles)
        run, decisions = _fights(_larger(per_side, tiles), board, per_side)
        runs.append(run)
        counts.append(decisions)
        yard.append(lambda b=board, n=per_side: [skirmish.play(seed, b, n) for seed in _SEEDS])
    times = [min(each) for each in turn_about([*runs, *yard], rounds)]
    costs = [time / count * 1e6 for time, count in zip(times, [*counts, *counts], strict=True)]
    mine, theirs = costs[: len(sizes)], costs[len(sizes) :]
    sides = [per_side for per_side, _ in sizes]
    return Row(
        row,
        what,
        exponent(sides, mine),
        floor,
        goal,
        unit="",
        details={
            "a side": sides,
            "us a decision": [round(one, 2) for one in mine],
            "reference us": [round(one, 2) for one in theirs],
            "reference exponent": round(exponent(sides, theirs), 3),
        },
    )


def crowds(rounds: int) -> Row:
    """Four times as many a side on the same board."""
    return _growth("M5", "20 a side against 5 on one board, time a decision: growth exponent", ((5, 1), (20, 1)), 0.4,
                   0.2, rounds)  # fmt: skip


def boards(rounds: int) -> Row:
    """Ten times as many a side on a board ten times as large, the longest that there may be."""
    return _growth("M6", "50 a side against 5 on a board that grows, time a decision: growth exponent",
                   ((5, 1), (50, 10)), 0.7, 0.3, rounds)  # fmt: skip


def memory() -> Row:
    """What a state in the middle of a match takes, against the hand-written clone."""
    m = played.begin(3, dice=Chance(3))
    theirs = skirmish.Match(skirmish.BOARD, 3)
    rnd, other, rng = random.Random(1).random, random.Random(1).random, random.Random(0)
    for _ in range(200):
        options = theirs.options()
        theirs.apply(options[int(rnd() * len(options))])
        assert m.pending is not None
        played.step(m, int(other() * len(m.pending.options)))

    def size(one: Callable[[], object]) -> float:
        one()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        kept = [one() for _ in range(500)]
        taken = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        return taken / len(kept)

    mine, yard = size(lambda: copy(m)), size(lambda: theirs.clone(rng))
    return Row(
        "M7",
        "memory of a state, against the hand-written clone",
        mine / yard,
        4.0,
        2.0,
        details={"bytes": round(mine), "reference bytes": round(yard)},
    )


def dice(rounds: int) -> Row:
    """A copy of a match with its dice against one whose dice are shared."""
    m, shared = played.begin(3, dice=Chance(3)), played.begin(3, dice=_Shared())
    for _ in range(200):
        for one in (m, shared):
            assert one.pending is not None
            played.step(one, 0)

    def copied(one: Any) -> Callable[[], None]:
        def run() -> None:
            for _ in range(1000):
                copy(one)

        return run

    mine, yard = turn_about([copied(m), copied(shared)], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "C2",
        "a copy of a match with its dice, against one with dice that need no copy",
        best,
        1.5,
        1.1,
        details={"median": round(median, 3), "us": round(min(mine) * 1e3, 2)},
    )


class _Shared(Chance):
    """Dice of which a copy is the thing itself."""

    def __init__(self) -> None:
        super().__init__(3)

    def copy(self) -> _Shared:
        return self
