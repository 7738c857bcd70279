"""A board that is laid, with what all matches on it share: its areas, and the results that are remembered of it.

Separate because `ready` keeps boards and `state` has one, while `setup` makes them and imports both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

_KEPT_WITH_COST: Final = 1 << 15  # results, some 10 MB
_KEPT_APART: Final = 1 << 19  # other results that these keep apart, some 50 MB


class Lasting(dict[Any, Any]):
    """Results that matches share, as `bounds.lasting` stores them: by key, the result, its steps, and what is kept
    apart."""

    __slots__ = ("apart",)

    def __init__(self) -> None:
        super().__init__()
        self.apart = 0  # number of results kept apart, in all of them

    def clear(self) -> None:
        """Forgets all results."""
        super().clear()
        self.apart = 0

    def add(self, key: Any, found: tuple[Any, int, tuple[Any, ...]]) -> None:
        """Remembers a result, and forgets all others if they are too many."""
        if len(self) >= _KEPT_WITH_COST or self.apart + len(found[2]) > _KEPT_APART:
            self.clear()
        self[key] = found
        self.apart += len(found[2])


@dataclass(slots=True)
class Laid:
    """A board with the areas that content names on it."""

    space: Any
    areas: tuple[Any, ...]  # in the representation of the form: bits, or terms
    parts: dict[int, int] = field(default_factory=dict)
    prices: dict[Any, Any] = field(default_factory=dict)
    known: dict[Any, Any] = field(default_factory=Lasting)  # results that depend only on the board
    fenced: dict[Any, dict[Any, Any]] = field(default_factory=dict)  # results that depend on what is on the edges
    asked: Any = None  # the latest flood and its result: legality, choice and path request the same one
    flooded: list[int] = field(default_factory=list)
    reached: int = 0  # the union of `flooded`
    costs: tuple[tuple[int, int], ...] = ()  # of the same flood
    drawn: tuple[Any, ...] = ()  # on a plane: the figure that the map draws for each area, None for none or for several
