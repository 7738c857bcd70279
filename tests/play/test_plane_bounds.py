"""What is measured on a plane is charged by the corners that are gone through, so hostile packs are stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.planes import corners
from tests.play.playing import compiled

from rulewright.limits import MOST_JOINED
from rulewright.pipeline import check_pack
from rulewright.play import formed, laying_plane, plane, plane_areas
from rulewright.play.load import Linked
from rulewright.play.state import State
from rulewright.session import Game
from rulewright.space.plane.poses import pose
from rulewright.space.plane.search import walked
from rulewright.space.plane.shapes import Base, Outline, disc, polygon, rectangle, weight
from rulewright.space.plane.terms import Deep, Near, Outside, Term, Union

Write = Callable[[Mapping[str, str | bytes] | str], Path]
DISC, SQUARE = disc(500), rectangle(1000, 1000)
DENTED = polygon(((0, -1000), (1000, 1000), (0, 500), (-1000, 1000)))
ROUND = polygon(((0, -1000), (500, -866), (866, -500), (1000, 0), (866, 500), (500, 866), (0, 1000), (-500, 866),
                 (-866, 500), (-1000, 0), (-866, -500), (-500, -866)))  # fmt: skip
WOOD = Deep(Outline(((0, 0), (9000, 0), (9000, 9000), (5000, 3000), (0, 9000))))


@pytest.fixture
def match(pack_folder: Write) -> State:
    folder = pack_folder({"pack.yaml": "pack: p\nstart: game\nboard: plane\n",
                          "all.yaml": "map m: {table: 60x60}\nevent game: lay(m)\n"})
    program, out = compiled(folder, frames=False)
    assert program is not None, [one.message for one in out.errors]
    return Game.new(Linked(program), seed=0).state


def steps(m: State, does: Callable[..., Any], *args: Any) -> int:
    before = m.fuel
    does(m, *args)
    return before - m.fuel


def at(base: Base, x: int, y: int) -> plane_areas.Shapes:
    return (base.at(pose(x, y)),)


@pytest.mark.parametrize("word", ["gap", "touching", "overlapping", "is_within"])
def test_two_shapes_cost_the_product_of_their_corners_and_parts(match: State, word: str) -> None:
    bases = (DISC, SQUARE, DENTED, ROUND)
    for one in bases:
        for other in bases:
            first, second = at(one, 3000, 3000), at(other, 9000, 3000)
            product = weight(first[0]) * weight(second[0])
            args = (first, second, 9) if word == "is_within" else (first, second)
            assert steps(match, getattr(plane, word), *args) == 12 * product
    assert steps(match, plane.gap, at(DISC, 0, 0) * 5, at(DISC, 0, 0) * 7) == 12 * 10 * 14


def test_of_many_shapes_those_cost_that_are_near_each_other(match: State) -> None:
    """What is far apart is told by the rectangles round it; what is near costs the product as ever."""
    near, far = at(DENTED, 3000, 3000) + at(DENTED, 3001, 3000), at(DENTED, 3000, 3000) + at(DENTED, 9000, 3000)
    product = 12 * weight(near[0]) ** 2
    for word, more in (("linked", (9,)), ("disjoint", ())):
        asked = getattr(plane, word)
        assert steps(match, asked, near, *more) > product > 5 * steps(match, asked, far, *more)
    rows = tuple(one for y in range(1000, 50_000, 6000) for x in range(1000, 50_000, 6000) for one in at(DENTED, x, y))
    assert plane.disjoint(match, rows)
    assert not plane.disjoint(match, rows + at(DENTED, 7001, 7000))
    assert steps(match, plane.disjoint, rows) < 100 * product < 12 * weight(near[0]) ** 2 * len(rows) ** 2


@pytest.mark.parametrize("area", [WOOD, Outside(WOOD), Near(DENTED.at(pose(0, 0)), 100), Outside(Union((WOOD,) * 9))])
def test_areas_cost_what_they_are_made_of(match: State, area: Term) -> None:
    inner = area.term if isinstance(area, Outside) else area
    parts = inner.terms if isinstance(inner, Union) else (inner,)
    least = sum(weight(one.outline.shape) if isinstance(one, Deep) else weight(one.shape) for one in parts
                if isinstance(one, Deep | Near))  # fmt: skip
    assert steps(match, plane_areas.has, area, pose(1, 1)) >= 6 * least
    for base in (SQUARE, DENTED, ROUND):
        assert steps(match, plane.wholly if isinstance(area, Outside) else plane.meets, at(base, 0, 0), area
                     ) >= 8 * least * base.weight  # fmt: skip


def test_a_search_costs_what_is_asked_of_each_box(match: State) -> None:
    one = Near(DISC.at(pose(30_000, 30_000)), 100)
    few, many = (Union(tuple(Near(DISC.at(pose(9_000 + i, 9_000)), 100) for i in range(n))) for n in (2, 200))

    def searched(m: State, area: Term) -> None:
        assert list(plane_areas.spots(m, plane_areas.common(m, one, area))) == []

    assert steps(match, searched, many) > 5 * steps(match, searched, few)


def test_a_turned_base_with_dents_costs_cutting_it_anew(match: State) -> None:
    match.p.bases.append(DENTED)
    match.sheet.append(len(match.p.bases) - 1)
    e = len(match.sheet) - 1
    plain = steps(match, plane.outline_at, e, pose(3000, 3000))
    assert steps(match, plane.outline_at, e, pose(3000, 3000, 37)) > plain + 6 * len(DENTED.outline) ** 2


HOSTILE = """\
kind unit: {placed: yes, plural: units, base: BASE}
unit u: {}
kind match: {state: {n: number}}
map m: {table: 60x60}
event game: |
  lay(m)
  let p = first(players)
  finish if p is none
  let c = choose one c in everywhere by p
  repeat up to 10:
    create u for p at c
  repeat up to 1000000:
    for each a in units:
      for each b in units:
        set match.n = match.n + 1 if distance(a, b) > 3 inches
