"""Loops over things of a plane that ask the table once: which tests become a search in what was found, that they come
to the same as asking thing by thing, and that the verifying mode sees it where they do not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.play.playing import compiled

from rulewright.play import standing_plane
from rulewright.play.load import Linked
from rulewright.play.state import State
from rulewright.play.verify import Stale
from rulewright.program import Program
from rulewright.session import Game
from rulewright.space.plane.shapes import Shape

Write = Callable[[Mapping[str, str | bytes] | str], Path]

# Conditions on units a and b and a spot c.
ONCE = {
    "overlapping": "some x in units where overlapping(x, footprint(a, c))",
    "touching, the other way round": "no x in units where x is not a and touching(footprint(a, c), x)",
    "within": "some x in units where x.owner is a.owner and x within 3 inches of c",
    "within, of a length and an area": "some x in units where x within a.stride of burst(b, 1 inch)",
    "every, denied": "every x in units where x is not a has not overlapping(x, footprint(a, c))",
    "count, of either": "count(x in units where x within 4 inches of b or overlapping(x, footprint(a, c))) > 1",
    "all": "size(all(x in units where not (x within 5 inches of c))) > 2",
    "pairs": "size(all(x for x in units, y in units where x within 2 inches of c and y within 5 inches of b)) > 1",
    "the inner of two": "some x in units where (some y in units where y within 2 inches of x and y is not a)",
    "of several": "some x in units where x within 1 inch of all(y in units where y.owner is b.owner)",
    "as far as from nowhere": "every x in units has x within rounded_up(distance(wood, none)) of "
    "all(y in units where y.stride < 0 inches)",
    "behind a guard": "some x in units where a.goal is not none and x within 2 inches of a.goal",
}
# These are asked of each, as what they ask about is not the same for all.
EACH = {
    "of the thing itself": "some x in units where x is not b and overlapping(b, footprint(x, c))",
    "a length of the thing": "some x in units where x is not b and x within x.stride of b",
    "as if": "some x in units where x is not a and supposing(a at c, x within 1 inch of a)",
}

GAME = """\
area wood: {name: Wood}
map field: {table: 20x14, areas: {wood: polygon 3x3 15x2 14x12 9x7 4x13}}
kind unit: {placed: yes, plural: units, base: BASE, printed: {stride: inches}, state: {goal: spot or none}}
unit one: {name: One, stride: 3 inches}
unit other: {name: Other, stride: 6 inches}
permission asked(unit a, unit b, spot c): CONDITION
event game: |
  lay(field)
  for each p in players:
    create one for p
    repeat up to 5:
      place_one(p)
event place_one(player p): |
  let u = create other for p
  let d = choose one d in everywhere by p
  put u at d
  let b = last(units)
  finish if b is none
  let c = choose one c in everywhere by p
  for each a in units:
    told(a) if asked(a, b, c)
  set b.goal = c
event told(unit a): |
  set a.goal = none
"""


def _compiled(write: Write, condition: str, base: str, verify: bool) -> Program:
    text = GAME.replace("BASE", base).replace("CONDITION", condition)
    folder = write({"pack.yaml": "pack: p\nplayers: 2\nstart: game\nboard: plane\ngrain: 1 inch\n", "all.yaml": text})
    program, out = compiled(folder, verify=verify)
    assert program is not None, [one.message for one in out.errors]
    return program


def _play(program: Program, seed: int = 0) -> None:
    chance, match = Random(seed), Game.new(Linked(program), seed=seed)
    while not match.over:
        decision = match.decision
        assert decision is not None
        match.answer(chance.randrange(len(decision.options)))
    assert match.problem is None


@pytest.fixture
def asked_at_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which questions were put to the table, one after the other."""
    asked: list[str] = []

    def noting(word: str, right: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            asked.append(word)
            return right(*args)

        return noted

    for word in ("those_overlapping", "those_touching", "those_within"):
        monkeypatch.setitem(standing_plane.WORDS, word, noting(word, standing_plane.WORDS[word]))
    return asked


@pytest.mark.parametrize("base", ["round 0.6", "rectangle 2 by 3", "polygon 0x-1 1x1 0x0.5 -1x1"])
@pytest.mark.parametrize("asked", ONCE)
def test_the_table_is_asked_once(pack_folder: Write, asked_at_once: list[str], asked: str, base: str) -> None:
    """In the verifying mode each thing is asked too, and has to give the same."""
    program = _compiled(pack_folder, ONCE[asked], base, verify=True)
    for seed in range(3):
        _play(program, seed)
    assert set(asked_at_once) == {
        f"those_{word}" for word in ("overlapping", "touching", "within") if word in ONCE[asked]
    }


@pytest.mark.parametrize("asked", EACH)
def test_what_differs_from_thing_to_thing_is_asked_of_each(
    pack_folder: Write, asked_at_once: list[str], asked: str
) -> None:
    _play(_compiled(pack_folder, EACH[asked], "round 0.6", verify=True))
    assert not asked_at_once


def test_one_question_serves_all_rounds_of_a_loop(pack_folder: Write, asked_at_once: list[str]) -> None:
    """Of two to six units one after the other, then of eight to twelve: one question for each of them."""
    _play(_compiled(pack_folder, ONCE["overlapping"], "round 0.6", verify=False))
    assert len(asked_at_once) == sum(range(2, 7)) + sum(range(8, 13))


def _nothing(m: State, others: tuple[Shape, ...], *length: int) -> Collection[int]:
    return ()


@pytest.mark.parametrize("asked", ["overlapping", "touching, the other way round", "within", "every, denied", "all"])
def test_the_verifying_mode_finds_who_is_missing(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    for word in ("those_overlapping", "those_touching", "those_within"):
        monkeypatch.setitem(standing_plane.WORDS, word, _nothing)
    program = _compiled(pack_folder, ONCE[asked], "rectangle 2 by 3", verify=True)
    with pytest.raises(Stale, match="moved out of a loop"):
        for seed in range(20):  # until two of them meet
            _play(program, seed)
