"""Finds how a figure gets to a named place through offered answers, step by step, on matches as a player imagines them.

Separate because it only tries answers and gives none: the terminal shows the result and asks first. It knows nothing of
any game: a step is an answer after which the acting entity is at another place.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from rulewright.explained import TypeCode
from rulewright.limits import MOST_STEPS
from rulewright.play import apart, labels
from rulewright.play.chance import Chance, Source, shuffled
from rulewright.play.entries import Finished
from rulewright.play.going_on import going_on
from rulewright.play.secrets import imagined, imagining_steps
from rulewright.play.shown import figures
from rulewright.play.sight import Sight
from rulewright.play.state import Decision, Runaway, State, copy, copying_steps
from rulewright.program import Site
from rulewright.session import Game, answer
from rulewright.shapes import BEGAN, EVENT, FIELDS, Record

_MOST_TRIED: Final = 4_000
_SHARE: Final = 20  # of all steps that may be imagined in a match
_MOST_ANSWERS: Final = 60  # of one way
_Counter = tuple[int, int, int]  # a run by its stamp, its event, and the field that counts
_PLACES: Final = frozenset(("place", "direction", "edge"))


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of a way: its question, the raw option, and the place of the moving entity after it."""

    site: int
    option: Any
    at: int


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a place. `cost`: numbers that it changes, in words; `asked`: what other players may do about it, each
    with the place; `chance`: whether dice were rolled on the way, so that it may turn out differently."""

    who: int
    steps: tuple[Step, ...]
    places: tuple[int, ...]
    cost: tuple[str, ...] = ()
    asked: tuple[tuple[str, int], ...] = ()
    chance: bool = False


@dataclass(slots=True)
class _Reached:
    m: State
    who: int
    steps: tuple[Step, ...] = ()
    asked: tuple[tuple[str, int], ...] = ()
    spent: tuple[str, ...] = field(default=())  # by the current run
    counted: dict[_Counter, int] = field(default_factory=dict)  # by all runs of the way


def find(game: Game, sight: Sight, goal: int) -> Way | None:
    """The way to a place with the fewest interruptions by others; among these the one that lowers numbers least, then
    the one with the fewest answers. None if none is found."""
    m, d = game.state, game.decision
    if d is None or sight.viewer is None or not _leads(m, d):
        return None
    return _Search(game, sight, goal).found()


class _Search:
    """One search. Its imagination is bounded, like that of bots."""

    def __init__(self, game: Game, sight: Sight, goal: int) -> None:
        self._sight, self._goal = sight, goal
        self._seat = sight.viewer or 0
        self._left = game.linked.thought_steps // _SHARE - imagining_steps(game.state)
        self._first = imagined(game.state, self._seat, Chance(0))
        self._first.chance = _Noted(Chance(1))

    def found(self) -> Way | None:
        number = tried = 0
        heap: list[tuple[int, int, int, int, int, _Reached]] = []
        seen: set[Any] = set()
        for who in sorted(_acting(self._first)):
            heap.append((0, 0, 0, 0, number, _Reached(self._first, who)))
            number += 1
        while heap and tried < _MOST_TRIED and self._left > 0:
            _, _, answers, _, _, here = heapq.heappop(heap)
            if here.steps and here.m.at[here.who] == self._goal:
                return self._way(here)
            if answers >= _MOST_ANSWERS:
                continue
            for option in _steps(here.m, here.who):
                tried += 1
                there = self._after(here, option)
                if there is None:
                    continue
                key = self._key(there)
                if key in seen:
                    continue
                seen.add(key)
                number += 1
                apart_by = there.m.board.distance(there.m.at[there.who], self._goal)
                lost = self._lost(there)
                heapq.heappush(heap, (len(there.asked), lost, answers + 1, apart_by, number, there))
        return None

    def _after(self, here: _Reached, option: Any) -> _Reached | None:
        """The result of an answer, with the other players passing; None if they cannot, or no player is asked any more.
        """
        d = here.m.pending
        assert d is not None
        made = copy(here.m)
        made.trace = []
        asked = here.asked
        if not self._answer(made, option):
            return None
        at = made.at[here.who]
        while made.pending is not None and (made.pending.site < 0 or made.pending.player != self._seat):
            if at < 0 or made.pending.site >= 0 or None not in made.pending.options:
                return None
            asked += tuple((words, at) for words in self._reactions(made, made.pending))
            if not self._answer(made, None):
                return None
            at = made.at[here.who]
        if not made.live[here.who] or at < 0:
            return None
        if made.pending is None and at != self._goal:
            return None
        spent = self._spent(made)
        known = {key[0] for key in here.counted}
        finished = [entry.record for entry in made.trace if isinstance(entry, Finished)]
        over = [r for r in finished if r[BEGAN] in known]
        made.trace = None
        counted = dict(here.counted)
        for r in (*over, *going_on(made)[-1:]):
            counted.update(_counts(made, r))
        return _Reached(made, here.who, (*here.steps, Step(d.site, option, at)), asked, spent, counted)

    def _answer(self, m: State, option: Any) -> bool:
        """Gives an answer on an imagined match. Returns whether the rules terminate."""
        given = min(MOST_STEPS, self._left)
        self._left -= copying_steps(m)
        try:
            answer(m, option, None, max(given, 1))
        except Runaway:
            self._left -= given
            return False
        self._left -= given - m.fuel
        return True

    def _reactions(self, m: State, d: Decision) -> Iterator[str]:
        words = apart.options(m, d, self._seat, self._sight.language)
        yield from dict.fromkeys(word for word, o in zip(words, d.options, strict=True) if o is not None)

    def _lost(self, there: _Reached) -> int:
        """By how much numbers of the moving entity have decreased, such as actions left or hit points."""
        after = {f.key: f.value for f in figures(there.m, "entity", there.who, self._sight, book=True) if f.number}
        before = [f for f in figures(self._first, "entity", there.who, self._sight, book=True) if f.number]
        return sum(max(0, f.value - after.get(f.key, 0)) for f in before)

    def _key(self, there: _Reached) -> Any:
        m = there.m
        numbers = tuple(f.value for f in figures(m, "entity", there.who, self._sight, book=True) if f.number)
        site = m.pending.site if m.pending is not None else -1
        return there.who, m.at[there.who], site, there.spent, numbers

    def _spent(self, m: State) -> tuple[str, ...]:
        """What the innermost running event has counted so far, in words."""
        running = going_on(m)
        if not running:
            return ()
        event = m.p.program.events[running[-1][EVENT]]
        named = zip(running[-1][FIELDS + event.params :], event.fields[event.params :], strict=False)
        return tuple(
            f"{labels.event_field(event, name, self._sight.language)} {self._sight.value(m, v, t)}"
            for v, (name, t) in named
            if t[0] == "number" and v
        )

    def _in_all(self, m: State, counted: dict[_Counter, int]) -> Iterator[str]:
        """What all runs of the way have counted together, in words."""
        sums: dict[tuple[int, int], int] = {}
        for (_, of, i), value in counted.items():
            sums[of, i] = sums.get((of, i), 0) + value
        # Beside a length, the number of steps is only book-keeping.
        lengths = {one for one in sums if m.p.program.events[one[0]].fields[one[1]][1][1]}
        for number, i in lengths or sums:
            value = sums[number, i]
            event = m.p.program.events[number]
            name, t = event.fields[i]
            if value:
                yield f"{labels.event_field(event, name, self._sight.language)} {self._sight.value(m, value, t)}"

    def _way(self, there: _Reached) -> Way:
        m, steps = there.m, there.steps
        d = m.pending
        asked_again = d is not None and d.site == steps[-1].site and None in d.options
        if asked_again and d is not None and _offers_places(m.p.program.sites[d.site]):
            steps = (*steps, Step(d.site, None, self._goal))  # a player who names a place wants to stay there
        places = [self._first.at[there.who]]
        for step in there.steps:
            if step.at != places[-1]:
                places.append(step.at)
        chance = m.chance
        assert isinstance(chance, _Noted)
        cost = (*self._in_all(m, there.counted), *self._changed(m, there.who))
        return Way(there.who, steps, tuple(places), cost, there.asked, chance.drawn)

    def _changed(self, m: State, who: int) -> Iterator[str]:
        """The changed numbers of the moving entity and of its owner."""
        owner = m.owner[who]
        things = [("entity", who), *([] if owner is None else [("player", owner)])]
        for size, index in things:
            before = {f.key: f for f in figures(self._first, size, index, self._sight) if f.number}
            after = {f.key: f for f in figures(m, size, index, self._sight) if f.number}
            for key in dict.fromkeys((*before, *after)):
                was = before[key].words if key in before else "0"
                now = after[key].words if key in after else "0"
                if was != now:
                    yield f"{(after.get(key) or before[key]).name} {was} > {now}"


class _Noted(Source):
    """A source of randomness that records whether anything was drawn."""

    def __init__(self, source: Source, drawn: bool = False) -> None:
        self._source = source
        self.drawn = drawn

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        self.drawn = True
        return self._source.draw(faces, stream, die)

    def shuffled(self, items: list[int], zone: int) -> list[int]:
        return shuffled(self, items)

    def copy(self) -> Source:
        return _Noted(self._source.copy(), self.drawn)


def _counts(m: State, r: Record) -> dict[_Counter, int]:
    """What a run has counted so far."""
    event = m.p.program.events[r[EVENT]]
    named = list(enumerate(event.fields))[event.params :]
    return {(r[BEGAN], r[EVENT], i): r[FIELDS + i] for i, (_, t) in named if t[0] == "number" and r[FIELDS + i]}


def _leads(m: State, d: Decision) -> bool:
    """Whether a question can be part of a way: an offer, or a choice of a place."""
    if d.site < 0 or m.board_key is None:
        return False
    site = m.p.program.sites[d.site]
    return site.kind == "offer" or _offers_places(site)


def _offers_places(site: Site) -> bool:
    return site.kind == "choose" and site.type is not None and _bare(site.type)[0] == "place"


def _bare(t: TypeCode) -> TypeCode:
    found: TypeCode = t[2][0] if t[0] == "maybe" else t
    return found


def _acting(m: State) -> set[int]:
    """The entities that could be moving: the first arguments of the offered calls, else of the innermost event."""
    d = m.pending
    assert d is not None
    site = m.p.program.sites[d.site]
    if site.kind == "offer":
        calls = [o for o in d.options if o is not None]
        found = {args[0] for line, args in calls if _is_step(m, site.lines[line])}
    else:
        r = next(iter(reversed(going_on(m))), None)
        event = m.p.program.events[r[EVENT]] if r is not None else None
        found = {r[FIELDS]} if r is not None and event is not None and _begins_with_thing(event.fields) else set()
    return {e for e in found if type(e) is int and m.at[e] >= 0 and labels.kind_of(m.at[e])[0] == "place"}


def _begins_with_thing(fields: tuple[tuple[str, TypeCode], ...]) -> bool:
    return bool(fields) and fields[0][1][0] == "entity"


def _is_step(m: State, event: int) -> bool:
    """Whether an offered event can be a step: its arguments are one thing and otherwise only places and directions."""
    e = m.p.program.events[event]
    return _begins_with_thing(e.fields) and all(_bare(t)[0] in _PLACES for _, t in e.fields[1 : e.params])


def _steps(m: State, who: int) -> Iterator[Any]:
    """The answers to the pending question that can be steps of an entity."""
    d = m.pending
    if d is None or d.site < 0:
        return
    site = m.p.program.sites[d.site]
    if site.kind == "offer":
        for o in d.options:
            if o is not None and _is_step(m, site.lines[o[0]]) and o[1][0] == who:
                yield o
    elif _offers_places(site):
        yield from (o for o in d.options if o is not None)
