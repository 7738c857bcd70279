"""Pauses garbage collection while a stage builds a large structure.

Separate because several stages do: the trees of a large pack are a million objects without cycles, and scanning them
repeatedly takes twice as long as building them.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# If there are this many objects more than twice the earlier number, the objects built in pauses are collected.
_SLACK: Final = 100_000

# The number of new objects before a collection, and how often that includes older ones. With Python's own numbers
# (700, 10, 10) collection takes 60 % of the time of a game that keeps its log and its states for undo: these are
# hundreds of thousands of tuples and lists, none of them in a cycle.
_SELDOM: Final = (50_000, 20, 100)

# Whether the collector counts objects, as CPython's does. PyPy's decides by memory, and has nothing to set or to pause.
_COUNTS: Final = sys.implementation.name == "cpython"


def collect_seldom() -> None:
    """For a process that plays: makes garbage collection rare enough not to matter. Memory does not grow because of it,
    since objects outside of cycles are freed at once."""
    if _COUNTS:
        gc.set_threshold(*_SELDOM)


class _Old:
    """The number of tracked objects after the latest pause, and after the first pause since the last full collection.
    Python does not count the objects that a pause made old, so it would never start a full collection in a process that
    only checks packs."""

    now = 0
    kept = 0
    collections = -1

    def note(self, more: int) -> None:
        """Called after a pause, with everything frozen: records that there are this many more objects."""
        collections = _collections()
        if collections == self.collections:
            self.now += more
        else:
            self.collections = collections
            self.now = self.kept = gc.get_freeze_count()  # iterates over all of them

    def is_mostly_unused(self) -> bool:
        """Whether so much was built in pauses since then that most of it must be unused by now."""
        return self.now > 2 * self.kept + _SLACK and _collections() == self.collections


_old = _Old()


def _collections() -> int:
    """The number of full collections so far."""
    return int(gc.get_stats()[-1]["collections"])


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pauses the collector inside, and restores it after; pauses may be nested.

    Objects built inside count as old after it. Otherwise the collector would begin by scanning all of them. After many
    pauses the next one begins with a full collection, so that objects that were built and dropped are freed.
    """
    if not _COUNTS:
        yield
        return
    was_on = gc.isenabled()
    if was_on and _old.is_mostly_unused():
        gc.collect()
    gc.disable()
    before, *_ = gc.get_count()
    try:
        yield
    finally:
        if was_on:
            # Freezing and unfreezing moves objects from young to old without visiting them. If other code keeps objects
            # frozen, this would unfreeze them.
            if gc.get_freeze_count() == 0:
                more = gc.get_count()[0] - before
                gc.freeze()
                _old.note(more)
                gc.unfreeze()
            gc.enable()
