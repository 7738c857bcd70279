"""Packs written down in a test, beside each other in one folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.pack.model import Declaration, Pack
from rulewright.stack.find import stacked
from rulewright.stack.read import read_stack
from rulewright.stack.words import text_of

BASE = """
enum trait: [human, beast, undead]
enum colour: {ordered: [pale, dark]}
kind line: {part_of: creature, printed: {bonus: number, reach: cells from 0 cells starts 1 cell}}
kind creature:
  placed: yes
  printed:
    cost: number
    level: number
    max_hp: number
    pace: cells from 0 cells
    traits: set of trait
    bold: yes_no starts false
  state: {hp: number starts self.max_hp}
  parts: {lines: line}
creature wolf:
  cost: 10
  level: 2
  max_hp: 65
  pace: 6 cells
  traits: [beast]
  lines: {bite: {bonus: 4}, claw: {bonus: 2}}
creature dire_wolf:
  extends: wolf
  level: 4
creature ghost:
  cost: 7
  level: 3
  max_hp: 20
  pace: 5 cells
  traits: [undead, human]
value strength(creature who) gives number:
  start: who.level
  steps: {bonus: total, cap: lowest}
event rest(creature who):
  legal: {hurt: who.hp < who.max_hp}
  do: set who.hp = who.max_hp
"""

Packs = Callable[..., Path]


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    """Writes `base` and further packs, given as (manifest, definitions) by id; the folder of them all."""

    def write(base: str = BASE, **mods: tuple[str, str]) -> Path:
        contents = {"base": ("version: 1.2.0\nboard: square\n", base), **mods}
        for name, (manifest, text) in contents.items():
            folder = tmp_path / name
            folder.mkdir(exist_ok=True)
            (folder / "pack.yaml").write_text(f"pack: {name}\n{manifest}", encoding="utf-8")
            (folder / "rules.yaml").write_text(text, encoding="utf-8")
        return tmp_path

    return write


NEEDS = "needs: {base: any}\n"


def read(folder: Path, *names: str) -> tuple[Pack, Diagnostics]:
    """The stack of the packs of these ids."""
    out = Diagnostics()
    place = stacked(folder / names[0], out, tuple(folder / one for one in names[1:]))
    return read_stack(place, out), out


def messages(out: Diagnostics) -> list[str]:
    """What is wrong, with codes."""
    return [f"{one.code} {one.message}" for one in out]


def definition(pack: Pack, name: str) -> Declaration:
    """The definition of an id."""
    return next(one for one in pack.declarations if one.id == name)


def field(pack: Pack, name: str, path: str) -> str | None:
    """What stands in a field of a definition, in words."""
    from rulewright.stack.slots import Fields

    node = Fields(definition(pack, name), None).find(path).node
    return None if node is None else text_of(node)


def fields(pack: Pack) -> Mapping[str, Mapping[str, str]]:
    """All fields of all definitions in words."""
    return {f"{one.form} {one.id}": {key: text_of(value.node) for key, value in one.fields.items()}
            for one in pack.declarations}  # fmt: skip
