"""An answer that is not offered or is refused is refused in the words of the pack, in both languages."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.assets import content_dir
from rulewright.pipeline import load_program
from rulewright.program import Condition, Event, Program

GAMES = ("ddm", "underworlds", "w40k_missions", "zod")
BOTH = {"en", "ru"}


@cache
def _program(pack: str) -> Program:
    program = load_program(content_dir() / pack)
    assert program is not None
    return program


def _offered(program: Program) -> list[Event]:
    asked = {line.event for site in program.sites for line in site.offers}
    return [program.events[i] for i in sorted(asked)]


def _speaks(program: Program, condition: Condition) -> bool:
    """Whether a condition has words, or all of its parts only test permissions that have words."""
    if set(condition.says) == BOTH:
        return True
    asked = [program.askings.get(function) for function, _, _ in condition.parts]
    return all(one is not None and set(program.texts[one[0]].says.get("normally", {})) == BOTH for one in asked)


def test_all_conditions_of_places_have_words() -> None:
    program = _program("w40k_missions")
    asked = {line.event for site in program.sites for line in site.offers if line.spot >= 0}
    assert len(asked) > 15
    silent = {f"{program.events[i].id}.{one.name}" for i in asked for one in program.events[i].conditions
              if set(one.says) != BOTH}  # fmt: skip
    assert silent == set()


@pytest.mark.parametrize("pack", GAMES)
def test_all_conditions_of_offered_answers_have_words(pack: str) -> None:
    program = _program(pack)
    offered = _offered(program)
    assert len(offered) >= 8
    silent = {f"{e.id}.{one.name}" for e in offered for one in e.conditions if not _speaks(program, one)}
    assert silent == set()


@pytest.mark.parametrize("pack", ["ddm", "underworlds", "zod"])
def test_all_that_forbids_answers_has_words_and_so_have_conditions_of_other_events(pack: str) -> None:
    """`why not` can also be asked about events that no offer lists."""
    program = _program(pack)
    silent = {f"{e.id}.{one.name}" for e in program.events for one in e.conditions if not _speaks(program, one)}
    silent |= {f"{e.id}: {one.definition}" for e in program.events for one in e.forbids if set(one.says) != BOTH}
    assert silent == set()
