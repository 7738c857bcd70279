"""Templates that are laid on the table: cones, teardrops and arcs as outlines with whole corners.

Drawn with the tip at (0, 0) and to the north, to be laid as a base at a pose (`shapes.polygon`). A blast is a disc
and needs no module. Round sides become corners every few degrees, rounded outwards never: the drawn outline is the
template.
"""

from __future__ import annotations

from rulewright.space.plane.points import Part, Xy, hull
from rulewright.space.plane.turns import toward


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
