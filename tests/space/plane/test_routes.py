"""Proposed ways are legal, no longer than they need be, and the same each time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random

from tests.space.plane.drawing import DRAWN, moved
from tests.space.plane.test_search import TABLE

from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.insides import shape_in
from rulewright.space.plane.measures import overlapping
from rulewright.space.plane.moves import MOST_POSES, is_way, length_up, swept, way_length
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import pose, split, spot_of
from rulewright.space.plane.routes import MOST_TRIES, Roads, round_corners
from rulewright.space.plane.shapes import Base, Outline, Shape, disc, rectangle

OWN = disc(500)


def roads(base: Base, start: int, bodies: Buckets, turn: int = 0, most: int | None = None) -> Roads:
    """Roads on the table past bodies, for a base that is turned so on its way."""

    def leg(a: Xy, b: Xy) -> Shape:
        return swept(base, (start if a == spot_of(start) else pose(*a, turn), pose(*b, turn)))

    def met(a: Xy, b: Xy) -> list[int]:
        shape = leg(a, b)
        return [number for number in bodies.near(shape) if overlapping(shape, bodies.shapes[number])]

    def free(a: Xy, b: Xy) -> bool:
        return shape_in(TABLE, leg(a, b)) and not met(a, b)

    def corners(number: int) -> Iterator[Xy]:
        return round_corners(bodies.shapes[number], base.outer)

    return Roads(spot_of(start), free, met, corners, most)


def route(base: Base, start: int, goal: int, bodies: Buckets, most: int | None = None) -> tuple[int, ...] | None:
    """A way from pose to pose on the table, in the turn of the goal."""
    turn = split(goal)[0]
    found = roads(base, start, bodies, turn, most).to(spot_of(goal))
    return None if found is None else (start, *(pose(*spot, turn) for spot in found[1:]))


def _check(base: Base, way: tuple[int, ...], bodies: Buckets) -> None:
    assert is_way(way) and len(way) <= MOST_POSES
    for leg in pairwise(way):
        shape = swept(base, leg)
        assert shape_in(TABLE, shape)
        assert not any(overlapping(shape, body) for body in bodies.shapes.values())


def test_nothing_in_the_way() -> None:
    way = route(OWN, pose(1_000, 1_000), pose(9_000, 7_000), Buckets({}))
    assert way == (pose(1_000, 1_000), pose(9_000, 7_000))
    assert route(OWN, pose(1_000, 1_000), pose(9_000, 7_000), Buckets({}), most=10_000) == way
    assert route(OWN, pose(1_000, 1_000), pose(9_000, 7_000), Buckets({}), most=9_999) is None


def test_round_a_disc_as_a_taut_string() -> None:
    r = 3_500
    bodies = Buckets({1: disc(3_000).at(pose(20_000, 20_000))})
    way = route(OWN, pose(10_000, 20_000), pose(30_000, 20_000), bodies)
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
        way = route(OWN, start, goal, bodies)
        if way is None:
            none += 1
            continue
        assert way[0] == start and way[-1] == goal
        _check(OWN, way, bodies)
        assert way_length(way) >= length_up(spot_of(start), spot_of(goal))
        assert route(OWN, start, goal, bodies) == way
        assert route(OWN, start, goal, bodies, most=way_length(way)) is not None
        bent += len(way) > 2
    assert bent > 10 and none < 10


def test_no_way_out_of_a_ring_and_none_through_a_gap_that_is_too_narrow() -> None:
    ring = Buckets({i: disc(900).at(pose(20_000 + dx, 20_000 + dy))
                    for i, (dx, dy) in enumerate(((3_000, 0), (2_120, 2_120), (0, 3_000), (-2_120, 2_120), (-3_000, 0),
                                                  (-2_120, -2_120), (0, -3_000), (2_120, -2_120)))})  # fmt: skip
    assert route(OWN, pose(20_000, 20_000), pose(40_000, 20_000), ring) is None
    ring.remove(0)
    way = route(OWN, pose(20_000, 20_000), pose(40_000, 20_000), ring)
    assert way is not None
    _check(OWN, way, ring)


def test_a_gap_of_exactly_its_width_is_passed_straight() -> None:
    gate = Buckets({1: disc(1_000).at(pose(20_000, 18_500)), 2: disc(1_000).at(pose(20_000, 21_500))})
    assert route(OWN, pose(15_000, 20_000), pose(25_000, 20_000), gate) == (pose(15_000, 20_000),
                                                                                   pose(25_000, 20_000))  # fmt: skip
    wider = route(disc(501), pose(15_000, 20_000), pose(25_000, 20_000), gate)
    assert wider is not None and len(wider) > 2


def test_a_base_with_corners_goes_round_as_it_is_turned_at_its_goal() -> None:
    tank = rectangle(2_000, 3_000)
    bodies = Buckets({1: disc(3_000).at(pose(20_000, 20_000))})
    way = route(tank, pose(10_000, 20_000, 45), pose(30_000, 20_000, 90), bodies)
    assert way is not None and {split(one)[0] for one in way[1:]} == {90} and split(way[0])[0] == 45
    _check(tank, way, bodies)


def test_one_search_serves_many_goals_and_ends() -> None:
    wall = Buckets({1: rectangle(500, 30_000).at(pose(20_000, 16_000))})
    tried = 0

    def free(a: Xy, b: Xy) -> bool:
        nonlocal tried
        tried += 1
        shape = swept(OWN, (pose(*a), pose(*b)))
        return shape_in(TABLE, shape) and not overlapping(shape, wall.shapes[1])

    found = Roads((10_000, 16_000), free, lambda a, b: [1], lambda i: round_corners(wall.shapes[i], 500))
    goals = [(30_000, y) for y in range(1_000, 30_000, 500)]
    ways = [found.to(goal) for goal in goals]
    assert all(way is None or (way[0] == (10_000, 16_000) and way[-1] == goal)
               for way, goal in zip(ways, goals, strict=True))  # fmt: skip
    assert tried <= MOST_TRIES


def test_nearly_as_short_as_any_way_past_the_corners_of_boxes() -> None:
    """Against all ways past the corners of boxes, grown as a point would see them: by the shortest of all legs that a
    brute force in fractions finds to be free."""
    rng = Random(4)
    compared = 0
    for _ in range(12):
        boxes = {i: (x, y, rng.randrange(2_000, 6_000), rng.randrange(2_000, 6_000))
                 for i, (x, y) in enumerate(rng.sample([(10_000 + 7_000 * i, 6_000 + 7_000 * j)
                                                        for i in range(3) for j in range(3)], 5))}  # fmt: skip
        bodies = Buckets({i: rectangle(w, h).at(pose(x, y)) for i, (x, y, w, h) in boxes.items()})
        start, goal = (4_000, rng.randrange(6_000, 22_000)), (30_000, rng.randrange(6_000, 22_000))
        least = _shortest(start, goal, list(boxes.values()), 500)
        way = route(OWN, pose(*start), pose(*goal), bodies)
        if way is None or least is None:
            continue
        _check(OWN, way, bodies)
        # Round ends are cut by at most the corners of squares round them, and polygons of twelve corners round discs.
        assert way_length(way) <= 1.05 * least + 600
        compared += len(way) > 2
    assert compared > 4


def _shortest(start: Xy, goal: Xy, boxes: list[tuple[int, int, int, int]], r: int) -> float | None:
    """The length of the shortest way of a point past boxes that are grown by r on all sides, corners square."""
    half = Fraction(1, 2)
    grown = [(x - half * w - r, y - half * h - r, x + half * w + r, y + half * h + r) for x, y, w, h in boxes]
    spots = [(Fraction(start[0]), Fraction(start[1])), (Fraction(goal[0]), Fraction(goal[1]))]
    spots += [(x, y) for a, b, c, d in grown for x in (a, c) for y in (b, d)]
    best = {0: 0.0}
    done: set[int] = set()
    while len(done) < len(best):
        at = min((i for i in best if i not in done), key=lambda i: best[i])
        done.add(at)
        for other in range(len(spots)):
            if other not in done and not any(_enters(spots[at], spots[other], box) for box in grown):
                far = best[at] + math.dist(spots[at], spots[other])
                best[other] = min(far, best.get(other, math.inf))
    return best.get(1)


def _enters(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction],
            box: tuple[Fraction, Fraction, Fraction, Fraction]) -> bool:  # fmt: skip
    """Whether a segment meets the inside of an upright box: the shares of it between both pairs of sides overlap."""
    low, high = Fraction(0), Fraction(1)
    for i in (0, 1):
        way, near, far = b[i] - a[i], box[i] - a[i], box[i + 2] - a[i]
        if way == 0:
            if near >= 0 or far <= 0:
                return False
            continue
        one, other = sorted((near / way, far / way))
        low, high = max(low, one), min(high, other)
    return low < high
