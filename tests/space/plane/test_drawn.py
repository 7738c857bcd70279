"""Maps of the plane as text: what they draw, and what is said of everything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.space.plane.bodies import meets, wholly
from rulewright.space.plane.drawn import (
    MOST_AREAS,
    MOST_TEXT,
    Area,
    Table,
    Wrong,
    read_area,
    read_map,
    read_table,
    side_of,
)
from rulewright.space.plane.poses import Problem, pose
from rulewright.space.plane.shapes import disc

TEXTS = {
    "centre_line": "line 0x0 to 72x48",
    "wood": "polygon 30x10 36x10 34x16",
    "yard": "rectangle 9x12 to 3x3",
    "crater": "disc 20x20 by 3",
    "south": "past centre_line right by 12",
    "half": "past centre_line left",
}


def drawn() -> Table:
    """The map of these texts."""
    found = read_map("72x48", TEXTS)
    assert isinstance(found, Table)
    return found


def test_a_map_draws_what_it_says() -> None:
    table = drawn()
    assert table.outline.corners == ((0, 0), (72_000, 0), (72_000, 48_000), (0, 48_000))
    assert list(table.areas) == list(TEXTS)
    held = {name: [spot for spot in ((36_000, 24_000), (34_000, 12_000), (5_000, 5_000), (20_000, 22_999),
                                     (40_000, 47_000), (40_000, 1_000)) if area.term.holds(*spot)]
            for name, area in table.areas.items()}  # fmt: skip
    assert held == {
        "centre_line": [(36_000, 24_000)],
        "wood": [(34_000, 12_000)],
        "yard": [(5_000, 5_000)],
        "crater": [(20_000, 22_999)],
        "south": [(40_000, 47_000)],
        "half": [(34_000, 12_000), (40_000, 1_000)],
    }


def test_boundaries_of_drawn_areas() -> None:
    areas = drawn().areas
    assert areas["crater"].term.holds(20_000, 23_000) and not areas["crater"].term.holds(20_000, 23_001)
    assert areas["yard"].term.holds(3_000, 12_000) and not areas["half"].term.holds(36_000, 24_000)
    assert wholly(disc(3_000).at(pose(6_000, 6_000)), areas["yard"].term)
    assert not wholly(disc(3_001).at(pose(6_000, 6_000)), areas["yard"].term)
    assert meets(disc(1_000).at(pose(24_000, 20_000)), areas["crater"].term)


def test_a_disc_may_be_a_spot() -> None:
    found = read_area("disc 3x3 by 0", {})
    assert isinstance(found, Area) and found.term.holds(3_000, 3_000) and not found.term.holds(3_001, 3_000)


def test_sides_of_a_line() -> None:
    line = drawn().areas["centre_line"]
    assert side_of(line, pose(0, 48_000)) == "right" and side_of(line, pose(72_000, 0)) == "left"
    assert side_of(line, pose(36_000, 24_000)) is None and side_of(drawn().areas["wood"], pose(0, 0)) is None


def test_tables_of_other_outlines() -> None:
    found = read_table("polygon 0x0 72x0 60x48 0x48")
    assert not isinstance(found, Problem) and len(found.corners) == 4
    size = read_table("36.5x24")
    assert not isinstance(size, Problem) and size.corners[2] == (36_500, 24_000)


@pytest.mark.parametrize(("text", "at", "cause", "hint"), [
    ("", "", "nothing is drawn", "`polygon"),
    ("polygone 0x0 1x0 1x1", "polygone", "'polygone' draws nothing: expected line, polygon", "`polygon"),
    ("polygon 0x0 1x0", "polygon 0x0 1x0", "3 to 200 corners, found 2", "`polygon"),
    ("polygon 0x0 4x4 4x0 0x4", "4x0", "two sides cross", "in order"),
    ("polygon 0x0 4x0 4x0 0x4", "4x0", "the same spot", "in order"),
    ("polygon 0x0 4x0 2x0 2x4", "2x0", "on another side", "in order"),
    ("polygon 0x0 4x0 4,4 0x4", "4,4", "not how a place is written", "`4x4`"),
    ("polygon 0x0 4x0 4x4@90 0x4", "4x4@90", "a corner has no turn", "`4x4`"),
    ("polygon 0x0 4x0 4x4.0001 0x4", "4.0001", "no whole thousandths", "`4.000`"),
    ("line 0x0 72x48", "line 0x0 72x48", "'to' between them", "`line 0x0 to 72x48`"),
    ("line 0x0 to 0x0", "0x0", "two different ends", "another place"),
    ("rectangle 3x3 to 3x9", "3x9", "opposite corners", "another place"),
    ("disc 3x3 3", "disc 3x3 3", "'by' between them", "`disc 3x3 by 3`"),
    ("disc 3x3", "disc 3x3", "'by' between them", "`disc 20x20 by 3`"),
    ("disc 3x3 by 2.5 inches", "inches", "its lengths have no unit", "`disc 3x3 by 2.5`"),
    ("past centre_line left by 1 inch", "inch", "its lengths have no unit", "`past centre_line left by 1`"),
    ("rectangle 3x3 9x12", "rectangle 3x3 9x12", "'to' between them", "`rectangle 3x3 to 9x12`"),
    ("disc 3x3 by -1", "-1", "not a length", "0 to 1048"),
    ("disc 3x3 by three", "three", "not a number of inches", "`12.5`"),
    ("disc 3x3 by 5000", "5000", "not a length", "0 to 1048"),
    ("past centre_lin left by 12", "centre_lin", "not a line that is drawn before", "`centre_line`"),
    ("past wood left by 12", "wood", "not a line that is drawn before", "`centre_line`"),
    ("past centre_line up by 12", "past centre_line up by 12", "a line, a side and a length", "`past"),
    ("past centre_line left of 12", "past centre_line left of 12", "a line, a side and a length", "`past"),
])  # fmt: skip
def test_problems_of_areas(text: str, at: str, cause: str, hint: str) -> None:
    found = read_area(text, drawn().areas)
    assert isinstance(found, Problem)
    assert text[found.start:found.end] == at
    assert cause in found.cause and hint in found.hint


@pytest.mark.parametrize(("text", "cause"), [
    ("72 by 48", "not the size of a table"), ("0x48", "more than 0"), ("1000.001x48", "at most 1000"),
    ("polygon 0x0 1000.001x0 0x9", "at most 1000"), ("polygon 0x0 9x0 0x-1000.001", "at most 1000"),
    ("72x48.0001", "no whole thousandths"), ("polygon 0x0 1x1", "3 to 200 corners"),
    ("line 0x0 to 4x4", "not the outline of a table"), ("72x4..8", "not a number of inches"),
    ("x" * (MOST_TEXT + 1), "too long"),
])  # fmt: skip
def test_problems_of_tables(text: str, cause: str) -> None:
    found = read_table(text)
    assert isinstance(found, Problem) and cause in found.cause and found.hint


@pytest.mark.parametrize(("text", "meant"), [
    ("72 by 48", "72x48"), ("72 x 48", "72x48"), ("36.5 inches by 24 inches", "36.5x24"), ("large", "72x48"),
])  # fmt: skip
def test_the_hint_for_a_size_has_its_numbers(text: str, meant: str) -> None:
    found = read_table(text)
    assert isinstance(found, Problem) and found.hint == f"write its width and height in inches: `{meant}`"


def test_all_problems_of_a_map_are_told() -> None:
    found = read_map("72", {"a": "disc 3x3", "b": "line 0x0 to 9x9", "c": "past a left"})
    assert isinstance(found, list) and [one.of for one in found] == ["table", "a", "c"]
    assert found[2].problem.hint == "write `b`"
    many = read_map("72x48", {f"a{i}": "disc 3x3 by 1" for i in range(MOST_AREAS + 1)})
    assert isinstance(many, list) and isinstance(many[0], Wrong) and "at most 200 areas" in many[0].problem.cause
    wide = {f"a{i}": "polygon " + " ".join(f"{i}x{j}" for j in range(190)) for i in range(20)}
    found = read_map("72x48", wide)
    assert isinstance(found, list) and "at most 2000 corners" in found[-1].problem.cause and len(found) < 12
    long = read_area("polygon " + "0x0 " * MOST_TEXT, {})
    assert isinstance(long, Problem) and "too long" in long.cause


WORDS = [*("line", "polygon", "disc", "past", "rectangle", "to", "by", "left", "centre_line"),
         *("0x0", "4x0", "4x4", "9x1@3", "3", "-1", "0.5", "x", "@", "1e9")]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=7))
def test_any_words_are_an_area_or_a_problem(words: list[str]) -> None:
    text = " ".join(words)
    found = read_area(text, drawn().areas)
    if isinstance(found, Problem):
        assert 0 <= found.start <= found.end <= len(text) and found.cause and found.hint
    else:
        assert isinstance(found, Area) and found.text == text
        found.term.holds(5, 5)
