"""The end of a test as it is drawn: what the legend does not know, areas, letters that mean two things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """
area wall: {}
area mud: {}
kind model: {placed: yes, plural: models}
model wheel: {}
model warden: {}
event game: lay(yard)
event born(player p, PLACE q): create wheel for p at q
event kill(model m): remove m
"""
CELLS = """
map yard:
  rows: |
    #...
    m...
  legend: {"#": wall, m: mud}
"""
TABLE = "map yard: {table: 8x4}\n"


def told(write: Write, board: str, test: str) -> list[str]:
    game = GAME.replace("PLACE", {"square": "cell", "plane": "spot"}[board]) + (CELLS if board == "square" else TABLE)
    suite = load_suite(write({"pack.yaml": f"pack: p\nplayers: 2\nstart: game\nboard: {board}\n", "game.yaml": game,
                              "tests/t.yaml": "test it:\n" + "".join(f"  {line}\n" for line in test.splitlines())}))
    assert not suite.mistakes and not suite.diagnostics.has_errors and not suite.cases[0].found
    (result,) = suite.run()
    return [one.message for one in result.differences]


MIXED = 'map: |\n  #x..\n  .W..\nlegend: {W: warden of 1 as Ward, "#": wall, "~": mud, x: [wall, mud]}\n'
ALIKE = "map: yard\nlegend: {W: wheel of 2}\nat: {wheel of 2: B2}\n"
KNOWN = "map: yard\nlegend: {W: warden of 1 as Ward}\nat: {Ward: B2}\n"


@pytest.mark.parametrize(("begin", "do", "position", "wanted"), [
    (MIXED, "", "#x..|.W..", []),
    (MIXED, "", "....|.W..", []),
    (MIXED, "", "##..|.W..", ["expected # at B1, found x"]),
    (MIXED, "", "xx..|.W..", ["expected x at A1, found #"]),
    (MIXED, "", "#x.#|~W..", ["expected # at D1, found nothing", "expected ~ at A2, found nothing"]),
    (KNOWN, "", "#...|mW..", []),
    (KNOWN, "", "#..m|#W..", ["expected m at D1, found nothing", "expected # at A2, found m"]),
    (KNOWN, "born(player_1, D1)", "#..W|mW..", ["expected W at D1, found ?"]),
    (KNOWN, "born(player_2, D1)", "#..w|mW..", []),
    (ALIKE, "born(player_2, D1)", "#..W|mW..", []),
    (ALIKE, "born(player_2, D1)", "#..w|mW..", []),
    (ALIKE, "born(player_1, D1)", "#..W|mW..", ["expected W at D1, found ?"]),
    (KNOWN, "kill(Ward)", "#...|mW..", ["expected W at B2, found nothing"]),
])  # fmt: skip
def test_on_cells(pack_folder: Write, begin: str, do: str, position: str, wanted: list[str]) -> None:
    rows = "".join(f"  {row}\n" for row in position.split("|"))
    done = f"do: {do}\n" if do else ""
    assert told(pack_folder, "square", f"{begin}{done}position: |\n{rows}") == wanted


def test_what_a_table_has_and_the_legend_has_not(pack_folder: Write) -> None:
    """It is not drawn, so it should stand nowhere."""
    begin = "map: yard\ndrawn: |\n  ..\n  .s\nlegend: {s: warden of 1 as Ward}\nat: {warden of 2 as Two: 3x1}\n"
    test = begin + "spots: {there: 5.5x0.5}\ndo: born(player_1, there)\nposition: |\n  ..\n  .s\n"
    assert told(pack_folder, "plane", test) == [
        "Two is at 3x1, but the legend has no glyph for it",
        "wheel is at 5.5x0.5, but the legend has no glyph for it",
    ]


def test_a_call_whose_first_thing_left_play_says_so(pack_folder: Write) -> None:
    """It may have done all that it should."""
    game = GAME.replace("PLACE", "cell") + CELLS + "event ram(model who): |\n  kill(who)\n  set match.n = 1\n"
    game += "kind match: {state: {n: number}}\n"
    test = "test it:\n  map: yard\n  at: {warden of 1 as Ward: B2}\n  do: ram(Ward)\n  then: [match.n is 1]\n"
    suite = load_suite(pack_folder({"pack.yaml": "pack: p\nplayers: 2\nstart: game\nboard: square\n",
                                    "game.yaml": game, "tests/t.yaml": test}))  # fmt: skip
    (result,) = suite.run()
    assert "ram(Ward) [impossible: Ward had left play]" in message(result)
