"""Of a board with storeys a failed test draws the ground, and above it those storeys on which something stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

GAME = """
kind pawn: {placed: yes, owned: no}
pawn man: {}
kind wall: {placed: edge, owned: no}
wall plank: {}
event game: {}
"""


@pytest.mark.parametrize(("at", "storeys"), [
    ("man as Al: A1", ["A B"]),
    ("man as Al: A1_2", ["A B", "_2 A B"]),
    ("man as Al: A1_1, man as Bo: B1_3", ["A B", "_1 A B", "_3 A B"]),
    ("plank as W: A1_1|B1_1", ["A B", "_1 A B"]),    # a wall of this storey
    ("plank as W: A1|B1", ["A B"]),
    ("plank as W: A1_1|A1_2", ["A B", "_1 A B", "_2 A B"]),  # a floor, between two
    ("plank as W: B1_3|east", ["A B", "_3 A B"]),
])  # fmt: skip
def test_empty_storeys_are_not_drawn(pack_folder: Write, at: str, storeys: list[str]) -> None:
    test = f"test it:\n  map: |\n    ..\n  at: {{{at}}}\n  then: [1 is 2]\n"
    folder = pack_folder({"pack.yaml": "pack: high\nstart: game\nboard: square\nstoreys: 4\n", "game.yaml": GAME,
                          "tests/a.yaml": test})  # fmt: skip
    suite = load_suite(folder)
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    [result] = suite.run()
    lines = message(result).splitlines()
    board = lines[lines.index("  the board:") + 1:]
    assert [" ".join(line.split()) for line in board if "A" in line.split()] == storeys
