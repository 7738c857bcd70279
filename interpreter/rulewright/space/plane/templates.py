"""Templates that are laid on the table, cones and teardrops as outlines with whole corners, and arcs of facing.

An outline has its tip at (0, 0) and lies to the north; it is laid as a base at a pose (`shapes.polygon`). A blast is a
disc and needs no module. Round sides become corners every few degrees: the drawn outline is the template. Separate
because their corners are made from the committed sines, so every machine lays the same template.
"""

from __future__ import annotations

from typing import Final

from rulewright.space.plane.points import Part, Xy, hull
from rulewright.space.plane.poses import split
from rulewright.space.plane.terms import Common, Outside, Past, Term
from rulewright.space.plane.turns import toward

_FAR: Final = 1 << 20


def cone(length: int, degrees: int, step: int = 5) -> Part:
    """A part of a disc: the tip, and corners on the arc every `step` degrees, symmetric to the axis."""
    if not 0 < degrees < 180:
        raise ValueError(f"a cone is open by 1 to 179 degrees, found {degrees}")
    half = degrees // 2
    spread = sorted({*range(0, half, step), half})
    arc = [toward(d, length) for d in (*(-d for d in reversed(spread)), *spread)]
    return tuple(dict.fromkeys([(0, 0), *arc]))


def teardrop(length: int, width: int, step: int = 10) -> Part:
    """A drop: its tip, and a round end of a width at the far end of its length."""
    r = width // 2
    if not 0 < 2 * r < length:
        raise ValueError("a teardrop is longer than it is wide")
    end: list[Xy] = [toward(d, r) for d in range(0, 360, step)]
    return hull([(0, 0), *((x, y - (length - r)) for x, y in end)])


def arc(place: int, degrees: int) -> Term:
    """What lies in front of a pose, open by some degrees to both sides together; the borders belong to it.

    A wedge is the common part of two half planes: spots and `wholly` are decided, `meets` is not.
    """
    if not 0 < degrees <= 180:
        raise ValueError(f"an arc is open by 1 to 180 degrees, found {degrees}")
    turn, x, y = split(place)
    left, right = toward(turn - degrees // 2, _FAR), toward(turn + degrees // 2, _FAR)
    return Common((Outside(Past((x, y), (x + left[0], y + left[1]), "left")),
                   Outside(Past((x, y), (x + right[0], y + right[1]), "right"))))  # fmt: skip
