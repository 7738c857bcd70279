"""Two matches of a pack that differ in exactly one secret of a player, from the moment when chance or that player made
it, and all that the other player gets of them.

Both are matches that could be: a card lies elsewhere in the shuffled deck (and is drawn elsewhere), a secret die shows
another face, a secret answer is another one, or something else is chosen unseen. Whatever the first player answers
openly is the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, zip_longest
from pathlib import Path
from typing import Any

from tests.programs.draw import Seeded
from tests.programs.running import bounded, written
from tests.properties import twins
from tests.secrecy.drawing import draw_pack
from tests.secrecy.packs import Files

from rulewright.embedding.history import history
from rulewright.embedding.question import question_of
from rulewright.embedding.view import view_of
from rulewright.pipeline import check_pack
from rulewright.play import log, view
from rulewright.play.chance import Chance, shuffled
from rulewright.play.load import Linked
from rulewright.session import Game
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.telling import Teller

WARNINGS = frozenset(("RW485", "RW606", "RW609"))  # what tells a secret
ASKS = "RW604"  # a question inside a batch: the generator does not look that far
SECRETS = ("order", "copies", "die", "answer")
ANSWERS = 60  # of one match, at most
SECONDS = 30  # of processor time, for one pack


class Apart(Chance):
    """Chance that shuffles each zone by numbers of its own: that an unseen shuffle moves the others on could be found
    by whoever knows the seed alone, and nobody does."""

    __slots__ = ()

    def shuffled(self, items: list[int], zone: int) -> list[int]:
        """Things in an order of chance."""
        return shuffled(self, items, f"shuffle {zone}")

    def copy(self) -> Apart:
        """The same numbers to come."""
        return Apart(self.seed, self.counters)


class Other(Apart):
    """Chance that is another in one place: two cards of a shuffled zone change places, or a die shows another face.
    `copies`: the two are of one sheet."""

    __slots__ = ("at", "changed", "copies", "dice", "places", "zone")

    def __init__(
        self, seed: int, zone: int | None, at: int | None, places: tuple[int, int], copies: bool = False
    ) -> None:
        super().__init__(seed)
        self.copies = copies
        self.zone, self.at, self.places = zone, at, places
        self.dice = 0
        self.changed = False

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        """A face; of one die another one."""
        found = super().draw(faces, stream, die)
        if die:
            self.dice += 1
            if self.zone is None and self.dice == self.at:
                self.changed = True
                return (found + 1 + self.places[0] % (faces - 1)) % faces
        return found

    def shuffled(self, items: list[int], zone: int) -> list[int]:
        """Things in an order of chance; of one zone two of them have changed places."""
        found = super().shuffled(items, zone)
        if zone == self.zone and len(found) > 1:
            i, j = (place % len(found) for place in self.places)
            if self.copies:  # of each sheet two were created, one behind the other from 1 on; some lie elsewhere now
                other = (found[i] - 1 ^ 1) + 1
                j = found.index(other) if other in found else i
            found[i], found[j] = found[j], found[i]
            self.changed = i != j
        return found

    def copy(self) -> Other:
        """The same, with the same difference to come: logs play a match again."""
        made = Other(self.seed, self.zone, self.at, self.places, self.copies)
        made.counters, made.dice, made.changed = dict(self.counters), self.dice, self.changed
        return made


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the other player got of one match and not of its twin."""

    what: str
    one: Any
    other: Any

    def __str__(self) -> str:
        return f"{self.what}:\n  {_short(self.one, self.other)}\n  {_short(self.other, self.one)}"


@dataclass(slots=True)
class Verdict:
    """What became of one pack: the codes for which it was refused or left out, the pairs and answers compared."""

    seed: int
    errors: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    pairs: int = 0
    answers: int = 0
    differences: list[str] = field(default_factory=list)


def files_of(seed: int) -> Files:
    """The pack of a seed."""
    return draw_pack(Seeded(seed))


def linked(files: Files, folder: Path, verdict: Verdict) -> Linked | None:
    """A pack that can be played and of which the checker says that no question tells a secret."""
    found = check_pack(written(files, folder))
    codes = {one.code for one in found.diagnostics}
    verdict.errors = tuple(sorted({one.code for one in found.diagnostics.errors} - {ASKS}))
    verdict.warned = tuple(sorted(codes & {*WARNINGS, ASKS}))
    return None if verdict.errors or verdict.warned or found.program is None else Linked(found.program)


def judged(seed: int, folder: Path, each: int = 1) -> Verdict:
    """One pack, with `each` pairs for every sort of secret of each player."""
    verdict = Verdict(seed)
    with bounded(SECONDS):
        pack = linked(files_of(seed), folder / str(seed), verdict)
        if pack is not None:
            for again in range(each):
                for what in SECRETS:
                    for seat in (0, 1):
                        found = compared(pack, seed * each + again, what, seat, verdict)
                        verdict.differences += [f"{what} of player {seat + 1}, {again}: {one}" for one in found]
    return verdict


def compared(pack: Linked, seed: int, what: str, seat: int, verdict: Verdict) -> list[Difference]:
    """Plays one pair: a secret of a player is another one, and the other player compares. What differs at the first
    question at which anything does."""
    pair = Pair(pack, seed, what, seat)
    found = pair.differences()
    if pair.changed():
        verdict.pairs += 1
        verdict.answers += pair.answers
    return found


