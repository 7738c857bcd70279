"""What a save holds beside the match, so that it outlives a change of content, and the way back from there.

Separate because the engine's own saves are of one content: their answers are numbers. Here every answer has a key in
ids, and so have the events that followed and what the match has come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from rulewright.embedding.pack import Pack
from rulewright.embedding.settings import given
from rulewright.errors import RulewrightError
from rulewright.meaning import meaning_of
from rulewright.play import labels
from rulewright.play.entries import Began
from rulewright.play.keys import Keys
from rulewright.play.opened import Unlisted, option_of
from rulewright.play.positions import Unlike, position_of, read_position, unlike
from rulewright.play.renamed import Renames
from rulewright.saves import MAX_ANSWERS
from rulewright.session import Game

_LONGEST: Final = 400
_MOST_EVENTS: Final = 1_000
_DAMAGED: Final = "the saved match is damaged or was changed by hand"

# The key of an answer, and those of the events that it led to.
Step = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Change:
    """A definition that is played otherwise since a match was saved: `definition` is its form and id (`card ace`),
    `place` file, line and column where it stands today; None if it is gone."""

    definition: str
    kind: Literal["changed", "new", "gone"]
    place: tuple[str, int, int] | None


class ContentChanged(RulewrightError):
    """A save whose answers do not lead to the same match over the content of today.

    `answer` counts the answers that do, and `key` is the one that goes otherwise, by ids. `kind` tells how: it is not
    offered any more, or it leads to other events, `was` then and `now`. Or all answers lead to the same events and
    another state: then `key` is empty, and `was` and `now` are the fields that differ, `ace#1: drawn 2`. `packs` are
    the packs of which the version is another, with that of then and of today (None: not there); `changes` the
    definitions that are played otherwise.
    `Match.after` goes on from there.
    """

    def __init__(
        self, kind: Literal["not offered", "goes otherwise", "stands otherwise"], answer: int, key: str,
        was: tuple[str, ...], now: tuple[str, ...], data: dict[str, Any], pack: Pack, game: Game,
        steps: tuple[Step, ...],
    ) -> None:  # fmt: skip
        which = f"answer {answer + 1}, {key:.100},"
        told = {
            "not offered": f"{which} is not offered any more", "goes otherwise": f"{which} goes otherwise",
            "stands otherwise": f"its answers lead to the same events, and to another state, {', '.join(now[:1]):.100}",
        }[kind]  # fmt: skip
        super().__init__(f"the content has changed since this match was saved: {told}")
        self.pack = pack
        self.kind = kind
        self.answer = answer
        self.key = key
        self.was = was
        self.now = now
        self.packs = _packs(data, pack)
        self.changes = tuple(_changes(data, pack))
        self.game = game
        self.steps = steps


class Story:
    """The keys of a match: worked out only when it is saved, by playing what is new once more beside it."""

    def __init__(self, game: Game, steps: tuple[Step, ...] = ()) -> None:
        self._steps = list(steps)
        self._beside = game.beside()
        self._from = len(game.answers)  # what came before was told by a save

    def of(self, game: Game) -> tuple[Step, ...] | None:
        """The steps of all answers of a match; None if they are not known."""
        beside = self._beside
        while beside.answers != game.answers[: len(beside.answers)] and beside.undo():
            self._steps.pop()
        if len(self._steps) != len(beside.answers) or beside.answers != game.answers[: len(beside.answers)]:
            return None
        for index in game.answers[len(beside.answers) :]:
            self._steps.append(step(beside, index))
        return tuple(self._steps)

    def undone(self, game: Game) -> None:
        """The last answer was taken back, perhaps one from before the save that the match was loaded from."""
        if len(game.answers) < self._from:
            self._from = len(game.answers)
            del self._steps[self._from :]
            self._beside = game.beside()


def step(game: Game, index: int) -> Step:
    """Gives an answer, and its key with those of the events that it leads to. Raises as `Game.answer` and
    `opened.option_of` do."""
    d = game.decision
    if d is None:
        raise RulewrightError("nobody is asked any more")
    key = Keys(game.state).option(d, option_of(game.state, index))[:_LONGEST]
    start = game.noted
    game.answer(index)
    return key, tuple(_events(game, start))


def _events(game: Game, start: int) -> Iterator[str]:
    keys = Keys(game.state)
    began = [entry.record for entry in game.entries(start) if isinstance(entry, Began)][:_MOST_EVENTS]
    with labels.still(game.state):
        for record in began:
            yield keys.event(record)[:_LONGEST]


def beside_match(
    pack: Pack, game: Game, settings: dict[str, Any], steps: tuple[Step, ...] | None
) -> dict[str, Any]:
    """What a save holds beside the match itself, as plain data."""
    program = pack.program
    return {
        "packs": dict(program.packs),
        "marks": program.digits,
        "settings": settings,
        "position": position_of(game.state),
        "story": None if steps is None else [[key, list(events)] for key, events in steps],
    }


def is_of_other_content(pack: Pack, data: Any) -> bool:
    """Whether a save is of the same game over content that means something else, and can be played again over it."""
    match = data.get("match") if isinstance(data, dict) else None
    if not isinstance(match, dict) or match.get("pack") != pack.id or not isinstance(data.get("story"), list):
        return False
    return match.get("digest") != pack.program.digest and data.get("meaning") != meaning_of(pack.program)


def steps_of(data: Any) -> tuple[Step, ...]:
    """The steps of a save. Raises RulewrightError if it is damaged."""
    found = data.get("story") or []
    whole = isinstance(found, list) and len(found) <= MAX_ANSWERS and all(
        isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and isinstance(one[1], list)
        and all(isinstance(event, str) for event in one[1])
        for one in found
    )  # fmt: skip
    if not whole:
        raise RulewrightError(f"{_DAMAGED}: its story must be keys with lists of keys")
    return tuple((key, tuple(events)) for key, events in found)


def play_again(pack: Pack, data: dict[str, Any], key: bytes | None) -> tuple[Game, tuple[Step, ...]]:
    """The match of a save over the content of today, all its answers given by their keys, with its steps of today.
    Raises ContentChanged where it goes otherwise or has come to another state, and RulewrightError if it is damaged."""
    match, answers, marks = data["match"], data.get("answers"), _texts(data, "marks")
    steps = steps_of(data)
    if not isinstance(answers, list) or len(answers) != len(steps) or any(type(one) is not int for one in answers):
        raise RulewrightError(f"{_DAMAGED}: its answers and its story are not of one length")
    Game.check_key(match, key)
    names = Renames(pack.program)
    both = names.both(marks)
    if both is not None:
        raise RulewrightError(both)
    raw = given(pack.program, _settings(data, names))
    game = Game.new(pack.linked, match.get("players"), match.get("seed"), raw, None, True, key)
    made: list[Step] = []
    for number, ((said, was), old) in enumerate(zip(steps, answers, strict=True)):
        found = _index(game, names.keys(said), old)
        try:
            if found is None:
                raise RulewrightError("it is not offered")
            made.append(step(game, found))
        except (RulewrightError, Unlisted):
            raise ContentChanged("not offered", number, said, was, (), data, pack, game, tuple(made)) from None
        now = made[-1][1]
        if len(was) != len(now) or any(new not in names.keys(one) for one, new in zip(was, now, strict=True)):
            game.undo()
            raise ContentChanged("goes otherwise", number, said, was, now, data, pack, game, tuple(made[:-1]))
    differing = _unlike(data, game)
    if differing:
        then, today = zip(*(_sides(one) for one in differing), strict=True)
        raise ContentChanged("stands otherwise", len(steps), "", then, today, data, pack, game, tuple(made))
    return game, tuple(made)


def _unlike(data: dict[str, Any], game: Game) -> list[Unlike]:
    """In what a match is another than the position of its save; nothing for saves from before there was one."""
    if data.get("position") is None:
        return []
    try:
        was = read_position(data["position"])
    except ValueError as wrong:
        raise RulewrightError(f"{_DAMAGED}: {wrong}") from wrong
    return unlike(was, game.state)


def _sides(one: Unlike) -> tuple[str, str]:
    """A difference as it was and as it is."""
    which = f"{one.thing}: {one.field} " if one.field else f"{one.thing} "
    return which + one.was, which + one.now


def _index(game: Game, keys: tuple[str, ...], old: int) -> int | None:
    """The number of an answer of today: that of then if it means the same. A place that was not listed stays so."""
    d = game.decision
    if d is None:
        return None
    if old < 0:
        return old
    with labels.still(game.state):
        said = Keys(game.state)
        for key in keys:
            here = [said.option(d, option)[:_LONGEST] for option in d.options]
            if key in here:
                return old if old < len(here) and here[old] == key else here.index(key)
    return None


def _settings(data: dict[str, Any], names: Renames) -> dict[str, Any]:
    found = data.get("settings", {})
    if not isinstance(found, dict):
        raise RulewrightError(f"{_DAMAGED}: its settings must be a mapping")
    return {names.title(f"setting {name}").partition(" ")[2]: names.keys(value)[0] if isinstance(value, str) else value
            for name, value in found.items()}  # fmt: skip


def _texts(data: dict[str, Any], name: str) -> dict[str, str]:
    found = data.get(name, {})
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise RulewrightError(f"{_DAMAGED}: '{name}' must be a mapping of texts")
    return found


def _packs(data: dict[str, Any], pack: Pack) -> dict[str, tuple[str | None, str | None]]:
    was, now = _texts(data, "packs"), dict(pack.program.packs)
    return {name: (was.get(name), now.get(name)) for name in dict.fromkeys((*was, *now))
            if was.get(name) != now.get(name)}  # fmt: skip


def _changes(data: dict[str, Any], pack: Pack) -> Iterator[Change]:
    names, now = Renames(pack.program), pack.program.marks
    was = {names.title(name): mark for name, mark in _texts(data, "marks").items()}
    for name in dict.fromkeys((*was, *now)):
        if name not in now:
            yield Change(name, "gone", None)
        elif name not in was:
            yield Change(name, "new", now[name][2])
        elif not was[name].startswith(now[name][0]):
            yield Change(name, "changed", now[name][2])
