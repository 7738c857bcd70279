"""Nothing depends on where the table lies, which way it is turned, seen in a mirror, or who is asked first."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.space.plane.drawing import convex, moved, outline, shape

from rulewright.space.lines import Side
from rulewright.space.plane.bodies import meets, wholly
from rulewright.space.plane.insides import contact, share
from rulewright.space.plane.measures import gap, overlapping, touching
from rulewright.space.plane.points import Part, Xy, hull
from rulewright.space.plane.roots import order
from rulewright.space.plane.shapes import Outline, Shape
from rulewright.space.plane.sight import entry
from rulewright.space.plane.terms import Deep, Near, Past

Change = Callable[[Xy], Xy]
CHANGES: dict[str, tuple[Change, bool]] = {
    "moved": (lambda p: (p[0] + 12_345, p[1] - 7_007), False),
    "turned": (lambda p: (-p[1], p[0]), False),
    "turned twice": (lambda p: (-p[0], -p[1]), False),
    "mirrored": (lambda p: (-p[0], p[1]), True),
    "along the diagonal": (lambda p: (p[1], p[0]), True),
}


def _changed(part: Part, change: Change) -> Part:
    return tuple(change(p) for p in part)


@pytest.mark.parametrize("name", CHANGES)
def test_predicates_do_not_depend_on_the_table(name: str) -> None:
    change, mirrored = CHANGES[name]
    rng = Random(len(name))
    for _ in range(250):
        one, other = outline(rng, 10), moved(outline(rng, 10), rng.randrange(-9, 10), rng.randrange(-9, 10))
        r, s = rng.choice((0, 0, 1, 3)), rng.choice((0, 0, 2))
        a, b = shape(one, r), shape(other, s)
        c, d = shape(Outline(_changed(one, change)).corners, r), shape(Outline(_changed(other, change)).corners, s)
        assert gap(a, b) == gap(c, d) == gap(b, a)
        assert touching(a, b) is touching(c, d) and overlapping(a, b) is overlapping(c, d)
        p, q = ((rng.randrange(-9, 19), rng.randrange(-9, 19)) for _ in range(2))
        if p == q:
            continue
        line = change(p), change(q)
        assert contact(p, q, a) == contact(*line, c)
        ins = entry(p, q, a), entry(*line, c)
        assert (ins[0] is None) is (ins[1] is None)
        if ins[0] is not None and ins[1] is not None:
            assert order(ins[0], ins[1]) == 0
        if not r and not s:
            assert share(a, b) == share(c, d)
        side: Side = "left" if rng.random() < 0.5 else "right"
        other_side: Side = ("left" if side == "right" else "right") if mirrored else side
        t = rng.randrange(-4, 6)
        part = convex(rng, 9)
        near = Near(Shape((part,), s), abs(t)), Near(Shape((hull(_changed(part, change)),), s), abs(t))
        past = Past(p, q, side, t), Past(*line, other_side, t)
        deep = Deep(Outline(other)), Deep(Outline(_changed(other, change)))
        for here, there in (near, past, deep):
            assert wholly(a, here) is wholly(c, there) and meets(a, here) is meets(c, there)
            x, y = rng.randrange(-5, 15), rng.randrange(-5, 15)
            assert here.holds(x, y) is there.holds(*change((x, y)))
            assert here.ask(x, y, 2) == there.ask(*change((x, y)), 2)


def test_the_order_of_parts_and_corners_changes_nothing() -> None:
    rng = Random(9)
    for _ in range(150):
        one, other = outline(rng, 10), moved(outline(rng, 10), rng.randrange(-9, 10), rng.randrange(-9, 10))
        k = rng.randrange(len(one))
        a, b = shape(one), shape(other)
        again = Shape(shape(one[k:] + one[:k]).parts[::-1])
        assert gap(a, b) == gap(again, b) and overlapping(a, b) is overlapping(again, b)
        p, q = ((rng.randrange(-2, 12), rng.randrange(-2, 12)) for _ in range(2))
        assert contact(p, q, a) == contact(p, q, again)
        assert wholly(b, Deep(Outline(one))) is wholly(b, Deep(Outline(one[k:] + one[:k])))
