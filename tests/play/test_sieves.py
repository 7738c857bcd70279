"""What a search on a plane leaves out before it asks: for each condition that is read as an area, the area is compared
with asking the condition itself, spot by spot; and what is read wrongly is found by the verifying mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.play.playing import compiled

from rulewright.compile import pyast as py
from rulewright.compile import sieves
from rulewright.play import plane
from rulewright.play.load import Linked
from rulewright.play.state import State
from rulewright.play.verify import Stale
from rulewright.session import Game
from rulewright.space.plane import bodies
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import disc
from rulewright.space.plane.terms import NONE, Term

Write = Callable[[Mapping[str, str | bytes] | str], Path]

# What is read, by condition on the spot c; whether no spot of the set but those that meet it lies in the area.
EXACT = {
    "set": "c in wood",
    "set denied": "c not in wood",
    "area": "c is wood or c is moor",
    "area denied": "not (c is wood)",
    "within": "c within 4 inches of b",
    "within, of an area": "moor within 3 inches of c",
    "within, of a base": "footprint(a, c) within 4 inches of b",
    "within, of a length": "c within a.stride of b",
    "within, denied": "not (footprint(a, c) within 5 inches of b)",
    "wholly": "wholly(footprint(a, c), wood)",
    "wholly, denied": "not wholly(footprint(a, c), everywhere - wood)",
    "meets": "meets(footprint(a, c), wood)",
    "meets, of a burst": "meets(footprint(a, c), burst(b, 3 inches))",
    "meets, denied": "not meets(footprint(a, c), wood)",
    "overlapping": "overlapping(footprint(a, c), b)",
    "overlapping, the other way round": "not overlapping(b, footprint(a, c))",
    "touching": "touching(footprint(a, c), b)",
    "some": "some x in units where x is not a and footprint(a, c) within 2 inches of x",
    "no": "no x in units where x is not a and overlapping(footprint(a, c), x)",
    "no, denied": "not (no x in units where x is not a and touching(footprint(a, c), x))",
    "no, of several": "no x in units where x.owner is b.owner and c within 5 inches of x and c is moor",
    "every": "every x in units where x is not a has not overlapping(footprint(a, c), x)",
    "every, by distance": "every x in units where x is not a has distance(footprint(a, c), x) > 2 inches",
    "every, denied": "not (every x in units where x is not a has not touching(footprint(a, c), x))",
    "every, of all": "every x in units has (x is a or 5 inches < distance(c, x))",
    "and": "c in moor and c within 20 inches of b",
    "or": "c within 3 inches of b or wholly(footprint(a, c), wood)",
    "or, of a truth": "a is b or c within 3 inches of b",
    "and, of a truth": "a is not b and c within 3 inches of b",
    "not, of both": "not (c in moor and c within 9 inches of b)",
    "not, of either": "not (c in moor or c within 3 inches of b)",
    "distance": "distance(c, b) <= 4 inches",
    "distance, the other way round": "4 inches >= distance(moor, c)",
    "distance, of a base": "distance(b, footprint(a, c)) > 5 inches",
    "distance, denied": "not (distance(footprint(a, c), b) <= a.stride)",
    "distance, and no further": "c within 9 inches of b and distance(c, b) > 2 inches",
    "distance, and no further, denied": "not (c within 9 inches of b and distance(c, b) > 2 inches)",
    "distance, of some": "some x in units where distance(c, x) > 3 inches and c within 6 inches of x",
    "permission": "near(a, b, c)",
    "permission, denied": "not near(a, b, c)",
}
LARGER = {
    "half read": "c within 9 inches of b and (if a is b then true else distance(c, b) > 2 inches)",
    "half read, denied": "c in moor and not (c within 9 inches of b and (if a is b then true else c in wood))",
    "nearer": "c in moor and distance(c, b) < 4 inches",
    "every, of at least": "every x in units where x is not a has distance(footprint(a, c), x) >= 2 inches",
    "as near as another": "distance(c, b) <= distance(a, b)",
    "as near as another, of a base": "distance(a, b) >= distance(footprint(a, c), b)",
    "nearer than another": "distance(footprint(a, c), all(x in units where x is not a)) < distance(a, b)",
    "as near as to nothing": (
        "c in moor and distance(c, all(x in units where false)) <= distance(a, all(x in units where false))"
    ),
    "further than another": "c in moor and distance(c, b) > distance(a, b)",
    "not as near as another": "c in moor and not (distance(c, b) <= distance(a, b))",
    "not further than another": "c in moor and not (distance(c, b) > distance(a, b))",
    "nearer, of a base": "5 inches > distance(footprint(a, c), b)",
    "nearer, of no": "c in moor and (no x in units where distance(c, x) < 3 inches)",
    "nearer, of no base": "no x in units where x is not a and distance(x, footprint(a, c)) < 3 inches",
    "not nearer": "c in moor and distance(c, b) >= 4 inches",
    "not nearer than nothing": "c in moor and distance(c, b) >= 0 inches",
    "not both, nearer": "c in moor and not (c within 9 inches of b and distance(c, b) < 4 inches)",
    "branches": "c in moor and (if a is b then c in wood else c within 9 inches of b)",
    "every": "c in moor and (every x in units has distance(c, x) > 1 inch)",
}
READ = {**EXACT, **LARGER}

GAME = """\
area wood: {name: Wood}
area moor: {name: Moor}
map field:
  table: 36x24
  areas: {wood: polygon 3x3 15x2 14x12 9x7 4x13, moor: rectangle 18x6 to 34x22}
