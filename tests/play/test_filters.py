"""Permissions and prices of steps are asked for many places at once, and say what they say of each (compile.places).

In the verifying mode every filter is compared with the permission itself, place by place: `step_cells` from all places
of a board with bases of one cell and of four, for conditions of every form.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.check.model import PackDef
from rulewright.compile import plan as planning
from rulewright.compile.link import link
from rulewright.compile.places import Filter
from rulewright.compile.plan import plan
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.linkage import parsed
from rulewright.pack.read import read_pack
from rulewright.play.entries import Began
from rulewright.play.load import Linked
from rulewright.play.verify import Stale
from rulewright.program import Program
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = """
area wall: {}
area mud: {}
area pit: {}
map yard:
  rows: |
    ..#...
    .~~.o.
    ......
    .#~o..
    ......
  legend: {'#': wall, '~': mud, o: pit}
kind piece:
  placed: yes
  size: self.width
  printed: {width: number}
  state: {tired: yes_no, seen: set of cell}
piece runner: {width: 1}
piece cart: {width: 2}
status light: {of: piece}
status slow:
  of: piece
  modify: forbid may when mover is self and goal is mud
permission open(piece mover, cell c): c is not wall
permission over(cell c, piece mover): c is pit and mover is not light
permission foe(piece x, piece y): x.owner is not y.owner
value toll(piece mover, cell goal) gives number:
  decide:
    - 3 if goal is mud
    - 2 if goal in rim and not mover.tired
    - 1
value fresh(piece mover, cell here, cell goal) gives set of cell:
  decide:
    - footprint(mover, goal) - mover.seen if mover.tired
    - footprint(mover, goal) - footprint(mover, here)
value price(piece mover, cell here, cell goal) gives cells: {PRICE}
permission may(piece mover, cell here, cell goal): {MAY}
{MORE}
event note(number n): {}
event from_everywhere(piece who): |
  for each c in anchors(who):
    put who at c
    note(size(step_cells(who, 3 cells, may, price)))
event game: |
  lay(yard)
  for each p in players:
    let r = create runner for p
    let t = create cart for p
    set t.tired = true
    set t.seen = mud
    for each c in anchors(t):
      put t at c
      stop
    for each c in everywhere - cells of t - wall:
      put r at c
      stop
    give slow to r
  for each x in pieces:
    from_everywhere(x)
  {LAST}
