"""A running match: the entry point for terminals, bots, tests and servers.

Separate because it keeps what a state does not: the answers so far, the states for undo, and the log. It imports
neither the parser nor the checker.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.limits import MOST_LOGGED, MOST_STEPS, MOST_UNDONE
from rulewright.meaning import meaning_of
from rulewright.numbers import MAX_SEED
from rulewright.play import apart, codec, labels, log, opened, setup, trampoline, view
from rulewright.play.alike import still
from rulewright.play.bounds import refill
from rulewright.play.chance import KEY_LENGTHS, Chance, Keyed, Source
from rulewright.play.drafts import drawn, listed
from rulewright.play.entries import Answered, Began, Entry, Finished
from rulewright.play.given import Unfit, value_of
from rulewright.play.load import Linked
from rulewright.play.nearby import nearest
from rulewright.play.seen import Unseen
from rulewright.play.state import Asides, Decision, Runaway, State, copy
from rulewright.play.undo import Undo
from rulewright.play.weight import Weight
from rulewright.program import Program
from rulewright.saves import DAMAGED, must_be_bytes, must_be_key, opened_save, settings_of, short
from rulewright.saves import MAX_ANSWERS as MAX_ANSWERS
from rulewright.saves import Refused as Refused
from rulewright.shapes import BEGAN, EVENT


@dataclass(frozen=True, slots=True)
class Question:
    """A pending decision as people and bots see it. `options` are words; an answer is the index of one."""

    player: int
    kind: str  # choose, yes or no, offer, some, each, next, react
    prompt: str
    options: tuple[str, ...]
    place: tuple[str, int, int]  # the location of the question in the content


class Game:
    """One match with its history. Answers are indexes into the options of the current question."""

    def __init__(self, linked: Linked, state: State, trace: list[Entry] | None) -> None:
        self.linked = linked
        self.state = state
        self.answers: list[int] = []
        self.problem: Runaway | None = None
        self._weight = Weight()
        self._undo = Undo()
        self._trace = trace
        self._forgotten = 0  # entries of the log

    @classmethod
    def new(
        cls,
        linked: Linked,
        players: int | None = None,
        seed: int | None = None,
        settings: Mapping[str, Any] | None = None,
        chance: Source | None = None,
        trace: bool = True,
        key: bytes | None = None,
        asides: Asides | None = None,
    ) -> Game:
        """Starts a new match and plays it to its first question. Settings are given by name, as raw values of their
        types.

        The same seed deals the same match; an omitted seed is drawn at random. With `key` (16 to 64 secret bytes) dice
        and shuffles follow from seed and key, so that seen dice do not reveal future ones: for servers. `chance` is
        another source of numbers instead of both. `asides` is told of events that no match stores. Raises Refused.
        """
        p = linked.program
        if p.start < 0:
            raise Refused(f"{p.id} has no `start`: it can be checked, but not played")
        seats = seats_of(p, players)
        values = {name: default for name, _, default in p.settings}
        types = {name: t for name, t, _ in p.settings}
        for name, value in (settings or {}).items():
            if name not in values:
                raise Refused(f"{p.id} has no setting '{short(name)}'")
            try:
                if value != values[name]:  # a default may have a type that a caller cannot give
                    values[name] = value_of(p, types[name], value, seats)
            except Unfit:
                raise Refused(f"{short(value)} is not a value of the setting '{name}'") from None
        state = setup.empty(linked, seats, chance or _chance(seed, key), tuple(values.values()))
        kept: list[Entry] | None = [] if trace else None
        state.trace, state.asides = kept, asides
        game = cls(linked, state, kept)
        game._run(lambda: setup.start(state, p.start))
        return game

    def _run(self, action: Any) -> None:
        try:
            try:
                action()
            finally:
                self._weight.played(self.state)
            self._weight.weigh(self.state, self.trace)
        except Runaway as found:
            # The running frames are not kept with it: they may contain a million options.
            self.problem = found.with_traceback(None)
            found.__cause__ = found.__context__ = None
            self.state.pending = None
            self.state.frames = []

    @property
    def trace(self) -> list[Entry]:
        """Everything that has happened, including secrets; empty if it is not kept. `log` is for players."""
        return self._trace or []

    @property
    def steps(self) -> int:
        """The steps of its beginning and its answers, including those that were undone."""
        return self._weight.steps

    @property
    def noted(self) -> int:
        """The number of log entries so far, including those that were dropped."""
        return self._forgotten + len(self.trace)

    def entries(self, since: int) -> list[Entry]:
        """The log entries after this many entries."""
        return self.trace[max(since - self._forgotten, 0) :]

    def stretches(self, since: int | None = None) -> Iterator[tuple[State, list[Entry]]]:
        """The log in pieces, including secrets: the events up to each question that can be asked again, with the answer
        to it as the last entry (Answered), and the events since the last one. Each piece comes with the match as it was
        at that question: a player is told what that player knew then, not what was revealed or forgotten later. That
        match may be played on when the next piece is requested.

        `since` begins with the answer to the question that was asked after this many answers; None with the beginning.
        """
        noted = len(self._undo)
        first = max((since or 0) - (len(self.answers) - noted), 0)
        at = self._undo.length(first) if first < noted else self.noted
        start = 0 if since is None else at - self._forgotten
        for state, length in self._undo.states(first, self.answers, answer):
            behind = length + 1 - self._forgotten
            yield state, self.trace[start:behind]
            start = behind
        yield self.state, self.trace[start:]

    def log(self, seat: int | None, since: int | None = None) -> list[Entry]:
        """The history as a player may know it (`play.log`; None: everything), `since` as for `stretches`."""
        return [entry for state, entries in self.stretches(since) for entry in log.for_seat(state, entries, seat)]

    @property
    def decision(self) -> Decision | None:
        """The pending decision with its raw options."""
        return self.state.pending

    @property
    def over(self) -> bool:
        """Whether no player is asked any more."""
        return self.state.pending is None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won, none if there is no winner; None before the end, and if the match returns no
        `winners`."""
        r = self.state.over
        if not self.over or r is None:
            return None
        fields = [name for name, _ in self.linked.program.events[r[0]].fields]
        name = next((x for x in ("winners", "winner") if x in fields), None)
        if name is None:
            return None
        found = r[4 + fields.index(name)]
        return (found,) if isinstance(found, int) else tuple(found or ())

    @property
    def seed(self) -> int | None:
        """The seed, once the match is over: before that it would reveal what is dealt. None also if the numbers come
        from another source."""
        chance = self.state.chance
        return chance.seed if self.over and isinstance(chance, Chance) else None

    def question(self, language: str = "en") -> Question | None:
        """The pending decision in words."""
        d = self.state.pending
        if d is None:
            return None
        p = self.linked.program
        kind = p.sites[d.site].kind if d.site >= 0 else "react" if d.window >= 0 else "first"
        place = labels.asked_at(self.state, d)
        with still(self.state):
            prompt = view.prompt(self.state, d, d.player, language)
            options = apart.options(self.state, d, d.player, language)
        return Question(d.player, kind, prompt, options, place)

    def answer(self, index: int) -> None:
        """Answers the pending decision and plays on to the next."""
        d = self.state.pending
        if d is None:
            raise Refused("no player is asked: the match is over")
        if not index < len(d.options) or (index < 0 and not opened.takes_unlisted(self.state, d)):
            raise Refused(f"there is no answer {index + 1}: choose 1 to {len(d.options)}")
        option = self._option(d, index)
        self._keep_little()
        self._undo.note(self.state, self.noted, self._weight.last, self._weight.held)
        if self._trace is not None:
            self._trace.append(Answered(self.state.depth, d.player, d.site, d.window, option))
        self.answers.append(index)
        answer(self.state, option, self._run)

    def answer_at(self, place: opened.Member, like: int = 0) -> None:
        """Answers an open question with a place or a formation that need not be among its options. It is like an
        option, but at that place. Raises Refused with every reason against it."""
        d = self.state.pending
        if d is None or not opened.takes_unlisted(self.state, d):
            raise Refused("this question accepts no unlisted place")
        if not 0 <= like < len(d.options):
            raise Refused(f"there is no answer {like + 1}: choose 1 to {len(d.options)}")
        if opened.at_place(self.state, d, like, place) is None:
            raise Refused("that answer names no place")
        self.answer(opened.number_of(like, place))

    def _option(self, d: Decision, index: int) -> Any:
        """The option for a number."""
        try:
            return opened.option_of(self.state, index)
        except opened.Unlisted as found:
            if found.place == -1:
                raise Refused("that answer names no place") from None
            raise Refused(told_refusal(self.state, found.like, found.place, d.player)) from None

    def _keep_little(self) -> None:
        """Drops the beginning of the log, and the states to undo to, if there is too much of either."""
        if len(self.trace) + self._weight.logged <= MOST_LOGGED and self._undo.size <= MOST_UNDONE:
            return
        begins = self._undo.forget()
        gone = (self.noted if begins is None else begins) - self._forgotten
        self._forgotten += gone
        if self._trace is not None:
            del self._trace[:gone]
            self._weight.weigh_again(self._trace)

    def undo(self) -> bool:
        """Undoes the last answer; False if there is none."""
        found = self._undo.back(self.answers, answer)
        if found is None:
            return False
        self.state, length = found
        self.answers.pop()
        self.problem = None
        if self._trace is not None:
            del self._trace[length - self._forgotten :]
            self._weight.weigh_again(self._trace)
            # The events that were running have continued since: the trace must show them in their restored state.
            now = {(r[EVENT], r[BEGAN]): r for f in self.state.frames for v in f for r in _records(v)}
            for entry in self._trace:
                if isinstance(entry, (Began, Finished)):
                    entry.record = now.get((entry.record[EVENT], entry.record[BEGAN]), entry.record)
            self.state.trace = self._trace
        return True

    def beside(self) -> Game:
        """An independent game from here, with a log of its own that begins here."""
        return self._twin([])

    def copy(self) -> Game:
        """An independent game from here, without log; no earlier answer can be undone."""
        return self._twin(None)

    def drop_log(self) -> None:
        """Drops the log, and keeps none from here on; answers can still be undone."""
        self._forgotten = self.noted
        self._trace = self.state.trace = None
        self._weight.weigh_again([])

    def played_on(self, chance: Source, most: int) -> Game:
        """An independent game that continued from here at random: this many answers, or all to the end, each drawn from
        the possible ones. It has no log and cannot be saved."""
        made = self._twin(None)
        m = made.state
        m.drafting = True
        for _ in range(most):
            if m.pending is None:
                break
            made._run(lambda: answer_by_chance(m, chance))
        m.drafting = False
        made._run(lambda: listed(m.pending))
        return made

    def _twin(self, trace: list[Entry] | None) -> Game:
        state = copy(self.state)
        state.trace = trace
        made = Game(self.linked, state, trace)
        made.answers = list(self.answers)
        return made

    def save(self) -> dict[str, Any]:
        """Plain data: the match as it is, and the answers that led here. It contains all secrets of the match,
        including the seed (not the key), so it is not for players."""
        meaning = meaning_of(self.linked.program)
        return {"match": codec.to_json(self.state), "answers": list(self.answers), "meaning": meaning}

    @classmethod
    def load(
        cls, linked: Linked, data: Any, trace: bool = True, key: bytes | None = None, again: bool = False
    ) -> Game:
        """The game of `save`, replayed: its answers are given from the beginning and must lead to exactly the saved
        match. `key` as it was given to `new`.

        So `data` may be untrusted, of any shape: either the game is one that the rules allow, or Refused is raised with
        the reason (damaged, changed by hand, of another pack, content or key). It takes as long as its answers take to
        play. The log begins empty, and no earlier answer can be undone, unless the answers are given `again` as if they
        were given now.
        """
        match, answers = opened_save(linked, data, key)
        kept = trace and again
        game = cls.new(linked, match.get("players"), match.get("seed"), settings_of(linked, match), None, kept, key)
        for number, index in enumerate(answers, start=1):
            pending = game.state.pending
            if pending is None:
                raise Refused(f"{DAMAGED}: at answer {number} no player is asked any more")
            try:
                option = opened.option_of(game.state, index)
            except opened.Unlisted:
                raise Refused(f"{DAMAGED}: at answer {number} there is no answer {short(index + 1)}") from None
            if again:
                game.answer(index)
            else:
                answer(game.state, option, game._run)
        game.answers = list(answers)
        game.must_be(data)
        if trace and not again:
            game.state.trace = game._trace = []
        return game

    @classmethod
    def restore(cls, linked: Linked, data: Any, trace: bool = True, key: bytes | None = None) -> Game:
        """The game of `save` as it is stored, without replaying it: fast, however long the match was.

        Only for data that this program wrote and that no other user could change: the contents are not checked against
        the rules. Data in a wrong shape raises Refused, but a forged number is believed. Use `load` for all other data.
        """
        match, answers = opened_save(linked, data, key)
        try:
            state = codec.from_json(linked, match, key)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as bad:
            raise Refused(f"{DAMAGED} ({type(bad).__name__})") from bad
        kept: list[Entry] | None = [] if trace else None
        state.trace = kept
        game = cls(linked, state, kept)
        game.answers = list(answers)
        return game

    @staticmethod
    def check(linked: Linked, data: Any, key: bytes | None = None) -> None:
        """Raises Refused if `data` is not a save of this pack, content and key, as far as this is known before its
        answers are played."""
        opened_save(linked, data, key)

    @staticmethod
    def check_key(match: dict[str, Any], key: bytes | None) -> None:
        """Raises Refused if a saved match was started with another key."""
        must_be_key(match.get("key"), key)

    def must_be(self, data: Any) -> None:
        """Raises Refused unless `data` is the result of `save` for exactly this game."""
        match, answers = opened_save(self.linked, data, None, keyed=True)
        own = self.linked.program.digest  # the save may have another one with the same meaning
        if answers != self.answers or codec.to_json(self.state) != {**match, "digest": own}:
            raise Refused(f"{DAMAGED}: its answers lead to a different match")

    def fingerprint(self) -> str:
        """The hash of the match."""
        return codec.fingerprint(self.state)


