"""The part of a save that lets it outlive a change of content, and how to load it then.

Separate because the engine's own saves are valid for one content: their answers are numbers. Here every answer has a
key made of ids, and so have the events that followed and the resulting state of the match.
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

# The key of an answer, and the keys of the events that it led to.
Step = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Change:
    """A definition that is played differently since a match was saved: `definition` is its form and id (`card ace`),
    `place` its current file, line and column; None if it was removed."""

    definition: str
    kind: Literal["changed", "new", "gone"]
    place: tuple[str, int, int] | None


class ContentChanged(RulewrightError):
    """A save whose answers do not lead to the same match with the current content.

    `answer` is the number of answers that do, and `key` is the answer that has a different result, by ids. `kind` tells
    how: the answer is no longer offered, or it leads to other events, `was` then and `now`. Or all answers lead to the
    same events but to another state: then `key` is empty, and `was` and `now` are the fields that differ, `ace#1: drawn
    2`. `packs` are the packs whose version has changed, with the old and the current version (None: not there);
    `changes` are the definitions that are played differently. `Match.after` continues from there, once.
    """

    def __init__(
        self, kind: Literal["not offered", "goes otherwise", "stands otherwise"], answer: int, key: str,
        was: tuple[str, ...], now: tuple[str, ...], data: dict[str, Any], pack: Pack, game: Game,
        steps: tuple[Step, ...],
    ) -> None:  # fmt: skip
        which = f"answer {answer + 1}, {key:.100},"
        told = {
            "not offered": f"{which} is no longer offered", "goes otherwise": f"{which} has a different result",
            "stands otherwise": f"its answers lead to the same events, but another state, {', '.join(now[:1]):.100}",
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
        self.continued = False  # whether a match has taken over the game


class Story:
    """The keys of a match. They are computed only when the match is saved, by replaying its new part in a second game.
    """

    def __init__(self, game: Game, steps: tuple[Step, ...] = ()) -> None:
        self._steps = list(steps)
        self._beside = game.beside()
        self._from = len(game.answers)  # the earlier part came from a save

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
        """Records that the last answer was undone, perhaps one from before the save that the match was loaded from."""
        if len(game.answers) < self._from:
            self._from = len(game.answers)
            del self._steps[self._from :]
            self._beside = game.beside()


def step(game: Game, index: int) -> Step:
    """Gives an answer. Returns its key with the keys of the events that it leads to. Raises as `Game.answer` and
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
    """The contents of a save in addition to the match itself, as plain data."""
    program = pack.program
    return {
        "packs": dict(program.packs),
        "marks": program.digits,
        "settings": settings,
        "position": position_of(game.state),
        "story": None if steps is None else [[key, list(events)] for key, events in steps],
    }


def is_of_other_content(pack: Pack, data: Any) -> bool:
    """Whether a save belongs to the same game with different content, and can be replayed with the current one."""
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
    """The match of a save with the current content, with all its answers given by their keys, and its current steps.
    Raises ContentChanged if an answer has a different result or the state differs, and RulewrightError if it is
    damaged."""
    match, answers, marks = data["match"], data.get("answers"), _texts(data, "marks")
    steps = steps_of(data)
    if not isinstance(answers, list) or len(answers) != len(steps) or any(type(one) is not int for one in answers):
        raise RulewrightError(f"{_DAMAGED}: its answers and its story differ in length")
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
    """The differences between a match and the position of its save; none for saves from before positions were stored.
    """
    if data.get("position") is None:
        return []
    try:
        was = read_position(data["position"])
    except ValueError as wrong:
        raise RulewrightError(f"{_DAMAGED}: {wrong}") from wrong
    return unlike(was, game.state)


def _sides(one: Unlike) -> tuple[str, str]:
    """The old and the new side of a difference."""
    which = f"{one.thing}: {one.field} " if one.field else f"{one.thing} "
    return which + one.was, which + one.now


def _index(game: Game, keys: tuple[str, ...], old: int) -> int | None:
    """The current number of an answer: the old number if it means the same. A place that was not listed keeps its
    number."""
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
    return {names.title(f"setting {name}").partition(" ")[2]: _renamed(value, names) for name, value in found.items()}


def _renamed(value: Any, names: Renames) -> Any:
    """The value of a setting, with today's ids."""
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return names.keys(value)[0] if isinstance(value, str) else value


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
