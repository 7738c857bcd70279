"""Boards with storeys: where things stand over each other, floors, climbs, and what is of the plan alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.codes import Severity
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
MANIFEST = "pack: towers\nstart: play\nboard: square\nstoreys: 3\n"
GAME = """\
enum make: [broken_window, window, tall]
enum view: {ordered: [hidden, partly, clear]}
kind thing: {owned: no}
kind figure: {is: thing, placed: yes, printed: {width: number starts 1}, size: self.width}
figure man: {}
figure robot: {width: 2}
kind wall: {is: thing, placed: edge, printed: {made: make, opening: yes_no starts false}}
wall brick: {made: tall}
wall gap: {made: broken_window, opening: true}
kind floor: {is: thing, placed: edge}
floor boards: {}
kind match: {state: {last: cell or none, way: direction}}
map yard:
  rows: |
    ....
    ....
    ....
area rubble: {}
map house:
  rows: |
    + + + +-+
     . .w.H.
    + + + +-+
     m ~ . .
    + + + + +
  above:
    - |
      + + + +-+
       . . . =
      + + + + +
       . n . ~
      + + + + +
    - |
      . = r .
      . . . .
  legend: {w: gap, "-": brick, H: brick, "=": boards, m: man, n: [man, boards], "~": rubble, r: [rubble, man]}
event play: lay(yard)
event build: |
  lay(house)
  set_out(house)
event lift(figure who, cell c): put who at c
event keep(cell c, direction d):
  do: |
    set match.last = c
    set match.way = d
# what the walls over a ground edge do to one line
value height(edge e) gives number: count(walls_on(stacked(e)))
value storey(wall w) gives number: if w.edge is none then 0 else level(w.edge)
value dims(edge e, cell a, cell b) gives view:
  decide:
    - clear if is_empty(walls_on(stacked(e)))
    - clear if height(e) <= level(a) and is_empty(common(column(b), sides(e)))
    - hidden if level(a) is level(b) and (some w in walls_on(stacked(e)) where storey(w) is level(b) and not w.opening)
    - clear if distance(e, a) < distance(e, b)
    - partly
permission shows(view wanted, cell a, cell b): >-
  (every e in edges_left(centre(a), centre(b)) has dims(e, a, b) >= wanted) or
  (every e in edges_right(centre(a), centre(b)) has dims(e, a, b) >= wanted)
value sight(cell a, cell b) gives view:
  decide:
    - clear if shows(clear, a, b)
    - partly if shows(partly, a, b)
    - hidden
# on foot
value footholds(figure who, cell here) gives set of cell: >-
  neighbours(here) + above(side_neighbours(here)) + below(side_neighbours(here))
permission carries(cell c): level(c) is 0 or not is_empty(floors_on(edges_between(c, below(c))))
permission may_walk(figure who, cell here, cell goal): >-
  carries(goal) and is_empty(figures_in(goal)) and not is_empty(common(column(goal), side_neighbours(here)))
value stride(figure who, cell here, cell goal) gives cells:
  decide:
    - 2 cells if level(goal) > level(here)
    - 1 cell if level(goal) < level(here)
    - 1 cell if every w in walls_on(edges_between(here, goal)) has w.opening
    - 2 cells
value walks(figure who, cells budget) gives set of cell: step_cells(who, budget, may_walk, stride, footholds)
permission covered_above(cell burst_at, cell q): >-
  not is_empty(floors_on(edges_inside(all(c in column(q) where
  level(c) >= least(level(burst_at), level(q)) and level(c) <= most(level(burst_at), level(q))))))
"""
TESTS = """\
test things stand over each other, one on each storey:
  map: yard
  at: {man as M: B2, man as N: B2_1, man as O: B2_2}
  do: lift(M, C3_2)
  then:
    - M.place is C3_2
    - only_one(things_at(B2_1)) is N
    - figures_in(column(B2)) is (N, O)
    - size(things_at(at_level(everywhere, 2))) is 2
