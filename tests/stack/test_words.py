"""What values and what packs have done to them are called in one line."""

from __future__ import annotations

import pytest

from rulewright.pack.model import Origin
from rulewright.source import SourceText
from rulewright.stack.words import done, shown, side_by_side

NEAR = "distance(standing_of(actor), standing_of(target)) <= {} and not ends_in(actor, target)"


def test_long_texts_are_shown_where_they_differ() -> None:
    old, new = side_by_side(NEAR.format(12), NEAR.format(8), 48, "-")
    assert old == ".. standing_of(target)) <= 12 and not ends_in(.."
    assert new == ".. standing_of(target)) <= 8 and not ends_in(a.."
    assert side_by_side("2", "", 48, "-") == ("2", "-")
    assert side_by_side("x" * 60, "y" * 60, 48) == ("x" * 46 + "..", "y" * 46 + "..")
    assert side_by_side("one\n  two", "") == ("one two", "nothing")


@pytest.mark.parametrize(("text", "told"), [("", "nothing"), ("a\n b", "a b"), ("x" * 41, "x" * 38 + "..")])
def test_a_value_in_one_line(text: str, told: str) -> None:
    assert shown(text) == told


@pytest.mark.parametrize(("verb", "before", "after", "told"), [
    ("set", "3", "4", "a.b: set to 4 by mod, was 3"),
    ("set", NEAR.format(12), NEAR.format(8),
     "a.b: set to .. standing_of(target)) <= 8 and not e.. by mod, was .. standing_of(target)) <= 12 and not .."),
    ("raise", "3", "4", "a.b: raised by 4 by mod, was 3"), ("remove", "3", "", "a.b: removed by mod, was 3"),
    ("add", "", "elf", "a.b: elf added by mod"), ("take", "elf, human", "elf", "a.b: elf taken by mod, was elf, human"),
])  # fmt: skip
def test_what_a_pack_has_done_to_a_field(verb: str, before: str, after: str, told: str) -> None:
    span = SourceText("mod:rules.yaml", "a: 1\n").span(0, 1)
    assert done(("a", "b"), Origin("mod", verb, span, before, after)) == told
