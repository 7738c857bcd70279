"""Texts that may ask become resumable blocks: functions `b<k>(m, f)` over a frame that is data in the state.

A stage of its own because cutting a text at its questions is the whole of suspension (docs/decisions/0003): a block
runs to a statement that may ask, says in f[0] which block comes next, and returns. It returns True when somebody is
asked. Statements that cannot ask are those of `statements`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from rulewright.check import model as m
from rulewright.check.types import Type
from rulewright.compile import pyast as py
from rulewright.compile.builtins import walk
from rulewright.compile.context import Context
from rulewright.compile.expressions import can, conjuncts, despite_mask, emit, restrictions, sentences_on
from rulewright.compile.layout import is_places, place_of, type_code
from rulewright.compile.loops import bind_loop, helper
from rulewright.compile.statements import (
    Text,
    called,
    keep_secret,
    needs,
    right,
    set_target,
    statement,
    still_there,
    subject_in_loop,
    subject_rule,
    together,
)
from rulewright.compile.values import condition
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import descend
from rulewright.program import OfferLine, Place, Site


def asks(s: n.Node, c: Context, event: m.EventDef | None) -> bool:
    """Whether a statement may put a question."""
    for x in descend(s):
        if isinstance(x, (n.Choose, n.ChooseYesNo, n.Offer)) or (isinstance(x, n.ForEach) and x.chosen_by is not None):
            return True
        if isinstance(x, n.Perform) and x.text.name in c.unit.asking_performs:
            return True
        if isinstance(x, n.Moment) and event is not None:
            table = c.unit.tables.get((c.unit.layout.of(event), f"at {x.name}"))
            if table in c.unit.asking_tables:
                return True
    return any(c.unit.layout.of(e) in c.unit.asking for e in called(s))


_PRELUDE = "r = f[2]\nh = f[3]\nrow = f[4]"


# A loop of so few rounds goes on by a call: the rounds may nest in each other.
_FEW_ROUNDS = 8


class _Parameters(ast.NodeTransformer):
    """Reads of `r[k]` of a parameter become reads of a local."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.read: dict[int, int] = {}
        self.rename = False

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        place = _record_place(node)
        if 4 <= place < 4 + self.count:
            if not self.rename:
                self.read[place] = self.read.get(place, 0) + 1
            elif self.read[place] > 2:
                return ast.copy_location(ast.Name(f"r{place}", ast.Load()), node)
        return node


def _record_place(node: ast.Subscript) -> int:
    """k of a read `r[k]`, else -1."""
    if not (isinstance(node.value, ast.Name) and node.value.id == "r" and isinstance(node.ctx, ast.Load)):
        return -1
    return node.slice.value if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int) else -1


def _parameters_fetched(body: py.Body, count: int) -> py.Body:
    """Within an event's own text its parameters stand: what a block reads often is fetched once."""
    found = _Parameters(count)
    for s in body:
        found.visit(s)
    often = [place for place, times in found.read.items() if times > 2]
    if not often:
        return body
    found.rename = True
    fetched: py.Body = []
    for place in often:
        fetched += py.stmts("_n = r[_k]", _n=py.name(f"r{place}"), _k=py.const(place))
    return fetched + [found.visit(s) for s in body]