"""
READ = [
    "goal is not wall",
    "goal is wall or goal is mud and not goal is pit",
    "goal in neighbours(here) and goal is not here",
    "goal in anchors(mover) and no q in footprint(mover, goal) where q is wall",
    "not (some q in footprint(mover, goal) where q is wall or over(q, mover))",
    "no q in fresh(mover, here, goal) where q is pit",
    "if mover.tired then goal is mud else goal is not pit",
    "if goal is mud then not mover.tired else mover.tired or goal is not wall",
    "mover.tired and (goal is pit or open(mover, goal)) or here is mud",
    "some q in footprint(mover, goal) - mud where q is not wall",
    "mover is open of goal",
    "every q in footprint(mover, goal) has q is not wall",
    "not (every q in footprint(mover, goal) where q is not wall has q is mud or over(q, mover))",
]
ASKED = [
    "distance(mover, goal) < 3 cells",
    "no x in pieces_in(footprint(mover, goal)) where x is not mover and foe(x, mover)",
    "some x in pieces_in(footprint(mover, goal)) where x is mover",
    "goal is not wall and size(neighbours(goal)) > 3 and goal in rim",
    "some q in neighbours(goal) where q is mud",
    "mover.place is not none and goal is not mover.place and distance(goal, mover.place) < 3 cells",
    "goal in neighbours(here) or no q in everywhere where q is mud and distance(q, goal) is 1 cell",
    "toll(mover, goal) < 3",
    "not (2 <= toll(mover, goal)) and goal is not pit",
    "if toll(mover, goal) > size(neighbours(here)) - 6 then goal is not wall else mover.tired",
]
MORE = [
    "rule a:\n  modify: forbid may when goal is pit and mover.tired",
    "rule a:\n  modify:\n    - allow may when mover.tired\n    - allow may when goal is pit and here is mud",
    "rule a:\n  for: self in pieces\n  modify: forbid may when mover is self and goal in self.seen",
    "rule a:\n  for: self in pieces\n  modify: forbid may when goal in neighbours(self) and foe(self, mover)",
    "area mire:\n  modify: forbid may when not mover.tired and (some q in footprint(mover, goal) where q is mud)",
    "rule a:\n  modify: forbid may as deep when goal is pit\nrule b:\n  modify: waive may.deep when mover.tired",
    "rule a:\n  modify: forbid may as deep when goal is pit or goal is mud\nrule b:\n  modify:"
    "\n    - waive may.deep when mover.tired and goal in rim\n    - waive may.deep when goal in neighbours(here)",
    "rule a:\n  for: self in pieces\n  modify: forbid may as deep when foe(self, mover) and goal is pit"
    "\nrule b:\n  for: self in pieces\n  modify: waive may.deep when goal in self.seen",
]
PRICES = [
    "1 cell",
    "if goal is mud then 2 cells else 1 cell",
    "\n  decide:\n    - 2 cells if some q in fresh(mover, here, goal) where q is mud\n    - 1 cell",
    "\n  decide:\n    - 3 cells if goal is pit\n    - 1 cell * size(footprint(mover, goal)) if mover.tired"
    "\n    - if goal in rim then 1 cell else 2 cells",
]


def checked(
    write: Write, text: str, may: str, price: str = "1 cell", more: str = "", last: str = "note(0)"
) -> PackDef:
    """The pack with a permission, a price, and more to declare and to do."""
    for hole, words in (("{PRICE}", price), ("{MAY}", may), ("{MORE}", more), ("{LAST}", last)):
        text = text.replace(hole, words)
    folder = write({"pack.yaml": "pack: steps\nstart: game\nboard: square\nplayers: 2\n", "game.yaml": text})
    out = Diagnostics()
    pack = check(load_pack(read_pack(folder, out), out), out)
    assert pack is not None, [one.message for one in out.errors]
    return pack


def made(write: Write, may: str, *, verify: bool = True, **said: str) -> tuple[Program, str]:
    """The program of the pack, and the code of its filter."""
    out = Diagnostics()
    functions: list[ast.stmt] = []
    program = link(checked(write, PACK, may, **said), out, verify=verify, functions=functions)
    assert program is not None, [one.message for one in out.errors]
    filters = [one for one in functions if isinstance(one, ast.FunctionDef) and parsed(one.name)[0] == "g"]
    return program, ast.unparse(filters[0])


def played(program: Program) -> list[object]:
    game = Game.new(Linked(program), seed=0, trace=True)
    assert game.decision is None and game.problem is None
    return list(game.trace or ())


def noted(program: Program) -> list[object]:
    """The numbers that a match notes."""
    note = next(i for i, event in enumerate(program.events) if event.id == "note")
    return [one.record[-1] for one in played(program) if isinstance(one, Began) and one.record[0] == note]


@pytest.mark.parametrize("may", READ + ASKED)
def test_a_filter_says_what_its_permission_says(may: str, pack_folder: Write) -> None:
    assert len(played(made(pack_folder, may)[0])) > 60


@pytest.mark.parametrize("more", MORE)
def test_sentences_are_in_it(more: str, pack_folder: Write) -> None:
    assert len(played(made(pack_folder, "goal is not wall", more=more)[0])) > 60


@pytest.mark.parametrize("price", PRICES)
def test_places_are_grouped_by_what_a_step_costs(price: str, pack_folder: Write) -> None:
    assert len(played(made(pack_folder, "goal is not wall", price=price)[0])) > 60


@pytest.mark.parametrize("may", READ)
def test_what_is_read_as_a_set_is_not_asked_place_by_place(may: str, pack_folder: Write) -> None:
    assert "for " not in made(pack_folder, may, verify=False)[1]


def test_a_sentence_that_is_waived_is_read_as_a_set(pack_folder: Write) -> None:
    """Also the sentence that waives it, where it reads the place."""
    code = made(pack_folder, "goal is not wall", verify=False, more=MORE[6])[1]
    assert "decode(" not in code and "P" not in re.sub(r"P\d+_open", "", code)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("looked", [
    "distance(here, goal) < 3 cells", "size(walk_burst(goal, 2 cells)) > 4 or mover.tired",
])  # fmt: skip
def test_only_what_is_dear_is_asked_of_a_permission_that_remembers_it(
    looked: str, alone: bool, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All else is asked in the filter, of the places that sets have left. Whether sentences forbid it or not."""
    if alone:
        text = PACK.replace("  modify: forbid may when mover is self and goal is mud\n", "")
        monkeypatch.setattr(sys.modules[__name__], "PACK", text)
    may = f"goal is not wall and (no q in footprint(mover, goal) where q is pit) and ({looked})"
    program, code = made(pack_folder, may, verify=False)
    assert (re.search(r"P\d+_may\(", code) is not None) == ("burst" in looked)
    assert len(played(program)) > 60


