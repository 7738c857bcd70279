"""Directions by their names: in texts, on sheets, in tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.codes import Severity
from rulewright.pipeline import check_pack
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """\
kind gun: {placed: yes, owned: no, printed: {aims: direction starts north_east, swings: set of direction starts none}}
gun cannon: {aims: west}
gun turret: {swings: [north_east, east]}
map yard:
  rows: |
    ...
    ...
    ...
event play: |
  lay(yard)
  for each c in everywhere:
    create cannon at c
    create turret at c
event swing(gun g, direction d): finish
event order(player who, gun g): |
  offer who:
    swing(g, d) for d in directions
value ahead(gun g) gives cell or none: if g.place is none then none else toward(g.place, g.aims)
"""
TESTS = """\
test directions are called by their names:
  map: yard
  at: {cannon as C: B2, turret as T: B2}
  do: order(player_1, C)
  answers: [{player: 1, choose: "swing(C, north_east)", offered: ["swing(C, west)"]}]
  happened: [swing where d is north_east]
  then:
    - ahead(C) is A2
    - ahead(T) is C1
    - turned(north_east, 1) is east and turned(east, -1) is north_east
    - turned(west, size(directions)) is west
    - east in T.swings and west not in T.swings and is_empty(C.swings)
    - opposite(east) is west
"""


def mistakes(folder: Path) -> list[str]:
    return [f"{one.code} {one.message}" for one in check_pack(folder).diagnostics if one.severity is Severity.ERROR]


def test_they_are_said_by_texts_sheets_and_tests(pack_folder: Write) -> None:
    for board, place in (("square", "cell"), ("hex", "hex")):
        game = GAME.replace("gives cell ", f"gives {place} ")
        manifest = f"pack: guns\nstart: play\nboard: {board}\n"
        suite = load_suite(pack_folder({"pack.yaml": manifest, "game.yaml": game, "tests/a.yaml": TESTS}))
        [result] = suite.run()
        assert [one.message for one in suite.diagnostics if one.severity is Severity.ERROR] == []
        assert [one.message for one in result.differences] == []


def test_a_board_has_its_own(pack_folder: Write) -> None:
    game = GAME.replace("gives cell ", "gives hex ").replace("aims: west", "aims: north")
    game = game.replace("direction starts north_east", "direction starts south")
    found = mistakes(pack_folder({"pack.yaml": "pack: guns\nstart: play\nboard: hex\n", "game.yaml": game}))
    assert sorted(found) == [
        "RW421 'north' is not a direction",
        "RW518 'south' needs another board: a hex board has no such thing",
    ]


def test_a_pack_may_call_something_else_so(pack_folder: Write) -> None:
    game = "enum camp: [north, south]\nevent play gives yes_no same: set same = home() is south\n"
    game += "value home() gives camp: north\n"
    assert mistakes(pack_folder({"pack.yaml": "pack: p\nstart: play\nboard: square\n", "game.yaml": game})) == []
