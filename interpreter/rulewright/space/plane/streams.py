"""A stream of random whole numbers from a seed, the same on every machine and in every version of Python.

Separate because proposals must never draw from the dice of a match: what is proposed is no part of what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

_T = TypeVar("_T")
_MASK: Final = (1 << 64) - 1


class Stream:
    """Numbers of the generator SplitMix64."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self._next() * n >> 64

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """Some items in a drawn order."""
        found = list(items)
        for i in range(len(found) - 1, 0, -1):
            j = self.below(i + 1)
            found[i], found[j] = found[j], found[i]
        return found
