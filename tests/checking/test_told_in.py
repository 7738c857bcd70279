"""Texts for people in a language that the pack does not speak are told, and a language that is new to it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = """\
pack: sample
board: square
name: {en: Sample, ru: Пример}
text: {en: A sample., ru: Пример.}
messages:
  en: {go: <who> goes}
  ru: {go: <who> идёт}
"""
GAME = """\
kind unit:
  name: {en: unit, ru: отряд}
  state: {hp: number}
  names: {hp: {en: life, ru: жизнь}}
  parts: {arms: weapon}
kind weapon: {part_of: unit}
unit pawn: {name: {en: Pawn, ru: Пешка, ru.acc: Пешку}, arms: {pike: {name: {en: Pike, ru: Пика}}}}
enum suit: {members: [red, black], names: {red: {en: scarlet, ru: алый}}}
event go(unit who):
  name: {en: March, ru: Марш}
  names: {who: {en: one, ru: кто}}
  ask: {way: {en: Where, ru: Куда}}
  legal: {ok: who.hp < 5}
  says: {ok: {en: it is tired, ru: он устал}}
  do: |
    let way = choose one s in members_of(suit) by who.owner
    set who.hp = who.hp + (if way is red then 1 else 2)
"""


def told(folder: Path) -> list[str]:
    found = check_pack(folder).diagnostics
    return [f"{one.code} {one.span.text}: {one.message} -- {one.hint}" for one in found]


def told_of(pack_folder: Write, old: str, new: str, more: str = "") -> list[str]:
    assert old in MANIFEST or old in GAME
    files = {"pack.yaml": MANIFEST.replace(old, new), "game.yaml": GAME.replace(old, new) + more}
    return told(pack_folder(files))


HARDLY = "almost no text of this pack is in"


@pytest.mark.parametrize("text", [
    "ru: Пример}", "ru: Пример.}", "ru: {go", "ru: отряд", "ru: жизнь", "ru: Пешка", "ru: Пика", "ru: алый", "ru: Марш",
    "ru: кто", "ru: Куда", "ru: он устал",
])  # fmt: skip
def test_a_slip_in_a_code_is_told_wherever_people_read(pack_folder: Write, text: str) -> None:
    found = told_of(pack_folder, text, f"r{text}")
    assert found == [f"RW219 rru: {HARDLY} 'rru', and 'ru' is missing here -- did you mean 'ru'?"]
    found = told_of(pack_folder, text, f"uk{text[2:]}")
    assert found == [f"RW219 uk: {HARDLY} 'uk', and 'ru' is missing here -- this pack has texts in en, ru"]


def test_a_form_of_a_name_needs_the_name(pack_folder: Write) -> None:
    no_name = "is a form of a name that has no text in"
    found = told_of(pack_folder, "ru.acc", "rru.acc")
    assert found == [f"RW219 rru.acc: 'rru.acc' {no_name} 'rru' -- did you mean 'ru.acc'?"]
    found = told_of(pack_folder, "{en: unit, ru: отряд}", "{en: unit, de.acc: Trupp}")
    assert found == [f"RW219 de.acc: 'de.acc' {no_name} 'de' -- add the name too: `de: ..`"]


@pytest.mark.parametrize(("old", "new", "more"), [
    ("{en: unit, ru: отряд}", "{en: unit, ru: отряд, fr: troupe}", ""),  # one more
    ("{en: unit, ru: отряд}", "{en: unit}", ""),  # one less
    ("{en: unit, ru: отряд}", "unit", ""),
    ("hp", "hp", "".join(f"unit u{i}: {{name: {{en: Unit {i}, fr: Nom {i}}}}}\n" for i in range(4))),  # several
])  # fmt: skip
def test_what_may_be_meant_is_not_told(pack_folder: Write, old: str, new: str, more: str) -> None:
    assert told_of(pack_folder, old, new, more) == []


def test_what_a_template_tells_is_no_excuse(pack_folder: Write) -> None:
    more = "unit rook: {extends: pawn, name: {en: Rook, LANGUAGE: Ладья}}\nunit king: {extends: pawn}\n"
    assert told_of(pack_folder, "hp", "hp", more.replace("LANGUAGE", "ru")) == []
    found = told_of(pack_folder, "hp", "hp", more.replace("LANGUAGE", "uk"))
    assert found == [f"RW219 uk: {HARDLY} 'uk', and 'ru' is missing here -- this pack has texts in en, ru"]


def test_it_can_be_allowed(pack_folder: Write) -> None:
    new = "{en: March, fr: Marche}\n  allow: {RW219: there is no Russian word for it}"
    assert told_of(pack_folder, "{en: March, ru: Марш}", new) == []


def test_a_pack_upon_another_has_languages_of_its_own(pack_folder: Write) -> None:
    folder = pack_folder({
        "pack.yaml": "pack: sample\nneeds: {base: any}\n",
        "rules.yaml": "area m: {name: {en: Wood, de: Wald}}\narea n: {name: {en: Hill, de: Berg}}\n",
        "../base/pack.yaml": "pack: base\n",
        "../base/base.yaml": "".join(f"area b{i}: {{name: {{en: Wood {i}, ru: Лес {i}}}}}\n" for i in range(5)),
    })  # fmt: skip
    assert [one for one in told(folder) if one.startswith("RW219")] == []


def test_a_form_that_stands_without_its_language_is_told(pack_folder: Write) -> None:
    more = "area hall: {name: {en: Hall, ru: Зал, acc: Залу}}\narea ice: {name: {en: Ice, ru: Лёд, is: Ís}}\n"
    found = told_of(pack_folder, "ru.acc: Пешку", "ru.acc: Пешку, ru.is: f", more)
    assert [one for one in found if "RW219" in one] == [
        "RW219 acc: 'acc' is a form of a name, not a language -- write it after its language: `ru.acc: ..`"]
