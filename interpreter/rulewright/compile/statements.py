"""Compiles statements that cannot ask to Python statements, both in plain functions and inside the blocks of frames.

Separate because most statements are of this sort; `blocks` adds the ones that ask questions. How code is left (finish,
impossible, stop) differs between the two and is decided by `Text`.
"""

from __future__ import annotations

import ast
from typing import assert_never

from rulewright.check import model as m
from rulewright.check.types import is_recast, is_several, some
from rulewright.compile import pyast as py
from rulewright.compile.builtins import unseen
from rulewright.compile.calls import subject_rule
from rulewright.compile.clocks import give
from rulewright.compile.conditions import condition
from rulewright.compile.counted import at_bound, counted
from rulewright.compile.expressions import emit, kept, stored
from rulewright.compile.layout import is_places
from rulewright.compile.legality import despite_mask
from rulewright.compile.legality import in_play as alive
from rulewright.compile.operands import may_stand_on_edges, walk
from rulewright.compile.symbols import row_place
from rulewright.compile.text import Text
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import descend
from rulewright.limits import EVENT_STEPS
from rulewright.program import MARK
from rulewright.shapes import FIELDS


def block(body: n.Block, t: Text, tail: bool = True) -> py.Body:
    """Statements in order; the subject rule is tested where control returns and something follows."""
    made: py.Body = []
    for i, s in enumerate(body):
        last = tail and i == len(body) - 1
        own = statement(s, t, last)
        py.mark(own, t.c.unit.line(s.span))
        made.extend(own)
        if not last and not isinstance(s, (n.If, n.ForEach, n.Repeat)):      # these test inside, at each end
            made.extend(subject_rule(s, t))
    return made


def statement(s: n.Statement, t: Text, last: bool = False) -> py.Body:
    """One statement that cannot ask."""
    made = _statement(s, t, last)
    if s.guard is not None:
        return [py.when(emit(s.guard, t.c), made)]
    return made


def _statement(s: n.Statement, t: Text, last: bool) -> py.Body:
    c = t.c
    s = variants.statement(s)
    match s:
        case n.Do():
            return [ast.Expr(call_event(s.call, s.despite, t))]
        case n.Let():
            value = right(s.value, t)
            return _assign(c.local(s.ref), value) + _rolled_in_secret(s, t)
        case n.Set():
            value = kept(s.value, c) if isinstance(s.value, n.Expr) and not _happens(s.value) else right(s.value, t)
            return set_target(s.target, stored(value, s.value, s.target, c), t) + _rolled_in_secret(s, t)
        case n.Give():
            return [ast.Expr(give(s, t.c))]
        case n.EndStatus():
            e = s.status
            if isinstance(e, n.Call) and isinstance(e.ref, m.StatusDef):
                return py.stmts("end_kind(m, _s, _h)", _s=py.const(c.unit.layout.of(e.ref)), _h=emit(e.args[0], c))
            return py.stmts("end(m, _x)", _x=emit(e, c))
        case n.Put() if is_several(s.what.type):
            return py.stmts("put_all(m, _x, _f, *_u)", _x=emit(s.what, c), _f=emit(s.place, c), _u=unseen(s, c))
        case n.Put():
            usual = s.place.type.tag == "place" and not may_stand_on_edges(s.what.type, c)
            move = "shift" if usual and c.unit.single and not c.unit.place_mask else "put"
            told = unseen(s, c)
            if s.prep == "on top of":
                return py.stmts("put(m, _x, _p, *_u, True)", _x=emit(s.what, c), _p=emit(s.place, c),
                                _u=told or [py.const(0)])  # fmt: skip
            if told:
                return py.stmts("put(m, _x, _p, *_u)", _x=emit(s.what, c), _p=emit(s.place, c), _u=told)
            return py.stmts("_f(m, _x, _p)", _f=py.name(move), _x=emit(s.what, c), _p=emit(s.place, c))
        case n.Remove():
            return py.stmts("remove(m, _x, *_u)", _x=emit(s.what, c), _u=unseen(s, c))
        case n.CreateStatement():
            return [ast.Expr(right(s.create, t))]
        case n.Perform():
            args = [kept(a, c) for a in s.text.args or ()]
            return py.stmts("perform(m, _f, _x, *_a)", _f=py.const(s.text.name), _x=emit(s.text.target, c), _a=args)
        case n.Moment():
            return moment(s, t)
        case n.Stop():
            return t.leave_loop()
        case n.Finish():
            return t.finish()
        case n.Cancel():
            return [*py.stmts("r[OUTCOME] = CANCELLED"), *t.finish()]
        case n.Conclude():
            return py.stmts("conclude(m, _e)", _e=py.const(c.unit.layout.events_of(s.ref)))
        case n.If():
            return _if(s, t, last)
        case n.ForEach():
            return _for_each(s, t)
        case n.Repeat():
            return _repeat(s, t)
        case n.Together():
            return _together(s, t)
        case n.Offer():
            raise AssertionError("an offer asks, so it runs in a frame")
        case n.BrokenStatement():
            raise AssertionError("a pack with errors is not compiled")
        case _:
            assert_never(s)


