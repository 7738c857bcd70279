"""Plays whole matches at random, saves and loads on the way, and says what came of each.

Separate because what may not happen (a fault, a runaway, a except that differs) is one list, whoever runs it.
"""

from __future__ import annotations

import json
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rulewright.bots.kinds import make_bot
from rulewright.play.load import Linked
from rulewright.play.state import Asides
from rulewright.session import MAX_ANSWERS, Game, Refused
from rulewright_tools.playing.settings import choices

# Every so many decisions the match is saved, restored, and the restored one is played on; at its end its save is played
# again from the beginning.
SAVE_EVERY = 25
# A match that has not ended by then is left: it is counted as cut off, not as a fault.
LONGEST = 20_000
# A pack of which so many matches go wrong need not be played on.
MOST_FAULTS = 100
# Nor need one that runs away so many times in a row as soon as it begins: each takes all the steps that there are.
MOST_RUNAWAYS = 3
_SAVED = 2_000  # steps that it takes to save a thing, to load it and to compare it


Ends = Counter[tuple[tuple[str, int, int], str]]


@dataclass(slots=True)
class Match:
    """One match: how many decisions, who won (seats; None where the match gives no winners), and what went wrong.

    `answers` are indexes from 0, the last one the one that failed if any did; `settings` are raw values by name, of
    which `pinned` were given and not drawn. `ran_out` counts the loops that came to the end of their declared bound,
    and `cut_short` the events whose first entity had left play with more to do, by file, line and column and in words;
    nothing of a program that does not count them.
    """

    pack: str
    seed: int
    decisions: int = 0
    seats: int = 2
    winners: tuple[int, ...] | None = None
    ended: bool = False
    fault: str = ""
    kind: str = ""  # of the fault: refusal (of an answer that was offered, or of a save), runaway, crash
    answers: list[int] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    pinned: tuple[str, ...] = ()
    ran_out: Ends = field(default_factory=Counter)
    cut_short: Ends = field(default_factory=Counter)
    steps: int = field(default=0, compare=False)


class _Ends(Asides):
    """Counts what ends in the middle, in a match."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def ran_out(self, place: tuple[str, int, int], words: str) -> None:
        self.match.ran_out[place, words] += 1

    def cut_short(self, place: tuple[str, int, int], words: str) -> None:
        self.match.cut_short[place, words] += 1


@dataclass(slots=True)
class Soak:
    """How far the play of a pack has come: it ends with so many decisions, or sooner where that would take too long."""

    linked: Linked
    decisions: int
    steps: int = 0
    faults: int = 0
    begun_wrong: int = 0  # in a row, by running away before anybody was asked
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.decisions

    def counted(self, one: Match) -> Match:
        """Counts a match."""
        self.left -= max(one.decisions, 1)
        self.steps += one.steps
        self.faults += one.fault != ""
        ran_away = one.kind == "runaway" and not one.decisions
        self.begun_wrong = self.begun_wrong + 1 if ran_away else 0
        return one

    @property
    def most(self) -> int:
        """The steps that it may take: those of a match, and of another one for each thousand decisions."""
        return self.linked.match_steps * (1 + self.decisions // 1000)

    @property
    def given_up(self) -> str:
        """Why it has ended too soon; empty if it has not."""
        if self.left <= 0:
            return ""
        if self.faults >= MOST_FAULTS:
            return f"{self.faults} matches have failed"
        if self.begun_wrong >= MOST_RUNAWAYS:
            return f"{self.begun_wrong} matches in a row did not terminate before the first question"
        return f"it took more than {self.most:,} steps" if self.steps > self.most else ""

    @property
    def is_over(self) -> bool:
        """Whether no further match is to be played."""
        return self.left <= 0 or self.given_up != ""


NOTHING: Mapping[str, Any] = MappingProxyType({})


def matches(
    linked: Linked, pack: str, seed: int, decisions: int, pinned: Mapping[str, Any] = NOTHING
) -> Iterator[Match]:
    """Matches from rising seeds until there are enough decisions between them, or it takes too long. `pinned`: raw
    values of settings that all of them begin with."""
    soak = Soak(linked, decisions)
    while not soak.is_over:
        yield soak.counted(play(linked, pack, seed, min(soak.left, LONGEST), pinned=pinned))
        seed += 1


def drawn(linked: Linked, pack: str, seed: int, pinned: Mapping[str, Any] = NOTHING) -> Match:
    """The match of a seed before it is begun: seats and settings at random, as far as few values are possible, but for
    those that are `pinned`."""
    low, high = linked.program.players
    made = Match(pack, seed, seats=low + seed % (high - low + 1), pinned=tuple(pinned))
    rng = random.Random(f"{pack} {seed}")
    for name, type_, _ in linked.program.settings:
        few = choices(linked.program, type_)
        if few:
            made.settings[name] = rng.choice(list(few.values()))
    made.settings.update(pinned)
    return made


def play(
    linked: Linked,
    pack: str,
    seed: int,
    most: int = LONGEST,
    save_every: int = SAVE_EVERY,
    seen: Callable[[Game], bool] | None = None,
    pinned: Mapping[str, Any] = NOTHING,
) -> Match:
    """One match at random, of at most so many decisions. `save_every` 0: it is never saved and loaded on the way.

    `seen` is shown the game at every decision and at its end, and says whether it has seen enough. A fault of any kind
    becomes words in the result, with the answers that led there.
    """
    made = drawn(linked, pack, seed, pinned)
    ends = _Ends(made)
    bot = make_bot("random", seed)
    try:
        game = Game.new(linked, players=made.seats, seed=seed, settings=made.settings, asides=ends)
        enough = seen is not None and seen(game)
        before = 0  # steps of games that were saved
        while game.decision is not None and made.decisions < most and made.steps <= linked.match_steps and not enough:
            number = bot.choose(game)
            made.answers.append(number)
            game.answer(number)
            made.decisions += 1
            made.steps = before + game.steps
            if save_every and made.decisions % save_every == 0:
                before = made.steps = made.steps + _SAVED * len(game.state.sheet)
                game = _through_json(linked, game, Game.restore)
                game.state.asides = ends
            enough = seen is not None and seen(game)
        made.steps = before + game.steps
        # What ran away was stopped somewhere in the middle, and with another count of steps elsewhere.
        if save_every and made.decisions <= MAX_ANSWERS and game.problem is None:
            _through_json(linked, game, Game.load)
            made.steps += made.steps + _SAVED * len(game.state.sheet)  # all of it was played again
        if game.problem is not None:
            made.kind, made.fault = "runaway", f"{game.problem.what}: {' > '.join(game.problem.chain)}"
        made.ended = game.over and not made.fault
        made.winners = game.winners if made.ended else None
    except Exception as fault:  # whatever it is, it is what this command looks for: it is reported with its match
        made.kind = "refusal" if isinstance(fault, Refused) else "crash"
        made.fault = "".join(traceback.format_exception(fault)).strip()
    return made


def _through_json(linked: Linked, game: Game, load: Callable[[Linked, Any], Game]) -> Game:
    """The game after it was written and read by `Game.restore` or `Game.load`."""
    loaded = load(linked, json.loads(json.dumps(game.save())))
    if loaded.fingerprint() != game.fingerprint():
        raise AssertionError("the loaded match is not the saved one")
    return loaded
