"""Reads conditions on a formation as conditions on each of its entities, so that a search can lay them one by one.

The law tests a formation as a whole, with all conditions as written. The conditions read here only guide the search: a
part that is not read, or is read too strictly, loses proposals and never makes one legal.

Along `and` and permissions, these are read: the parts of `supposing(S at f, ..)` that later entities cannot make true
again (`partly`), `linked`, and `every x in S has K` on a formation itself. On a plane, K is also read as an area
(`sieves`), and its conditions on the way of an entity as in `legs`.

Separate from `sieves` because there one spot is searched for, and here a spot for each of several entities.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Final

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import row_of
from rulewright.compile import pyast as py
from rulewright.compile.areas import area
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.following import Reader
from rulewright.compile.legs import Finder, Guides
from rulewright.compile.loops import bind_loop, captured_by, handed
from rulewright.compile.membership import is_in
from rulewright.compile.partly import grows, is_settled, lasts
from rulewright.compile.sieves import ends_of_ways, read_area
from rulewright.effects import nodes as n
from rulewright.effects import walk
from rulewright.effects.walk import conjuncts

MOST_FORMED: Final = 8
"""The number of formations that are proposed."""

Asked = Sequence[tuple[n.Expr | None, frozenset[m.Variable], Context]]
# How many members are needed, given the usual number, and where the search begins.
Wanted = Callable[[int], tuple[ast.expr, ast.expr]]
Search = Callable[[n.Binding, Asked, Context, str, ast.expr, Wanted], ast.expr]


@dataclass(slots=True)
class _Guides:
    """Tests of the entity that is laid last, as all stand now and as if all that are laid stood there; and their
    areas."""

    outer: list[ast.expr] = field(default_factory=list)
    inner: list[ast.expr] = field(default_factory=list)
    grounds: list[ast.expr] = field(default_factory=list)
    areas: list[ast.expr] = field(default_factory=list)
    before: dict[str, ast.expr] = field(default_factory=dict)  # evaluated once before the search, by local
    on_the_way: Guides = field(default_factory=Guides)


def proposed(binding: n.Binding, where: n.Expr | None, c: Context) -> ast.expr:
    """Some formations of a set that meet a condition, as a tuple."""
    return py.expr("tuple(_f)", _f=searched(formed, binding, where, c))


def usual(most: int) -> tuple[ast.expr, ast.expr]:
    """The usual number of proposals, in the usual order."""
    return py.const(most), py.const(0)


def searched(search: Search, binding: n.Binding, where: n.Expr | None, c: Context) -> ast.expr:
    """A search for members of a set, evaluated where its one condition is, with the names that are bound there."""
    inner = c.inner()
    name = bind_loop(binding, inner)
    test = emit(where, inner) if where is not None else py.const(True)
    return search(binding, [(where, frozenset((binding.ref,)), inner)], inner, name, test, usual)


def formed(binding: n.Binding, asked: Asked, c: Context, name: str, test: ast.expr, wanted: Wanted) -> ast.expr:
    """Legal formations, as an iterator: some of those that are in a set and meet all conditions.

    Args:
        binding: the set, and the name of its members.
        asked: the conditions, each with the names of the formation in it and with its context.
        c: the context of the set.
        name: the Python local of a formation.
        test: all conditions on a formation.
        wanted: how many are proposed, and where the search begins.
    """
    new, way = c.unit.fresh("x", "new"), c.unit.fresh("x", "way")
    found = _Guides()
    for where, names, within in asked:
        if where is None:
            continue
        own = within.inner()
        for one in names:
            own.bind(one, py.name(name))
        _GuideFinder(names, own, found, new, way).read(where, False)
    tests = [made_of(py.both(parts), [name, new], c, binding, found.before) if parts else _none()
             for parts in (found.inner, found.outer)]  # fmt: skip
    spots = []
    for terms in (found.areas, found.grounds):
        whole: ast.expr = py.expr("anchors_on(m, _x)", _x=py.name(new))
        for term in terms:
            whole = area("common", "terms", _a=whole, _b=term)
        spots.append(made_of(whole, [new], c, binding, found.before) if terms else _none())
    most, begin = wanted(MOST_FORMED)
    made = py.expr("formed(m, _s, _m, _b)", _s=emit(binding.source, c), _m=most, _b=begin)
    assert isinstance(made, ast.Call)
    read = found.on_the_way
    routes = guiding(read, [new], way, c, binding, found.before) if read else []
    for function, args in (made_of(test, [name], c, binding, {}), *tests, *spots, *routes):
        made.args += [function, args]
    return made


def guiding(read: Guides, given: list[str], way: str, c: Context, binding: n.Binding, before: dict[str, ast.expr]
            ) -> list[tuple[ast.expr, ast.expr]]:  # fmt: skip
    """The guides for ways: how far to look, what to keep clear of, which legs are allowed; once or twice, as ways are
    searched for once or twice.

    Args:
        read: what was read of conditions on a way.
        given: Python locals of the last arguments of each: the entity that goes.
        way: the local of a leg.
        c: the context of the set.
        binding: the set.
        before: what is evaluated once before the search, by local.
    """
    made = []
    for one in read.variants():
        legs = [deepcopy(leg) for leg in one.legs]
        made += [
            made_of(deepcopy(one.longest), given, c, binding, before) if one.lengths else _none(),
            made_of(deepcopy(one.kept_clear), given, c, binding, before) if one.obstacles else _none(),
            made_of(py.both(legs), [*given, way], c, binding, before) if legs else _none(),
        ]
    return made


def _none() -> tuple[ast.expr, ast.expr]:
    """No test and no arguments for one: new trees, as each gets the line of where it is used."""
    return py.const(None), py.const(())


def _any(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)


def made_of(test: ast.expr, given: list[str], c: Context, binding: n.Binding, before: dict[str, ast.expr]
          ) -> tuple[ast.expr, ast.expr]:  # fmt: skip
    """A function of the module that returns an expression of its last arguments; and its first arguments."""
    body, places = handed(py.stmts("return _t", _t=deepcopy(test)))
    captured = [one for one in captured_by(*body) if one not in given and one not in places]
    made = c.unit.fresh("q")
    c.unit.add(made, ["m", *captured, *places, *given], body, binding.span)
    handed_on = [deepcopy(before[one]) if one in before else py.name(one) for one in captured]
    return py.name(made), py.tuple_of([*handed_on, *places.values()])


@dataclass
class _GuideFinder(Reader):
    """Reads conditions on a formation, which has some names. The entity that is laid last is a Python local, and so is
    its way."""

    found: _Guides
    new: str
    way: str

    def read(self, e: n.Expr, supposed: bool) -> None:
        """Notes what a condition requires of the entity that is laid last. `supposed`: as if all stood there."""
        match e:
            case n.Binary(op="and"):
                self.read(e.left, supposed)
                self.read(e.right, supposed)
            case n.Binary(op="or") if not self.depends(e.left):
                self._unless(e.left, e.right, supposed)
            case n.Supposing(place=n.Name(ref=ref)) if ref in self.names and not supposed:
                self.read(e.body, True)
            case n.Quantified(kind="every"):
                self._every(e, supposed)
            case n.Call(ref=m.BuiltinDef(id="linked")) if supposed:  # each is laid next to another
                self.found.inner.append(emit(e, self.c))
            case n.Call(ref=m.PermissionDef() as ref):
                found = self.inside(ref, e.args)
                if found is not None:
                    found[1].read(found[0], supposed)
            case n.Quantified(kind="no") if supposed:
                self._no(e)
            case _ if supposed and lasts(e, frozenset(), self.c.unit):
                self.found.inner.append(emit(e, self.c))

    def _unless(self, known: n.Expr, e: n.Expr, supposed: bool) -> None:
        """A condition that applies unless another is true. If that one does not depend on the formation, it is
        evaluated once, as all stand now; within a `supposing` its result could differ."""
        if supposed:
            return
        name = self.c.unit.fresh("v", "known")
        part = _Guides(before={name: emit(known, self.c)})
        replace(self, found=part).read(e, False)
        free = py.name(name)
        for mine, theirs in ((self.found.inner, part.inner), (self.found.outer, part.outer)):
            mine += [ast.BoolOp(ast.Or(), [deepcopy(free), one]) for one in theirs]
        for areas, read in ((self.found.areas, part.areas), (self.found.grounds, part.grounds)):
            areas += [ast.IfExp(deepcopy(free), py.name("ALL"), one) for one in read]
        self.found.on_the_way.add(part.on_the_way.unless(free))
        self.found.before |= part.before

    def _no(self, e: n.Quantified) -> None:
        """A condition that no entity may meet, tested on the one that is laid last if it is among them: the others were
        tested."""
        whole = emit(e, self.c) if lasts(e, frozenset(), self.c.unit) else py.const(True)
        item, who = t.some(e.binding.source.type).args[0], frozenset((e.binding.ref,))
        if e.where is None or item.tag != "entity" or not grows(e.where, who, self.c.unit):
            if not isinstance(whole, ast.Constant):
                self.found.inner.append(whole)
            return
        inner = self.c.inner()
        new = py.name(self.new)
        inner.bind(e.binding.ref, new)
        among = is_in(new, e.binding.source, self.c)
        self.found.inner.append(ast.IfExp(among, py.negate(emit(e.where, inner)), whole))
        if not self.c.unit.layout.form.listed:
            spot = m.Variable("spot", role="local", type=_SPOT)
            denied = n.Unary(e.span, "not", e.where, type=t.YES_NO)
            found = read_area(_at_spot(denied, e.binding.ref, spot, True), frozenset((spot,)), inner, who)
            if found is not None:
                self.found.areas.append(ast.IfExp(deepcopy(among), found, py.name("ALL")))

    def _every(self, e: n.Quantified, supposed: bool) -> None:
        """A condition on each entity, tested on the one that is laid last: those parts that the others cannot make
        true."""
        if e.has is None or t.some(e.binding.source.type).args[0].tag != "entity":
            return
        who = frozenset((e.binding.ref,))
        where = e.where is None or is_settled(e.where, who)
        parts = [one for one in conjuncts(e.has) if where and self._is_known(one, who, supposed)]
        if not parts:
            return
        inner = self.c.inner()
        new = py.name(self.new)
        inner.bind(e.binding.ref, new)
        outside = [py.negate(is_in(new, e.binding.source, self.c))]
        if e.where is not None:
            outside.append(py.negate(emit(e.where, inner)))
        test = ast.BoolOp(ast.Or(), [*outside, py.both([emit(one, inner) for one in parts])])
        (self.found.inner if supposed else self.found.outer).append(test)
        if self.c.unit.layout.form.listed:
            return
        spot = m.Variable("spot", role="local", type=_SPOT)
        for one in parts:
            if not supposed and any(getattr(x.ref, "id", "") == "way_in" for x in calls_in(one)):
                found = self._on_a_way(one, e.binding.ref, outside, inner)
            else:
                moving = who if supposed else frozenset()
                found = read_area(_at_spot(one, e.binding.ref, spot, supposed), frozenset((spot,)), inner, moving)
            if found is not None:
                areas = self.found.areas if supposed else self.found.grounds
                areas.append(ast.IfExp(_any(deepcopy(outside)), py.name("ALL"), found))

    def _on_a_way(self, e: n.Expr, who: m.Variable, outside: list[ast.expr], c: Context) -> ast.expr | None:
        """A condition on the way of an entity: notes what guides the way, and returns the area of its end, None if it
        cannot be read. Reads `let w = way_in(f, who) then ..`, also after an `or` whose left side is known before."""
        if isinstance(e, n.Binary) and e.op == "or" and not self.depends(e.left):
            known = emit(e.left, c)
            found = self._on_a_way(e.right, who, [*outside, known], c)
            return None if found is None else ast.IfExp(deepcopy(known), py.name("ALL"), found)
        if not (isinstance(e, n.LetIn) and isinstance(e.value, n.Call) and _is_way_in(e.value, who)):
            return None
        own = c.inner()
        own.bind(e.ref, py.name(self.way))
        guards = [py.negate(deepcopy(one)) for one in outside]
        Finder(frozenset((e.ref,)), own, self.found.on_the_way).read(e.body, guards)
        return ends_of_ways(e.body, frozenset((e.ref,)), py.expr("m.at[_x]", _x=py.name(self.new)), own)

    def _is_known(self, e: n.Expr, who: frozenset[m.Variable], supposed: bool) -> bool:
        """Whether a condition on an entity may be tested before the others are laid."""
        if supposed:
            return lasts(e, who, self.c.unit)
        read = [x for x in walk.descend(e) if isinstance(x, n.Call) and getattr(x.ref, "id", "") in _OWN]
        own = [x for x in read if isinstance(x.args[1], n.Name) and x.args[1].ref in who]
        named = [x for x in walk.descend(e) if isinstance(x, n.Name) and x.ref in self.names]
        return len(own) == len(read) == len(named)  # it reads nothing of the formation except its own place and way


_SPOT: Final = t.place("spot")
_FOOTPRINT: Final = m.BuiltinDef("footprint")
_OWN: Final = ("place_in", "way_in")


def _is_way_in(e: n.Call, who: m.Variable) -> bool:
    """Whether it is the way of an entity, `way_in(f, who)`."""
    return getattr(e.ref, "id", "") == "way_in" and isinstance(e.args[1], n.Name) and e.args[1].ref is who


def calls_in(e: n.Expr) -> list[n.Call]:
    """All calls within an expression."""
    return [x for x in walk.descend(e) if isinstance(x, n.Call)]


def _at_spot(e: n.Expr, who: m.Variable, spot: m.Variable, supposed: bool) -> n.Expr:
    """Converts a condition on an entity to one on the spot where it would stand."""

    def is_who(x: object) -> bool:
        return isinstance(x, n.Name) and x.ref is who

    def is_place(x: n.Node) -> bool:
        if supposed:
            return isinstance(x, n.Attr) and getattr(x.ref, "storage", "") == "place" and is_who(x.target)
        return isinstance(x, n.Call) and getattr(x.ref, "id", "") == "place_in" and is_who(x.args[1])

    def there(x: n.Expr) -> n.Name:
        return n.Name(x.span, spot.id, ref=spot, type=spot.type)

    def base(x: n.Expr) -> n.Expr:
        made = n.Call(x.span, "footprint", (x, there(x)), ref=_FOOTPRINT, type=t.OUTLINE)
        return made if supposed and is_who(x) else x

    def change(x: n.Node) -> n.Node:
        if isinstance(x, n.Expr) and is_place(x):
            return there(x)
        if isinstance(x, n.LetIn) and is_place(x.value):
            return change(walk.handed(x.body, {x.ref: there(x.value)}))
        made = walk.rebuilt(x, change)
        if isinstance(made, n.Call) and row_of(made).measures:
            made.args = tuple(base(arg) for arg in made.args)
        elif isinstance(made, n.Within):
            made.left, made.right = base(made.left), base(made.right)
        return made

    found = change(e)
    assert isinstance(found, n.Expr)
    return found
