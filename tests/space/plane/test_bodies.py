"""Bases in areas: what is true at a pose, the areas of such poses, and what is refused because it is not decided."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest
from tests.space.plane import brute
from tests.space.plane.areas import SIZE, area, deep, near, past
from tests.space.plane.drawing import LETTER_L, convex, moved, outline, shape

from rulewright.space.plane import shapes
from rulewright.space.plane.bodies import (
    Undecided,
    eroded,
    grown,
    meets,
    overlaps,
    unsettled,
    wholly,
    within_of,
)
from rulewright.space.plane.measures import overlapping, within
from rulewright.space.plane.points import Part, extent
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import Base, Outline, Shape, disc, oval, polygon, rectangle, spot
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Union
from rulewright.space.plane.turns import toward

CONCAVE = polygon(((-4, -4), (4, -4), (4, 0), (0, 0), (0, 4), (-4, 4)))
BASES = (disc(0), disc(2), disc(5), rectangle(8, 6), oval(10, 4), CONCAVE)


def _signed(c: tuple[int, int], part: Part) -> Decimal:
    """How far a spot is from a convex part, negative inside."""
    far = brute.far((c,), part)
    if len(part) > 2 and brute.inside(c, part):
        far = min(brute.far_from_side(c, *side) for side in brute.sides(part))
        return -(Decimal(far.numerator) / far.denominator).sqrt()
    return (Decimal(far.numerator) / far.denominator).sqrt()


def test_discs_near_convex_shapes() -> None:
    """The farthest point of a disc is its radius further than its middle."""
    rng = Random(1)
    found = {True: 0, False: 0}
    for _ in range(350):
        part, r, t, own = convex(rng, 12), rng.randrange(4), rng.randrange(5), rng.randrange(1, 7)
        c = rng.randrange(-2, 14), rng.randrange(-2, 14)
        far = _signed(c, part) + own
        expected = far <= r + t or abs(far - r - t) < Decimal(10) ** -20
        assert wholly(disc(own).at(pose(*c)), Near(shape(part, r), t)) is expected, (part, r, t, own, c)
        found[expected] += 1
    assert min(found.values()) > 40


def test_a_disc_in_a_base_is_tested_without_looking_for_flaws(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is charged by corners, and looking for flaws takes time by their square."""
    base = polygon([toward(5 * i, 9_000) for i in range(64)])
    middle, off = (disc(500).at(pose(x, 0)) for x in (0, 8_900))
    area, upright = Near(base.at(pose(0, 0)), 0), Near(rectangle(20_000, 9_000).at(pose(0, 0)), 0)
    monkeypatch.setattr(shapes, "flaw", None)
    for one in (area, upright):
        assert wholly(middle, one) and eroded(one, disc(500)).holds(0, 0)
    assert not wholly(off, area) and not eroded(area, disc(500)).holds(8_900, 0)
    assert [wholly(disc(4_500 + more).at(pose(0, 0)), upright) for more in (0, 1)] == [True, False]


def test_bases_with_corners_near_convex_shapes_by_their_spots() -> None:
    """All whole spots of a base are near if it wholly is, and some corner is not if it is not."""
    rng = Random(2)
    found = {True: 0, False: 0}
    for _ in range(60):
        term, meaning = near(rng, one_part=True)
        base = moved(outline(rng, 6), rng.randrange(24), rng.randrange(24))
        expected = wholly(shape(base), term)
        left, top, right, bottom = extent(base)
        spots = [(x, y) for x in range(left, right + 1, 2) for y in range(top, bottom + 1, 2)
                 if brute.inside((x, y), base)]  # fmt: skip
        if expected:
            assert all(meaning(x, y) for x, y in spots)
        else:
            assert not all(meaning(x, y) for x, y in base)
        found[expected] += 1
    assert min(found.values()) > 8


def test_bases_past_lines_by_their_outermost_points() -> None:
    rng = Random(3)
    for _ in range(120):
        term, meaning = past(rng)
        corners = moved(outline(rng, 6), rng.randrange(20), rng.randrange(20))
        assert wholly(shape(corners), term) is all(meaning(x, y) for x, y in corners)
        assert meets(shape(corners), term) is any(meaning(x, y) for x, y in corners)
        assert isinstance(term, Past)
        thick = shape(corners, 3)
        assert wholly(thick, term) is wholly(shape(corners), Past(term.a, term.b, term.side, term.t + 3))
        assert meets(thick, term) is meets(shape(corners), Past(term.a, term.b, term.side, term.t - 3))
    # Closed and open: a disc that touches the line from beyond lies not wholly past it, and meets nothing from before.
    line = Past((0, 0), (9, 0), "right", 0)
    assert not wholly(disc(2).at(pose(4, 2)), line) and wholly(disc(2).at(pose(4, 3)), line)
    assert not meets(disc(2).at(pose(4, -2)), line) and meets(disc(2).at(pose(4, -1)), line)


