"""By how much what stands on a plane misses an area or another thing: what refusals tell.

Separate because only explanations call these functions; each costs about as much as the test that it explains.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.play.bounds import spend
from rulewright.play.plane import among_shapes
from rulewright.play.plane_areas import EACH, Shapes, weight_of
from rulewright.play.state import State
from rulewright.space.plane import depths
from rulewright.space.plane.measures import gap
from rulewright.space.plane.terms import Term

_SET_IN: Final = 16  # of measuring a shape against a term, for each two of their weights


def outside_by(m: State, some: Shapes, area: Term) -> int:
    """How far some shapes reach out of an area in thousandths of an inch; 0 if that is not known, as everywhere
    here."""
    _spend(m, some, area)
    return depths.most(depths.outside(one, area) for one in some) or 0


def inside_by(m: State, some: Shapes, area: Term) -> int:
    """How far some shapes reach into an area."""
    _spend(m, some, area)
    return depths.most(depths.inside(one, area) for one in some) or 0


def missing_by(m: State, some: Shapes, area: Term) -> int:
    """How far the nearest of some shapes is from an area."""
    _spend(m, some, area)
    return depths.least(depths.missing(one, area) for one in some) or 0


def apart_by(m: State, one: Shapes, other: Shapes) -> int:
    """How far the nearest two are from touching."""
    among_shapes(m, one, other)
    return min([gap(a, b).rounded_up for a in one for b in other], default=0)


def contact_by(m: State, one: Shapes, other: Shapes) -> int:
    """How far two that touch or overlap are from not doing so."""
    among_shapes(m, one, other)
    return _parting(one, other, closed=True)


def overlap_by(m: State, one: Shapes, other: Shapes) -> int:
    """How far two overlap."""
    among_shapes(m, one, other)
    return _parting(one, other, closed=False)


def entering_by(m: State, place: int, area: Term) -> int:
    """How far a spot is from an area."""
    spend(m, EACH + _SET_IN * area.spot_weight)
    return depths.entering(place, area) or 0 if place >= 0 else 0


def leaving_by(m: State, place: int, area: Term) -> int:
    """How deep a spot is in an area."""
    spend(m, EACH + _SET_IN * area.spot_weight)
    return depths.leaving(place, area) or 0 if place >= 0 else 0


def _parting(one: Shapes, other: Shapes, closed: bool) -> int:
    """The length of a move after which no shape of one side is in one of the other, whichever side moves."""
    return depths.only((depths.overlap(a, b, closed), gap(a, b).rounded_up) for a in one for b in other) or 0


def _spend(m: State, some: Shapes, area: Term) -> None:
    spend(m, EACH + _SET_IN * weight_of(some) * area.spot_weight)


# The functions that generated code calls.
WORDS: Final[dict[str, Any]] = {one.__name__: one for one in (
    apart_by, contact_by, entering_by, inside_by, leaving_by, missing_by, outside_by, overlap_by,
)}  # fmt: skip
