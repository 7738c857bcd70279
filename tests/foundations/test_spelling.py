"""Suggestions: the name that was probably meant, in one alphabet."""

from __future__ import annotations

import pytest

from rulewright.spelling import is_slip, lookalike, nearest

NAMES = ["discard", "deck", "hand", "Reserve", "caf\u00e9"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("discrad", "discard"),
        ("dekc", "deck"),
        ("reserve", "Reserve"),
        ("hаnd", "hand"),  # the second letter is Cyrillic
        ("cafe\u0301", "caf\u00e9"),
        ("xyzzy", None),
        ("", None),
    ],
)
def test_the_nearest_name_is_suggested(name: str, meant: str | None) -> None:
    assert nearest(name, NAMES) == meant


def test_the_answer_does_not_depend_on_the_order_of_candidates() -> None:
    candidates = ["bark", "dark", "lark"]
    assert nearest("mark", candidates) == nearest("mark", reversed(candidates))


def test_many_candidates_are_still_searched() -> None:
    candidates = [f"thing_{number:04}" for number in range(3000)] + ["opportunity"]
    assert nearest("oportunity", candidates) == "opportunity"


@pytest.mark.parametrize(
    ("name", "spelt"),
    [
        ("сreature", "creature"),  # Cyrillic first letter
        ("картa", "карта"),  # Latin last letter
        ("plain", None),
        ("слово", None),
        ("under_score9", None),
    ],
)
def test_a_name_in_two_alphabets_is_given_in_one(name: str, spelt: str | None) -> None:
    assert lookalike(name) == spelt


@pytest.mark.parametrize(
    ("name", "other", "slip"),
    [
        ("fresh", "frsh", True),
        ("fresh", "freesh", True),
        ("fresh", "frehs", True),
        ("fresh", "frash", True),
        ("fresh", "fresh", False),
        ("fresh", "flash", False),
        ("fresh", "fre", False),
        ("near", "nears", True),
        ("", "a", True),
        ("ab", "ba", True),
        ("abc", "cba", False),
    ],
)
def test_one_slip_of_the_fingers(name: str, other: str, slip: bool) -> None:
    assert is_slip(name, other) is is_slip(other, name) is slip
