"""Relations of footprints on cells to areas and to each other, under the names that planes use too.

Separate because these names are the same on every board (`play.plane` has them for planes); `play.board` has what
exists only on cells. An outline is the set of the cells that an entity covers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulewright.play.bounds import spend
from rulewright.play.state import State

_PAIR = 8  # steps of measuring two footprints


def wholly(covered: int, area: int) -> bool:
    """Whether all of some cells are in an area; false for no cells."""
    return covered != 0 and covered & ~area == 0


def touch(m: State, one: int, other: int) -> bool:
    """Whether two cells, one of each set, share a side, a corner or everything."""
    if not one or not other:
        return False
    spend(m, _PAIR)
    return m.board.gap(one, other) <= 1  # type: ignore[no-any-return]


def _standing(m: State, entities: tuple[int, ...]) -> list[int]:
    spend(m, _PAIR * len(entities))
    return [bits for bits in [m.p.standing.cells(m, e) for e in entities] if bits]


def linked(m: State, entities: tuple[int, ...], length: int) -> bool:
    """Whether those that stand on the board form one group, each within a length of another."""
    rest = _standing(m, entities)
    todo = rest[:1]
    rest = rest[1:]
    while todo and rest:
        one = todo.pop()
        spend(m, _PAIR * len(rest))
        left: list[int] = []
        for other in rest:
            (todo if m.board.gap(one, other) <= length else left).append(other)
        rest = left
    return not rest


def longest_link(m: State, entities: tuple[int, ...]) -> tuple[int, int, int]:
    """The least length at which those that stand on the board form one group, and two entities that are so far apart;
    (0, 0, 0) if there are no two. The entities are like those that `linked` tests."""
    standing = [e for e in entities if m.p.standing.cells(m, e)]
    rest = _standing(m, entities)
    return longest(standing, lambda i, j: m.board.gap(rest[i], rest[j]), 0, lambda pairs: spend(m, _PAIR * pairs))


def longest(entities: Sequence[int], gap: Callable[[int, int], Any], zero: Any, pay: Callable[[int], None]
            ) -> tuple[Any, int, int]:  # fmt: skip
    """The longest link of the shortest tree that connects some entities, and its ends. `gap`: of two, by their numbers;
    `zero`: the least one; `pay`: is told how many pairs are measured."""
    pay(max(len(entities) - 1, 0))
    near = {i: (gap(0, i), 0) for i in range(1, len(entities))}  # of each outside of the tree, how near, and to which
    found = zero, 0, 0
    while near:
        i = min(near, key=lambda one: (near[one][0], one))
        far, end = near.pop(i)
        if far > found[0]:
            found = far, entities[end], entities[i]
        pay(len(near))
        for other, (before, _) in near.items():
            now = gap(i, other)
            if now < before:
                near[other] = now, i
    return found


def disjoint(m: State, entities: tuple[int, ...]) -> bool:
    """Whether no two of those that stand on the board share a cell."""
    taken = 0
    for bits in _standing(m, entities):
        if bits & taken:
            return False
        taken |= bits
    return True


def crossed(m: State, a: int, b: int, things: tuple[int, ...]) -> tuple[int, ...]:
    """The entities among some on whose cells the straight line between the centres of two cells runs, by age."""
    board = m.board
    spend(m, 16 * (board.width + board.height) + _PAIR * len(things))
    line = board.cells_crossed(board.centre(a), board.centre(b)) if a != b else 1 << a
    return tuple([e for e in things if m.p.standing.cells(m, e) & line])


# The functions that generated code calls, by its names for them.
WORDS: Final = {"wholly_in": wholly, "touch": touch, "linked": linked, "longest_link": longest_link,
                "disjoint": disjoint, "crossed": crossed}
