"""Tests of many shapes: whether they form one group, and whether no two overlap.

Separate because of many shapes few are near each other: the bounding rectangles of two of them decide most cases, and
only the others are measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from rulewright.space.plane.charges import Charge, free
from rulewright.space.plane.measures import overlapping, within
from rulewright.space.plane.shapes import Shape, box_of, weight

# Left, top, right and bottom of the rectangle around a shape.
_Box = tuple[int, int, int, int]


def _may_be_within(one: _Box, other: _Box, length: int) -> bool:
    """Whether two shapes may be at most a length apart; their rectangles are never farther apart than they are."""
    return (
        other[0] - one[2] <= length and one[0] - other[2] <= length
        and other[1] - one[3] <= length and one[1] - other[3] <= length
    )  # fmt: skip


def linked(shapes: Sequence[Shape], length: int, charge: Charge = free) -> bool:
    """Whether shapes form one group, each within a length of another, through any number of others. Comparing two
    rectangles is charged as 1, measuring a pair as the product of their weights."""
    rest = [(shape, box_of(shape)) for shape in shapes]
    todo, rest = rest[:1], rest[1:]
    while todo and rest:
        one, box = todo.pop()
        charge(len(rest))
        left: list[tuple[Shape, _Box]] = []
        for other in rest:
            is_near = _may_be_within(box, other[1], length)
            if is_near:
                charge(weight(one) * weight(other[0]))
                is_near = within(one, other[0], length)
            (todo if is_near else left).append(other)
        rest = left
    return not rest


def disjoint(shapes: Sequence[Shape], charge: Charge = free) -> bool:
    """Whether no two of some shapes overlap. Charged like `linked`."""
    boxes = [box_of(shape) for shape in shapes]
    order = sorted(range(len(shapes)), key=lambda i: boxes[i][0])
    for rank, i in enumerate(order):
        one, (_, top, right, bottom) = shapes[i], boxes[i]
        beside = list(takewhile(lambda j: boxes[j][0] <= right, order[rank + 1 :]))  # noqa: B023  # asked at once
        charge(1 + len(beside))
        for j in beside:
            if boxes[j][1] <= bottom and boxes[j][3] >= top:
                charge(weight(one) * weight(shapes[j]))
                if overlapping(one, shapes[j]):
                    return False
    return True