def told_refusal(m: State, like: int, place: opened.Member, seat: int | None, language: str = "en") -> str:
    """Why a place cannot be answered, in words, with a nearby place that could be. `seat`: the seat that is told; None:
    everything is told."""
    with still(m):
        try:
            said = [one.words for one in opened.refused(m, like, place, language, seat)]
            near = nearest(m, like, place)
        except Unseen:  # a place that is only just legal would reveal the secret
            said, near = [labels.word("that depends on something that you may not know", language)], -1
        said += [labels.word("{} would do", language).format(labels.member(m, near, language))] if near != -1 else []
    return f"{labels.word('{} is no answer', language).format(labels.member(m, place, language))}: {'; '.join(said)}"


def seats_of(p: Program, players: int | None) -> int:
    """The number of players of a match; None: the fewest that the pack allows. Raises Refused."""
    seats = p.players[0] if players is None else players
    if type(seats) is not int or not p.players[0] <= seats <= p.players[1]:
        least, most = p.players
        wanted = f"{least} to {most}" if least < most else str(least)
        raise Refused(f"{p.id} is for {wanted} player{'s' * (wanted != '1')}, not {short(seats)}")
    return seats


def fresh_seed() -> int:
    """An unpredictable seed of 64 bits from the operating system."""
    return secrets.randbits(64)