@dataclass(slots=True)
class Flow:
    """A text being cut into blocks."""

    t: Text
    span: object
    body: py.Body = field(default_factory=list)
    number: int = 0

    def fresh(self) -> int:
        """The number of a new block."""
        unit = self.t.c.unit
        unit.blocks += 1
        return unit.blocks - 1 + 8

    def open(self, number: int) -> None:
        """What follows belongs to this block."""
        self.number, self.body = number, []

    def close(self, ending: py.Body) -> None:
        """The block at hand is complete."""
        whole = self.body + ending
        used = set(py.names_read(ast.Module(whole, [])))
        kept = [
            s
            for s in py.stmts(_PRELUDE)
            if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id in used
        ]
        if self.t.event is not None:
            whole = _parameters_fetched(whole, len(self.t.event.params))
        self.t.c.unit.add(f"b{self.number}", ["m", "f"], kept + whole, self.span)

    def go(self, number: int) -> py.Body:
        """On to a block further down: called at once."""
        return self.t.go(number)

    def back(self, number: int) -> py.Body:
        """Back to the head of a loop: by the trampoline, so that rounds do not nest."""
        return py.stmts("f[0] = _b\nreturn", _b=py.const(number))

    def cut(self, ending: py.Body, number: int) -> None:
        """Ends the block and opens another."""
        self.close(ending)
        self.open(number)

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
        match s:
            case n.Do():
                self.call(s.call, s.despite)
            case n.Let() | n.Set():
                target = s.name if isinstance(s, n.Let) else getattr(s.target, "name", "")
                result = self.right(s.value, target)
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
                self.cut(py.stmts("f[0] = _b\nmoment(m, f, _t)\nreturn", _b=py.const(after), _t=py.const(table)), after)
                self.body += needs(s, t)
            case n.Perform():
                after = self.fresh()
                self.cut(
                    py.stmts(
                        "f[0] = _b\nperform_frame(m, _f, _x)\nreturn",
                        _b=py.const(after),
                        _f=py.const(s.text.name),
                        _x=emit(s.text.target, c),
                    ),
                    after,
                )
            case n.If():
                self.branches(s, last)
            case n.ForEach():
                self.for_each(s)
            case n.Repeat():
                self.repeat(s)
            case n.Offer():
                self.offer(s)
            case n.Together():
                self.body += py.stmts("m.wave = []") + together(s, t)
                after = self.fresh()
                self.cut(py.stmts("f[0] = _b\nstart_batch(m)\nreturn", _b=py.const(after)), after)
            case _:
                raise AssertionError(type(s).__name__)

    def call(self, call: n.Call, despite: tuple[str, ...]) -> None:
        """An event: in a frame of its own if it may ask."""
        c = self.t.c
        event = call.ref
        assert isinstance(event, m.EventDef)
        index = c.unit.layout.of(event)
        after = self.fresh()
        self.cut(
            py.stmts(
                "f[0] = _b\nreturn call(m, _i, _a, _s)",
                _b=py.const(after),
                _i=py.const(index),
                _a=py.tuple_of([emit(a, c) for a in call.args]),
                _s=py.const(despite_mask(event, despite, c.unit)),
            ),
            after,
        )

    def right(self, value: n.Right, name: str) -> ast.expr:
        """The tree that reads the result in the block that follows. `name` is where it goes: what a person is asked."""
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

    def site(self, kind: str, span: object, prompt: str, type_: object, lines: tuple[int, ...] = ()) -> int:
        """A new place where somebody is asked."""
        code = type_code(type_) if isinstance(type_, Type) else None
        self.t.c.unit.sites.append(Site(kind, place_of(span), prompt, code, lines))
        return len(self.t.c.unit.sites) - 1

    def asked_of(self, site: int, binding: n.Binding, where: n.Expr | None) -> None:
        """What a choice is made from and its conditions one by one: why an answer is absent."""
        found = self.t.c.unit.sites[site]
        found.source = self._told(binding.source, walk(binding.source, self.t.c), [])
        found.where = self._conditions(where, [binding])

    def _conditions(self, where: n.Expr | None, bindings: list[n.Binding]) -> tuple[tuple[str, Place, str], ...]:
        inner = self.t.c.inner()
        names = [bind_loop(b, inner) for b in bindings]
        return tuple(self._told(e, emit(e, inner), names) for e in conjuncts(where)) if where is not None else ()

    def _told(self, e: n.Expr, tree: ast.expr, names: list[str]) -> tuple[str, Place, str]:
        unit = self.t.c.unit
        name = unit.fresh("t")
        used = set(py.names_read(tree))
        prelude = [
            s
            for s in py.stmts(_PRELUDE)
            if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id in used
        ]
        unit.add(name, ["m", "f", *names], [*prelude, py.give_back(tree)], e.span)
        return name, place_of(e.span), unparse(e)

    def ask(self, player: ast.expr, site: int, options: ast.expr, may_decline: bool) -> None:
        """Puts a question; the next block begins with m.answer. Where it is asked in any case it is written out."""
        after = self.fresh()
        unit = self.t.c.unit
        always = unit.layout.pack.ask_forced or unit.sites[site].kind == "yes or no"
        if always and not may_decline:
            asked = "f[0] = _b\nm.pending = Decision(_p, _s, _o)\nreturn True"
        else:
            asked = "f[0] = _b\nreturn ask(m, _p, _s, _o, _d)"
        where = {"_b": py.const(after), "_p": player, "_s": py.const(site), "_o": options, "_d": py.const(may_decline)}
        self.cut(py.stmts(asked, **where), after)

    def options(self, binding: n.Binding, where: n.Expr | None, c: Context) -> ast.expr:
        """The candidates as a tuple, in order of walking."""
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
        """`choose`: one question, or one after the other for `some` and `each`. `aim` is where it goes."""
        t, c = self.t, self.t.c
        aim = aim if len(e.binding.name) == 1 < len(aim) else ""
        options = self.options(e.binding, e.where, c)
        player = emit(e.by, c)
        if e.mode in ("one", "one or none"):
            site = self.site("choose", e.span, e.binding.name, _item(e.binding.source))
            c.unit.sites[site].secret, c.unit.sites[site].aim = e.secret, aim
            self.asked_of(site, e.binding, e.where)
            place = c.slot(id(e))
            self.body += py.stmts("_o = _v", _o=place, _v=options)
            if e.mode == "one":
                self.body += py.stmts("if not _o:\n    _fail", _o=place, _fail=t.fail())
            self.ask(player, site, place, e.mode == "one or none")
            return py.expr("m.answer")
        site = self.site(e.mode, e.span, e.binding.name, _item(e.binding.source))
        c.unit.sites[site].secret, c.unit.sites[site].aim = e.secret, aim
        self.asked_of(site, e.binding, e.where)
        chosen, left = c.slot(id(e)), c.slot(id(e.binding))
        limit = c.slot(id(e.by))
        self.body += py.stmts(
            "_l = _o\n_c = ()\n_n = _m",
            _l=left,
            _o=options,
            _c=chosen,
            _n=limit,
            _m=emit(e.limit, c) if e.limit is not None else py.const(1 << 30),
        )
        head, done = self.fresh(), self.fresh()
        self.cut(self.go(head), head)
        self.body += py.stmts("if not _l or len(_c) >= _n:\n    _go", _l=left, _c=chosen, _n=limit, _go=self.go(done))
        self.ask(player, site, left, e.mode == "some")
        if e.mode == "some":
            self.body += py.stmts("if m.answer is None:\n    _go", _go=self.go(done))
        self.body += py.stmts("_c = (*_c, m.answer)\n_l = without(_l, (m.answer,))", _c=chosen, _l=left)
        self.cut(self.back(head), done)
        if e.mode == "each":
            return chosen
        return py.expr("encode(_c)" if is_places(e.type) else "set_of(_c)", _c=chosen)

    def candidates(self, e: n.Choose | n.ChooseYesNo) -> ast.expr:
        """Behind a choice: what could have been answered, as a tuple."""
        if isinstance(e, n.ChooseYesNo):
            return py.const((True, False))
        chosen = self.t.c.slot(id(e))
        if e.mode == "one":
            return chosen
        if e.mode == "one or none":
            return py.expr("(*_o, None)", _o=chosen)
        return py.expr("_c + _l", _c=chosen, _l=self.t.c.slot(id(e.binding)))

    def offer(self, s: n.Offer) -> None:
        """`offer`: legal calls as options; the chosen one is called."""
        c = self.t.c
        found: ast.expr = py.const(())
        lines = []
        for i, line in enumerate(s.lines):
            event = line.call.ref
            assert isinstance(event, m.EventDef)
            lines.append(c.unit.layout.of(event))
            part = self.offered(i, line)
            found = part if i == 0 else py.expr("_a + _b", _a=found, _b=part)
        place = c.slot(id(s))
        self.body += py.stmts("_o = _v", _o=place, _v=found)
        site = self.site("offer", s.span, s.name or "", None, tuple(lines))
        done = self.fresh()
        self.body += py.stmts("if not _o:\n    m.result = None\n    _go", _o=place, _go=self.go(done))
        self.ask(emit(s.player, c), site, place, s.may_pass)
        c.unit.sites[site].offers = tuple(self._line(line) for line in s.lines)
        if s.may_pass:
            self.body += py.stmts("if m.answer is None:\n    m.result = None\n    _go", _go=self.go(done))
        self.body += py.stmts("f[0] = _b\nline, args = m.answer", _b=py.const(done))
        for number, line in enumerate(s.lines):
            taken = self.taken(line, done)
            last = number == len(s.lines) - 1
            self.body += taken if last else [py.when(py.expr("line == _n", _n=py.const(number)), taken)]
        self.cut([], done)
        if s.name is not None:
            self.body += py.stmts("_t = m.result", _t=c.local(s.ref))

    def taken(self, line: n.OfferLine, done: int) -> py.Body:
        """The chosen call. It was found legal when it was offered, and nothing has happened since."""
        event = line.call.ref
        assert isinstance(event, m.EventDef)
        unit = self.t.c.unit
        index = unit.layout.of(event)
        skip = py.const(despite_mask(event, line.despite, unit))
        if index in unit.asking:
            return py.stmts("return open_frame(m, _i, args, _s)", _i=py.const(index), _s=skip)
        return [*py.stmts("m.result = _f(m, *args, _s)", _f=py.name(f"E{index}"), _s=skip), *self.go(done)]

    def _line(self, line: n.OfferLine) -> OfferLine:
        event = line.call.ref
        assert isinstance(event, m.EventDef)
        bound = [b.ref for b in line.bindings]
        args = tuple(bound.index(a.ref) if isinstance(a, n.Name) and a.ref in bound else None for a in line.call.args)
        return OfferLine(
            self.t.c.unit.layout.of(event),
            despite_mask(event, line.despite, self.t.c.unit),
            args,
            self._conditions(line.where, list(line.bindings)),
            place_of(line.span),
        )

    def offered(self, index: int, line: n.OfferLine) -> ast.expr:
        """The legal calls of one line as a tuple of (line, args)."""
        inner = self.t.c.inner()
        loops, names = [], []
        for binding in line.bindings:
            source = walk(binding.source, inner)
            name = bind_loop(binding, inner)
            loops.append((name, source))
            names.append(name)
        event = line.call.ref
        assert isinstance(event, m.EventDef)
        test = self._legal(line, event, inner)
        if line.where is not None:
            test = py.both([emit(line.where, inner), test])
        if event.params and some_entity(event):
            test = py.both([py.expr("m.live[_a]", _a=emit(line.call.args[0], inner)), test])
        made = py.tuple_of([py.const(index), py.tuple_of([emit(a, inner) for a in line.call.args])])
        if not loops:
            return ast.IfExp(test, py.tuple_of([made]), py.const(()))
        core = [py.when(test, py.stmts("found.append(_v)", _v=made))]
        for name, source in reversed(loops):
            core = py.stmts("for _x in _s:\n    _core", _x=py.name(name), _s=source, _core=core)
        return helper(
            inner, py.stmts("found = []") + core + py.stmts("return tuple(found)"), [*names, "found"], line.span
        )

    def _legal(self, line: n.OfferLine, event: m.EventDef, c: Context) -> ast.expr:
        """Whether a line's call would be legal: written out where the arguments are names and no sentence forbids."""
        if not restrictions(event, c.unit):
            return py.const(True)
        args = [emit(a, c) for a in line.call.args]
        if line.despite or sentences_on(event, c.unit, "forbid") or not all(py.is_simple(a) for a in args):
            return can(line.call, line.despite, c)
        own = Context(c.unit, {id(p): a for p, a in zip(event.params, args, strict=True)})
        return py.both([condition(event, name, own) for name in event.legal])

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
        items, at = c.slot(id(s)), c.slot(id(s.binding))
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
            self.ask(emit(s.chosen_by, c), site, items, False)
            self.body += py.stmts("_x = m.answer\n_l = without(_l, (_x,))", _x=x, _l=items)
        t.loops.append(done)
        self.block(s.body, False)
        t.loops.pop()
        self.body += subject_in_loop(s, t)
        self.cut(self.back(head), done)

    def repeat(self, s: n.Repeat) -> None:
        """A bounded loop whose rounds may ask."""
        t, c = self.t, self.t.c
        limit, at = c.slot(id(s)), c.slot(id(s.limit))
        self.body += py.stmts("_l = _n\n_i = 0", _l=limit, _n=emit(s.limit, c), _i=at)
        head, done = self.fresh(), self.fresh()
        self.cut(self.go(head), head)
        self.body += py.stmts(
            "if _i >= _l:\n    _go\n_i += 1\nm.fuel -= 1\nif m.fuel < 0:\n    overrun(m)",
            _i=at,
            _l=limit,
            _go=self.go(done),
        )
        if s.condition is not None:
            self.body += [py.when(py.negate(emit(s.condition, c)), self.go(done))]
        t.loops.append(done)
        self.block(s.body, False)
        t.loops.pop()
        self.body += subject_in_loop(s, t)
        few = isinstance(s.limit, n.Number) and s.limit.value <= _FEW_ROUNDS
        self.cut(self.go(head) if few else self.back(head), done)


def some_entity(event: m.EventDef) -> bool:
    """Whether the first parameter of an event is an entity that is surely there."""
    return event.params[0].type.tag == "entity"


def _item(source: n.Expr) -> object:
    t = source.type
    return t.args[0] if t.args else None


def compile_text(body: n.Block, t: Text, span: object) -> int:
    """A text that may ask, as blocks; the number of the first. The number of its locals is kept in the unit."""
    flow = Flow(t, span)
    first = flow.fresh()
    flow.open(first)
    flow.block(body, True)
    flow.close(t.finish())
    t.c.unit.block_locals[first] = len(t.c.slots)
    return first
