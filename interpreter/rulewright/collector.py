"""Turns Python's collector of cycles off while a stage builds much that lives on.

A module of its own because several stages need it: trees of a large pack are a million objects without a cycle among
them, and looking for cycles in them again and again takes twice as long as building them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """The collector is off inside and as before behind it; pauses may stand in each other.

    What was built counts as old behind it: the collector would else begin by going through all of it.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # There and back again is the way from young to old that visits no object. Where somebody keeps objects
            # frozen, theirs would thaw.
            if gc.get_freeze_count() == 0:
                gc.freeze()
                gc.unfreeze()
            gc.enable()
