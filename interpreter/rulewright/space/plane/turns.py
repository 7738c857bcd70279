"""Turns points by whole degrees, with the same result on every machine.

Separate because sines are rounded once, in the table below, and never computed: 2^30 times the sine of 0 to 90 degrees,
rounded to the nearest whole number. A turned point is at most 0.71 thousandths from its exact position; quarter turns
are exact, and a turn by half a circle is the exact opposite. 0 degrees is north (up), and turns go clockwise on the
drawn table, as the directions of squares do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import CIRCLE

_BITS: Final = 30
_HALF: Final = 1 << _BITS - 1
# fmt: off
_QUARTER: Final = (
    0, 18739379, 37473049, 56195305, 74900443, 93582766, 112236583, 130856211, 149435979,
    167970228, 186453311, 204879599, 223243478, 241539355, 259761657, 277904834, 295963357, 313931728,
    331804471, 349576144, 367241333, 384794656, 402230767, 419544355, 436730145, 453782903, 470697435,
    487468587, 504091252, 520560366, 536870912, 553017922, 568996477, 584801711, 600428808, 615873009,
    631129609, 646193961, 661061475, 675727625, 690187940, 704438018, 718473518, 732290163, 745883746,
    759250125, 772385229, 785285058, 797945680, 810363241, 822533958, 834454122, 846120104, 857528349,
    868675383, 879557810, 890172315, 900515665, 910584710, 920376381, 929887697, 939115760, 948057759,
    956710970, 965072759, 973140576, 980911966, 988384560, 995556083, 1002424350, 1008987269, 1015242840,
    1021189159, 1026824413, 1032146887, 1037154959, 1041847103, 1046221891, 1050277989, 1054014162, 1057429273,
    1060522280, 1063292242, 1065738315, 1067859754, 1069655912, 1071126243, 1072270298, 1073087729, 1073578288,
    1073741824,
)
# fmt: on


def sine(degrees: int) -> int:
    """2^30 times the sine."""
    degrees %= CIRCLE
    if degrees >= 180:
        return -sine(degrees - 180)
    return _QUARTER[degrees if degrees <= 90 else 180 - degrees]


SINES: Final = tuple(sine(degrees) for degrees in range(CIRCLE))
COSINES: Final = tuple(sine(degrees + 90) for degrees in range(CIRCLE))


def rounded(n: int) -> int:
    """n / 2^30 to the nearest whole number; halves are rounded away from 0, so the opposite is rounded to the
    opposite."""
    return (n + _HALF) >> _BITS if n >= 0 else -((_HALF - n) >> _BITS)


def turned(points: Iterable[Xy], degrees: int) -> tuple[Xy, ...]:
    """Points turned clockwise round (0, 0), each rounded once."""
    s, c = SINES[degrees % CIRCLE], COSINES[degrees % CIRCLE]
    return tuple((rounded(x * c - y * s), rounded(x * s + y * c)) for x, y in points)


def toward(degrees: int, distance: int) -> Xy:
    """How far east and south a move of a distance in a direction leads."""
    return rounded(distance * SINES[degrees % CIRCLE]), rounded(-distance * COSINES[degrees % CIRCLE])


def bearing(dx: int, dy: int) -> int:
    """The whole degrees of the direction nearest to a point from (0, 0); the lower of two that are equally good, 0 for
    (0, 0) itself. Within the quarter of the point the nearness rises up to the nearest degree, and falls after it."""
    low = (0 if dy <= 0 else 90) if dx >= 0 else 180 if dy >= 0 else 270
    high = low + 90
    while low < high:
        middle = (low + high) // 2
        if _along(dx, dy, middle + 1) > _along(dx, dy, middle):
            low = middle + 1
        else:
            high = middle
    return 0 if _along(dx, dy, low) == _along(dx, dy, 0) else low


def _along(dx: int, dy: int, degrees: int) -> int:
    """How far a point lies in a direction, as multiples of 2^-30."""
    return dx * SINES[degrees % CIRCLE] - dy * COSINES[degrees % CIRCLE]