kind unit: {placed: yes, plural: units, base: BASE, printed: {stride: inches}}
unit one: {name: One, stride: 4 inches}
unit other: {name: Other, stride: 6 inches}
permission near(unit who, unit whom, spot there): there within 7 inches of whom and there in moor
event game: |
  lay(field)
  for each p in players:
    place_one(p)
  for each a in units:
    for each b in units where b.owner is not a.owner and b.stride is not a.stride:
      look(a, b)
event place_one(player p): |
  let a = create one for p
  let c = choose one c in everywhere by p
  put a at c
  let b = create other for p
  let d = choose one d in everywhere by p
  put b at d
event look(unit a, unit b): |
QUESTION
event stand(unit a, unit b, spot c): {legal: {good: "CONDITION"}, do: put a at c}
"""
CHOICE = "  let found = choose one or none c in everywhere where CONDITION by a.owner"
OFFER = "  offer a.owner or pass:\n    stand(a, b, c) for c in everywhere"
BASES = ("round 0.6", "rectangle 2 by 3", "polygon 0x-1 1x1 0x0.5 -1x1")


def matches(write: Write, condition: str, base: str, offered: bool, seeds: int = 1) -> None:
    """Plays in the verifying mode, with answers at random."""
    game = GAME.replace("QUESTION", OFFER if offered else CHOICE).replace("BASE", base).replace("CONDITION", condition)
    folder = write({"pack.yaml": "pack: p\nplayers: 2\nstart: game\nboard: plane\ngrain: 1 inch\n", "all.yaml": game})
    program, out = compiled(folder, verify=True)
    assert program is not None, [one.message for one in out.errors]
    linked = Linked(program)
    for seed in range(seeds):
        chance, match = Random(seed), Game.new(linked, seed=seed)
        while not match.over:
            decision = match.decision
            assert decision is not None
            match.answer(chance.randrange(len(decision.options)))
        assert match.problem is None


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("read", READ)
def test_a_sieve_is_what_asking_spot_by_spot_comes_to(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch, read: str, base: str
) -> None:
    chance, turning, compared, smaller = Random(read), Random(read), 0, 0

    def compare(m: State, what: str, whole: Term, sieve: Term, asked: Callable[..., bool], *args: Any) -> Term:
        nonlocal compared, smaller
        for _ in range(150):
            spot = pose(chance.randrange(36_001), chance.randrange(24_001), turning.choice((0, 0, 90, 217)))
            meets = asked(m, *args, spot)
            lies = sieve.has(spot)
            assert lies or not meets, f"{spot} is left out"
            assert read in LARGER or meets or not lies, f"{spot} is not left out"
            compared += 1
            smaller += not lies
        return sieve

    monkeypatch.setattr("rulewright.play.verify.unsieved", compare)
    matches(pack_folder, READ[read], base, offered=len(read) % 2 == 0)
    assert compared and smaller


def _nearer(word: str) -> Callable[..., Term]:
    right = plane.WORDS[word]
    return lambda m, *args: right(m, *args[:-1], args[-1] // 2)


def _none(m: State, *args: Any) -> Term:
    return NONE


def _first(m: State, one: Term, other: Term) -> Term:
    return other if one is NONE else one


# What is planted, and the condition that shows it: the word of the engine, what stands in for it.
FAULTS: dict[str, tuple[str, Callable[..., Any], str]] = {
    "within, half as far": ("spots_within", _nearer("spots_within"), EXACT["within"]),
    "within of a base, half as far": ("base_near", _nearer("base_near"), EXACT["within, of a base"]),
    "touching, of nothing": ("base_near", _none, EXACT["touching"]),
    "wholly, of a larger base": ("base_inside", lambda m, e, area: bodies.eroded(area, disc(2_000)), EXACT["wholly"]),
    "meets, of the spot alone": ("base_meeting", lambda m, e, area: area, EXACT["meets"]),
    "overlapping, of nothing": ("base_over", _none, EXACT["overlapping"]),
    "denied, of nothing": ("outside", lambda area: NONE, EXACT["area denied"]),
    "no, of all": ("outside", lambda area: NONE, EXACT["no"]),
    "or, of the first alone": ("union", _first, EXACT["or"]),
    "some, of the first alone": ("united", lambda m, several: several[0] if several else NONE, EXACT["some"]),
    "and, of nothing": ("common", _none, EXACT["and"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_verifying_mode_finds_what_is_read_wrongly(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    word, wrong, condition = FAULTS[fault]
    monkeypatch.setitem(plane.WORDS, word, wrong)
    with pytest.raises(Stale, match="the sieve of"):
        matches(pack_folder, condition, BASES[0], offered=False)


def test_what_is_half_read_must_not_be_denied(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sieves, "_denied", lambda one: None if one is None else one._replace(
        term=py.expr("outside(_a)", _a=one.term), exact=True))  # fmt: skip
    with pytest.raises(Stale, match="the sieve of"):
        matches(pack_folder, LARGER["half read, denied"], BASES[0], offered=True)
