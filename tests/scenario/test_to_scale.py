"""Tests of planes that draw who stands where: what is read, what is compared, what is wrong with a drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.report import message
from rulewright.scenario.suite import Suite, load_suite
from rulewright.scenario.to_scale import read_scale

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """\
map field: {table: 12x8}
kind unit: {placed: yes, plural: units, base: rectangle 1 by 2}
unit block: {}
kind tree: {placed: yes, owned: no, plural: trees}
tree oak: {}
event game: |
  lay(field)
event shove(unit who, spot there): put who at there
event turn(unit who): |
  put who at facing(who.place, 90) if who.place is not none
"""
SECRET = ("base: rectangle 1 by 2}", "base: rectangle 1 by 2, state: {reach: inches}, secret: {reach: nobody}}")
CREEPING = """\
event stretch(unit who): |
  let r = roll d1 in secret
  set who.reach = r * 1 inch
event creep(unit who, spot there):
  legal: {far: there within who.reach of who}
  do: put who at there
"""
DRAWN = """\
test it stands where it is drawn:
  map: field
  drawn: |
    a..o
    .b.o
  SCALE
  legend: {a: block of 1 as One, b: block of 2 as Two, o: oak}
"""


def suite(write: Write, test: str, scale: str = "seats: 2", manifest: str = "board: plane", game: str = GAME
          ) -> Suite:  # fmt: skip
    text = DRAWN.replace("SCALE", scale) + test
    return load_suite(write({"pack.yaml": f"pack: p\nplayers: 2\nstart: game\n{manifest}\n", "g.yaml": game,
                             "tests/t.yaml": text}))  # fmt: skip


def outcome(found: Suite) -> str:
    assert not found.mistakes.has_errors and found.linked is not None, [*found.mistakes, *found.diagnostics]
    (result,) = found.run()
    return "" if result.passed else message(result)


@pytest.mark.parametrize(("scale", "one", "two"), [
    ("seats: 2", "0.5x0.5", "1.5x1.5"), ("scale: 2 inches", "1x1", "3x3"),
    ("scale: 0.25 inches", "0.125x0.125", "0.375x0.375"),
])  # fmt: skip
def test_a_sign_stands_in_the_middle_of_its_square(pack_folder: Write, scale: str, one: str, two: str) -> None:
    assert (
        outcome(suite(pack_folder, f"  stands: {{One: {one}, Two: {two}}}\n  then: [size(trees) is 2]\n", scale)) == ""
    )


def test_a_refusal_is_told_with_what_no_player_may_know(pack_folder: Write) -> None:
    asking = """\
  dice: {d1: [1]}
  do: |
    stretch(One)
    offer player_1:
      creep(One, q) for q in everywhere
  answers: [{choose: creep, at: 8x6}]
"""
    told = outcome(suite(pack_folder, asking, game=GAME.replace(*SECRET) + CREEPING))
    assert "8x6 is no answer: far: there within who.reach of who (distance " in told


@pytest.mark.parametrize("texts", [
    "  then: [One in units_in(everywhere - glade)]\n",
    "  then: [One in things_at(everywhere - glade)]\n",
    "  do: |\n    for each u in units_in(everywhere - glade):\n      turn(u)\n  then: [One is placed]\n",
    "  do: turn(One)\n  happened: [turn where who in units_in(everywhere - glade)]\n",
    "  during: ['note(wholly(One, glade + marsh))']\n  then: [One is placed]\n",
    "  do: |\n    offer player_1:\n      shove(One, q) for q in glade where wholly(footprint(One, q), glade + marsh)\n"
    "  answers: [{choose: shove, at: 3x3}]\n",
])  # fmt: skip
def test_what_a_test_asks_of_an_area_is_decided(pack_folder: Write, texts: str) -> None:
    """Before it is run, as of a pack."""
    game = GAME.replace("{table: 12x8}", "{table: 12x8, areas: {glade: disc 3x3 by 1, marsh: disc 9x3 by 1}}")
    found = suite(pack_folder, texts, game=f"{game}area glade: {{}}\narea marsh: {{}}\nevent note(yes_no b): {{}}\n")
    assert [one.code for case in found.cases for one in case.mistakes] == ["RW550"]


def test_the_end_is_compared_by_spots(pack_folder: Write) -> None:
    """Whatever way things are turned; those without a name as well."""
    moved = """\
  spots: {goal: 2.5x0.5}
  do: |
    shove(One, goal)
    turn(Two)
  position: |
    ..ao
    .b.o
