"""Compiles an event that cannot ask to one function, `E<i>`, with only the steps that it needs.

Separate because this is most of the speed of play: without reactions, clocks or checks there is no code for them. The
steps are those of docs/language.md, section 7, with the same numbers; `play.events` runs the same steps for events that
may ask.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Unit, params
from rulewright.compile.frames import TOO_DEEP, nests_deep
from rulewright.compile.layout import initial
from rulewright.compile.legality import in_play, restrictions
from rulewright.compile.statements import block
from rulewright.compile.text import Text, settling, text_context
from rulewright.program import Event
from rulewright.shapes import FIELDS


def compile_plain(event: m.EventDef, row: Event, unit: Unit) -> None:
    """Adds the function of an event."""
    written = _Written(event, row, unit)
    unit.add(unit.layout.function("E", event), ["m", *written.names, "skip"], written.body(), event.span)


_SHORT = 12  # statements of a block that is inlined: for more, a call costs little
_CLOSED = "m.depth -= 1\nif m.trace is not None:\n    m.trace.append(Finished(m.depth + 1, r, r[OUTCOME]))"


@dataclass(slots=True)
class _Written:
    """One event, step by step."""

    event: m.EventDef
    row: Event
    unit: Unit

    @property
    def index(self) -> int:
        """Its number."""
        return self.unit.layout.of(self.event)

    @property
    def names(self) -> list[str]:
        """The names of its parameters."""
        return params(len(self.event.params))

    def body(self) -> py.Body:
        """All steps, in order."""
        through = [self.answered() + self.effect(), *self.settled()]
        if self.index not in self.unit.concluded:
            kept: py.Body = [statement for part in through for statement in part]
        else:
            kept = py.stmts("depth = m.depth") + [statement for part in through for statement in _concluded(part)]
        return [*self.refused(), *self.begun(), *kept, *self.over()]

    def refused(self) -> py.Body:
        """1: a refused call has no effects."""
        args = [py.name(one) for one in self.names]
        tests = self.legal(py.name("a0"), args)
        refuse = "if not _t:\n    return refuse(m, _i, _a)"
        return py.stmts(refuse, _t=py.both(tests), _i=py.const(self.index), _a=py.tuple_of(args)) if tests else []

    def legal(self, first: ast.expr, args: list[ast.expr]) -> list[ast.expr]:
        """The condition for a legal call: its first entity is in play, and nothing restricts it."""
        tests = [in_play(first, self.event.params[0].type)] if self.row.subject else []
        if restrictions(self.event, self.unit):
            restricted = py.name(self.unit.layout.function("N", self.event))
            tests.append(py.expr("_n(m, *_a, skip)", _n=restricted, _a=args))
        return tests

    def begun(self) -> py.Body:
        """Creates its record and marks it as running."""
        unit, i = self.unit, py.const(self.index)
        defaults = [py.const(initial(v.type, unit.layout.pack)) for v in self.event.gives]
        args = [py.name(one) for one in self.names]
        body = py.stmts("r = [*_r]", _r=[i, py.const(0), py.const(0), py.const(None), *args, *defaults])
        if self.index in unit.observed or self.index in unit.recursive:
            return body + py.stmts("begin(m, r)")
        deep = py.stmts(TOO_DEEP, _i=i) if nests_deep(unit) else []
        began = (
            "m.stamp = r[BEGAN] = m.stamp + 1\nm.depth += 1\n"
            "if m.trace is not None:\n    m.trace.append(Began(m.depth, r))"
        )
        return body + deep + py.stmts(began)

    def answered(self) -> py.Body:
        """2: before reactions may cancel it, or change it so that it is refused now; 3: one-shots claim it."""
        body: py.Body = []
        if "before" in self.row.tables:
            args = [py.expr("r[_k]", _k=py.const(FIELDS + k)) for k in range(len(self.names))]
            changed = py.stmts(
                """
if plain_react(m, r, _t, False):
    if r[OUTCOME] == CANCELLED:
        _close
        return r
    if not _again:
        r[OUTCOME] = IMPOSSIBLE
        _close
        _ended
        return r
""",
                _t=py.const(self.row.tables["before"]),
                _close=self.closed(),
                _again=py.both(self.legal(py.expr("r[FIELDS]"), args)),
                _ended=self.heard("ended"),
            )
            body += changed
        return body + py.stmts("claim(m, r)") if self.index in self.unit.spending else body

    def effect(self) -> py.Body:
        """3: a reaction that replaces it; 4: else its own block, inlined if nothing in it returns."""
        event, core = self.event, []
        if event.do:
            core = block(event.do, Text(text_context(event, self.unit), event))
            if len(core) > _SHORT or any(isinstance(x, ast.Return) for s in core for x in py.nodes(s)):
                core = py.stmts("_d(m, r)", _d=py.name(self.unit.layout.function("D", event)))
        if "instead" not in self.row.tables:
            return core
        replaced = py.stmts("plain_react(m, r, _t, True)", _t=py.const(self.row.tables["instead"]))
        return [*replaced, *([py.when(py.expr("r[OUTCOME] == RUNNING"), core)] if core else [])]

    def settled(self) -> list[py.Body]:
        """5: checks; 6: `ends`, and checks again. An event that only reports triggers none."""
        event, unit = self.event, self.unit
        closing = unit.layout.closing[event]
        settle = settling(unit) if unit.settles and (event.do or closing) else []
        ends = [py.stmts("_f(m, r)", _f=py.name(unit.layout.function("F", event))), settle] if closing else []
        return [settle, *ends]

    def over(self) -> py.Body:
        """7: fixes the outcome; 8: reactions to its end."""
        body = py.stmts("if r[OUTCOME] == RUNNING:\n    r[OUTCOME] = DONE") + self.closed()
        after = self.heard("after")
        if after:
            body += py.stmts("if r[OUTCOME] == DONE:\n    _after", _after=after)
        return [*body, *self.heard("ended"), *py.stmts("return r")]

    def closed(self) -> py.Body:
        """It is no longer running, and clocks that wait for its end are over."""
        unit = self.unit
        heard = self.index in unit.observed or self.index in unit.clocked_events or unit.spending
        return py.stmts("close(m, r)" if heard else _CLOSED)

    def heard(self, phase: str) -> py.Body:
        """The reactions in a phase, if there are any."""
        table = self.row.tables.get(phase)
        return [] if table is None else py.stmts("plain_react(m, r, _t, False)", _t=py.const(table))


def _concluded(part: py.Body) -> py.Body:
    """A part of a plain event that may be concluded from inside: the rest of it is abandoned."""
    if not part:
        return part
    return py.stmts(
        """
try:
    _part
except Concluded as stop:
    if stop.record is not r:
        raise
    drop_inside(m, r)
    m.depth = depth
""",
        _part=part,
    )
