"""Listens to a match while a test plays it: the trace, with what can only be known at the moment itself.

Separate because a trace tells what happened and not why a call was refused, nor what held when an event was over: both
are asked here, while the state is what it was.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from rulewright.limits import EVENT_STEPS, MOST_STEPS
from rulewright.play.chain import running_chain
from rulewright.play.entries import Answered, Began, Entry, Finished, NotBegun, Reacted, ReactionOver
from rulewright.play.refusals import Failing, failing
from rulewright.play.state import Decision, Record, Runaway, State, is_there
from rulewright.shapes import DONE, EVENT, FIELDS, IMPOSSIBLE, OUTCOME, REPLACED

Condition = Callable[[State, Record], bool]
_T = TypeVar("_T")

# Steps of asking whether an event is one that the test expects, and why a call was refused.
_NO_CONDITION: Final = 20
_CONDITION: Final = EVENT_STEPS
_REFUSAL: Final = 10 * EVENT_STEPS


class Watch(list[Entry]):
    """The trace of a match. What it notes is of one step of a test (`begin_step`): `conditions` are asked of every
    event that is over: (indexes of events, condition).

    `refusals` are (place in the trace, event, args), `own` says which of them no reaction made; `over` is
    (place of the beginning, place of the end, record) of every event that was done or replaced, `matched` the places
    in `over` that satisfied each condition, `vain` the records of those that ended otherwise;
    `answered`: the words of each answer, by its place in the trace, `reasons` what failed, likewise, of all steps;
    `going_on`: the events that are running, outermost first, of which so many as `held` were when the test began.
    `outcomes` of runs by the identity of their records, `bereft`: of those that are impossible as what they happen to
    has left play.
    `left`: steps of what is asked here, which are none of the match; Runaway is raised when they are used up.
    """

    def __init__(self, m: State, going_on: Sequence[int] = ()) -> None:
        super().__init__()
        self.m = m
        self.left = MOST_STEPS
        self.going_on = list(going_on)
        self.held = len(going_on)
        self._reacting = False  # whether the last thing that began is a reaction
        self.reasons: dict[int, list[Failing]] = {}
        self.outcomes: dict[int, int] = {}
        self.bereft: set[int] = set()
        self.answered: dict[int, str] = {}
        self._begun: dict[int, int] = {}
        self.begin_step(())

    def begin_step(self, conditions: Sequence[tuple[frozenset[int], Condition | None]]) -> None:
        """From here on these conditions are asked; what was noted of the step before is forgotten."""
        self._by_event: dict[int, list[tuple[int, Condition | None]]] = {}
        for number, (events, condition) in enumerate(conditions):
            for event in events:
                self._by_event.setdefault(event, []).append((number, condition))
        self.refusals: list[tuple[int, int, tuple[Any, ...]]] = []
        self.own: list[bool] = []
        self.over: list[tuple[int, int, Record]] = []
        self.vain: list[Record] = []
        self.matched: list[list[int]] = [[] for _ in conditions]

    def append(self, entry: Entry) -> None:
        """One entry of the trace."""
        place = len(self)
        super().append(entry)
        match entry:
            case Began(depth, record):
                self._begun[id(record)] = place
                self.going_on[depth - 1:] = [record[EVENT]]
                self._reacting = False
            case Reacted():
                self._reacting = True
            case ReactionOver():
                self._reacting = False
            case Finished(depth, record, outcome):
                del self.going_on[depth - 1:]
                self._finish(place, record, outcome)
            case NotBegun(_, event, args):
                reasons = self._asked(_REFUSAL, lambda: failing(self.m, event, args))
                self.refusals.append((place, event, args))
                self.reasons[place] = reasons
                self.own.append(not self._reacting)

    def settle(self) -> None:
        """Nothing goes on any more: what has not come to its end was dropped by a `conclude`."""
        for entry in self:
            if isinstance(entry, Began) and entry.record[OUTCOME] not in (DONE, REPLACED) and (
                    id(entry.record) not in self.outcomes):
                self.outcomes[id(entry.record)] = IMPOSSIBLE
                self.vain.append(entry.record)

    def answer(self, d: Decision, option: Any, words: str) -> None:
        """The answer to a question, in the words that it had when it was asked."""
        self.answered[len(self)] = words
        self.append(Answered(self.m.depth, d.player, d.site, d.window, option))

    def _finish(self, place: int, record: Record, outcome: int) -> None:
        self.outcomes[id(record)] = outcome
        if outcome == IMPOSSIBLE and self._has_lost_its_first(record):
            self.bereft.add(id(record))
        if outcome not in (DONE, REPLACED):
            self.vain.append(record)
            return
        self.over.append((self._begun.get(id(record), place), place, record))
        for number, condition in self._by_event.get(record[EVENT], ()):
            if condition is None:
                self._spend(_NO_CONDITION)
            elif not self._asked(_CONDITION, partial(condition, self.m, record)):
                continue
            self.matched[number].append(len(self.over) - 1)

    def _has_lost_its_first(self, record: Record) -> bool:
        """Whether the first entity of an event has left play."""
        subject = self.m.p.program.events[record[EVENT]].subject
        return bool(subject) and not is_there(self.m, subject, record[FIELDS])

    def _asked(self, steps: int, question: Callable[[], _T]) -> _T:
        """The answer to a question of the test, which takes its own steps."""
        self._spend(steps)
        m = self.m
        of_match, m.fuel = m.fuel, self.left
        try:
            return question()
        finally:
            self.left, m.fuel = m.fuel, of_match

    def _spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Runaway(f"more than {MOST_STEPS} steps to compare what happens with the test", running_chain(self.m))

    def in_order(self, wanted: Sequence[int]) -> int | None:
        """Whether the conditions of these indexes were satisfied one after the other; else the place in `wanted` of the
        first that was not. An event that holds another may be named before it or behind it."""
        last = -1
        used: set[int] = set()
        for number, index in enumerate(wanted):
            points = []
            for i in self.matched[index]:
                begun, ended, _ = self.over[i]
                if i not in used and (begun > last or ended > last):
                    points.append((begun if begun > last else ended, i))
            if not points:
                return number
            last, taken = min(points)
            used.add(taken)
        return None
