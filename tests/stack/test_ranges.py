"""Versions of other packs, in words."""

from __future__ import annotations

import pytest

from rulewright.stack.ranges import holds, ranges, version


@pytest.mark.parametrize(("text", "inside", "outside"), [
    ("1.2", ["1.2.0", "1.2.9", "1.9.0"], ["1.1.9", "2.0.0", "2.0.0-beta.1"]),
    ("0.1", ["0.1.0", "0.1.7"], ["0.2.0", "0.0.9", "1.0.0"]),
    ("0", ["0.0.1", "0.7.0"], ["1.0.0"]),
    ("from 1.2", ["1.2", "7"], ["1.1.9", "1.2.0-beta"]),
    ("1.2 to 1.4", ["1.2.0", "1.4.9"], ["1.5.0", "1.5.0-beta", "1.1.0"]),
    ("1.2 to 1.4.1", ["1.4.1"], ["1.4.2"]),
    ("1.2 to 1.4.0-beta.2", ["1.3.9"], ["1.4.0", "1.4.0-beta.1"]),
    ("1.2.3 to 1.2", ["1.2.3", "1.2.9"], ["1.2.2", "1.3.0"]),
    ("1.4-alpha to 1.4-beta", ["1.4.0-alpha.1", "1.4.0-beta"], ["1.4.0", "1.4.0-beta.1", "1.4.1"]),
    ("1.4-or to 1.4-or.2 or 2", ["1.4.0-or.1", "2.1.0"], ["1.4.0"]),
    ("only 1.2.3", ["1.2.3"], ["1.2.4", "1.2.2"]),
    ("any", ["0.0.0", "99.0.0"], ["1.0.0-beta"]),
    ("0.1 or from 2", ["0.1.4", "3.0.0"], ["1.0.0", "0.2.0"]),
    ("from 1.2.0-beta.2", ["1.2.0-beta.2", "1.2.0-beta.10", "1.2.0"], ["1.2.0-beta.1", "1.3.0-beta.1"]),
])  # fmt: skip
def test_a_range_holds_what_it_names(text: str, inside: list[str], outside: list[str]) -> None:
    several = ranges(text)
    assert several is not None
    assert [one for one in inside if not holds(several, version(one))] == []
    assert [one for one in outside if holds(several, version(one))] == []


@pytest.mark.parametrize("text", ["", "at least 1", ">= 1.2", "1.2 to", "from", "1.2.3.4", "latest", "1 or", "2 to 1",
                                  "1.2 to 1.1.9", "1.0-b to 1.0-a"])  # fmt: skip
def test_other_words_name_nothing(text: str) -> None:
    assert ranges(text) is None


def test_versions_are_ordered_as_people_count() -> None:
    several = ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.10", "1.0.0", "1.0.1",
               "1.10.0"]  # fmt: skip
    assert sorted(several, key=version) == several


def test_a_version_is_shown_so_that_it_is_read_again() -> None:
    for one in ("1.2.3", "1.2.3-beta.10", "1.2.3-a..b", "1.2.3-99999999999", "1.2.3-0"):
        assert str(version(one)) == one
