"""Compiles code that may ask players to resumable blocks: functions `b<k>(m, f)` over a frame that is data in the
state.

Separate because suspension consists of cutting code at its questions (docs/decisions/0003): a block runs to a statement
that may ask, stores in f[BLOCK] which block comes next, and returns. It returns True if a player is asked. `statements`
compiles statements that cannot ask.
"""

from __future__ import annotations

import ast
from typing import assert_never

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.calls import subject_rule
from rulewright.compile.choices import Choices, item_of
from rulewright.compile.counted import at_bound, counted
from rulewright.compile.expressions import emit, kept, stored
from rulewright.compile.framed import asks
from rulewright.compile.frames import place_in
from rulewright.compile.legality import can, despite_mask, in_play
from rulewright.compile.line_tests import some_entity
from rulewright.compile.offers import offer
from rulewright.compile.operands import walk
from rulewright.compile.statements import keep_secret, needs, right, set_target, statement, still_there, together
from rulewright.compile.text import Text
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import descend
from rulewright.limits import EVENT_STEPS

# A loop of at most this many rounds continues by a call: the rounds may nest in each other.
_FEW_ROUNDS = 8


class _Writer(Choices):
    """Writes the statements of one block."""

    # -- statements --------------------------------------------------------------------------------------------------

    def block(self, body: n.Block, tail: bool) -> None:
        """Statements in order."""
        t = self.t
        for i, s in enumerate(body):
            last = tail and i == len(body) - 1
            if asks(s, t.c, t.event):
                self.asking(s, last)
            else:
                self.body += statement(s, t, last)
            if not last and not isinstance(s, (n.ForEach, n.Repeat, n.If)):
                self.body += subject_rule(s, t)

    def asking(self, s: n.Statement, last: bool) -> None:
        """One statement that may ask."""
        after: int | None = None
        if s.guard is not None:
            after = self.fresh()
            self.body += [py.when(py.negate(emit(s.guard, self.t.c)), self.go(after))]
        self._asking(s, last)
        if after is not None:
            self.cut(self.go(after), after)

    def _asking(self, s: n.Statement, last: bool) -> None:
        t, c = self.t, self.t.c
        s = variants.statement(s)
        match s:
            case n.Do():
                self.call(s.call, s.despite)
            case n.Let() | n.Set():
                target = s.name if isinstance(s, n.Let) else getattr(s.target, "name", "")
                sites, known = c.unit.sites, len(c.unit.sites)
                result = self.right(s.value, target)
                field = getattr(s.target, "ref", None) if isinstance(s, n.Set) else None
                names = field.names if isinstance(field, (m.Attribute, m.Variable)) else None
                if isinstance(s, n.Let) and t.event is not None:
                    names = t.event.local_names.get(s.name)
                if names and len(sites) > known:
                    sites[known].aim_names = names
                self.asks_in_words(target, known)
                if isinstance(s, n.Let):
                    self.body += py.stmts("_t = _v", _t=c.local(s.ref), _v=result)
                else:
                    self.body += set_target(s.target, stored(result, s.value, s.target, c), t)
                if isinstance(s.value, (n.Choose, n.ChooseYesNo)) and s.value.secret:
                    self.body += keep_secret(s, self.candidates(s.value), t)
            case n.Moment():
                assert t.event is not None
                table = c.unit.tables[(c.unit.layout.of(t.event), f"at {s.name}")]
                after = self.fresh()
                going = py.stmts("f[BLOCK] = _b\nmoment(m, f, _t)\nreturn", _b=py.const(after), _t=py.const(table))
                self.cut(going, after)
                self.body += needs(s, t)
            case n.Perform():
                self.perform(s)
            case n.If():
                self.branches(s, last)
            case n.ForEach():
                self.for_each(s)
            case n.Repeat():
                self.repeat(s)
            case n.Offer():
                known = len(c.unit.sites)
                offer(self, s)
                self.asks_in_words(s.name or "", known)
            case n.Together():
                self.body += py.stmts("m.wave = []") + together(s, t)
                after = self.fresh()
                self.cut(py.stmts("f[BLOCK] = _b\nstart_batch(m)\nreturn", _b=py.const(after)), after)
            case _:
                if not isinstance(s, variants.Silent):
                    assert_never(s)
                raise AssertionError(f"{type(s).__name__} never asks")

    def perform(self, s: n.Perform) -> None:
        """A block of a sheet, in its own frame."""
        c, args = self.t.c, s.text.args or ()
        after = self.fresh()
        own = {"_b": py.const(after), "_f": py.const(s.text.name), "_x": emit(s.text.target, c)}
        going = "f[BLOCK] = _b\nperform_frame(m, _f, _x, *_a)\nreturn"
        handed = [self.secret_place(arg) for arg in args]
        if any(handed):
            going = "f[BLOCK] = _b\nperform_in_secret(m, f, _h, _f, _x, *_a)\nreturn"
            own["_h"] = py.const(tuple(handed))
        self.cut(py.stmts(going, **own, _a=[kept(a, c) for a in args]), after)

    def secret_place(self, arg: n.Expr) -> int | None:
        """The index in the frame of a local that is passed unchanged and may hold a secret answer, or None."""
        ref = arg.ref if isinstance(arg, n.Name) else None
        if not isinstance(ref, m.Variable) or not self.t.c.unit.asks_in_secret:
            return None
        if ref.role != "given" and ref not in self.secret:
            return None
        place = place_in("f", self.t.c.look_up(ref))
        return place if place >= 0 else None

    def call(self, call: n.Call, despite: tuple[str, ...]) -> None:
        """A call of an event: in its own frame if it may ask."""
        c = self.t.c
        event = call.ref
        assert isinstance(event, m.EventDef)
        index = c.unit.layout.of(event)
        after = self.fresh()
        args = [kept(a, c) for a in call.args]
        going = {"_b": py.const(after), "_i": py.const(index), "_t": py.tuple_of(args)}
        if index not in c.unit.opened:
            skip = py.const(despite_mask(event, despite, c.unit))
            self.cut(py.stmts("f[BLOCK] = _b\nreturn call(m, _i, _t, _s)", _s=skip, **going), after)
            return
        legal = can(call, despite, c)
        if some_entity(event):
            legal = py.both([in_play(args[0], event.params[0].type), legal])
        refused: py.Body = []
        if not isinstance(legal, ast.Constant):
            refused = py.stmts("if not _l:\n    m.result = refuse(m, _i, _t)\n    return", _l=legal, **going)
        opened = py.stmts("return _f(m, *_a)", _f=py.name(c.unit.layout.function("J", event)), _a=args)
        self.cut([*py.stmts("f[BLOCK] = _b", **going), *refused, *opened], after)

    def right(self, value: n.Right, name: str) -> ast.expr:
        """The tree that reads the result in the following block. `name` is where it is stored: it tells a person the
        purpose of the question."""
        match value:
            case n.CallRight():
                self.call(value.call, value.despite)
                return py.expr("m.result")
            case n.Call(ref=m.EventDef()):
                self.call(value, ())
                return py.expr("m.result")
            case n.Choose():
                return self.choose(value, name)
            case n.ChooseYesNo():
                return self.choose_yes_no(value, name)
        return right(value, self.t)

    # -- control -----------------------------------------------------------------------------------------------------

    def branches(self, s: n.If, last: bool) -> None:
        """`if` with a question in some branch."""
        after = self.fresh()
        starts = [self.fresh() for _ in s.branches]
        other = self.fresh() if s.otherwise else after
        for branch, start in zip(s.branches, starts, strict=False):
            self.body += [py.when(emit(branch.condition, self.t.c), self.go(start))]
        self.close(self.go(other))
        for branch, start in zip(s.branches, starts, strict=False):
            self.open(start)
            self.block(branch.body, last)
            self.close(self.go(after))
        if s.otherwise:
            self.open(other)
            self.block(s.otherwise, last)
            self.close(self.go(after))
        self.open(after)

    def for_each(self, s: n.ForEach) -> None:
        """A loop over a snapshot whose rounds may ask."""
        t, c = self.t, self.t.c
        items, at = c.slot(s), c.slot(s.binding)
        x = c.local(s.binding.ref)
        self.body += py.stmts("_l = tuple(_s)\n_i = 0", _l=items, _s=walk(s.binding.source, c), _i=at)
        head, done = self.fresh(), self.fresh()
        self.cut(self.go(head), head)
        tests = still_there(s.binding, x)
        if s.where is not None:
            tests.append(emit(s.where, c))
        if s.chosen_by is None:
            skip = py.stmts("if not _c:\n    continue", _c=py.both(tests)) if tests else []
            self.body += py.stmts(
                """
while True:
    if _i >= len(_l):
        _go
    _x = _l[_i]
    _i += 1
    _skip
    break
""",
                _i=at,
                _l=items,
                _go=self.go(done),
                _x=x,
                _skip=skip,
            )
        else:
            self.body += py.stmts(
                """
left = []
for _x in _l:
    if _c:
        left.append(_x)
_l = tuple(left)
if not _l:
    _go
""",
                _x=x,
                _l=items,
                _c=py.both(tests),
                _go=self.go(done),
            )
            site = self.site("next", s.span, s.binding.name, item_of(s.binding.source))
            self.asks_in_words(s.binding.name, site)
            self.ask(emit(s.chosen_by, c), site, items, False)
            self.body += py.stmts("_x = m.answer\n_l = without_one(_l, _x)", _x=x, _l=items)
        t.loops.append(done)
        self.block(s.body, False)
        t.loops.pop()
        self.cut(self.go(head) if self.leaves(s.body) else self.back(head), done)

    def leaves(self, body: n.Block) -> bool:
        """Whether every round certainly asks a question or makes a call in a frame: the trampoline starts what follows,
        so rounds that continue by a call do not nest."""
        t = self.t
        return any(
            s.guard is None
            and asks(s, t.c, t.event)
            and (
                isinstance(s, (n.Do, n.Moment, n.Perform, n.Together))
                or (
                    isinstance(s, (n.Let, n.Set))
                    and not (isinstance(s.value, n.Choose) and s.value.mode in ("some", "each"))
                )
            )
            for s in body
        )

    def repeat(self, s: n.Repeat) -> None:
        """A bounded loop whose rounds may ask."""
        t, c = self.t, self.t.c
        at = c.slot(s)
        limit: ast.expr = py.const(s.limit.value) if isinstance(s.limit, n.Number) else c.slot(s.limit)
        if not isinstance(s.limit, n.Number):
            self.body += py.stmts("_l = _n", _l=limit, _n=emit(s.limit, c))
        self.body += py.stmts("_i = 0", _i=at)
        head, done = self.fresh(), self.fresh()
        self.cut(self.go(head), head)
        told = at_bound(s) if counted(s, c) else []
        ends = py.stmts("if _i >= _l:\n    _go", _i=at, _l=limit, _go=[*told, *self.go(done)])
        goes_on = py.stmts("_i += 1\nm.fuel -= _f\nif m.fuel < 0:\n    overrun(m)", _i=at, _f=py.const(EVENT_STEPS))
        tests = [] if s.condition is None else [py.when(py.negate(emit(s.condition, c)), self.go(done))]
        if counted(s, c):
            self.body += [*tests, *ends, *goes_on]
        else:
            self.body += [*ends, *goes_on, *tests]
        t.loops.append(done)
        self.block(s.body, False)
        t.loops.pop()
        few = isinstance(s.limit, n.Number) and s.limit.value <= _FEW_ROUNDS
        self.cut(self.go(head) if few or self.leaves(s.body) else self.back(head), done)


def compile_text(body: n.Block, t: Text, span: object) -> int:
    """Compiles code that may ask, as blocks; returns the number of the first. The unit stores the number of its
    locals."""
    writes = [x for s in body for x in descend(s) if isinstance(x, (n.Let, n.Set))]
    hidden = [x for x in writes if getattr(x.value, "secret", False)]
    secret = {x.ref if isinstance(x, n.Let) else getattr(x.target, "ref", None) for x in hidden}
    flow = _Writer(t, span, secret=frozenset(secret))
    first = flow.fresh()
    flow.open(first)
    flow.block(body, True)
    flow.close(t.finish())
    flow.blocks.write(t, flow.span, any(getattr(x, "secret", False) for s in body for x in descend(s)))
    t.c.unit.block_locals[first] = len(t.c.slots)
    return first
