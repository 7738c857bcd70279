"""Compiles conditions on a place to filters, which find all places that meet them at once, and not one by one.

For all steps from a place, a search must know whether they are allowed and what they cost. Most conditions are the same
for all of them, or a set of places: `goal in neighbours(here)`, `goal is wall`, `some q in footprint(mover, goal) where
q is pit`. So a condition becomes statements that narrow a set down. `a and b` narrows by a, then what is left by b;
`not a` removes the places that meet a; a condition that does not mention the place is evaluated once; all others are
evaluated place by place.

A part of a condition is evaluated only while a place is left for which the original would evaluate it. So a filter
finds exactly the places for which the condition is true, and evaluates nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.check import model as m
from rulewright.check.builtins import kind_in
from rulewright.check.types import some
from rulewright.compile import pyast as py
from rulewright.compile.areas import NOTHING, area, filled, named
from rulewright.compile.context import Context, Unit
from rulewright.compile.expressions import emit
from rulewright.compile.in_place import LARGEST, in_place, written_out
from rulewright.compile.layout import is_places
from rulewright.compile.loops import bind_loop
from rulewright.compile.operands import walk
from rulewright.compile.remembering import is_dear
from rulewright.compile.sentences import mentions
from rulewright.effects import nodes as n
from rulewright.effects.walk import conjuncts

Asked = m.ValueDef | m.PermissionDef
Each = Callable[[n.Expr, ast.expr], ast.expr]  # the value of an expression for one place


@dataclass(slots=True)
class Filter:
    """Narrows sets of places by conditions on one variable. `body` collects the statements. `looked`: some condition is
    evaluated place by place; `dear`: such a condition queries the board for more than a table holds; `read`: some
    condition was read as a set."""

    unit: Unit
    body: py.Body
    looked: bool = False
    dear: bool = False
    read: bool = False

    def kept(self, e: n.Expr, of: m.Variable, given: ast.expr, c: Context) -> ast.expr:
        """The places of `given`, a name, for which a condition on `of` is true, as a name or a constant. It is
        evaluated only if `given` is not empty."""
        if not mentions(e, of):
            return self.named(ast.IfExp(emit(e, c), given, py.const(NOTHING)))
        match e:
            case n.Binary(op="and"):
                left = self.kept(e.left, of, given, c)
                return self._where(left, lambda inner: inner.kept(e.right, of, left, c))
            case n.Binary(op="or"):
                left = self.kept(e.left, of, given, c)
                rest = self.named(area("minus", _a=given, _b=left))
                right = self._where(rest, lambda inner: inner.kept(e.right, of, rest, c))
                return self.named(area("union", _a=left, _b=right))
            case n.Unary(op="not"):
                return self.named(area("minus", _a=given, _b=self.kept(e.operand, of, given, c)))
            case n.IfElse():
                return self._chosen(e, of, given, c)
            case n.Is():
                made = self._is(e, of, given, c)
            case n.In():
                made = self._in(e, of, given, c)
            case n.Quantified():
                made = self._quantified(e, of, given, c)
            case n.Call(ref=m.PermissionDef() as ref):
                made = self._asked(ref, list(e.args), of, given, c)
            case n.Relation(ref=m.PermissionDef() as ref):
                made = self._negated(e.negated, given, self._asked(ref, [e.left, e.right], of, given, c))
            case _:
                made = None
        return made if made is not None else self._looked(e, of, given, c)

    # -- statements ----------------------------------------------------------------------------------------------------

    def named(self, value: ast.expr) -> ast.expr:
        if isinstance(value, (ast.Name, ast.Constant)):
            return value
        name = py.name(self.unit.fresh("y"))
        self.body += py.stmts("_n = _v", _n=name, _v=value)
        return name

    def _inner(self) -> Filter:
        return Filter(self.unit, [])

    def _after(self, inner: Filter) -> None:
        self.looked |= inner.looked
        self.dear |= inner.dear
        self.read |= inner.read

    def _where(self, given: ast.expr, then: Callable[[Filter], ast.expr]) -> ast.expr:
        """The result of further statements if a set is not empty; else the empty set."""
        inner = self._inner()
        left = then(inner)
        self._after(inner)
        if not inner.body:
            return left
        name = py.name(self.unit.fresh("y"))
        self.body += py.stmts("_n = _none", _n=name, _none=py.const(NOTHING))
        self.body.append(py.when(given, [*inner.body, *py.stmts("_n = _v", _n=name, _v=left)]))
        return name

    def _chosen(self, e: n.IfElse, of: m.Variable, given: ast.expr, c: Context) -> ast.expr:
        if mentions(e.condition, of):
            first = self.kept(e.condition, of, given, c)
            rest = self.named(area("minus", _a=given, _b=first))
            one = self._where(first, lambda inner: inner.kept(e.then, of, first, c))
            other = self._where(rest, lambda inner: inner.kept(e.otherwise, of, rest, c))
            return self.named(area("union", _a=one, _b=other))
        name = py.name(self.unit.fresh("y"))
        bodies: list[py.Body] = []
        for branch in (e.then, e.otherwise):
            inner = self._inner()
            made = inner.kept(branch, of, given, c)
            bodies.append([*inner.body, *py.stmts("_n = _v", _n=name, _v=made)])
            self._after(inner)
        self.body.append(py.when(emit(e.condition, c), *bodies))
        return name

    def _negated(self, negated: bool, given: ast.expr, made: ast.expr | None) -> ast.expr | None:
        return made if made is None or not negated else self.named(area("minus", _a=given, _b=made))

    def _looked(self, e: n.Expr, of: m.Variable, given: ast.expr, c: Context) -> ast.expr:
        """Place by place."""
        self.looked = True
        self.dear |= is_dear(e)
        inner = c.inner()
        place = py.name(self.unit.fresh("x"))
        inner.bind(of, place)
        return self.gathered(given, place, emit(e, inner))

    def gathered(self, given: ast.expr, place: ast.expr, test: ast.expr) -> ast.expr:
        """The places of `given` that pass a test, one after the other."""
        found = py.name(self.unit.fresh("y"))
        self.body += py.stmts(
            """
