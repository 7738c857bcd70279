"""Names that bodies declare are ids: small Latin letters, digits and underscores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.effects.declared import DECLARED
from rulewright.pipeline import check_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]

# A pack with one declared name NAME in each place where a body can declare one.
PLACES = {
    "kind.plural": "kind thing: {plural: NAME}\n",
    "kind.printed": "kind thing: {printed: {NAME: number}}\n",
    "kind.state": "kind thing: {state: {NAME: number starts 0}}\n",
    "kind.parts": "kind part: {part_of: thing}\nkind thing: {parts: {NAME: part}}\n",
    "kind.formulas": "kind thing: {formulas: {NAME: number}}\n",
    "kind.texts": "kind thing: {texts: [NAME]}\n",
    "enum.members": "enum colour: [NAME, red]\n",
    "enum.ordered": "enum colour: {ordered: [red, NAME]}\n",
    "event.legal": "event go:\n  legal:\n    NAME: 1 > 0\n  do: finish\n",
    "value.steps": "value v() gives number:\n  start: 1\n  steps:\n    NAME: sum\n",
    "sheet.part": "kind part: {part_of: thing}\nkind thing: {parts: {arms: part}}\nthing bob: {arms: {NAME: {}}}\n",
}
WRONG = {"Frenzied_axe": "has capital letters", "aB": "has capital letters", "sword of doom": "is not a name",
         "schön": "is not written in Latin letters", "_a": "begins with an underscore", "оdd": "mixes two alphabets"}


def found(folder: Path, name: str) -> list[str]:
    """What is told of a name, wherever it is declared."""
    return [one.message for one in check_pack(folder).diagnostics if one.code == "RW313" and f"'{name}'" in one.message]


@pytest.mark.parametrize("place", PLACES)
def test_a_declared_name_is_an_id(place: str, pack_folder: Write) -> None:
    for name in ("Frenzied_axe", "aB"):
        assert len(found(pack_folder(PLACES[place].replace("NAME", name)), name)) == 1, name
    assert found(pack_folder(PLACES[place].replace("NAME", "fine_1")), "fine_1") == []


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_name_is_told(name: str, pack_folder: Write) -> None:
    for place in ("enum.members", "sheet.part"):
        told = found(pack_folder(PLACES[place].replace("NAME", f"'{name}'")), name)
        # What is not even a word is told with the shape of the list.
        assert place == "enum.members" or (len(told) == 1 and WRONG[name] in told[0])


def test_names_of_the_manifest(pack_folder: Write) -> None:
    manifest = "pack: Sample\nlanguage: 2\nranks: [Early, late]\nsettings:\n  Big: number starts 1\n"
    folder = pack_folder({"pack.yaml": manifest})
    assert [len(found(folder, name)) for name in ("Sample", "Early", "late", "Big")] == [1, 1, 0, 1]


def test_every_field_that_declares_names_is_tried() -> None:
    declared = {f"{form}.{name}" for form, names in DECLARED.items() for name in names if form != "pack"}
    assert declared | {"sheet.part"} == set(PLACES)


@pytest.mark.parametrize("place", sorted(set(PLACES) - {"enum.members", "enum.ordered", "event.legal", "sheet.part"}))
def test_what_texts_alone_read_is_not_named_by_a_word_of_the_language(place: str, pack_folder: Write) -> None:
    """A text could not name it."""
    out = check_pack(pack_folder(PLACES[place].replace("NAME", "until"))).diagnostics
    assert [(one.code, one.span.text) for one in out if "'until'" in one.message] == [("RW312", "until")]


def test_a_setting_is_not_named_by_a_word_of_the_language(pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": "pack: sample\nlanguage: 2\nsettings:\n  when: number starts 1\n"})
    assert [one.hint for one in check_pack(folder).diagnostics if one.code == "RW312"] == [
        "choose another name, for instance with an adjective before it"]
