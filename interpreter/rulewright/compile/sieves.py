"""Reads conditions on a spot of a plane as areas, so that a search need not test them for every spot.

The law of a sieve: every spot of the set that meets all conditions is in the area; if it is exact, the area contains no
other spot of the set. The verifying mode checks that excluded spots do not meet the conditions (`proposals`).

The spots that are searched for are in a set and meet conditions, which are tested exactly for each spot that is found.
Conditions that can be read as an area (`p in A`, `wholly(footprint(m, p), A)`, `no n in S where overlapping(..)`) are
used by the search in advance: it skips whole boxes. Conditions that cannot be read are ignored here, so an area is
never too small; `exact` says that it is not too large either, which is needed if it is negated.

Separate because on cells conditions are read as sets in another way (`places`): there all places can be listed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, NamedTuple, assert_never, cast

from rulewright.check import model as m
from rulewright.check.types import YES_NO, some
from rulewright.compile import pyast as py
from rulewright.compile.areas import area, named
from rulewright.compile.builtins_terms import measured, region
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.in_place import FOLLOWED
from rulewright.compile.loops import bind_loop, helper
from rulewright.compile.operands import walk
from rulewright.compile.sentences import mentions_any
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.comparisons import MIRRORED, OPPOSITE
from rulewright.effects.walk import conjuncts

# How a comparison of a distance is expressed by a condition on what is near: whether that is negated, and whether it is
# strict.
_NEAR: Final = {"<=": (False, False), "<": (False, True), ">": (True, False), ">=": (True, True)}
_NOTHING: Final = "NONE"
_ALL: Final = "ALL"


class _Read(NamedTuple):
    """An area. `exact`: it is not too large; `small`: it may be too small, which is only read if it is negated."""

    term: ast.expr
    exact: bool
    small: bool = False


def ends_of_ways(e: n.Expr, names: frozenset[m.Variable], start: ast.expr, c: Context) -> ast.expr | None:
    """The area that contains the end of every way that meets a condition, or a larger one; None if it cannot be read.

    Args:
        e: the condition.
        names: the names of the way in it.
        start: where it begins.
        c: the context of the condition.
    """
    found = _Siever(names, c, start=start).read(e)
    return None if found is None else found.term


def read_area(e: n.Expr, names: frozenset[m.Variable], c: Context) -> ast.expr | None:
    """The area in which a condition on a spot, which has some names, is true, or a larger one; None if it cannot be
    read."""
    found = _Siever(names, c).read(e)
    return None if found is None else found.term


class _Siever:
    """Reads conditions on one spot, or on the end of a way, which has some names. It evaluates only what the condition
    would evaluate: what is to the right of a test comes after it here too."""

    def __init__(self, names: frozenset[m.Variable], c: Context, deep: int = 0, start: ast.expr | None = None,
                 denied: bool = False) -> None:  # fmt: skip
        self._names, self._c, self._deep, self._start, self._denied = names, c, deep, start, denied

    def read(self, e: n.Expr) -> _Read | None:
        """The area in which a condition is true, or a larger one; None if it cannot be read."""
        if not self._depends(e):
            return _Read(ast.IfExp(emit(e, self._c), py.name(_ALL), py.name(_NOTHING)), True)
        e = variants.expression(e)
        match e:
            case n.Binary():
                if e.op == "and":
                    return self._both(e.left, e.right)
                return self._either(e.left, e.right) if e.op == "or" else self._length(e) or self._distance(e)
            case n.Unary():
                return _denied(self._opposite().read(e.operand)) if e.op == "not" else None
            case n.In():
                made = (self._opposite() if e.negated else self)._in(e.left, e.right)
                return _denied(made) if e.negated else made
            case n.Is():
                return self._is(e)
            case n.Within():
                return self._near(e.left, e.right, e.amount)
            case n.Quantified():
                return self._quantified(e)
            case n.Call():
                return self._call(e)
            case n.Relation() | n.Can() | n.Supposing():
                return None  # permissions with `is`, events, and hypothetical states
            case n.IfElse() | n.LetIn():
                return None  # branches and names are not followed
            case n.Broken() | n.Number() | n.Truth() | n.Nothing() | n.Name() | n.Attr() | n.Index():
                return None  # not conditions on a spot
            case n.Comprehension() | n.SetOf() | n.Recast():
                return None
            case _:
                assert_never(e)

    def _is(self, e: n.Is) -> _Read | None:
        if e.ref is None or e.ref[0] != "area" or not self._is_spot(e.left):
            return None
        made = _Read(named(self._c.unit.layout.of(e.ref[1])), True)
        return _denied(made) if e.negated else made

    def _call(self, e: n.Call) -> _Read | None:
        if isinstance(e.ref, m.BuiltinDef):
            return self._builtin(e.ref.id, e)
        return self._permission(e.ref, list(e.args)) if isinstance(e.ref, m.PermissionDef) else None

    def _both(self, left: n.Expr, right: n.Expr) -> _Read | None:
        other = self.read(right)
        if not self._depends(left):
            rest = py.name(_ALL) if other is None else other.term
            made = ast.IfExp(emit(left, self._c), rest, py.name(_NOTHING))
            return _Read(made, other is not None and other.exact, other is not None and other.small)
        one = self.read(left)
        known = self._known(left, "and")
        if known and other is not None:
            other = other._replace(term=ast.IfExp(py.both(known), other.term, py.name(_NOTHING)))
        if one is None or other is None:
            found = one if one is not None else other
            return None if found is None else _Read(found.term, False, found.small)
        return _joined(one, other)

    def _either(self, left: n.Expr, right: n.Expr) -> _Read | None:
        other = self.read(right)
        if other is None:
            return None
        if not self._depends(left):
            return _Read(ast.IfExp(emit(left, self._c), py.name(_ALL), other.term), other.exact, other.small)
        one = self.read(left)
        if one is None:
            return None
        known = self._known(left, "or")
        if known:
            other = other._replace(term=ast.IfExp(py.both(known), other.term, py.name(_ALL)))
        united = area("union", "terms", _a=one.term, _b=other.term)
        return _Read(united, one.exact and other.exact, one.small or other.small)

    def _known(self, e: n.Expr, op: str) -> list[ast.expr]:
        return known_of(e, op, self._depends, self._c)

    # -- names ---------------------------------------------------------------------------------------------------------

    def _depends(self, e: n.Node) -> bool:
        return mentions_any(e, self._names)

    def _opposite(self) -> _Siever:
        """The reader of a negated condition."""
        return _Siever(self._names, self._c, self._deep, self._start, not self._denied)

    def _is_spot(self, e: n.Expr) -> bool:
        if self._start is not None and isinstance(e, n.Call) and getattr(e.ref, "id", "") == "way_end":
            return self.is_way(e.args[0])
        return isinstance(e, n.Name) and e.ref in self._names and not self.is_way(e)

    def is_way(self, e: n.Expr) -> bool:
        """Whether it is the way whose end is searched for."""
        return isinstance(e, n.Name) and e.ref in self._names and some(e.type).tag == "way"

    def _base(self, e: n.Expr) -> ast.expr | None:
        """The entity that stands at the spot, of `footprint(who, spot)`."""
        if not (isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "footprint"):
            return None
        if not self._is_spot(e.args[1]) or self._depends(e.args[0]):
            return None
        return emit(e.args[0], self._c)

    def _sweeping(self, e: n.Expr) -> ast.expr | None:
        """The entity that goes the way, of `swept(who, way)`. If it lies wholly in an area on its way, it lies wholly
        in it at the end, and if it meets nothing on its way, it meets nothing at the end: so only the end is tested."""
        if not (isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "swept"):
            return None
        return emit(e.args[0], self._c) if self.is_way(e.args[1]) and not self._depends(e.args[0]) else None

    def _standing(self, e: n.Expr) -> tuple[ast.expr, bool] | None:
        """The entity that stands at the spot, or that goes there if the condition is negated; and whether it goes."""
        base = self._base(e)
        if base is not None:
            return base, False
        base = self._sweeping(e) if self._denied else None
        return None if base is None else (base, True)

    def _other(self, e: n.Expr) -> n.Expr | None:
        return None if self._depends(e) else e

    # -- conditions ------------------------------------------------------------------------------------------------

    def _in(self, left: n.Expr, right: n.Expr) -> _Read | None:
        other = self._other(right)
        if not self._is_spot(left) or other is None or some(right.type).tag != "set":
            return None
        return _Read(emit(other, self._c), True)

    def _near(self, left: n.Expr, right: n.Expr, amount: n.Expr, *, nearer: bool = False) -> _Read | None:
        """What is within a length of each other; or strictly nearer (`nearer`), which no area can express: it is read
        as within that length, or as within a thousandth less if it is negated. A gap in place of the length is rounded
        up, so it is not read if the area would then be too large."""
        length = self._other(amount)
        gap = some(amount.type).tag == "gap"
        if length is None or (gap and self._denied):
            return None
        less = nearer and self._denied
        exact = not gap and (less or not nearer)
        reach = py.expr("_g.rounded_up", _g=emit(length, self._c)) if gap else emit(length, self._c)
        for one, other in ((left, right), (right, left)):
            against = self._other(other)
            if against is None:
                continue
            far = {"_a": measured(against, self._c), "_n": py.expr("_n - 1", _n=reach) if less else reach}
            if self._is_spot(one):
                return _Read(py.expr("spots_within(m, _a, _n)", **far), exact, less)
            found = self._standing(one)
            if found is not None:
                return _Read(py.expr("base_near(m, _b, _a, _n)", _b=found[0], **far), exact, found[1] or less)
        return None

    def _distance(self, e: n.Binary) -> _Read | None:
        """`distance(a, b) <= length` and similar; a gap may replace the length, see `_near`."""
        for gap, amount, op in ((e.left, e.right, e.op), (e.right, e.left, MIRRORED.get(e.op, ""))):
            if not (isinstance(gap, n.Call) and getattr(gap.ref, "id", "") == "distance" and op in _NEAR):
                continue
            if not self._depends(gap):  # the gap in place of the length
                continue
            if some(amount.type).tag not in ("number", "gap"):
                return None
            denied, nearer = _NEAR[op]
            one, other = gap.args
            made = (self._opposite() if denied else self)._near(one, other, amount, nearer=nearer)
            return _denied(made) if denied else made
        return None

    def _length(self, e: n.Binary) -> _Read | None:
        """The end of a way that is no longer than a length is no farther away."""
        length = at_most(e, self.is_way)
        if length is None or self._start is None or self._depends(length):
            return None
        far = {"_s": deepcopy(self._start), "_n": emit(length, self._c)}
        return _Read(py.expr("spots_within(m, spot(_s), _n)", **far), False)

    def _builtin(self, name: str, e: n.Call) -> _Read | None:
        if name in ("wholly", "meets"):
            going = self._sweeping(e.args[0]) if name == "wholly" and not self._denied else None
            found = (going, True) if going is not None else self._base_of(name, e.args[0])
            other = self._other(e.args[1])
            if found is None or other is None:
                return None
            function = "base_inside" if name == "wholly" else "base_meeting"
            term = py.expr("_f(m, _b, _a)", _f=py.name(function), _b=found[0], _a=region(other, self._c))
            return _Read(term, going is None, going is None and found[1])
        if name in ("overlapping", "touching"):
            for one, against in ((e.args[0], e.args[1]), (e.args[1], e.args[0])):
                found, other = self._standing(one), self._other(against)
                if found is None or other is None:
                    continue
                shapes = measured(other, self._c)
                words = "base_near(m, _b, _a, 0)" if name == "touching" else "base_over(m, _b, _a)"
                return _Read(py.expr(words, _b=found[0], _a=shapes), True, found[1])
        return None

    def _base_of(self, name: str, e: n.Expr) -> tuple[ast.expr, bool] | None:
        """A negated `wholly` says nothing of the end alone."""
        base = self._base(e)
        return self._standing(e) if name == "meets" else None if base is None else (base, False)

    def _quantified(self, e: n.Quantified) -> _Read | None:
        """The union over a set of the area for each, or what remains if all of these are excluded."""
        source = self._other(e.binding.source)
        of = some(e.binding.source.type)
        parts = [] if e.where is None else conjuncts(e.where)
        if e.has is not None:  # every x has it: there is no x that does not have it
            parts = [*parts, _not(e.has)]
        if not parts or source is None or (of.tag == "set" and of.args[0].tag == "place"):
            return None
        none = e.kind != "some"
        inner = self._c.inner()
        name = bind_loop(e.binding, inner)
        tests: list[ast.expr] = []
        found: _Read | None = None
        unread = False
        reader = _Siever(self._names, inner, self._deep, self._start, self._denied is not none)
        for one in parts:
            if not self._depends(one):
                tests.append(emit(one, inner))
                continue
            made = reader.read(one)
            if made is None:
                unread = True
                continue
            found = made if found is None else _joined(found, made)
        if found is None:
            return None
        adding = py.stmts("found.append(_t)", _t=found.term)
        body = py.stmts(
            "found = []\nfor _x in _s:\n    _adding\nreturn united(m, found)",
            _x=py.name(name), _s=walk(source, self._c), _adding=[py.when(py.both(tests), adding)] if tests else adding,
        )  # fmt: skip
        whole = _Read(helper(inner, body, [name, "found"], e.span), found.exact and not unread, found.small)
        return _denied(whole) if none else whole

    def _permission(self, ref: m.PermissionDef, args: list[n.Expr]) -> _Read | None:
        # A value that is cached when it is called is read nevertheless: only its modifiers prevent that.
        body = None if self._c.unit.value_parts.get(ref) else ref.normally
        if body is None or self._deep >= FOLLOWED:
            return None
        bound: dict[m.Variable, ast.expr] = {}
        names: set[m.Variable] = set()
        for variable, arg in zip(ref.params, args, strict=True):
            if self._is_spot(arg) or self.is_way(arg):
                names.add(variable)
            elif self._depends(arg):
                return None
            else:
                bound[variable] = emit(arg, self._c)
        within = Context(self._c.unit, bound)
        return _Siever(frozenset(names), within, self._deep + 1, self._start, self._denied).read(body)


def _not(e: n.Expr) -> n.Expr:
    """A condition that is true if another is false, with as few negations as possible: each loses some of what can be
    read."""
    if isinstance(e, n.Unary) and e.op == "not":
        return e.operand
    if isinstance(e, n.Binary) and e.op in OPPOSITE:
        return n.Binary(e.span, cast(Any, OPPOSITE[e.op]), e.left, e.right, type=YES_NO)
    return n.Unary(e.span, "not", e, type=YES_NO)


def known_of(e: n.Expr, op: str, depends: Callable[[n.Node], bool], c: Context) -> list[ast.expr]:
    """What is known if all parts of `a and b ..` are true, or none of `a or b ..`, as far as it does not depend on what
    is searched for: that something is not none, which the parts after it may rely on."""
    if isinstance(e, n.Binary) and e.op == op:
        return [*known_of(e.left, op, depends, c), *known_of(e.right, op, depends, c)]
    if depends(e):
        return []
    return [emit(e, c) if op == "and" else py.negate(emit(e, c))]


def at_most(e: n.Binary, is_way: Callable[[n.Expr], bool]) -> n.Expr | None:
    """The length that a way must not exceed, of `way_length(w) <= length` and similar."""
    sides = {"<=": (e.left, e.right), "<": (e.left, e.right), ">=": (e.right, e.left), ">": (e.right, e.left)}
    long, length = sides.get(e.op, (None, None))
    if isinstance(long, n.Call) and getattr(long.ref, "id", "") == "way_length" and is_way(long.args[0]):
        return length
    return None


def _joined(one: _Read, other: _Read) -> _Read:
    both = area("common", "terms", _a=one.term, _b=other.term)
    return _Read(both, one.exact and other.exact, one.small or other.small)


def _denied(found: _Read | None) -> _Read | None:
    if found is None or not found.exact:
        return None
    return _Read(py.expr("outside(_a)", _a=found.term), not found.small)
