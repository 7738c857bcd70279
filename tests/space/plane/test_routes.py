"""Proposed ways are legal, no longer than they need be, and the same each time."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

from tests.space.plane.drawing import DRAWN, moved
from tests.space.plane.test_search import TABLE

from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.insides import shape_in
from rulewright.space.plane.measures import overlapping
from rulewright.space.plane.moves import MOST_POSES, is_way, length_up, swept, way_length
from rulewright.space.plane.poses import pose, split, spot_of
from rulewright.space.plane.routes import route
from rulewright.space.plane.shapes import Base, Outline, Shape, disc, rectangle

OWN = disc(500)


def _check(base: Base, way: tuple[int, ...], bodies: Buckets) -> None:
    assert is_way(way) and len(way) <= MOST_POSES
    for leg in pairwise(way):
        shape = swept(base, leg)
        assert shape_in(TABLE, shape)
        assert not any(overlapping(shape, body) for body in bodies.shapes.values())


def test_nothing_in_the_way() -> None:
    way = route(OWN, pose(1_000, 1_000), pose(9_000, 7_000), Buckets({}), TABLE)
    assert way == (pose(1_000, 1_000), pose(9_000, 7_000))
    assert route(OWN, pose(1_000, 1_000), pose(1_000, 1_000), Buckets({}), TABLE) == (pose(1_000, 1_000),) * 2
    assert route(OWN, pose(1_000, 1_000), pose(9_000, 7_000), Buckets({}), TABLE, most=10_000) == way
    assert route(OWN, pose(1_000, 1_000), pose(9_000, 7_000), Buckets({}), TABLE, most=9_999) is None


def test_round_a_disc_as_a_taut_string() -> None:
    r = 3_500
    bodies = Buckets({1: disc(3_000).at(pose(20_000, 20_000))})
    way = route(OWN, pose(10_000, 20_000), pose(30_000, 20_000), bodies, TABLE)
    assert way is not None
    _check(OWN, way, bodies)
    # Two tangents and an arc between them.
    string = 2 * math.sqrt(10_000**2 - r * r) + r * (math.pi - 2 * math.acos(r / 10_000))
    assert string <= way_length(way) < 1.03 * string


def test_ways_among_terrain_are_legal() -> None:
    rng = Random(1)
    bent = none = 0
    for _ in range(25):
        shapes: dict[int, Shape] = {}
        for i in range(6):
            wood = moved(tuple((500 * x, 500 * y) for x, y in rng.choice(DRAWN)), rng.randrange(8_000, 25_000),
                         rng.randrange(8_000, 25_000))  # fmt: skip
            shapes[i] = Outline(wood).shape
        bodies = Buckets(shapes)
        start, goal = pose(rng.randrange(1_000, 8_000), rng.randrange(1_000, 30_000)), pose(30_000, 20_000)
        way = route(OWN, start, goal, bodies, TABLE)
        if way is None:
            none += 1
            continue
        assert way[0] == start and way[-1] == goal
        _check(OWN, way, bodies)
        assert way_length(way) >= length_up(spot_of(start), spot_of(goal))
        assert route(OWN, start, goal, bodies, TABLE) == way
        assert route(OWN, start, goal, bodies, TABLE, most=way_length(way)) is not None
        bent += len(way) > 2
    assert bent > 10 and none < 10


def test_no_way_out_of_a_ring_and_none_through_a_gap_that_is_too_narrow() -> None:
    ring = Buckets({i: disc(900).at(pose(20_000 + dx, 20_000 + dy))
                    for i, (dx, dy) in enumerate(((3_000, 0), (2_120, 2_120), (0, 3_000), (-2_120, 2_120), (-3_000, 0),
                                                  (-2_120, -2_120), (0, -3_000), (2_120, -2_120)))})  # fmt: skip
    assert route(OWN, pose(20_000, 20_000), pose(40_000, 20_000), ring, TABLE) is None
    ring.remove(0)
    way = route(OWN, pose(20_000, 20_000), pose(40_000, 20_000), ring, TABLE)
    assert way is not None
    _check(OWN, way, ring)


def test_a_gap_of_exactly_its_width_is_passed_straight() -> None:
    gate = Buckets({1: disc(1_000).at(pose(20_000, 18_500)), 2: disc(1_000).at(pose(20_000, 21_500))})
    assert route(OWN, pose(15_000, 20_000), pose(25_000, 20_000), gate, TABLE) == (pose(15_000, 20_000),
                                                                                   pose(25_000, 20_000))  # fmt: skip
    wider = route(disc(501), pose(15_000, 20_000), pose(25_000, 20_000), gate, TABLE)
    assert wider is not None and len(wider) > 2


def test_bases_with_corners_go_as_the_disc_round_them() -> None:
    tank = rectangle(2_000, 3_000)
    bodies = Buckets({1: disc(3_000).at(pose(20_000, 20_000))})
    way = route(tank, pose(10_000, 20_000, 45), pose(30_000, 20_000, 90), bodies, TABLE)
    assert way is not None and {split(one)[0] for one in way[1:]} == {90} and split(way[0])[0] == 45
    _check(tank, way, bodies)
