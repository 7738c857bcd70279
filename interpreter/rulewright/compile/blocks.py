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
from rulewright.check.does import asks as is_question
from rulewright.check.openness import is_formations, is_open, is_ways
from rulewright.compile import formed, routed
from rulewright.compile import pyast as py
from rulewright.compile.calls import called, subject_rule
from rulewright.compile.context import Context, TextSet, Unit
from rulewright.compile.counted import at_bound, counted
from rulewright.compile.expressions import emit, kept
from rulewright.compile.flow import Flow
from rulewright.compile.frames import place_in
from rulewright.compile.layout import has_codes, is_places
from rulewright.compile.legality import can, despite_mask, in_play
from rulewright.compile.line_tests import some_entity
from rulewright.compile.loops import bind_loop, helper
from rulewright.compile.offers import offer
from rulewright.compile.operands import walk
from rulewright.compile.sieves import proposed
from rulewright.compile.statements import keep_secret, needs, right, set_target, statement, still_there, together
from rulewright.compile.text import Text
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import descend
from rulewright.limits import EVENT_STEPS


def asks(s: n.Node, c: Context, event: m.EventDef | None, loud: TextSet | None = None) -> bool:
    """Whether a statement runs in frames: it may ask a player, or trigger a check that does. `loud`: what else may ask;
    with `unit.asks`, such checks are not counted (they wait where no player can be asked)."""
    if loud is None:
        loud = c.unit.framed
    for x in descend(s):
        if is_question(x):
            return True
        if isinstance(x, n.Perform) and x.text.name in loud.performs:
            return True
        if isinstance(x, n.Moment) and event is not None:
            table = c.unit.tables.get((c.unit.layout.of(event), f"at {x.name}"))
            if table in loud.tables:
                return True
    return any(c.unit.layout.of(e) in loud.events for e in called(s))


def is_effect(body: n.Block, c: Context, event: m.EventDef | None, batched: bool) -> bool:
    """Whether code that runs in frames also needs a plain form, only for effects of a batch: there its calls wait, and
    it asks no player."""
    unit = c.unit
    framed = any(asks(s, c, event, unit.asks) for s in body)
    return batched and framed and not any(asks(s, c, event, unit.effects) for s in body)


def find_opened(unit: Unit) -> None:
    """Finds events that are nothing but a `do` block that asks, and that no clock, limit or `inside` names."""
    for event in unit.layout.events:
        index = unit.layout.of(event)
        if index not in unit.quiet or index in unit.observed or index in unit.clocked_events:
            continue
        if any(asks(s, Context(unit), event) for s in event.do):
            unit.opened.add(index)


# A loop of at most this many rounds continues by a call: the rounds may nest in each other.
_FEW_ROUNDS = 8


