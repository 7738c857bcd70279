"""Draws a scene as text: one character for two by four inches, rulers in inches, and a list of positions.

Separate because a terminal shows it: characters are twice as high as wide, so a character covers twice as many inches
in height. The drawing is rough and the list is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rulewright.space.plane.insides import holds
from rulewright.space.plane.measures import overlapping, touching, within
from rulewright.space.plane.points import Xy, extent
from rulewright.space.plane.poses import inches, show, spot_of
from rulewright.space.plane.scene import Body, Scene, Terrain, Zone
from rulewright.space.plane.shapes import Shape, box_of, spot
from rulewright.space.plane.terms import Near, Term

WIDE: Final = 2_000
HIGH: Final = 4_000
_RULE: Final = 12_000
_BARE: Final = "."
MOST_CELLS: Final = 160_000


class Cell(NamedTuple):
    """One character of the drawing: its glyph, and its body or area; if both are None, bare table."""

    sign: str
    body: Body | None = None
    area: Terrain | Zone | None = None


def draw(scene: Scene, wide: int = WIDE, high: int = HIGH) -> list[str]:
    """The lines of a drawing: a ruler, the rows, each with the inches at its top, and a legend. If that makes too many
    characters, each covers twice, four times .. as much."""
    top = extent(scene.table.corners)[1]
    while _count(scene, wide, high) > MOST_CELLS:
        wide, high = 2 * wide, 2 * high
    rows = cells(scene, wide, high)
    margins = [inches(top + j * high) for j in range(len(rows))]
    margin = max(map(len, margins))
    lines = [" " * (margin + 2) + ruler(scene, wide)]
    lines += [f"{inch:>{margin}}  {''.join(cell.sign for cell in row)}".rstrip()
              for inch, row in zip(margins, rows, strict=True)]  # fmt: skip
    return [*lines, *legend(scene)]


def cells(scene: Scene, wide: int = WIDE, high: int = HIGH) -> list[list[Cell]]:
    """The characters of a drawing, row by row, each for a box of the given thousandths.

    A character is a body whose place is there (the number of them if there are several), else the smallest body that
    covers the centre of the box, else the terrain or the last zone there, else a dot; off the table it is a space. A
    body that is wider than a box shows its glyphs in turn. Lines, and bodies too thin to cover centres, are drawn in
    all boxes that they meet. A zone that is `bordered` is only drawn along its border inside the table.
    """
    left, top, right, bottom = extent(scene.table.corners)
    if _count(scene, wide, high) > MOST_CELLS:
        raise ValueError("the table is too large for characters of this size")
    columns, rows = -(-(right - left) // wide), -(-(bottom - top) // high)
    grid = _Grid(left, top, wide, high, columns, rows)
    bodies = _standing(scene.bodies, grid)
    covered = _covered(scene.bodies, grid)
    return [[_cell(scene, bodies.get((i, j), ()), covered.get((i, j)), grid, i, j) for i in range(columns)]
            for j in range(rows)]  # fmt: skip


def _count(scene: Scene, wide: int, high: int) -> int:
    """How many characters of a size cover the table."""
    left, top, right, bottom = extent(scene.table.corners)
    return -(-(right - left) // wide) * -(-(bottom - top) // high)


class _Grid(NamedTuple):
    """The boxes of a drawing."""

    left: int
    top: int
    wide: int
    high: int
    columns: int
    rows: int

    def box(self, i: int, j: int) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of a box; the last ones include the far border too."""
        left, top = self.left + i * self.wide, self.top + j * self.high
        return left, top, left + self.wide + (i == self.columns - 1), top + self.high + (j == self.rows - 1)

    def at(self, x: int, y: int) -> tuple[int, int]:
        """The box that contains a spot; one on the far border belongs to the last box."""
        i, j = (x - self.left) // self.wide, (y - self.top) // self.high
        i -= x == self.left + self.columns * self.wide
        j -= y == self.top + self.rows * self.high
        return i, j


def legend(scene: Scene) -> list[str]:
    """The meaning of the glyphs, the areas along sides of the table, and the position of every body."""
    lines = []
    seen: dict[str, list[str]] = {}
    zones = [zone for zone in scene.zones if zone.look != "faint"]
    shown: list[Terrain | Zone] = [*scene.terrain, *(zone for zone in zones if not zone.side)]
    for one in shown:
        seen.setdefault(one.sign[:1], []).append(one.name)
    told = [f"{sign} {' or '.join(dict.fromkeys(names))}" for sign, names in seen.items()]
    told += [f"{zone.name} ({zone.side})" for zone in zones if zone.side]
    if told:
        lines.append(", ".join(told))
    for body in scene.bodies:
        lines.append(f"{body.sign} {body.name} {'could stand at ' if body.dotted else ''}{show(body.pose)}")
    return lines


