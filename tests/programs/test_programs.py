"""The generator makes packs that the checker takes, and programs in which something happens."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.oracle.compare import Prepared
from tests.programs.draw import Seeded
from tests.programs.packs import draw_pack
from tests.programs.running import read, written

from rulewright.play.chance import Chance
from rulewright.play.entries import (
    Began,
    Entry,
    Finished,
    Gained,
    Lost,
    NotBegun,
    Reacted,
    Removed,
    Rolled,
    Shuffled,
    Swapped,
)
from rulewright.session import Game
from rulewright.shapes import OUTCOMES

SEEDS = range(16)


def played(prepared: Prepared, program: int, trace: bool) -> Game:
    """A program, with answers at random."""
    game = Game.new(prepared.linked, seed=program, settings={"program": program}, trace=trace)
    chance = Chance(program)
    while game.decision is not None:
        game.answer(chance.draw(len(game.decision.options), "answers"))
    return game


def test_most_packs_are_accepted_and_much_happens_in_them(tmp_path: Path) -> None:
    """A generator of packs that are refused, or in which nothing happens, would find no fault."""
    accepted, programs, decisions = 0, 0, 0
    begun: Counter[type[Entry]] = Counter()
    outcomes: Counter[str] = Counter()
    for seed in SEEDS:
        files, count = draw_pack(Seeded(seed))
        prepared = read(written(files, tmp_path / str(seed)))
        if isinstance(prepared, str):
            continue
        accepted += 1
        for program in range(0, count, 3):
            game = played(prepared, program, True)
            programs, decisions = programs + 1, decisions + len(game.answers)
            for entry in game.trace:
                begun[type(entry)] += 1
                if isinstance(entry, Finished):
                    outcomes[OUTCOMES[entry.outcome]] += 1
    assert accepted >= len(SEEDS) - 1  # one of a hundred is refused
    assert decisions > programs / 2
    assert begun[Began] > 5 * programs
    for kind in (Gained, Lost, NotBegun, Reacted, Removed, Rolled, Shuffled, Swapped):
        assert begun[kind] > 0, kind
    for outcome in ("done", "impossible", "replaced"):
        assert outcomes[outcome] > 0, outcome


def test_the_same_seed_makes_the_same_pack() -> None:
    assert draw_pack(Seeded(7)) == draw_pack(Seeded(7))
    assert draw_pack(Seeded(7)) != draw_pack(Seeded(8))
