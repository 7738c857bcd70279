"""Signs of a position that the legend does not explain: told, unless something may stand there with just that sign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Severity
from rulewright.memory import Memory
from rulewright.scenario.checked import check_with_tests

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: p\nplayers: 2\nstart: game\nboard: BOARD\n"
CELLS = """
kind beast: {placed: yes, plural: beasts}
beast wolf: {}
beast bear: {}
area pit: {name: Pit}
map field:
  rows: |
    ..o
  legend: {o: pit}
event game: |
  lay(field)
  for each b in beasts:
    swap_sheet(b, bear)
"""
TABLE = """
kind beast: {placed: yes, plural: beasts}
beast wolf: {}
beast bear: {}
map field: {table: 12x12}
event game: |
  lay(field)
  for each b in beasts:
    swap_sheet(b, bear)
"""
ON_CELLS = """
test it:
  map: "x.a"
  legend: {x: wolf of 1 as Fang, a: pit}
  do: swap_sheet(Fang, bear)
  position: "DRAWN"
"""
ON_TABLE = """
test it:
  map: field
  drawn: "x.."
  legend: {x: wolf of 1 as Fang}
  do: swap_sheet(Fang, bear)
  position: "DRAWN"
"""


def told(folder: Path, memory: Memory | None = None) -> list[str]:
    """What is wrong: the words, code, message and remedy."""
    checked = check_with_tests(folder, memory=memory)
    return [f"{one.span.text}: {one.code} {one.message} -- {one.hint}" for one in checked.diagnostics
            if one.severity is Severity.ERROR]  # fmt: skip


def files(board: str, drawn: str) -> dict[str, str | bytes]:
    """A pack with a test of that end."""
    game, test = (TABLE, ON_TABLE) if board == "plane" else (CELLS, ON_CELLS)
    return {"pack.yaml": MANIFEST.replace("BOARD", board), "game.yaml": game,
            "tests/t.yaml": test.replace("DRAWN", drawn)}  # fmt: skip


@pytest.mark.parametrize("drawn", ["x.a", "...", "B.o", "w.?"])
def test_what_may_stand_there_is_no_mistake(pack_folder: Write, drawn: str) -> None:
    assert told(pack_folder(files("square", drawn))) == []


@pytest.mark.parametrize(("board", "drawn"), [("square", "q.a"), ("hex", "q.a"), ("plane", "q.."), ("plane", "b..")])
def test_a_sign_of_nothing_is_told(pack_folder: Write, board: str, drawn: str) -> None:
    sign = drawn[0]
    assert told(pack_folder(files(board, drawn))) == [
        f"{sign}: RW437 the legend does not explain '{sign}' -- write `legend: {{\"{sign}\": ..}}` with what is there"]


def test_a_sheet_that_goes_is_told_though_the_tests_are_known(pack_folder: Write) -> None:
    memory, before = Memory(), files("square", "b.a")
    assert told(pack_folder(before), memory) == []
    game = str(before["game.yaml"]).replace("bear", "ox")
    test = str(before["tests/t.yaml"]).replace("bear", "wolf")
    assert told(pack_folder({**before, "tests/t.yaml": test}), memory) == []
    after = pack_folder({**before, "game.yaml": game, "tests/t.yaml": test})
    assert [one[:7] for one in told(after, memory)] == ["b: RW43"]
