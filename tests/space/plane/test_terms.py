"""Areas as terms, asked spot by spot on a lattice and box by box, against what they mean."""

from __future__ import annotations

from random import Random

import pytest
from tests.space.plane import brute
from tests.space.plane.areas import SIZE, area, deep, lattice, near, past, simple
from tests.space.plane.drawing import DRAWN, convex, shape

from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import Outline, disc, segment
from rulewright.space.plane.terms import ALL, IN, OUT, Common, Deep, Near, Outside, Past, Union, conditions, minus, rim


@pytest.mark.parametrize("make", [near, past, deep])
def test_simple_terms_hold_the_spots_that_they_mean(make: object) -> None:
    rng = Random(1)
    inside = 0
    for _ in range(6):
        term, meaning = make(rng)  # type: ignore[operator]
        expected = lattice(meaning)
        assert {spot: term.holds(*spot) for spot in expected} == expected
        inside += sum(expected.values())
    assert 150 < inside < 6 * SIZE * SIZE - 150


def test_boxes_are_in_or_out_only_if_all_their_spots_are() -> None:
    rng = Random(2)
    found = {IN: 0, OUT: 0, 0: 0}
    for i in range(16):
        term, meaning = area(rng) if i % 2 else simple(rng)
        held = lattice(meaning)
        assert {spot: term.holds(*spot) for spot in held} == held
        for _ in range(150):
            x, y, h = rng.randrange(SIZE), rng.randrange(SIZE), rng.choice((0, 1, 2, 3, 5, 8))
            answer = term.ask(x, y, h)
            found[answer] += 1
            spots = [one for (p, q), one in held.items() if (p - x) ** 2 + (q - y) ** 2 <= h * h]
            if answer:
                assert all(one is (answer == IN) for one in spots), (term, x, y, h)
    assert min(found.values()) > 150


def test_a_box_of_no_size_is_undecided_on_boundaries_alone() -> None:
    """So the search always ends: at h = 0 only what lies on the very boundary is left to the test of the spot."""
    rng = Random(3)
    undecided = 0
    for _ in range(30):
        term, _ = simple(rng)
        for _ in range(100):
            x, y = rng.randrange(SIZE), rng.randrange(SIZE)
            answer = term.ask(x, y, 0)
            undecided += answer == 0
            if answer:
                assert term.holds(x, y) is (answer == IN)
    assert undecided < 200


def test_boxes_near_a_shape_are_decided_as_soon_as_distances_tell() -> None:
    """Not only never wrong: within the length less h, beyond the length and h, and undecided between."""
    rng = Random(5)
    found = {IN: 0, OUT: 0, 0: 0}
    for _ in range(60):
        part, r, t = convex(rng, 9), rng.randrange(3), rng.randrange(8)
        term = Near(shape(part, r), t)
        for _ in range(25):
            x, y, h = rng.randrange(-12, 22), rng.randrange(-12, 22), rng.choice((0, 1, 3, 6, 12))
            far = brute.far(((x, y),), part)
            inside = r + t > h and far < (r + t - h) ** 2
            answer = OUT if far > (r + t + h) ** 2 else IN if inside else 0
            assert term.ask(x, y, h) == answer
            found[answer] += 1
    assert min(found.values()) > 50


def test_what_is_taken_away_takes_its_boundary_along() -> None:
    wood, clearing = Outline(DRAWN[0]), Near(disc(0).at(pose(1, 1)), 1)
    term = minus(Deep(wood), clearing)
    assert not term.holds(2, 1) and not term.holds(1, 2)
    assert term.holds(2, 2) and term.holds(3, 1) and term.holds(6, 0)


def test_open_and_closed_boundaries() -> None:
    line = segment((0, 0), (72_000, 0))
    assert Near(line, 12_000).holds(5_000, 12_000) and not Near(line, 12_000).holds(5_000, 12_001)
    assert not Past((0, 0), (72_000, 0), "right", 12_000).holds(5_000, 12_000)
    assert Past((0, 0), (72_000, 0), "right", 12_000).holds(5_000, 12_001)
    assert not Near(line, 12_000, closed=False).holds(5_000, 12_000)
    # At right angles to a diagonal: 12 inches are met exactly at a Pythagorean spot.
    diagonal = Past((0, 0), (40_000, 30_000), "left", 10_000)
    assert not diagonal.holds(20_000 + 6_000, 15_000 - 8_000)
    assert diagonal.holds(20_000 + 6_001, 15_000 - 8_000)


def test_the_rim_of_an_area() -> None:
    area_, edge = Outline(DRAWN[0]), rim(Outline(DRAWN[0]))
    assert Near(edge, 0).holds(3, 5) and not Near(edge, 0).holds(2, 2) and Deep(area_).holds(2, 2)


def test_conditions_flatten_what_has_to_hold_together() -> None:
    rng = Random(4)
    for _ in range(25):
        term, _ = area(rng, 3)
        flat = list(conditions([term]))
        for x, y in ((rng.randrange(SIZE), rng.randrange(SIZE)) for _ in range(30)):
            assert all(one.holds(x, y) for one in flat) is term.holds(x, y)
    a, b, c = (simple(rng)[0] for _ in range(3))
    assert list(conditions([Common((a, Common((b, ALL)))), Outside(Outside(c))])) == [a, b, c]
    assert len(list(conditions([Outside(Union((a, b)))]))) == 2


def test_impossible_terms_are_errors() -> None:
    with pytest.raises(ValueError, match="at least -3"):
        Near(disc(3).at(pose(0, 0)), -4)
    with pytest.raises(ValueError, match="two ends"):
        Past((1, 1), (1, 1), "left")
    with pytest.raises(ValueError, match="Near"):
        Deep(Outline(DRAWN[0]), -1)
