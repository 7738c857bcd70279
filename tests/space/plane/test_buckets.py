"""Buckets name all that is near, so asking neighbours alone is asking everything."""

from __future__ import annotations

from random import Random

from tests.space.plane.drawing import outline, shape

from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.measures import within
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import Shape, box_of, disc


def test_nothing_near_is_left_out() -> None:
    rng = Random(1)
    things: dict[int, Shape] = {}
    buckets = Buckets({})
    asked = met = 0
    for step in range(600):
        number = rng.randrange(80)
        kind = rng.randrange(4)
        if kind == 0 and number in things:
            buckets.remove(number)
            del things[number]
        else:
            things[number] = (disc(rng.randrange(2_000)).at(pose(rng.randrange(-9_000, 72_000), rng.randrange(48_000)))
                              if kind < 3 else shape(outline(rng, 30_000, 5)))  # fmt: skip
            buckets.put(number, things[number])
        if step % 3:
            continue
        own, length = disc(rng.randrange(3_000)).at(pose(rng.randrange(72_000), rng.randrange(48_000))), \
            rng.choice((0, 500, 6_000, 60_000))  # fmt: skip
        near = buckets.near(own, length)
        assert near == sorted(set(near))
        expected = [n for n in sorted(things) if within(own, things[n], length)]
        assert [n for n in near if within(own, things[n], length)] == expected
        left, top, right, bottom = box_of(own)
        assert near == [n for n, (a, b, c, d) in sorted((n, box_of(s)) for n, s in things.items())
                        if a <= right + length and c >= left - length and b <= bottom + length and d >= top - length]
        asked += len(things)
        met += len(near)
    assert 0 < met < asked // 2


def test_a_thing_as_large_as_the_plane_is_near_everything() -> None:
    buckets = Buckets({7: disc(900_000).at(pose(0, 0)), 3: disc(10).at(pose(5, 5))})
    assert buckets.near(disc(10).at(pose(0, 0))) == [3, 7]
    assert buckets.near(disc(10).at(pose(500_000, 0))) == [7]
    buckets.put(7, disc(20).at(pose(99_000, 0)))
    assert buckets.near(disc(10).at(pose(500, 0)), 400_000) == [3, 7] and buckets.near(disc(1).at(pose(600, 0))) == []