def _all(filters: Filter, given: ast.expr) -> ast.expr:
    """A condition that is taken to hold everywhere."""
    filters.read = True
    return given


def test_a_filter_that_finds_too_much_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Filter, "_common", lambda self, given, other: _all(self, given))
    with pytest.raises(Stale, match=r"permission 'may' of places"):
        played(made(pack_folder, "goal is mud")[0])


def test_a_grouping_that_is_wrong_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Filter, "_some", lambda self, e, given, *rest: _all(self, given))
    with pytest.raises(Stale, match=r"value 'price' of places"):
        played(made(pack_folder, "goal is not wall", price=PRICES[2])[0])


GATHERED = """event gathered(piece mover): |
  for each here in anchors(mover):
    put mover at here
    note(size(all(goal in everywhere where {SAID})))
    note(count(goal in burst(here, 2 cells) where {SAID}))"""
STANDING = [  # what is read as where things stand
    "some x in pieces where x.place is goal",
    "goal is not wall and not (some x in pieces where goal is x.place and x is not mover)",
    "no x in pieces where x.place is goal and foe(x, mover) and x.width < 2",
]


def gathering(write: Write, said: str, *, verify: bool, of: str = "") -> tuple[list[object], str]:
    """What is told of sets by a condition, and the code of all that is made for them, or that calls `of`."""
    out = Diagnostics()
    functions: list[ast.stmt] = []
    last = "for each x in pieces:\n    gathered(x)"
    pack = checked(write, PACK, "goal is not wall", more=GATHERED.replace("{SAID}", said), last=last)
    program = link(pack, out, verify=verify, functions=functions)
    assert program is not None, [one.message for one in out.errors]
    told = noted(program)
    kept = [one for one in functions if isinstance(one, ast.FunctionDef) and "given" in ast.unparse(one.args)]
    if of:
        kept = [one for one in functions if isinstance(one, ast.FunctionDef) and f"{of}(" in ast.unparse(one)]
    return told, "\n".join(map(ast.unparse, kept))


