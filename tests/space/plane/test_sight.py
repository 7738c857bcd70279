"""Lines of sight: entries in fractions and 120 digits, and which of several things a line meets first."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from random import Random

from tests.space.plane import brute
from tests.space.plane.drawing import DRAWN, convex, moved, outline, shape

from rulewright.space.plane.insides import contact
from rulewright.space.plane.points import Part
from rulewright.space.plane.poses import pose
from rulewright.space.plane.roots import Root, order, sign
from rulewright.space.plane.shapes import Shape, disc
from rulewright.space.plane.sight import clear, entry, met, spot_on


def _value(root: Root) -> Decimal:
    with localcontext() as context:
        context.prec = 120
        return (root.p + root.s * Decimal(root.q).sqrt()) / root.d


def test_numbers_with_a_root_compare_as_digits_do() -> None:
    rng = Random(1)
    ties = 0
    for _ in range(6000):
        size = rng.choice((4, 9, 10**12))
        one, other = (Root(rng.randrange(-size, size), rng.choice((-2, -1, 0, 1, 3)), rng.randrange(size),
                           rng.randrange(1, size)) for _ in range(2))  # fmt: skip
        if not rng.randrange(8):
            # The same number, written in another way.
            k = rng.randrange(1, 9)
            other = Root(one.p * k, (one.s > 0) - (one.s < 0), (one.s * k) ** 2 * one.q, one.d * k)
        a, b = _value(one), _value(other)
        expected = 0 if brute.same(a, b) else 1 if a > b else -1
        assert order(one, other) == expected == -order(other, one), (one, other)
        assert sign(one.p, one.s, one.q) == (0 if brute.same(a, Decimal(0)) else 1 if a > 0 else -1)
        ties += expected == 0
    assert ties > 500


def _entry(a: tuple[int, int], b: tuple[int, int], part: Part) -> Fraction | None:
    """Where a segment first meets an outline, in fractions."""
    stops = [t for side in brute.sides(part) for t in brute.meetings(a, b, *side)]
    return Fraction(0) if brute.inside(a, part) else min(stops, default=None)


def test_entries_into_drawn_shapes() -> None:
    rng = Random(2)
    found = {True: 0, False: 0}
    for corners in (*DRAWN, *(outline(rng, 8, 8) for _ in range(30)), *(convex(rng, 8) for _ in range(40))):
        for _ in range(12):
            a, b = ((rng.randrange(-2, 11), rng.randrange(-2, 11)) for _ in range(2))
            expected = _entry(a, b, corners)
            root = entry(a, b, shape(corners))
            assert (root is None) is (expected is None), (a, b, corners)
            found[root is None] += 1
            if root is not None:
                assert root.s == 0 or root.q == 0
                assert Fraction(root.p, root.d) == expected
    assert min(found.values()) > 100


def _far(part: Part, x: Decimal, y: Decimal) -> Decimal:
    """The squared distance of a spot of 120 digits from an outline."""
    best = Decimal("Infinity")
    for (ax, ay), (bx, by) in brute.sides(part):
        dx, dy = bx - ax, by - ay
        length = Decimal(dx * dx + dy * dy)
        t = min(Decimal(1), max(Decimal(0), ((x - ax) * dx + (y - ay) * dy) / length)) if length else Decimal(0)
        best = min(best, (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2)
    return best


def test_entries_into_round_shapes() -> None:
    """The way meets the shape where its entry is, and nowhere before."""
    rng = Random(3)
    entered = 0
    for _ in range(400):
        part, r = convex(rng, 6), rng.randrange(1, 6)
        a, b = ((rng.randrange(-9, 16), rng.randrange(-9, 16)) for _ in range(2))
        body = Shape((part,), r)
        root = entry(a, b, body)
        assert (root is None) is (contact(a, b, body) == "apart")
        if root is None:
            continue
        if brute.far((a,), part) <= r * r:
            assert _value(root) == 0
            continue
        entered += 1
        with localcontext() as context:
            context.prec = 120
            t = _value(root)
            assert 0 < t <= 1
            assert abs(_far(part, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) - r * r) < Decimal(10) ** -80
            for share in range(1, 12):
                s = t * share / 12
                assert _far(part, a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])) > r * r
    assert entered > 60


def test_the_first_obstacle_is_the_one_met_first() -> None:
    rng = Random(4)
    ties = 0
    for _ in range(250):
        shapes = [disc(rng.randrange(1, 4)).at(pose(rng.randrange(20), rng.randrange(20))) for _ in range(4)]
        shapes += [shape(moved(outline(rng, 5, 5), rng.randrange(15), rng.randrange(15))) for _ in range(3)]
        shapes.append(shapes[rng.randrange(7)])
        a, b = ((rng.randrange(20), rng.randrange(20)) for _ in range(2))
        entries = [(_value(root), i) for i, one in enumerate(shapes) if (root := entry(a, b, one)) is not None]
        order_ = met(a, b, shapes)
        assert sorted(order_) == [i for _, i in entries]
        if not entries:
            continue
        least = min(entries)[0]
        tied = [i for value, i in entries if brute.same(value, least)]
        assert order_[0] == tied[0]
        ties += len(tied) > 1
        values = {i: value for value, i in entries}
        for one, other in pairwise(order_):
            assert values[one] < values[other] or (brute.same(values[one], values[other]) and one < other)
    assert ties > 15


def test_first_and_second_depend_on_where_one_stands() -> None:
    near, far = disc(500).at(pose(3_000, 0)), disc(500).at(pose(9_000, 300))
    assert met((0, 0), (12_000, 0), [far, near]) == [1, 0] and met((12_000, 0), (0, 0), [far, near]) == [0, 1]
    assert met((0, 0), (0, 9_000), [far, near]) == []


def test_where_a_line_enters_is_at_most_a_thousandth_off() -> None:
    rng = Random(5)
    entered = 0
    for _ in range(400):
        body = Shape((convex(rng, 6_000),), rng.randrange(3_000))
        a, b = ((rng.randrange(-9_000, 16_000), rng.randrange(-9_000, 16_000)) for _ in range(2))
        root, spot = entry(a, b, body), spot_on(a, b, body)
        assert (root is None) is (spot is None)
        if root is None or spot is None:
            continue
        entered += 1
        t = _value(root)
        for axis in (0, 1):
            exact = a[axis] + t * (b[axis] - a[axis])
            assert abs(exact - spot[axis]) <= 1
    assert entered > 60
    assert spot_on((0, 0), (9_000, 0), disc(500).at(pose(3_000, 0))) == (2_500, 0)
    assert spot_on((9_000, 0), (0, 0), disc(500).at(pose(3_000, 0))) == (3_500, 0)


def test_a_line_enters_what_it_only_grazes_where_it_touches() -> None:
    grazed = entry((0, 0), (9_000, 0), disc(500).at(pose(3_000, 500)))
    assert grazed is not None and brute.same(_value(grazed) * 3, Decimal(1))
    assert entry((0, 0), (9_000, 0), disc(500).at(pose(3_000, 501))) is None
    along = entry((0, 0), (9_000, 0), shape(((2_000, 500), (4_000, 500)), 500))
    assert along is not None and brute.same(_value(along) * 9, Decimal(2))
    ends = entry((0, 0), (2_500, 0), disc(500).at(pose(3_000, 0)))
    assert ends is not None and _value(ends) == 1
    assert entry((0, 0), (2_499, 0), disc(500).at(pose(3_000, 0))) is None


def test_lines_that_graze_are_clear_unless_that_is_refused() -> None:
    body = disc(500).at(pose(3_000, 500))
    assert clear((0, 0), (9_000, 0), [body]) and not clear((0, 0), (9_000, 0), [body], grazing=False)
    assert not clear((0, 1), (9_000, 1), [body]) and clear((0, -1), (9_000, -1), [body], grazing=False)
    wall = shape(((3_000, 0), (3_200, 0), (3_200, 5_000), (3_000, 5_000)))
    assert clear((0, 0), (9_000, 0), [wall]) and not clear((0, 0), (9_000, 1), [wall])
