"""What maps put on boards: where they draw it, on half places too, and where a plan puts it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.codes import Severity
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
KINDS = """\
kind figure: {placed: yes, owned: no, printed: {width: number starts 1}, size: self.width}
figure man: {}
figure giant: {width: 3}
"""
HALVES = """\
area half: {}
area rock: {}
map court:
  rows: |2
    ~------~
    .m.m.m.~
    -..#...-
    m.##..m~
    -.m..m.-
    ...m...~
    ~------~
  legend: {"-": half, "#": rock, m: [rock, man]}
  halves: [half]
map slip:
  rows: |
    .-
    -m
  legend: {"-": half, m: [rock, man]}
  halves: [half]
event play: lay(court)
event fill(map drawn): set_out(drawn)
""".replace("~", " ")
HALVES_TESTS = """\
test on a map with half places things stand where they are drawn:
  map: court
  do: fill(court)
  then:
    - size(figures) is 8
    - all(c in everywhere where not is_empty(figures_in(c))) is all(c in rock where c not in (D3, C4, D4))
test half places do not move the others:
  map: slip
  do: fill(slip)
  then:
    - everywhere is (A1, B2)
    - only_one(figures_in(B2)) is not none
"""
PLAN = """\
map field:
  rows: |
    ......
    ....~.
    ......
    ......
map hut:
  rows: |
    g
    .
  legend: {g: giant}
event play: lay(field)
event build(cell c, direction d):
  do: set_out_at(hut, c, d)
""".replace("~", " ")
PLAN_TESTS = """\
test a base reaches beyond its drawing:
  map: field
  do: build(A1, north)
  then:
    - size(all(c in everywhere where not is_empty(figures_in(c)))) is 9
    - first(all(c in everywhere where not is_empty(figures_in(c)))) is A1
test it does so in every direction:
  map: field
  do: build(C3, south)
  then:
    - first(all(c in everywhere where not is_empty(figures_in(c)))) is A1
test its anchor is its least place:
  map: field
  do: build(D2, east)
  then:
    - first(all(c in everywhere where not is_empty(figures_in(c)))) is B2
test nothing stands partly beside the board:
  map: field
  do: build(F1, north)
  then:
    - is_empty(figures)
test nor over a gap:
  map: field
  do: build(D1, north)
  then:
    - is_empty(figures)
"""


def failures(folder: Path) -> list[str]:
    """What is wrong with the tests of a pack."""
    suite = load_suite(folder)
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    found = [one.message for one in suite.diagnostics if one.severity is Severity.ERROR]
    for result in suite.run():
        found += [f"{result.case.name}: {one.message}" for one in result.case.found]
        found += [f"{result.case.name}: {one.message}" for one in result.differences]
    assert len(suite.tests) > 0
    return found


def game(board: str, text: str, tests: str) -> dict[str, str]:
    """The files of a pack."""
    manifest = f"pack: drawn\nstart: play\nboard: {board}\n"
    return {"pack.yaml": manifest, "game.yaml": KINDS + text, "tests/t.yaml": tests}


def test_half_places_do_not_shift_what_a_map_draws(pack_folder: Write) -> None:
    assert failures(pack_folder(game("hex", HALVES, HALVES_TESTS))) == []


def test_a_base_of_a_plan_may_be_wider_than_its_drawing(pack_folder: Write) -> None:
    assert failures(pack_folder(game("square", PLAN, PLAN_TESTS))) == []
