"""Formations are tested as a whole, and proposed so that what is proposed is legal."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tests.space.plane.test_search import EXTENT, TABLE

from rulewright.space.plane.bodies import eroded
from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.formations import Formation, Member, block, formation, stands, together
from rulewright.space.plane.measures import disjoint, gap, linked, overlapping
from rulewright.space.plane.moves import length_up
from rulewright.space.plane.poses import pose, spot_of
from rulewright.space.plane.room import make_room, shifts
from rulewright.space.plane.search import Extent, witness
from rulewright.space.plane.shapes import Base, Outline, disc, rectangle, segment, spot
from rulewright.space.plane.streams import Stream
from rulewright.space.plane.terms import Deep, Near, Outside, Past, Term, rim

LINK = 2_000
ZONE = Past((0, 0), (72_000, 48_000), "left", 12_000)


def unit(bases: list[Base], turns: tuple[int, ...] = (0,)) -> list[Member]:
    """Members that must lie wholly on the table and in a zone along its diagonal."""
    return [Member(i, base, {turn: (eroded(Deep(TABLE), base, turn), eroded(ZONE, base, turn))
                             for turn in ((0,) if base.round else turns)})
            for i, base in enumerate(bases)]  # fmt: skip


def bodies(seed: int, n: int = 60) -> Buckets:
    """Models on the table."""
    rng = Random(seed)
    return Buckets({100 + i: disc(630).at(pose(rng.randrange(72_000), rng.randrange(48_000))) for i in range(n)})


def check(members: list[Member], found: Formation, others: Buckets) -> None:
    """What a legal formation is, asked pair by pair."""
    assert [number for number, _, _ in found] == [one.number for one in members]
    shapes = [one.base.at(place) for one, (_, place, _) in zip(members, found, strict=True)]
    assert disjoint(shapes) and linked(shapes, LINK)
    for shape in shapes:
        assert not any(overlapping(shape, body) for body in others.shapes.values())
    for one, (_, place, way) in zip(members, found, strict=True):
        turn = place >> 42
        assert way is None and all(term.holds(*spot_of(place)) for term in one.terms[turn])


def test_units_of_ten_are_laid_within_links() -> None:
    members = unit([disc(492)] * 10)
    for seed in range(8):
        others = bodies(seed)
        found = together(members, EXTENT, others, Stream(seed), LINK)
        assert found is not None
        check(members, found, others)
        assert together(members, EXTENT, others, Stream(seed), LINK) == found
        assert together(members, EXTENT, others, Stream(seed + 99), LINK) != found


def test_bases_with_corners_are_laid_in_drawn_turns() -> None:
    members = unit([rectangle(3_000, 5_000), disc(1_200), rectangle(2_000, 3_000)], (0, 45, 90, 200))
    others = bodies(5, 30)
    found = together(members, EXTENT, others, Stream(4), LINK)
    assert found is not None
    check(members, found, others)
    assert {place >> 42 for _, place, _ in found} <= {0, 45, 90, 200}


def test_the_first_may_have_to_stand_somewhere() -> None:
    members = unit([disc(492)] * 4)
    free = Buckets({})
    at = 50_000, 5_000
    found = together(members, EXTENT, free, Stream(1), LINK, start=at)
    assert found is not None and spot_of(found[0][1]) == at
    assert together(members, EXTENT, free, Stream(1), LINK, start=(5_000, 40_000)) is None


def test_there_is_no_room_on_a_full_table() -> None:
    members = unit([disc(492)] * 3)
    assert together(members, EXTENT, Buckets({1: disc(90_000).at(pose(0, 0))}), Stream(1), LINK) is None


def test_a_tight_pocket_is_filled_by_search() -> None:
    """Three bases in a slot that hardly takes them: what is drawn misses it, and the search finds it."""
    base = disc(500)
    slot = (Near(spot(10_000, 10_000), 1_700), Outside(Near(spot(10_000, 10_000), 500)))
    members = [Member(i, base, {0: slot}) for i in range(4)]
    others = Buckets({})
    done = [together(members, Extent(0, 0, 20_000, 20_000, 60), others, Stream(seed), LINK) for seed in range(6)]
    assert any(found is not None for found in done)
    for found in done:
        if found is not None:
            check(members, found, others)


def test_formations_are_refused_for_each_reason() -> None:
    members = unit([disc(492)] * 3)
    free = Buckets({})
    fine = {0: pose(50_000, 5_000), 1: pose(52_000, 5_000), 2: pose(54_000, 5_000)}
    assert stands(members, fine, free, LINK)
    assert stands(members, fine | {2: pose(54_984, 5_000)}, free, LINK)  # a gap of exactly two inches
    assert not stands(members, fine | {2: pose(54_985, 5_000)}, free, LINK)
    assert stands(members, fine | {2: pose(54_985, 5_000)}, free)
    assert not stands(members, fine | {2: pose(52_983, 5_000)}, free, LINK)  # overlaps its neighbour
    assert stands(members, fine | {2: pose(52_984, 5_000)}, free, LINK)  # touches it
    assert not stands(members, fine, Buckets({9: disc(1_000).at(pose(51_000, 6_000))}), LINK)
    assert not stands(members, {n: pose(place % 2**20, 40_000) for n, place in fine.items()}, free, LINK)
    assert not stands(members, fine | {0: pose(50_000, 5_000, 90)}, free, LINK)  # a turn that nobody offers


def test_blocks_are_proposals_round_a_spot() -> None:
    members = unit([disc(492)] * 10)
    laid = block(members, (50_000, 8_000))
    shapes = [disc(492).at(place) for place in laid.values()]
    assert disjoint(shapes) and linked(shapes, 0) and stands(members, laid, Buckets({}), LINK)
    wide = unit([rectangle(3_000, 5_000), disc(1_200)])
    assert disjoint([one.base.at(block(wide, (0, 0), 30)[one.number]) for one in wide])
    assert formation(laid) == tuple((n, laid[n], None) for n in sorted(laid))


APART = 12_000
SMALL = Outline(((0, 0), (26_000, 0), (26_000, 26_000), (0, 26_000)))


def _law(found: Formation, terms: list[Term]) -> bool:
    spots = [spot_of(place) for _, place, _ in found]
    return all(term.holds(*one) for one in spots for term in terms) and all(
        gap(spot(*one), spot(*other)) > APART for i, one in enumerate(spots) for other in spots[:i])  # fmt: skip


def test_room_is_made_by_small_shifts() -> None:
    """A marker in the middle of a small table leaves no room for another; it has to leave by what a corner lacks."""
    inner = [Deep(SMALL), Outside(Near(rim(SMALL), 6_000))]
    was = {1: pose(13_000, 13_000)}
    extent = Extent(0, 0, 26_000, 26_000, 250)
    full = witness([*inner, Outside(Near(spot(13_000, 13_000), APART))], extent)
    assert full.spot is None and full.proven
    found = make_room(was, dict.fromkeys(was, inner), APART, inner, extent)
    assert [cost for cost, _, _ in found] == sorted(cost for cost, _, _ in found)
    for cost, laid, free in found:
        assert cost == shifts({n: place for n, place, _ in laid}, was)
        assert _law((*laid, (9, free, None)), inner)
    # 12 inches less half the diagonal of a square of 14 inches are 2.1; the corners are met to the grain.
    assert 2_100 < found[0][0] < 2_700
    assert make_room(was, dict.fromkeys(was, inner), APART, inner, extent) == found


def test_room_is_made_among_several() -> None:
    inner = [Deep(SMALL), Outside(Near(rim(SMALL), 6_000))]
    was = {1: pose(7_000, 13_000), 2: pose(19_900, 13_000)}
    extent = Extent(0, 0, 26_000, 26_000, 250)
    found = make_room(was, dict.fromkeys(was, inner), APART, inner, extent)
    assert found
    for cost, laid, free in found:
        assert cost > 0 and any(place != was[number] for number, place, _ in laid)
        assert cost == shifts({n: place for n, place, _ in laid}, was)
        assert _law((*laid, (9, free, None)), inner)


def test_those_pushed_push_others_aside() -> None:
    """Four along a road of 40 inches: the new one at its end pushes the first, which pushes the second, and so on."""
    road: list[Term] = [Near(segment((0, 0), (40_000, 0)), 100)]
    was = {1: pose(2_000, 0), 2: pose(15_000, 0), 3: pose(28_000, 0)}
    extent = Extent(-1_000, -1_000, 41_000, 1_000, 250)
    (cost, laid, free), *_ = make_room(was, dict.fromkeys(was, road), APART, [Near(spot(0, 0), 50)], extent)
    assert _law((*laid, (9, free, None)), road)
    xs = [spot_of(place)[0] for _, place, _ in laid]
    assert all(11_990 < b - a < 12_100 for a, b in pairwise([spot_of(free)[0], *xs]))
    # 10 + 9 + 8 inches, to the grain of each and the width of the road.
    assert 26_500 < cost < 28_500


def test_no_room_can_be_made_where_there_is_none() -> None:
    inner = [Near(spot(20_000, 20_000), 5_000)]
    was = {1: pose(20_000, 20_000)}
    assert make_room(was, {1: inner}, APART, inner, Extent(0, 0, 40_000, 40_000, 500)) == []


def test_nothing_is_moved_where_there_is_room() -> None:
    was = {1: pose(20_000, 20_000)}
    (cost, laid, free), *_ = make_room(was, {1: [Deep(TABLE)]}, APART, [Deep(TABLE)], EXTENT)
    assert cost == 0 and laid == formation(was) and length_up(spot_of(free), (20_000, 20_000)) > APART
