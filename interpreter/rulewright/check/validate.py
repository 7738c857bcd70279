"""Runs the checks that need a whole typed pack, in a fixed order.

Separate because it is the last stage of the checker: each check is a function over the pack and reports its own codes.
"""
from __future__ import annotations

from collections.abc import Callable

from rulewright.check.answered import check_answered
from rulewright.check.batches import check_batches
from rulewright.check.boards import check_boards
from rulewright.check.contradictions import check_contradictions
from rulewright.check.cycles import check_cycles
from rulewright.check.decided import check_decided
from rulewright.check.drawn_lines import check_drawn_lines
from rulewright.check.exchanged import check_exchanged
from rulewright.check.flow import check_flow
from rulewright.check.forbidden import check_forbidden
from rulewright.check.inactive import check_inactive
from rulewright.check.leaks import check_secrets
from rulewright.check.misnamed import check_misnamed
from rulewright.check.misplaced import check_misplaced
from rulewright.check.no_effect import check_vain
from rulewright.check.notes import check_unnamed, note_languages, note_sheets
from rulewright.check.repeated import check_repeated
from rulewright.check.running import check_running
from rulewright.check.swallowed import check_swallowed
from rulewright.check.text import World
from rulewright.check.too_early import check_too_early
from rulewright.check.trees import Text, texts_of
from rulewright.check.unfilled import check_silent_sheets, check_unfilled
from rulewright.memory import digest

Check = Callable[[World, list[Text]], None]

# These are right about what exists, whatever else was wrong.
ALWAYS: tuple[Check, ...] = (check_cycles, check_batches, check_boards, check_secrets, check_unfilled)
# These draw conclusions from what is missing: an error elsewhere would cause false reports.
WHEN_CLEAN: tuple[Check, ...] = (
    check_answered, check_vain, check_contradictions, check_exchanged, check_misplaced, check_misnamed, check_repeated,
    check_inactive, check_swallowed, check_forbidden, check_silent_sheets, check_too_early,
    check_unnamed, check_decided, check_drawn_lines,
    note_languages,
)  # fmt: skip
# In a pack that starts no match, nothing has to be called.
WHEN_STARTED: tuple[Check, ...] = (check_running, check_flow, note_sheets)
# Checks that may report an error; the others only report warnings.
REFUSING: tuple[Check, ...] = (*ALWAYS, check_answered, check_misplaced, check_decided, check_running)


def validate(world: World, doubts: bool = True) -> None:
    """Report errors in the pack as a whole; with `doubts`, also warnings."""
    texts = texts_of(world.pack)
    world.pack.texts = texts  # from here on they do not change
    for check in ALWAYS:
        _run(check, world, texts)
    if not world.out.has_errors:
        for check in (*WHEN_CLEAN, *(WHEN_STARTED if world.pack.start is not None else ())):
            if doubts or check in REFUSING:
                _run(check, world, texts)


def _run(check: Check, world: World, texts: list[Text]) -> None:
    """Run a check, unless the same pack was in order."""
    if world.known is None:
        check(world, texts)
        return
    key, before = digest(check.__name__, world.known.pack), world.out.reported
    if not world.known.memory.knows(key):
        check(world, texts)
        if world.out.reported == before:
            world.known.memory.keep(key)
