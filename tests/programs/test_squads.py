"""Random packs of formations: what is read of a law before a formation is whole refuses none that the law allows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.play.on_planes import linked_of
from tests.programs.draw import Seeded
from tests.programs.routes import draw_routes
from tests.programs.running import written
from tests.programs.squads import draw_squads

from rulewright.bots.random import RandomBot
from rulewright.play import formed
from rulewright.play.bounds import refill
from rulewright.play.state import NOWHERE, State
from rulewright.session import Game
from rulewright.space.plane.poses import pose, split, spot_of

STRETCHES = 4  # of seeds, so that several processes share them
PACKS = 30  # of a stretch
TRIED = 60  # formations of each search


def places_of(m: State, rng: random.Random) -> list[int]:
    """Places for three things, mostly near one another."""
    if m.p.program.board != "plane":
        everywhere = m.board.decode(m.board.everywhere)
        first = rng.choice(everywhere)
        near = [q for q in everywhere if m.board.distance(first, q) <= 2]
        return [first, *(rng.choice(near if rng.random() < 0.7 else everywhere) for _ in range(2))]
    x, y = rng.randrange(1, 19), rng.randrange(1, 15)
    close = [(min(19, max(1, x + rng.randrange(-4, 5))), min(15, max(1, y + rng.randrange(-4, 5)))) for _ in range(2)]
    return [pose(500 * a, 500 * b) for a, b in ((x, y), *close)]


def way_of(m: State, e: int, rng: random.Random) -> tuple[int, ...]:
    """A short way of a thing that stands on a table, mostly of one leg; now and then it stays."""
    x, y = spot_of(m.at[e])
    made = [m.at[e]]
    for _ in range(rng.choice((1, 1, 1, 2))):
        far = rng.choice((0, 1_000, 3_000))
        x, y = max(0, x + rng.randint(-far, far)), max(0, y + rng.randint(-far, far))
        made.append(pose(x, y, split(m.at[e])[0]))
    return tuple(made)


def goals_of(m: State, search: Any, rng: random.Random) -> list[formed.Goal]:
    """A place, or a way, for each thing of a search."""
    if search.ways is None:
        return list(places_of(m, rng))
    return [way_of(m, e, rng) for e in search.members]


def refused_by(search: Any, f: formed.Formation) -> str:
    """Which test of the search would refuse a part of a formation that the law allows; empty if none would."""
    m, standing = search.m, search.m.p.standing
    outer, outer_of = search.outer
    for i, (e, _) in enumerate(f):
        if outer is not None and not outer(m, *outer_of, f[: i + 1], e):
            return f"outer of thing {i + 1}"
    inner, inner_of = search.inner
    past = [(e, standing.suppose(m, e, NOWHERE)) for e, _ in f]
    try:
        for i, (e, at) in enumerate(formed.ends_of(f)):
            area = search.area_of(e)
            if area is not None and not area.has(at):  # on cells nothing is read as an area
                return f"area of thing {i + 1}"
            past.append((e, standing.suppose(m, e, at)))
            if inner is not None and not inner(m, *inner_of, f[: i + 1], e):
                return f"inner of thing {i + 1}"
    finally:
        formed.resume_all(m, past)
    return ""


def played(folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], Counter[str]]:
    """The formations of one match that parts of the law would refuse wrongly, and how many were tried."""
    rng, wrong, tried = random.Random(seed), list[str](), Counter[str]()
    found = formed._Search.found

    def watched(search: Any, begin: int) -> Iterator[formed.Formation]:
        m = search.m
        fuel = m.fuel
        law, given = search.law
        for _ in range(TRIED if search.members else 0):
            refill(m)
            f = formed.formation(dict(zip(search.members, goals_of(m, search, rng), strict=True)))
            members = search.members if search.ways is None else formed.marches(search.members)
            tried["all"] += 1
            if formed.in_formations(m, members, f) and law(m, *given, f):
                tried["legal"] += 1
                refused = refused_by(search, f)
                if refused:
                    wrong.append(f"{refused}: {[m.board.show(at) for _, at in formed.ends_of(f)]}")
        m.fuel = fuel
        yield from found(search, begin)

    monkeypatch.setattr(formed._Search, "found", watched)
    game, bot = Game.new(linked_of(folder), seed=seed), RandomBot(seed)
    while not game.over:
        game.answer(bot.choose(game))
    assert game.problem is None
    monkeypatch.undo()
    return wrong, tried


@pytest.mark.parametrize("stretch", range(STRETCHES))
def test_no_part_of_a_law_refuses_what_the_whole_allows(
    stretch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = Counter[str]()
    for seed in range(stretch * PACKS, stretch * PACKS + PACKS):
        wrong, more = played(written(draw_squads(Seeded(seed)), tmp_path / str(seed)), seed, monkeypatch)
        assert not wrong, f"seed {seed}: {wrong[:3]}"
        tried += more
    assert tried["legal"] > 500 and tried["all"] > 2 * tried["legal"]


def test_no_part_of_a_law_of_ways_refuses_what_the_whole_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = Counter[str]()
    for seed in range(PACKS):
        wrong, more = played(written(draw_routes(Seeded(seed))[0], tmp_path / str(seed)), seed, monkeypatch)
        assert not wrong, f"seed {seed}: {wrong[:3]}"
        tried += more
    assert tried["legal"] > 500 and tried["all"] > tried["legal"] + 500
