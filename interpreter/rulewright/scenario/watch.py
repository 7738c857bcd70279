"""Records a match while a test plays it: the trace, with what can only be known at the moment itself.

Separate because a trace records what happened, and neither why a call was refused nor which conditions were true after
an event. Both are evaluated here, while the state is unchanged.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from heapq import nsmallest
from typing import Any, Final, TypeVar

from rulewright.limits import EVENT_STEPS, MOST_STEPS
from rulewright.play.chain import running_chain
from rulewright.play.entries import Answered, Began, Entry, Finished, NotBegun, Reacted, ReactionOver
from rulewright.play.figures import figures
from rulewright.play.refusals import Refusal, parts
from rulewright.play.state import Decision, Record, Runaway, State, is_there
from rulewright.shapes import DONE, EVENT, FIELDS, IMPOSSIBLE, OUTCOME, REPLACED

Condition = Callable[[State, Record], bool]
_T = TypeVar("_T")

# The most steps for deciding whether the test expects an event, and why a call was refused.
_NO_CONDITION: Final = 20
_CONDITION: Final = EVENT_STEPS
_REFUSAL: Final = 10 * EVENT_STEPS
_CHOICES: Final = 8  # for each condition
_TRIES: Final = 1_000  # of other orders in which events may have satisfied conditions


class Watch(list[Entry]):
    """The trace of a match.

    Its records are about one step of a test (`begin_step`). `conditions` are evaluated for every finished event:
    (indexes of events, condition).

    `refusals` are (index in the trace, event, args), `own` tells which of them no reaction made; `over` is (index of
    the beginning, index of the end, record) for every event that was done or replaced, `matched` the indexes in `over`
    that satisfied each condition, `vain` the records of events that ended otherwise. `answered`: the words of each
    answer, by its index in the trace, `reasons` the failed conditions, likewise, of all steps, `measured` the lengths
    that they compare, likewise, for calls of the test itself. `going_on`: the running events, outermost first, of which
    the first `held` were running when the test began. `outcomes` of runs by the identity of their records, `bereft`:
    those that are impossible because their first entity has left play. `left`: the steps for evaluating conditions
    here, which do not count for the match; Runaway is raised when they are used up.
    """

    def __init__(self, m: State, going_on: Sequence[int] = ()) -> None:
        super().__init__()
        self.m = m
        self.left = MOST_STEPS
        self.going_on = list(going_on)
        self.held = len(going_on)
        self._reacting = 0  # the reactions that have begun and are not over
        self.reasons: dict[int, list[Refusal]] = {}
        self.measured: dict[int, list[tuple[str, ...]]] = {}
        self.outcomes: dict[int, int] = {}
        self.bereft: set[int] = set()
        self.answered: dict[int, str] = {}
        self._begun: dict[int, int] = {}
        self.begin_step(())

    def begin_step(self, conditions: Sequence[tuple[frozenset[int], Condition | None]]) -> None:
        """Sets the conditions to evaluate from here on, and drops the records of the step before."""
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
        """Adds one entry of the trace."""
        place = len(self)
        super().append(entry)
        match entry:
            case Began(depth, record):
                self._begun[id(record)] = place
                self.going_on[depth - 1:] = [record[EVENT]]
            case Reacted():
                self._reacting += 1
            case ReactionOver():
                self._reacting -= 1
            case Finished(depth, record, outcome):
                del self.going_on[depth - 1:]
                self._finish(place, record, outcome)
            case NotBegun(depth, event, args):
                found = self._asked(_REFUSAL, lambda: parts(self.m, event, args))
                self.refusals.append((place, event, args))
                self.reasons[place] = [part[:3] for part in found]
                self.own.append(not self._reacting)
                if not self._reacting and depth == 1 + self.held:
                    self.measured[place] = self._asked(_REFUSAL, lambda: [
                        figures(self.m, self.m, part.function, args, "en", None) for part in found])

    def settle(self) -> None:
        """Called when nothing is running any more: events that have not ended were abandoned by a `conclude`."""
        for entry in self:
            if isinstance(entry, Began) and entry.record[OUTCOME] not in (DONE, REPLACED) and (
                    id(entry.record) not in self.outcomes):
                self.outcomes[id(entry.record)] = IMPOSSIBLE
                self.vain.append(entry.record)

    def answer(self, d: Decision, option: Any, words: str) -> None:
        """Records the answer to a question, in the words that it had when it was asked."""
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
        """The result of a condition of the test, which uses its own steps."""
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
            raise Runaway(f"comparing events with the test takes more than {MOST_STEPS} steps", running_chain(self.m))

    def in_order(self, wanted: Sequence[int]) -> int | None:
        """Compares the order of the conditions with these indexes. Returns None if they were satisfied one after the
        other, else the index in `wanted` of the first that was not. An event that contains another may be named before
        or after it, so an event that two conditions fit is tried for either."""
        taken: list[tuple[int, int]] = []
        untried = [self._following(wanted[0], taken)] if wanted else []
        most = 0
        for _ in range(_TRIES + len(wanted)):
            if len(taken) == len(wanted):
                return None
            if untried[-1]:
                taken.append(untried[-1].pop())
                most = max(most, len(taken))
                if len(taken) < len(wanted):
                    untried.append(self._following(wanted[len(taken)], taken))
            elif taken:
                untried.pop()
                taken.pop()
            else:
                break
        return most

    def _following(self, index: int, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """What satisfied a condition after all that is taken, and is not taken itself: where in the trace, and which.
        The earliest comes last, and only a few follow it: of an event that happens very often, all would fill memory.
        """
        last = taken[-1][0] if taken else -1
        used = {i for _, i in taken}
        found = ((begun if begun > last else ended, i) for i in self.matched[index] if i not in used
                 for begun, ended, _ in (self.over[i],) if ended > last)  # fmt: skip
        return nsmallest(_CHOICES, found)[::-1]
