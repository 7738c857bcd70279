"""Where the generator's chance comes from: a seed, for millions of programs, or hypothesis, which can cut down.

The first of several things is always the simplest, so that whoever cuts down by smaller numbers gets simpler packs.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")


class Draw(ABC):
    """A source of decisions for the generator."""

    @abstractmethod
    def integer(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.integer(0, 99) >= 100 - percent

    def choice(self, items: Sequence[_T]) -> _T:
        """One of some things; LookupError if there are none."""
        if not items:
            raise LookupError("nothing to choose from")
        return items[self.integer(0, len(items) - 1)]

    def weighted(self, items: Sequence[tuple[int, _T]]) -> _T:
        """One of some things with weights."""
        left = self.integer(0, sum(weight for weight, _ in items) - 1)
        for weight, item in items:
            left -= weight
            if left < 0:
                return item
        raise AssertionError("the weights are exhausted")

    def some(self, items: Sequence[_T], percent: int) -> list[_T]:
        """Those of some things that chance takes."""
        return [item for item in items if self.chance(percent)]


class Seeded(Draw):
    """A generator of Python's with a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def integer(self, low: int, high: int) -> int:
        return low + int(self._random.random() * (high - low + 1))
