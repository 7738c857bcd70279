"""Pauses garbage collection while a stage builds a large structure.

Separate because several stages do: the trees of a large pack are a million objects without cycles, and scanning them
repeatedly takes twice as long as building them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# So many objects more than twice those that lived once, and what was built in pauses is looked through.
_SLACK: Final = 100_000

# How many new objects there are before the collector looks through them, and how often it then looks through older
# ones. With Python's own numbers (700, 10, 10) it takes 60 % of a game that keeps its log and its states to undo to:
# these are hundreds of thousands of tuples and lists, and none is in a cycle.
_SELDOM: Final = (50_000, 20, 100)


def collect_seldom() -> None:
    """For a process that plays: the collector looks for cycles seldom enough not to be felt. Memory does not grow by
    it, as what is in no cycle is freed at once."""
    gc.set_threshold(*_SELDOM)


class _Old:
    """Objects that the collector watches: behind the latest pause, and behind the first one after it had last gone
    through all of them. It counts nothing of what a pause made old, so it would never do so for a process that does
    nothing but check packs."""

    now = 0
    kept = 0
    collections = -1

    def note(self, more: int) -> None:
        """Behind a pause, with everything frozen: so many objects more than before it."""
        collections = _collections()
        if collections == self.collections:
            self.now += more
        else:
            self.collections = collections
            self.now = self.kept = gc.get_freeze_count()  # goes through all of them

    def is_mostly_unused(self) -> bool:
        """Whether so much was built in pauses that most of it must have gone out of use since."""
        return self.now > 2 * self.kept + _SLACK and _collections() == self.collections


_old = _Old()


def _collections() -> int:
    """How often the collector has gone through all objects."""
    return int(gc.get_stats()[-1]["collections"])


@contextmanager
def paused_collector() -> Iterator[None]:
    """The collector is off inside and as before behind it; pauses may stand in each other.

    What was built counts as old behind it: the collector would else begin by going through all of it. After many pauses
    the next one begins with that, so that what was built and dropped does not stay.
    """
    was_on = gc.isenabled()
    if was_on and _old.is_mostly_unused():
        gc.collect()
    gc.disable()
    before, *_ = gc.get_count()
    try:
        yield
    finally:
        if was_on:
            # There and back again is the way from young to old that visits no object. Where somebody keeps objects
            # frozen, theirs would thaw.
            if gc.get_freeze_count() == 0:
                more = gc.get_count()[0] - before
                gc.freeze()
                _old.note(more)
                gc.unfreeze()
            gc.enable()
