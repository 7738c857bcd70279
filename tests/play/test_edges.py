"""Things on edges: where they stand, what finds them, and what never learns of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.codes import Severity
from rulewright.explained import TypeCode
from rulewright.pipeline import check_pack
from rulewright.play import codec, labels, pieces, setup, standing_cells, view
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.state import NOWHERE, State, copy
from rulewright.scenario.suite import load_suite
from rulewright.session import Game
from rulewright.space.grid import EDGES

Write = Callable[[Mapping[str, str | bytes] | str], Path]
MANIFEST = "pack: walls\nstart: play\nboard: square\n"
GAME = """\
kind thing: {owned: no}
kind figure: {is: thing, placed: yes, printed: {width: number starts 1}, size: self.width}
figure man: {}
figure robot: {width: 2}
kind wall: {is: thing, placed: edge, printed: {height: number starts 2}}
wall stone: {}
wall hedge: {height: 1}
zone box: {holds: thing}
kind match: {state: {last: edge or none, all_of: set of edge}}
map yard:
  rows: |
    ....
    ....
    ....
map small:
  rows: |
    ..
event play: lay(yard)
event shrink: lay(small)
event build(cell a, cell b):
  do: |
    for each e in edges_between(a, b):
      create stone at e
event keep(edge e):
  do: |
    set match.last = e
    set match.all_of = match.all_of + e
event carry(wall w, cell a, cell b):
  do: |
    for each e in edges_between(a, b):
      put w at e
event store(thing x): put x into box
event wreck(wall w): remove w
permission may_step(figure who, cell here, cell goal): >-
  goal in side_neighbours(here) and (no w in walls_on(edges_passed(who, here, goal)) where w.height > 1)
value one_each(figure who, cell goal) gives cells: 1 cell
value stops(figure who) gives set of cell: step_cells(who, 1 cell, may_step, one_each)
permission sees(cell a, cell b): >-
  (every e in edges_left(centre(a), centre(b)) has is_empty(walls_on(e))) or
  (every e in edges_right(centre(a), centre(b)) has is_empty(walls_on(e)))
permission around(thing x, cell c): x within 1 cell of c
"""
TESTS = """\
test a wall stands in the way of a step, and a low one does not:
  map: yard
  at: {man as M: B2, stone as W: B2|C2, hedge as H: B1|B2}
  then:
    - W.edge is only_one(edges_between(B2, C2))
    - stops(M) is (B1, A2, B3)
    - H.edge is not W.edge
test a base passes all edges before it, and stands astride of those inside:
  map: yard
  at: {robot as R: A1, stone as W: B2|C2}
  then:
    - only_one(stops(R)) is A2
    - edges_passed(R, A1, B1) is edges_between((B1, B2), (C1, C2))
    - is_empty(edges_passed(R, A1, B2))
    - edges_inside(cells of R) is edges_between(A1, (B1, A2)) + edges_between(B2, (B1, A2))
    - size(edges(R)) is 12
    - W in walls_on(edges(R))
    - W not in walls_on(edges_inside(cells of R))
test what stands on an edge covers no place:
  map: yard
  at: {stone as W: B2|C2, man as M: B2}
  then:
    - only_one(things_at((B2, C2))) is M
    - W is placed
    - size(walls_on(edges(everywhere))) is 1
    - not around(W, B2)
    - around(M, B2)
test two sides, and one at the border:
  map: yard
  at: {stone as W: B2|C2, stone as R: A3|west}
  then:
    - W is placed and sides(W.edge) is (B2, C2)
    - R is placed and only_one(sides(R.edge)) is A3
    - W.edge is not none and distance(W.edge, D2) is 1 cells and distance(D2, W.edge) is 1 cells
    - R.edge is not none and distance(R.edge, A1) is 2 cells and R.edge within 2 cells of A1
    - side_neighbours(B2) is (B1, A2, C2, B3)
    - size(edges(everywhere)) is 31
    - size(edges_inside(everywhere)) is 17
test a line past a corner has two sides:
  map: yard
  at: {stone as W: A1|B1}
  then:
    - sees(A1, B2)
    - not sees(A1, B1)
    - edges_left(centre(A1), centre(B2)) is not edges_right(centre(A1), centre(B2))
test two walls close a corner:
  map: yard
  at: {stone as W: A1|B1, hedge as H: A1|A2}
  then:
    - not sees(A1, B2)
    - only_one(edges_touched(centre(A1), centre(A2))) is H.edge
