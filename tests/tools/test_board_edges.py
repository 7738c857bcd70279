"""The board at the table, with what stands on edges and edges that are answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.pipeline import check_pack
from rulewright.play import pieces, setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright_tools.show.board import Offered, draw, edge_legend
from rulewright_tools.show.pieces import Sight, Signs

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """\
kind man: {placed: yes}
man bob: {}
kind wall: {placed: edge, owned: no}
wall plank: {}
map yard:
  rows: |
    ..
    ..
event play:
  do: |
    lay(yard)
    for each e in edges(everywhere):
      create plank at e
    for each p in players:
      for each c in everywhere:
        create bob for p at c
"""


def test_edges_stand_between_cells_where_something_is_on_them(pack_folder: Write) -> None:
    program = check_pack(pack_folder({"pack.yaml": "pack: p\nstart: play\nboard: square\n", "game.yaml": GAME})).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    setup.lay(m, 0)
    sheets = {one.id: i for i, one in enumerate(program.sheets)}
    pieces.create(m, sheets["bob"], 0, m.board.parse("A1"))
    signs, sight = Signs(), Sight(None, "en")

    def lines(possible: frozenset[int] = frozenset()) -> list[str]:
        return [line.plain.rstrip() for line in draw(m, signs, sight, Offered(frozenset(possible)))]

    assert lines() == m.board.draw(lambda place: {m.at[1]: signs.of(m, 1, sight)}.get(place, "."))
    pieces.create(m, sheets["plank"], None, m.board.parse_edge("A1|B1"))
    pieces.create(m, sheets["plank"], None, m.board.parse_edge("B2|south"))
    man = signs.of(m, 1, sight)
    # Walls are drawn by a letter of their sheet; between rows of cells stands a line where there is something to see.
    assert lines() == [
        "   A  B",
        f"1  {man:2}p.",
        "2  .  .",
        "  +  +pp+",
    ]
    edge = m.board.parse_edge("A1|A2")
    assert lines(frozenset((edge or 0,)))[2] == "  +**+  +"
    assert [line.plain for line in edge_legend(m, "en")] == ["pp plank"]
