"""Keeps what is needed to undo answers: some earlier states, from which the answers in between are replayed.

Separate because keeping every state costs more than playing: a copy takes longer than an ordinary answer, and the
garbage collector would scan a thousand copies again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rulewright.play.opened import option_of
from rulewright.play.state import State, copy, values_in

_APART: Final = 16  # answers from one kept state to the next
_STEPS: Final = 500_000  # and steps that must be replayed: some milliseconds

Answer = Callable[[State, Any], None]


class Undo:
    """The earlier states of a match. `length` is the number of entries that its log had."""

    def __init__(self) -> None:
        self._states: list[tuple[int, State]] = []  # with the number of answers in this list that were given before
        self._lengths: list[int] = []
        self._steps = 0
        self._sizes: list[int] = []  # of the states

    def __len__(self) -> int:
        """How many answers can be undone."""
        return len(self._lengths)

    @property
    def size(self) -> int:
        """Values in the states that are kept."""
        return sum(self._sizes)

    def note(self, m: State, length: int, steps: int, members: int) -> None:
        """Call before an answer is given. `steps`: those that the previous answer has taken; `members`: of all sets and
        lists."""
        given = len(self._lengths)
        self._steps += steps
        if not self._states or given - self._states[-1][0] >= _APART or self._steps >= _STEPS:
            self._states.append((given, copy(m)))
            self._sizes.append(values_in(m) + members)
            self._steps = 0
        self._lengths.append(length)

    def forget(self) -> int | None:
        """Forgets the earlier half. Returns the length of the log where the undo history begins now; None if nothing is
        left."""
        half = len(self._states) // 2
        first = self._states[half][0] if half else len(self._lengths)
        if not half:
            half = len(self._states)
        self._states = [(given - first, state) for given, state in self._states[half:]]
        self._lengths = self._lengths[first:]
        self._sizes = self._sizes[half:]
        return self._lengths[0] if self._lengths else None

    def back(self, answers: Sequence[int], answer: Answer) -> tuple[State, int] | None:
        """The state before the last of the answers and the length of its log; None if nothing was noted."""
        if not self._lengths:
            return None
        length = self._lengths.pop()
        given, kept = self._states[-1]
        again = len(self._lengths) - given
        if again == 0:
            self._states.pop()
            self._sizes.pop()
            self._steps = _STEPS  # the next answer from here keeps it again: it may have been kept for an earlier one
            return kept, length
        m = copy(kept)
        for index in answers[len(answers) - 1 - again : -1]:
            assert m.pending is not None
            answer(m, option_of(m, index))
        return m, length

    def length(self, number: int) -> int:
        """The length of the log before a noted answer."""
        return self._lengths[number]

    def states(self, first: int, answers: Sequence[int], answer: Answer) -> Iterator[tuple[State, int]]:
        """The match before each of the noted answers, from number `first` on, and the length of its log then. A yielded
        match may be played on when the next one is requested."""
        earlier = len(answers) - len(self._lengths)
        ends = [*(given for given, _ in self._states[1:]), len(self._lengths)]
        for (given, kept), end in zip(self._states, ends, strict=False):
            if end <= first:
                continue
            m = copy(kept)
            for number in range(given, end):
                if number >= first:
                    yield m, self._lengths[number]
                if number + 1 < end:
                    assert m.pending is not None
                    answer(m, option_of(m, answers[earlier + number]))
