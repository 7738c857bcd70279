"""The board of several storeys at the table: what is used of it, one storey after the other, and all from above."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.pipeline import check_pack
from rulewright.play import pieces, setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright_tools.show.board import draw
from rulewright_tools.show.pieces import Sight, Signs

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """\
kind man: {placed: yes}
man bob: {}
kind wall: {placed: edge, owned: no}
wall plank: {}
wall tile: {}
map yard:
  rows: |
    ...
    ...
event play:
  do: |
    lay(yard)
    for each e in edges(everywhere):
      create plank at e
      create tile at e
    for each p in players:
      for each c in everywhere:
        create bob for p at c
"""


def test_storeys_are_drawn_where_something_is(pack_folder: Write) -> None:
    program = check_pack(pack_folder({"pack.yaml": "pack: p\nstart: play\nboard: square\nlevels: 4\n",
                                      "game.yaml": GAME})).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    setup.lay(m, 0)
    sheets = {one.id: i for i, one in enumerate(program.sheets)}

    def made(sheet: str, at: str) -> str:
        """Its sign."""
        place = m.board.parse_edge(at) if "|" in at else m.board.parse(at)
        assert place is not None
        e = pieces.create(m, sheets[sheet], 0 if sheet == "bob" else None, place)
        return signs.of(m, e, sight).lstrip("*")

    signs, sight = Signs(), Sight(None, "en")

    def lines(possible: frozenset[int] = frozenset()) -> list[str]:
        return [line.plain.rstrip() for line in draw(m, signs, sight, possible)]

    assert lines() == ["   A B C", "1  . . .", "2  . . ."]
    made("bob", "A1")
    made("tile", "B2|B2_1")
    # A floor is no wall: no boxes are drawn for it. Nobody stands above the ground, so it hides nothing of it; of the
    # storey above the rows are drawn in which something is.
    assert lines() == ["   A  B  C", "1  BO .  .", "2  .  .  .", "", "_1 A  B  C", "2  .  tt ."]
    high = made("bob", "A1_2")
    made("plank", "B1_2|C1_2")
    assert [line.split() for line in lines()] == [line.split() for line in [
        "_* A  B  C",
        f"1  {high[:2]} .  p.",
        "2  .  .  .",
        "",
        "   A  B  C",
        "1  BO .  .",
        "2  .  .  .",
        "",
        "_1 A  B  C",
        "2  .  tt .",
        "",
        "_2 A  B  C",
        f"1  {high[:2]} .  p.",
    ]]
    place = m.board.parse("C2_3")
    assert place is not None
    assert lines(frozenset((place,)))[-1].split() == ["2", ".", ".", "<>"]