_f = _none
for _x in _s:
    if _c:
        _f = _more
""",
            _f=found,
            _none=py.const(NOTHING),
            _x=place,
            _s=area("walk", _a=given),
            _c=test,
            _more=area("with", _a=found, _x=place),
        )
        return found

    def grouped(self, e: n.Expr, of: m.Variable, given: ast.expr, c: Context, asked: Each) -> None:
        """Adds the places of `given`, by the value of an expression for them, to `found`: as groups, as far as
        conditions tell them apart; the rest by calling `asked` for each."""
        inner = self._inner()
        if not mentions(e, of):
            body = py.stmts("found.append((_v, _y))", _v=emit(e, c), _y=given)
        elif isinstance(e, n.IfElse):
            held = inner.kept(e.condition, of, given, c)
            inner.grouped(e.then, of, held, c, asked)
            inner.grouped(e.otherwise, of, inner.named(area("minus", _a=given, _b=held)), c, asked)
            body = inner.body
        else:
            body = each_of(given, lambda place: asked(e, place), self.unit)
        self.body.append(py.when(given, body))

    # -- conditions ----------------------------------------------------------------------------------------------------

    def _is(self, e: n.Is, of: m.Variable, given: ast.expr, c: Context) -> ast.expr | None:
        reading, symbol = e.ref
        made: ast.expr | None = None
        if reading == "unary":
            made = self._asked(symbol, [e.left], of, given, c)
        elif reading == "binary" and isinstance(e.right, n.Call):
            made = self._asked(symbol, [e.left, e.right.args[0]], of, given, c)
        elif (those := self._area_or_set(e, of, c)) is not None:
            made = self._common(given, those)
        elif reading == "equal":
            sides = [e.left, e.right] if _is(e.left, of) else [e.right, e.left]
            if _is(sides[0], of) and sides[1].type.tag == "place" and not mentions(sides[1], of):
                made = self._common(given, area("one", _x=emit(sides[1], c)))
        return self._negated(e.negated, given, made)

    def _in(self, e: n.In, of: m.Variable, given: ast.expr, c: Context) -> ast.expr | None:
        made = self._area_or_set(e, of, c)
        return None if made is None else self._negated(e.negated, given, self._common(given, made))

    def _area_or_set(self, e: n.Is | n.In, of: m.Variable, c: Context) -> ast.expr | None:
        """The places of `x is AREA` and of `x in PLACES`, whether or not the test is negated."""
        if not _is(e.left, of):
            return None
        if isinstance(e, n.Is):
            return named(self.unit.layout.of(e.ref[1])) if e.ref[0] == "area" else None
        return emit(e.right, c) if is_places(e.right.type) and not mentions(e.right, of) else None

    def _common(self, given: ast.expr, other: ast.expr) -> ast.expr:
        self.read = True
        return self.named(area("common", _a=given, _b=other))

    def _quantified(self, e: n.Quantified, of: m.Variable, given: ast.expr, c: Context) -> ast.expr | None:
        """Conditions on the cells under a base, or on what stands on them."""
        if e.kind == "every":  # there is none for which it is false
            return self._quantified(_none_without(e), of, given, c)
        standing = _standing_in(e.binding.source)
        if standing is not None:
            return self._standing(e, standing, of, given, c)
        if e.where is not None and mentions(e.where, of):
            return self._negated(e.kind == "no", given, self._where_they_stand(e, of, given, c))
        return self._negated(e.kind == "no", given, self._some(e, given, c, e.binding.source, of, c))

    def _where_they_stand(self, e: n.Quantified, of: m.Variable, given: ast.expr, c: Context) -> ast.expr | None:
        """`some x in S where x.place is OF and ..`: the places of the members of S, if they are in the set and the
        other conditions are true. Each place is tested until a member is found."""
        if e.where is None or e.has is not None or mentions(e.binding.source, of):
            return None
        first, *rest = conjuncts(e.where)
        if not _stands_at(first, e.binding.ref, of) or any(mentions(one, of) for one in rest):
            return None
        self.read = True
        inner = c.inner()
        left, name = py.name(self.unit.fresh("y")), py.name(bind_loop(e.binding, inner))
        tests = [py.expr("m.at[_x] >= 0", _x=name), area("has", _a=left, _x=py.expr("m.at[_x]", _x=name))]
        self.body += py.stmts(
            "_l = _g\nfor _x in _s:\n    if _t:\n        _l = _rest",
            _l=left, _g=given, _x=name, _s=walk(e.binding.source, c),
            _t=py.both([*tests, *(emit(one, inner) for one in rest)]),
            _rest=area("minus", _a=left, _b=area("one", _x=py.expr("m.at[_x]", _x=name))),
        )  # fmt: skip
        return self.named(area("minus", _a=given, _b=left))

    def _standing(
        self, e: n.Quantified, cells: n.Expr, of: m.Variable, given: ast.expr, c: Context
    ) -> ast.expr | None:
        """Conditions on entities on the cells under a base are evaluated only if anything stands there at all."""
        base = _base(cells, of)
        if base is None:
            return None
        who = self._at_hand(emit(base[0], c))
        self.read = True
        there = self.named(py.expr("meeting(m, _w, _a, _b)", _w=who, _a=given, _b=filled()))
        some_of_them = n.Quantified(e.span, kind="some", binding=e.binding, where=e.where, has=e.has, type=e.type)
        made = self._where(there, lambda inner: inner._looked(some_of_them, of, there, c))
        return self._negated(e.kind == "no", given, made)

    def _some(
        self, e: n.Quantified, given: ast.expr, c: Context, source: n.Expr, at: m.Variable, sc: Context
    ) -> ast.expr | None:
        """The places for which some cell of a source meets the condition of `e`. In the source, an expression in `sc`,
        the place is called `at`."""
        if isinstance(source, n.Call) and isinstance(source.ref, m.ValueDef):
            return self._some_of_value(e, given, c, source, at, sc)
        base = _base(source, at)
        if base is None:
            return None
        who, where = self._at_hand(emit(base[0], sc)), e.where
        self.read = True
        if base[1] is None and isinstance(where, (n.Is, n.In)) and not where.negated:
            those = self._area_or_set(where, e.binding.ref, c)
            if those is not None:
                return self.named(py.expr("meeting(m, _w, _a, _b)", _w=who, _a=given, _b=those))
        cells: ast.expr = py.expr("spread(m, _w, _a)", _w=who, _a=given)
        if base[1] is not None:
            cells = area("minus", _a=cells, _b=emit(base[1], sc))
        under = self.named(cells)
        wanted = self._where(under, lambda inner: inner.kept(where, e.binding.ref, under, c)) if where else under
        return self.named(py.expr("meeting(m, _w, _a, _b)", _w=who, _a=given, _b=wanted))

    def _some_of_value(
        self, e: n.Quantified, given: ast.expr, c: Context, source: n.Call, at: m.Variable, sc: Context
    ) -> ast.expr | None:
        """The same if the source is the result of a value that has no modifiers."""
        ref = source.ref
        assert isinstance(ref, m.ValueDef)
        own = [i for i, arg in enumerate(source.args) if mentions(arg, at)]
        if ref.steps or self.unit.value_parts.get(ref) or ref in self.unit.cached or ref in self.unit.inlined:
            return None
        if len(own) != 1 or not _is(source.args[own[0]], at):
            return None
        of = ref.params[own[0]]
        others = {v: self._at_hand(emit(x, sc)) for v, x in zip(ref.params, source.args, strict=True) if v is not of}
        inner = Context(self.unit, others)
        self.unit.inlined.append(ref)
        try:
            if ref.start is not None:
                return self._some(e, given, c, ref.start, of, inner)
            return self._some_of_rows(e, given, c, ref.rows, of, inner)
        finally:
            self.unit.inlined.pop()

    def _some_of_rows(
        self, e: n.Quantified, given: ast.expr, c: Context, rows: list[n.Row], of: m.Variable, inner: Context
    ) -> ast.expr | None:
        name = py.name(self.unit.fresh("y"))
        chain = py.stmts("_n = _none", _n=name, _none=py.const(NOTHING))
        for row in reversed(rows):
            if row.condition is not None and mentions(row.condition, of):
                return None
            branch = self._inner()
            made = branch._some(e, given, c, row.value, of, inner)
            if made is None:
                return None
            self._after(branch)
            body = [*branch.body, *py.stmts("_n = _v", _n=name, _v=made)]
            chain = body if row.condition is None else [py.when(emit(row.condition, inner), body, chain)]
        self.body += chain
        return name

    def _asked(self, ref: Asked, args: list[n.Expr], of: m.Variable, given: ast.expr, c: Context) -> ast.expr | None:
        """A permission of which one argument is the place."""
        own = [i for i, arg in enumerate(args) if mentions(arg, of)]
        if not isinstance(ref, m.PermissionDef) or len(own) != 1 or not _is(args[own[0]], of):
            return None
        if ref.params[own[0]].type.tag != "place":
            return None
        others = [self._at_hand(emit(arg, c)) for arg in args if arg is not args[own[0]]]
        body = in_place(ref, self.unit)
        variables = [one for one in ref.params if one is not ref.params[own[0]]]
        if body is not None and ref not in self.unit.inlined and written_out(ref, self.unit) <= LARGEST:
            self.unit.inlined.append(ref)
            inner = Context(self.unit, dict(zip(variables, others, strict=True)))
            made = self.kept(body, ref.params[own[0]], given, inner)
            self.unit.inlined.pop()
            return made
        self.read = True
        function = py.name(self.unit.filter(ref, own[0]))
        return self.named(py.expr("_f(m, *_a, _s)", _f=function, _a=others, _s=given))

    def _at_hand(self, value: ast.expr) -> ast.expr:
        """A value that may be used several times."""
        if py.is_simple(value):
            return value
        name = py.name(self.unit.fresh("v"))
        self.body += py.stmts("_n = _v", _n=name, _v=value)
        return name


def each_of(given: ast.expr, asked: Callable[[ast.expr], ast.expr], unit: Unit) -> py.Body:
    """Adds the places of `given`, one after the other, with the value of `asked` for each, to `found`."""
    place = py.name(unit.fresh("x"))
    return py.stmts(
        "for _x in _s:\n    found.append((_v, _p))",
        _x=place, _s=area("walk", _a=given), _v=asked(place), _p=area("one", _x=place),
    )  # fmt: skip


def _is(e: n.Expr, of: m.Variable) -> bool:
    return isinstance(e, n.Name) and e.ref is of


def _stands_at(e: n.Expr, thing: m.Variable, of: m.Variable) -> bool:
    """Whether it tests if an entity stands exactly at the place: `x.place is y`."""
    if not (isinstance(e, n.Is) and e.ref and e.ref[0] == "equal" and not e.negated):
        return False
    one, other = (e.left, e.right) if _is(e.right, of) else (e.right, e.left)
    return _is(other, of) and (
        isinstance(one, n.Attr)
        and isinstance(one.ref, m.Attribute)
        and (one.ref.storage, some(one.ref.type).tag) == ("place", "place")
        and _is(one.target, thing)
    )


def _none_without(e: n.Quantified) -> n.Quantified:
    """`no x in S where A and not B`, for `every x in S where A has B`."""
    assert e.has is not None
    fails: n.Expr = n.Unary(e.has.span, op="not", operand=e.has, type=e.has.type)
    if e.where is not None:
        fails = n.Binary(e.span, op="and", left=e.where, right=fails, type=e.has.type)
    return n.Quantified(e.span, kind="no", binding=e.binding, where=fails, has=None, type=e.type)


def _standing_in(source: n.Expr) -> n.Expr | None:
    """X in `PLURAL_in(X)`."""
    return source.args[0] if isinstance(source, n.Call) and kind_in(source) is not None else None


def _base(e: n.Expr, of: m.Variable) -> tuple[n.Expr, n.Expr | None] | None:
    """The entity and the rest of `footprint(who, PLACE)` and `footprint(who, PLACE) - what`, if only PLACE is the
    variable."""
    if isinstance(e, n.Binary) and e.op == "-" and is_places(e.right.type) and not mentions(e.right, of):
        base = _base(e.left, of)
        return (base[0], e.right) if base is not None and base[1] is None else None
    if not (isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "footprint"):
        return None
    return (e.args[0], None) if not mentions(e.args[0], of) and _is(e.args[1], of) else None
