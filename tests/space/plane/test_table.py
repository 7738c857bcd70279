"""A table as a space, and who stands on it."""

from __future__ import annotations

from random import Random

from rulewright.space.plane.bodies import eroded, grown, meets, wholly
from rulewright.space.plane.drawn import Table, read_map
from rulewright.space.plane.gaps import Gap
from rulewright.space.plane.measures import gap, overlapping, touching
from rulewright.space.plane.poses import pose
from rulewright.space.plane.search import walked
from rulewright.space.plane.shapes import Base, Shape, disc, rectangle
from rulewright.space.plane.standing import Standing
from rulewright.space.plane.table import Plane
from rulewright.space.plane.terms import Outside
from rulewright.space.shape import OPERATIONS


def table() -> Plane:
    """A usual one."""
    drawn = read_map("72x48", {"centre_line": "line 0x0 to 72x48", "wood": "polygon 30x10 36x10 34x16"})
    assert isinstance(drawn, Table)
    return Plane(drawn)


def test_a_table_has_what_every_space_has() -> None:
    plane = table()
    for operation in OPERATIONS:
        assert hasattr(plane, operation.name) is (operation.needs in ("*", "R")), operation
    assert not plane.offers & set("CEL") and plane.form == "plane"


def test_operations_of_every_space() -> None:
    plane = table()
    a, b = pose(0, 0), pose(3_000, 4_000, 90)
    assert plane.distance(a, b) == 5_000 == plane.distance(b, a) and isinstance(plane.distance(a, b), Gap)
    assert plane.within(a, 5_000).holds(*plane.centre(b)) and not plane.within(a, 4_999).holds(*plane.centre(b))
    assert plane.footprint(b, disc(500)) == disc(500).at(b)
    assert plane.contact(a, pose(6_000, 8_000), disc(10).at(b)) == "crossing"
    left, right = plane.half_plane(a, pose(72_000, 0), "left"), plane.half_plane(a, pose(72_000, 0), "right")
    assert left.holds(5, 0) and right.holds(5, 0) and right.holds(5, 1) and not left.holds(5, 1)
    assert plane.show(b) == "3x4@90" and plane.parse("3x4@90") == b and plane.parse("B4") is None
    assert plane.has(pose(72_000, 48_000)) and not plane.has(pose(72_001, 0))


def test_bases_on_a_table() -> None:
    plane = table()
    own, everywhere = disc(1_000), plane.everywhere
    assert wholly(own.at(pose(1_000, 1_000)), everywhere) and not wholly(own.at(pose(999, 1_000)), everywhere)
    assert meets(own.at(pose(-1_000, 5)), everywhere)
    wood = plane.areas["wood"].term
    free = [eroded(everywhere, own), Outside(grown(wood, own))]
    found = [place for place in walked(free, plane.extent) if place is not None]
    assert len(found) > 1_000 and not any(meets(own.at(place), wood) for place in found)
    close = min(found, key=lambda place: plane.distance(place, pose(33_000, 12_000)))
    assert plane.distance(close, pose(33_000, 12_000)) < 5_000
    assert plane.distance(pose(0, 0), pose(0, 0)) == 0


def test_who_is_near_whom() -> None:
    rng = Random(1)
    bases: list[Base] = [disc(630), disc(1_200), rectangle(3_000, 5_000)]
    standing = Standing()
    stands: dict[int, tuple[Base, int]] = {}
    asked: list[tuple[Shape, int]] = []  # what is remembered is asked again when others have moved
    for step in range(200):
        thing = rng.randrange(40)
        if step % 5 == 4 and thing in stands:
            standing.leave(thing)
            del stands[thing]
        else:
            base = bases[thing % 3]
            at = pose(rng.randrange(30_000), rng.randrange(30_000), 0 if base.round else rng.randrange(360))
            stands[thing] = base, at
            standing.put(thing, base, at)
        if step % 4:
            continue
        own, length = disc(rng.randrange(1, 2_000)).at(pose(rng.randrange(30_000), rng.randrange(30_000))), \
            rng.randrange(9_000)  # fmt: skip
        shapes = {n: base.at(at) for n, (base, at) in sorted(stands.items())}
        assert standing.met(own, length)[0] == [n for n, s in shapes.items() if gap(own, s) <= length]
        assert standing.met(own, -1)[0] == [n for n, s in shapes.items() if overlapping(own, s)]
        assert standing.met(own, 0)[0] == [n for n, s in shapes.items() if touching(own, s)]
        asked += [(own, length), (own, -1), *((standing.shape(n), length) for n in shapes)]
        for shape, far in asked[-60:]:
            near = overlapping if far < 0 else lambda one, other, far=far: gap(one, other) <= far
            assert standing.met(shape, far)[0] == [n for n, s in shapes.items() if near(shape, s)]
        for n, s in shapes.items():
            assert standing.shape(n) == s
        assert standing.copy().poses == standing.poses == {n: at for n, (_, at) in stands.items()}


def test_where_a_base_overlaps_a_thing_is_kept_until_it_moves() -> None:
    rng = Random(2)
    bases: list[Base] = [disc(630), disc(1_200), rectangle(3_000, 5_000)]
    standing = Standing()
    for step in range(3_000):  # more than are kept at a time
        thing = rng.randrange(30)
        standing.put(thing, bases[thing % 3], pose(rng.randrange(9_000), rng.randrange(9_000)))
        shape, base, at = standing.shape(thing), rng.choice(bases), pose(rng.randrange(9_000), rng.randrange(9_000))
        over = standing.over(shape, base)
        assert over is standing.over(shape, base)
        assert over.has(at) is overlapping(shape, base.at(at)), step


def test_a_copy_moves_alone() -> None:
    standing = Standing()
    standing.put(1, disc(500), pose(3_000, 0))
    standing.put(2, rectangle(60_000, 300_000), pose(90_000, 90_000))  # in so many buckets that it counts as in all
    own, far = disc(500).at(pose(0, 0)), disc(500).at(pose(90_000, 90_000))
    made = standing.copy()
    made.put(1, disc(500), pose(9_000, 0))
    made.put(3, disc(500), pose(0, 1_500))
    assert made.met(far, -1)[0] == [2]
    made.leave(2)
    assert standing.met(own, 2_500)[0] == [1] and made.met(own, 2_500)[0] == [3]
    assert standing.met(far, -1)[0] == [2] and made.met(far, -1)[0] == []
