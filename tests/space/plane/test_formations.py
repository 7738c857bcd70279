"""Formations are tested as a whole, and proposed so that what is proposed is legal."""

from __future__ import annotations

from random import Random

from tests.space.plane.test_search import EXTENT, TABLE

from rulewright.space.plane.bodies import eroded
from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.crowds import disjoint, linked
from rulewright.space.plane.formations import Formation, Member, block, formation, stands, together
from rulewright.space.plane.measures import overlapping
from rulewright.space.plane.poses import pose, spot_of
from rulewright.space.plane.search import Extent
from rulewright.space.plane.shapes import Base, disc, rectangle, spot
from rulewright.space.plane.streams import Stream
from rulewright.space.plane.terms import Deep, Near, Outside, Past

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
