"""Records which entities stand where on a plane: `occ` is a `Standing`, shapes by location. No cell is filled: `filled`
is 0.

Separate because on cells entities stand differently (`standing_cells`); both modules have the same functions. A pose is
never used as a shift count: it is far too large.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from rulewright.play.bounds import spend
from rulewright.play.state import NOWHERE, State
from rulewright.shapes import FAR, OVERLAPPING
from rulewright.space.plane.bodies import meets
from rulewright.space.plane.poses import FARTHEST, split, spot_of
from rulewright.space.plane.shapes import Base, Shape, disc, oval, polygon, weight
from rulewright.space.plane.standing import Standing
from rulewright.space.plane.terms import ALL, Term

_EACH = 8  # steps of comparing one entity with an area, for each two of their weights
_TURNED = 6  # steps of turning a base and of recording it, for its weight
PAIR = 12  # of measuring two shapes, for each two of their weights
_FEW = 8  # members for which iterating is faster than hashing
_SPOT = disc(0)


def base_of(drawn: tuple[Any, ...]) -> Base:
    """The base of a sheet; a spot if the sheet declares none."""
    match drawn:
        case ("round", radius):
            return disc(radius)
        case ("oval", length, width):
            return oval(length, width)
        case ("polygon", corners):
            return polygon(corners)
    return _SPOT


def begin(m: State) -> None:
    """Starts with an empty board."""
    m.occ, m.filled = Standing(), 0  # type: ignore[assignment]


def saved(m: State) -> list[Any]:
    """Nothing: where entities stand follows from their places."""
    return []


def restore(m: State, data: list[Any]) -> None:
    """Records all entities at their places."""
    m.occ, m.filled = _anew(m), 0  # type: ignore[assignment]


def _anew(m: State) -> Standing:
    made = Standing()
    for e in range(1, len(m.at)):
        if m.at[e] >= 0:
            made.put(e, m.p.bases[m.sheet[e]], m.at[e])
    return made


def made_anew(m: State) -> list[tuple[str, object, object]]:
    """The data kept about where entities stand, computed again from their places, by name."""
    standing, anew = standing_of(m), _anew(m)
    shapes = [{e: one.shape(e) for e in one.poses} for one in (standing, anew)]
    return [("poses", dict(sorted(standing.poses.items())), dict(sorted(anew.poses.items()))),
            ("shapes", shapes[0], shapes[1])]


def standing_of(m: State) -> Standing:
    """Which things stand where."""
    return m.occ  # type: ignore[return-value]


def alike(m: State, one: int, other: int) -> bool:
    """Whether entities of two sheets cover the same if they stand in the same place."""
    return m.p.bases[one].key() == m.p.bases[other].key()


def cover(m: State, e: int) -> None:
    """Records an entity that stands somewhere."""
    base = m.p.bases[m.sheet[e]]
    if not base.round:
        spend(m, _TURNED * (base.weight + 2 * base.turning))
    standing_of(m).put(e, base, m.at[e])


def uncover(m: State, e: int) -> None:
    """Removes the record of an entity that stands somewhere."""
    standing_of(m).leave(e)


def fits(m: State, e: int, at: int) -> bool:
    """Whether an entity can stand there: all of it within `FARTHEST`. It may stand off the table; the rules decide
    whether it must be on it."""
    turn, x, y = split(at)
    base = m.p.bases[m.sheet[e]]
    return turn < 360 and max(abs(x), abs(y)) <= FARTHEST - base.outer


def shape(m: State, e: int) -> tuple[Shape, ...]:
    """What an entity covers; nothing if it stands nowhere."""
    return (standing_of(m).shape(e),) if m.at[e] >= 0 else ()


def shapes(m: State, entities: tuple[int, ...]) -> tuple[Shape, ...]:
    """What some entities cover; only those that stand somewhere."""
    at, standing = m.at, standing_of(m)
    spend(m, len(entities))
    return tuple([standing.shape(e) for e in entities if at[e] >= 0])


def spot(at: int) -> tuple[Shape, ...]:
    """A place as a shape."""
    return (Shape(((spot_of(at),),)),) if at >= 0 else ()


def things_at(m: State, area: Term) -> tuple[int, ...]:
    """Entities whose base meets an area, by age."""
    standing = standing_of(m)
    _asked(m, tuple(standing.poses), area)
    return tuple([e for e in sorted(standing.poses) if area is ALL or meets(standing.shape(e), area)])


FROM_NOWHERE: Final = FAR * 1_000
"""The distance from an entity that stands nowhere, in thousandths of an inch."""


def those_met(m: State, others: tuple[Shape, ...], length: int) -> Collection[int]:
    """The entities that overlap one of some shapes, or are within a length of it."""
    standing = standing_of(m)
    found: list[int] = []
    for one in others:
        met, measured = standing.met(one, length)
        spend(m, _EACH + PAIR * weight(one) * measured)
        found = [*found, *met] if found else met
    return found if len(found) <= _FEW else frozenset(found)


def those_overlapping(m: State, others: tuple[Shape, ...]) -> Collection[int]:
    """The entities that overlap one of some shapes."""
    return those_met(m, others, OVERLAPPING)


def those_touching(m: State, others: tuple[Shape, ...]) -> Collection[int]:
    """The entities that touch one of some shapes."""
    return those_met(m, others, 0)


def those_within(m: State, others: tuple[Shape, ...], length: int) -> Collection[int]:
    """The entities at most a length from one of some shapes."""
    if length >= FROM_NOWHERE:
        return range(len(m.at))
    return those_met(m, others, length) if length >= 0 else ()


def _asked(m: State, things: tuple[int, ...], area: Term) -> None:
    """Charges for comparing some entities with an area."""
    bases, sheet = m.p.bases, m.sheet
    spend(m, _EACH * area.spot_weight * sum([bases[sheet[e]].weight for e in things]))


def in_cells(m: State, group: tuple[int, ...], area: Term) -> tuple[int, ...]:
    """The members of a group whose base meets an area, by age."""
    at, standing = m.at, standing_of(m)
    _asked(m, group, area)
    return tuple([e for e in group if at[e] >= 0 and meets(standing.shape(e), area)])


def suppose(m: State, e: int, place: int) -> tuple[Any, ...]:
    """Sets a place for the duration of a `supposing`; see `standing_cells`."""
    was = m.at[e]
    if place >= 0 and not fits(m, e, place):
        place = NOWHERE
    zone = m.zones[-2 - was] if was < NOWHERE else None
    past = (was, zone, m.cache)
    if zone is not None:
        m.zones[-2 - was] = tuple([x for x in zone if x != e])
    if was >= 0:
        uncover(m, e)
    m.at[e] = place
    if place >= 0:
        cover(m, e)
    m.cache = m.cache.setdefault(("supposing", e, place), type(m.cache)())
    return past


def resume(m: State, e: int, past: tuple[Any, ...]) -> None:
    """Restores everything as it was before `suppose`."""
    if m.at[e] >= 0:
        uncover(m, e)
    m.at[e], zone, m.cache = past
    if zone is not None:
        m.zones[-2 - m.at[e]] = zone
    if m.at[e] >= 0:
        cover(m, e)


# The functions that generated code calls.
WORDS: Final[dict[str, Callable[..., Any]]] = {one.__name__: one for one in (
    in_cells, resume, suppose, things_at, those_overlapping, those_touching, those_within,
)}  # fmt: skip
