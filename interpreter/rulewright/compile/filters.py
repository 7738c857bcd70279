"""The filters of permissions and the groupings of values by a place, as functions: what searches use for steps.

`g<number>(m, *, places)` returns those of some places for which a permission, by its last parameter, is true.
`s<number>(m, *, places)` groups places by the result of a value. In the verifying mode each is compared with the
permission or value itself, place by place.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.areas import area
from rulewright.compile.context import Context, Unit
from rulewright.compile.expressions import emit
from rulewright.compile.open_ground import compile_ground
from rulewright.compile.places import Asked, Filter, each_of
from rulewright.compile.sentences import for_holders, key_of, mentions
from rulewright.effects import nodes as n
from rulewright.effects.walk import conjuncts

# The conditions of a modifier before the first that reads the place, and the rest.
Split = tuple[list[n.Expr], list[n.Expr]]


def compile_filters(unit: Unit) -> None:
    """Makes the filters, groupings and open grounds that are needed, and those that they need in turn."""
    made: set[tuple[m.Symbol, int]] = set()
    laid: set[tuple[m.Symbol, ...]] = set()
    while True:
        missing = [one for one in unit.filters if one not in made]
        for ref, number in missing:
            made.add((ref, number))
            assert isinstance(ref, (m.ValueDef, m.PermissionDef))
            _compile(_Wanted(ref, number, unit))
        texts = next((one for one in unit.grounds if one not in laid), None)
        if texts is not None:
            laid.add(texts)
            compile_ground(texts, unit)
        elif not missing:
            break


@dataclass(slots=True)
class _Wanted:
    """A value or permission by a parameter that is a place."""

    ref: Asked
    number: int
    unit: Unit

    @property
    def of(self) -> m.Variable:
        """The parameter."""
        return self.ref.params[self.number]

    @property
    def names(self) -> list[ast.expr]:
        """Its other parameters."""
        return [py.name(f"a{i}") for i in range(len(self.ref.params)) if i != self.number]

    @property
    def context(self) -> Context:
        """The context in which these are bound."""
        return Context(self.unit, {v: py.name(f"a{i}") for i, v in enumerate(self.ref.params) if v is not self.of})

    def asked(self, place: ast.expr) -> ast.expr:
        """The call of the value or permission itself for one place."""
        letter = "V" if isinstance(self.ref, m.ValueDef) else "P"
        args = self.names
        args.insert(self.number, place)
        return py.expr("_f(m, *_a)", _f=py.name(self.unit.layout.function(letter, self.ref)), _a=args)


def _compile(w: _Wanted) -> None:
    if isinstance(w.ref, m.PermissionDef):
        body, check = _filter(w, w.ref), "filtered"
        if body is None:
            body = [*_one_by_one(w, py.name("places")), *py.stmts("return found")]
    else:
        body, check = _grouping(w, w.ref), "grouped"
        if body is None:
            body = [*py.stmts("found = []"), *each_of(py.name("places"), w.asked, w.unit), *py.stmts("return found")]
    unit, ref = w.unit, w.ref
    params = ["m", *(ast.unparse(one) for one in w.names), "places"]
    if unit.verify:
        made, asked = unit.fresh("q", ref.id), unit.fresh("q", ref.id)
        unit.add(made, params, body, ref.span)
        unit.add(asked, ["m", *params[1:-1], "x"], [py.give_back(w.asked(py.name("x")))], ref.span)
        told = {"_w": py.const(ref.title), "_f": py.name(made), "_g": py.name(asked), "_a": w.names}
        body = py.stmts(f"return {check}(m, _w, _f, _g, places, *_a)", **told)
    unit.add(unit.filter(ref, w.number), params, body, ref.span)


def _filter(w: _Wanted, ref: m.PermissionDef) -> py.Body | None:
    """Narrows down the places for which a permission is true; None if nothing of it can be read as a set."""
    of, unit, c = w.of, w.unit, w.context
    sentences = unit.value_parts.get(ref, [])
    splits = [(s, split) for s in sentences if (split := _splits(s, of)) is not None]
    if len(splits) < len(sentences):
        return None
    filters = Filter(unit, py.stmts("left = places"))
    for s, split in splits:
        if s.kind == "forbid":
            waives = [one for one in splits if one[0].kind == "waive" and one[0].label == s.label is not None]
            filters.body += _sentence(s, split, of, c, filters, lambda held, waives=waives: _refusing(held, waives, w))  # type: ignore[misc]
    filters.body += py.stmts("found = 0")
    if ref.normally is not None:
        if ref in unit.cached:
            filters.body += _tail(w, ref.normally, c, filters)
        else:
            filters.body += py.stmts("found = _y", _y=filters.kept(ref.normally, of, py.name("left"), c))
    allows = [one for one in splits if one[0].kind == "allow"]
    if allows:
        filters.body += _leaving(py.name("found"), py.name("found"))
    for s, split in allows:
        filters.body += _sentence(s, split, of, c, filters, _taking)
    if not filters.read:
        return None
    return [*filters.body, *py.stmts("return found")]


def _tail(w: _Wanted, e: n.Expr, c: Context, filters: Filter) -> py.Body:
    """Statements that set `found`. If something is expensive and must be evaluated place by place, the permission
    itself is called, which caches it."""
    if isinstance(e, n.IfElse) and not mentions(e.condition, w.of):
        return [py.when(emit(e.condition, c), _tail(w, e.then, c, filters), _tail(w, e.otherwise, c, filters))]
    tried = Filter(w.unit, [])
    found = tried.kept(e, w.of, py.name("left"), c)
    if tried.dear or (tried.looked and not tried.read):
        return _one_by_one(w, py.name("left"))
    filters.read |= tried.read
    return [*tried.body, *py.stmts("found = _y", _y=found)]


def _one_by_one(w: _Wanted, given: ast.expr) -> py.Body:
    """Statements that set `found` by calling a permission for one place after the other."""
    filters, place = Filter(w.unit, []), py.name(w.unit.fresh("x"))
    found = filters.gathered(given, place, w.asked(place))
    return [*filters.body, *py.stmts("found = _y", _y=found)]


def _refusing(held: ast.expr, waives: list[tuple[m.SentenceDef, Split]], w: _Wanted) -> py.Body:
    """Refuses these places, except those for which a modifier waives that: only for them the waiver is tested."""
    if not waives:
        return _leaving(held, py.const(0))
    refused = py.name(w.unit.fresh("y"))
    body = py.stmts("_r = _h", _r=refused, _h=held)
    for s, split in waives:
        lifted = _sentence(s, split, w.of, w.context, Filter(w.unit, []), lambda those: py.stmts(
            "_r = _v", _r=refused, _v=area("minus", _a=refused, _b=those)), refused)
        body.append(py.when(refused, lifted))
    return [*body, *_leaving(refused, py.const(0))]


def _leaving(held: ast.expr, nothing_left: ast.expr) -> py.Body:
    """These places are decided; returns early if none is left."""
    left = area("minus", _a=py.name("left"), _b=held)
    return py.stmts("left = _v\nif not left:\n    return _n", _v=left, _n=nothing_left)


def _taking(held: ast.expr) -> py.Body:
    """Adds these places to the result."""
    return [*py.stmts("found = _v", _v=area("union", _a=py.name("found"), _b=held)), *_leaving(held, py.name("found"))]


def _splits(s: m.SentenceDef, of: m.Variable) -> Split | None:
    """The conditions of a modifier that come before the first that reads the place, and the rest; None if its holder is
    only known from one of the rest."""
    conditions = conjuncts(s.when) if s.when is not None else []
    first = next((i for i, e in enumerate(conditions) if mentions(e, of)), len(conditions))
    before, rest = conditions[:first], conditions[first:]
    return None if key_of(conditions, s.holder)[0] is not key_of(before, s.holder)[0] else (before, rest)


def _sentence(
    s: m.SentenceDef, split: Split, of: m.Variable, c: Context, filters: Filter, then: Callable[[ast.expr], py.Body],
    given: ast.expr | None = None,
) -> py.Body:
    """For each holder, handles those of some places for which a modifier is active."""
    before, rest = split
    tried = given or py.name("left")

    def core(k: Context) -> py.Body:
        inner = Filter(c.unit, [])
        held = tried
        if rest:
            whole = rest[0]
            for e in rest[1:]:
                whole = n.Binary(e.span, op="and", left=whole, right=e, type=e.type)
            held = inner.kept(whole, of, tried, k)
        filters.read |= inner.read or not rest
        return [*inner.body, *then(held)]

    return for_holders(s.holder, before, c, core)


def _grouping(w: _Wanted, ref: m.ValueDef) -> py.Body | None:
    """Groups places by a value; None if it must be evaluated place by place."""
    if ref.steps or w.unit.value_parts.get(ref):
        return None
    filters = Filter(w.unit, py.stmts("found = []\nleft = places"))

    def each(_: n.Expr, place: ast.expr) -> ast.expr:
        return w.asked(place)

    if ref.start is not None:
        filters.grouped(ref.start, w.of, py.name("left"), w.context, each)
    for row in ref.rows:
        held: ast.expr = py.name("left")
        if row.condition is not None:
            held = filters.kept(row.condition, w.of, py.name("left"), w.context)
        filters.grouped(row.value, w.of, held, w.context, each)
        if row.condition is None:
            break
        filters.body += _leaving(held, py.name("found"))
    return [*filters.body, *py.stmts("return found")]
