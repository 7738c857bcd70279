"""A search that goes on: spots that lie in all terms, each once, the single ones that no box would hit among them."""

from __future__ import annotations

from itertools import islice

from rulewright.space.plane.bodies import Anchors, eroded, grown, wholly
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import pose, split, spot_of
from rulewright.space.plane.search import Extent, walked
from rulewright.space.plane.shapes import Outline, disc, oval, rectangle, segment, spot
from rulewright.space.plane.terms import Common, Deep, Near, Outside, Past, Single, Term, Union, minus

TABLE = Extent(0, 0, 24_000, 24_000, 250)
SQUARE = Outline(((0, 0), (24_000, 0), (24_000, 24_000), (0, 24_000)))


def test_single_spots_are_found_and_no_others() -> None:
    few = Union((Near(spot(7_001, 3), 0), Near(spot(12_345, 6_789), 0), Near(spot(1, 1), 0)))
    assert _found(few) == [(1, 1), (7_001, 3), (12_345, 6_789)]
    assert _found(minus(few, Near(spot(0, 0), 5))) == [(7_001, 3), (12_345, 6_789)]


def test_single_poses_are_found_as_they_are_turned() -> None:
    north, east, aslant = (pose(8_000, 8_000, turn) for turn in (0, 90, 45))
    few = Union((Single(aslant), Single(north)))
    assert list(filter(None, walked((few,), TABLE))) == [north, aslant]
    assert [few.has(one) for one in (north, east, aslant)] == [True, False, True]
    left = minus(few, Single(north))
    assert list(filter(None, walked((left,), TABLE))) == [aslant]
    assert list(filter(None, walked((Common((Deep(SQUARE), left)),), TABLE))) == [aslant]
    narrow = Deep(Outline(((7_000, 0), (9_000, 0), (9_000, 24_000), (7_000, 24_000))))
    assert list(filter(None, walked((Anchors(narrow, rectangle(3_000, 2_000)), few), TABLE))) == []
    assert list(filter(None, walked((Anchors(narrow, rectangle(800, 1_000)), few), TABLE))) == [north, aslant]


def test_room_that_a_base_has_only_in_another_turn_is_found() -> None:
    lane = Deep(Outline(((0, 0), (24_000, 0), (24_000, 2_500), (0, 2_500))))
    base = rectangle(2_000, 3_000)
    for now, turn in ((-1, 90), (pose(5_000, 1_250, 90), 90), (pose(5_000, 9_000, 180), 270), (pose(9, 9, 85), 85)):
        found = [one for one in walked((Anchors(lane, base, now),), TABLE) if one is not None]
        assert found and {split(one)[0] for one in found} == {turn}
        assert all(wholly(base.at(one), lane) for one in found)


def test_what_is_given_lies_in_all_terms_and_comes_once() -> None:
    terms = (Near(spot(9_000, 9_000), 2_000), Outside(Near(spot(9_000, 9_000), 1_000)))
    found = list(islice((one for one in walked(terms, TABLE) if one is not None), 400))
    assert len(found) == len(set(found)) > 100
    assert all(1_000**2 < (x - 9_000) ** 2 + (y - 9_000) ** 2 <= 2_000**2 for x, y in map(spot_of, found))


def _found(*terms: Term, turn: int = 0) -> list[Xy]:
    return [spot_of(one) for one in walked(terms, TABLE, turns=(turn,)) if one is not None]


def test_room_that_is_a_line_is_found_on_it() -> None:
    """In contact with an edge of the table, and wholly on it: of a round base, a turned one, and one at the corner."""
    table = Deep(SQUARE)
    edge = Near(segment((0, 24_000), (24_000, 24_000)), 0)
    disc_found = _found(eroded(table, disc(500)), grown(edge, disc(500)))
    assert len(disc_found) > 20 and {y for _, y in disc_found} == {23_500}
    for turn, depth in ((0, 2_000), (90, 1_500), (30, 2_482)):
        base = rectangle(3_000, 4_000)
        found = _found(eroded(table, base, turn), grown(edge, base, turn), turn=turn)
        assert len(found) > 20 and {y for _, y in found} == {24_000 - depth}
    slanting = Past((0, 0), (24_000, 24_000), "right", 0)
    line = Near(segment((0, 0), (24_000, 24_000)), 0)
    strip = Near(segment((0, 0), (24_000, 24_000)), 1)
    base = oval(3_000, 1_000)
    assert _found(eroded(slanting, base, 45), grown(strip, base, 45), turn=45)
    assert not _found(eroded(slanting, disc(500)), line)


def test_boxes_that_reach_off_the_plane_break_no_search() -> None:
    """The table is as large as one may be: the middles of some boxes at its far border have no number."""
    table = Outline(((0, 0), (1_000_000, 0), (1_000_000, 1_000_000), (0, 1_000_000)))
    for grain, begin in ((700, 0), (250, 600 + 600 * 1_024)):
        extent = Extent(0, 0, 1_000_000, 1_000_000, grain)
        found = [one for one in islice(walked((Deep(table),), extent, begin=begin), 100) if one is not None]
        assert len(found) > 30 and all(Deep(table).has(one) for one in found)