def _chance(seed: int | None, key: bytes | None) -> Chance:
    """The generator of a new match. Raises Refused for a key that is too short or too long."""
    if seed is None:
        seed = fresh_seed()
    if type(seed) is not int or abs(seed) > MAX_SEED:
        raise Refused(f"a seed must be a whole number up to {MAX_SEED}, not {short(seed)}")
    if key is None:
        return Chance(seed)
    must_be_bytes(key)
    if len(key) not in KEY_LENGTHS:
        raise Refused(f"a key has {KEY_LENGTHS[0]} to {KEY_LENGTHS[-1]} bytes, this one has {len(key)}")
    return Keyed(seed, key)


def _records(value: Any) -> Iterator[Any]:
    """The records in a value of a frame: the value itself, or those inside tuples."""
    if type(value) is list:
        yield value
    elif type(value) is tuple:
        for one in value:
            yield from _records(one)


def answer(state: State, option: Any, runner: Any = None, steps: int = MOST_STEPS) -> None:
    """Gives a raw option as the answer and runs to the next question: the fast way for bots and searches, which may
    allow it fewer steps than a match has."""
    state.answer = option
    state.pending = None
    state.fuel = steps
    if runner is None:
        trampoline.run(state)
    else:
        runner(lambda: trampoline.run(state))


def answer_by_chance(state: State, chance: Source, steps: int = MOST_STEPS) -> None:
    """Answers the pending question with any of its answers, all equally likely, and runs to the next: for searches that
    play a copy on. If the question drafts its offers, only the drawn one is judged. Raises Runaway."""
    assert state.pending is not None, "somebody is asked"
    refill(state, steps)
    option = drawn(state.pending, chance)
    answer(state, option, None, state.fuel)


def link_program(program: Program) -> Linked:
    """A program ready to be played."""
    return Linked(program)


def dumps(game: Game) -> str:
    """The saved game as one line of JSON."""
    return json.dumps(game.save(), separators=(",", ":"), sort_keys=True)
