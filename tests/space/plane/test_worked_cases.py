"""Cases of a battle on a table of 72 by 48 inches, most of them exactly on a boundary, worked by hand.

The readings: "within" has its boundary, "more than" has not, "not closer than" permits exactly that distance, a
model is in a zone if its base wholly is, and bases in contact do not overlap.
"""

from __future__ import annotations

from rulewright.space.plane.bodies import meets, wholly
from rulewright.space.plane.crowds import disjoint, linked
from rulewright.space.plane.drawn import Table, read_map
from rulewright.space.plane.gaps import shown_against
from rulewright.space.plane.insides import contact, share
from rulewright.space.plane.measures import gap, overlapping, touching, within
from rulewright.space.plane.moves import moved_toward, scattered, swept, way_length
from rulewright.space.plane.poses import parse, show, spot_of
from rulewright.space.plane.shapes import Outline, disc, polygon, rectangle, segment, spot
from rulewright.space.plane.table import Plane
from rulewright.space.plane.terms import Common, Deep, Near, Outside, Past, Term, Union, minus

DRAWN = {
    "long_line": "line 0x24 to 72x24", "short_line": "line 36x0 to 36x48", "diagonal": "line 0x48 to 64x0",
    "north": "past long_line left by 12", "east": "past short_line left by 12",  # walking south, east is on the left
    "corner": "past diagonal right by 12", "south_edge": "line 0x48 to 72x48",
    "north_half": "rectangle 0x0 to 72x24",
    "square": "rectangle 24x0 to 48x24", "next_square": "rectangle 48x0 to 72x24",
}  # fmt: skip
INFANTRY = disc(492)  # 25 mm
HULL = rectangle(3_000, 5_000)


def plane() -> Plane:
    """The table."""
    drawn = read_map("72x48", DRAWN)
    assert isinstance(drawn, Table)
    return Plane(drawn)


def at(text: str) -> int:
    """A pose."""
    found = parse(text)
    assert found is not None, text
    return found


def area(name: str) -> Term:
    """A drawn area."""
    return plane().areas[name].term


def test_zones_begin_beyond_twelve_inches() -> None:
    # The strip is more than 12 inches from the line at y = 24, so a base of .492 has its middle above 11.508.
    assert not wholly(INFANTRY.at(at("36x11.508")), area("north"))
    assert wholly(INFANTRY.at(at("36x11.507")), area("north"))
    assert meets(INFANTRY.at(at("36x12.491")), area("north"))  # partly in the zone
    assert not meets(INFANTRY.at(at("36x12.492")), area("north"))  # touches its boundary, which does not belong to it
    assert area("north").holds(0, 11_999) and not area("north").holds(0, 12_000)


def test_zones_of_short_edges() -> None:
    assert not wholly(HULL.at(at("49.5x20")), area("east")) and wholly(HULL.at(at("49.501x20")), area("east"))
    # Turned by a quarter, it is five inches wide.
    assert not wholly(HULL.at(at("50.5x20@90")), area("east")) and wholly(HULL.at(at("50.501x20@270")), area("east"))
    assert not wholly(HULL.at(at("70.501x20")), plane().everywhere)


def test_zones_along_a_diagonal_are_measured_at_right_angles() -> None:
    # The line from 0x48 to 64x0 falls by 3 for 4: 12 inches at right angles lead by 7.2 and 9.6 from a spot on it.
    line = 32_000, 24_000
    assert not area("corner").holds(line[0] + 7_200, line[1] + 9_600)
    assert area("corner").holds(line[0] + 7_201, line[1] + 9_600)
    assert area("corner").holds(line[0] + 7_200, line[1] + 9_601)
    # A base of 1 inch: 13 inches, by 7.8 and 10.4.
    base = disc(1_000)
    assert not wholly(base.at(at("39.8x34.4")), area("corner")) and wholly(base.at(at("39.8x34.401")), area("corner"))


def test_zones_lie_on_the_table() -> None:
    zone = Common((area("north"), plane().everywhere))
    assert wholly(INFANTRY.at(at("0.492x0.492")), zone) and not wholly(INFANTRY.at(at("0.491x5")), zone)


def test_markers_keep_from_edges_and_from_each_other() -> None:
    inner = minus(plane().everywhere, Near(plane().rim, 6_000))
    assert not inner.holds(6_000, 24_000) and inner.holds(6_001, 24_000) and inner.holds(65_999, 41_999)
    other = Outside(Near(spot(36_000, 24_000), 12_000))
    assert not other.holds(48_000, 24_000) and other.holds(48_001, 24_000)
    assert not other.holds(36_000 + 7_200, 24_000 - 9_600) and other.holds(36_000 + 7_201, 24_000 - 9_600)


