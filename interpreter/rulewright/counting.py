"""Whether packs are compiled so that what ends in the middle can be counted, as `soak` does: loops at their declared
bound, and events whose first entity has left play.

Other programs have no code for it: `repeat` costs nothing more where nobody counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_on = [False]


def is_on() -> bool:
    """Whether programs that are compiled now count such ends."""
    return _on[-1]


@contextmanager
def of_ends() -> Iterator[None]:
    """Inside, programs are compiled so; they count wherever they are played."""
    _on.append(True)
    try:
        yield
    finally:
        _on.pop()