def _happens(value: n.Right) -> bool:
    """Whether a right-hand side is the call of an event."""
    return isinstance(value, n.Call) and isinstance(value.ref, m.EventDef)


def together(s: n.Together, t: Text) -> py.Body:
    """The inside of a batch: calls are enlisted."""
    outside, t.batching = t.batching, True
    made = block(s.body, t, False)
    t.batching = outside
    return made


def _together(s: n.Together, t: Text) -> py.Body:
    """A batch where no player can be asked. Inside of another batch its calls belong to that one."""
    if t.batching or t.effect:
        return together(s, t)
    if not t.noted:
        return [*py.stmts("m.wave = []"), *together(s, t), *py.stmts("run_batch(m)")]
    alone = t.c.unit.fresh("v")
    return [
        *py.stmts("_a = m.wave is None\nif _a:\n    m.wave = []", _a=py.name(alone)),
        *together(s, t),
        *py.stmts("if _a:\n    run_batch(m)", _a=py.name(alone)),
    ]


def _assign(target: ast.expr, value: ast.expr) -> py.Body:
    return py.stmts("_t = _v", _t=target, _v=value)


def set_target(target: n.Expr, value: ast.expr, t: Text) -> py.Body:
    """`set target = value`: a local, a field of the record, an attribute."""
    c = t.c
    while isinstance(target, n.Index):  # the whole with that entry changed; for nested entries, from the inside
        value = py.expr("replaced(_o, _k, _v)", _o=emit(target.target, c), _k=emit(target.key, c), _v=value)
        target = target.target
    if isinstance(target, n.Name):
        return _assign(c.look_up(target.ref), value)
    assert isinstance(target, n.Attr)
    if isinstance(target.ref, m.Attribute) and target.ref.storage == "row":
        place = py.const(row_place(c.unit.layout.pack.statuses[target.ref.kind], target.ref))
        return py.stmts("set_row(m, _s, _k, _v)", _s=emit(target.target, c), _k=place, _v=value)
    return _assign(_place_of(target, t), value) + _dirty(target, t)


def _place_of(target: n.Attr, t: Text) -> ast.expr:
    """Where a field of a record, or of an entity, player or the match, is stored."""
    c, ref = t.c, target.ref
    if isinstance(ref, m.Variable):
        return py.expr("_t[_i]", _t=emit(target.target, c), _i=py.const(FIELDS + ref.index))
    assert isinstance(ref, m.Attribute)
    if ref.storage == "owner":
        return py.expr("m.owner[_t]", _t=emit(target.target, c))
    column = c.unit.layout.column(ref)
    return py.expr("_s[_t]", _s=ast.Attribute(py.name("m"), column.slot, ast.Load()), _t=emit(target.target, c))


def _dirty(target: n.Attr, t: Text) -> py.Body:
    """Marks as dirty the checks and the cached values that read this field."""
    if isinstance(target.ref, m.Attribute):
        mask = t.c.unit.watched.get(target.ref, 0)
        made = py.stmts("m.dirty |= _m", _m=py.const(mask)) if mask else []
        if target.ref in t.c.unit.versioned:
            made += py.stmts("m.cache.clear()\nm.kept.clear()")
        return made + py.stmts("m.fenced = None") if target.ref in t.c.unit.fencing else made
    return []


