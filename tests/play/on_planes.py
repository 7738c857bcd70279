"""Matches of small games on planes, whose answers may be places that nobody listed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.session import Game

Answer = Callable[[Game, random.Random], int]


def linked_of(folder: Path) -> Linked:
    """The program of a pack that checks clean of errors."""
    found = check_pack(folder)
    assert found.program is not None, [one.message for one in found.diagnostics]
    return Linked(found.program)


def matches(linked: Linked, seeds: int) -> Iterator[tuple[Game, random.Random]]:
    """A match of each seed from 0 on, and what its answers are drawn from."""
    for seed in range(seeds):
        yield Game.new(linked, seed=seed), random.Random(seed)


def play_alike(linked: Linked, strict: Linked, answer_of: Answer) -> None:
    """The same answers lead to the same places in the verifying mode, which finds nothing."""
    assert strict.program.verify
    for seed in range(2):
        game, twin, chance = Game.new(linked, seed=seed), Game.new(strict, seed=seed), random.Random(seed)
        while not game.over:
            answer = answer_of(game, chance)
            game.answer(answer)
            twin.answer(answer)
        assert twin.over and twin.problem is None
        assert twin.state.at == game.state.at
