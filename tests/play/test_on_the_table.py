"""Open sets of spots that reach beyond the table: what is looked for, proposed and answered lies on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.oracle.compare import compare, prepare
from tests.play.on_planes import linked_of

from rulewright.play import opened
from rulewright.play.nearby import nearest
from rulewright.session import Game, Refused
from rulewright.space.plane.poses import pose, spot_of

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """\
area middle: {}
area strip: {}
area beyond: {}
area above: {}
map field:
  TABLE
  areas:
    middle: line 0x12 to 36x12
    strip: past middle right by 10
    beyond: past middle right by 13
    above: past middle left by 13
kind model: {placed: yes, plural: models, base: round 0.5}
model scout: {}
event game gives set of player winners: |
  lay(field)
  for each p in players:
    let m = create scout for p
    add_one() if some q in beyond
    add_one() if no q in strip
    add_one() if some q in above where q not in strip
    let nothing = choose one or none q in beyond by p
    add_one() if nothing is not none
    let q = choose one q in strip where not (q within 1 inch of middle) by p
    put m at q
    offer p or pass:
      go(m, there) for there in strip + beyond
  set winners = all(p in players where match.found is 0)
kind match: {state: {found: number}}
event add_one: set match.found = match.found + 1
event go(model m, spot q):
  legal: {far: q within 20 inches of m}
  do: put m at q
"""
TABLES = ["table: 36x24", "table: polygon 0x0 36x0 36x18 30x24 0x24"]


MANIFEST = "pack: p\nplayers: 1\nstart: game\nboard: plane\ngrain: 0.5 inches\n"


@pytest.fixture(params=TABLES)
def folder(request: pytest.FixtureRequest, pack_folder: Write) -> Path:
    return pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME.replace("TABLE", request.param)})


def test_proposals_lie_on_the_table(folder: Path) -> None:
    game = Game.new(linked_of(folder), seed=1)
    asked = 0
    while not game.over:
        decision = game.decision
        assert decision is not None
        places = [opened.member_in(game.state, decision, one) for one in decision.options if one is not None]
        spots = [spot_of(at) for at in places if isinstance(at, int)]
        assert len(spots) == 24 and all(y > 22_000 and game.state.board.has(pose(x, y)) for x, y in spots)
        asked += 1
        game.answer(0)
    assert asked == 2 and game.winners == (0,), "beyond and above the table nothing is found or asked"


def test_a_spot_beside_the_table_is_no_answer(folder: Path) -> None:
    """Whatever the set holds; one that is near it and on the table is told."""
    game = Game.new(linked_of(folder), seed=1)
    game.answer_at(pose(10_000, 23_000))
    with pytest.raises(Refused, match="it is not one of those that this question considers"):
        game.answer_at(pose(10_000, 24_001))
    near = nearest(game.state, 0, pose(10_000, 30_000))
    assert type(near) is int and game.state.board.has(near)
    game.answer_at(pose(10_000, 24_000))
    assert game.over


def test_an_unlisted_answer_is_judged_with_all_steps_of_a_decision(folder: Path) -> None:
    """However many the question took: a match that was loaded would accept it."""
    game = Game.new(linked_of(folder), seed=1)
    for place in (pose(10_000, 23_000), pose(10_000, 24_000)):
        game.state.fuel = 1
        game.answer_at(place)
    assert game.over


def test_engine_and_oracle_agree(folder: Path) -> None:
    prepared = prepare(folder)
    for seed in range(2):
        assert compare(prepared, seed) is None


def test_where_may_be_left_out_of_every_open_set(pack_folder: Write) -> None:
    asked = """\
    add_one() if (some w in ways(m)) or (no f in formations(models)) or (some f in marches(models))
    put m at q
    add_one() if (no w in ways(m)) or (no f in formations(models)) or (no f in marches(models))
"""
    text = GAME.replace("TABLE", TABLES[0]).replace("    put m at q\n", asked, 1)
    game = Game.new(linked_of(pack_folder({"pack.yaml": MANIFEST, "game.yaml": text})), seed=1)
    while not game.over:
        game.answer(0)
    assert game.winners == (0,)