test a drawing has edges between its cells:
  map: |
    + + +-+
     . Rw.
    +w+ + +
     m . .
    + + + +
  legend: {w: hedge, R: man as M, "-": stone as W, m: man}
  do: carry(W, C1, C2)
  position: |
    + + + +
     . Rw.
    +w+ +-+
     m . .
    + + + +
  then:
    - size(walls_on(edges(everywhere))) is 3
    - W.edge is only_one(edges_between(C1, C2))
    - M.place is B1
test walls are built, carried, put away and wrecked:
  map: yard
  at: {stone as W: B2|C2, hedge as H: A1|B1}
  do: |
    build(C3, D3)
    carry(W, A1, A2)
    store(H)
    wreck(W)
  then:
    - H in box
    - H.edge is none
    - W.edge is none
    - size(walls_on(edges(everywhere))) is 1
"""


def test_content(pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/a.yaml": TESTS})
    suite = load_suite(folder)
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    found = [one.message for one in suite.diagnostics if one.severity is Severity.ERROR]
    for result in suite.run():
        found += [f"{result.case.name}: {one.message}" for one in result.differences]
        errors = [one for one in result.case.found if one.severity is Severity.ERROR]
        found += [f"{result.case.name}: {one.code} {one.message}" for one in errors]
    assert found == []


def told(pack_folder: Write, test: str) -> list[str]:
    suite = load_suite(pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/a.yaml": f"test it:\n{test}"}))
    [result] = suite.run()
    return [one.message for one in result.differences] + [one.message for one in result.case.found]


BOX = "  map: |\n    + + +\n     .w.\n    + + +\n  legend: {w: stone as W}\n"


@pytest.mark.parametrize(
    ("test", "message"),
    [
        (BOX + "  position: |\n    + + +\n     . .\n    +w+ +\n", "expected nothing on A1|B1, found w"),
        (BOX.replace(".w.", ".w.").replace("+ + +", "+ w +", 1) + "  then: [W is placed]\n", "drawn at a corner"),
        (BOX.replace(".w.", "w .") + "  then: [W is placed]\n", None),
        (BOX.replace(" .w.", " w .") + "  then: [W is placed]\n", "W must be on an edge, but A1 is a cell"),
        (BOX.replace(".w.", ". .  w") + "  then: [W is nowhere]\n", "'w' is drawn beyond the places"),
        (BOX + "  position: |\n    + + +\n     .w.\n    + + +\n\n    +w+\n", "'w' is drawn beyond the places"),
        ("  map: yard\n  at: {man as M: B1|C1}\n  then: [M is placed]\n",
         "a figure must be on a place, but B1|C1 is an edge"),
        ("  map: yard\n  at: {stone as W: B1|D1}\n  then: [W is placed]\n", "the board of this test has no edge B1|D1"),
    ],
)
def test_what_a_test_draws_wrongly(pack_folder: Write, test: str, message: str | None) -> None:
    found = told(pack_folder, test)
    assert any(message in one for one in found) if message is not None else found, found


@pytest.fixture
def match(pack_folder: Write) -> tuple[Linked, State]:
    program = check_pack(pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME})).program
    assert program is not None
    linked = Linked(program)
    m = setup.empty(linked, 2, Chance(1), ())
    setup.lay(m, 0)
    return linked, m


def made(m: State, sheet: str, at: str | None = None) -> int:
    number = next(i for i, one in enumerate(m.p.sheets) if one.id == sheet)
    where = None if at is None else m.board.parse_edge(at) if "|" in at else m.board.parse(at)
    return pieces.create(m, number, None, where)


def test_no_cell_is_filled_by_it(match: tuple[Linked, State]) -> None:
    _, m = match
    wall, man = made(m, "stone", "B2|C2"), made(m, "man", "B2")
    edge, cell = m.at[wall], m.at[man]
    assert edge >= EDGES and m.filled == 1 << cell and m.occ == {edge: (wall,), cell: (man,)}
    assert standing_cells.cells(m, wall) == 0 and standing_cells.cells_of(m, (wall, man)) == 1 << cell
    assert standing_cells.things_at(m, m.board.everywhere) == (man,)
    pieces.remove(m, wall)
    assert m.occ == {cell: (man,)} and m.filled == 1 << cell


def test_nothing_goes_where_it_cannot_stand(match: tuple[Linked, State]) -> None:
    _, m = match
    wall, man = made(m, "stone", "B2"), made(m, "man", "B2|C2")
    assert m.at[wall] == m.at[man] == NOWHERE and not m.occ and not m.filled
    for number in (EDGES, EDGES + 8, (1 << 53) - 1, EDGES + m.board.places[0] * 16 + 14):
        pieces.put(m, wall, number)
        assert m.at[wall] == NOWHERE
    edge = m.board.parse_edge("A1|north")
    assert edge is not None
    pieces.put(m, wall, edge)
    assert m.at[wall] == edge


def test_what_becomes_of_another_kind_leaves_its_edge(match: tuple[Linked, State]) -> None:
    _, m = match
    wall, man = made(m, "stone", "B2|C2"), made(m, "man", "A1")
    sheets = {one.id: number for number, one in enumerate(m.p.sheets)}
    edge = m.at[wall]
    pieces.swap_sheet(m, wall, sheets["hedge"])
    assert m.at[wall] == edge and m.occ[edge] == (wall,)
    pieces.swap_sheet(m, wall, sheets["man"])
    pieces.swap_sheet(m, man, sheets["stone"])
    assert m.at[wall] == m.at[man] == NOWHERE and not m.occ and not m.filled


def test_saves_hold_it_exactly(match: tuple[Linked, State]) -> None:
    linked, m = match
    wall = made(m, "stone", "B2|C2")
    made(m, "hedge", "B2|C2")
    made(m, "robot", "A1")
    again = codec.from_json(linked, codec.to_json(m))
    assert (again.occ, again.filled, again.at) == (m.occ, m.filled, m.at)
    assert codec.fingerprint(again) == codec.fingerprint(m) == codec.fingerprint(copy(m))
    pieces.put(m, wall, m.board.parse_edge("C2|D2") or 0)
    assert codec.fingerprint(again) != codec.fingerprint(m)


def test_what_is_supposed_of_it_is_undone(match: tuple[Linked, State]) -> None:
    _, m = match
    wall, other = made(m, "stone", "B2|C2"), made(m, "hedge", "C2|D2")
    before = (dict(m.occ), m.filled, list(m.at))
    past = standing_cells.suppose(m, wall, m.at[other])
    assert m.occ == {m.at[other]: (wall, other)} and m.filled == 0
    standing_cells.resume(m, wall, past)
    assert (m.occ, m.filled, m.at) == before
    past = standing_cells.suppose(m, wall, m.board.places[0])
    assert m.at[wall] == NOWHERE
    standing_cells.resume(m, wall, past)
    assert (m.occ, m.filled, m.at) == before


def test_people_read_an_edge_by_its_places(match: tuple[Linked, State]) -> None:
    _, m = match
    wall, rim = made(m, "stone", "B2|C2"), made(m, "hedge", "A2|west")
    seen = {one["name"]: one for one in view.view(m, 0)["entities"]}
    assert [one.get("edge") for one in seen.values()] == ["B2|C2", "A2|west"]
    edge: TypeCode = ("edge", "", ())
    assert labels.value(m, m.at[rim], edge, "en") == "A2|west"
    assert labels.value(m, m.at[rim], edge, "ru") == "A2|запад"
    assert labels.kind_of(m.at[wall]) == edge


def test_another_board_has_other_edges(match: tuple[Linked, State]) -> None:
    linked, m = match
    wall = made(m, "stone", "C2|D2")
    last = next(one.slot for one in linked.program.columns if one.id == "last")
    getattr(m, last)[0] = m.at[wall]
    edge = m.at[wall]
    setup.lay(m, 1)
    assert m.at[wall] == NOWHERE and not m.occ and getattr(m, last) == [None]
    pieces.put(m, wall, edge)
    assert m.at[wall] == NOWHERE, "an edge of the board before is none of this"


@pytest.mark.parametrize(("deed", "law"), [
    ("set_out(yard)", "not w.told"), ("lay(bare)", "not w.told and w.edge is none"),
])
def test_a_check_that_asks_sees_what_maps_do_to_walls(deed: str, law: str, pack_folder: Write) -> None:
    """A map sets out walls, and another board takes away where they stand: a check of walls alone may be due then."""
    text = f"""\
kind wall: {{owned: no, placed: edge, state: {{told: yes_no}}}}
wall stone: {{}}
map yard:
  rows: |
    + + + +
     . .|.
    + + + +
  legend: {{"|": stone}}
map bare:
  rows: |
    ...
event play gives set of player winners: |
  lay(yard)
  set_out(yard) if {str(deed.startswith("lay")).lower()}
  act()
  set winners = players
event act: {deed}
check seen:
  for: w in walls where {law}
  do: tell(w)
event tell(wall w): |
  for each p in players:
    let k = choose one n in numbers(1, 3) by p
    set w.told = k > 0
"""
    made = check_pack(pack_folder({"pack.yaml": f"{MANIFEST}players: 1\n", "game.yaml": text}))
    assert made.program is not None, [one.message for one in made.diagnostics]
    game = Game.new(Linked(made.program), 1, 1)
    assert game.decision is not None, "the check asks"
