"""A search that goes on: spots that lie in all terms, each once, the single ones that no box would hit among them."""

from __future__ import annotations

from itertools import islice

from rulewright.space.plane.search import Extent, walked
from rulewright.space.plane.shapes import spot
from rulewright.space.plane.terms import Near, Outside, Union, minus

TABLE = Extent(0, 0, 24_000, 24_000, 250)


def test_single_spots_are_found_and_no_others() -> None:
    few = Union((Near(spot(7_001, 3), 0), Near(spot(12_345, 6_789), 0), Near(spot(1, 1), 0)))
    assert [one for one in walked((few,), TABLE) if one is not None] == [(1, 1), (7_001, 3), (12_345, 6_789)]
    left = minus(few, Near(spot(0, 0), 5))
    assert [one for one in walked((left,), TABLE) if one is not None] == [(7_001, 3), (12_345, 6_789)]


def test_what_is_given_lies_in_all_terms_and_comes_once() -> None:
    terms = (Near(spot(9_000, 9_000), 2_000), Outside(Near(spot(9_000, 9_000), 1_000)))
    found = list(islice((one for one in walked(terms, TABLE) if one is not None), 400))
    assert len(found) == len(set(found)) > 100
    assert all(1_000**2 < (x - 9_000) ** 2 + (y - 9_000) ** 2 <= 2_000**2 for x, y in found)
