"""Proposes places for one more of several entities on a board of cells, for searches of formations.

Separate because on a plane places are found differently (`laying_plane`); both modules have the same functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Any, Final

from rulewright.play.board import anchors
from rulewright.play.bounds import spend
from rulewright.play.state import State

HALVINGS: Final = 0
"""How often a way between two places is halved: on cells there is nothing between."""
LONGEST: Final = 0
"""The longest step aside: on cells there is none."""
_WIDEST: Final = 64  # anything farther from those that are laid comes in order of places


def stands(m: State, e: int, at: int) -> bool:
    """Whether an entity would stand wholly on the board there."""
    return bool(m.board.is_place(at) and m.board.feet[m.p.sizes[m.sheet[e]]][at])


def both(m: State, one: Any, other: Any) -> Any:
    """The intersection of two areas."""
    return one & other


def looking(most: int) -> None:
    """What a search remembers from place to place: nothing, as places are few."""


def firsts(m: State, e: int, area: Any, search: None, begin: int = 0) -> Iterator[int]:
    """All places of an entity, spread over the board; `begin` selects the first one."""
    places = m.board.decode(anchors(m, e))
    spend(m, len(places) >> 2)
    step = max(1, len(places) * 5 // 8)
    while gcd(step, len(places)) > 1:  # each place once
        step += 1
    for i in range(len(places)):
        yield places[(i * step + begin) % len(places)]


def beside(m: State, e: int, laid: tuple[tuple[int, int], ...], area: Any, search: None) -> Iterator[int]:
    """All places of an entity: the nearest to those that are laid first, and those covered by them last."""
    feet, sizes, sheet = m.board.feet, m.p.sizes, m.sheet
    covered = 0
    for other, at in laid:
        covered |= feet[sizes[sheet[other]]][at]
    rest, own = anchors(m, e), feet[sizes[sheet[e]]]
    over: list[int] = []
    for far in range(1, _WIDEST):
        ring = m.board.burst(covered, far) & rest
        rest &= ~ring
        spend(m, 4 + ring.bit_count())
        for place in m.board.decode(ring):
            if own[place] & covered:
                over.append(place)
            else:
                yield place
        if not rest:
            break
    yield from (*m.board.decode(rest), *over)


def moved(m: State, f: tuple[tuple[int, int], ...], place: int) -> tuple[tuple[int, int], ...] | None:
    """A formation moved so that its first entity is at a place; None if an entity would leave the board."""
    far = place - f[0][1]
    made = tuple([(e, at + far) for e, at in f])
    return made if all(stands(m, e, at) for e, at in made) else None


def far(m: State, one: int, other: int) -> int:
    """The distance of two places."""
    apart: int = m.board.distance(one, other)
    return apart


def between(one: int, other: int, share: int) -> int:
    """A place on the way between two: on cells there is none."""
    return one


def nearer(at: int, goal: int, step: int) -> list[int]:
    """The places at most a step away that are nearer to a goal: on cells there is none."""
    return []
