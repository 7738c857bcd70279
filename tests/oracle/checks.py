"""Checks (docs/language.md section 3): state that may not stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle import batches, clocks, expressions, statements
from tests.oracle.limits import ROUNDS, Stopped
from tests.oracle.scope import Scope
from tests.oracle.things import Record

from rulewright.check import model as m
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.world import World

def make(w: World) -> None:
    """Steps 5 and 6 of section 7: the first check in order that fires, from the first again until none does. Before
    that, and behind each that fires, end the statuses whose `while` holds no longer. Where nobody can be asked a check
    that may ask waits."""
    for _ in range(ROUNDS):
        clocks.expire_whiles(w)
        due = [one for one in w.pack.checks.values() if not one.at and not (w.silent and one.id in w.asking)]
        if not any(_fires(w, check) for check in due):
            return
    raise Stopped("checks trigger each other without end")


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


def judge(w: World, record: Record) -> None:
    """Step 6: the checks at an event, on one state and as one batch; again, until all that they hold for have had their
    turn in this run."""
    mine = [one for one in w.pack.checks.values() if one.is_at(record.event)]
    had: dict[str, list[Any]] = {one.id: [] for one in mine}
    while True:
        due = [(check, x) for check in mine for x in _fulfilling(w, check) if x not in had[check.id]]
        if not due:
            return
        for check, x in due:
            had[check.id].append(x)
        batches.together(w, lambda turns=due: _act(w, turns))  # type: ignore[misc]


def _act(w: World, turns: list[tuple[m.CheckDef, Any]]) -> None:
    for check, x in turns:
        batch = check.body[0]
        assert check.binder is not None and isinstance(batch, n.Together)
        statements.run_text(w, batch.body, Scope({check.binder.binding.ref: x}))
