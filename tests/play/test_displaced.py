"""A spot so far away in a direction: what scatters lands where a die of 360 faces and a length say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from pathlib import Path

import pytest
from tests.oracle.compare import Limits, prepare, report

from rulewright.play import plane
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright.space.plane.poses import FARTHEST, pose, show, spot_of

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """\
map fen: {table: 36x24}
kind shell: {placed: yes, plural: shells, owned: no, base: rectangle 1 by 2}
shell bomb: {}
event game: |
  lay(fen)
  for each p in players:
    repeat up to 4:
      offer p:
        aim(p, q) for q in everywhere
event aim(player who, spot q): |
  let s = create bomb at facing(q, 45)
  let way = roll d360 by who
  let a = roll d6 by who
  drift(s, way, a)
  turn_to(s, q)
  swing(s, way)
event swing(shell s, number more): |
  let p = s.place
  if p is not none:
    put s at facing(p, heading(p) + more)
event turn_to(shell s, spot q): |
  if s.place is not none:
    put s at facing(s.place, bearing(s.place, q))
event drift(shell s, number way, number far): |
  if s.place is not none:
    put s at displaced(s.place, way, far * 1 inch)
"""
CASE = """\
test a shell drifts:
  map: fen
  at: {bomb as B: 10x10@45}
  do: drift(B, WAY, FAR)
  stands: {B: GOAL}
"""


@pytest.mark.parametrize(("way", "far", "goal"), [
    (90, 3, "13x10@45"), (360, 3, "10x7@45"), (180, 6, "10x16@45"), (270, 0, "10x10@45"), (630, 4, "6x10@45"),
    (30, 6, "13x4.804@45"), (45, 2, "11.414x8.586@45"), (-90, 2, "8x10@45"), (90, -2, "10x10@45"),
])
def test_a_shell_lands_where_a_direction_and_a_length_say(pack_folder: Write, way: int, far: int, goal: str) -> None:
    case = CASE.replace("WAY", str(way)).replace("FAR", str(far)).replace("GOAL", goal)
    manifest = "pack: shells\nplayers: 2\nstart: game\nboard: plane\n"
    suite = load_suite(pack_folder({"pack.yaml": manifest, "game.yaml": GAME, "tests/one.yaml": case}))
    assert [one.message for one in [*suite.diagnostics.errors, *suite.mistakes]] == []
    assert [message(one) for one in suite.run() if not one.passed] == []


@pytest.mark.parametrize("more", [0, 44, 314, 315, -45, -46, 720])
def test_a_heading_is_the_degrees_of_the_turn(pack_folder: Write, more: int) -> None:
    """They count on from the old ones, and begin again after a whole turn."""
    turn = (45 + more) % 360
    case = CASE.replace("drift(B, WAY, FAR)", f"swing(B, {more})").replace("GOAL", f"10x10@{turn}")
    case += f"  then: [B.place is not none and heading(B.place) is {turn}]\n"
    manifest = "pack: shells\nplayers: 2\nstart: game\nboard: plane\n"
    suite = load_suite(pack_folder({"pack.yaml": manifest, "game.yaml": GAME, "tests/one.yaml": case}))
    assert [one.message for one in [*suite.diagnostics.errors, *suite.mistakes]] == []
    assert [message(one) for one in suite.run() if not one.passed] == []


@pytest.mark.parametrize(("goal", "turn"), [
    ("10x5", ""), ("15x5", "@45"), ("15x10", "@90"), ("10x15", "@180"), ("0x10", "@270"), ("10x10", ""),
    ("13x4.804", "@30"), ("10.261x-4.995", "@1"), ("10.087x0", ""), ("10.088x0", "@1"),
    ("9.912x0", "@359"), ("9.913x0", ""),
])
def test_it_is_turned_to_the_degree_that_leads_best(pack_folder: Write, goal: str, turn: str) -> None:
    """Half a degree of ten inches is 0.0873 of them."""
    case = CASE.replace("drift(B, WAY, FAR)", "turn_to(B, goal)").replace("GOAL", "10x10" + turn)
    case = case.replace("  do:", f"  spots: {{goal: {goal}}}\n  do:")
    manifest = "pack: shells\nplayers: 2\nstart: game\nboard: plane\n"
    suite = load_suite(pack_folder({"pack.yaml": manifest, "game.yaml": GAME, "tests/one.yaml": case}))
    assert [one.message for one in [*suite.diagnostics.errors, *suite.mistakes]] == []
    assert [message(one) for one in suite.run() if not one.passed] == []


def test_it_is_as_far_away_as_is_said_to_a_thousandth() -> None:
    for degrees in range(-360, 720, 7):
        for length in (0, 1, 999, 5_000, 71_234):
            x, y = spot_of(plane.displaced(pose(20_000, 20_000), degrees, length))
            assert abs(hypot(x - 20_000, y - 20_000) - length) < 1.5


def test_nothing_goes_further_than_things_can_stand() -> None:
    for degrees in (0, 90, 137, 180, 270):
        x, y = spot_of(plane.displaced(pose(0, 0), degrees, 10**15))
        assert max(abs(x), abs(y)) <= FARTHEST
    assert show(plane.displaced(pose(1_000, 1_000, 30), 0, 10**15)) == "1x-1000@30"


def test_the_oracle_comes_to_the_same(pack_folder: Write) -> None:
    prepared = prepare(pack_folder({"pack.yaml": "pack: shells\nplayers: 2\nstart: game\nboard: plane\n",
                                    "game.yaml": GAME}))  # fmt: skip
    for seed in range(4):
        assert report(prepared, seed, limits=Limits(decisions=10)).difference is None
