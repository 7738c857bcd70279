"""Numbers the places of a board, with its edges and points: a network sees each of them as one number.

Separate because a view lists the places alone, and the names of the rest tell which places they belong to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rulewright.embedding.view import Place

# For an edge or a point, the side of its first place, from 1; 0 is the place itself.
SIDES: Final = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west", "up")
NOWHERE: Final = Place("", -1, -1, (), -1)


class Places(dict[str, int]):
    """The numbers of places by id, from 1. Behind all of them follow the edges, `B4|C4`, side by side; then the
    corners, `A1|B1|A2|B2` or `A1|A2|west`; then the points inside of places, `B4+north`."""

    def __init__(self, board: Iterable[Place], staggered: bool) -> None:
        self.staggered = staggered
        self.at = {place.id: place for place in board}
        super().__init__((id_, number) for number, id_ in enumerate(self.at, 1))

    def __missing__(self, name: str) -> int:
        first, side = self.side(name)
        behind = 0
        if not side:
            first, side, behind = self._point(name)
        if not side:
            raise KeyError(name)
        self[name] = self[first.id] + len(self.at) * (len(SIDES) * behind + side)
        return self[name]

    def get(self, name: str, default: Any = None) -> Any:
        """The number of a place, an edge or a point."""
        try:
            return self[name]
        except KeyError:
            return default

    def side(self, name: str) -> tuple[Place, int]:
        """The first place of an edge, and the side of that place that it is on; 0 if the name is not an edge's."""
        one, _, other = name.partition("|")
        first, second = self.at.get(one), self.at.get(other)
        if first is None:
            return NOWHERE, 0
        if second is None:
            return first, _side(other)
        if second.level != first.level:
            return first, _side("up")
        if second.row == first.row:
            return first, _side("east")
        if not self.staggered:
            return first, _side("south")
        right = second.column - first.column == first.row % 2  # odd rows lie half a place further right
        return first, _side("south_east" if right else "south_west")

    def _point(self, name: str) -> tuple[Place, int, int]:
        """The first place of a corner or of a point inside, its side of that place, and 1 or 2 of these; 0 if the name
        is neither's."""
        one, _, inside = name.partition("+")
        if one in self.at and inside:
            return self.at[one], _side(inside), 2
        one, *others = name.split("|")
        if one not in self.at or not others:
            return NOWHERE, 0, 0
        first = self.at[one]
        if others[-1] not in self.at:  # at the rim
            return first, _side(others[-1]), 1
        # The places that meet there are in order: beside the first is the next one of its row, if it is among them.
        return first, _side("south_east" if self.at[others[0]].row == first.row else "south"), 1


def _side(word: str) -> int:
    return SIDES.index(word) + 1 if word in SIDES else 0
