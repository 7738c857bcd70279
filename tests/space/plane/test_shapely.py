"""A geometry library of others agrees wherever its floats are exact enough to say, so away from ties."""

from __future__ import annotations

from random import Random
from typing import Any

import shapely
from tests.space.plane.drawing import moved, outline, shape

from rulewright.space.plane.bodies import meets, wholly
from rulewright.space.plane.insides import contact, holds, share
from rulewright.space.plane.measures import gap, overlapping, touching
from rulewright.space.plane.points import hull
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import Outline, disc, polygon
from rulewright.space.plane.terms import Deep

_SURE = 0.01  # thousandths: nearer to a tie than this, floats are not asked


def _theirs(corners: Any) -> Any:
    return shapely.Polygon(corners)


def test_gaps_contact_and_shares() -> None:
    rng = Random(1)
    asked = 0
    for _ in range(1500):
        one = outline(rng, 9_000, 9)
        other = moved(outline(rng, 9_000, 9), rng.randrange(-12_000, 12_000), rng.randrange(-12_000, 12_000))
        a, b, mine, yours = shape(one), shape(other), _theirs(one), _theirs(other)
        far = mine.distance(yours)
        found = gap(a, b)
        assert found.rounded_down - _SURE <= far <= found.rounded_up + _SURE
        common = mine.intersection(yours).area
        if far > _SURE or common > 1:
            asked += 1
            assert touching(a, b) is (far == 0) and overlapping(a, b) is (common > 1)
            n, d = share(a, b)
            assert abs(n / d - common / mine.area) < 1e-9
    assert asked > 1400


def test_spots_lines_and_bases_in_areas() -> None:
    rng = Random(2)
    asked = 0
    for _ in range(500):
        corners = outline(rng, 9_000, 10)
        area, theirs = Outline(corners), _theirs(corners)
        spot = rng.randrange(9_000), rng.randrange(9_000)
        edge = theirs.exterior.distance(shapely.Point(spot))
        if edge > _SURE:
            assert holds(area, spot) is theirs.contains(shapely.Point(spot))
            r = rng.randrange(1, 1_500)
            if abs(edge - r) > 1:
                own = disc(r).at(pose(*spot))
                assert wholly(own, Deep(area)) is theirs.contains(shapely.Point(spot).buffer(r, 64))
                assert meets(own, Deep(area)) is (theirs.contains(shapely.Point(spot)) or edge < r)
                asked += 1
        end = rng.randrange(9_000), rng.randrange(9_000)
        line = shapely.LineString([spot, end])
        length = theirs.intersection(line).length
        if length > 1 or theirs.distance(line) > _SURE:
            assert contact(spot, end, shape(corners)) == ("crossing" if length > 1 else "apart")
    assert asked > 350


def test_turned_bases_are_where_they_turn_them() -> None:
    rng = Random(3)
    for _ in range(120):
        corners = moved(outline(rng, 3_000, 8), -1_500, -1_500)
        try:
            base = polygon(corners)
        except ValueError:
            continue
        turn, x, y = rng.randrange(360), rng.randrange(9_000), rng.randrange(9_000)
        theirs = shapely.affinity.translate(shapely.affinity.rotate(_theirs(corners), turn, origin=(0, 0)), x, y)
        mine = shapely.union_all([_theirs(part) for part in base.at(pose(x, y, turn)).parts])
        # The axis points down, so their positive turn is clockwise as ours.
        assert mine.hausdorff_distance(theirs) < 1
        assert base.outer >= shapely.hausdorff_distance(shapely.Point(x, y), theirs) - 1


def test_hulls() -> None:
    rng = Random(4)
    for _ in range(200):
        points = [(rng.randrange(40), rng.randrange(40)) for _ in range(rng.randint(3, 12))]
        theirs = shapely.MultiPoint(points).convex_hull
        if theirs.geom_type == "Polygon":
            assert _theirs(hull(points)).equals(theirs)
            assert len(hull(points)) == len(theirs.exterior.coords) - 1
