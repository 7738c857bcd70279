"""What is no field: sentences of two packs on one step, and reactions of two packs to one event."""

from __future__ import annotations

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright.pipeline import check_pack

BASE = """
kind player: {state: {hp: number starts 9}}
kind match: {state: {round: number starts 1}}
value strength(player who) gives number:
  start: who.hp
  steps:
    cap: last
    bonus: total
    least: lowest
    doubled: each then so_far * 2 + it
    more: each then so_far + it
    top: each then most(so_far, it)
    halved: each then so_far / 2
event hurt(player who, number amount):
  do: set who.hp = who.hp - amount - strength(who)
event heal(player who):
  do: set who.hp = 9
event play gives set of player winners: |
  set winners = players
  for each p in players:
    hurt(p, match.round)
    heal(p)
    set match.round = match.round + p.hp
"""
AFTER = "after: [apple]\n"


def told(packs: Packs, first: str, second: str, more: str = "") -> list[tuple[str, str, str | None]]:
    folder = packs(BASE, apple=(NEEDS, first), berry=(NEEDS + more, second))
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    (folder / "both").mkdir(exist_ok=True)
    (folder / "both" / "pack.yaml").write_text("pack: both\nneeds: {base: any, apple: any, berry: any}\n")
    (folder / "both" / "rules.yaml").write_text("area meadow: {}\n")
    found = check_pack(folder / "both").diagnostics
    return [(one.code, one.message, one.hint) for one in found if one.span.source.name != "rules.yaml"]


def codes(packs: Packs, first: str, second: str, more: str = "") -> list[str]:
    return [code for code, _, _ in told(packs, first, second, more)]


@pytest.mark.parametrize(("first", "second", "conflict"), [
    ("cap is 3", "cap is 4", True), ("cap is 3", "cap is 3", False), ("bonus is 3", "bonus is 4", False),
    ("least is 3", "least is 4", False), ("doubled is 3", "doubled is 4", True), ("more is 3", "more is 4", False),
    ("top is 3", "top is 4", False), ("halved is true", "halved is who.hp > 3", False),
    ("cap is who.hp", "cap is 4", True), ("cap is who.hp + 1", "cap is who.hp + 1", False),
    ("cap is who.hp + 1", "cap is who.hp + 2", True), ("cap is match.round", "cap is match.round", False),
    ("cap is 3 when who.hp > 3", "cap is 4 when who.hp <= 3", False),
    ("cap is 3 when who.hp > 3", "cap is 4 when who.hp <= 4", True), ("cap is 3", "doubled is 3", False),
])  # fmt: skip
def test_sentences_of_two_packs_on_one_step(packs: Packs, first: str, second: str, conflict: bool) -> None:
    texts = [f"rule {name}:\n  modify: strength.{one}\n" for name, one in (("one", first), ("two", second))]
    step, of = first.split()[0], first.partition(" when ")[0].partition(" is ")[2]
    other = second.partition(" when ")[0].partition(" is ")[2]
    said = f"'apple' and 'berry' conflict: the order decides the step '{step}' of value strength"
    said += f" ({other} or {of})" if step == "cap" else ""
    assert [message for _, message, _ in told(packs, *texts)] == ([said] if conflict else [])


def test_an_order_of_packs_settles_sentences(packs: Packs) -> None:
    texts = [f"rule {name}:\n  modify: strength.cap is {one}\n" for name, one in (("one", 3), ("two", 4))]
    assert codes(packs, texts[0], texts[1], AFTER) == []


INSTEAD = "rule {}:\n  instead: hurt where {}\n  do: heal(who)\n"
BEFORE = "rule {}:\n  before: hurt\n  do: set amount = amount {}\n"


@pytest.mark.parametrize(("first", "second", "conflict"), [
    ("who.hp > 3", "who.hp <= 3", False), ("who.hp > 3", "who.hp < 3", False), ("who.hp > 3", "who.hp is 3", False),
    ("who.hp > 3", "who.hp <= 4", True), ("who.hp >= 3", "who.hp <= 3", True), ("who.hp > 3", "match.round < 3", True),
    ("amount > 3", "amount <= 3", False), ("who.hp > 3", "not who.hp > 3", False),
])  # fmt: skip
def test_two_that_take_one_place(packs: Packs, first: str, second: str, conflict: bool) -> None:
    texts = INSTEAD.format("one", first), INSTEAD.format("two", second)
    assert codes(packs, *texts) == (["RW705"] if conflict else [])


def test_conditions_that_exclude_each_other_do_so_only_while_nothing_happens(packs: Packs) -> None:
    """The first reaction may change what the second asks."""
    text = "rule {}:\n  before: hurt where amount {} 3\n  do: set amount = amount {}\n"
    assert codes(packs, text.format("one", ">", "- 3"), text.format("two", "<=", "* 2")) == ["RW705"]


def test_an_order_of_packs_settles_what_rules_do_and_the_hint_says_so(packs: Packs) -> None:
    texts = BEFORE.format("one", "- 3"), BEFORE.format("two", "* 2")
    ((code, _, hint),) = told(packs, *texts)
    assert code == "RW705"
    assert hint == "give them different ranks, or write `after: [apple]` in 'berry'"
    assert codes(packs, texts[0], texts[1], AFTER) == []


def test_a_pack_and_the_one_that_it_needs_are_like_one_pack(packs: Packs) -> None:
    """Who writes the second can see the first, and has chosen nothing yet."""
    needs = "needs: {base: any, apple: any}\n"
    folder = packs(BASE, apple=(NEEDS, BEFORE.format("one", "- 3")), berry=(needs, BEFORE.format("two", "* 2")))
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    assert [(one.code, one.hint) for one in check_pack(folder / "berry").diagnostics] == [
        ("RW705", "give them different ranks, or one of them an `order`")]  # fmt: skip
