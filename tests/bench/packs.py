"""Rows about whole matches of the larger packs, in units of the hand-written skirmish: what a decision of it takes."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any, Literal

from tests.bench.timing import Row, ratio, turn_about
from tests.skirmish import skirmish

from rulewright.assets import content_dir
from rulewright.bots.kinds import make_bot
from rulewright.pipeline import check_pack
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.session import Game, answer, answer_by_chance
from rulewright_tools.playing.settings import parse

_REFERENCE = range(4)
# Answers are drawn from all that are listed; only what is drawn is judged, also with forty models a side; greedy bots
# answer.
Way = Literal["random", "drawn", "crowd", "greedy"]


@cache
def _linked(pack: str) -> Linked:
    program = check_pack(content_dir() / pack).program
    assert program is not None
    return Linked(program)


_LONG = ("w40k_missions",)  # a match of these takes as many seconds as four of others
# Nobody concedes by chance: a match is played to its end.
_SETTINGS: dict[str, tuple[str, ...]] = {"w40k_missions": ("conceding=no",)}
_CROWD = ("first_army=verge_muster", "second_army=ash_swarm")


def _settings(pack: str, more: tuple[str, ...] = ()) -> dict[str, Any]:
    return parse(_linked(pack).program, (*_SETTINGS.get(pack, ()), *more))


def _random(pack: str, seed: int) -> int:
    """A match in which all answers are drawn; how many there were."""
    game = Game.new(_linked(pack), seed=seed, settings=_settings(pack), trace=False)
    chance = Chance(seed + 1_000_003)
    made = 0
    while (d := game.decision) is not None:
        answer(game.state, d.options[chance.draw(len(d.options), "bot")])
        made += 1
    return made


def _drawn(pack: str, seed: int, more: tuple[str, ...] = ()) -> int:
    """The same without listing what could be answered, as searches play on."""
    m = Game.new(_linked(pack), seed=seed, settings=_settings(pack, more), trace=False).state
    m.drafting = True
    chance = Chance(seed + 1_000_003)
    made = 0
    while m.pending is not None:
        answer_by_chance(m, chance)
        made += 1
    return made


def _greedy(pack: str, seed: int, most: int) -> int:
    """So many decisions of a match between two greedy bots."""
    game = Game.new(_linked(pack), seed=seed, trace=False)
    bots = [make_bot("greedy", 31 * seed + seat) for seat in range(2)]
    made = 0
    while (d := game.decision) is not None and made < most:
        answer(game.state, d.options[bots[d.player].choose(game)])
        made += 1
    return made


_TOLD: dict[Way, str] = {
    "random": "random bots",
    "drawn": "answers drawn one by one",
    "crowd": "the same with forty models a side",
    "greedy": "greedy bots",
}


def _played(pack: str, seed: int, way: Way) -> int:
    """Plays a match, or the beginning of one; the number of decisions."""
    if way == "greedy":
        return _greedy(pack, seed, 60)
    if way == "crowd":
        return _drawn(pack, seed, _CROWD)
    return _drawn(pack, seed) if way == "drawn" else _random(pack, seed)


def _row(row: str, pack: str, way: Way, rounds: int, floor: float, goal: float) -> Row:
    """Greedy bots play the same match in every round. Random ones play new matches: of those that were played before,
    the board remembers what it was asked, and nobody plays the same match again."""
    fresh = count()
    greedy = way == "greedy"
    decisions: list[int] = []

    def ours() -> None:
        seeds = [0] if greedy else [next(fresh) for _ in range(1 if pack in _LONG else 4)]
        decisions.append(sum(_played(pack, seed, way) for seed in seeds))

    def reference() -> None:
        for seed in _REFERENCE:
            skirmish.play(seed)

    ours()  # also what a board finds when it is new: a batch pays that once
    decisions.clear()
    theirs = sum(skirmish.play(seed)[1] for seed in _REFERENCE)
    mine, yard = turn_about([ours, reference], rounds)
    each = [seconds / many for seconds, many in zip(mine, decisions, strict=True)]
    best, median = ratio(each, [seconds / theirs for seconds in yard])
    return Row(
        row,
        f"a decision of {pack}, {_TOLD[way]}, in decisions of the hand-written skirmish",
        best if greedy else median,  # the best of different matches would be the easiest of them
        floor,
        goal,
        details={
            "best": round(best, 1),
            "median": round(median, 1),
            "us a decision": round(median * min(yard) / theirs * 1e6, 1),
            "reference us": round(min(yard) / theirs * 1e6, 2),
            "decisions": sum(decisions),
        },
    )


def matches(rounds: int) -> list[Row]:
    """Random and greedy matches of the packs. The skirmish pack takes some 1.75 units: 21 are 12 times that, 105 are 60
    times."""
    return [
        _row("M1d", "ddm", "random", rounds, 115, 50),
        _row("M1u", "underworlds", "random", rounds, 38, 18),
        _row("M1z", "zod", "random", rounds, 105, 21),
        _row("M1w", "w40k_missions", "random", rounds, 1700, 105),
        _row("M1dp", "ddm", "drawn", rounds, 55, 50),
        _row("M1up", "underworlds", "drawn", rounds, 21, 18),
        _row("M1wp", "w40k_missions", "drawn", rounds, 400, 105),
        _row("M1wc", "w40k_missions", "crowd", rounds, 700, 105),
        _row("M1zp", "zod", "drawn", rounds, 85, 21),
        _row("M1dg", "ddm", "greedy", rounds, 1100, 2000),
        _row("M1ug", "underworlds", "greedy", rounds, 560, 500),
    ]
