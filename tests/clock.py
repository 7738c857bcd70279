"""Judges processor time by what the same machine takes for work that is always the same.

Separate because a number of seconds is true of one machine: on a slower one, or a busy one, tests that compare seconds
fail though nothing is wrong. Limits are therefore seconds of a reference machine, where `_work` takes `REFERENCE`
seconds: elsewhere they are longer or shorter as `_work` takes longer or shorter there. What is promised to people, such
as 5 seconds for a check, is promised for that machine.

A promise has room for noise: what is judged takes a fraction of its limit, and what it is to tell apart (a square of
the size) takes many times the limit.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Final

Clock = Callable[[], float]

REFERENCE: Final = 0.010  # seconds that `_work` takes on the reference machine
_TIMES: Final = 5  # how often it is done; the one in the middle counts
_SHORT: Final = 0.2  # whatever took less is judged by how quick the machine was at first


class Watch:
    """Tells how long something has taken, in seconds of the reference machine.

    The machine is measured when it is first asked for and again behind whatever took long; the slower measure counts,
    so that work which was begun on an idle machine and ended on a busy one is not blamed for that.
    """

    def __init__(self, clock: Clock = time.process_time, work: Callable[[], object] | None = None) -> None:
        self._clock = clock
        self._work = work if work is not None else _work
        self.at_first = 0.0

    def slowness(self) -> float:
        """How many times as long as the reference machine this one takes now."""
        times = []
        for _ in range(_TIMES):
            began = self._clock()
            self._work()
            times.append(self._clock() - began)
        return median(times) / REFERENCE

    def now(self) -> float:
        """A point of time to give to `since`."""
        if not self.at_first:
            self.at_first = self.slowness()
        return self._clock()

    def since(self, began: float) -> float:
        """Seconds of the reference machine since a point of time."""
        spent = self._clock() - began
        return spent / (self.at_first if spent < _SHORT else max(self.at_first, self.slowness()))


def _work() -> int:
    """What an interpreter does all day: calls, attributes, dictionaries, lists, texts and small numbers."""
    known: dict[str, _Thing] = {}
    total = 0
    for i in range(14_000):
        key = f"n{i % 97}"
        thing = known.get(key)
        if thing is None:
            thing = known[key] = _Thing(i)
        total += thing.grown(i)
        if len(thing.seen) > 20:
            thing.seen = sorted(set(thing.seen))[:10]
    return total + sum(len(one.seen) for one in known.values())


class _Thing:
    def __init__(self, number: int) -> None:
        self.number = number
        self.seen: list[int] = []

    def grown(self, by: int) -> int:
        self.number = (self.number * 31 + by) % 1_000_003
        self.seen.append(self.number)
        return self.number % 7


WATCH: Final = Watch()  # of this process


@contextmanager
def at_most(seconds: float, what: str = "this", watch: Watch = WATCH) -> Iterator[None]:
    """Fails if the block takes more than so many seconds of the reference machine. What other tests have left in memory
    is not its business: the collector goes through it in seconds, and leaves it out here."""
    gc.freeze()
    try:
        began = watch.now()
        yield
        spent = watch.since(began)
    finally:
        gc.unfreeze()
    assert spent <= seconds, f"{what} took {spent:.1f} s of the reference machine, more than {seconds:g}"
