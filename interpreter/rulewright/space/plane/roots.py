"""Numbers with one square root, `(p + s sqrt(q)) / d`, compared in whole numbers.

Separate because the spot where a line enters a round base is such a number, and which of two bases it enters first must
not depend on rounding.
"""

from __future__ import annotations

from typing import NamedTuple


class Root(NamedTuple):
    """(p + s sqrt(q)) / d; q is not negative and d is positive. Compare with `order`: two may be the same number."""

    p: int
    s: int
    q: int
    d: int


def sign(a: int, b: int, u: int) -> int:
    """The sign of a + b sqrt(u): -1, 0 or 1."""
    one = (a > 0) - (a < 0)
    other = (b > 0) - (b < 0) if u else 0
    if one == other or not other:
        return one
    if not one:
        return other
    far = a * a - b * b * u
    return one if far > 0 else other if far < 0 else 0


def order(one: Root, other: Root) -> int:
    """-1 if the first is less, 0 if both are the same number, 1 if the first is greater."""
    # The sign of a + b sqrt(u) + c sqrt(v)
    a, b, c = one.p * other.d - other.p * one.d, one.s * other.d, -other.s * one.d
    u, v = one.q, other.q
    left = sign(a, b, u)
    right = ((c > 0) - (c < 0)) if v else 0
    if left == right or not right:
        return left
    if not left:
        return right
    return left * sign(a * a + b * b * u - c * c * v, 2 * a * b, u)
