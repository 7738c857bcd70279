"""Compiles a modifier (`modify`) to code that finds the holders for which it is active.

Separate because values, permissions, conditions of events and reactions all need this: the entities that carry a rule,
and whether it applies to the current case. If a condition says `x is self`, the holder is looked up, not searched for.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection

from rulewright.check import model as m
from rulewright.check.in_force import in_force
from rulewright.check.types import ENTITY, some
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit
from rulewright.compile.expressions import emit, kept
from rulewright.compile.having import has_status, in_force_of, listed_in_force, status_holder
from rulewright.compile.loops import bind_loop
from rulewright.compile.operands import walk
from rulewright.compile.own_parts import is_part
from rulewright.compile.symbols import call_value
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import conjuncts, descend
from rulewright.shapes import R_ARGS

Core = Callable[[Context], py.Body]


def key_of(conditions: list[n.Expr], holder: m.Holder) -> tuple[n.Expr | None, list[n.Expr]]:
    """`x is self` among the conjuncts: x, and the other conjuncts. x is evaluated before there is a holder: it reads
    nothing that belongs to the holder."""
    self_var = holder.self_var
    if self_var is None:
        return None, conditions
    own = [self_var, *holder.args]
    if isinstance(holder.definition, m.StatusDef) and holder.definition.spender is not None:
        own.append(holder.definition.spender)
    if isinstance(holder.definition, m.StatusDef) and holder.definition.instance is not None:
        own.append(holder.definition.instance)
    for i, e in enumerate(conditions):
        if isinstance(e, n.Is) and not e.negated and e.ref and e.ref[0] == "equal":
            for x, y in ((e.left, e.right), (e.right, e.left)):
                if not isinstance(y, n.Name) or y.ref is not self_var or _brought(x, own):
                    continue
                if some(x.type).tag == "union":  # it may be a player, who has no sheet to look under
                    continue
                # Conjuncts before it may test whether x can be evaluated: then they must be evaluated first, without a
                # holder.
                if isinstance(x, n.Name) or not any(_brought(one, own) for one in conditions[:i]):
                    return x, conditions[:i] + conditions[i + 1 :]
    return None, conditions


def before_key(conditions: list[n.Expr], holder: m.Holder) -> list[n.Expr]:
    """The conjuncts that must be true before the x of `x is self` may be evaluated, because they may test whether it
    can be: all that come before it. A bare name can be evaluated at any time."""
    key, rest = key_of(conditions, holder)
    if key is None or isinstance(key, n.Name):
        return []
    place = next(i for i, e in enumerate(conditions) if i == len(rest) or e is not rest[i])
    return conditions[:place]


def key_first(conditions: list[n.Expr], holder: m.Holder, c: Context, body: py.Body) -> py.Body:
    """A body that begins by evaluating the x of `x is self`, run only if x can be evaluated."""
    tests = [emit(e, c) for e in before_key(conditions, holder)]
    return [py.when(py.both(tests), body)] if tests else body


def may_be_none(key: n.Expr) -> bool:
    """Whether the x of `x is self` may be none where it is evaluated: tests of a bare name have not run yet."""
    declared = key.ref if isinstance(key, n.Name) else None
    found: str = declared.type.tag if isinstance(declared, m.Variable) else key.type.tag
    return found == "maybe"


def mentions(e: n.Node, variable: m.Variable) -> bool:
    """Whether a variable is read in an expression."""
    return any(isinstance(x, n.Name) and x.ref is variable for x in descend(e))


def mentions_any(e: n.Node, variables: Collection[m.Variable]) -> bool:
    """Whether one of some variables is read in an expression."""
    return any(isinstance(x, n.Name) and x.ref in variables for x in descend(e))


def _brought(e: n.Node, own: list[m.Variable]) -> bool:
    """Whether an expression reads something of the holder: one of its own names, or a part of it by its bare name."""
    return mentions_any(e, own) or any(is_part(x) for x in descend(e))


def many(holder: m.Holder, key: n.Expr | None) -> bool:
    """Whether a modifier may contribute more than once at a time."""
    if holder.kind == "area" or (holder.kind == "rule" and holder.binder is None):
        return False
    if key is None:
        return True
    status = holder.definition
    return bool(holder.args) or (isinstance(status, m.StatusDef) and bool(status.fields))


def for_holders(holder: m.Holder, conditions: list[n.Expr], c: Context, core: Core) -> py.Body:
    """Runs `core` once for each holder for which all conditions are true. In `core`, self and the arguments of a status
    are bound."""
    if holder.kind in ("rule", "area"):
        return _bound(holder, conditions, c, core)
    inner = c.inner()
    key, rest = key_of(conditions, holder)
    x = c.unit.fresh("x")
    if holder.self_var is not None:
        inner.bind(holder.self_var, py.name(x))
    route = c.unit.route(holder.definition) if isinstance(holder.definition, m.StatusDef) else "listed"
    made = {"given": _status, "both": _by_rows, "listed": _on_sheets}[route]
    return key_first(conditions, holder, c, made(holder, key, rest, x, c, inner, core))


def _bound(holder: m.Holder, conditions: list[n.Expr], c: Context, core: Core) -> py.Body:
    """For a rule or an area: once, or for all that it binds."""
    inner = c.inner()
    if holder.binder is None:
        return _tested(holder, conditions, inner, core, [])
    binding = holder.binder.binding
    key, rest = key_of(conditions, holder)
    name = bind_loop(binding, inner)
    source = walk(binding.source, c)
    if key is not None:
        name = c.unit.fresh("x")
        inner.bind(binding.ref, py.name(name))
    if holder.self_var is not None:
        inner.bind(holder.self_var, py.name(name))
    where = [holder.binder.where] if holder.binder.where is not None else []
    if key is None:
        body = _tested(holder, [*where, *conditions], inner, core, [])
        return py.stmts("for _x in _s:\n    _body", _x=py.name(name), _s=source, _body=body)
    at = emit(key, c)
    present: ast.expr = py.expr("_x in _s", _x=py.name(name), _s=source)
    if isinstance(binding.source, n.Name) and isinstance(binding.source.ref, m.KindDef):
        present = py.expr("_x is not None and m.live[_x] and m.sheet[_x] in KIND[_k]",
                          _x=py.name(name), _k=py.const(c.unit.layout.of(binding.source.ref)))  # fmt: skip
    if may_be_none(key):
        present = py.both([py.expr("_x is not None", _x=py.name(name)), present])
    body = _tested(holder, [*where, *rest], inner, core, [present])
    return key_first(conditions, holder, c, [*py.stmts("_x = _v", _x=py.name(name), _v=at), *body])


def _on_sheets(
    holder: m.Holder, key: n.Expr | None, conditions: list[n.Expr], x: str, c: Context, inner: Context, core: Core
) -> py.Body:
    """For a sheet, or a status that only sheets list: those made from one of these."""
    definition, layout = holder.definition, c.unit.layout
    rows: ast.expr | None = None
    if isinstance(definition, m.SheetDef):
        inner.whole = py.name(x)
        test = py.expr("m.sheet[_x] == _s", _x=py.name(x), _s=py.const(layout.of(definition)))
        group = layout.sheet_group.get(definition, 0)
    else:
        assert isinstance(definition, m.StatusDef)
        index = py.const(layout.of(definition))
        test = py.expr("m.sheet[_x] in LISTED[_k]", _x=py.name(x), _k=index)
        group = layout.listed_group[definition]
        rows = py.expr("LISTED[_k][m.sheet[_x]]", _k=index, _x=py.name(x)) if holder.args else None
        bind_row(holder, inner)
    body = _tested(holder, conditions, inner, core, [] if key is None else [py.expr("m.live[_x]", _x=py.name(x))])
    if rows is not None:
        body = py.stmts("for row in _s:\n    _body", _s=rows, _body=body)
    if key is None:
        return py.stmts("for _x in m.groups[_g]:\n    _body", _x=py.name(x), _g=py.const(group), _body=body)
    return at_key(key, x, c, body, test)


def bind_row(holder: m.Holder, c: Context) -> None:
    """Binds the arguments of a status, its instance and the event that spends it to indexes of its row."""
    for i, arg in enumerate(holder.args):
        c.bind(arg, py.expr("row[_i]", _i=py.const(R_ARGS + i)))
    definition = holder.definition
    if isinstance(definition, m.StatusDef) and definition.instance is not None:
        c.bind(definition.instance, py.expr("row[R_GIVEN]"))
    if isinstance(definition, m.StatusDef) and definition.spender is not None:
        c.bind(definition.spender, py.expr("row[R_SPENDER]"))


def _active(holder: m.Holder, c: Context) -> list[ast.expr]:
    """The `active` conditions of sheets and kinds, for the holder that `c` knows."""
    definition = holder.definition
    if isinstance(definition, m.StatusDef) and c.unit.route(definition) != "listed":
        return []
    cases = in_force(holder, c.unit.listed)
    if not cases:
        return []
    assert holder.self_var is not None
    return [in_force_of(cases, c.look_up(holder.self_var), c)]


def _status(
    holder: m.Holder, key: n.Expr | None, conditions: list[n.Expr], x: str, c: Context, inner: Context, core: Core
) -> py.Body:
    status = holder.definition
    assert isinstance(status, m.StatusDef)
    index = py.const(c.unit.layout.of(status))
    bind_row(holder, inner)
    # If everything counts, two instances count twice; else a status without parameters counts once for its holder.
    needs_row = by_instance(status, c)
    tests = [py.expr("row[R_SPENDER] is not None")] if status.spent_by is not None else []
    kind = status_holder(status)
    marks = {"entity": "m.marks[_x]", "player": "m.pmarks[_x]", "match": "m.mmarks[0]"}[kind]
    if key is not None and kind != "match":
        body = _tested(holder, conditions, inner, core, tests)
        if needs_row:
            body = py.stmts(
                "for n in m.held[_s, holder_key(_k, _x)]:\n    row = m.rows[n]\n    _body",
                _s=index,
                _k=py.const(kind),
                _x=py.name(x),
                _body=body,
            )
        test = py.expr(f"{marks} & _b != 0", _x=py.name(x), _b=py.const(1 << c.unit.layout.of(status)))
        return at_key(key, x, c, body, test)
    body = _tested(holder, conditions, inner, core, tests)
    if not needs_row:
        return py.stmts(
            "for _x in {m.rows[n][1]: None for n in m.by_status[_s]}:\n    _body",
            _s=index,
            _x=py.name(x),
            _body=body,
        )
    return of_every_row(status, x, c, body)


def _by_rows(
    holder: m.Holder, key: n.Expr | None, conditions: list[n.Expr], x: str, c: Context, inner: Context, core: Core
) -> py.Body:
    """For a status that can be acquired in several ways: all rows of every possible bearer; once for each holder if
    instances do not count separately."""
    status = holder.definition
    assert isinstance(status, m.StatusDef)
    bind_row(holder, inner)
    tests = [py.expr("row[R_SPENDER] is not None")] if status.spent_by is not None else []
    body = rows_of(status, x, c, _tested(holder, conditions, inner, core, tests), each=by_instance(status, c))
    return of_every_bearer(status, x, c, body) if key is None else at_key(key, x, c, body)


def at_key(key: n.Expr, x: str, c: Context, body: py.Body, *tests: ast.expr) -> py.Body:
    """A body for the only possible holder, named `x`, if it is one and passes tests."""
    tests = (py.expr("_x is not None", _x=py.name(x)), *tests) if may_be_none(key) else tests
    body = [py.when(py.both([*tests]), body)] if tests else body
    return [*py.stmts("_x = _v", _x=py.name(x), _v=emit(key, c)), *body]


def of_every_bearer(status: m.StatusDef, x: str, c: Context, body: py.Body) -> py.Body:
    """A body for everything that may have a status in any way, named `x`."""
    return py.stmts("for _x in _s:\n    _body", _x=py.name(x), _s=bearers(status, c), _body=body)


def of_every_row(status: m.StatusDef, x: str, c: Context, body: py.Body) -> py.Body:
    """A body for every instance of a status, with its `row` and its holder, named `x`."""
    return py.stmts(
        "for n in m.by_status[_s]:\n    row = m.rows[n]\n    _x = row[R_HOLDER]\n    _body",
        _s=py.const(c.unit.layout.of(status)), _x=py.name(x), _body=body,
    )  # fmt: skip


def rows_of(status: m.StatusDef, x: str, c: Context, body: py.Body, *, each: bool) -> py.Body:
    """Runs a body for each `row` that a bearer has of a status, or once if there is any. If nothing is read of the
    rows, it only tests whether there is one."""
    reads_row = any(isinstance(one, ast.Name) and one.id == "row" for s in body for one in py.nodes(s))
    if not each and not reads_row and _of_things(status):
        has = has_status(status, py.name(x), c) if status.asked is None else call_value(status.asked, [py.name(x)], c)
        return [py.when(py.both([py.expr("m.live[_x]", _x=py.name(x)), has]), body)]
    holes = {"_f": py.name(c.unit.layout.function("o", status)), "_x": py.name(x)}
    if each:
        return py.stmts("for row in _f(m, _x):\n    _body", **holes, _body=body)
    return py.stmts("row = first(_f(m, _x))\nif row is not None:\n    _body", **holes, _body=body)


def _of_things(status: m.StatusDef) -> bool:
    """Whether only entities in play have a status."""
    own = status.holder.self_var if status.holder is not None else None
    return own is None or own.type.tag == "entity"


def bearers(status: m.StatusDef, c: Context) -> ast.expr:
    """Everything that may have a status that can be acquired in several ways, by age."""
    if _allows(status, c.unit):
        return _whole(status, c.unit)
    listed: ast.expr = py.const(())
    if status in c.unit.listed:
        listed = py.expr("m.groups[_g]", _g=py.const(c.unit.layout.listed_group[status]))
    return py.expr("bearers(m, _s, _l)", _s=py.const(c.unit.layout.of(status)), _l=listed)


def _allows(status: m.StatusDef, unit: Unit) -> list[m.SentenceDef]:
    """The modifiers that allow a status."""
    if status.asked is None:
        return []
    return [s for s in unit.value_parts.get(status.asked, ()) if s.kind == "allow"]


def _whole(status: m.StatusDef, unit: Unit) -> ast.expr:
    """Everything that a status may belong to."""
    own = status.holder.self_var if status.holder is not None else None
    of = own.type if own is not None else ENTITY
    if of.tag == "player":
        return py.expr("EVERYBODY[m.players]")
    if of.tag == "match":
        return py.const((0,))
    kinds = [kind for kind in unit.layout.kinds if kind.parent is None and kind.id not in ("player", "match")]
    if of.name:
        kinds = [kind for kind in unit.layout.kinds if kind.id in of.name.split(" or ")]
    return py.tuple_of([ast.Starred(py.expr("m.groups[_g]", _g=py.const(unit.layout.of(one))), ast.Load())
                        for one in kinds])  # fmt: skip


def compile_bearing(status: m.StatusDef, unit: Unit) -> None:
    """`o<i>(m, h)`: the rows that a bearer has of a status, in any way; those listed on its sheet come first."""
    if unit.route(status) != "both":
        return
    c = Context(unit)
    h, index = py.name("h"), py.const(unit.layout.of(status))
    held = py.expr(
        "rows_held(m, m.held.get((_s, holder_key(_k, h)), ()))", _s=index, _k=py.const(status_holder(status))
    )
    body: py.Body = []
    if status.asked is not None:
        body = py.stmts("if not _p:\n    return ()", _p=call_value(status.asked, [h], c))
    told: py.Body = []
    if status in unit.listed:
        told += py.stmts(
            "if _l:\n    told.extend(LISTED[_s][m.sheet[h]])", _l=listed_in_force(status, h, c), _s=index
        )
    for s in _allows(status, unit):
        assert status.asked is not None
        inner = c.inner()
        inner.bind(status.asked.params[0], h)
        told += sentence_holders(s, inner, lambda k, s=s: _told(s, index, k))  # type: ignore[misc]
    if status.asked is None or status.asked.params[0].type.tag == "entity":  # one that has left play carries nothing
        told = [py.when(py.expr("m.live[h]"), told)] if told else []
    body += [*py.stmts("told = []"), *told]
    body += py.stmts("return (*distinct(told), *_held)", _held=held)
    unit.add(unit.layout.function("o", status), ["m", "h"], body, status.span)


def _told(s: m.SentenceDef, index: ast.expr, k: Context) -> py.Body:
    """The substitute for a row if a modifier allows a status."""
    args = [kept(arg, k) for arg in s.expr.args] if isinstance(s.expr, n.Call) else []
    return py.stmts("told.append((_s, 0, 0, -1, (), (), None, *_a))", _s=index, _a=args)


def _tested(holder: m.Holder, conditions: list[n.Expr], c: Context, core: Core, first: list[ast.expr]) -> py.Body:
    tests = list(first)
    tests += _active(holder, c)
    if holder.active is not None:
        tests.append(emit(holder.active, c))
    tests += [emit(e, c) for e in conditions]
    body = core(c)
    return [py.when(py.both(tests), body)] if tests else body


def when_in_force(holder: m.Holder, conditions: list[n.Expr], c: Context, core: Core, *, live: bool) -> py.Body:
    """Runs `core` for the one holder that `c` knows, if what it carries is active and all conditions are true. `live`:
    it is known to be in play."""
    assert holder.self_var is not None
    first = [] if live else [py.expr("m.live[_x]", _x=c.look_up(holder.self_var))]
    return _tested(holder, conditions, c, core, first)


def sentence_holders(s: m.SentenceDef, c: Context, core: Core) -> py.Body:
    """Runs `core` for each holder for which a modifier is active."""
    return for_holders(s.holder, conjuncts(s.when) if s.when is not None else [], c, core)


def sentence_is_many(s: m.SentenceDef) -> bool:
    """Whether a modifier may contribute more than once."""
    key, _ = key_of(conjuncts(s.when) if s.when is not None else [], s.holder)
    return many(s.holder, key)


def by_instance(status: m.StatusDef, c: Context) -> bool:
    """Whether a modifier of a status counts for every instance of it, not once for each bearer."""
    apart = bool(status.params or status.fields) or status.spent_by is not None
    return apart or c.unit.layout.pack.stacking == "instance"


def said(s: m.SentenceDef) -> str:
    """A modifier as written."""
    what = f"{s.target.id}.{s.step or s.label}" if s.kind in ("value", "waive") else s.target.id
    words = f"{what} is {unparse(s.expr)}" if s.kind == "value" and s.expr is not None else f"{s.kind} {what}"
    return words + (f" when {unparse(s.when)}" if s.when is not None else "")
