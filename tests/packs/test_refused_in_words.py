"""An answer that is not offered or is refused is refused in the words of the pack, in both languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.assets import content_dir, mods_dir
from rulewright.pipeline import load_program
from rulewright.program import Condition, Program

PACKS = [content_dir() / game for game in ("ddm", "underworlds", "w40k_missions", "zod")] + [mods_dir() / "w40k_swift"]
BOTH = {"en", "ru"}


@cache
def _program(pack: Path) -> Program:
    program = load_program(pack)
    assert program is not None
    return program


def _speaks(program: Program, condition: Condition) -> bool:
    """Whether a condition has words, or all of its parts only test permissions that have words."""
    if set(condition.says) == BOTH:
        return True
    asked = [program.askings.get(function) for function, _, _ in condition.parts]
    return all(one is not None and set(program.texts[one[0]].says.get("normally", {})) == BOTH for one in asked)


def test_all_conditions_of_places_have_words() -> None:
    """Of their own: typed places are refused by each condition."""
    program = _program(content_dir() / "w40k_missions")
    asked = {line.event for site in program.sites for line in site.offers if line.spot >= 0}
    assert len(asked) > 15
    silent = {f"{program.events[i].id}.{one.name}" for i in asked for one in program.events[i].conditions
              if set(one.says) != BOTH}  # fmt: skip
    assert silent == set()


@pytest.mark.parametrize("pack", PACKS, ids=lambda one: one.name)
def test_all_that_refuses_has_words(pack: Path) -> None:
    """Of events that no offer lists, too: `why not` can be asked about them."""
    program = _program(pack)
    conditions = {f"{e.id}.{one.name}": one for e in program.events for one in e.conditions}
    assert len(conditions) >= 25
    silent = {name for name, one in conditions.items() if not _speaks(program, one)}
    silent |= {f"{e.id}: {one.definition}" for e in program.events for one in e.forbids if set(one.says) != BOTH}
    assert silent == set()
