"""Rows about playing: playouts, conditions, events, copies, steps."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.timing import Row, exponent, ratio, turn_about
from tests.skirmish import played, skirmish

from rulewright.pipeline import check_pack
from rulewright.play import codec, setup
from rulewright.play.bounds import refill
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.state import State, copy

SEEDS = range(12)


def playouts(rounds: int) -> Row:
    """The skirmish pack against the reference: the same matches, decision by decision."""
    for seed in SEEDS:
        mine: list[Any] = []
        theirs: list[Any] = []
        played.play(seed, mine)
        skirmish.play(seed, log=theirs)
        assert mine == theirs, f"seed {seed}: not the same game"
    decisions = sum(skirmish.play(seed)[1] for seed in SEEDS)
    ours, reference = turn_about(
        [lambda: [played.play(s) for s in SEEDS], lambda: [skirmish.play(s) for s in SEEDS]], rounds
    )
    best, median = ratio(ours, reference)
    return Row(
        "M1",
        "playouts of the skirmish against the hand-written one, time a decision",
        best,
        2.0,
        1.2,
        details={
            "median": round(median, 3),
            "us a decision": round(min(ours) / decisions * 1e6, 2),
            "reference us": round(min(reference) / decisions * 1e6, 2),
            "decisions": decisions,
        },
    )


def traced(rounds: int) -> Row:
    """What the full log costs."""
    with_log, without = turn_about(
        [lambda: [played.play(s, []) for s in SEEDS], lambda: [played.play(s) for s in SEEDS]], rounds
    )
    best, median = ratio(with_log, without)
    return Row(
        "M1t",
        "the same with the whole trace kept against without",
        best,
        None,
        None,
        details={"median": round(median, 3)},
    )


def small(text: str) -> Linked:
    """A pack of one text, ready for play."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pack.yaml").write_text(
            "pack: small\nname: Small\nversion: 1.0.0\nlanguage: 2\nplayers: 2\nstart: begin\nboard: square\n", "utf-8"
        )
        (folder / "rules.yaml").write_text(text, "utf-8")
        return linked(folder)


def linked(folder: Path) -> Linked:
    """The pack in a folder, ready for play."""
    result = check_pack(folder)
    assert result.program is not None, [str(one.message) for one in result.diagnostics]
    return Linked(result.program)


_CONDITION = """
kind piece:
  placed: yes
  printed: {max_hp: number}
  state: {hp: number starts self.max_hp, marked: yes_no}
piece pawn: {max_hp: 20}
map field:
  rows: |
    ........
    ........
permission worn(piece target, cells reach): target.hp * 2 <= target.max_hp and reach <= 5 cells and not target.marked
event begin gives number found: |
  lay(field)
  for each c in everywhere:
    create pawn for first_player() at c
  set found = count(x in pieces where worn(x, 3 cells))
value first_player() gives player: next_seat(only(players))
value only(set of player all_of) gives player: next_seat(next_seat(least_of(all_of)))
value least_of(set of player all_of) gives player:
  decide:
    - one_of(all_of)
value one_of(set of player all_of) gives player: next_seat(seat())
value seat() gives player: match.starter
kind match:
  state: {starter: player}
"""


class _Unit:
    __slots__ = ("hp", "marked", "max_hp")

    def __init__(self) -> None:
        self.hp, self.max_hp, self.marked = 12, 20, False


def condition(rounds: int) -> Row:
    """A condition from content against a lambda over slotted objects."""
    p = small(_CONDITION)
    m = setup.empty(p, 2, Chance(1), ())
    setup.start(m, p.program.start)
    pieces = list(range(1, len(m.sheet)))
    worn = p.names["P0_worn"]
    units = [_Unit() for _ in pieces]
    plain: Callable[[Any, int], bool] = lambda u, d: u.hp * 2 <= u.max_hp and d <= 5 and not u.marked  # noqa: E731

    def ours() -> None:
        for _ in range(2000):
            for e in pieces:
                worn(m, e, 3)

    def theirs() -> None:
        for _ in range(2000):
            for u in units:
                plain(u, 3)

    mine, yard = turn_about([ours, theirs], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "E1",
        "a condition from content against a lambda over slotted objects",
        best,
        2.5,
        1.3,
        details={"median": round(median, 3), "us": round(min(mine) / 2000 / len(pieces) * 1e6, 3)},
    )


def _idle(count: int, by_owner: bool) -> Linked:
    text = [_EVENTS]
    for i in range(count):
        if by_owner:
            text.append(
                f"piece idle_{i}:\n  max_hp: {i % 9 + 1}\n  after: struck where target is self\n  do: noted(self)\n"
            )
        else:
            text.append(
                f"event other_{i}(piece target): noted(target)\n"
                f"rule idle_{i}:\n  after: other_{i}\n  do: noted(target)\n"
            )
    if not by_owner:
        for first in range(0, count, 100):  # a text has a limit of length
            calls = "\n".join(f"  other_{i}(target) if target.max_hp < 0" for i in range(first, first + 100))
            text.append(f"event others_from_{first}(piece target): |\n{calls}\n")
    return small("\n".join(text))


