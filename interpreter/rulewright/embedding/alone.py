"""Lets one thread at a time play: the others wait.

Separate because it is not a matter of one match: all matches of a pack share what is remembered of its boards, and all
packs of a process the tables of sets of places.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Final, ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")
_PLAYING: Final = RLock()


def alone(call: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """A call that no other thread makes at the same time, nor any other of these calls."""

    @wraps(call)
    def made(*given: _Given.args, **named: _Given.kwargs) -> _Result:
        with _PLAYING:
            return call(*given, **named)

    return made
