"""By how much an area is missed, as refusals tell it: lengths on planes, places on cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.on_planes import linked_of

from rulewright.play import opened, why
from rulewright.play.plane_depths import contact_by, overlap_by
from rulewright.session import Game, told_refusal
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import disc

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PLANE = """\
area home: {}
area pond: {}
area ridge: {}
area north: {}
map field:
  table: 36x24
  areas:
    home: rectangle 0x16 to 36x24
    pond: disc 20x8 by 2
    ridge: line 0x16 to 36x16
    north: past ridge left
kind rock: {placed: yes, owned: no, plural: rocks, base: rectangle 2 by 2}
rock boulder: {name: Boulder}
kind model: {placed: yes, plural: models, base: round 0.5}
model scout: {name: Scout}
event game: |
  lay(field)
  for each p in players:
    begin(p) if seat_number(p) is 1
event begin(player who): |
  repeat up to 2:
    let c = choose one c in everywhere by who
    create boulder at c
  let s = choose one c in everywhere by who
  let m = create scout for who at s
  offer who:
    go(m, q) for q in everywhere
permission dry(model m, spot q): not meets(footprint(m, q), pond)
permission settled(model m, spot q): (let c = q then supposing(m at c, wholly(m, home)))
event go(model m, spot q):
  legal: {here: 'CONDITION'}
  do: put m at q
"""
_MANIFEST = "pack: g\nplayers: 2\nstart: game\nboard: BOARD\n"
# Boulders 1 and 2 at 10x10 and 14x10, the model at 30x20.
START = (pose(10_000, 10_000), pose(14_000, 10_000), pose(30_000, 20_000))


@pytest.mark.parametrize(("condition", "at", "told"), [
    ("wholly(footprint(m, q), home)", (5_000, 15_750), "outside 0.75 inches"),
    ("wholly(footprint(m, q), home)", (35_750, 20_000), "outside 0.25 inches"),
    ("wholly(footprint(m, q), north)", (5_000, 15_500), "outside 0.001 inches"),  # its border does not belong to it
    ("wholly(q, home)", (5_000, 15_750), "outside 0.25 inches"),
    ("settled(m, q)", (5_000, 15_750), "outside 0.75 inches"),
    ("every k in models has wholly(footprint(k, q), home)", (5_000, 15_750), "outside 0.75 inches (Scout)"),
    ("not meets(footprint(m, q), past(ridge, q, 2 inches))", (5_000, 12_900), "inside 1.6 inches"),
    ("dry(m, q)", (22_400, 8_000), "inside 0.101 inches"),
    ("meets(footprint(m, q), pond)", (24_000, 8_000), "missing 1.5 inches"),
    ("meets(footprint(m, q), pond)", (23_000, 9_000), "missing 0.663 inches"),
    ("q in home", (5_000, 15_750), "missing 0.25 inches"),
    ("q is home", (5_000, 15_750), "missing 0.25 inches"),
    ("not (q is home)", (5_000, 16_750), "inside 0.751 inches"),
    ("q not in pond + home", (5_000, 16_750), "inside 0.751 inches"),
    ("q in anchors(m) - pond", (5_000, 300), "missing 0.2 inches"),
    ("supposing(m at q, m is pond)", (5_000, 5_000), "missing 12.798 inches"),
    ("supposing(m at q, not (m is home))", (5_000, 20_000), "inside 4.501 inches"),
    ("no k in rocks where overlapping(k, footprint(m, q))", (11_250, 10_000), "overlap 0.25 inches (Boulder 1)"),
    ("no k in rocks where overlapping(k, footprint(m, q))", (12_000, 10_000), ""),
    ("no k in rocks where touching(k, footprint(m, q))", (11_500, 10_000), "overlap 0.001 inches (Boulder 1)"),
    ("some k in rocks where touching(k, footprint(m, q))", (16_000, 10_000), "missing 0.5 inches (Boulder 2)"),
    ("not meets(footprint(m, q), burst(rocks, 1 inch))", (12_000, 10_000), None),  # between both
    ("not meets(footprint(m, q), burst(rocks, 1 inch))", (8_000, 10_000), "inside 0.501 inches"),
    ("not wholly(footprint(m, q), home)", (5_000, 18_000), None),
])  # fmt: skip
def test_on_a_plane(pack_folder: Write, condition: str, at: tuple[int, int], told: str | None) -> None:
    game = begun(pack_folder, "plane\ngrain: 1 inch", PLANE, condition)
    for place in START:
        game.answer_at(place)
    found = opened.refused(game.state, 0, pose(*at))
    expected = [] if told == "" else [()] if told is None else [(f"{told}, at most 0 needed",)]
    assert [one.measured for one in found] == expected


@pytest.mark.parametrize(("by", "closed", "length"), [(3_500, 0, 500), (3_500, 1, 501), (1_500, 0, 0), (-2_250, 0, 0)])
def test_what_is_among_several_is_free_of_all_of_them(pack_folder: Write, by: int, closed: int, length: int) -> None:
    """Nothing is told where a move so long might end in another, whoever moves."""
    m = begun(pack_folder, "plane\ngrain: 1 inch", PLANE, "true").state
    some = (disc(2_000).at(pose(10_000, 10_000)), disc(2_000).at(pose(14_500, 10_000)))
    one = disc(2_000).at(pose(10_000 - by, 10_000))
    measure = contact_by if closed else overlap_by
    assert measure(m, (one,), some) == measure(m, some, (one,)) == length
    far = disc(2_000).at(pose(30_000, 10_000))
    assert measure(m, (far, one), some) == length


def test_in_russian(pack_folder: Write) -> None:
    game = begun(pack_folder, "plane\ngrain: 1 inch", PLANE, "wholly(footprint(m, q), home) and dry(m, q)")
    for place in START:
        game.answer_at(place)
    told = told_refusal(game.state, 0, pose(5_000, 15_750), 0, "ru")
    assert "(снаружи 0.75 дюйма, нужно не больше 0); подошло бы 5x16.5" in told


CELLS = """\
area camp: {}
map field: {rows: "......\\n.====.\\n......\\n", legend: {"=": camp}}
kind ogre: {placed: yes, plural: ogres, size: 2}
ogre troll: {name: Troll}
event game: |
  lay(field)
  for each p in players:
    begin(p) if seat_number(p) is 1