_EVENTS = """
kind piece:
  owned: no
  printed: {max_hp: number}
  state: {hp: number}
piece pawn: {max_hp: 20}
event begin gives number found: |
  let a = create pawn
  struck(a)
  set found = a.hp
event struck(piece target): |
  set target.hp = target.hp + 1
event noted(piece target): |
  set target.hp = target.hp + 2
piece watched:
  max_hp: 3
  after: struck where target is self
  do: noted(self)
"""


def growth(rounds: int, by_owner: bool) -> Row:
    """An event against the number of reactions that do not match."""
    sizes = (100, 1000, 10000) if by_owner else (100, 500, 2400)  # rules are copies, of which a pack has few
    runs: list[Callable[[], object]] = []
    for size in sizes:
        p = _idle(size, by_owner)
        m = setup.empty(p, 2, Chance(1), ())
        setup.start(m, p.program.start)
        event = next(i for i, e in enumerate(p.program.events) if e.id == "struck")
        struck = p.plain[event]

        def run(struck: Any = struck, m: State = m) -> None:
            refill(m)  # each run is a decision of its own
            for _ in range(20_000):
                struck(m, 1, 0)

        runs.append(run)
    times = turn_about(runs, rounds)
    found = exponent(sizes, [min(t) for t in times])
    what = "by owner" if by_owner else "by kind of event"
    return Row(
        "D2o" if by_owner else "D2k",
        f"an event against idle reactions, {what}: growth exponent",
        found,
        0.2,
        0.1,
        unit="",
        details={"sizes": list(sizes), "us an event": [round(min(t) / 20_000 * 1e6, 3) for t in times]},
    )


def copies(rounds: int) -> Row:
    """A copy of a match against the hand-written clone, without the dice's generator in both."""
    m = played.begin(3, dice=Chance(3))
    theirs = skirmish.Match(skirmish.BOARD, 3)
    rnd, other = random.Random(1).random, random.Random(1).random
    rng = random.Random(0)
    for _ in range(200):
        options = theirs.options()
        theirs.apply(options[int(rnd() * len(options))])
        assert m.pending is not None
        played.step(m, int(other() * len(m.pending.options)))

    def ours() -> None:
        for _ in range(1000):
            copy(m)

    def clone() -> None:
        for _ in range(1000):
            theirs.clone(rng)

    mine, yard = turn_about([ours, clone], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "C1",
        "a copy of a match against the hand-written clone",
        best,
        3.0,
        1.2,
        details={
            "median": round(median, 3),
            "us": round(min(mine) * 1e3, 2),
            "reference us": round(min(yard) * 1e3, 2),
        },
    )


def saves(rounds: int) -> Row:
    """Save to plain data and back against the hand-written."""
    import json

    m = played.begin(3, dice=Chance(3))
    theirs = skirmish.Match(skirmish.BOARD, 3)

    def ours() -> None:
        for _ in range(100):
            codec.from_json(m.p, json.loads(json.dumps(codec.to_json(m))))

    def other() -> None:
        for _ in range(100):
            skirmish.Match.from_dict(json.loads(json.dumps(theirs.to_dict())))

    mine, yard = turn_about([ours, other], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "C3",
        "save to JSON and back against the hand-written",
        best,
        3.0,
        1.5,
        details={"median": round(median, 3), "us": round(min(mine) * 1e4, 1)},
    )


def stepping(rounds: int) -> Row:
    """One decision at a time through the door that servers use, against a whole playout."""
    from rulewright.session import Game, answer

    def steps() -> None:
        for seed in SEEDS:
            game = Game.new(played.linked(), seed=seed, chance=played.Dice(seed), trace=False)
            rnd = random.Random(seed + 1_000_003).random
            while (d := game.decision) is not None:
                answer(game.state, d.options[int(rnd() * len(d.options))])

    mine, yard = turn_about([steps, lambda: [played.play(s) for s in SEEDS]], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "S1",
        "stepping one decision at a time against a whole playout",
        best,
        2.0,
        1.2,
        details={"median": round(median, 3)},
    )


def answering(rounds: int) -> Row:
    """The same door with its log and the way back, as terminals and servers use it, against bare stepping."""
    from rulewright.session import Game, answer

    def game_of(seed: int, trace: bool) -> Game:
        return Game.new(played.linked(), seed=seed, chance=played.Dice(seed), trace=trace)

    def answers() -> list[Game]:
        games = [game_of(seed, True) for seed in SEEDS]
        for seed, game in zip(SEEDS, games, strict=True):
            rnd = random.Random(seed + 1_000_003).random
            while (d := game.decision) is not None:
                game.answer(int(rnd() * len(d.options)))
        return games

    def steps() -> None:
        for seed in SEEDS:
            game = game_of(seed, False)
            rnd = random.Random(seed + 1_000_003).random
            while (d := game.decision) is not None:
                answer(game.state, d.options[int(rnd() * len(d.options))])

    mine, yard = turn_about([answers, steps], rounds)
    best, median = ratio(mine, yard)
    return Row(
        "S2",
        "a game with its log and its undo against stepping",
        best,
        3.0,
        1.5,
        details={"median": round(median, 3)},
    )
