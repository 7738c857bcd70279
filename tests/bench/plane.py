"""Rows about a table in inches: exact predicates and the search for room, against one squared distance of two spots.

The yardstick is the least that anything about distances can cost in Python, so a ratio says what exactness costs.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

from tests.bench.timing import Row, ratio, turn_about

from rulewright.space.plane.bodies import eroded, overlaps
from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.measures import gap, overlapping, within
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import pose
from rulewright.space.plane.search import Extent, walked
from rulewright.space.plane.shapes import Outline, disc, polygon
from rulewright.space.plane.terms import Deep, Outside, Past, Term

_EXTENT = Extent(0, 0, 72_000, 48_000)
_TABLE = Outline(((0, 0), (72_000, 0), (72_000, 48_000), (0, 48_000)))
_OWN = disc(492)
_PAIRS = 400
_PLAIN = 20_000
_SPOTS = [(i * 37 % 911, i * 53 % 877) for i in range(_PLAIN)]


def _yardstick(a: Xy, b: Xy, most: int) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= most


def _plain() -> None:
    for i in range(_PLAIN):
        _yardstick(_SPOTS[i], _SPOTS[i - 1], 1_000)


def _row(name: str, what: str, mine: Callable[[], object], calls: int, floor: float, goal: float, rounds: int) -> Row:
    """A ratio of one call of each."""
    times, yard = turn_about([mine, _plain], rounds)
    best, median = (one * _PLAIN / calls for one in ratio(times, yard))
    return Row(name, what, best, floor, goal, details={"median": round(median, 2),
                                                       "us": round(min(times) / calls * 1e6, 2)})  # fmt: skip


def predicates(rounds: int) -> list[Row]:
    """Gaps and contact of two shapes, pair by pair."""
    rng = Random(1)
    house = polygon(((-2_000, -3_000), (2_000, -3_000), (2_000, 0), (0, 0), (0, 3_000), (-2_000, 3_000)))
    discs = [_OWN.at(pose(rng.randrange(72_000), rng.randrange(48_000))) for _ in range(_PAIRS)]
    houses = [house.at(pose(rng.randrange(72_000), rng.randrange(48_000), rng.randrange(360))) for _ in range(_PAIRS)]
    gaps = [gap(one, other) for one, other in zip(discs, houses, strict=True)]

    def each(ask: Callable[[int], object], times: int = 4) -> Callable[[], None]:
        def run() -> None:
            for _ in range(times):
                for i in range(_PAIRS):
                    ask(i)

        return run

    def row(name: str, what: str, ask: Callable[[int], object], floor: float, goal: float) -> Row:
        return _row(name, what, each(ask), 4 * _PAIRS, floor, goal, rounds)

    own = "against a plain distance"
    return [
        row("G1", f"two discs within a length, {own}", lambda i: within(discs[i], discs[i - 1], 6_000), 6, 4),
        row("G2", f"gap of a disc and a concave base, {own}", lambda i: gap(discs[i], houses[i]) <= 6_000, 45, 30),
        row("G3", f"gap of two concave bases, {own}", lambda i: gap(houses[i], houses[i - 1]) <= 6_000, 450, 300),
        row("G4", f"overlap of two concave bases, {own}", lambda i: overlapping(houses[i], houses[i - 1]), 90, 60),
        row("G5", f"order of two gaps, {own}", lambda i: gaps[i] < gaps[i - 1], 5, 3),
    ]


def _crowd(seed: int) -> tuple[list[Term], Buckets]:
    """112 conditions: the table, a diagonal zone, 100 models and 10 pieces of terrain."""
    rng = Random(seed)
    bodies = [disc(630).at(pose(rng.randrange(20_000, 72_000), rng.randrange(36_000))) for _ in range(100)]
    for _ in range(10):
        x, y = rng.randrange(66_000), rng.randrange(42_000)
        bodies.append(Outline(((x, y), (x + 6_000, y + 1_000), (x + 4_000, y + 6_000))).shape)
    zone = [eroded(Deep(_TABLE), _OWN), eroded(Past((0, 0), (72_000, 48_000), "left", 12_000), _OWN)]
    return [*zone, *(Outside(overlaps(body, _OWN)) for body in bodies)], Buckets(dict(enumerate(bodies)))


def room(rounds: int) -> list[Row]:
    """One pose among many things, the first legal pose, and many."""
    tables = [_crowd(seed) for seed in range(20)]
    rng = Random(2)
    poses = [pose(rng.randrange(72_000), rng.randrange(48_000)) for _ in range(1_000)]

    def asked() -> None:
        bodies = tables[0][1]
        for place in poses:
            shape = _OWN.at(place)
            for number in bodies.near(shape):
                if overlapping(shape, bodies.shapes[number]):
                    break

    def drawn(count: int) -> Callable[[], None]:
        def run() -> None:
            for terms, _ in tables:
                found = (one for one in walked(terms, _EXTENT) if one is not None)
                assert len([*islice(found, count)]) == count

        return run

    own = "against a plain distance"
    n = len(tables)
    return [
        _row("G6", f"one pose against 110 things through buckets, {own}", asked, len(poses), 60, 35, rounds),
        _row("G7", f"first legal pose under 112 conditions, {own}", drawn(1), n, 5_000, 3_500, rounds),
        _row("G8", f"24 legal poses under 112 conditions, {own}", drawn(24), n, 80_000, 50_000, rounds),
    ]  # fmt: skip
