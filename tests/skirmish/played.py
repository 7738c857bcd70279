"""Plays the pack `skirmish` as the hand-written reference is played: the same dice, the same random players, the same
log.

The pack's events become the tuples of SKIRMISH.md section 8; nothing else of the match is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from rulewright.assets import content_dir
from rulewright.limits import MOST_STEPS
from rulewright.pipeline import load_program
from rulewright.play import setup, trampoline
from rulewright.play.chance import Source
from rulewright.play.entries import Began, Entry
from rulewright.play.load import Linked
from rulewright.play.ready import Ready
from rulewright.play.state import State


class Dice(Source):
    """The reference's dice: CPython's generator, one draw a die."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._next = self._random.random

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        """A whole number from 0 to faces - 1."""
        return int(self._next() * faces)

    def copy(self) -> Dice:
        """An independent generator that gives the same numbers."""
        made = Dice(0)
        made._random.setstate(self._random.getstate())
        return made


_LINKED: list[Linked] = []


def linked() -> Linked:
    """The compiled pack, once for a process."""
    if not _LINKED:
        program = load_program(content_dir() / "skirmish")
        assert program is not None
        _LINKED.append(Linked(program))
    return _LINKED[0]


_NAMES = {
    "round_begins": "round",
    "turn": "turn",
    "moves": "move",
    "opportunity": "opportunity",
    "miss": "miss",
    "hit": "hit",
    "dies": "dies",
    "bloodied": "bloodied",
    "rallies": "rally",
    "gains_daze": "gains",
    "gains_slow": "gains",
    "save_slowed": "save",
    "save_dazed": "save",
    "over": "over",
}


def reference_log(trace: Sequence[Entry], p: Ready) -> list[tuple[Any, ...]]:
    """The events of a trace as the tuples of SKIRMISH.md."""
    log: list[tuple[Any, ...]] = []
    for entry in trace:
        if not isinstance(entry, Began):
            continue
        record = entry.record
        event = p.program.events[record[0]].id
        name = _NAMES.get(event)
        if name is None:
            continue
        fields = tuple(record[4:])
        if name == "gains":
            fields = (fields[0], "dazed" if event == "gains_daze" else "slowed")
        elif name == "save":
            fields = (fields[0], event.removeprefix("save_"), fields[1])
        elif name == "over":
            fields = (2 if fields[0] is None else fields[0],)
        log.append((name, *fields))
    return log


def begin(seed: int, trace: bool = False, dice: Any = None) -> State:
    """A match at its first decision."""
    p = linked()
    m = setup.empty(p, 2, Dice(seed) if dice is None else dice, ())
    if trace:
        m.trace = []
    setup.start(m, p.program.start)
    return m


def step(m: State, number: int) -> None:
    """One decision."""
    assert m.pending is not None
    m.answer = m.pending.options[number]
    m.pending = None
    m.fuel = MOST_STEPS
    trampoline.run(m)


def playout(m: State, rnd: Any) -> int:
    """To the end, choosing evenly, one draw a decision; how many decisions."""
    count = 0
    run, fuel = trampoline.run, MOST_STEPS
    while m.pending is not None:
        options = m.pending.options
        m.answer = options[int(rnd() * len(options))]
        m.pending = None
        m.fuel = fuel
        run(m)
        count += 1
    return count


def play(seed: int, log: list[Any] | None = None) -> int:
    """A whole match from one seed, as `skirmish.play`; the number of decisions."""
    m = begin(seed, log is not None)
    count = playout(m, random.Random(seed + 1_000_003).random)
    if log is not None:
        assert m.trace is not None
        log.extend(reference_log(m.trace, m.p))
    return count
