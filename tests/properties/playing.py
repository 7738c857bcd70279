"""Random play of the packs of content/, and a second process that continues matches of the first."""

from __future__ import annotations

import hashlib
import json
import marshal
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.oracle.small import settings_of

from rulewright.pipeline import load_program
from rulewright.play.chance import Chance
from rulewright.play.entries import Began
from rulewright.play.load import Linked
from rulewright.session import Game, link_program
from rulewright.shapes import FIELDS

ROOT = Path(__file__).parents[2]
PACKS = sorted(manifest.parent.name for manifest in (ROOT / "content").glob("*/pack.yaml"))
# A match of `w40k_missions` only gets ready in so many decisions: its small one comes to a fight (tests/oracle/small).
PLAYED = [*PACKS, "patrol"]
# Decisions of one example: what a pack plays in about a second.
LENGTH = {"skirmish": 400, "ddm": 100, "underworlds": 150, "zod": 40, "w40k_missions": 40, "patrol": 80}
USUAL = 100
# What happens in some of the first examples, at least: what is played should not be the beginning alone.
REACHED = {
    "ddm": ("step", "strike", "harm"),
    "duel": ("cast", "attack", "blows", "hurt"),
    "skirmish": ("step", "attack", "hit", "miss"),
    "underworlds": ("step", "attack", "damage", "play_ploy"),
    "w40k_missions": ("put_terrain", "lay_marker", "deploy"),
    "zod": ("step", "volley", "harm"),
    "patrol": ("step", "shoot", "run", "charge", "fight", "lose"),
}


def folder_of(pack: str) -> Path:
    """Where a pack lies."""
    return ROOT / ("content" if pack in PACKS else "tests/oracle/small") / pack


@cache
def linked(pack: str) -> Linked:
    """A pack, compiled once for a process."""
    program = load_program(folder_of(pack))
    assert program is not None
    return link_program(program)


def begin(pack: str, seed: int, trace: bool = True) -> Game:
    """A match at its first decision, with settings at random."""
    settings = settings_of(folder_of(pack), linked(pack).program, seed)
    return Game.new(linked(pack), seed=seed, settings=settings, trace=trace)


def answers(game: Game, seed: int, most: int) -> Iterator[int]:
    """Answers at random, one for each decision as it is asked; it is given to the game when the next is wanted."""
    chance = Chance(seed + 1)
    for _ in range(most):
        d = game.decision
        if d is None:
            return
        number = chance.draw(len(d.options), "answers")
        yield number
        game.answer(number)
        assert game.problem is None, f"{game.problem.what}: {' > '.join(game.problem.chain)}"


def happened(game: Game) -> set[str]:
    """The ids of the events in the trace of a match."""
    events = game.linked.program.events
    return {events[entry.record[0]].id for entry in game.trace if isinstance(entry, Began)}


def plain(entry: Any) -> Any:
    """An entry of a trace without identities, for comparing."""
    if isinstance(entry, (list, tuple)):
        return [x if type(x) is int else plain(x) for x in entry]
    return entry


def digest(game: Game, start: int = 0) -> str:
    """A hash of the trace from an entry on: kinds, depths, events with their fields."""
    told = []
    for entry in game.trace[start:]:
        told.append([type(entry).__name__, *[_short(getattr(entry, name)) for name in entry.__match_args__]])
    # Version 0: later ones record which objects are identical. Whole logs are told at every decision, so it has to be
    # fast.
    return hashlib.sha256(marshal.dumps(told, 0)).hexdigest()


def _short(x: Any) -> Any:
    """A record as its event and fields, records among those as their events."""
    if type(x) is int:  # by far the most
        return x
    if isinstance(x, list):
        return [x[0], x[1], *[v if type(v) is int else [v[0], v[1]] if isinstance(v, list) else plain(v)
                              for v in x[FIELDS:]]]  # fmt: skip
    return plain(x)


class Elsewhere:
    """Another process of the same packs: it loads a saved match, gives an answer and says what came of it."""

    def __init__(self, seed: str = "random") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.properties.elsewhere"],
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT}:{ROOT / 'interpreter'}", "PYTHONHASHSEED": seed, "PATH": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **what: Any) -> Any:
        """One question and its answer, as plain data."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._process.stdout.close()
