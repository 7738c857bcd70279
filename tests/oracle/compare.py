"""Plays a match on the engine and on the oracle in lock-step, and reports the first difference.

    difference = compare(folder, seed=7)             # None: both agree to the end
    difference = compare(prepare(folder), seed=8)    # the same pack again, without reading it again

Both get the same dice and the same answers. At every decision, and at the end, the canonical states are compared (see
`canonical`), and with `traced` the log of what has happened since. A decision is answered by `choose(number, options)`:
the number of the decision from 0, how many options there are; the index of the answer. Without it answers are drawn
from a generator of the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from tests.oracle.facts import Facts

from rulewright.check.check import check
from rulewright.check.model import PackDef
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.gc_pause import paused_collector
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.program import Program
from rulewright.stack.find import stacked
from rulewright.stack.read import read_stack

Choose = Callable[[int, int], int]


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a match is compared: so many decisions, and whether the logs are compared too: the engine runs other code
    where a log is kept, and where none is it drafts its offers, so compare both ways. `patience`: how many expressions
    the oracle goes through between two questions at most; where a limit has stopped the engine, an eighth of them is
    enough to agree with it. `whole`: and after how many in all the comparison ends with the next question."""

    decisions: int = 200
    traced: bool = True
    patience: float = inf
    whole: float = inf


USUAL = Limits()


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference: at which decision (from 0; that many answers had been given), what differs, and what each
    of both says."""

    decision: int
    what: str
    engine: Any
    oracle: Any

    def __str__(self) -> str:
        return (
            f"decision {self.decision}: {self.what} differs\n"
            f"    engine: {self.engine!r}\n"
            f"    oracle: {self.oracle!r}"
        )


@dataclass(slots=True)
class Prepared:
    """A pack, read once, for any number of matches. `definitions` is the typed pack, `linked` what the engine plays."""

    definitions: PackDef
    linked: Linked
    facts: Facts = field(init=False)  # for the oracle

    def __post_init__(self) -> None:
        self.facts = Facts(self.definitions)


class Unready(Exception):
    """The pack has errors: nothing to compare. The words are the diagnostics."""


@dataclass(slots=True)
class Report:
    """What a comparison came to, for counting: `decisions` that were answered, whether the match was `over`, the
    `stopped` words if a limit stopped it, and whether it stays `unsettled` because the oracle ran out of patience."""

    decisions: int = 0
    over: bool = False
    stopped: str = ""
    unsettled: bool = False
    unlisted: int = 0  # places that both found legal beside those that were proposed
    happened: set[str] = field(default_factory=set)  # ids of the events that began
    difference: Difference | None = None
    notes: list[str] = field(default_factory=list)


def prepare(folder: Path, made: Program | None = None) -> Prepared:
    """Reads, checks and links the pack in a folder, upon the packs that it needs. Raises Unready if it has errors.
    `made` is its program, if there is one already."""
    with paused_collector():
        out = Diagnostics()
        definitions = check(load_pack(read_stack(stacked(folder, out), out), out), out)
        program = made or (link(definitions, out) if definitions is not None else None)
        if definitions is None or program is None:
            raise Unready("\n".join(f"{one.span}: {one.code} {one.message}" for one in out.errors))
        return Prepared(definitions, Linked(program))


def drawn(seed: int) -> Choose:
    """Answers drawn from a generator."""
    chance = Chance(seed)
    return lambda _, options: chance.draw(options, "answers")


def compare(
    pack: Path | Prepared,
    seed: int = 0,
    choose: Choose | None = None,
    limits: Limits = USUAL,
    *,
    players: int | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Difference | None:
    """The first difference of a match that begins as `rulewright play` begins one; None if there is none."""
    return report(pack, seed, choose, limits, players=players, settings=settings).difference


def report(
    pack: Path | Prepared,
    seed: int = 0,
    choose: Choose | None = None,
    limits: Limits = USUAL,
    *,
    players: int | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Report:
    """As `compare`, with how far the match came."""
    from tests.oracle.lockstep import play

    prepared = pack if isinstance(pack, Prepared) else prepare(pack)
    return play(prepared, seed, choose or drawn(seed), limits, players, dict(settings or {}))