test storeys are the same plan, one over the other:
  map: yard
  then:
    - size(everywhere) is 36
    - level(A1) is 0 and level(D3_2) is 2
    - only_one(above(B2)) is B2_1
    - only_one(below(B2_1)) is B2
    - is_empty(above(B2_2)) and is_empty(below(B2))
    - column(B2_1) is (B2, B2_1, B2_2)
    - toward(C1, up) is C1_1 and toward(C1_1, down) is C1
    - toward(C1, down) is none and toward(C1_2, up) is none
    - direction_to(A1, A1_2) is up and direction_to(A1_2, C1) is east
    - opposite(up) is down and turned(up, 3) is up and turned(north_west, 1) is north
    - size(directions) is 8
    - line_area(A1, up, 5) is (A1_1, A1_2)
    - neighbours(A1_1) is (B1_1, A2_1, B2_1)
    - rim is all(c in everywhere where column(c) is not column(B2) and column(c) is not column(C2))
test distances, lines and points are of the plan:
  map: yard
  then:
    - distance(A1, A1_2) is 0 cells
    - distance(A1, D1_2) is 3 cells
    - D1_2 within 3 cells of A1
    - burst(B2_1, 0 cells) is column(B2)
    - size(burst(A1, 1 cell)) is 12
    - all(c in line_cells(A1_1, C1_2)) is (A1, B1, C1) and last(line_cells(A1_1, C1_2)) is C1
    - line_free(A1_2, C1_2, (B1_2, A1, C1)) and not line_free(A1_2, C1_2, B1)
    - centre(A1) is centre(A1_2)
    - cells_crossed(centre(A1_1), centre(B1_2)) is (A1, B1)
test floors are edges:
  map: yard
  at: {boards as F: D1|D1_1, brick as W: A1|B1, brick as Wall: A1_1|B1_1, boards as G: D2_1|D2_2}
  then:
    - F.edge is only_one(edges_between(D1_1, below(D1_1)))
    - F.edge is not none and sides(F.edge) is (D1, D1_1) and level(F.edge) is 0
    - edges_inside(column(D1)) is edges_between(D1, D1_1) + edges_between(D1_1, D1_2)
    - is_empty(edges_between(D1, D1_2))
    - size(edges(A1)) is 5 and size(edges(A1_1)) is 6
    - W.edge is not none and walls_on(stacked(W.edge)) is (W, Wall)
    - size(stacked(edges_between(A1, B1))) is 3
    - stacked(edges_between(A1, A1_1)) is edges_inside(column(A1))
    - carries(D1_1) and carries(D3) and not carries(D2_1) and carries(D2_2)
    - covered_above(D1, D1_2) and not covered_above(A1, A1_2) and not covered_above(D2, D2_1)
test a base lies on one storey and passes the walls of its storey:
  map: yard
  at: {robot as R: A1_1, brick as W: B1|C1, brick as Wall: B2_1|C2_1}
  then:
    - cells of R is (A1_1, B1_1, A2_1, B2_1)
    - only_one(walls_on(edges_passed(R, A1_1, B1_1))) is Wall
    - only_one(walls_on(edges_passed(R, A1, B1))) is W
    - only_one(walls_on(edges_passed(R, A1, B1_1))) is W
    - edges_passed(R, A1, A1_1) is edges_between((A1, B1, A2, B2), everywhere - at_level(everywhere, 0))
    - size(anchors(R)) is 18
    - is_empty(footprint(R, A3))
test sight goes by storeys and by nearness:
  map: yard
  at: {gap as W: A1|B1, brick as T: A3|B3, brick as Tall: A3_1|B3_1}
  then:
    - sight(A1, D1) is clear and sight(D1, A1) is partly
    - sight(A3, D3) is hidden and sight(A3_1, D3_1) is hidden
    - sight(A3_2, D3) is clear
