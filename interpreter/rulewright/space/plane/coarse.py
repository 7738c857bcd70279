"""A scene as text: one character for two by four inches, rulers in inches, and a list of who stands where.

Separate because a terminal shows it: characters are twice as high as wide, so a character is twice as high in
inches. The drawing is rough and the list is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.space.plane.insides import holds
from rulewright.space.plane.measures import touching, within
from rulewright.space.plane.points import extent
from rulewright.space.plane.poses import inches, show, spot_of
from rulewright.space.plane.scene import Body, Scene
from rulewright.space.plane.shapes import Shape, spot
from rulewright.space.plane.terms import Near

WIDE: Final = 2_000
HIGH: Final = 4_000
_RULE: Final = 12_000
_BARE: Final = "."
MOST_COLUMNS: Final = 400


def draw(scene: Scene, wide: int = WIDE, high: int = HIGH) -> list[str]:
    """The lines of a drawing: a ruler, the rows, each with the inches at its top, and a legend.

    A character is a body whose place is there (the number of them if there are several), else the terrain or the last
    zone at the middle of the box, else a dot; off the table it is a space. Lines are drawn in all boxes that they meet.
    """
    left, top, right, bottom = extent(scene.table.corners)
    columns, rows = -(-(right - left) // wide), -(-(bottom - top) // high)
    if columns * rows > MOST_COLUMNS * MOST_COLUMNS:
        raise ValueError("the table is too large for characters of this size")
    bodies = _by_box(scene.bodies, left, top, wide, high, columns, rows)
    margin = max(len(inches(top + j * high)) for j in range(rows))
    lines = [" " * (margin + 2) + _ruler(left, wide, columns)]
    for j in range(rows):
        y = top + j * high
        signs = [_sign(scene, bodies.get((i, j), ()), (left + i * wide, y, left + (i + 1) * wide, y + high))
                 for i in range(columns)]  # fmt: skip
        lines.append(f"{inches(top + j * high):>{margin}}  {''.join(signs)}".rstrip())
    return [*lines, *legend(scene)]


def legend(scene: Scene) -> list[str]:
    """What the signs mean, and where everybody stands."""
    lines = []
    seen: dict[str, list[str]] = {}
    for sign, name in [(one.sign, one.name) for one in scene.terrain] + [(one.sign, one.name) for one in scene.zones]:
        seen.setdefault(sign[:1], []).append(name)
    if seen:
        lines.append(", ".join(f"{sign} {' or '.join(dict.fromkeys(names))}" for sign, names in seen.items()))
    for body in scene.bodies:
        lines.append(f"{body.sign} {body.name} {'could stand at ' if body.dotted else ''}{show(body.pose)}")
    return lines


def _by_box(bodies: Sequence[Body], left: int, top: int, wide: int, high: int, columns: int,
            rows: int) -> dict[tuple[int, int], list[Body]]:  # fmt: skip
    """Bodies by the box of their place; who stands on the far border belongs to the last box."""
    found: dict[tuple[int, int], list[Body]] = {}
    for body in bodies:
        x, y = spot_of(body.pose)
        i, j = (x - left) // wide, (y - top) // high
        if x == left + columns * wide:
            i -= 1
        if y == top + rows * high:
            j -= 1
        found.setdefault((i, j), []).append(body)
    return found


def _sign(scene: Scene, here: Sequence[Body], box: tuple[int, int, int, int]) -> str:
    """One character."""
    left, top, right, bottom = box
    x, y = (left + right) // 2, (top + bottom) // 2
    standing = [body for body in here if not body.dotted] or list(here)
    if len(standing) == 1:
        return standing[0].sign[:1] or "?"
    if standing:
        return str(len(standing)) if len(standing) < 10 else "+"
    if not holds(scene.table, (x, y)):
        return " "
    middle = spot(x, y)
    # What runs along the border of two boxes is drawn in one of them.
    right, bottom = right - 1, bottom - 1
    whole = Shape((((left, top), (right, top), (right, bottom), (left, bottom)),))
    for piece in reversed(scene.terrain):
        if touching(piece.shape, whole if _is_line(piece.shape) else middle):
            return piece.sign[:1]
    for zone in reversed(scene.zones):
        term = zone.term
        if isinstance(term, Near) and _is_line(term.shape):
            if within(term.shape, whole, term.t):
                return zone.sign[:1]
        elif term.holds(x, y):
            return zone.sign[:1]
    return _BARE


def _is_line(shape: Shape) -> bool:
    """Is a shape so thin that the middles of boxes miss it?"""
    return 2 * shape.r < WIDE and all(len(part) == 2 for part in shape.parts)


def _ruler(left: int, wide: int, columns: int) -> str:
    """Inches over the columns that begin there, every foot."""
    line = ""
    for x in range(-(-left // _RULE) * _RULE, left + columns * wide + 1, _RULE):
        at = (x - left) // wide
        if at >= len(line):
            line = line.ljust(at) + inches(x) + " "
    return line.rstrip()
