"""Open ground: the places where steps of a search all begin alike, so that one operation finds the steps from many
places.

For every place that it reaches, a search computes where steps lead from there, which are allowed and what they cost.
Often this depends on where a step begins only through one set: `here not in built_up()`. *On open ground, once it is
known that a step begins there, nothing that decides the step reads where it begins.* The expressions are reduced under
the assumption that `here in S` is true, or false: `and`, `or`, `not` and `if` lose the decided parts, and permissions
and values called with `here` are reduced too. If `here` no longer occurs in the permission and the price, and the ways
are the neighbours, then the steps from all places of one cost are the steps to their neighbours that the remaining
condition allows.

Separate because filters read an expression for one place where steps begin, and this module reads it for all of them.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Final

from rulewright.check import model as m
from rulewright.check.types import place, set_of
from rulewright.compile import pyast as py
from rulewright.compile.builtins import TABLES
from rulewright.compile.context import Context, Unit
from rulewright.compile.expressions import emit
from rulewright.compile.in_place import LARGEST
from rulewright.compile.layout import is_places
from rulewright.compile.places import Filter
from rulewright.compile.remembering import is_dear
from rulewright.compile.sentences import mentions
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend, handed, rebuilt, say_the_same

_LARGEST: Final = 2 * LARGEST  # nodes that a reduced permission or price may have
_MOST: Final = 60  # definitions that are reduced


def compile_ground(texts: tuple[m.Symbol, ...], unit: Unit) -> None:
    """The function of a search by its permission, price and ways: `(m, mover)` returns the places of open ground, by
    place where steps lead from there, the cost of every step if it is always the same (else None), and a function that
    groups those of some places that may be entered by their cost. If there is no open ground, it returns no places."""
    may, price = texts[:2]
    assert isinstance(may, m.PermissionDef) and isinstance(price, m.ValueDef)
    ways = texts[2] if len(texts) > 2 else None
    assert ways is None or isinstance(ways, m.ValueDef)
    found = _reduced(may, price, ways, unit)
    steps = _steps(found, may, unit) if found is not None else None
    given = py.stmts("return 0, (), None, None")
    if found is not None and steps is not None:
        c = Context(unit, {may.params[0]: py.name("a0")})
        each = py.const(None) if mentions(found.price, may.params[-1]) else emit(found.price, c)
        parts = {"_o": _places(found, c), "_n": _near(found.ways, c), "_e": each, "_s": py.name(steps)}
        given = py.stmts("return _o, _n, _e, _s", **parts)
    unit.add(unit.ground(*texts), ["m", "a0"], given, may.span)


@dataclass(slots=True)
class _Open:
    """The reduced expressions on open ground, in the names of the permission. `within` and its complement say which
    places these are: None, all."""

    within: n.Expr | None
    outside: bool
    may: n.Expr
    price: n.Expr
    ways: n.Expr | None


def _places(found: _Open, c: Context) -> ast.expr:
    if found.within is None:
        return py.const(-1)
    made = emit(found.within, c)
    return py.expr("~_s", _s=made) if found.outside else made


def _near(ways: n.Expr | None, c: Context) -> ast.expr:
    """Where steps lead, as a table by place."""
    if isinstance(ways, n.IfElse):
        return ast.IfExp(emit(ways.condition, c), _near(ways.then, c), _near(ways.otherwise, c))
    return py.expr(TABLES[ways.ref.id if isinstance(ways, n.Call) else "neighbours"])


def _steps(found: _Open, may: m.PermissionDef, unit: Unit) -> str | None:
    """The function that groups places by the cost of a step there, of those that one may lead to; None if it would be
    more expensive than calling a permission that caches its results."""
    goal = may.params[-1]
    c = Context(unit, {may.params[0]: py.name("a0")})
    made_before = len(unit.functions)
    filters = Filter(unit, py.stmts("found = []"))
    kept = filters.kept(found.may, goal, py.name("places"), c)
    if filters.dear or is_dear(found.price):
        del unit.functions[made_before:]
        return None

    def cost(e: n.Expr, place: ast.expr) -> ast.expr:
        own = c.inner()
        own.bind(goal, place)
        return emit(e, own)

    filters.grouped(found.price, goal, kept, c, cost)
    name = unit.fresh("q", may.id)
    unit.add(name, ["m", "a0", "places"], [*filters.body, *py.stmts("return found")], may.span)
    return name


# -- reducing ----------------------------------------------------------------------------------------------------------


def _reduced(may: m.PermissionDef, price: m.ValueDef, ways: m.ValueDef | None, unit: Unit) -> _Open | None:
    """The three expressions reduced for open ground; None if there is none."""
    if may.normally is None:
        return None
    span = may.normally.span
    mover, goal = (n.Name(span, one.id, ref=one, type=one.type) for one in (may.params[0], may.params[-1]))
    here = n.Name(span, "here", ref=m.Variable("here", span, type=goal.type, role="field"))
    trees: list[n.Expr] = []
    for text, given in ((may, [mover, here, goal]), (price, [mover, here, goal]), (ways, [mover, here])):
        if text is None:
            continue
        if text is not ways and len(text.params) == 2:
            given = [mover, goal]
        trees.append(n.Call(span, text.id, tuple(given), ref=text))
    first = _Reducer(here.ref, None, unit)
    made = first.all_of(trees, ways is not None)
    if made is not None:
        return _Open(None, False, *made)
    for one in first.sets:
        if mentions(one, goal.ref):
            continue
        for outside in (True, False):
            made = _Reducer(here.ref, (one, not outside), unit).all_of(trees, ways is not None)
            if made is not None:
                return _Open(one, outside, *made)
    return None


class _Dependent(Exception):
    """A remaining part reads where the step begins."""


@dataclass(slots=True)
class _Reducer:
    """Reduces expressions for steps that begin where `assumed` says: (S, whether they begin in S). `sets` collects the
    sets that are tested for the place where steps begin."""

    here: m.Variable
    assumed: tuple[n.Expr, bool] | None
    unit: Unit
    sets: list[n.Expr] = field(default_factory=list)
    looked_into: int = 0

    def all_of(self, trees: list[n.Expr], ways: bool) -> tuple[n.Expr, n.Expr, n.Expr | None] | None:
        """Permission, price and ways, reduced; None if any of them reads where a step begins."""
        left: list[n.Expr] = []
        for i, tree in enumerate(trees):
            try:
                left.append(self._table(tree) if ways and i == len(trees) - 1 else self.left(tree))
            except _Dependent:
                if self.assumed is not None:
                    return None
        if len(left) < len(trees) or sum(1 for one in left for _ in descend(one)) > _LARGEST:
            return None
        return left[0], left[1], left[2] if ways else None

    def left(self, e: n.Expr) -> n.Expr:
        """An expression, reduced."""
        if not mentions(e, self.here):
            return e
        match e:
            case n.Binary(op="and" | "or"):
                return self._joined(e)
            case n.Unary(op="not"):
                return _denied(self.left(e.operand), e)
            case n.IfElse():
                condition = self.left(e.condition)
                if isinstance(condition, n.Truth):
                    return self.left(e.then if condition.value else e.otherwise)
                return n.IfElse(e.span, condition, self.left(e.then), self.left(e.otherwise), type=e.type)
            case n.In() if self._is_here(e.left) and is_places(e.right.type) and not mentions(e.right, self.here):
                return self._decided(e, e.right)
            case n.Is(ref=("area", symbol)) if self._is_here(e.left):
                return self._decided(e, n.Name(e.span, symbol.id, ref=symbol, type=set_of(place(""))))
            case n.Call(ref=m.PermissionDef() | m.ValueDef() as ref):
                return self.left(self._looked_into(ref, e.args))
            case n.Relation(ref=m.PermissionDef() as ref):
                made = self.left(self._looked_into(ref, (e.left, e.right)))
                return _denied(made, e) if e.negated else made
            case n.Supposing() | n.Name():
                raise _Dependent
        return rebuilt(e, self._inside)

    def _inside(self, node: n.Node) -> n.Node:
        if isinstance(node, n.Expr):
            return self.left(node)
        return rebuilt(node, self._inside)

    def _is_here(self, e: n.Expr) -> bool:
        return isinstance(e, n.Name) and e.ref is self.here

    def _joined(self, e: n.Binary) -> n.Expr:
        """`and`, `or`: if the left side alone decides, the right side is dropped."""
        left = self.left(e.left)
        if isinstance(left, n.Truth):
            return left if left.value == (e.op == "or") else self.left(e.right)
        return n.Binary(e.span, e.op, left, self.left(e.right), type=e.type)

    def _decided(self, e: n.In | n.Is, within: n.Expr) -> n.Expr:
        """`here in S`, `here is AREA`."""
        if self.assumed is not None and say_the_same(within, self.assumed[0]):
            return n.Truth(e.span, self.assumed[1] != e.negated, type=e.type)
        if self.assumed is None and not any(say_the_same(within, one) for one in self.sets):
            self.sets.append(within)
        raise _Dependent

    def _looked_into(self, ref: m.ValueDef | m.PermissionDef, args: tuple[n.Expr, ...]) -> n.Expr:
        """A value or permission reduced for its arguments, if it has no modifiers."""
        body = _body(ref) if not self.unit.value_parts.get(ref) and self.looked_into < _MOST else None
        if body is None or not all(isinstance(one, n.Name) or not mentions(one, self.here) for one in args):
            raise _Dependent
        self.looked_into += 1
        return handed(body, dict(zip(ref.params, args, strict=True)))

    def _table(self, e: n.Expr) -> n.Expr:
        """Where steps lead: neighbours of where they begin, filtered by something that does not read that."""
        match e:
            case n.IfElse():
                condition = self.left(e.condition)
                if isinstance(condition, n.Truth):
                    return self._table(e.then if condition.value else e.otherwise)
                return n.IfElse(e.span, condition, self._table(e.then), self._table(e.otherwise), type=e.type)
            case n.Call(ref=m.BuiltinDef(id=name), args=(place,)) if name in TABLES and self._is_here(place):
                return e
            case n.Call(ref=m.ValueDef() as ref):
                return self._table(self._looked_into(ref, e.args))
        raise _Dependent


def _body(ref: m.ValueDef | m.PermissionDef) -> n.Expr | None:
    """A definition as one expression."""
    if isinstance(ref, m.PermissionDef):
        return ref.normally
    if ref.steps or not ref.rows:
        return None if ref.steps else ref.start
    if ref.rows[-1].condition is not None:
        return None
    whole = ref.rows[-1].value
    for row in reversed(ref.rows[:-1]):
        if row.condition is None:
            return None
        whole = n.IfElse(row.span, row.condition, row.value, whole, type=ref.gives)
    return whole


def _denied(e: n.Expr, of: n.Expr) -> n.Expr:
    if isinstance(e, n.Truth):
        return n.Truth(of.span, not e.value, type=of.type)
    return n.Unary(of.span, "not", e, type=of.type)