test climbs are said by ways:
  map: yard
  at: {man as M: A1, boards as F: B1|B1_1, boards as G: C1|C1_1, boards as H: B2_1|B2_2, brick as W: A1|A2}
  then:
    - only_one(walks(M, 1 cell)) is B1
    - walks(M, 2 cells) is (B1, C1, A2, B2, B1_1)
    - B2_2 not in walks(M, 3 cells) and B2_2 in walks(M, 4 cells)
    - C1_1 in walks(M, 3 cells)
    - step_cost(M, C1_1, 9 cells, may_walk, stride, footholds) is 3 cells
    - first(step_path(M, B2_2, 9 cells, may_walk, stride, footholds)) is B1_1
    - is_empty(common(step_cells(M, 9 cells, may_walk, stride), everywhere - at_level(everywhere, 0)))
test a map draws walls, floors and men on all storeys:
  map: house
  do: set_out(house)
  then:
    - size(walls) is 5
    - size(floors) is 3
    - size(figures) is 3
    - walls_on(edges_between(C1, D1)) is all(w in walls where w.edge is only_one(edges_between(C1, D1)))
    - size(walls_on(stacked(edges_between(D1, D2)))) is 1
    - only_one(floors_on(edges_between(D1, D1_1))) is not none
    - only_one(floors_on(edges_between(B2, B2_1))) is not none
    - only_one(floors_on(edges_between(B1_1, B1_2))) is not none
    - only_one(figures_in(B2_1)) is not none and only_one(figures_in(C1_2)) is not none
    - rubble is (B2, D2_1, C1_2)
    - first(figures) in figures_in(A2)
test nothing is set out on another board:
  map: yard
  do: set_out(house)
  then:
    - is_empty(things_at(everywhere)) and is_empty(walls)
test a drawing of a test has storeys:
  map: |
    . .
    . a
  above:
    - |
      = .
      b .
  legend: {a: man as A, b: man as B, "=": boards as F}
  do: lift(A, A1_1)
  position:
    - |
      . .
      . .
    - |
      a .
      b .
  then:
    - A.place is A1_1
    - B.place is A2_1
    - F.edge is only_one(edges_between(A1, A1_1))
test a floor is seen where nobody stands:
  map: |
    + + +
     . .
    + + +
  above:
    - |
      + + +
      w= .
      + + +
  legend: {"=": boards as F, w: brick as W}
  position:
    - |
      . .
    - |
      + + +
      w= .
      + + +
  then:
    - W.edge is not none and level(W.edge) is 1
test a place and a direction of a storey are kept:
  map: yard
  do: keep(B2_2, up)
  then:
    - match.last is B2_2
    - match.way is up
test whoever is imagined on another storey is not on this one:
  map: yard
  at: {man as M: B2, man as N: B2_1}
  then:
    - supposing(M at B2_1, size(figures_in(B2_1)) is 2 and is_empty(figures_in(B2)))
    - size(figures_in(B2_1)) is 1
"""


def found_in(folder: Path) -> list[str]:
    suite = load_suite(folder)
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    found = [one.message for one in suite.diagnostics if one.severity is Severity.ERROR]
    for result in suite.run():
        found += [f"{result.case.name}: {one.message}" for one in result.differences]
        errors = [one for one in result.case.found if one.severity is Severity.ERROR]
        found += [f"{result.case.name}: {one.code} {one.message}" for one in errors]
    return found


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("\n    - |\n      . .\n    - |\n      = .\n", None),
        ("\n    - |\n      . .\n    - |\n      . .\n", "expected nothing at A1_1, found ="),
        ("\n    - |\n      . .\n    - |\n      = =\n", "expected = at B1_1, found nothing"),
        ("\n    - |\n      . .\n    - |\n      = .\n    - |\n      . .\n    - |\n      . .\n", "3 storeys are drawn"),
    ],
)
def test_what_stands_elsewhere_than_drawn(pack_folder: Write, position: str, message: str | None) -> None:
    test = "test it:\n  map: |\n    . .\n  above:\n    - |\n      = .\n  legend: {'=': boards as F}\n"
    found = found_in(pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME,
                                  "tests/a.yaml": f"{test}  position:{position}  then: [F is placed]\n"}))
    assert any(message in one for one in found) if message is not None else found == [], found


def test_content(pack_folder: Write) -> None:
    assert found_in(pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/a.yaml": TESTS})) == []


PLANS = """\
area inside: {}
area door: {}
kind piece: {placed: yes, owned: no, printed: {width: number starts 1}, size: self.width}
piece lamp: {}
piece table: {width: 2}
kind wall: {placed: edge, owned: no}
wall brick: {}
wall boards: {}
map yard:
  rows: |
    ......
    ......
    ......
    ......
    ......
