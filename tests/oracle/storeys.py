"""Storeys of a board (docs/builtins.md): all by columns, rows and levels, and never by how places are numbered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.oracle import borders
from tests.oracle.things import ordered

if TYPE_CHECKING:
    from tests.oracle.world import World

Places = tuple[int, ...]


def on_level(w: World, place: int, level: int) -> int | None:
    """The place of a storey above or below a place; None if there is none."""
    space = w.board.space
    found: int = space.at(space.column(place), space.row(place), level)
    return found if found >= 0 else None


def on_the_plan(w: World, place: int) -> int:
    """The place of the ground below a place."""
    found = on_level(w, place, 0)
    return place if found is None else found


def turned(w: World, d: int, n: int) -> int:
    """A direction of the plan, n further clockwise; up and down stay what they are."""
    count = len([name for name in w.board.space.direction_names if name not in ("up", "down")])
    return (d + n) % count if d < count else d


def _level(w: World, x: int) -> int:
    level: Callable[[int], int] = w.board.space.level
    return min(map(level, borders.sides(w, x))) if borders.is_edge(x) else level(x)


def _moved(by: int) -> Callable[..., Any]:
    def moved(w: World, places: Places) -> Places:
        found = (on_level(w, place, w.board.space.level(place) + by) for place in places)
        return ordered(one for one in found if one is not None)

    return moved


def _column(w: World, places: Places) -> Places:
    found = (on_level(w, place, level) for place in places for level in range(w.pack.storeys.levels))
    return ordered(one for one in found if one is not None)


def _at_level(w: World, places: Places, level: int) -> Places:
    return ordered(place for place in places if w.board.space.level(place) == level)


def _stacked(w: World, edges: Places) -> Places:
    """The edges of the same name but for the storeys."""
    found: list[int | None] = []
    for edge in edges:
        names = w.board.space.show_edge(edge).split("|")
        one, other = (name.partition("_")[0] if name[0].isupper() else name for name in names)
        for level in range(w.pack.storeys.levels):
            higher = _storey(other, level + 1 if one == other else level)
            found.append(w.board.space.parse_edge(f"{_storey(one, level)}|{higher}"))
    return ordered(edge for edge in found if edge is not None)


def _storey(name: str, level: int) -> str:
    """A place of the plan on a storey; a direction stays what it is."""
    return f"{name}_{level}" if level and name[0].isupper() else name


# What each argument is brought to, as in `geometry`.
TABLE: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    "level": (("value",), _level),
    "above": (("places",), _moved(1)),
    "below": (("places",), _moved(-1)),
    "column": (("places",), _column),
    "at_level": (("value", "value"), _at_level),
    "stacked": (("value",), _stacked),
}
