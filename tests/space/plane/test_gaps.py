"""Gaps compare as 120 digits do, also where they tie and one thousandth of a square beside."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from tests.space.plane.brute import digits, same

from rulewright.space.plane.gaps import Gap, shown_against

TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))


def _compare(one: Gap, other: Gap, what: tuple[int, ...]) -> None:
    a, b = digits(one.n, one.d, one.r), digits(other.n, other.d, other.r)
    equal = same(a, b)
    assert (one == other) is equal, what
    assert (one < other) is (not equal and a < b), what
    assert (one > other) is (not equal and a > b), what
    assert (one <= other) is (equal or a < b) and (one >= other) is (equal or a > b), what
    if equal:
        assert hash(one) == hash(other), what


def test_random_gaps_compare_as_digits_do() -> None:
    rng = Random(1)
    ties = 0
    for _ in range(4000):
        size = rng.choice((6, 40, 10**9))
        found = [(rng.randrange(size), rng.randrange(1, size), rng.randrange(min(size, 40))) for _ in range(2)]
        one, other = Gap(*found[0]), Gap(*found[1])
        _compare(one, other, (*found[0], *found[1]))
        ties += one == other
    assert ties > 300


def test_built_ties_and_their_neighbours() -> None:
    """k sqrt(c) - r and (k sqrt(c) + j) - (r + j), written with other fractions; then one square more and less."""
    rng = Random(2)
    ties = 0
    for _ in range(700):
        a, b, c = rng.choice(TRIPLES)
        k, r, j, s = rng.randrange(1, 900), rng.randrange(500), rng.randrange(-300, 300), rng.randrange(1, 50)
        one = (k * k * (a * a + b * b) * s, s, r)
        q = rng.randrange(1, 30)
        other = ((k * c + j) ** 2 * q * q, q * q, r + j)
        if k * c + j < 0 or r + j < 0:
            continue
        assert Gap(*one) == Gap(*other)
        ties += 1
        for m, n in product((-1, 0, 1), repeat=2):
            first, second = (one[0] + m, one[1], one[2]), (other[0] + n, other[1], other[2])
            if first[0] >= 0 and second[0] >= 0:
                _compare(Gap(*first), Gap(*second), (*first, *second))
    assert ties > 300


def test_roots_that_are_no_fractions_tie_with_their_multiples() -> None:
    # 3 sqrt(2) is sqrt(18), sqrt(36 / 2) and sqrt(162 / 9)
    for one, other in product(((18, 1, 2), (36, 2, 2), (162, 9, 2)), repeat=2):
        assert Gap(*one) == Gap(*other)
        assert hash(Gap(*one)) == hash(Gap(*other))
    assert Gap(18, 1, 2) != Gap(18, 1, 1)


def test_lengths() -> None:
    rng = Random(3)
    for _ in range(3000):
        n, d, r, length = rng.randrange(60), rng.randrange(1, 5), rng.randrange(5), rng.randrange(-2, 9)
        gap, value = Gap(n, d, r), digits(n, d, r)
        assert (gap <= length, gap < length, gap == length) == (value <= length, value < length, value == length)
        assert (gap >= length, gap > length) == (value >= length, value > length)
        assert gap.rounded_down <= value < gap.rounded_down + 1
        assert gap.rounded_up - 1 < value <= gap.rounded_up


def test_overlapping_bases_are_not_nearer_than_nothing() -> None:
    gap = Gap(4, 1, 10)
    assert (gap.n, gap.d, gap.r) == (0, 1, 0)
    assert gap == 0 and not gap < 0 and gap <= 0 and not gap <= -1
    assert gap == Gap(100, 1, 10)


def test_a_gap_is_a_whole_length_hashes_like_it() -> None:
    assert hash(Gap(25_000_000, 1, 1000)) == hash(4000) and Gap(25_000_000, 1, 1000) == 4000
    assert Gap(25_000_000, 1, 1000) != "4000"
    assert repr(Gap(9, 4, 1)) == "Gap(9, 4, 1)"


@pytest.mark.parametrize(("n", "limit", "text"), [
    (11_999_600**2, 12_000_000, "11999.6"),
    (144_000_000, 12_000, "12"),
    (143_990_000, 12_000, "11.99"),
    (144_000_001, 12_000, "12.01"),
    (0, 12_000, "0"),
])  # fmt: skip
def test_a_refused_gap_is_rounded_to_its_side_of_the_limit(n: int, limit: int, text: str) -> None:
    assert shown_against(Gap(n), limit) == text
