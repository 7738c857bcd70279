"""Walks with a budget that no board can use up end where the board does, or are refused, and never fill memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = """
area corner: {}
map field:
  rows: |
    c...
    ....
    ....
  legend: {c: corner}
kind piece: {plural: pieces, placed: yes}
piece rat: {}
kind match: {state: {n: number}}
value cost(cell c) gives cells: PRICE cells
value effort(piece p, cell c) gives cells: PRICE cells
permission may(piece p, cell c): true
event game: |
  lay(field)
  let p = first(players)
  finish if p is none
  for each c in corner:
    create rat for p at c
  let s = only_one(corner)
  finish if s is none
  set match.n = size(reachable(s, 1000000000 cells, cost, corner - corner))
  for each r in pieces:
    set match.n = match.n * 100 + size(step_cells(r, 1000000000 cells, may, effort))
"""


def played(pack_folder: Write, price: int) -> Game:
    files = {"pack.yaml": "pack: wide\nstart: game\nboard: square\n", "all.yaml": PACK.replace("PRICE", str(price))}
    folder = pack_folder(files)
    result = check_pack(folder)
    assert result.program is not None, [one.message for one in result.diagnostics]
    return Game.new(Linked(result.program), seed=0)


def test_a_budget_without_end_reaches_the_whole_board(pack_folder: Write) -> None:
    game = played(pack_folder, 3)
    assert game.problem is None
    [column] = [one for one in game.linked.program.columns if one.id == "n"]
    assert getattr(game.state, column.slot)[0] == 1111


def test_a_walk_that_could_cost_too_much_is_refused(pack_folder: Write) -> None:
    game = played(pack_folder, 2000000)
    assert game.problem is not None
    assert game.problem.what == "a walk with budget 1000000000: round blocked places at most 10000 is allowed"
    assert game.problem.chain == ["game"]


def test_what_costs_nothing_is_refused_where_it_spreads(pack_folder: Write) -> None:
    game = played(pack_folder, 0)
    assert game.problem is not None
    assert game.problem.what == "entering a place costs 0: `reachable` expects 1 or more"