@pytest.mark.parametrize("said", READ + ASKED + STANDING)
def test_a_set_of_places_is_what_its_condition_says(
    said: str, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified, _ = gathering(pack_folder, said, verify=True)
    quick, _ = gathering(pack_folder, said, verify=False)
    monkeypatch.setattr(planning, "narrowed", lambda e, c: None)
    one_by_one, code = gathering(pack_folder, said, verify=False)
    assert verified == quick == one_by_one and not code
    assert len(set(quick)) > 1


@pytest.mark.parametrize("said", READ + STANDING[:1])
def test_such_a_set_is_not_looked_for_place_by_place(said: str, pack_folder: Write) -> None:
    code = gathering(pack_folder, said, verify=False)[1]
    assert code and "decode(" not in code


NEAREST = [  # the places nearest to an area: asked at once, unless the area is another for each
    "all(c in rim with least distance(c, mud))",
    "all(c in burst(here, 2 cells) with least distance(cells of mover, c))",
    "all(c in mud with least distance(c, all(d in pit where d is not c)))",
    "all(c in rim - rim with least distance(c, mud))",
    "all(c in rim with least distance(c, mud - mud))",
]


@pytest.mark.parametrize("said", NEAREST)
def test_the_nearest_places_are_those_of_the_least_distance(
    said: str, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    nearest = """event gathered(piece mover): |
  for each here in anchors(mover):
    put mover at here
    note(size({SAID}))
    note(size(common({SAID}, neighbours(here))))"""
    monkeypatch.setattr(sys.modules[__name__], "GATHERED", nearest)
    verified, _ = gathering(pack_folder, said, verify=True)
    quick, code = gathering(pack_folder, said, verify=False, of="closest")
    monkeypatch.setattr(planning, "narrowed", lambda e, c: None)
    one_by_one, _ = gathering(pack_folder, said, verify=False)
    assert verified == quick == one_by_one and len(quick) > 60
    assert bool(code) == ("d is not c" not in said)


def test_a_set_that_is_wrong_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Filter, "_where_they_stand", lambda self, e, of, given, c: _all(self, given))
    with pytest.raises(Stale, match=r"all\(goal in everywhere where some x in pieces where x.place is goal\)"):
        gathering(pack_folder, STANDING[0], verify=True)


WIDE = """permission wide(piece mover, cell c): mover.width > 1 or is_empty(common(burst(c, 1 cell), pit))
event told_of(piece who): |
  let c = who.place
  finish if c is none
  note(size(step_cells(who, 1 cell, may, price)))
  note(count(d in neighbours(c) where may(who, c, d)))
event turned(piece who): |
  told_of(who)
  swap_sheet(who, cart)
  told_of(who)"""


@pytest.mark.parametrize("verify", [True, False])
def test_what_a_sheet_decides_is_not_kept_for_another(verify: bool, pack_folder: Write) -> None:
    """What is kept with the board for a sheet: a mover that gets another sheet is asked about anew."""
    last = "for each x in pieces where x is runner:\n    for each c in pit:\n      put x at c\n    turned(x)"
    program, _ = made(pack_folder, "wide(mover, goal)", more=WIDE, last=last, verify=verify)
    told = noted(program)
    first, again, wide, wide_again = told[-4:]
    assert first == again and wide == wide_again and first != wide, told


KEPT = """
kind wheel: {part_of: piece, printed: {spokes: number}}
piece wagon:
  width: 2
  keywords: [light]
  wheels: {one: {spokes: 6}}
"""
SAYS = {  # a condition on a mover and a place -> whether the sheet of the mover stands for it
    "mover.width > 1 and goal in rim": True,
    "mover is runner or mover is light": True,
    "is_empty(common(footprint(mover, goal), wall)) and goal in anchors(mover)": True,
    "mover.tired": False,
    "mover is slow": False,
    "mover.owner is first(players)": False,
    "goal in neighbours(mover)": False,
    "mover.place is none or goal in anchors(mover)": False,
    "size(mover.wheels) > 1": False,
    "some w in mover.wheels where w.spokes > 3": False,
    "some x in pieces where x is mover": False,
}


@pytest.mark.parametrize("says", SAYS)
def test_only_what_is_printed_stands_for_a_mover(says: str, pack_folder: Write) -> None:
    more = f"{KEPT}permission known(piece mover, cell goal): is_empty(burst(goal, 1 cell) - everywhere) and ({says})"
    text = PACK.replace("  state: {tired", "  parts: {wheels: wheel}\n  state: {tired")
    pack = checked(pack_folder, text, "known(mover, goal)", more=more)
    planned = plan(pack, Diagnostics())
    assert planned is not None
    planned.find_remembered()
    assert pack.permissions["known"] in planned.unit.cached
    assert (pack.permissions["known"] in planned.unit.grounded) == SAYS[says]