class _Writer(Flow):
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
                    self.body += set_target(s.target, result, t)
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

    def asks_in_words(self, name: str, site: int) -> None:
        """The question that the pack has in words for what is stored in a name, if it is asked at a site."""
        questions, sites = self.t.questions, self.t.c.unit.sites
        if name in questions and site < len(sites):
            sites[site].ask = questions[name]

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
        c = self.t.c
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
                site = self.site("yes or no", value.span, name, None)
                c.unit.sites[site].secret = value.secret
                self.ask(emit(value.by, c), site, py.const((True, False)), False)
                return py.expr("m.answer")
        return right(value, self.t)

    # -- questions ---------------------------------------------------------------------------------------------------

    def options(self, binding: n.Binding, where: n.Expr | None, c: Context) -> ast.expr:
        """The candidates as a tuple, in order of iteration."""
        if is_formations(binding.source.type):
            return formed.proposed(binding, where, c)
        if is_ways(binding.source.type):
            return routed.proposed(binding, where, c)
        if is_open(binding.source.type):
            return proposed(binding, where, c)
        source = walk(binding.source, c)
        if where is None:
            return source
        inner = c.inner()
        name = bind_loop(binding, inner)
        body = py.stmts(
            """
found = []
for _x in _s:
    if _c:
        found.append(_x)
return tuple(found)
""",
            _x=py.name(name),
            _s=source,
            _c=emit(where, inner),
        )
        return helper(inner, body, [name, "found"], binding.span)

    def choose(self, e: n.Choose, aim: str) -> ast.expr:
        """`choose`: one question, or several in turn for `some` and `each`. `aim` is where the result is stored."""
        t, c = self.t, self.t.c
        aim = aim if len(e.binding.name) == 1 < len(aim) else ""
        options = self.options(e.binding, e.where, c)
        player = emit(e.by, c)
        at_once = e.mode in ("one", "one or none")
        site = self.site("choose" if at_once else e.mode, e.span, e.binding.name, _item(e.binding.source))
        row = c.unit.sites[site]
        row.secret, row.always, row.aim = e.secret, e.always, aim
        self.asked_of(site, e.binding, e.where)
        if at_once:
            place = c.slot(e)
            row.open = is_open(e.binding.source.type)
            self.body += py.stmts("_o = _v", _o=place, _v=options)
            if e.mode == "one":
                self.body += py.stmts("if not _o:\n    _fail", _o=place, _fail=t.fail())
            self.ask(player, site, place, e.mode == "one or none")
            return py.expr("m.answer")
        chosen, left = c.slot(e), c.slot(e.binding)
        limit = c.slot(e.by)
        self.body += py.stmts(
            "_l = _o\n_c = ()\n_n = _m",
            _l=left,
            _o=options,
            _c=chosen,
            _n=limit,
            _m=emit(e.limit, c) if e.limit is not None else py.const(1 << 30),
        )
        least = self.least(e, left, limit)
        head, done = self.fresh(), self.fresh()
        self.cut(self.go(head), head)
        # A player who is always asked must also end the choice when nothing is left.
        over = "len(_c) >= _n" if e.always and e.mode == "some" else "not _l or len(_c) >= _n"
        self.body += py.stmts(f"if {over}:\n    _go", _l=left, _c=chosen, _n=limit, _go=self.go(done))
        may_stop: bool | ast.expr = e.mode == "some"
        if least is not None:
            if not (e.always or c.unit.layout.pack.ask_forced):  # exactly as many are left as are required: take them
                self.body += py.stmts(
                    "if len(_c) < _k and len(_c) + len(_l) == _k:\n"
                    "    took(m, _p, _s, _l)\n    _c = _c + _l\n    _l = ()\n    _go",
                    _c=chosen, _l=left, _k=least, _go=self.go(done), _p=player, _s=py.const(site),
                )  # fmt: skip
            enough = py.expr("len(_c) >= _k", _c=chosen, _k=least)
            number = e.limit if e.least is None else e.least
            assert number is not None
            words = f"{'exactly' if e.exactly else 'at least'} {unparse(number)}"
            c.unit.sites[site].passes = self.told(number, enough, [], words)
            may_stop = False if e.exactly else enough
        self.ask(player, site, left, may_stop)
        if may_stop is not False and e.mode == "some":
            self.body += py.stmts("if m.answer is None:\n    _go", _go=self.go(done))
        self.body += py.stmts("_c = (*_c, m.answer)\n_l = without_one(_l, m.answer)", _c=chosen, _l=left)
        self.cut(self.back(head), done)
        if e.mode == "each":
            return chosen
        made = "encode" if is_places(e.type) else "set_of_codes" if has_codes(e.type) else "set_of"
        return py.expr("_f(_c)" if made == "encode" else "_f(m, _c)", _f=py.name(made), _c=chosen)

    def least(self, e: n.Choose, left: ast.expr, limit: ast.expr) -> ast.expr | None:
        """Stores the least number of a choice and returns where; None if there is none. If there are too few, the block
        ends."""
        if e.least is None and not e.exactly:
            return None
        least = limit
        if e.least is not None:
            least = self.t.c.slot(e.least)
            self.body += py.stmts("_k = _v", _k=least, _v=emit(e.least, self.t.c))
        few = "len(_l) < _k" if e.limit is None or e.exactly else "len(_l) < _k or _n < _k"
        self.body += py.stmts(f"if {few}:\n    _fail", _l=left, _k=least, _n=limit, _fail=self.t.fail())
        return least

    def candidates(self, e: n.Choose | n.ChooseYesNo) -> ast.expr:
        """After a choice: all possible answers, as a tuple."""
        if isinstance(e, n.ChooseYesNo):
            return py.const((True, False))
        chosen = self.t.c.slot(e)
        if e.mode == "one":
            return chosen
        if e.mode == "one or none":
            return py.expr("(*_o, None)", _o=chosen)
        return py.expr("_c + _l", _c=chosen, _l=self.t.c.slot(e.binding))

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
            site = self.site("next", s.span, s.binding.name, _item(s.binding.source))
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


def _item(source: n.Expr) -> object:
    t = source.type
    return t.args[0] if t.args else None


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
