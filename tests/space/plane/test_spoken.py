"""Answers as people write them, and what is said of those that cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.space.plane.poses import Problem, parse, pose, show
from rulewright.space.plane.spoken import MOST_TEXT, Spoken, read_answer, say

NAMES = {"B1": 1, "Objective 2": 2, "Old Tank": 3, "Old": 4, "12x7": 5, "7 Men": 6}
STANDS = {1: pose(10_000, 10_000, 45), 2: pose(36_000, 24_000), 3: pose(0, 0), 4: -1}


def at(text: str) -> list[tuple[int, str]]:
    """Things and where they go."""
    found = read_answer(text, NAMES, STANDS)
    assert not isinstance(found, Problem), found
    return [(one.thing, show(one.pose)) for one in found]


@pytest.mark.parametrize(("text", "expected"), [
    ("B1 12x7", [(1, "12x7")]),
    ("B1 12x7@90", [(1, "12x7@90")]),
    ("Old Tank 13.5x7@90, B1 12x7", [(1, "12x7"), (3, "13.5x7@90")]),
    ("Old 1x1, Old Tank 2x2", [(3, "2x2"), (4, "1x1")]),
    ("B1 toward Objective 2 by 0", [(1, "10x10@45")]),
    ("B1 toward 16x18 by 5", [(1, "13x14@45")]),
    ("B1 toward 16x18 by 10", [(1, "16x18@45")]),
    ("B1 toward 16x18 by 99", [(1, "16x18@45")]),
    ("Old Tank toward Objective 2 by 6", [(3, "4.992x3.328")]),
    ("B1 north by 4.5", [(1, "10x5.5@45")]),
    ("B1 270 by 1", [(1, "9x10@45")]),
    ("B1 south_east by 10", [(1, "17.071x17.071@45")]),
    ("B1 turned 90", [(1, "10x10@90")]),
    ("B1 turned 360", [(1, "10x10")]),
    ("12x7 3x3", [(5, "3x3")]),
    ("B1 12, 5", [(1, "12x5")]),
    ("B1 12.50,5 turned 45", [(1, "12.5x5@45")]),
    ("B1 12x5 turned 45", [(1, "12x5@45")]),
    ("B1 (12, 5) turned -90, Old Tank 3 ; 4", [(1, "12x5@270"), (3, "3x4")]),
    ("Old Tank 1x1,B1 toward 16, 18 by 5", [(1, "13x14@45"), (3, "1x1")]),
    ("B1 toward Objective 2 by 0, Old 3, 4", [(1, "10x10@45"), (4, "3x4")]),
    ("B1 (12, 5 turned 90), Old (3x4@9)", [(1, "12x5@90"), (4, "3x4@9")]),
    ("B1 toward (16, 18 turned 9) by 5", [(1, "13x14@45")]),
    ("B1 12X5, Old 3\u04454, Old Tank 1 \u00d7 2 turned 9", [(1, "12x5"), (3, "1x2@9"), (4, "3x4")]),
    ("B1 turned -90", [(1, "10x10@270")]),
    ("B1 turned 810", [(1, "10x10@90")]),
    ("B1 north by 4, 7 Men 3x3", [(1, "10x6@45"), (6, "3x3")]),
    ("B1 turned 90, 7 Men 3x3", [(1, "10x10@90"), (6, "3x3")]),
])  # fmt: skip
def test_where_things_go(text: str, expected: list[tuple[int, str]]) -> None:
    assert at(text) == expected


def test_ways_are_read_whole() -> None:
    found = read_answer("B1 0x7 6x7 9x9@30", NAMES, STANDS)
    end = pose(9_000, 9_000, 30)
    assert found == [Spoken(1, end, (pose(0, 7_000), pose(6_000, 7_000), end))]
    assert read_answer("B1 0x7 then 6x7 then 9x9@30", NAMES, STANDS) == found
    assert read_answer("B1 0, 7 then 6x7 turned 0 then 9, 9 turned 30", NAMES, STANDS) == found
    for wrong in ("B1 then 6x7", "B1 0x7 then", "B1 0x7 then then 6x7"):
        assert isinstance(read_answer(wrong, NAMES, STANDS), Problem)


@pytest.mark.parametrize(("text", "wrong", "cause", "hint"), [
    ("", "", "the name of a thing", "B1, Objective 2, Old Tank, Old, 12x7"),
    ("B2 12, 7", "B2", "nothing is called 'B2'", "B1"),
    ("New Tank 2 toward B1 by 3", "New Tank 2", "nothing is called 'New Tank 2'", "B1"),
    ("B2", "B2", "nothing is called 'B2'", "B1"),
    ("12, 7", "12, 7", "the name of a thing", "B1"),
    ("B1", "", "where it goes", "`12.5x7`"),
    ("B1 12x7,", "", "the name of a thing", "B1"),
    ("B1 12x7, B1 3x3", "B1 3x3", "placed twice", "once"),
    ("B1 12.5001x7", "12.5001", "no whole thousandths", "`12.500`"),
    ("B1 12x7 turned", "turned", "one turn, in whole degrees", "turned 90`"),
    ("B1 12x7@30 turned 45", "turned 45", "one turn, in whole degrees", "turned 90`"),
    ("B1 12, 7 turned round", "round", "'round' is not a turn in whole degrees", "1 to 359"),
    ("B1 12 7", "12", "'12' is not a place", "`12.5x7`"),
    ("B1 to 12x7", "to", "'to' is not a place", "`12.5x7`"),
    ("B1 0x7 6xx7", "6xx7", "not a place", "`12.5x7`"),
    ("B1 " + "1x1 " * 17, ("1x1 " * 17).strip(), "at most 16 places", "fewer"),
    ("B1 toward Objective 2", "toward Objective 2", "how far, after 'by'", "`toward Objective 2 by 6`"),
    ("B1 toward 12, 7 by", "toward 12, 7 by", "how far, after 'by'", "`toward 12, 7 by 6`"),
    ("B1 toward Objective 3 by 6", "Objective 3", "'Objective 3' is neither a place nor the name", "or one of: B1"),
    ("B1 toward 12x by 6", "12x", "'12x' is not a place", "`12.5x7`"),
    ("B1 toward by 6", "toward", "a place or the name of a thing, after 'toward'", "`toward"),
    ("B1 toward Old by 6", "Old", "'Old' stands nowhere", "`12.5x7`"),
    ("B1 toward 3x3 by far", "far", "not a number of inches", "`12.5`"),
    ("B1 north by 4,5", "4,5", "not a number of inches", "`12.5`"),
    ("B1 toward 3x3 by -1", "-1", "not negative", "`by 6`"),
    ("B1 north far by 3", "north far by 3", "'by' and how far, after 'north'", "`north by 6`"),
    ("B1 north by 1060", "north by 1060", "off the plane", "a place"),
    ("B1 turned round", "turned round", "a turn in whole degrees", "`turned 90`"),
    ("Old turned 90", "Old", "'Old' stands nowhere", "`12.5x7`"),
])  # fmt: skip
def test_problems_of_answers(text: str, wrong: str, cause: str, hint: str) -> None:
    found = read_answer(text, NAMES, STANDS)
    assert isinstance(found, Problem), found
    assert cause in found.cause and hint in found.hint
    assert text[found.start:found.end] == wrong


def test_long_answers_are_refused() -> None:
    found = read_answer("B1 12x7, " * MOST_TEXT, NAMES, STANDS)
    assert isinstance(found, Problem) and "too long" in found.cause


PLACES = st.builds(pose, st.integers(-9_000, 72_000), st.integers(-9_000, 48_000), st.integers(0, 359))


@given(st.dictionaries(st.sampled_from([1, 2, 3, 4]), st.lists(PLACES, min_size=1, max_size=4), min_size=1))
def test_what_is_said_is_read_back(ways: dict[int, list[int]]) -> None:
    spoken = [Spoken(thing, way[-1], tuple(way) if len(way) > 1 else None) for thing, way in sorted(ways.items())]
    names = {number: name for name, number in NAMES.items()}
    assert read_answer(say(spoken, names), NAMES, STANDS) == spoken


@given(st.lists(st.sampled_from(["B1", "Old", "Tank", "toward", "by", "north", "turned", "12x7", "3", ",", "@", "-1"]),
                max_size=8))  # fmt: skip
def test_any_words_are_an_answer_or_a_problem(words: list[str]) -> None:
    text = " ".join(words)
    found = read_answer(text, NAMES, STANDS)
    if isinstance(found, Problem):
        assert 0 <= found.start <= found.end <= len(text) and found.cause and found.hint
    else:
        assert all(parse(show(one.pose)) == one.pose for one in found)
