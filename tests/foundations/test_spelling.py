"""Suggestions: the name that was probably meant, in one alphabet."""

from __future__ import annotations

import pytest

from rulewright.spelling import did_you_mean, is_slip, lookalike, nearest, with_article

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


@pytest.mark.parametrize(
    ("name", "known", "near"),
    [
        ("wound", "round", None),  # another first letter makes another word
        ("target", "large", None),
        ("creature", "recharge", None),
        ("creature", "creatur", "creatur"),
        ("max_ph", "max_hp", "max_hp"),
        ("ttack", "attack", "attack"),
        ("atack", "attack", "attack"),
        ("hp", "hq", "hq"),
        ("x", "y", None),
        ("a_very_long_name_indeed", "a_very_lang_nome_indeed", "a_very_lang_nome_indeed"),
        ("a_very_long_name_indeed", "a_fairy_lung_nome_indeed", None),
    ],
)
def test_a_suggestion_is_at_most_a_slip_for_every_three_letters(name: str, known: str, near: str | None) -> None:
    assert nearest(name, [known]) == near


def test_what_is_there_is_listed_where_nothing_is_near() -> None:
    assert did_you_mean("atack", ["attack"], "it has") == "did you mean 'attack'?"
    assert did_you_mean("zzz", ["a", "b"], "it has") == "it has a, b"
    assert did_you_mean("zzz", map(str, range(12)), "it has") == "it has 0, 1, 2, 3, 4, 5, 6, 7 and 4 more"
    assert did_you_mean("zzz", [], "it has") is None
    assert did_you_mean("zzz", ["a"]) is None


def test_articles_are_as_spoken() -> None:
    spoken = "a goblin, an orc, a unit, a unicorn, a user, an undead, an uninjured one, a one, an event, a european"
    for words in spoken.split(", "):
        assert with_article(words.partition(" ")[2]) == words