def _standing(bodies: Sequence[Body], grid: _Grid) -> dict[tuple[int, int], list[Body]]:
    """Bodies by the box of their place. One that covers more than a box only counts if no smaller one stands there."""
    found: dict[tuple[int, int], list[Body]] = {}
    for body in bodies:
        found.setdefault(grid.at(*spot_of(body.pose)), []).append(body)
    for several in found.values():
        small = [body for body in several if 2 * body.base.outer <= max(grid.wide, grid.high)]
        several[:] = small or several
    return found


def _covered(bodies: Sequence[Body], grid: _Grid) -> dict[tuple[int, int], tuple[Body, int]]:
    """By box, the smallest body that covers it, and which of its glyphs is there."""
    found: dict[tuple[int, int], tuple[Body, int]] = {}
    for body in sorted(bodies, key=lambda one: (one.dotted, one.base.outer)):
        shape = body.base.at(body.pose)
        left, top, right, bottom = box_of(shape)
        (first, upper), (last, lower) = grid.at(left, top), grid.at(right, bottom)
        thin = not body.base.round and 2 * body.base.inner < min(grid.wide, grid.high)
        for j in range(max(upper, 0), min(lower + 1, grid.rows)):
            met = [i for i in range(max(first, 0), min(last + 1, grid.columns))
                   if overlapping(shape, _whole(grid.box(i, j))) if thin or touching(shape, _middle(grid.box(i, j)))]
            for number, i in enumerate(met):
                found.setdefault((i, j), (body, number))
    return found


def _whole(box: tuple[int, int, int, int]) -> Shape:
    """A box as a shape. Something along the border of two boxes is drawn in one of them."""
    left, top, right, bottom = box
    return Shape((((left, top), (right - 1, top), (right - 1, bottom - 1), (left, bottom - 1)),))


def _middle(box: tuple[int, int, int, int]) -> Shape:
    """The centre of a box; no border of a base on whole inches runs next to it."""
    left, top, right, bottom = box
    return spot((left + right) // 2 + 1, (top + bottom) // 2 + 1)


def _cell(
    scene: Scene, here: Sequence[Body], covering: tuple[Body, int] | None, grid: _Grid, i: int, j: int
) -> Cell:
    """One character."""
    box = grid.box(i, j)
    x, y = _centre(box)
    standing = [body for body in here if not body.dotted] or list(here)
    if len(standing) > 1:
        return Cell(str(len(standing)) if len(standing) < 10 else "+", standing[0])
    if covering is not None and (not standing or covering[0] is standing[0]):
        body, number = covering
        return Cell(body.sign[number % len(body.sign)] if body.sign else "?", body)
    if standing:
        return Cell(standing[0].sign[:1] or "?", standing[0])
    if not holds(scene.table, (x, y)):
        return Cell(" ")
    whole = _whole(box)
    for piece in reversed(scene.terrain):
        if touching(piece.shape, whole if _is_line(piece.shape) else spot(x, y)):
            return Cell(piece.sign[:1], area=piece)
    for zone in reversed(scene.zones):
        term = zone.term
        if zone.look == "faint" or zone.side:
            continue
        if isinstance(term, Near) and _is_line(term.shape):
            if within(term.shape, whole, term.t):
                return Cell(zone.sign[:1], area=zone)
        elif term.holds(x, y) and (zone.look != "bordered" or _on_border(scene, term, grid, i, j)):
            return Cell(zone.sign[:1], area=zone)
    return Cell(_BARE)


def _on_border(scene: Scene, term: Term, grid: _Grid, i: int, j: int) -> bool:
    """Whether a box in an area is next to one on the table that is outside of the area, or where a line is drawn."""
    lines = [zone.term for zone in scene.zones if isinstance(zone.term, Near) and _is_line(zone.term.shape)
             and zone.look != "faint" and not zone.side]  # fmt: skip
    for column, row in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
        if not (0 <= column < grid.columns and 0 <= row < grid.rows):
            continue
        box = grid.box(column, row)
        crossed = any(within(line.shape, _whole(box), line.t) for line in lines)
        if holds(scene.table, _centre(box)) and (crossed or not term.holds(*_centre(box))):
            return True
    return False


def _centre(box: tuple[int, int, int, int]) -> Xy:
    left, top, right, bottom = box
    return (left + right) // 2, (top + bottom) // 2


def _is_line(shape: Shape) -> bool:
    """Whether a shape is so thin that the centres of boxes miss it."""
    return 2 * shape.r < WIDE and all(len(part) == 2 for part in shape.parts)


def ruler(scene: Scene, wide: int) -> str:
    """The ruler: inches above the columns that begin there, every foot."""
    left, _, right, _ = extent(scene.table.corners)
    columns = -(-(right - left) // wide)
    line = ""
    for x in range(-(-left // _RULE) * _RULE, left + columns * wide + 1, _RULE):
        at = (x - left) // wide
        if at >= len(line):
            line = line.ljust(at) + inches(x) + " "
    return line.rstrip()
