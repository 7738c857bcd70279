"""A place that would do instead of one that was refused: as near to it as a thousandth of an inch allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.play.on_planes import linked_of

from rulewright.limits import MOST_STEPS
from rulewright.play import nearby, opened
from rulewright.play.bounds import refill
from rulewright.play.nearby import nearest
from rulewright.play.state import State
from rulewright.session import Game, Refused
from rulewright.space.plane.poses import pose, spot_of

Write = Callable[[Mapping[str, str | bytes] | str], Path]

TABLE = """\
area home: {}
area slope: {}
area pond: {}
map field:
  table: 72x48
  areas:
    home: rectangle 0x34 to 72x48
    slope: polygon 0x0 72x36 72x48 0x48
    pond: disc 30x20 by 6
kind model: {placed: yes, plural: models, base: round 0.5}
model scout: {name: Scout}
event game: |
  lay(field)
  for each p in players:
    begin(p) if seat_number(p) is 1
event begin(player who): |
  let b = choose one c in everywhere by who
  let m = create scout for who at b
  OFFER
event go(model m, spot q):
  legal: {here: 'CONDITION'}
  do: put m at q
event form(model m, formation f):
  legal: {here: 'let q = place_in(f, m) then q is not none and CONDITION'}
  do: put m at place_in(f, m) if place_in(f, m) is not none
"""
_MANIFEST = "pack: g\nplayers: 2\nstart: game\nboard: plane\ngrain: 1 inch\n"
PLACE = "offer who:\n    go(m, q) for q in everywhere"
FORMED = "offer who:\n    form(m, f) for f in formations(models)"


@pytest.mark.parametrize("asked", [PLACE, FORMED])
@pytest.mark.parametrize(("condition", "wanted", "found"), [
    ("wholly(footprint(m, q), home)", (11_500, 20_250), (11_500, 34_500)),  # the border itself, and the same column
    ("q in home", (48_001, 12_345), (48_001, 34_000)),
    ("not meets(footprint(m, q), home)", (48_001, 41_000), (48_001, 33_499)),  # the border belongs to the home
    ("q in home and not (q within 1 inch of pond)", (30_000, 24_000), (30_000, 34_000)),
])  # fmt: skip
def test_what_would_do_is_on_the_border(
    pack_folder: Write, asked: str, condition: str, wanted: tuple[int, int], found: tuple[int, int]
) -> None:
    game = begun(pack_folder, asked, condition)
    place = pose(*wanted)
    near = nearest(game.state, 0, ((1, place),) if asked is FORMED else place)
    assert near == (((1, pose(*found)),) if asked is FORMED else pose(*found))


@pytest.mark.parametrize(("condition", "wanted"), [
    ("q in slope", (50_000, 3_000)), ("q in slope", (20_017, 1_003)), ("not (q in pond)", (31_007, 22_003)),
    ("q within 7 inches of pond", (61_111, 5_013)), ("wholly(footprint(m, q), slope - pond)", (30_000, 20_000)),
])  # fmt: skip
def test_no_step_from_what_would_do_comes_nearer(pack_folder: Write, condition: str, wanted: tuple[int, int]) -> None:
    game = begun(pack_folder, PLACE, condition)
    near = nearest(game.state, 0, pose(*wanted))
    assert type(near) is int and opened.refused(game.state, 0, near) == []
    p, q = spot_of(near)
    left = apart((p, q), wanted)
    for x in (p - 1, p, p + 1):
        for y in (q - 1, q, q + 1):
            if apart((x, y), wanted) < left:
                assert opened.refused(game.state, 0, pose(x, y)) != []


TWO = """\
offer who:
    march(m, f) for f in formations(models)
event march(model m, formation f):
  legal:
    here: every k in models has (let q = place_in(f, k) then q is not none and wholly(footprint(k, q), home))
    room: supposing(models at f, disjoint(models))
  do: put models at f
"""


def test_who_has_moved_makes_room_for_others(pack_folder: Write) -> None:
    """The first cannot stand where the second is proposed; the second then leaves."""
    game = begun(pack_folder, TWO, "true", "  create scout for who at displaced(b, 90, 1 inch)\n")
    near = nearest(game.state, 0, ((1, pose(11_500, 40_000)), (2, pose(11_200, 47_800))))
    assert near == ((1, pose(11_500, 40_000)), (2, pose(11_200, 47_500)))


@pytest.mark.parametrize("most", [5, 30])
def test_the_search_is_bounded(pack_folder: Write, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    game = begun(pack_folder, PLACE, "q in slope")
    tested = counted(monkeypatch)
    game.state.fuel = 0
    best = nearest(game.state, 0, pose(20_017, 1_003))
    assert len(tested) > most
    tested.clear()
    monkeypatch.setattr(nearby, "_TRIED", most)
    near = nearest(game.state, 0, pose(20_017, 1_003))
    assert near != best and len(tested) == most and opened.refused(game.state, 0, near) == []


def test_the_search_for_a_large_formation_is_bounded(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    more = "".join(f"  create scout for who at displaced(b, 90, {i} inch)\n" for i in range(1, 30))
    game = begun(pack_folder, TWO, "true", more)
    tested = counted(monkeypatch)
    wanted = tuple((e, pose(10_017 + 1_000 * e, 20_003)) for e in range(1, 31))
    near = nearest(game.state, 0, wanted)
    assert len(tested) == nearby._TRIED and opened.refused(game.state, 0, near) == []


@pytest.mark.parametrize("before", [0, 1, 7])
def test_a_search_without_steps_ends_with_what_is_known(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """All tests share the steps of one decision, here only as many as the first ones need."""
    game = begun(pack_folder, PLACE, "q in slope")
    wanted = pose(20_017, 1_003)
    tested = counted(monkeypatch)
    whole = nearest(game.state, 0, wanted)
    used = MOST_STEPS - tested[before - 1] if before else 0
    tested.clear()
    monkeypatch.setattr(nearby, "refill", lambda m: refill(m, used))
    near = nearest(game.state, 0, wanted)
    assert game.state.fuel == used  # again, for the next answer
    assert near != whole and len(tested) == before and opened.refused(game.state, 0, near) == []
    with pytest.raises(Refused, match=r"^20.017x1.003 is no answer: here: .* would do$"):
        game.answer_at(wanted)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For each answer that is tested to the end: the steps that are left then."""
    tested: list[int] = []

    def is_legal(m: State, *args: Any) -> bool:
        found = opened.is_legal(m, *args)
        tested.append(m.fuel)
        return found

    monkeypatch.setattr(nearby, "is_legal", is_legal)
    return tested


def begun(pack_folder: Write, asked: str, condition: str, more: str = "") -> Game:
    text = TABLE.replace("  OFFER", f"{more}  {asked}").replace("CONDITION", condition)
    game = Game.new(linked_of(pack_folder({"pack.yaml": _MANIFEST, "game.yaml": text})), seed=1)
    game.answer_at(pose(10_000, 40_000))
    return game


def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
