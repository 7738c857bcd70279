"""What a test begins with and cannot begin with: drawings, places, zones, names, settings with units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """
kind unit: {placed: yes, plural: units}
unit pawn: {}
kind tree: {placed: yes, owned: no, plural: trees}
tree oak: {}
kind card: {}
card ace: {}
zone hand(player owner): {holds: card}
zone tent(player owner): {}
status sore(number n): {of: unit, modify: forbid rest when who is self and n > 1}
event rest(unit who): {}
event game: told(setting.far)
"""
BOARDS = {
    "square": ("board: square\nsettings: {far: cells starts 2 cells}\n",
               "area wall: {}\nmap yard: {rows: \"..#\", legend: {\"#\": wall}}\nevent told(cells n): lay(yard)\n"),
    "plane": ("board: plane\nsettings: {far: inches starts 2 inches}\n",
              "area wall: {}\nmap yard: {table: 12x8, areas: {wall: disc 6x4 by 1}}\n"
              "event told(inches n): lay(yard)\n"),
    "none": ("settings: {far: number starts 2}\n", "event told(number n): {}\n"),
}  # fmt: skip


def pack(write: Write, board: str, test: str) -> Path:
    manifest, more = BOARDS[board]
    game = GAME if board != "none" else GAME.replace("placed: yes, ", "")
    return write({"pack.yaml": f"pack: p\nplayers: 2\nstart: game\n{manifest}", "game.yaml": game + more,
                  "tests/t.yaml": "test it:\n" + "".join(f"  {line}\n" for line in test.splitlines())})  # fmt: skip


@pytest.mark.parametrize(("board", "test", "wanted"), [
    ("plane", "map: |\n  ..a\nlegend: {a: pawn of 1 as One}", "RW436 this map draws cells, but a plane board has none"),
    ("plane", "at: {pawn of 1: 4x4}", "RW551 there is no board, so there is no spot 4x4"),
    ("plane", "spots: {ford: 4x4}", "RW551 there is no board, so there is no spot 4x4"),
    ("plane", "map: yard\ndrawn: |\n  #.\nlegend: {\"#\": wall}",
     "RW436 '#' stands for areas, which only the map of the pack can place"),
    ("plane", "map: yard\nscale: 2 inches", "RW209 nothing is drawn to this scale"),
    ("plane", "settings: {far: 4 cells}", "RW208 '4 cells' is not a number of inches"),
    ("plane", "settings: {far: 4.0001 inches}", "RW208 '4.0001 inches' is not a number of inches"),
    ("square", "settings: {far: 4 hexes}", "RW208 '4 hexes' is not a number of cells"),
    ("none", "settings: {far: 4 cells}", "RW208 '4 cells' is not a whole number"),
    ("square", "above: [\"..\"]", "RW209 storeys are drawn above nothing"),
    ("none", "above: [\"..\"]", "RW209 storeys are drawn above nothing"),
    ("none", "spots: {ford: B4}", "RW551 there is no board, so there is no cell B4"),
    ("square", "map: |\n  ...\n  ..", "RW436 row 2 of this map has 2 glyphs, most have 3"),
    ("square", "map: yard\nposition: |\n  ...\n  ..", "RW436 row 2 of this position has 2 glyphs, most have 3"),
    ("square", "map: yard\nposition: ''", "RW436 this position draws nothing"),
    ("square", "map: yard\nposition: []", "RW436 this position draws nothing"),
    ("square", "map: yard\nposition: |\n  + +\n\n  + +", "RW436 this position draws no place"),
    ("square", "map: |\n  + +\n\n  + +", "RW436 this map draws no place"),
    ("square", "zones: {hand of 1: [pawn]}", "RW501 zone 'hand' holds kind 'card', but 'pawn' is a unit"),
    ("square", "map: yard\nat: {pawn of 1 as One: A1}\nzones: {tent of 1: [One]}",
     "RW436 'One' is already under `at`"),
    ("square", "map: |\n  .\nat: {pawn of 1 as One: A1}\nzones: {tent of 1: [One]}",
     "RW436 'One' is already under `at`"),
    ("square", "map: |\n  a\nlegend: {a: pawn of 1 as One}\nzones: {tent of 1: [One]}", "RW436 'One' is already drawn"),
    ("square", "zones: {tent of 1: [ace as Top], hand of 1: [Top]}", "RW436 'Top' is already in a zone"),
    ("square", "map: yard\nspots: {ford: A1}\nzones: {tent of 1: [ford]}", "RW452 there is no sheet 'ford'"),
    ("square", "map: yard\nat: {oak of 1 as Oak: A1}", "RW525 a tree has no owner"),
    *[("square", f"map: yard\nat: {{pawn of 1 as {name}: A1}}",
       f"RW403 '{name}' is a reserved word of the language or of answers")
       for name in ("none", "every", "match", "enough")],
    ("square", "map: yard\nat: {pawn of 1 as One: A1}\nstatuses: {One: sore(1) as pass}",
     "RW403 'pass' is a reserved word of the language or of answers"),
])  # fmt: skip
def test_what_a_test_cannot_begin_with(pack_folder: Write, board: str, test: str, wanted: str) -> None:
    found = check_with_tests(pack(pack_folder, board, test + "\nthen: [1 is 1]")).diagnostics.errors
    assert [f"{one.code} {one.message}" for one in found] == [wanted]


@pytest.mark.parametrize(("board", "value", "read"), [
    ("plane", "4.5 inches", "4.5 inches"), ("plane", "4", "4 inches"), ("plane", "1 inch", "1 inch"),
    ("square", "4 cells", "4 cells"), ("square", "1 cell", "1 cell"), ("square", "4", "4 cells"), ("none", "-4", "-4"),
])  # fmt: skip
def test_settings_have_the_units_of_their_types(pack_folder: Write, board: str, value: str, read: str) -> None:
    suite = load_suite(pack(pack_folder, board, f"settings: {{far: {value}}}\nthen: [setting.far is {read}]"))
    assert not suite.mistakes and [message(one) for one in suite.run()] == [""]


@pytest.mark.parametrize("field", ["then: []", "happened: []", "reads: {}", "stands: {}"])
def test_a_field_that_is_empty_expects_nothing(pack_folder: Write, field: str) -> None:
    found = check_with_tests(pack(pack_folder, "square", f"do: game()\n{field}")).diagnostics.errors
    assert [one.message for one in found] == ["this test expects nothing"]


def test_a_thing_on_a_table_may_be_called_like_a_cell(pack_folder: Write) -> None:
    test = "map: yard\nat: {pawn of 1 as H1: 4x4}\nspots: {ford: 4x4}\nthen: [H1.place is ford]\nstands: {H1: ford}"
    suite = load_suite(pack(pack_folder, "plane", test))
    assert not suite.mistakes and [message(one) for one in suite.run()] == [""]


def test_a_test_moves_what_its_set_up_has_under_at_by_its_name(pack_folder: Write) -> None:
    folder = pack(pack_folder, "square", "then: [1 is 1]")
    text = "setup base:\n  map: |\n    ..a\n  legend: {a: pawn of 1}\n  at: {pawn of 1 as One: A1}\n"
    text += "test it:\n  extends: base\n  at: {One: B1}\n  then: [One.place is B1]\n"
    (folder / "tests/t.yaml").write_text(text)
    suite = load_suite(folder)
    assert not suite.mistakes and [message(one) for one in suite.run()] == [""]
