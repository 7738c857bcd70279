"""Lets only one thread play at a time; the others wait.

Separate because it concerns more than one match: all matches of a pack share the cached results for its boards, and all
packs of a process share the tables of sets of places.
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
    """Wraps a call so that no other thread makes it, or any other call wrapped in the same way, at the same time."""

    @wraps(call)
    def made(*given: _Given.args, **named: _Given.kwargs) -> _Result:
        with _PLAYING:
            return call(*given, **named)

    return made
