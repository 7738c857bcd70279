"""One block of code being compiled: where it runs, and how it is left.

Separate because plain functions and the blocks of frames share nearly all statements, and differ only in how they
compile `finish`, `stop` and an event that cannot continue.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit
from rulewright.linkage import function
from rulewright.shapes import FIELDS


@dataclass(slots=True)
class Text:
    """A block of code being compiled. `event` is the event whose own block it is, else None. `loops`: for every open
    loop None (a Python loop) or the block that follows it."""

    c: Context
    event: m.EventDef | None = None
    frame: bool = False
    batching: bool = False  # inside `together`: calls are noted
    noted: bool = False  # may run as the effect of a batch: calls are noted if one is running
    effect: bool = False  # only runs as the effect of a batch: calls are noted
    loops: list[int | None] = field(default_factory=list)
    ending: bool = False  # the `ends` of its event, which continues even if entities have left play
    of: str = ""  # id of the definition, for names of generated functions
    questions: dict[str, dict[str, str]] = field(default_factory=dict)  # that the pack has in words: as in the model

    def __post_init__(self) -> None:
        if self.event is not None:
            self.of = self.event.id
            self.questions = self.event.questions
            self.noted = self.c.unit.layout.of(self.event) in self.c.unit.batched.events

    def quiet(self) -> bool:
        """Frame: the block is the whole of its event, and closes it."""
        return self.frame and self.event is not None and self.c.unit.layout.of(self.event) in self.c.unit.quiet

    def light(self) -> bool:
        """Quiet, and no clock, limit or `inside` names the event."""
        assert self.event is not None
        index = self.c.unit.layout.of(self.event)
        return index not in self.c.unit.observed and index not in self.c.unit.clocked_events

    def _close_light(self) -> py.Body:
        """`play.events.close_quiet`, inlined for a light event: sets its outcome if it can be read."""
        assert self.event is not None
        unit = self.c.unit
        made = py.stmts("m.frames.pop()")
        if unit.settles:
            made += settling(unit)
        if unit.keeps_runs or unit.layout.of(self.event) in unit.used:
            made += py.stmts("if r[OUTCOME] == RUNNING:\n    r[OUTCOME] = DONE\nm.result = r")
        return made + py.stmts("m.depth -= 1\nif m.trace is not None:\n    finished(m, r)\nreturn")

    def finish(self) -> py.Body:
        """Leaves this code."""
        if self.quiet():
            return self._close_light() if self.light() else py.stmts("close_quiet(m, f)\nreturn")
        return py.stmts("m.frames.pop()\nreturn") if self.frame else py.stmts("return")

    def fail(self) -> py.Body:
        """The code cannot continue."""
        if self.quiet():
            return py.stmts("r[OUTCOME] = IMPOSSIBLE\nclose_quiet(m, f)\nreturn")
        if self.frame:
            return py.stmts("impossible(m, f)\nreturn")
        if self.event is None:
            return py.stmts("return")
        return py.stmts("r[OUTCOME] = IMPOSSIBLE\nreturn")

    def go(self, block: int) -> py.Body:
        """Frame: continues in a block further down, which is called immediately."""
        return py.stmts("return _b(m, f)", _b=py.name(function("b", block, self.of)))

    def leave_loop(self) -> py.Body:
        """`stop`."""
        target = self.loops[-1]
        return [ast.Break()] if target is None else self.go(target)


def settling(unit: Unit) -> py.Body:
    """Checks and clocks with a condition, if something was written; in the verifying mode always."""
    return py.stmts("settle(m)" if unit.verify else "if m.dirty or m.whiles:\n    settle(m)")


def text_context(event: m.EventDef, unit: Unit) -> Context:
    """Inside an event's own block its fields are indexes of the record r."""
    c = Context(unit, record=py.name("r"))
    for i, variable in enumerate(event.fields):
        c.bind(variable, py.expr("r[_i]", _i=py.const(FIELDS + i)))
    return c
