"""Maps as plans (docs/builtins.md): by columns and rows as complex numbers, that of a quarter turn being i."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tests.oracle.things import ordered

from rulewright.check import model as m
from rulewright.space import picture

if TYPE_CHECKING:
    from tests.oracle.world import World

_QUARTERS = {"north": 0, "east": 1, "south": 2, "west": 3}


def _spot(w: World, corner: int, north: int, at: complex) -> complex | None:
    """Column and row of the board for those of a drawing."""
    space = w.board.space
    quarters = _QUARTERS.get(space.direction_names[north])
    if quarters is None:
        return None
    return complex(space.column(corner), space.row(corner)) + at * 1j**quarters


def _place(w: World, corner: int, north: int, at: complex, level: int) -> int | None:
    spot = _spot(w, corner, north, at)
    if spot is None:
        return None
    found: int = w.board.space.at(round(spot.real), round(spot.imag), w.board.space.level(corner) + level)
    return found if found >= 0 else None


def _cells(drawn: m.MapDef) -> Iterator[tuple[complex, int, str]]:
    """Where signs stand in places: column and row, storey, sign."""
    for level, rows in enumerate((drawn.rows, *drawn.above)):
        for (x, y), sign in picture.cells_drawn(rows, staggered=False).items():
            yield complex(x, y), level, sign


def _edges(drawn: m.MapDef) -> Iterator[tuple[complex, complex, int, str]]:
    """Where signs stand on edges: the column and row of both sides, storey, sign."""
    for level, rows in enumerate((drawn.rows, *drawn.above)):
        if rows[0].startswith("+"):
            for y, row in enumerate(rows):
                for x, sign in enumerate(row.rstrip()):
                    if sign != " " and (x + y) % 2:
                        # An odd line has cells at its odd columns.
                        first = complex(x // 2 - 1, y // 2) if y % 2 else complex(x // 2, y // 2 - 1)
                        yield first, first + (1 if y % 2 else 1j), level, sign


def fallen(w: World, drawn: m.MapDef, sign: str, size: int, corner: int, north: int) -> list[int]:
    """Where what a sign means falls: places, for what has a size, else edges."""
    found: list[int] = []
    for at, level, one in _cells(drawn):
        if one == sign and size:
            covered = [_place(w, corner, north, at + complex(dx, dy), level)
                       for dx in range(size) for dy in range(size)]
            found += [] if None in covered else [min(one for one in covered if one is not None)]
        elif one == sign and level:
            place = _place(w, corner, north, at, level)
            found += [w.board.space.edge_between(w.board.space.toward(place, w.board.space.down), place)] if (
                place is not None) else []
    for one_side, other_side, level, one in _edges(drawn) if not size else ():
        if one == sign:
            found += _edge(w, corner, north, (one_side, other_side), level)
    return found


def _edge(w: World, corner: int, north: int, sides: tuple[complex, complex], level: int) -> list[int]:
    """The edge between two columns and rows of a drawing, of which one at least is on the board."""
    space = w.board.space
    places = [_place(w, corner, north, side, level) for side in sides]
    spots = [_spot(w, corner, north, side) for side in sides]
    for here, ahead in ((0, 1), (1, 0)):
        place = places[here]
        if place is not None:
            step = (spots[ahead] or 0) - (spots[here] or 0)
            d = {-1j: "north", 1: "east", 1j: "south", -1: "west"}[complex(round(step.real), round(step.imag))]
            return [space.edge(place, space.direction_names.index(d))]
    return []


def _drawn(w: World, number: int, area: m.AreaDef, corner: int, north: int) -> tuple[int, ...]:
    drawn = list(w.pack.maps.values())[number]
    found = (_place(w, corner, north, at, level) for at, level, sign in _cells(drawn)
             if area in drawn.legend.get(sign, ()))
    return ordered(one for one in found if one is not None)


def _fits(w: World, number: int, corner: int, north: int) -> bool:
    drawn = list(w.pack.maps.values())[number]
    return all(_place(w, corner, north, at, level) is not None for at, level, _ in _cells(drawn))


# What each argument is brought to, as in `geometry`.
TABLE: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    "drawn": (("value", "name", "value", "value"), _drawn),
    "fits": (("value", "value", "value"), _fits),
}
