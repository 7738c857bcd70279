"""Definitions that several packs remove, replace and change: by the order that packs say, else told."""

from __future__ import annotations

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs, definition, field, messages, read

from rulewright.pipeline import check_pack

REMOVE = "remove event rest: nobody sleeps\n"
FIRST = "replace event rest(creature who, number far):\n  do: set who.hp = far\n"
SECOND = "replace event rest(creature who, number near):\n  do: set who.hp = near\n"
CHANGE = "change event rest:\n  add: {legal.awake: who.hp > 0}\n"
AFTER = "after: [apple]\n"


@pytest.mark.parametrize(("first", "second", "said"), [
    (FIRST, SECOND, "'berry' replaces event 'rest', 'apple' replaces it"),
    (REMOVE, SECOND, "'berry' replaces event 'rest', 'apple' removes it"),
    (FIRST, REMOVE, "'berry' removes event 'rest', 'apple' replaces it"),
    (FIRST, CHANGE, "'berry' changes event 'rest', 'apple' replaces it"),
    (REMOVE, CHANGE, "'berry' changes event 'rest', 'apple' removes it"),
    (CHANGE, REMOVE, "'apple' changes event 'rest', 'berry' removes it"),
])  # fmt: skip
def test_what_nothing_orders_is_told_once(packs: Packs, first: str, second: str, said: str) -> None:
    folder = packs(apple=(NEEDS, first), berry=(NEEDS, second))
    _, out = read(folder, "base", "apple", "berry")
    assert messages(out) == [f"RW252 {said}"]
    (found,) = out
    mods = {found.span.source.name, *(one.span.source.name for one in found.related)}
    assert mods == {"apple:rules.yaml", "berry:rules.yaml"}


@pytest.mark.parametrize(("first", "second", "head"), [
    (FIRST, SECOND, "event rest(creature who, number near)"),
    (REMOVE, SECOND, "event rest(creature who, number near)"),
    (FIRST, REMOVE, None), (REMOVE, REMOVE, None), (CHANGE, REMOVE, None),
    (CHANGE, SECOND, "event rest(creature who, number near)"),
    (FIRST, CHANGE, "event rest(creature who, number far)"),
])  # fmt: skip
def test_the_later_of_two_packs_has_the_last_word(packs: Packs, first: str, second: str, head: str | None) -> None:
    folder = packs(apple=(NEEDS, first), berry=(NEEDS + AFTER, second))
    pack, out = read(folder, "base", "apple", "berry")
    assert messages(out) == []
    assert [one.key.value for one in pack.declarations if one.id == "rest"] == ([] if head is None else [head])
    if head is not None:
        assert (field(pack, "rest", "legal.awake") is not None) is (second == CHANGE)


def test_two_that_do_the_same_are_silent(packs: Packs) -> None:
    again = FIRST.replace("replace event rest(", "replace  event  rest(")
    for first, second in ((FIRST, again), (REMOVE, REMOVE)):
        pack, out = read(packs(apple=(NEEDS, first), berry=(NEEDS, second)), "base", "apple", "berry")
        assert messages(out) == []
        assert len([one for one in pack.declarations if one.id == "rest"]) == (first == FIRST)


def test_texts_that_differ_in_their_indentation_are_two(packs: Packs) -> None:
    text = "replace event rest(creature who):\n  do: |\n    if who.hp > 3:\n      set who.hp = 1\n{}set who.hp = 2\n"
    folder = packs(apple=(NEEDS, text.format("      ")), berry=(NEEDS, text.format("    ")))
    assert [one.code for one in read(folder, "base", "apple", "berry")[1]] == ["RW252"]


def test_a_pack_behind_both_settles_it(packs: Packs) -> None:
    folder = packs(apple=(NEEDS, FIRST), berry=(NEEDS, SECOND), cider=(NEEDS, CHANGE),
                   peace=("needs: {base: any, apple: any, berry: any, cider: any}\n", SECOND))  # fmt: skip
    pack, out = read(folder, "peace")
    assert messages(out) == []
    assert definition(pack, "rest").file == "peace:rules.yaml"


@pytest.mark.parametrize(("text", "said"), [
    (REMOVE + CHANGE, "this pack changes event 'rest' and removes it"),
    (REMOVE + FIRST, "this pack replaces event 'rest' and removes it"),
    (FIRST + SECOND, "this pack replaces event 'rest' twice"),
])  # fmt: skip
def test_one_pack_that_does_two_things_is_told_so(packs: Packs, text: str, said: str) -> None:
    _, out = read(packs(mod=(NEEDS, text)), "mod")
    (found,) = out
    assert (found.code, found.message, found.hint) == ("RW252", said, "remove one of the two")


def test_what_a_pack_has_replaced_is_changed_by_those_behind_who_need_the_first(packs: Packs) -> None:
    """The id is still of the pack that had it first."""
    more = "change event rest:\n  set: {do: set who.hp = 4}\n"
    folder = packs(apple=(NEEDS, FIRST), berry=(NEEDS + AFTER, more))
    pack, out = read(folder, "base", "apple", "berry")
    assert messages(out) == []
    assert field(pack, "rest", "do") == "set who.hp = 4"


@pytest.mark.parametrize(("more", "change", "code"), [
    ("", "change creature wolf: {remove: [max_hp]}\n", "RW422"),
    ("settings: {harsh: yes_no starts false}\n", "change pack base: {remove: [settings.harsh]}\n", "RW450"),
])  # fmt: skip
def test_who_misses_a_field_is_shown_who_removed_it(packs: Packs, more: str, change: str, code: str) -> None:
    game = "value tough(creature who) gives yes_no: who.hp > 9 or setting.harsh\n" if more else ""
    folder = packs(BASE + game, apple=(NEEDS, change))
    manifest = folder / "base" / "pack.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + more, encoding="utf-8")
    out = check_pack(folder / "apple").diagnostics
    found = next(one for one in out if one.code == code)
    assert [(one.words, one.span.source.name) for one in found.related[:1]] == [
        ("'apple' has removed it here", "apple:rules.yaml")]  # fmt: skip


def test_what_is_not_there_to_be_replaced_is_told(packs: Packs) -> None:
    _, out = read(packs(mod=(NEEDS, "replace event rests(creature who): {}\n")), "mod")
    assert messages(out) == ["RW241 there is no event 'rests' to be replaced"]
