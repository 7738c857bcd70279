"""Rows about whole matches of the larger packs, in units of the hand-written skirmish: what a decision of it takes."""

from __future__ import annotations

from functools import cache

from tests.bench.timing import Row, ratio, turn_about
from tests.skirmish import skirmish

from rulewright.assets import content_dir
from rulewright.bots.kinds import make_bot
from rulewright.pipeline import check_pack
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.session import Game, answer

_REFERENCE = range(4)


@cache
def _linked(pack: str) -> Linked:
    program = check_pack(content_dir() / pack).program
    assert program is not None
    return Linked(program)


def _random(pack: str, seed: int) -> int:
    """A match in which all answers are drawn; how many there were."""
    game = Game.new(_linked(pack), seed=seed, trace=False)
    chance = Chance(seed + 1_000_003)
    count = 0
    while (d := game.decision) is not None:
        answer(game.state, d.options[chance.draw(len(d.options), "bot")])
        count += 1
    return count


def _greedy(pack: str, seed: int, most: int) -> int:
    """So many decisions of a match between two greedy bots."""
    game = Game.new(_linked(pack), seed=seed, trace=False)
    bots = [make_bot("greedy", 31 * seed + seat) for seat in range(2)]
    count = 0
    while (d := game.decision) is not None and count < most:
        answer(game.state, d.options[bots[d.player].choose(game)])
        count += 1
    return count


def _row(row: str, pack: str, greedy: bool, rounds: int, floor: float, goal: float) -> Row:
    seeds = range(1 if greedy else 4)

    def ours() -> int:
        return sum(_greedy(pack, seed, 60) if greedy else _random(pack, seed) for seed in seeds)

    def reference() -> None:
        for seed in _REFERENCE:
            skirmish.play(seed)

    decisions = ours()  # also what a board finds when it is new: a batch pays that once
    theirs = sum(skirmish.play(seed)[1] for seed in _REFERENCE)
    mine, yard = turn_about([ours, reference], rounds)
    best, median = ratio(mine, yard)
    units = theirs / decisions
    return Row(
        row,
        f"a decision of {pack}, {'greedy' if greedy else 'random'} bots, in decisions of the hand-written skirmish",
        best * units,
        floor,
        goal,
        details={
            "median": round(median * units, 1),
            "us a decision": round(min(mine) / decisions * 1e6, 1),
            "reference us": round(min(yard) / theirs * 1e6, 2),
            "decisions": decisions,
        },
    )


def matches(rounds: int) -> list[Row]:
    """Random and greedy matches of the packs. 21 units are 12 times what the skirmish pack takes."""
    return [
        _row("M1d", "ddm", False, rounds, 90, 50),
        _row("M1u", "underworlds", False, rounds, 33, 18),
        _row("M1z", "zod", False, rounds, 260, 21),
        _row("M1dg", "ddm", True, rounds, 3700, 2000),
        _row("M1ug", "underworlds", True, rounds, 800, 500),
    ]