def test_a_refusal_tells_the_measured_gap_on_its_side_of_the_limit() -> None:
    assert shown_against(gap(spot(0, 0), spot(11_600, 0)), 12_000) == "11.6"
    assert shown_against(gap(spot(0, 0), spot(11_999, 100)), 12_000) == "11.99"
    assert shown_against(gap(spot(0, 0), spot(12_000, 0)), 12_000) == "12"
    assert shown_against(gap(spot(0, 0), spot(12_000, 1)), 12_000) == "12.01"


def test_fortifications_three_inches_apart() -> None:
    keep = rectangle(6_000, 6_000).at(at("20x10"))
    for text, fine in (("29x10", True), ("28.999x10", False), ("20x19", True), ("20x18.999", False)):
        assert (gap(rectangle(6_000, 6_000).at(at(text)), keep) >= 3_000) is fine, text
    # Corner to corner by 1.8 and 2.4.
    assert gap(rectangle(6_000, 6_000).at(at("27.8x18.4")), keep) == 3_000
    assert gap(rectangle(6_000, 6_000).at(at("27.8x18.399")), keep) < 3_000


def test_a_fortification_lies_wholly_in_its_half() -> None:
    half = area("north_half")
    assert wholly(HULL.at(at("10x21.5")), half) and not wholly(HULL.at(at("10x21.501")), half)
    assert wholly(HULL.at(at("1.5x2.5")), half) and not wholly(HULL.at(at("1.499x2.5")), half)


def test_a_piece_counts_against_the_square_that_holds_most_of_it() -> None:
    squares = [plane().areas[name].shape for name in ("square", "next_square")]
    assert squares[0] is not None and squares[1] is not None
    held = [share(HULL.at(at("48x10")), one) for one in squares if one is not None]
    assert held == [(1, 2), (1, 2)]  # a tie, the owner's choice
    assert [share(HULL.at(at("48.5x10")), one) for one in squares if one is not None] == [(1, 3), (2, 3)]
    # Partly off both: three of five inches in the south.
    assert share(HULL.at(at("30x24.5")), squares[0]) == (2, 5)


def test_control_within_three_inches_of_a_marker() -> None:
    marker = spot(36_000, 24_000)
    assert within(INFANTRY.at(at("39.492x24")), marker, 3_000)
    assert not within(INFANTRY.at(at("39.493x24")), marker, 3_000)
    # A hull by its corner: 1.8 and 2.4 from the marker.
    assert gap(HULL.at(at("39.3x28.9")), marker) == 3_000 and not within(HULL.at(at("39.301x28.9")), marker, 3_000)


def test_the_nearer_of_two_units_may_tie() -> None:
    marker = spot(0, 0)
    one, other = INFANTRY.at(at("3x4")), disc(1_492).at(at("0x6"))
    assert gap(one, marker) == gap(other, marker) == 4_508
    assert not gap(one, marker) < gap(other, marker) and not gap(other, marker) < gap(one, marker)
    # Roots that are no fractions: 3 sqrt(2) less .492 and sqrt(18) less .492.
    a, b = INFANTRY.at(at("3x3")), INFANTRY.at(at("-3x3"))
    assert gap(a, marker) == gap(b, marker) and gap(a, marker) != 3_750
    assert gap(INFANTRY.at(at("3x3.001")), marker) > gap(a, marker)


def test_coherency_of_two_inches() -> None:
    row = [INFANTRY.at(at(text)) for text in ("10x10", "12.984x10", "15.968x10")]
    assert linked(row, 2_000) and not linked([row[0], row[2]], 2_000)
    assert not linked([*row[:2], INFANTRY.at(at("15.969x10"))], 2_000)
    assert linked([*row, INFANTRY.at(at("12.984x12.984"))], 2_000)


def test_bases_in_contact() -> None:
    one, other = INFANTRY.at(at("10x10")), INFANTRY.at(at("10.984x10"))
    assert touching(one, other) and disjoint([one, other]) and gap(one, other) == 0
    assert overlapping(one, INFANTRY.at(at("10.983x10")))
    hull = HULL.at(at("20x20@90"))
    assert touching(INFANTRY.at(at("20x18.008")), hull) and not touching(INFANTRY.at(at("20x18.007")), hull)
    assert overlapping(INFANTRY.at(at("20x18.009")), hull) and not overlapping(INFANTRY.at(at("20x18.008")), hull)


def test_a_blast_hits_what_it_touches() -> None:
    blast = disc(2_500).at(at("30x30"))
    assert touching(blast, INFANTRY.at(at("32.992x30"))) and not touching(blast, INFANTRY.at(at("32.993x30")))
    caught = [text for text in ("28x30", "30x33", "32.115x32.115", "32.116x32.116") if
              touching(blast, INFANTRY.at(at(text)))]  # fmt: skip
    assert caught == ["28x30", "32.115x32.115"]  # 30x33 is 3 away, and 2.115 along both axes is 2.9911