def _rolled_in_secret(s: n.Let | n.Set, t: Text) -> py.Body:
    if not isinstance(s.value, n.Roll) or not s.value.secret:
        return []
    die = s.value.die
    if isinstance(die, n.Call) and die.ref == "among":
        return keep_secret(s, walk(die.args[0], t.c), t)
    return keep_secret(s, py.expr("faces_of(m, _d)", _d=emit(die, t.c)), t)


def keep_secret(s: n.Let | n.Set, candidates: ast.expr, t: Text) -> py.Body:
    """After a secret answer: stores what else it could have been, next to the local in the frame, or for the field. A
    local of a plain function is gone before any player is asked."""
    c, right = t.c, s.value
    assert isinstance(right, (n.Choose, n.ChooseYesNo, n.Roll))
    if isinstance(s, n.Set) and is_recast(right.type, s.target.type):
        candidates = py.expr("seated(_o)", _o=candidates)
        of = some(s.target.type)
    else:
        of = some(right.type)
    item = of.args[0] if of.tag in ("set", "list") else of
    shape = "rolls" if isinstance(right, n.Roll) and right.times is not None else of.tag
    shape = "places" if is_places(of) else shape if shape in ("rolls", "set", "list") else "one"
    told = {
        "_by": py.const(None) if right.by is None else emit(right.by, c),
        "_o": candidates,
        "_h": py.const(shape),
        "_e": py.const(item.tag in ("entity", "union")),
    }
    if isinstance(s, n.Set) and isinstance(s.target, n.Attr):
        assert isinstance(s.target.ref, m.Attribute)
        return py.stmts(
            "keep(m, _slot, _i, _by, _o, _h, _e)",
            _slot=py.const(c.unit.layout.column(s.target.ref).slot),
            _i=emit(s.target.target, c),
            **told,
        )
    place = c.local(s.ref if isinstance(s, n.Let) else s.target.ref)
    if not isinstance(place, ast.Subscript):
        return []
    return py.stmts("_t = (_mark, _k, _by, _o, _h, _e)", _t=c.slot(s), _mark=py.const(MARK), _k=place.slice, **told)


def call_event(call: n.Call, despite: tuple[str, ...], t: Text) -> ast.expr:
    """A call of an event that cannot ask, or of a builtin action."""
    c = t.c
    if isinstance(call.ref, m.BuiltinDef):
        return emit(call, c)
    event = call.ref
    assert isinstance(event, m.EventDef), f"{call.name}: {event!r}"
    index, run = c.unit.layout.of(event), py.name(c.unit.layout.function("E", event))
    args = [kept(a, c) for a in call.args]
    skip = py.const(despite_mask(event, despite, c.unit))
    if t.batching or t.effect or t.noted:
        enlisted = py.expr("enlist(m, _i, _t, _s)", _i=py.const(index), _t=py.tuple_of(args), _s=skip)
        if t.batching or t.effect:
            return enlisted
        return py.expr("_a if m.wave is not None else _f(m, *_args, _s)", _a=enlisted, _f=run, _args=args, _s=skip)
    return py.expr("_f(m, *_args, _s)", _f=run, _args=args, _s=skip)