event begin(player who): |
  let a = choose one c in everywhere by who
  let m = create troll for who at a
  offer who or pass:
    go(m, q) for q in anchors(m)
event go(ogre m, cell q):
  legal: {here: 'CONDITION'}
  do: put m at q
"""


@pytest.mark.parametrize(("condition", "told"), [
    ("wholly(footprint(m, q), camp)", "outside 3 cells, at most 0 needed"),
    ("not meets(footprint(m, q), camp)", "inside 1 cell, at most 0 needed"),
    ("not overlapping(footprint(m, q), m)", "overlap 2 cells, at most 0 needed"),
])  # fmt: skip
def test_on_cells(pack_folder: Write, condition: str, told: str) -> None:
    """The troll stands at B1 to C2, and goes to A1 to B2."""
    game = begun(pack_folder, "square", CELLS, condition)
    assert game.decision is not None
    board = game.state.board
    game.answer([board.show(one) for one in game.decision.options].index("B1"))
    event = [one.id for one in game.state.p.program.events].index("go")
    found = why.not_offered(game.state, event, (1, board.parse("A1")), "en", 0)
    assert [one.measured for one in found] == [(told,)]


def begun(pack_folder: Write, board: str, text: str, condition: str) -> Game:
    manifest = _MANIFEST.replace("BOARD", board)
    folder = pack_folder({"pack.yaml": manifest, "game.yaml": text.replace("CONDITION", condition)})
    return Game.new(linked_of(folder), seed=1)
