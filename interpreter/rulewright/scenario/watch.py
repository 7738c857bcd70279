"""Listens to a match while a test plays it: the trace, with what can only be known at the moment itself.

Separate because a trace tells what happened and not why a call was refused, nor what held when an event was over: both
are asked here, while the state is what it was.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.play.entries import Answered, Began, Entry, Finished, NotBegun
from rulewright.play.refusals import Failing, failing
from rulewright.play.state import Decision, Record, State
from rulewright.shapes import DONE, EVENT, FIELDS, REPLACED

Condition = Callable[[State, Record], bool]


class Watch(list[Entry]):
    """The trace of a match. `conditions` are asked of every event that is over: (indexes of events, condition).

    `refusals` are (place in the trace, event, args, what failed); `over` is (place of the beginning, place of the end,
    record) of every event that was done or replaced, `matched` the places in `over` that satisfied each condition;
    `answered`: the words of each answer, by its place in the trace.
    """

    def __init__(self, m: State, conditions: Sequence[tuple[frozenset[int], Condition | None]] = ()) -> None:
        super().__init__()
        self.m = m
        self.conditions = conditions
        self.refusals: list[tuple[int, int, tuple[Any, ...], list[Failing]]] = []
        self.over: list[tuple[int, int, Record]] = []
        self.matched: list[list[int]] = [[] for _ in conditions]
        self.outcomes: dict[int, int] = {}
        self.answered: dict[int, str] = {}
        self._begun: dict[int, int] = {}

    def append(self, entry: Entry) -> None:
        """One entry of the trace."""
        place = len(self)
        super().append(entry)
        match entry:
            case Began(_, record):
                self._begun[id(record)] = place
            case Finished(_, record, outcome):
                self._finish(place, record, outcome)
            case NotBegun(_, event, args):
                self.refusals.append((place, event, args, failing(self.m, event, args)))

    def answer(self, d: Decision, option: Any, words: str) -> None:
        """The answer to a question, in the words that it had when it was asked."""
        self.answered[len(self)] = words
        self.append(Answered(self.m.depth, d.player, d.site, d.window, option))

    def _finish(self, place: int, record: Record, outcome: int) -> None:
        self.outcomes[id(record)] = outcome
        if outcome not in (DONE, REPLACED):
            return
        self.over.append((self._begun.get(id(record), place), place, record))
        for i, (events, condition) in enumerate(self.conditions):
            if record[EVENT] in events and (condition is None or condition(self.m, record)):
                self.matched[i].append(len(self.over) - 1)

    def clear(self) -> None:
        """Forget what was before the test began."""
        super().clear()
        self.refusals.clear()
        self.over.clear()
        for found in self.matched:
            found.clear()
        self.outcomes.clear()
        self.answered.clear()
        self._begun.clear()

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


def fields_of(record: Record, count: int) -> tuple[Any, ...]:
    """The first fields of a record."""
    return tuple(record[FIELDS:FIELDS + count])


__all__ = ["Watch", "fields_of"]
