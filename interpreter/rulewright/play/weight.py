"""Measures how much a match has done and stored: steps, the contents of its log, the members of its sets and lists.

Separate because the steps of one decision are bounded, but those of a match are not. What many decisions store must not
fill the memory, so it is measured here, whenever enough steps have passed.
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

_LITTLE: Final = 10_000  # steps of an answer that cannot add much to the log
_MUCH: Final = 5_000_000  # steps in which a match may have grown large
_EACH: Final = 2_000  # steps for each cached result: counting them takes a hundredth of the time of play


class Weight:
    """The size of one match."""

    def __init__(self) -> None:
        self.steps = 0  # of everything played, including undone answers
        self.last = 0  # of the last answer
        self.logged = 0  # members of the sets and lists in the log
        self.held = 0  # and in those of the match, when they were last counted
        self._weighed = 0  # entries of the log
        self._unweighed = 0  # steps
        self._unremembered = 0  # steps since the cached results were counted
        self._patience = 0  # how many such steps to wait for

    def played(self, m: State) -> None:
        """Counts the steps of an answer."""
        self.last = MOST_STEPS - max(m.fuel, 0)
        self.steps += self.last
        self._unweighed += self.last
        self._unremembered += self.last

    def weigh(self, m: State, log: list[Entry]) -> None:
        """Measures what the last answers have stored, if it may be much. Raises Runaway if the match holds too much."""
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
        """Drops the caches of the match and its board, if they are too large."""
        members, answers = _of_memory(m)
        self._unremembered, self._patience = 0, _EACH * answers
        if members > MOST_HELD:
            forget(m, borders=True)
            m.laid.known.clear()
            m.laid.fenced.clear()

    def weigh_again(self, log: list[Entry]) -> None:
        """Measures a log again after entries were removed from its beginning or end."""
        self.logged, self._weighed = _of_entries(log), len(log)


def _of_entries(log: Iterable[Entry]) -> int:
    """Members of the sets and lists in the log; each set counts once, however many entries share it."""
    found: dict[int, int] = {}
    for entry in log:
        if type(entry) is Began:
            for value in entry.record[FIELDS:]:
                if type(value) is tuple:
                    found[id(value)] = len(value)
    return sum(found.values())


def _of_match(m: State) -> int:
    """Members of the sets and lists in fields, statuses and frames; each set counts once, however often it is
    stored."""
    found: dict[int, int] = {}
    fields = (value for slot in m.p.wide_columns for value in getattr(m, slot))
    rows = (value for row in m.rows.values() for value in row)
    texts = (value for several in (m.frames, *m.running) for one in several for value in one)
    for value in chain(fields, rows, texts):
        if type(value) is tuple:
            found[id(value)] = len(value) + sum(len(inner) for inner in value if type(inner) is tuple)
    return sum(found.values())


def _of_memory(m: State) -> tuple[int, int]:
    """Members of the sets and lists in the caches of a match and its board, each counted once; and the number of cached
    results."""
    shared = [m.laid.known, *m.laid.fenced.values()]
    if m.fenced is not None and all(m.fenced is not one for one in shared):
        shared.append(m.fenced)
    lasting = chain.from_iterable(one.values() for one in shared)  # with their steps, except those that are verified
    answers = chain(m.cache.values(), m.kept.values(), lasting if m.p.verify else (known[0] for known in lasting))
    many = len(m.cache) + len(m.kept) + sum([len(one) for one in shared])
    return sum({id(one): len(one) for one in answers if type(one) is tuple}.values()), many
