"""Checks (docs/language.md section 3): state that may not stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle import clocks, expressions, statements
from tests.oracle.limits import ROUNDS, Stopped
from tests.oracle.scope import Scope

from rulewright.check import model as m

if TYPE_CHECKING:
    from tests.oracle.world import World

def make(w: World) -> None:
    """Steps 5 and 6 of section 7: the first check in order that fires, from the first again until none does. Before
    that, and behind each that fires, end the statuses whose `while` holds no longer. Where nobody can be asked a check
    that may ask waits."""
    for _ in range(ROUNDS):
        clocks.expire_whiles(w)
        due = [one for one in w.pack.checks.values() if not (w.silent and one.id in w.asking)]
        if not any(_fires(w, check) for check in due):
            return
    raise Stopped("checks set each other off without end")


def _fires(w: World, check: m.CheckDef) -> bool:
    """Runs a check for each that has come to fulfil it since it was last made; whether there was any."""
    now = _fulfilling(w, check)
    before = w.fulfilled.get(check.id, ())
    w.fulfilled[check.id] = now
    new = [one for one in now if one not in before]
    for one in new:
        if one in _fulfilling(w, check):
            assert check.binder is not None
            statements.run_text(w, check.body, Scope({check.binder.binding.ref: one}))
    return bool(new)


def _fulfilling(w: World, check: m.CheckDef) -> tuple[Any, ...]:
    assert check.binder is not None
    binding, where = check.binder.binding, check.binder.where
    return tuple(
        one for one in expressions.walked(w, binding.source, Scope())
        if where is None or expressions.evaluate(w, where, Scope({binding.ref: one}))
    )  # fmt: skip