def right(value: n.Right, t: Text) -> ast.expr:
    """A right-hand side that cannot ask."""
    c = t.c
    match value:
        case n.CallRight():
            return call_event(value.call, value.despite, t)
        case n.Call(ref=m.EventDef()):
            return call_event(value, (), t)
        case n.Roll():
            by = [emit(value.by, c) if value.by is not None else py.const(None)]
            by += [py.const(True), *unseen(value, c)] if value.secret else []
            if isinstance(value.die, n.Call) and value.die.ref == "among":
                return py.expr("among(m, _s, *_b)", _s=walk(value.die.args[0], c), _b=by)
            die = emit(value.die, c)
            if value.times is None:
                return py.expr("roll(m, _d, *_b)", _d=die, _b=by)
            return py.expr("rolls(m, _d, _n, *_b)", _d=die, _n=emit(value.times, c), _b=by)
        case n.Given():
            return give(value.give, c)
        case n.Create():
            owner = emit(value.owner, c) if value.owner is not None else py.const(None)
            place = emit(value.place, c) if value.place is not None else py.const(None)
            return py.expr("create(m, _s, _o, _p)", _s=emit(value.sheet, c), _o=owner, _p=place)
        case n.Expr():
            return emit(value, c)
        case n.Choose() | n.ChooseYesNo():
            raise AssertionError("a choice asks, so it runs in a frame")
        case _:
            assert_never(value)


def moment(s: n.Moment, t: Text) -> py.Body:
    """A moment that cannot ask: reactions, then the named conditions again."""
    assert t.event is not None
    table = t.c.unit.tables.get((t.c.unit.layout.of(t.event), f"at {s.name}"))
    made: py.Body = []
    if table is not None:
        made += py.stmts("plain_react(m, r, _t, False)", _t=py.const(table))
    return made + needs(s, t)


def needs(s: n.Moment, t: Text) -> py.Body:
    """The named conditions of a moment, tested again."""
    assert t.event is not None
    if not s.needs:
        return []
    tests = [condition(t.event, name, t.c) for name in s.needs]
    return py.stmts("if not _c:\n    _fail", _c=py.both(tests), _fail=t.fail())


def _if(s: n.If, t: Text, last: bool) -> py.Body:
    made = block(s.otherwise, t, last)
    for branch in reversed(s.branches):
        made = [py.when(emit(branch.condition, t.c), block(branch.body, t, last), made)]
    return made


def still_there(binding: n.Binding, x: ast.expr) -> list[ast.expr]:
    """Tests for what a loop skips in its snapshot: entities out of play, statuses that ended."""
    item = some(binding.source.type)
    of = item.args[0] if item.args else item
    if of.tag in ("entity", "union") or (item.tag == "zone"):
        return [alive(x, of)] if not _of_removed(binding.source) else []
    if of.tag == "status":
        return [py.expr("_x in m.rows", _x=x)]
    return []


def _of_removed(source: n.Expr) -> bool:
    """Whether it is a loop over `removed(..)`, which iterates over entities out of play."""
    return any(isinstance(x, n.Call) and x.name == "removed" for x in descend(source))


def _for_each(s: n.ForEach, t: Text) -> py.Body:
    c = t.c
    source = walk(s.binding.source, c)
    if c.frame:                  # no round asks: the variable need not outlive the block
        c.bind(s.binding.ref, py.name(c.unit.fresh("v")))
    x = c.local(s.binding.ref)
    tests = still_there(s.binding, x)
    if s.where is not None:
        tests.append(emit(s.where, c))
    t.loops.append(None)
    body = block(s.body, t, False)
    t.loops.pop()
    if tests:
        body = [py.when(py.both(tests), body)]
    return py.stmts("for _x in _s:\n    _body", _x=x, _s=source, _body=body)


def _repeat(s: n.Repeat, t: Text) -> py.Body:
    c = t.c
    limit = emit(s.limit, c)
    head = py.stmts("m.fuel -= _f\nif m.fuel < 0:\n    overrun(m)", _f=py.const(EVENT_STEPS))
    if s.condition is not None:
        head += py.stmts("if not _c:\n    break", _c=emit(s.condition, c))
    t.loops.append(None)
    body = block(s.body, t, False)
    t.loops.pop()
    x = py.name(c.unit.fresh("v"))
    if not counted(s, c):
        return py.stmts("for _x in range(_l):\n    _body", _x=x, _l=limit, _body=head + body)
    return py.stmts(  # one more round, which only tests whether the loop would have continued
        "_n = _l\nfor _x in range(_n + 1):\n    _head\n    if _x == _n:\n        _told\n        break\n    _body",
        _n=py.name(c.unit.fresh("v")), _l=limit, _x=x, _head=head, _told=at_bound(s), _body=body,
    )  # fmt: skip


