"""The gap between two shapes as a number that compares exactly.

Separate because a gap is not a length: it is `sqrt(n / d) - r`, which is rarely a fraction. It can be compared with
gaps and lengths, and becomes a length only by rounding. All comparisons are made in whole numbers; bases that touch or
overlap have the gap 0.
"""

from __future__ import annotations

from math import gcd, isqrt

from rulewright.space.plane.poses import inches


class Gap:
    """A distance of nearest points, `sqrt(n / d) - r`, never negative. Gaps that are the same number are equal."""

    __slots__ = ("d", "n", "r")

    def __init__(self, n: int, d: int = 1, r: int = 0) -> None:
        """A gap of 0 if the root does not exceed r."""
        if n <= d * r * r:
            n, d, r = 0, 1, 0
        self.n, self.d, self.r = n, d, r

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Gap):
            return not less(self, other) and not less(other, self)
        if isinstance(other, int):
            return other >= 0 and self.n == self.d * (other + self.r) ** 2
        return NotImplemented

    def __lt__(self, other: Gap | int) -> bool:
        if isinstance(other, Gap):
            return less(self, other)
        return other > 0 and self.n < self.d * (other + self.r) ** 2

    def __le__(self, other: Gap | int) -> bool:
        if isinstance(other, Gap):
            return not less(other, self)
        return other >= 0 and self.n <= self.d * (other + self.r) ** 2

    def __gt__(self, other: Gap | int) -> bool:
        return not self <= other

    def __ge__(self, other: Gap | int) -> bool:
        return not self < other

    def __hash__(self) -> int:
        """Equal for equal numbers: two roots that differ by a whole number are the same root, or both are fractions."""
        shared = gcd(self.n, self.d)
        n, d = self.n // shared, self.d // shared
        p, q = isqrt(n), isqrt(d)
        if p * p == n and q * q == d:
            value = p - self.r * q
            return hash(value) if q == 1 else hash((value, q))
        return hash((n, d, self.r))

    def __repr__(self) -> str:
        return f"Gap({self.n}, {self.d}, {self.r})"

    @property
    def rounded_down(self) -> int:
        """The greatest length that is not greater than the gap."""
        return isqrt(self.n // self.d) - self.r

    @property
    def rounded_up(self) -> int:
        """The least length that is not less than the gap."""
        root = isqrt(self.n // self.d)
        return root - self.r + (root * root * self.d != self.n)


NO_GAP = Gap(0)


def less(one: Gap, other: Gap) -> bool:
    """Whether a gap is less than another."""
    n, d, b, e = one.n, one.d, other.n, other.d
    k = one.r - other.r
    if k == 0:
        return n * e < b * d
    if k > 0:
        # sqrt(n / d) < sqrt(b / e) + k, squared
        rest = n * e - b * d - k * k * d * e
        return rest < 0 or rest * rest < 4 * k * k * b * e * d * d
    rest = b * d - n * e - k * k * d * e
    return rest > 0 and rest * rest > 4 * k * k * n * d * e * e


def shown_against(gap: Gap, limit: int) -> str:
    """A gap as a refusal prints it, next to the limit that it misses: to a hundredth of an inch.

    Rounded down if it is less than the limit and up if it is greater, so 11.9996 is printed as 11.99 and never as 12.
    """
    if gap == limit:
        return inches(limit)
    return inches(gap.rounded_down // 10 * 10 if gap < limit else -(-gap.rounded_up // 10) * 10)