class Pair:
    """Twins that are played on together."""

    def __init__(self, pack: Linked, seed: int, what: str, seat: int) -> None:
        self.draw = Seeded(seed * 7 + seat)
        self.what, self.seat, self.viewer = what, seat, 1 - seat
        deck = next(number for number, zone in enumerate(pack.program.zones) if zone.id == "deck")
        places = (self.draw.integer(0, 7), self.draw.integer(0, 7))
        zone = -2 - deck * 2 - seat if what in ("order", "copies") else None
        # The first dice are the luck of the players, in secret.
        at = seat + 1 if what == "die" else None
        self.chance = Other(seed, zone, at, places, what == "copies")
        self.games = [Game.new(pack, 2, chance=one) for one in (Apart(seed), self.chance)]
        self.tellers = [Teller(one.state, Sight(self.viewer)) for one in self.games]
        self.due = self.draw.integer(1, 4) if what == "answer" else 0  # the secret answer that is another one
        self.other_answer = False
        self.answers = 0

    def changed(self) -> bool:
        """Whether the twins differ at all."""
        return self.chance.changed or self.other_answer

    def differences(self) -> list[Difference]:
        """What the other player gets of one and not of the other, where they first do."""
        starts = [0, 0]
        for self.answers in count():
            found = list(self._at_question(starts))
            if found:
                return found
            options = self._options()
            if options is None or self.answers >= ANSWERS:
                break
            starts = [len(one.trace) for one in self.games]
            for game, number in zip(self.games, options, strict=True):
                game.answer(number)
        return list(self._at_leisure()) if self.changed() and self.draw.chance(15) else []

    def _at_question(self, starts: list[int]) -> Iterator[Difference]:
        yield from self._unlike("whom it is that is asked", lambda one, _: one.decision and one.decision.player)
        yield from self._unlike("the question", self._question)
        yield from self._unlike("the log", lambda one, i: self._log(one, starts[i]))
        yield from self._unlike("the log of programs", lambda one, i: [repr(each) for each in history(
            [(one.state, one.trace[starts[i]:])], self.viewer, "en")])  # fmt: skip
        yield from self._unlike("the story", lambda one, i: [
            line.words for line in self.tellers[i].lines(one.state, one.trace[starts[i]:])])  # fmt: skip
        yield from self._unlike("the view", lambda one, _: view.view(one.state, self.viewer))
        yield from self._unlike("the view of programs", lambda one, _: view_of(one.state, self.viewer, "en", ()))
        if self.draw.chance(2):
            yield from self._at_leisure()

    def _at_leisure(self) -> Iterator[Difference]:
        """All that can be asked for, and the whole log."""
        seed = self.draw.integer(0, 10**6)
        yield from self._unlike("what is explained", lambda one, _: dict(twins.gets(one, self.viewer, Chance(seed))))
        yield from self._unlike("what is typed", lambda one, _: dict(twins.typed(one, self.viewer)))
        yield from self._unlike("the whole log of programs", lambda one, _: [
            repr(each) for each in history(one.stretches(), self.viewer, "en")])  # fmt: skip

    def _unlike(self, what: str, gets: Callable[[Game, int], Any]) -> Iterator[Difference]:
        one, other = (gets(game, i) for i, game in enumerate(self.games))
        if one != other:
            yield Difference(f"{what}, after {self.answers} answers", one, other)

    def _question(self, one: Game, _: int) -> Any:
        d = one.decision
        if d is None or d.player != self.viewer:
            return None
        return one.question(), question_of(one.state, d, "en")

    def _log(self, one: Game, start: int) -> list[Any]:
        told = log.for_seat(one.state, one.trace[start:], self.viewer)
        return [twins.in_words(one.state, entry) for entry in told]

    # -- answering -----------------------------------------------------------------------------------------------------

    def _told_alike(self, number: int) -> list[int]:
        """The answers of the twin that are others than one of the first, and told to the viewer like that one: in
        secret, or of something that is chosen unseen."""
        told: list[list[Any]] = []
        words: list[list[str]] = []
        for game in self.games:
            m, d = game.state, game.decision
            assert d is not None
            site = m.p.program.sites[d.site]
            if site.kind == "offer" or site.aim.startswith("tossed"):
                return []  # what is chosen is done, and that may be in the open
            told.append([None if site.secret else view.veiled_option(m, d, o, self.viewer) for o in d.options])
            words.append([view.told_option(m, d, o, d.player) for o in d.options])
        return [i for i, each in enumerate(told[1])
                if each == told[0][number] and words[1][i] != words[0][number]]

    def _options(self) -> tuple[int, int] | None:
        """What is answered in each; None where there is nothing that could be answered in both."""
        one, other = (game.decision for game in self.games)
        if one is None or other is None or any(game.problem is not None for game in self.games):
            return None
        if one.player == self.viewer:
            number = self.draw.integer(0, len(one.options) - 1)
            return number, number
        words = [game.question() for game in self.games]
        first, second = ([] if found is None else list(found.options) for found in words)
        if self.what == "answer" and not self.other_answer and one.site >= 0 and one.site == other.site:
            number = self.draw.integer(0, len(first) - 1)
            others = self._told_alike(number)
            self.due -= bool(others)
            if others and self.due == 0:
                self.other_answer = True
                return number, self.draw.choice(others)
        both = [word for word in dict.fromkeys(first) if word in second]
        if not both:
            return None  # what is hidden is about to be told
        word = self.draw.choice(both)
        return first.index(word), second.index(word)


def _short(value: Any, other: Any) -> str:
    """Where a value is another than its twin, in few words."""
    if type(value) is dict and type(other) is dict:
        return str({key: found for key, found in value.items() if other.get(key) != found})[:600]
    if type(value) is list and type(other) is list:
        return str([one for one, two in zip_longest(value, other) if one != two][:2])[:600]
    return str(value)[:600]
