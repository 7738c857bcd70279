"""Random areas, each with its meaning in fractions and 120 digits."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random

from tests.space.plane import brute
from tests.space.plane.drawing import DRAWN, convex, moved, outline, shape

from rulewright.space.plane.shapes import Outline
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Term, Union

Meaning = Callable[[int, int], bool]
SIZE = 30


def near(rng: Random, one_part: bool = False) -> tuple[Term, Meaning]:
    """What is near a shape."""
    part = convex(rng, 9) if one_part or rng.random() < 0.6 else outline(rng, 12)
    part = moved(part, rng.randrange(SIZE - 9), rng.randrange(SIZE - 9))
    r, t, closed = rng.randrange(4), rng.randrange(9), one_part or rng.random() < 0.7
    reach = Fraction(r + t) ** 2

    def meaning(x: int, y: int) -> bool:
        far = brute.far(((x, y),), part)
        return far <= reach if closed else far < reach

    return Near(shape(part, r), t, closed), meaning


def past(rng: Random) -> tuple[Term, Meaning]:
    """What is past a line."""
    while True:
        a, b = ((rng.randrange(SIZE), rng.randrange(SIZE)) for _ in range(2))
        if a != b:
            break
    t, right = rng.randrange(-6, 9), rng.random() < 0.5
    length = Decimal((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2).sqrt()

    def meaning(x: int, y: int) -> bool:
        # The sign of an area: positive on the right hand, as y points down.
        by = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        along = (by if right else -by) / length
        return along > t and abs(along - t) > Decimal(10) ** -20

    return Past(a, b, "right" if right else "left", t), meaning


def deep(rng: Random, t: int | None = None) -> tuple[Term, Meaning]:
    """What is deep in a drawn area."""
    corners = outline(rng, 22) if rng.random() < 0.6 else moved(
        tuple((2 * x, 2 * y) for x, y in rng.choice(DRAWN)), rng.randrange(8, 18), rng.randrange(8, 18))  # fmt: skip
    depth = rng.choice((0, 0, 1, 2, 5)) if t is None else t

    def meaning(x: int, y: int) -> bool:
        if not brute.inside((x, y), corners):
            return False
        return min(brute.far_from_side((x, y), *side) for side in brute.sides(corners)) >= depth * depth

    return Deep(Outline(corners), depth), meaning


def simple(rng: Random) -> tuple[Term, Meaning]:
    """One of the three."""
    return rng.choice((near, past, deep))(rng)


def area(rng: Random, depth: int = 2) -> tuple[Term, Meaning]:
    """Any area."""
    if not depth or rng.random() < 0.25:
        if rng.random() < 0.05:
            return rng.choice(((ALL, lambda x, y: True), (NONE, lambda x, y: False)))
        return simple(rng)
    if rng.random() < 0.3:
        term, meaning = area(rng, depth - 1)
        return Outside(term), lambda x, y: not meaning(x, y)
    found = [area(rng, depth - 1) for _ in range(rng.randint(1, 3))]
    terms, meanings = [one for one, _ in found], [one for _, one in found]
    if rng.random() < 0.5:
        return Union(terms), lambda x, y: any(one(x, y) for one in meanings)
    return Common(terms), lambda x, y: all(one(x, y) for one in meanings)


def lattice(meaning: Meaning) -> dict[tuple[int, int], bool]:
    """A meaning, spot by spot."""
    return {(x, y): meaning(x, y) for y in range(SIZE) for x in range(SIZE)}