map hut:
  rows: |
    +-+-+-+
    |t . d
    + + + +
    |. l .|
    +-+-+ +
  above:
    - |
      = = .
      . . .
  legend: {"-": brick, "|": brick, d: door, t: [inside, table], l: [inside, lamp], "=": boards}
event play: lay(yard)
"""
PLAN_TESTS = """\
test a plan stands as it is drawn:
  map: yard
  do: set_out_at(hut, B2, north)
  then:
    - fits(hut, B2, north)
    - drawn(hut, inside, B2, north) is (B2, C3) and only_one(drawn(hut, door, B2, north)) is D2
    - size(walls) is 10
    - size(walls_on(edges_between((B2, C2, D2), (B1, C1, D1)))) is 3
    - size(walls_on(edges_between(A2 , B2))) is 1 and size(walls_on(edges_between(D3, E3))) is 1
    - is_empty(walls_on(edges_between(D2, E2))) and is_empty(walls_on(edges_between(D3, D4)))
    - size(walls_on(edges_between((B2, C2), (B2_1, C2_1)))) is 2
    - only_one(things_at(B2)) in pieces and size(things_at(C3)) is 2
test a plan is turned so that its north lies to the east:
  map: yard
  do: set_out_at(hut, C2, east)
  then:
    - fits(hut, C2, east)
    - drawn(hut, inside, C2, east) is (C2, B3) and only_one(drawn(hut, door, C2, east)) is C4
    - size(walls_on(edges_between((C2, C3, C4), (D2, D3, D4)))) is 3
    - size(walls_on(edges_between((B2, C2), (B1, C1)))) is 2
    - size(walls_on(edges_between((C2, C3), (C2_1, C3_1)))) is 2
    - size(walls) is 10
    - size(cells of pieces) is 4
test a plan lies with its north to the south and the west:
  map: yard
  do: |
    set_out_at(hut, C5, south)
    set_out_at(hut, E3, west)
  then:
    - fits(hut, C5, south) and fits(hut, E3, west)
    - drawn(hut, door, C5, south) + drawn(hut, door, E3, west) is (A5, E1)
    - drawn(hut, inside, C5, south) is (C5, B4)
    - drawn(hut, inside, E3, west) is (E3, F2)
test what falls beside the board is left out:
  map: yard
  do: |
    set_out_at(hut, E5, north)
    set_out_at(hut, A1_1, north)
    set_out_at(hut, A1, north_east)
  then:
    - not fits(hut, E5, north) and not fits(hut, A1_1, north) and not fits(hut, A1, north_east)
    - is_empty(drawn(hut, door, E5, north)) and is_empty(drawn(hut, inside, A1, north_east))
    - only_one(drawn(hut, door, A1_1, north)) is C1_1
    - is_empty(walls_on(edges_inside(everywhere - at_level(everywhere, 0) - at_level(everywhere, 1))))
    - only_one(things_at(E5)) is none
    - size(walls) is 13
"""


def test_plans(pack_folder: Write) -> None:
    manifest = "pack: plans\nstart: play\nboard: square\nstoreys: 2\n"
    assert found_in(pack_folder({"pack.yaml": manifest, "game.yaml": PLANS, "tests/a.yaml": PLAN_TESTS})) == []
