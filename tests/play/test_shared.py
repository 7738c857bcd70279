"""One text on squares, hexes and a plane: range, sight, cover, a push, a blast and room are the same words there.

The rules and the tests are the same but for the names of a place and a length; what differs is what a map draws and
where things stand.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.diagnostics import Severity
from rulewright.pipeline import check_pack
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright.session import Game, link_program
from rulewright.space.forms import BOARDS, Form

Write = Callable[..., Path]
FORMS = tuple(form for form in BOARDS if form.plan is None)

RULES = """
area wood: {name: Wood}
kind model: {placed: yes, plural: models, state: {hit: yes_no}BASE}
model scout: {name: Scout}
value range_of(model m) gives LENGTH: 3 LENGTH
value near(model m) gives set of model: all(o in models where o is not m and o within range_of(m) of m)
value nearest(model m) gives set of model: all(o in models where o is not m and o is placed with least distance(m, o))
permission sees(model m, model o): >-
  m.place is not none and o.place is not none and line_free(m.place, o.place, wood) and
  (no x in crossed(m.place, o.place, models) where x is not m and x is not o)
permission in_cover(model m): m is wood and meets(m, wood)
permission room_at(model m, PLACE p): >-
  wholly(footprint(m, p), everywhere - wood) and
  (no o in models where o is not m and o is placed and overlapping(footprint(m, p), o))
event blast(PLACE p): |
  for each m in models_in(burst(p, 1 LENGTH)):
    set m.hit = true
event push(model m): |
  offer m.owner or pass:
    pushed(m, p) for p in anchors(m)
event pushed(model m, PLACE p):
  legal:
    short: m.place is not none and p within 2 LENGTH of m.place
    room: room_at(m, p)
  do: put m at p
event game gives set of player winners: |
  lay(field)
  for each q in players:
    let m = create scout for q
    let p = choose one c in anchors(m) where room_at(m, c) by q
    put m at p
  for each m in models:
    push(m)
  set winners = all(q in players where (some m in models where m.owner is q and not is_empty(near(m))))
"""
TESTS = """
test what is near is within range, and the nearest come by distance:
  map: field
  at: {scout of 1 as One: ONE, scout of 2 as Two: TWO, scout of 2 as Far: FAR}
  then:
    - Two in near(One) and size(near(One)) is 1
    - Two in nearest(One) and size(nearest(One)) is 1 and Far not in near(One)
    - rounded_up(distance(One, Two)) < rounded_down(distance(One, Far))
    - linked(near(One), 3 LENGTH) and not linked(models, 3 LENGTH)
    - disjoint(models) and not overlapping(One, Two)
test a wood hides and gives cover, and so does who stands between:
  map: field
  at: {scout of 1 as One: ONE, scout of 2 as Two: TWO, scout of 2 as Three: THREE, scout of 2 as Behind: BEHIND}
  spots: {grove: GROVE}
  then:
    - sees(One, Two) and sees(Two, Three) and not sees(One, Three)
    - not sees(One, Behind) and not in_cover(One)
    - supposing(One at grove, in_cover(One)) and not room_at(One, grove)
test a blast hits whoever it touches:
  map: field
  at: {scout of 1 as One: ONE, scout of 2 as Two: TWO, scout of 2 as Three: THREE}
  spots: {there: TWO}
  do: blast(there)
  then: [Two.hit and Three.hit and not One.hit]
test a push is short and ends where there is room:
  map: field
  at: {scout of 1 as One: ONE, scout of 2 as Two: TWO}
  spots: {goal: GOAL}
  do: push(One)
  answers:
    - ANSWER
  then: [One.place is goal]
"""
ROWS = """map field:
  rows: |
    ............
    .....##.....
    .....##.....
    ............
    ............
  legend: {"#": wood}
"""
CELLS = {"ONE": "B2", "TWO": "D2", "THREE": "E2", "FAR": "L5", "BEHIND": "I2", "GROVE": "F2", "GOAL": "B4",
         "ANSWER": "'pushed(One, B4)'", "BASE": "", "MAP": ROWS}  # fmt: skip
INCHES = {"ONE": "1.5x1.5", "TWO": "3.5x1.5", "THREE": "4.5x1.5", "FAR": "11.5x4.5", "BEHIND": "8.5x1.5",
          "GROVE": "5.5x1.5", "GOAL": "1.625x3.375", "ANSWER": "{choose: pushed, at: 1.625x3.375}",
          "BASE": ", base: round 0.5",
          "MAP": "map field:\n  table: 12x5\n  areas: {wood: rectangle 5x1 to 7x3}\n"}  # fmt: skip


def folder_of(form: Form, pack_folder: Write) -> Path:
    own = CELLS if form.make is not None else INCHES

    def said(text: str) -> str:
        for word, place in own.items():
            text = text.replace(word, place)
        return text.replace("LENGTH", form.unit).replace("PLACE", form.place)

    rules = said(RULES + own["MAP"])
    return pack_folder({"pack.yaml": f"pack: shared\nstart: game\nboard: {form.id}\n", "game.yaml": rules,
                        "tests/all.yaml": said(TESTS)})  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_the_same_rules_mean_the_same(form: Form, pack_folder: Write) -> None:
    suite = load_suite(folder_of(form, pack_folder))
    assert len(suite.cases) == 4
    assert [message(result, "") for result in suite.run("") if not result.passed] == []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_the_same_game_is_played_to_its_end(form: Form, pack_folder: Write) -> None:
    found = check_pack(folder_of(form, pack_folder))
    assert [one.message for one in found.diagnostics if one.severity is Severity.ERROR] == []
    assert found.program is not None
    linked = link_program(found.program)
    for seed in range(3):
        game = Game.new(linked, seed=seed)
        while not game.over and game.decision is not None:
            game.answer(len(game.answers) * 7 % len(game.decision.options))
        assert game.problem is None and len(game.answers) == 4
        assert Game.load(linked, game.save()).fingerprint() == game.fingerprint()
