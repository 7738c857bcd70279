"""A match for programs that play: questions with options, views, logs, saves.

Separate because `session.Game` speaks in numbers of the engine. What a method gives for a seat may be sent to the
player who has it: nothing in it depends on what that player may not know.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from rulewright.embedding.alone import alone
from rulewright.embedding.history import Happening, history
from rulewright.embedding.ids import Ids
from rulewright.embedding.pack import Pack
from rulewright.embedding.question import Option, Question, is_offered, question_of
from rulewright.embedding.refused import why_not
from rulewright.embedding.saved import (
    ContentChanged,
    Story,
    beside_match,
    is_of_other_content,
    play_again,
    steps_of,
)
from rulewright.embedding.settings import given, written
from rulewright.embedding.values import Value
from rulewright.embedding.view import View, view_of
from rulewright.errors import RulewrightError
from rulewright.play.chance import Chance
from rulewright.play.opened import is_formation, is_place, is_way, member_in
from rulewright.play.secrets import imagined
from rulewright.play.state import Decision
from rulewright.saves import short
from rulewright.session import Game
from rulewright.space.plane.spoken import parted


class Match:
    """One match of a pack. `Match.new`, `Match.load` and `Match.restore` begin it.

    Any thread may call it; while one plays, the calls of all others wait, those of other matches too.
    """

    def __init__(self, pack: Pack, game: Game, story: Story | None = None, kept: bool = True) -> None:
        self.pack = pack
        self.game = game
        self._story = story
        self._kept = kept
        self._told: tuple[Decision, tuple[Option, ...]] | None = None  # the options that were given last

    @classmethod
    @alone
    def new(
        cls,
        pack: Pack,
        players: int | None = None,
        seed: int | None = None,
        settings: Mapping[str, Any] | None = None,
        key: bytes | None = None,
        log: bool = True,
    ) -> Match:
        """A new match, played to its first question.

        Args:
            pack: from `rulewright.load`.
            players: how many; None: as few as the pack allows.
            seed: the same seed deals the same match; None: one that nobody can foresee.
            settings: by id; members, maps, sheets and dice as ids. What is left out has its default.
            key: 16 to 64 secret bytes from which dice follow beside the seed: for servers.
            log: whether what happens is kept. Without it a match is quicker, and `log` is empty.

        Raises:
            RulewrightError: the pack is not for so many, or a setting does not exist or does not take the value.
        """
        raw = given(pack.program, settings or {})
        game = Game.new(pack.linked, players, seed, raw, None, log, key)
        return cls(pack, game, Story(game))

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many seats there are; they are numbered from 0."""
        return self.game.state.players

    @property
    def settings(self) -> dict[str, Value]:
        """The settings that the match was begun with, by id."""
        p = self.pack.program
        return {name: written(p, t, v) for (name, t, _), v in zip(p.settings, self.game.state.settings, strict=True)}

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None where the match is over."""
        d = self.game.decision
        return None if d is None else d.player

    @alone
    def question(self, language: str = "en") -> Question | None:
        """What is asked, for the seat that is asked alone; None where the match is over."""
        d = self.game.decision
        if d is None:
            return None
        made = question_of(self.game.state, d, language)
        self._told = (d, made.options)
        return made

    @alone
    def answer(self, option: Option | int) -> None:
        """Answers the question with one of its options, or its index, and plays on to the next.

        Raises:
            RulewrightError: the match is over, there is no such option, or the option is of another question.
        """
        d = self._pending()
        is_a_place = type(option) is int and option < 0 and is_place(self.game.state, d)
        self.game.answer(option if is_a_place else self._index(d, option))  # type: ignore[arg-type]

    @alone
    def answer_at(self, place: str | Mapping[str, str], option: Option | int = 0) -> None:
        """Answers an open question (`question.open`) with a place, a way or a formation that need not be among its
        options: as that option, but there.

        Args:
            place: as people write it, `12.5x7@45`; a way with its places in order but for that where it begins,
                `8x12 then 10x14`; of a formation, places or ways by the ids of things. Things that are left out stand
                as in the option.
            option: the option that is meant but for its place, or its index.

        Raises:
            RulewrightError: the match is over, no place is asked for, it is none, or it cannot be answered; the words
                tell all that speaks against it.
        """
        d = self._pending()
        if not is_place(self.game.state, d):
            raise RulewrightError("no place is asked for that is not listed")
        index = self._index(d, option)
        members = member_in(self.game.state, d, d.options[index])
        if isinstance(place, str):
            if is_formation(members):
                ids = Ids(self.game.state, d.player)
                names = ", ".join(ids.entity(e) for e, _ in members)
                raise RulewrightError(f"a formation is asked for: places by the ids {names}")
            self.game.answer_at(self._goal(place, members) if is_way(members) else self._place(place), index)
            return
        if not isinstance(place, Mapping):
            raise RulewrightError(f"a place is a text, and a formation has places by ids, not {place!r:.60}")
        if not is_formation(members):
            raise RulewrightError("no formation is asked for")
        ids = Ids(self.game.state, d.player)
        own = {ids.entity(e): e for e, _ in members}
        for name in place:
            if name not in own:
                raise RulewrightError(f"no place is asked for '{name!s:.60}'")
        said = {own[name]: there for name, there in place.items()}
        made = tuple((e, self._goal(said[e], goal) if e in said else goal) for e, goal in members)
        self.game.answer_at(made, index)

    def _pending(self) -> Decision:
        d = self.game.decision
        if d is None:
            raise RulewrightError("the match is over")
        return d

    def _index(self, d: Decision, option: Option | int) -> int:
        """The index of an option of a question. Raises RulewrightError."""
        index = option.index if isinstance(option, Option) else option
        if type(index) is not int:
            raise RulewrightError(f"an answer is an option of the question or its index, not {index!r:.60}")
        if not 0 <= index < len(d.options):
            raise RulewrightError(f"there is no option {short(index)}: the question has {len(d.options)}, from 0")
        if isinstance(option, Option) and not self._is_of(d, option):
            raise RulewrightError(f"'{option.label:.60}' is an option of another question")
        return index

    def _is_of(self, d: Decision, option: Option) -> bool:
        """Whether an option is of a question: the very one that was given, or else by what it says."""
        told = self._told
        if told is not None and told[0] is d and told[1][option.index] is option:
            return True
        return is_offered(self.game.state, d, option)

    @alone
    def why_not(
        self, event: str, arguments: Mapping[str, Any] | None = None, language: str = "en"
    ) -> tuple[str, ...] | None:
        """Why an event is not among the options of the question, for the seat that is asked: the words of the pack
        (`says`) or, where it has none, the condition.

        Args:
            event: its id.
            arguments: all of its parameters by name, as in `Option.values`.
            language: of the words.

        Returns:
            What speaks against it, a line each; empty where it is offered. None where the answer depends on what
            the seat may not know.

        Raises:
            RulewrightError: the match is over, there is no such event, or its arguments are not these.
        """
        return why_not(self.game.state, self._pending(), event, {} if arguments is None else arguments, language)

    def _goal(self, written: str, like: int | tuple[int, ...]) -> Any:
        """A place; where a way is asked for, the way through places from where another begins."""
        if not isinstance(written, str):
            raise RulewrightError(f"a place is a text, not {written!r:.60}")
        if type(like) is int:
            return self._place(written)
        return (like[0], *(self._place(one) for one in parted(written)))  # type: ignore[index]

    def _place(self, name: str) -> int:
        found = self.game.state.board.parse(name)
        if found is None:
            raise RulewrightError(f"'{name:.60}' is not a place")
        place: int = found
        return place

    @property
    def answers(self) -> tuple[int, ...]:
        """The indexes of all options that were taken; below 0 for a place that was not among them."""
        return tuple(self.game.answers)

    @property
    def over(self) -> bool:
        """Whether no player is asked any more."""
        return self.game.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty where nobody has, or the match is not over."""
        return self.game.winners or ()

    @property
    def problem(self) -> str | None:
        """Why the match was stopped before its end: a pack whose rules do not terminate. Else None."""
        found = self.game.problem
        return None if found is None else f"{found.what}: {' > '.join(found.chain)}"

    # -- what a player may know ----------------------------------------------------------------------------------------

    @alone
    def view(self, seat: int | None, language: str = "en") -> View:
        """The match as a player may know it; seat None: everything, for referees."""
        return view_of(self.game.state, self._seat(seat), language, self.winners)

    @alone
    def log(self, seat: int | None, since: int | None = None, language: str = "en") -> list[Happening]:
        """What has happened, as the player knew it at the time; seat None: everything. Empty where no log is kept.

        Args:
            seat: whose log it is.
            since: how many answers had been given when the player was told last: what is told begins with the answer
                to the question that was asked then. None: from the beginning.
            language: of the labels.
        """
        first = None if since is None else _whole("a number of answers", since)
        return list(history(self.game.stretches(first), self._seat(seat), language))

    @alone
    def imagined(self, seat: int, seed: int) -> Match:
        """A match that could be this one as far as the player knows: what is hidden is dealt again and the dice to come
        are others, both by `seed`. For bots that try things out. It keeps no log and cannot be saved."""
        found = self._seat(seat)
        if found is None:
            raise RulewrightError("a match is imagined for a seat, not for None")
        made = Game(self.pack.linked, imagined(self.game.state, found, _chance(seed)), None)
        return Match(self.pack, made, kept=False)

    @alone
    def played_on(self, seed: int, answers: int) -> Match:
        """A match that went on from here by chance, to its end or for so many answers: each is drawn by `seed` from
        those that could be given, and any is as likely as the others. Far quicker than to ask and to answer, as only
        what is drawn is looked at: for bots that try things out on matches that are `imagined`. It keeps no log and
        cannot be saved."""
        return Match(self.pack, self.game.played_on(_chance(seed), _whole("a number of answers", answers)), kept=False)

    def _seat(self, seat: int | None) -> int | None:
        if seat is None:
            return None
        found = _whole("a seat", seat)
        if not 0 <= found < self.players:
            raise RulewrightError(f"there is no seat {short(found)}: the match has {self.players}, from 0")
        return found

    # -- keeping -------------------------------------------------------------------------------------------------------

    @alone
    def undo(self) -> bool:
        """Takes the last answer back; False where there is none to take back.

        All views and logs are as they were before it. Given again, it rolls the same dice.
        """
        done = self.game.undo()
        if done and self._story is not None:
            self._story.undone(self.game)
        return done

    @alone
    def copy(self) -> Match:
        """An independent match from here, without its log; no answer before can be taken back in it, and its save is of
        the content of today alone."""
        return Match(self.pack, self.game.copy(), kept=self._kept)

    @alone
    def save(self) -> dict[str, Any]:
        """The match as plain data for JSON. It holds all secrets and the seed (not the key): it is not for players.
        What was answered since the last save is played once more, to be named in ids.

        Raises:
            RulewrightError: the match is `imagined` or `played_on`: its answers alone do not lead to it.
        """
        if not self._kept:
            raise RulewrightError("a match that is imagined or played on by chance cannot be saved")
        steps = None if self._story is None else self._story.of(self.game)
        return {**self.game.save(), **beside_match(self.pack, self.game, self.settings, steps)}

    @classmethod
    @alone
    def load(cls, pack: Pack, data: Any, key: bytes | None = None, log: bool = True) -> Match:
        """The match of `save`, played again from its beginning, with its log; all its answers can be taken back.

        `data` may come from anybody: it is a match that the rules allow, or it is refused. Takes as long as playing.
        Over content that has changed since, its answers are given by their ids, and must lead to the same events and
        to the same state.

        Raises:
            ContentChanged: the content is another, and the match goes otherwise; it tells where, and what has changed.
            RulewrightError: damaged, changed by hand, of another pack or another key.
        """
        if is_of_other_content(pack, data):
            game, steps = play_again(pack, data, key)
            return cls(pack, game if log else game.copy(), Story(game, steps))
        game = Game.load(pack.linked, data, log, key, again=True)
        return cls(pack, game, Story(game, steps_of(data)))

    @classmethod
    def after(cls, changed: ContentChanged, pack: Pack) -> Match:
        """The match of a save up to where it goes otherwise over the content of today, to go on from there."""
        return cls(pack, changed.game, Story(changed.game, changed.steps))

    @classmethod
    @alone
    def restore(cls, pack: Pack, data: Any, key: bytes | None = None, log: bool = True) -> Match:
        """The match of `save` at once, for data that nobody else could change: what is in it is believed. The log
        begins empty, and no answer before can be taken back.

        Raises:
            RulewrightError: damaged, of another pack, another content or another key.
        """
        game = Game.restore(pack.linked, data, log, key)
        return cls(pack, game, Story(game, steps_of(data)))


def _chance(seed: Any) -> Chance:
    return Chance(_whole("a seed", seed))


def _whole(what: str, number: Any) -> int:
    """A whole number that a caller gives. Raises RulewrightError."""
    try:
        return operator.index(number)
    except TypeError:
        raise RulewrightError(f"{what} is a whole number, not {number!r:.60}") from None
