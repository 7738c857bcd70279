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
        place = m.board.parse_edge(at) if "|" in at else m.board.parse(at)
        assert place is not None
        e = pieces.create(m, sheets[sheet], 0 if sheet == "bob" else None, place)
        return signs.of(m, e, sight).lstrip("*")

    signs, sight = Signs(), Sight(None, "en")

    def lines(possible: frozenset[int] = frozenset()) -> list[str]:
        return [line.plain.rstrip() for line in draw(m, signs, sight, possible)]

    assert lines() == ["   A B C", "1  . . .", "2  . . ."]
    man = made("bob", "A1")
    tile = made("tile", "B2|B2_1")
    # A floor is no wall: no boxes are drawn for it.
    assert len(lines()) == 3 * 3 + 2
    assert lines()[0].startswith("_*")
    assert lines()[4] == lines()[0].replace("_*", "  ")
    assert lines()[8].startswith("_1")
    assert tile[:1] in lines()[10] and tile[:1] not in lines()[6] and tile[:1] not in lines()[2]
    high = made("bob", "A1_2")
    plank = made("plank", "B1_2|C1_2")
    shown = lines()
    assert [line[:2] for line in shown if "A" in line[:6]] == ["_*", "  ", "_1", "_2"]
    box = 6
    overview, ground, first, second = (shown[i:i + box] for i in range(0, len(shown), box + 1))
    assert high[:2] in overview[2] and man[:2] not in overview[2].replace(high[:2], "")
    assert man[:2] in ground[2] and plank[:1] not in ground[2]
    assert plank[:1] in overview[2] and plank[:1] in second[2] and high[:2] in second[2]
    assert tile[:1] in first[4]
    place = m.board.parse("C2_3")
    assert place is not None
    assert len(lines(frozenset((place,)))) == len(shown) + box + 1