"""


@pytest.mark.parametrize(("base", "rounds"), [("polygon 0x-1 1x1 0x0.5 -1x1", 700), (corners(28, 1.9, 0.6), 12)])
def test_a_loop_that_measures_is_stopped_after_so_many_rounds(pack_folder: Write, base: str, rounds: int) -> None:
    """A pair of dented bases of four corners takes 30 microseconds and more, one of 28 about 1,500."""
    folder = pack_folder({"pack.yaml": "pack: p\nstart: game\nboard: plane\n",
                          "all.yaml": HOSTILE.replace("BASE", base).replace("> 3 inches", "< 3 inches")})
    program, out = compiled(folder, frames=False)
    assert program is not None, [one.message for one in out.errors]
    game = Game.new(Linked(program), seed=0, trace=False)
    game.answer(0)
    assert game.problem is not None and "steps" in game.problem.what
    column = next(one.slot for one in program.columns if one.slot.endswith("_n"))
    assert 0 < getattr(game.state, column)[0] <= 100 * rounds


def test_a_base_with_many_dents_is_refused(pack_folder: Write) -> None:
    found = check_pack(pack_folder({"pack.yaml": "pack: p\nstart: game\nboard: plane\n",
                                    "all.yaml": HOSTILE.replace("BASE", corners(60, 1.9, 0.6))}))
    told = [(one.code, one.message, one.hint) for one in found.diagnostics if one.code == "RW547"]
    assert told == [("RW547", "a base falls into at most 16 parts without dents, this one into 31",
                     "draw fewer corners that point inwards")]  # fmt: skip


JOINS = """\
area half: {}
map aa:
  rows: |2
     --
    ...
     --
  legend: {"-": half}
  halves: [half]
kind match: {state: {n: number}}
event game: |
  for each j in joins(aa, aa):
    on(j, 2)
    stop
event on(join j, number n): |
  set match.n = n
  for each k in further_joins(j, aa):
    on(k, n + 1)
    stop
"""


def test_a_chain_of_maps_has_an_end(pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": "pack: p\nstart: game\nboard: hex\n", "all.yaml": JOINS})
    program, out = compiled(folder, frames=False)
    assert program is not None, [one.message for one in out.errors]
    game = Game.new(Linked(program), seed=0)
    assert game.problem is not None and game.problem.what == f"more than {MOST_JOINED} maps joined"


APART = """
map m: {table: 40x40}
kind man: {plural: men, placed: yes, base: round 1}
man scout: {}
event spread(player p, formation f):
  legal: {apart: "supposing(men at f, no m in men where (some o in men where o is not m and o within 9 inches of m))"}
event game: |
  lay(m)
  for each p in players:
    repeat up to 3:
      create scout for p
  for each p in players:
    offer p or pass always:
      spread(p, f) for f in formations(men)
"""


@pytest.mark.parametrize(("most", "ended"), [(formed._LOOKED, False), (20, True)])
def test_a_search_for_a_formation_looks_into_so_many_boxes(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch, most: int, *, ended: bool
) -> None:
    looked: list[object] = []

    def counted(*given: Any) -> Iterator[Any]:
        for box in walked(*given):
            looked.append(box)
            yield box

    monkeypatch.setattr(laying_plane, "walked", counted)
    monkeypatch.setattr(formed, "_LOOKED", most)
    folder = pack_folder({"pack.yaml": "pack: p\nstart: game\nplayers: 2\nboard: plane\n", "all.yaml": APART})
    program, out = compiled(folder, frames=False)
    assert program is not None, [one.message for one in out.errors]
    game = Game.new(Linked(program), seed=0)
    assert game.decision is not None
    assert (len(game.decision.options) == 1) is ended  # to pass, or formations too
    assert len(looked) <= most + 40 and (len(looked) > most) is ended
