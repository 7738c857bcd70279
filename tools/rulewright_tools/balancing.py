"""Plays whole matches between bots and returns who won each.

Separate because it handles matches and processes but no tables: a match depends only on its seed, its settings and its
bots, and is the one that `rulewright play --watch` shows for these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rulewright.assets import engine_stamp
from rulewright.memory import digest
from rulewright.pack.files import Place, fingerprints
from rulewright.play.load import Linked
from rulewright.program import Program
from rulewright.session import Game, link_program
from rulewright_tools.playing import seats
from rulewright_tools.stopping import in_order


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match to play: the value of the compared setting, and raw settings by name."""

    value: str
    seed: int
    settings: dict[str, Any]
    bots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match. `winners`: seats; None if the match reports none, or has not ended."""

    value: str
    seed: int
    seats: int
    decisions: int
    winners: tuple[int, ...] | None
    ended: bool
    fault: str = ""


@dataclass(slots=True)
class Tally:
    """The matches of one value. `won`: by seat, those that only this seat won; `drawn`: those with several winners or
    none; `shared`: by seat, those of `drawn` that it won with some of the others, as a team does; `lost`: those of
    `drawn` that no player won; `cut`: those that did not terminate or took too long."""

    value: str
    matches: int = 0
    won: list[int] = field(default_factory=list)
    drawn: int = 0
    shared: list[int] = field(default_factory=list)
    lost: int = 0
    cut: int = 0
    decisions: int = 0
    faults: list[str] = field(default_factory=list)

    def count(self, one: Outcome) -> None:
        """Counts a match."""
        self.matches += 1
        self.decisions += one.decisions
        for wins in (self.won, self.shared):
            wins += [0] * (one.seats - len(wins))
        if not one.ended:
            self.cut += 1
            if one.fault:
                self.faults.append(f"seed {one.seed}: {one.fault}")
        elif one.winners is not None and len(one.winners) == 1:
            self.won[one.winners[0]] += 1
        else:
            self.drawn += 1
            self.lost += not one.winners
            for seat in one.winners or () if len(one.winners or ()) < one.seats else ():
                self.shared[seat] += 1

    def share(self, seat: int) -> float:
        """Returns the share of the matches that only this seat won."""
        return self.won[seat] / self.matches if self.matches and seat < len(self.won) else 0.0


def key_of(one: Wanted | Outcome) -> str:
    """Returns the key of a match in a journal."""
    return f"{one.value} {one.seed}".lstrip()


def remembered(winners: list[int] | None, **rest: Any) -> Outcome:
    """Returns an outcome from its fields in a journal."""
    return Outcome(winners=None if winners is None else tuple(winners), **rest)


def stamp_of(folder: Place, options: Iterable[object]) -> str:
    """Returns what the outcomes of matches depend on: the files of a pack, the engine, and options common to all
    matches. Returns "" if the files cannot be determined."""
    files = fingerprints(folder)
    return "" if files is None else digest(engine_stamp(), files, *options).hex()


def play(linked: Linked, wanted: Wanted, players: int | None = None) -> Outcome:
    """Plays one match to its end, or until it has taken all the steps allowed for an unattended match."""
    game = Game.new(linked, players, wanted.seed, wanted.settings, trace=False)
    count = game.state.players
    bots = [seats.make(wanted.bots[seat % len(wanted.bots)], seat, wanted.seed) for seat in range(count)]
    decisions = imagined = 0
    while (asked := game.decision) is not None and game.steps <= linked.match_steps:
        choice = bots[asked.player](game, imagined)
        imagined += choice.steps
        game.answer(choice.index)
        decisions += 1
    fault = "" if game.problem is None else game.problem.what
    ended = game.over and not fault
    return Outcome(wanted.value, wanted.seed, count, decisions, game.winners if ended else None, ended, fault)


def played(linked: Linked, all_wanted: Iterable[Wanted], players: int | None, workers: int) -> Iterator[Outcome]:
    """Yields the results of matches, in their order, whichever process plays them. Raises Died (`stopping`)."""
    if workers == 1:
        for wanted in all_wanted:
            yield play(linked, wanted, players)
        return
    yield from in_order(workers, partial(_play, players), all_wanted, _begin, linked.program)


_linked: list[Linked] = []  # in a process that plays matches: the pack


def _begin(program: Program) -> None:
    _linked.append(link_program(program))


def _play(players: int | None, wanted: Wanted) -> Outcome:
    return play(_linked[0], wanted, players)
