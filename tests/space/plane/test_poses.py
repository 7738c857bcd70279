"""Poses are numbers, names are their inverse, and everything else is told what is wrong with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.space.grid import EDGES
from rulewright.space.plane.poses import (
    REACH,
    Problem,
    inches,
    meant,
    parse,
    pose,
    read,
    read_inches,
    show,
    split,
    spot_of,
)

COORDINATES = st.integers(-REACH, REACH - 1)
TURNS = st.integers(0, 359)


@given(COORDINATES, COORDINATES, TURNS)
def test_poses_are_numbers_below_edges(x: int, y: int, turn: int) -> None:
    number = pose(x, y, turn)
    assert 0 <= number < EDGES
    assert split(number) == (turn, x, y) and spot_of(number) == (x, y)
    assert parse(show(number)) == number
    assert read(show(number)) == number


@given(st.tuples(COORDINATES, COORDINATES, TURNS), st.tuples(COORDINATES, COORDINATES, TURNS))
def test_numbers_ascend_by_turn_row_and_column(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    assert (pose(*one) < pose(*other)) is (one[::-1] < other[::-1])


@given(st.text(alphabet="0123456789.x@-+ ,()", max_size=14))
def test_nothing_else_is_a_name(text: str) -> None:
    number, found = parse(text), read(text)
    assert number is None or show(number) == text.removesuffix("@0")
    if isinstance(found, Problem):
        assert number is None
        assert 0 <= found.start <= found.end <= len(text) and found.cause
        assert found.hint
    else:
        assert number == found


@pytest.mark.parametrize(("text", "name"), [
    ("12.5x7", "12.5x7"), ("0x0", "0x0"), ("-0.001x48", "-0.001x48"), ("36x24@359", "36x24@359"), ("0.63x1.25@1", None),
    ("12.5x7@0", "12.5x7"),
])  # fmt: skip
def test_names(text: str, name: str | None) -> None:
    number = parse(text)
    assert number is not None and show(number) == (name or text)


@pytest.mark.parametrize(("text", "start", "end", "cause", "hint"), [
    ("12.50x7", 0, 7, "not how a place is written", "`12.5x7`"),
    ("12.5, 7", 0, 7, "not how a place is written", "`12.5x7`"),
    ("(12.5, 7) turned 45", 0, 19, "not how a place is written", "`12.5x7@45`"),
    ("12.5, 7 turned 45", 0, 17, "not how a place is written", "`12.5x7@45`"),
    ("12x7@360", 0, 8, "not how a place is written", "`12x7`"),
    ("12x7@00", 0, 7, "not how a place is written", "`12x7`"),
    ("12x7@-90", 0, 8, "not how a place is written", "`12x7@270`"),
    ("12x7@4.5", 5, 8, "'4.5' is not a turn in whole degrees", "1 to 359"),
    ("12.1234x7", 0, 7, "no whole thousandths", "`12.123`"),
    ("12x7.00001", 3, 10, "no whole thousandths", "`7.000`"),
    ("12xB4", 3, 5, "'B4' is not a number of inches", "`12.5`"),
    ("2000x7", 0, 4, "off the plane", "1048"),
    ("7x-2000", 2, 7, "off the plane", "1048"),
    ("B4", 0, 2, "'B4' is not a place", "`12.5x7`"),
    ("", 0, 0, "is not a place", "`12.5x7`"),
    ("-0x0", 0, 4, "not how a place is written", "`0x0`"),
    ("1" * 80, 60, 80, "shorter", "inches"),
])  # fmt: skip
def test_problems_tell_place_cause_and_remedy(text: str, start: int, end: int, cause: str, hint: str) -> None:
    found = read(text)
    assert isinstance(found, Problem)
    assert (found.start, found.end) == (start, end)
    assert cause in found.cause and hint in found.hint


@pytest.mark.parametrize(("x", "y", "turn"), [(REACH, 0, 0), (0, -REACH - 1, 0), (0, 0, 360), (0, 0, -1)])
def test_there_is_no_pose_off_the_plane(x: int, y: int, turn: int) -> None:
    with pytest.raises(ValueError, match="no pose"):
        pose(x, y, turn)


@pytest.mark.parametrize(("text", "name"), [
    ("8.5, 12 turned 45", "8.5x12@45"), ("(8.5, 12) turned 45", "8.5x12@45"), ("8.5x12", "8.5x12"),
    (" 8.50 x 12.000 ", "8.5x12"), ("8.5;12@-90", "8.5x12@270"), ("( 8.5 , 12 )", "8.5x12"), ("-.5, 1", None),
    ("8.5X12", "8.5x12"), ("8.5 \u00d7 12", "8.5x12"), ("8.5\u044512 turned 45", "8.5x12@45"),
    ("8.5 12", None), ("8.5, 12 turnedx", None), ("8.5, 12 turned", None),
])  # fmt: skip
def test_what_people_type_is_taken_as_it_is_meant(text: str, name: str | None) -> None:
    found = meant(text)
    if name is None:
        assert isinstance(found, Problem) and found.hint and 0 <= found.start <= found.end <= len(text)
    else:
        assert not isinstance(found, Problem) and show(found) == name


def test_the_plane_ends_at_a_thousandth() -> None:
    assert parse("1048.575x-1048.576") == pose(REACH - 1, -REACH)
    for text in ("1048.576x0", "0x1048.576", "-1048.577x0"):
        found = read(text)
        assert isinstance(found, Problem) and "off the plane" in found.cause


@given(st.integers(-(10**7), 10**7))
def test_lengths_are_read_as_they_are_shown(length: int) -> None:
    assert read_inches(inches(length)) == length
