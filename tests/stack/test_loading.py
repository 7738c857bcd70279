"""Stacks by the door for other programs, and programs of stacks kept between runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs

import rulewright
from rulewright import program as p
from rulewright.pipeline import load_program

MOD = "change creature wolf:\n  set: {max_hp: 70}\n"


def lives(program: object) -> int:
    """What the wolf has, as a program says it."""
    assert isinstance(program, p.Program)
    wolf = next(one for one in program.sheets if one.id == "wolf")
    return next(number for number in wolf.values.values() if isinstance(number, int) and 59 < number < 79)


def test_packs_are_put_upon_another_by_their_folders(packs: Packs, tmp_path: Path) -> None:
    folder = packs(mod=(NEEDS, MOD), other=(NEEDS + "conflicts: {mod: both}\n", ""))
    assert lives(load_program(folder / "base", tmp_path / "cache")) == 65
    assert rulewright.load(folder / "base", None, [folder / "mod"]) is not None
    with pytest.raises(rulewright.RulewrightError, match="'other' conflicts with 'mod'"):
        rulewright.load(folder / "base", None, [folder / "mod", folder / "other"])


def test_a_program_of_a_stack_is_kept_for_the_very_same_files(packs: Packs, tmp_path: Path) -> None:
    folder, cache = packs(mod=(NEEDS, MOD)), tmp_path / "cache"
    assert [lives(load_program(folder / "mod", cache)) for _ in range(2)] == [70, 70]
    packs(mod=(NEEDS, MOD.replace("70", "71")))
    assert lives(load_program(folder / "mod", cache)) == 71
    packs(BASE.replace("max_hp: 65", "max_hp: 60"), mod=(NEEDS, MOD.replace("set: {max_hp: 70}", "raise: {max_hp: 1}")))
    assert [lives(load_program(folder / "mod", cache)) for _ in range(2)] == [61, 61]
    (folder / "mod" / "rules.yaml").unlink()
    assert lives(load_program(folder / "mod", cache)) == 60
