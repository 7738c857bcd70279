"""A search that goes on: spots that lie in all terms, each once, the single ones that no box would hit among them."""

from __future__ import annotations

from itertools import islice

from rulewright.space.plane.bodies import eroded, grown
from rulewright.space.plane.points import Xy
from rulewright.space.plane.search import Extent, walked
from rulewright.space.plane.shapes import Outline, disc, oval, rectangle, segment, spot
from rulewright.space.plane.terms import Deep, Near, Outside, Past, Term, Union, minus

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


def _found(*terms: Term) -> list[Xy]:
    return [one for one in walked(terms, TABLE) if one is not None]


def test_room_that_is_a_line_is_found_on_it() -> None:
    """In contact with an edge of the table, and wholly on it: of a round base, a turned one, and one at the corner."""
    table = Deep(Outline(((0, 0), (24_000, 0), (24_000, 24_000), (0, 24_000))))
    edge = Near(segment((0, 24_000), (24_000, 24_000)), 0)
    disc_found = _found(eroded(table, disc(500)), grown(edge, disc(500)))
    assert len(disc_found) > 20 and {y for _, y in disc_found} == {23_500}
    for turn, depth in ((0, 2_000), (90, 1_500), (30, 2_482)):
        base = rectangle(3_000, 4_000)
        found = _found(eroded(table, base, turn), grown(edge, base, turn))
        assert len(found) > 20 and {y for _, y in found} == {24_000 - depth}
    slanting = Past((0, 0), (24_000, 24_000), "right", 0)
    line = Near(segment((0, 0), (24_000, 24_000)), 0)
    strip = Near(segment((0, 0), (24_000, 24_000)), 1)
    base = oval(3_000, 1_000)
    assert _found(eroded(slanting, base, 45), grown(strip, base, 45)) and not _found(eroded(slanting, disc(500)), line)