"""
    assert outcome(suite(pack_folder, moved)) == ""


@pytest.mark.parametrize(("position", "said"), [
    ("a..o|.b.o", "a is at 2.5x0.5, not at 0.5x0.5"),
    ("..a.|.b.o", "o is at 3.5x0.5, not nowhere"),
    ("..ao|...o", "b is at 1.5x1.5, not nowhere"),
    ("..ao|bb.o", "b is nowhere, not at 0.5x1.5"),
])  # fmt: skip
def test_what_differs_is_told_by_sign(pack_folder: Write, position: str, said: str) -> None:
    rows = "".join(f"    {row}\n" for row in position.split("|"))
    told = outcome(suite(pack_folder, f"  spots: {{goal: 2.5x0.5}}\n  do: shove(One, goal)\n  position: |\n{rows}"))
    assert said in told
    assert "0  .bao" in told and "a One 2.5x0.5" in told, "the table is drawn with the same signs, to the same scale"


@pytest.mark.parametrize(("change", "code", "words"), [
    ((".b.o", ".b.x"), "RW437", "the legend does not explain 'x'"),
    ((".b.o", "ab.o"), "RW436", "'One' is drawn 2 times"),
    (("SCALE", "scale: 0 inches"), "RW209", "a glyph is up to 100 inches wide"),
    (("SCALE", "at: {One: 3x3}"), "RW436", "'One' is already drawn"),
])  # fmt: skip
def test_mistakes_in_a_drawing_are_told(pack_folder: Write, change: tuple[str, str], code: str, words: str) -> None:
    text = (DRAWN + "  then: [1 is 1]\n").replace(*change).replace("SCALE", "seats: 2")
    manifest = "pack: p\nplayers: 2\nstart: game\nboard: plane\n"
    found = load_suite(pack_folder({"pack.yaml": manifest, "g.yaml": GAME, "tests/t.yaml": text}))
    told = [*found.mistakes, *(one for case in found.cases for one in case.found)]
    assert [(one.code, words in one.message) for one in told] == [(code, True)]


def test_a_thing_is_drawn_or_put(pack_folder: Write) -> None:
    made = suite(pack_folder, "  do: finish\n  then: [true]\n", "at: {One: 3x3}")
    (found,) = (one for case in made.cases for one in case.found)
    assert found.hint == "draw it there, or remove its glyph from `drawn`"


def test_cells_are_drawn_under_map(pack_folder: Write) -> None:
    text = "test of cells:\n  map: |\n    a.\n  drawn: |\n    a.\n  scale: 2 inches\n  legend: {a: pawn of 1}\n"
    text += "  then: [1 is 1]\n"
    files = {
        "pack.yaml": "pack: p\nplayers: 2\nstart: game\nboard: square\n",
        "g.yaml": "kind unit: {placed: yes}\nunit pawn: {}\nevent game: finish\n",
        "tests/t.yaml": text,
    }
    found = load_suite(pack_folder(files))
    told = [*found.mistakes, *(one for case in found.cases for one in case.found)]
    assert [one.message for one in told] == [
        "'drawn' is only for tables in inches", "'scale' is only for tables in inches"]  # fmt: skip


@pytest.mark.parametrize(("text", "wide"), [
    ("1 inch", 1_000), ("2.5 inches", 2_500), ("0.002 inches", 2), ("100 inches", 100_000), ("0.001 inches", None),
    ("0.003 inches", None), ("101 inches", None), ("2", None), ("2 cells", None), ("many inches", None),
    ("-2 inches", None),
])  # fmt: skip
def test_how_wide_a_sign_may_be(text: str, wide: int | None) -> None:
    assert read_scale(text) == wide


def test_a_thing_of_a_plane_may_be_called_as_cells_are(pack_folder: Write) -> None:
    """Places of a plane are not called so."""
    test = "test alone:\n  map: field\n  at: {oak as H1: 3x3}\n  spots: {there: 3x3}\n  then: [H1.place is there]\n"
    files = {"pack.yaml": "pack: p\nplayers: 2\nstart: game\nboard: plane\n", "g.yaml": GAME, "tests/t.yaml": test}
    assert outcome(load_suite(pack_folder(files))) == ""
