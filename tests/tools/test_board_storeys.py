"""The board of several storeys at the table: what is used of it, one storey after the other, and all from above."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import pieces, setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright_tools.show.board import Offered, draw
from rulewright_tools.show.pieces import Sight, Signs

from .conftest import Run

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
    program = check_pack(pack_folder({"pack.yaml": "pack: p\nstart: play\nboard: square\nstoreys: 4\n",
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
        return [line.plain.rstrip() for line in draw(m, signs, sight, Offered(frozenset(possible)))]

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


HOUSE = """\
kind man: {placed: yes}
man bob: {name: {en: Bob}}
man tom: {name: {en: Tom}}
kind wall: {placed: edge, owned: no}
wall plank: {name: {en: Plank}}
wall tile: {name: {en: Tile}}
map yard:
  rows: |
    + + +
     b ~
    + + +
     . .
    + + +
     . .
    + + +
  above:
    - |
      + + +
       . .
      + + +
       . .
      + + +
       . .
      + + +
    - |
      + + +
       . .
      + + +
       .pT
      + + +
       . .
      + + +
  legend: {"~": pond, b: bob of 1, T: [tom of 1, tile], p: plank}
area pond: {name: {en: Pond}}
event play:
  do: |
    lay(yard)
    set_out(yard)
    let one = first(players)
    finish if one is none
    let c = choose one c in everywhere - pond by one
    set one.gone = level(c) is 0
kind player:
  state: {gone: yes_no}
"""
MANIFEST = "pack: p\nstart: play\nplayers: 1\nboard: square\nstoreys: 3\n"


def _typed(run: Run, folder: Path, *lines: str) -> list[str]:
    """What is printed after each line that is typed, blanks at the ends of lines and the last blank line left out."""
    ran = run("play", folder, "--seed", "1", typed="".join(f"{line}\n" for line in (*lines, "quit")))
    assert (ran.code, ran.err) == (0, "")
    _, *printed = ran.out.split("player 1> ")
    return ["\n".join(line.rstrip() for line in text.strip("\n").split("\n")) for text in printed[:-1]]


def test_one_storey_is_drawn_whole(run: Run, pack_folder: Write, tmp_path: Path, monkeypatch: Any) -> None:
    folder = pack_folder({"pack.yaml": MANIFEST, "game.yaml": HOUSE})
    monkeypatch.chdir(tmp_path)
    board, two, one, ground, wrong, long, no_number = _typed(
        run, folder, "board", "board 2", "BOARD _1", "board 0", "board 3", "board " + "9" * 99, "board up"
    )
    assert "== storey" not in board and "_* " in board
    # All rows, what stands above and below left out, the places that the question offers marked.
    assert two.split("\n") == [
        "== storey 2 (0, the ground, to 2) ==",
        "",
        "_2  A  B",
        "1   <> <>",
        "2   <>pTO",
        "3   <> <>",
        "",
        "pp Plank   tt Tile",
        "player 1",
        "  TO Tom B2_2",
    ]
    assert "_1  A  B" in one and "TO" not in one and "Plank" not in one
    assert ground.startswith("== storey 0 (0, the ground, to 2) ==") and "~ Pond" in ground and "BO Bob A1" in ground
    assert wrong == long == "There is no such storey: choose 0, the ground, to 2."
    assert no_number.startswith("'board up' is not an answer here, and not a command.")


@pytest.mark.parametrize("board", ["square", "hex", "plane", None])
def test_a_board_without_storeys_says_so(board: str | None, run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "pack", "small", *([] if board is None else ["--board", board])).code == 0
    assert _typed(run, tmp_path / "small", "board 1", "board 0") == ["The board has no storeys: type board alone."] * 2


def test_a_storey_of_a_large_board_with_houses(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("play", "zod", "--seed", "1", "--language", "ru", typed="board 2\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    storey = ran.out.partition("== этаж 2 (от 0, земли, до 3) ==")[2]
    assert "   +  +  +  +  +  +  +  +  +  +  +gg+bb+gg+" in storey and ". l.  pp ppl." in storey
    assert "bb " in storey and "pp " in storey and len(storey.split("\n_2 ")[1].split("\n")) > 24
