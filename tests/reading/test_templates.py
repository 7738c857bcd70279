"""`extends`: fields of the template are taken, own ones win, and each field knows where it came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.pack.model import Declaration, Pack
from rulewright.pack.read import read_pack
from rulewright.pack.shape import plain

Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.fixture
def read(pack_folder: Write) -> Callable[[str], tuple[Pack, Diagnostics]]:
    def run(text: str) -> tuple[Pack, Diagnostics]:
        out = Diagnostics()
        return read_pack(pack_folder("kind thing:\n  texts: [effect]\n  main: effect\n" + text), out), out

    return run


Read = Callable[[str], tuple[Pack, Diagnostics]]


def effective(pack: Pack, name: str) -> dict[str, tuple[object, str]]:
    found: Declaration = next(one for one in pack.declarations if one.id == name)
    return {key: (plain(field.node), field.origin) for key, field in found.fields.items()}


def test_fields_of_the_template_are_taken_and_own_ones_win(read: Read) -> None:
    pack, out = read(
        "thing animal: {name: Animal, speed: 4, legs: 4, rules: [A-1], allow: {RW115: so}}\n"
        "thing fox: {extends: animal, speed: 6}\n"
    )
    assert list(out) == []
    assert effective(pack, "fox") == {
        "extends": ("animal", "fox"),
        "speed": ("6", "fox"),
        "name": ("Animal", "animal"),
        "legs": ("4", "animal"),
    }


def test_mappings_merge_key_by_key_at_every_level(read: Read) -> None:
    pack, _ = read(
        "thing animal:\n  lines:\n    bite: {bonus: 3, damage: 1}\n    claw: {bonus: 1}\n"
        "thing fox:\n  extends: animal\n  lines:\n    bite: {bonus: 5}\n    dig: {bonus: 0}\n"
    )
    assert effective(pack, "fox")["lines"] == (
        {"bite": {"bonus": "5", "damage": "1"}, "claw": {"bonus": "1"}, "dig": {"bonus": "0"}},
        "fox",
    )
    assert effective(pack, "animal")["lines"] == (
        {"bite": {"bonus": "3", "damage": "1"}, "claw": {"bonus": "1"}},
        "animal",
    )


def test_templates_may_have_templates_in_any_order(read: Read) -> None:
    pack, out = read(
        "thing cub: {extends: fox, age: 1}\nthing fox: {extends: animal, speed: 6}\nthing animal: {legs: 4}\n"
    )
    assert list(out) == []
    assert {key: origin for key, (_, origin) in effective(pack, "cub").items()} == {
        "extends": "cub",
        "age": "cub",
        "speed": "fox",
        "legs": "animal",
    }


@pytest.mark.parametrize(
    ("template", "own", "gives"),
    [
        ("effect: stop", "{extends: base, name: x}", ("stop", "base")),
        ("effect: stop", "{extends: base, effect: go()}", ("go()", "card")),
    ],
)
def test_the_main_field_of_a_sheet_is_inherited(read: Read, template: str, own: str, gives: tuple[str, str]) -> None:
    pack, _ = read(f"thing base: {{{template}}}\nthing card: {own}\n")
    assert effective(pack, "card")["effect"] == gives


def test_the_main_field_is_one_field_under_either_of_its_names(read: Read) -> None:
    pack, _ = read(
        "thing base: stop\nthing card: {extends: base, effect: go()}\nevent a: stop\nevent b: {extends: a}\n"
    )
    assert effective(pack, "card") == {"extends": ("base", "card"), "effect": ("go()", "card")}
    assert effective(pack, "b") == {"extends": ("a", "b"), "": ("stop", "a")}


def test_a_template_provides_what_would_be_missing(read: Read) -> None:
    _, out = read("window w: {asks: players}\nwindow v: {extends: w, answers: one}\n")
    assert list(out) == []


def test_what_even_the_template_does_not_provide_is_missing(read: Read) -> None:
    _, out = read("check w: {for: c in cs, do: stop}\ncheck v: {name: v, for: c in cs}\ncheck u: {extends: v}\n")
    assert [(one.code, one.definition) for one in out] == [("RW206", "v"), ("RW206", "u")]


def test_a_reaction_may_be_completed_by_a_template(read: Read) -> None:
    pack, out = read("status base: {after: go, do: stop}\nstatus wet: {extends: base, do: go()}\n")
    assert list(out) == []
    assert effective(pack, "wet")["do"] == ("go()", "wet")
    assert effective(pack, "wet")["after"] == ("go", "base")


def test_an_unknown_template_is_reported_with_the_nearest_of_its_form(read: Read) -> None:
    _, out = read("enum animal: [x]\nthing animals: {}\nthing fox: {extends: animal}\n")
    assert [(one.code, one.message, one.hint) for one in out] == [
        ("RW211", "no thing is called 'animal'", "did you mean 'animals'?")
    ]


def test_an_unknown_template_is_reported_with_those_that_exist(read: Read) -> None:
    _, out = read("thing hare: {}\nthing elk: {}\nthing fox: {extends: animal}\n")
    assert [(one.code, one.hint) for one in out] == [("RW211", "there are hare, elk")]


def test_a_template_of_another_form_is_told_as_such(read: Read) -> None:
    _, out = read("enum animal: [x]\nthing fox: {extends: animal}\n")
    assert [(one.code, one.message, one.hint) for one in out] == [
        ("RW211", "no thing is called 'animal'",
         "'animal' is an enum; a definition can only extend one of its own form")
    ]  # fmt: skip


def test_what_a_circle_lacks_is_not_missing(read: Read) -> None:
    _, out = read("window w: {extends: v}\nwindow v: {extends: w}\n")
    assert [one.code for one in out] == ["RW212"]


def test_circles_are_reported_once_with_every_step(read: Read) -> None:
    pack, out = read(
        "thing a: {extends: b, x: 1}\nthing b: {extends: c}\nthing c: {extends: a}\n"
        "thing d: {extends: a}\nthing e: {extends: e}\n"
    )
    assert [(one.code, one.message) for one in out] == [
        ("RW212", "'a' extends itself through others"),
        ("RW212", "'e' extends itself"),
    ]
    first = next(iter(out))
    assert [related.words for related in first.related] == ["'b' extends 'c'", "'c' extends 'a'"]
    assert effective(pack, "d")["x"] == ("1", "a")


def test_a_long_chain_of_templates_is_no_trouble(read: Read) -> None:
    lines = ["thing t0: {legs: 4}"] + [f"thing t{n}: {{extends: t{n - 1}}}" for n in range(1, 3000)]
    pack, out = read("\n".join(reversed(lines)) + "\n")
    assert list(out) == []
    assert effective(pack, "t2999")["legs"] == ("4", "t0")


def test_keys_of_the_template_keep_their_places_and_new_ones_come_last(read: Read) -> None:
    pack, _ = read(
        "value speed(number n) gives number: {start: n, steps: {first: total, second: total}}\n"
        "value pace(number n) gives number: {extends: speed, steps: {third: total, first: highest}}\n"
    )
    steps = effective(pack, "pace")["steps"][0]
    assert isinstance(steps, dict) and list(steps.items()) == [
        ("first", "highest"), ("second", "total"), ("third", "total")]