def test_bases_meet_drawn_areas() -> None:
    rng = Random(4)
    for _ in range(80):
        term, _ = deep(rng, t=0)
        assert isinstance(term, Deep)
        part, r = moved(convex(rng, 6), rng.randrange(24), rng.randrange(24)), rng.randrange(4)
        assert meets(Shape((part,), r), term) is (brute.far(part, term.outline.corners) <= r * r)


@pytest.mark.parametrize("base", BASES)
def test_areas_of_poses_are_what_is_asked_at_each_pose(base: Base) -> None:
    """The same read as a set and asked one by one; boxes of the set are never wrong."""
    rng = Random(5)
    asked = {"wholly": 0, "meets": 0}
    answers = {1: 0, -1: 0, 0: 0}
    while min(asked.values()) < 6:
        term, _ = area(rng)
        turn = 0 if base.round else rng.randrange(360)
        for question, make, ask in (("wholly", eroded, wholly), ("meets", grown, meets)):
            if unsettled(question, term) is not None:  # type: ignore[arg-type]
                continue
            asked[question] += 1
            found = make(term, base, turn)
            around = range(-SIZE, 2 * SIZE, 3)
            held = {(x, y): ask(base.at(pose(x, y, turn)), term) for y in around for x in around}
            assert {one: found.holds(*one) for one in held} == held
            for _ in range(25):
                x, y, h = rng.randrange(-SIZE, 2 * SIZE), rng.randrange(-SIZE, 2 * SIZE), rng.choice((0, 1, 3, 6))
                answer = found.ask(x, y, h)
                answers[answer] += 1
                for (p, q), one in held.items():
                    if answer and (p - x) ** 2 + (q - y) ** 2 <= h * h:
                        assert one is (answer > 0)
    assert answers[1] > 8 and answers[-1] > 40


@pytest.mark.parametrize("base", BASES)
def test_areas_of_poses_over_and_near_a_body(base: Base) -> None:
    rng = Random(6)
    for corners in (LETTER_L, *(convex(rng, 8) for _ in range(6))):
        body = shape(moved(corners, 10, 10), rng.randrange(3))
        turn = 0 if base.round else rng.randrange(360)
        over, close = overlaps(body, base, turn), within_of(body, 3, base, turn)
        for x in range(0, SIZE, 2):
            for y in range(0, SIZE, 2):
                own = base.at(pose(x, y, turn))
                assert over.holds(x, y) is overlapping(own, body)
                assert close.holds(x, y) is within(own, body, 3)
        for _ in range(60):
            x, y, h = rng.randrange(SIZE), rng.randrange(SIZE), rng.choice((0, 2, 5))
            for term in (over, close):
                answer = term.ask(x, y, h)
                if answer:
                    assert all(term.holds(p, q) is (answer > 0) for p in range(x - h, x + h + 1)
                               for q in range(y - h, y + h + 1) if (p - x) ** 2 + (q - y) ** 2 <= h * h)  # fmt: skip


def test_what_is_not_decided_is_refused_with_a_way_out() -> None:
    a, b = Past((0, 0), (9, 0), "left"), Deep(Outline(LETTER_L))
    hollow = Near(shape(LETTER_L), 2)
    for question, term, cause in (
        ("wholly", Union((a, b)), "in none of them"),
        ("meets", Common((a, b)), "in common"),
        ("meets", Common((a, Outside(b))), "in common"),
        ("wholly", hollow, "concave"),
        ("meets", Outside(hollow), "concave"),
        ("wholly", Outside(Common((a, b))), "in common"),
        ("meets", Deep(b.outline, 2), "deep"),
        ("wholly", Near(shape(((0, 0),)), 2, closed=False), "closed"),
    ):
        found = unsettled(question, term)  # type: ignore[arg-type]
        assert found is not None and cause in found.cause and found.hint
        assert unsettled(question, term, spot=True) is None  # type: ignore[arg-type]
        with pytest.raises(Undecided, match=cause):
            (wholly if question == "wholly" else meets)(disc(2).at(pose(0, 0)), term)
        with pytest.raises(Undecided):
            (eroded if question == "wholly" else grown)(term, CONCAVE)
        # A spot is always decided.
        (wholly if question == "wholly" else meets)(spot(0, 0), term)
    for question, term in (("wholly", Common((a, b, hollow.shape and ALL))), ("meets", Union((a, b, hollow, NONE))),
                           ("wholly", Outside(Union((a, hollow)))), ("meets", Outside(Common((a, b))))):  # fmt: skip
        assert unsettled(question, term) is None  # type: ignore[arg-type]


def test_everything_and_nothing() -> None:
    own = CONCAVE.at(pose(5, 5, 30))
    assert wholly(own, ALL) and meets(own, ALL) and not wholly(own, NONE) and not meets(own, NONE)
    assert eroded(ALL, CONCAVE) is ALL and grown(NONE, CONCAVE) is NONE