def test_night_bands_from_nearest_model_to_nearest_model() -> None:
    shooter = [INFANTRY.at(at("10x10")), INFANTRY.at(at("12x10"))]

    def band(*target: str) -> str:
        nearest = min(gap(a, INFANTRY.at(at(text))) for a in shooter for text in target)
        return ("normal" if nearest < 12_000 else "stealth" if nearest < 24_000 else "shrouded" if nearest <= 36_000
                else "none")  # fmt: skip

    assert band("24.983x10", "60x10") == "normal" and band("24.984x10") == "stealth"
    assert band("36.983x10") == "stealth" and band("36.984x10") == "shrouded"
    assert band("48.984x10") == "shrouded" and band("48.985x10") == "none"


def test_arrival_from_an_edge() -> None:
    edge = plane().areas["south_edge"].shape
    assert edge is not None
    outside, on = INFANTRY.at(at("30x48.492")), INFANTRY.at(at("30x47.508"))
    assert touching(outside, edge) and not overlapping(outside, Deep(plane().outline).outline.shape)
    assert touching(on, edge) and wholly(on, plane().everywhere)
    way = [at("30x48.492"), at("30x42.492")]
    assert way_length(way) == 6_000
    assert not touching(INFANTRY.at(at("30x47.507")), edge)
    # What is not able to move its own width stays in contact with the edge.
    assert not wholly(INFANTRY.at(at("30x47.509")), plane().everywhere)


def test_moves_of_six_inches() -> None:
    assert way_length([at("10x10"), at("13.6x14.8")]) == 6_000
    assert way_length([at("10x10"), at("13.6x14.801")]) == 6_001
    # Two legs, each rounded up: 4.2427 and 1.4143.
    assert way_length([at("10x10"), at("13x13"), at("14x14")]) == 4_243 + 1_415
    end = moved_toward(at("10x10"), (36_000, 24_000), 6_000)
    assert way_length([at("10x10"), end]) <= 6_000 and show(end) == "15.282x12.844"
    wall = segment((20_000, 10_000), (20_000, 20_000))
    assert not overlapping(swept(INFANTRY, [at("19.508x0"), at("19.508x30")]), wall)
    assert overlapping(swept(INFANTRY, [at("19.509x0"), at("19.509x30")]), wall)


def test_scatter_by_direction_and_distance() -> None:
    assert show(scattered(at("36x24"), 90, 7_000)) == "43x24" and show(scattered(at("36x24"), 0, 7_000)) == "36x17"
    assert show(scattered(at("36x24"), 135, 10_000)) == "43.071x31.071"
    landed = spot_of(scattered(at("70x24"), 90, 9_000))
    assert not plane().everywhere.holds(*landed)


def test_lines_of_sight_along_a_wall_and_past_its_corner() -> None:
    ruin = rectangle(6_000, 4_000).at(at("36x24"))  # 33x22 to 39x26
    assert contact(spot_of(at("30x22")), spot_of(at("42x22")), ruin) == "touching"  # along its side
    assert contact(spot_of(at("30x22.001")), spot_of(at("42x22.001")), ruin) == "crossing"
    assert contact(spot_of(at("30x25")), spot_of(at("36x19")), ruin) == "touching"  # its corner at 33x22 alone
    assert contact(spot_of(at("30x25")), spot_of(at("36x19.001")), ruin) == "crossing"
    assert contact(spot_of(at("30x21.999")), spot_of(at("42x21.999")), ruin) == "apart"


def test_partly_in_the_other_zone_and_what_is_refused() -> None:
    zone = Past((0, 24_000), (72_000, 24_000), "left", 12_000)
    assert meets(HULL.at(at("10x14.499")), zone) and not meets(HULL.at(at("10x14.5")), zone)
    both = Union((area("north"), area("east")))
    assert both.holds(60_000, 40_000) and not both.holds(10_000, 40_000)  # spots are decided everywhere
    assert meets(HULL.at(at("49x40")), both) and not meets(HULL.at(at("46.5x40")), both)


def test_a_ruin_with_a_corner() -> None:
    corners = ((0, 0), (6_000, 0), (6_000, 2_000), (2_000, 2_000), (2_000, 6_000), (0, 6_000))
    ruin = polygon(corners).at(at("20x20"))
    floor = Deep(Outline(tuple((x + 20_000, y + 20_000) for x, y in corners)))
    assert gap(INFANTRY.at(at("24x24")), ruin) == 1_508
    assert wholly(disc(1_000).at(at("21x21")), floor) and not wholly(disc(1_000).at(at("21.001x22")), floor)
    # In the bend it may be wider than an arm: as far from two walls as from the inner corner, 4 - 2 sqrt(2) = 1.1716.
    assert wholly(disc(1_171).at(at("21.171x21.171")), floor) and not wholly(disc(1_172).at(at("21.172x21.172")), floor)
    assert touching(INFANTRY.at(at("22.492x24")), ruin) and disjoint([INFANTRY.at(at("22.492x24")), ruin])
    assert not disjoint([INFANTRY.at(at("22.491x24")), ruin])
