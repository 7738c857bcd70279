"""A match for programs that play: questions with options, views, logs, saves.

Separate because `session.Game` uses the engine's numbers. The results of methods for a seat may be sent to the player
of that seat: nothing in them depends on what that player may not know.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from rulewright.embedding.alone import alone
from rulewright.embedding.arguments import chance_of, count_of, is_whole, language_of, seat_of
from rulewright.embedding.history import Happening, history
from rulewright.embedding.ids import Ids
from rulewright.embedding.pack import Pack, pack_from
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
from rulewright.play.opened import is_formation, is_way, member_in, takes_unlisted
from rulewright.play.secrets import imagined
from rulewright.play.state import Decision
from rulewright.saves import short
from rulewright.session import Game
from rulewright.space.plane.spoken import parted


class Match:
    """One match of a pack. `Match.new`, `Match.load` and `Match.restore` create it.

    Any thread may call it. While one call plays, the calls of all other threads wait, also those of other matches.
    """

    def __init__(self, pack: Pack, game: Game, story: Story | None = None, kept: bool = True) -> None:
        self.pack = pack
        self.game = game
        self._story = story
        self._kept = kept
        self._told: tuple[Decision, tuple[Option, ...]] | None = None  # the options that were returned last

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
        """Starts a new match and plays it to its first question.

        Args:
            pack: from `rulewright.load`.
            players: the number of players; None: the fewest that the pack allows.
            seed: the random seed. The same seed deals the same match; None: an unpredictable one.
            settings: values by id; members, maps, sheets and dice as ids. An omitted setting has its default.
            key: 16 to 64 secret bytes that decide the dice together with the seed: for servers.
            log: whether to keep the log. Without it a match is faster, and `log` is empty.

        Raises:
            RulewrightError: the pack does not allow this number of players, or a setting does not exist or does not
                take its value.
        """
        raw = given(pack_from(pack).program, {} if settings is None else settings)
        game = Game.new(pack.linked, players, seed, raw, None, log, key)
        return cls(pack, game, Story(game))

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """The number of seats, which are numbered from 0."""
        return self.game.state.players

    @property
    def settings(self) -> dict[str, Value]:
        """The settings of the match, by id."""
        p = self.pack.program
        return {name: written(p, t, v) for (name, t, _), v in zip(p.settings, self.game.state.settings, strict=True)}

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None if the match is over."""
        d = self.game.decision
        return None if d is None else d.player

    @alone
    def question(self, language: str = "en") -> Question | None:
        """The question, only for the seat that is asked; None if the match is over."""
        d = self.game.decision
        if d is None:
            return None
        made = question_of(self.game.state, d, language_of(language))
        self._told = (d, made.options)
        return made

    @alone
    def answer(self, option: Option | int) -> None:
        """Answers the question with one of its options, or its index, and plays on to the next question.

        Raises:
            RulewrightError: the match is over, there is no such option, or the option belongs to another question.
        """
        d = self._pending()
        is_a_place = type(option) is int and option < 0 and takes_unlisted(self.game.state, d)
        self.game.answer(option if is_a_place else self._index(d, option))  # type: ignore[arg-type]

    @alone
    def answer_at(self, place: str | Mapping[str, str], option: Option | int = 0) -> None:
        """Answers an open question (`question.open`) with a place, a way or a formation that need not be among its
        options. It is like an option, but at that place.

        Args:
            place: a place as people write it, `12.5x7@45`; a way as its places in order without the first one, `8x12
                then 10x14`; a formation as places or ways by the ids of things. Omitted things stay as in the option.
            option: the option that the answer is like except for its place, or its index.

        Raises:
            RulewrightError: the match is over, the question asks for no place, the place does not exist, or it is
                refused; the message lists every reason.
        """
        d = self._pending()
        if not takes_unlisted(self.game.state, d):
            raise RulewrightError("this question accepts no unlisted place")
        index = self._index(d, option)
        members = member_in(self.game.state, d, d.options[index])
        if isinstance(place, str):
            if is_formation(members):
                ids = Ids(self.game.state, d.player)
                names = ", ".join(ids.entity(e) for e, _ in members)
                raise RulewrightError(f"expected a formation: places by the ids {names}")
            self.game.answer_at(self._goal(place, members) if is_way(members) else self._place(place), index)
            return
        if not isinstance(place, Mapping):
            raise RulewrightError(f"expected a place as a string, or a formation as places by ids, not {place!r:.60}")
        if not is_formation(members):
            raise RulewrightError("expected a single place, not a formation")
        ids = Ids(self.game.state, d.player)
        own = {ids.entity(e): e for e, _ in members}
        for name in place:
            if name not in own:
                raise RulewrightError(f"the question asks for no place of '{name!s:.60}'")
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
        chosen = option.index if isinstance(option, Option) else option
        if not is_whole(chosen):
            raise RulewrightError(f"an answer must be an option of the question or its index, not {chosen!r:.60}")
        index = operator.index(chosen)
        if not 0 <= index < len(d.options):
            raise RulewrightError(f"there is no option {short(index)}: the question has {len(d.options)}, from 0")
        if isinstance(option, Option) and not self._is_of(d, option):
            raise RulewrightError(f"'{option.label:.60}' belongs to another question")
        return index

    def _is_of(self, d: Decision, option: Option) -> bool:
        """Whether an option belongs to a question: the same object that was returned, or one with equal contents."""
        told = self._told
        if told is not None and told[0] is d and told[1][option.index] is option:
            return True
        return is_offered(self.game.state, d, option)

    @alone
    def why_not(
        self, event: str, arguments: Mapping[str, Any] | None = None, language: str = "en"
    ) -> tuple[str, ...] | None:
        """Why an event is not among the options of the question, for the seat that is asked: the words of the pack
        (`says`) or, without such words, the condition.

        Args:
            event: its id.
            arguments: all of its parameters by name, as in `Option.values`.
            language: the language of the words.

        Returns:
            The reasons, a line each; empty if the event is offered. None if the answer depends on what the seat may not
            know.

        Raises:
            RulewrightError: the match is over, there is no such event, or these are not its arguments.
        """
        named = {} if arguments is None else arguments
        return why_not(self.game.state, self._pending(), event, named, language_of(language))

    def _goal(self, written: str, like: int | tuple[int, ...]) -> Any:
        """A place; if the question asks for a way, the way through places from the start of another way."""
        if not isinstance(written, str):
            raise RulewrightError(f"a place must be a string, not {written!r:.60}")
        if type(like) is int:
            return self._place(written)
        return (like[0], *(self._place(one) for one in parted(written)))  # type: ignore[index]

    def _place(self, name: str) -> int:
        found = self.game.state.board.parse(name)
        if found is None:
            raise RulewrightError(f"'{name:.60}' is not a place: write x and y in inches, as in '12.5x7'")
        place: int = found
        return place

    @property
    def answers(self) -> tuple[int, ...]:
        """The indexes of all options that were chosen; below 0 for a place that was not among them."""
        return tuple(self.game.answers)

    @property
    def over(self) -> bool:
        """Whether the match is over and no player is asked."""
        return self.game.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty if none has, or the match is not over."""
        return self.game.winners or ()

    @property
    def problem(self) -> str | None:
        """Why the match was stopped early: the rules of the pack do not terminate. None otherwise."""
        found = self.game.problem
        return None if found is None else f"{found.what}: {' > '.join(found.chain)}"

    # -- what a player may know ----------------------------------------------------------------------------------------

    @alone
    def view(self, seat: int | None, language: str = "en") -> View:
        """The match as a player may know it; with seat None, everything, for referees."""
        return view_of(self.game.state, self._seat(seat), language_of(language), self.winners)

    @alone
    def log(self, seat: int | None, since: int | None = None, language: str = "en") -> list[Happening]:
        """The history, as the player knew it at the time; with seat None, everything. Empty if no log is kept.

        Args:
            seat: the seat whose log it is.
            since: the number of answers at the time of the last call. The log then begins with the answer to the
                question that was open at that time. None: from the beginning.
            language: the language of the labels.
        """
        first = None if since is None else count_of(since)
        return list(history(self.game.stretches(first), self._seat(seat), language_of(language)))

    @alone
    def imagined(self, seat: int, seed: int) -> Match:
        """A match that could be this one as far as the player knows: hidden things are dealt again and future dice are
        different, both by `seed`. For bots that try things out. It keeps no log and cannot be saved."""
        if seat is None:
            raise RulewrightError("a match is imagined for a seat, not for None")
        made = Game(self.pack.linked, imagined(self.game.state, seat_of(self.players, seat), chance_of(seed)), None)
        return Match(self.pack, made, kept=False)

    @alone
    def played_on(self, seed: int, answers: int) -> Match:
        """A match that continues from here at random, to its end or for this many answers: each is drawn by `seed` from
        the possible answers, all equally likely. This is far faster than asking and answering, because only the drawn
        answer is evaluated: for bots that try things out on `imagined` matches. It keeps no log and cannot be saved."""
        return Match(self.pack, self.game.played_on(chance_of(seed), count_of(answers)), kept=False)

    def _seat(self, seat: int | None) -> int | None:
        return None if seat is None else seat_of(self.players, seat)

    # -- keeping -------------------------------------------------------------------------------------------------------

    @alone
    def undo(self) -> bool:
        """Undoes the last answer; False if there is none to undo.

        All views and logs are as they were before it. The same answer then rolls the same dice.
        """
        done = self.game.undo()
        if done and self._story is not None:
            self._story.undone(self.game)
        return done

    @alone
    def copy(self) -> Match:
        """An independent match from here, without its log. No earlier answer can be undone in it, and its save is valid
        for the current content only."""
        return Match(self.pack, self.game.copy(), kept=self._kept)

    def __copy__(self) -> Match:
        """As `copy`: what the standard library copies would share its state."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        """As `copy`."""
        return self.copy()

    def __reduce__(self) -> str:
        """Raises RulewrightError: a match contains functions of its pack."""
        raise RulewrightError("a match cannot be pickled: send its `save()`, and use `Match.load` on the other side")

    @alone
    def save(self) -> dict[str, Any]:
        """The match as plain data for JSON. It contains all secrets and the seed (not the key), so it is not for
        players. The answers since the last save are replayed once to name them by ids.

        Raises:
            RulewrightError: the match is `imagined` or `played_on`, so its answers alone do not lead to it.
        """
        if not self._kept:
            raise RulewrightError("a match that is imagined or played on at random cannot be saved")
        steps = None if self._story is None else self._story.of(self.game)
        return {**self.game.save(), **beside_match(self.pack, self.game, self.settings, steps)}

    @classmethod
    @alone
    def load(cls, pack: Pack, data: Any, key: bytes | None = None, log: bool = True) -> Match:
        """The match of `save`, replayed from its beginning, with its log. All its answers can be undone.

        `data` may be untrusted: either it is a match that the rules allow, or it is refused. Loading takes as long as
        playing. If the content has changed since, its answers are given by their ids, and must lead to the same events
        and the same state.

        Raises:
            ContentChanged: the content has changed, and the match has a different result; it tells where, and what has
                changed.
            RulewrightError: damaged, changed by hand, or of another pack or another key.
        """
        if is_of_other_content(pack_from(pack), data):
            game, steps = play_again(pack, data, key)
            if not log:
                game.drop_log()
            return cls(pack, game, Story(game, steps))
        game = Game.load(pack.linked, data, log, key, again=True)
        return cls(pack, game, Story(game, steps_of(data)))

    @classmethod
    @alone
    def after(cls, changed: ContentChanged, pack: Pack) -> Match:
        """The match of a save up to the answer that has a different result with the current content, to continue from
        there.

        Args:
            changed: what `Match.load` has raised.
            pack: the pack with which it was called.

        Raises:
            RulewrightError: `changed` is another exception, or was continued already, or `pack` has other content.
        """
        if not isinstance(changed, ContentChanged):
            raise RulewrightError(f"a match goes on after a ContentChanged of `Match.load`, not after {changed!r:.60}")
        if pack_from(pack).digest != changed.pack.digest:
            raise RulewrightError("`Match.load` was called with another pack: give the same one")
        if changed.continued:
            raise RulewrightError("this match was continued already: use that one, or `copy` it")
        changed.continued = True
        return cls(pack, changed.game, Story(changed.game, changed.steps))

    @classmethod
    @alone
    def restore(cls, pack: Pack, data: Any, key: bytes | None = None, log: bool = True) -> Match:
        """The match of `save` without replaying it, for data that only this program could have changed: the data is
        trusted. The log begins empty, and no earlier answer can be undone.

        Raises:
            RulewrightError: damaged, or of another pack, other content or another key.
        """
        game = Game.restore(pack_from(pack).linked, data, log, key)
        return cls(pack, game, Story(game, steps_of(data)))
