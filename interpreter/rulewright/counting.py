"""Decides whether packs are compiled to count code that stops early, as `soak` needs: loops at their declared bound,
and events whose first entity has left play.

Other programs contain no code for it, so `repeat` has no extra cost if nothing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_on = [False]


def is_on() -> bool:
    """Whether programs that are compiled now count such stops."""
    return _on[-1]


@contextmanager
def of_ends() -> Iterator[None]:
    """While this is active, programs are compiled with counting; they count wherever they are played."""
    _on.append(True)
    try:
        yield
    finally:
        _on.pop()
