"""Plays whole matches at random, saves and loads on the way, and returns the result of each.

Separate because the list of what must not happen (a fault, rules that do not terminate, a save that differs) is the
same for all callers.
"""

from __future__ import annotations

import json
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.bots.kinds import make_bot
from rulewright.play.load import Linked
from rulewright.play.state import Asides
from rulewright.session import MAX_ANSWERS, Game, Refused
from rulewright_tools.packs import name_of
from rulewright_tools.playing.settings import choices

# At one in this many decisions the match is saved and restored, and the restored match is played on; at its end its
# save is replayed from the beginning.
SAVE_EVERY = 25
# A match that has not ended by then is cut off, which is not a fault.
LONGEST = 20_000
# A pack in which this many matches fail need not be played on.
MOST_FAULTS = 100
# Nor need one in which this many consecutive matches do not terminate before the first question: each takes all steps.
MOST_RUNAWAYS = 3
_SAVED = 2_000  # steps for saving, loading and comparing one thing


Ends = Counter[tuple[tuple[str, int, int], str]]


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack to play: its folder, its program with that of the packs on top of it (`others`), and raw values of the
    settings that all matches start with (`pinned`)."""

    folder: Path
    linked: Linked
    others: tuple[Path, ...] = ()
    pinned: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the pack in reports. It is a part of the seed of the settings."""
        return name_of(self.folder)


@dataclass(slots=True)
class Match:
    """One match: the number of decisions, the winners (seats; None if the match returns no winners), and what failed.

    `answers` are indexes from 0; the last one is the one that failed, if any did. `settings` are raw values by name, of
    which `pinned` were given and not drawn. `ran_out` counts the loops that reached their declared bound, and
    `cut_short` the events whose first entity had left play with more to do, by file, line and column and in words; both
    are empty for a program that does not count them.
    """

    pack: str
    seed: int
    decisions: int = 0
    seats: int = 2
    winners: tuple[int, ...] | None = None
    ended: bool = False
    fault: str = ""
    kind: str = ""  # of the fault: refusal (of an offered answer, or of a save), runaway, crash
    answers: list[int] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    pinned: tuple[str, ...] = ()
    ran_out: Ends = field(default_factory=Counter)
    cut_short: Ends = field(default_factory=Counter)
    steps: int = field(default=0, compare=False)


class _Ends(Asides):
    """Counts what ends early in a match."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def ran_out(self, place: tuple[str, int, int], words: str) -> None:
        self.match.ran_out[place, words] += 1

    def cut_short(self, place: tuple[str, int, int], words: str) -> None:
        self.match.cut_short[place, words] += 1


@dataclass(slots=True)
class Soak:
    """The progress of the play of a pack: it ends after enough decisions, or earlier if that would take too long.
    `whole`: whole matches are counted instead, as many as there would be decisions."""

    linked: Linked
    decisions: int
    whole: bool = False
    steps: int = 0
    faults: int = 0
    begun_wrong: int = 0  # consecutive matches that did not terminate before the first question
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.decisions

    def counted(self, one: Match) -> Match:
        """Counts a match."""
        self.left -= 1 if self.whole else max(one.decisions, 1)
        self.steps += one.steps
        self.faults += one.fault != ""
        ran_away = one.kind == "runaway" and not one.decisions
        self.begun_wrong = self.begun_wrong + 1 if ran_away else 0
        return one

    @property
    def most(self) -> int:
        """Returns the maximal number of steps: those of a match, and of another one for each thousand decisions, or for
        each match."""
        return self.linked.match_steps * (1 + self.decisions // (1 if self.whole else 1000))

    @property
    def longest(self) -> int:
        """Returns how many decisions the next match may have."""
        return LONGEST if self.whole else min(self.left, LONGEST)

    @property
    def given_up(self) -> str:
        """Explains why it has ended early; empty if it has not."""
        if self.left <= 0:
            return ""
        if self.faults >= MOST_FAULTS:
            return f"{self.faults} matches have failed"
        if self.begun_wrong >= MOST_RUNAWAYS:
            return f"{self.begun_wrong} matches in a row did not terminate before the first question"
        return f"it took more than {self.most:,} steps" if self.steps > self.most else ""

    @property
    def is_over(self) -> bool:
        """Returns whether no further match is played."""
        return self.left <= 0 or self.given_up != ""


def matches(pack: Pack, seed: int, decisions: int, *, whole: bool = False) -> Iterator[Match]:
    """Yields matches from rising seeds until they have enough decisions in total, or take too long. `whole`: as many
    whole matches."""
    soak = Soak(pack.linked, decisions, whole)
    while not soak.is_over:
        yield soak.counted(play(pack, seed, soak.longest))
        seed += 1


def drawn(pack: Pack, seed: int) -> Match:
    """Returns the match of a seed before it starts: seats and settings are random if few values are possible, except
    those that are pinned."""
    program = pack.linked.program
    low, high = program.players
    made = Match(pack.name, seed, seats=low + seed % (high - low + 1), pinned=tuple(pack.pinned))
    rng = random.Random(f"{pack.name} {seed}")
    for name, type_, _ in program.settings:
        few = choices(program, type_)
        if few:
            made.settings[name] = rng.choice(list(few.values()))
    made.settings.update(pack.pinned)
    return made


def play(
    pack: Pack,
    seed: int,
    most: int = LONGEST,
    save_every: int = SAVE_EVERY,
    seen: Callable[[Game], bool] | None = None,
) -> Match:
    """Plays one match at random, with at most `most` decisions. `save_every` 0: it is never saved and loaded on the
    way.

    `seen` gets the game at every decision and at its end, and returns whether it has seen enough. A fault of any kind
    becomes words in the result, with the answers that led there.
    """
    linked, made = pack.linked, drawn(pack, seed)
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
        # A match that did not terminate was stopped somewhere in the middle, and elsewhere at another count of steps.
        if save_every and made.decisions <= MAX_ANSWERS and game.problem is None:
            _through_json(linked, game, Game.load)
            made.steps += made.steps + _SAVED * len(game.state.sheet)  # all of it was replayed
        if game.problem is not None:
            made.kind, made.fault = "runaway", f"{game.problem.what}: {' > '.join(game.problem.chain)}"
        made.ended = game.over and not made.fault
        made.winners = game.winners if made.ended else None
    except Exception as fault:  # any exception is what this command looks for: it is reported with its match
        made.kind = "refusal" if isinstance(fault, Refused) else "crash"
        made.fault = "".join(traceback.format_exception(fault)).strip()
    return made


def _through_json(linked: Linked, game: Game, load: Callable[[Linked, Any], Game]) -> Game:
    """Returns the game after writing and reading it with `Game.restore` or `Game.load`."""
    loaded = load(linked, json.loads(json.dumps(game.save())))
    if loaded.fingerprint() != game.fingerprint():
        raise AssertionError("the loaded match is not the saved one")
    return loaded
