"""Says how much a match has done and left behind: steps, what its log holds, what its sets and lists hold.

Separate because one decision is bounded by its steps, and a match is not: what many decisions leave must not fill the
memory, and it is weighed here, when so much was done that it may be worth it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from rulewright.limits import MOST_HELD, MOST_STEPS
from rulewright.play.chain import running_chain
from rulewright.play.entries import Began, Entry
from rulewright.play.state import Runaway, State, forget
from rulewright.shapes import FIELDS

_LITTLE: Final = 10_000  # steps of an answer which cannot leave much in the log
_MUCH: Final = 5_000_000  # steps in which a match may have grown large
_EACH: Final = 2_000  # steps for each answer that is remembered: counting them takes a hundredth of the time of play


class Weight:
    """What one match comes to."""

    def __init__(self) -> None:
        self.steps = 0  # of all that was played, also of what was taken back
        self.last = 0  # of the last answer
        self.logged = 0  # members of the sets and lists in the log
        self.held = 0  # and of those in the match, when they were last counted
        self._weighed = 0  # entries of the log
        self._unweighed = 0  # steps
        self._unremembered = 0  # steps since what is remembered was counted
        self._patience = 0  # how many of those are waited for

    def played(self, m: State) -> None:
        """Counts what an answer has taken."""
        self.last = MOST_STEPS - max(m.fuel, 0)
        self.steps += self.last
        self._unweighed += self.last
        self._unremembered += self.last

    def weigh(self, m: State, log: list[Entry]) -> None:
        """Weighs what the last answers have left, if it may be much. Raises Runaway where the match holds too much."""
        if self.last > _LITTLE:
            self.logged += _of_entries(log[self._weighed :])
        self._weighed = len(log)
        if self._unweighed > _MUCH:
            self._unweighed = 0
            self.held = _of_match(m)
            if self.held > MOST_HELD:
                raise Runaway(f"{self.held} members of all sets and lists: a match may keep {MOST_HELD}",
                              running_chain(m))  # fmt: skip
            if self._unremembered > self._patience:
                self._remembered(m)

    def _remembered(self, m: State) -> None:
        """Drops what the match and its board remember, if that is too much."""
        members, answers = _of_memory(m)
        self._unremembered, self._patience = 0, _EACH * answers
        if members > MOST_HELD:
            forget(m, borders=True)
            m.laid.known.clear()
            m.laid.fenced.clear()

    def weigh_again(self, log: list[Entry]) -> None:
        """Weighs a log that has lost its beginning or its end."""
        self.logged, self._weighed = _of_entries(log), len(log)


def _of_entries(log: Iterable[Entry]) -> int:
    """Members of the sets and lists in the log; each set once, however many entries share it."""
    found: dict[int, int] = {}
    for entry in log:
        if type(entry) is Began:
            for value in entry.record[FIELDS:]:
                if type(value) is tuple:
                    found[id(value)] = len(value)
    return sum(found.values())


def _of_match(m: State) -> int:
    """Members of the sets and lists that fields, statuses and texts keep; each set once, however often it is kept."""
    found: dict[int, int] = {}
    fields = (value for slot in m.p.wide_columns for value in getattr(m, slot))
    rows = (value for row in m.rows.values() for value in row)
    texts = (value for several in (m.frames, *m.running) for one in several for value in one)
    for value in chain(fields, rows, texts):
        if type(value) is tuple:
            found[id(value)] = len(value) + sum(len(inner) for inner in value if type(inner) is tuple)
    return sum(found.values())


def _of_memory(m: State) -> tuple[int, int]:
    """Members of the sets and lists among the answers that a match and its board remember, each counted once; and how
    many answers these are."""
    shared = [m.laid.known, *m.laid.fenced.values()]
    if m.fenced is not None and all(m.fenced is not one for one in shared):
        shared.append(m.fenced)
    lasting = chain.from_iterable(one.values() for one in shared)  # with their steps, but for those that are verified
    answers = chain(m.cache.values(), m.kept.values(), lasting if m.p.verify else (known[0] for known in lasting))
    many = len(m.cache) + len(m.kept) + sum([len(one) for one in shared])
    return sum({id(one): len(one) for one in answers if type(one) is tuple}.values()), many
