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
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, assert_never, cast

from rulewright.check import model as m
from rulewright.check.types import YES_NO, some
from rulewright.compile import pyast as py
from rulewright.compile.areas import area, named
from rulewright.compile.builtins_terms import measured, region
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.following import Reader
from rulewright.compile.loops import bind_loop, helper
from rulewright.compile.operands import walk
from rulewright.compile.partly import is_settled
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
    found = _Siever(names, c, start).read(e)
    return None if found is None else found.term


def read_area(e: n.Expr, names: frozenset[m.Variable], c: Context, moving: frozenset[m.Variable] = frozenset()
              ) -> ast.expr | None:  # fmt: skip
    """The area in which a condition on a spot, which has some names, is true, or a larger one; None if it cannot be
    read. `moving`: names of what will stand there, and does not yet."""
    found = _Siever(names, c, moving=moving).read(e)
    return None if found is None else found.term


@dataclass
class _Siever(Reader):
    """Reads conditions on one spot, or on the end of a way, which has some names. It evaluates only what the condition
    would evaluate: what is to the right of a test comes after it here too."""

    start: ast.expr | None = None
    denied: bool = False
    moving: frozenset[m.Variable] = frozenset()

    def depends(self, e: n.Node) -> bool:
        """Whether an expression depends on the spot, also if only because something stands there."""
        return super().depends(e) or (
            mentions_any(e, self.moving) and isinstance(e, n.Expr) and not is_settled(e, frozenset()))  # fmt: skip

    def read(self, e: n.Expr) -> _Read | None:
        """The area in which a condition is true, or a larger one; None if it cannot be read."""
        if not self.depends(e):
            return _Read(ast.IfExp(emit(e, self.c), py.name(_ALL), py.name(_NOTHING)), True)
        e = variants.expression(e)
        match e:
            case n.Binary():
                if e.op == "and":
                    return self._both(e.left, e.right)
                return self._either(e.left, e.right) if e.op == "or" else self._length(e) or self._distance(e)
            case n.Unary():
                return _denied(replace(self, denied=not self.denied).read(e.operand)) if e.op == "not" else None
            case n.In():
                made = replace(self, denied=self.denied is not e.negated)._in(e.left, e.right)
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
        made = _Read(named(self.c.unit.layout.of(e.ref[1])), True)
        return _denied(made) if e.negated else made

    def _call(self, e: n.Call) -> _Read | None:
        if isinstance(e.ref, m.BuiltinDef):
            return self._builtin(e.ref.id, e)
        found = self.inside(e.ref, e.args) if isinstance(e.ref, m.PermissionDef) else None
        if found is None:
            return None
        body, reader = found
        given = zip(e.ref.params, e.args, strict=True)
        moving = frozenset([variable for variable, arg in given if mentions_any(arg, self.moving)])
        return replace(reader, moving=moving).read(body)

    def _both(self, left: n.Expr, right: n.Expr) -> _Read | None:
        other = self.read(right)
        if not self.depends(left):
            rest = py.name(_ALL) if other is None else other.term
            made = ast.IfExp(emit(left, self.c), rest, py.name(_NOTHING))
            return _Read(made, other is not None and other.exact, other is not None and other.small)
        one = self.read(left)
        known = self.known(left, "and")
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
        if not self.depends(left):
            return _Read(ast.IfExp(emit(left, self.c), py.name(_ALL), other.term), other.exact, other.small)
        one = self.read(left)
        if one is None:
            return None
        known = self.known(left, "or")
        if known:
            other = other._replace(term=ast.IfExp(py.both(known), other.term, py.name(_ALL)))
        united = area("union", "terms", _a=one.term, _b=other.term)
        return _Read(united, one.exact and other.exact, one.small or other.small)

    # -- names ---------------------------------------------------------------------------------------------------------

    def is_named(self, e: n.Expr) -> bool:
        """Whether it is the spot, or the way whose end is searched for."""
        return self._is_spot(e) or self.is_way(e)

    def _is_spot(self, e: n.Expr) -> bool:
        if self.start is not None and isinstance(e, n.Call) and getattr(e.ref, "id", "") == "way_end":
            return self.is_way(e.args[0])
        return super().is_named(e) and not self.is_way(e)

    def is_way(self, e: n.Expr) -> bool:
        """Whether it is the way whose end is searched for."""
        return super().is_named(e) and some(e.type).tag == "way"

    def _base(self, e: n.Expr) -> ast.expr | None:
        """The entity that stands at the spot, of `footprint(who, spot)`."""
        if not (isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "footprint"):
            return None
        if not self._is_spot(e.args[1]) or self.depends(e.args[0]):
            return None
        return emit(e.args[0], self.c)

    def _sweeping(self, e: n.Expr) -> ast.expr | None:
        """The entity that goes the way, of `swept(who, way)`. If it lies wholly in an area on its way, it lies wholly
        in it at the end, and if it meets nothing on its way, it meets nothing at the end: so only the end is tested."""
        if not (isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "swept"):
            return None
        return emit(e.args[0], self.c) if self.is_way(e.args[1]) and not self.depends(e.args[0]) else None

    def _standing(self, e: n.Expr) -> tuple[ast.expr, bool] | None:
        """The entity that stands at the spot, or that goes there if the condition is negated; and whether it goes."""
        base = self._base(e)
        if base is not None:
            return base, False
        base = self._sweeping(e) if self.denied else None
        return None if base is None else (base, True)

    def _other(self, e: n.Expr) -> n.Expr | None:
        return None if self.depends(e) else e

    # -- conditions ------------------------------------------------------------------------------------------------

    def _in(self, left: n.Expr, right: n.Expr) -> _Read | None:
        other = self._other(right)
        if not self._is_spot(left) or other is None or some(right.type).tag != "set":
            return None
        return _Read(emit(other, self.c), True)

    def _near(self, left: n.Expr, right: n.Expr, amount: n.Expr, *, nearer: bool = False) -> _Read | None:
        """What is within a length of each other; or strictly nearer (`nearer`), which no area can express: it is read
        as within that length, or as within a thousandth less if it is negated. A gap in place of the length is rounded
        up, so it is not read if the area would then be too large."""
        length = self._other(amount)
        gap = some(amount.type).tag == "gap"
        if length is None or (gap and self.denied):
            return None
        less = nearer and self.denied
        exact = not gap and (less or not nearer)
        reach = py.expr("_g.rounded_up", _g=emit(length, self.c)) if gap else emit(length, self.c)
        for one, other in ((left, right), (right, left)):
            against = self._other(other)
            if against is None:
                continue
            far = {"_a": measured(against, self.c), "_n": py.expr("_n - 1", _n=reach) if less else reach}
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
            if not self.depends(gap):  # the gap in place of the length
                continue
            if some(amount.type).tag not in ("number", "gap"):
                return None
            denied, nearer = _NEAR[op]
            one, other = gap.args
            made = replace(self, denied=self.denied is not denied)._near(one, other, amount, nearer=nearer)
            return _denied(made) if denied else made
        return None

    def _length(self, e: n.Binary) -> _Read | None:
        """The end of a way that is no longer than a length is no farther away."""
        length = at_most(e, self.is_way)
        if length is None or self.start is None or self.depends(length):
            return None
        far = {"_s": deepcopy(self.start), "_n": emit(length, self.c)}
        return _Read(py.expr("spots_within(m, spot(_s), _n)", **far), False)

    def _builtin(self, name: str, e: n.Call) -> _Read | None:
        if name in ("wholly", "meets"):
            going = self._sweeping(e.args[0]) if name == "wholly" and not self.denied else None
            found = (going, True) if going is not None else self._base_of(name, e.args[0])
            other = self._other(e.args[1])
            if found is None or other is None:
                return None
            function = "base_inside" if name == "wholly" else "base_meeting"
            term = py.expr("_f(m, _b, _a)", _f=py.name(function), _b=found[0], _a=region(other, self.c))
            return _Read(term, going is None, going is None and found[1])
        if name in ("overlapping", "touching"):
            for one, against in ((e.args[0], e.args[1]), (e.args[1], e.args[0])):
                found, other = self._standing(one), self._other(against)
                if found is None or other is None:
                    continue
                shapes = measured(other, self.c)
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
        inner = self.c.inner()
        name = bind_loop(e.binding, inner)
        tests: list[ast.expr] = []
        found: _Read | None = None
        unread = False
        reader = replace(self, c=inner, denied=self.denied is not none)
        for one in parts:
            if not self.depends(one):
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
            _x=py.name(name), _s=walk(source, self.c), _adding=[py.when(py.both(tests), adding)] if tests else adding,
        )  # fmt: skip
        whole = _Read(helper(inner, body, [name, "found"], e.span), found.exact and not unread, found.small)
        return _denied(whole) if none else whole


def _not(e: n.Expr) -> n.Expr:
    """A condition that is true if another is false, with as few negations as possible: each loses some of what can be
    read."""
    if isinstance(e, n.Unary) and e.op == "not":
        return e.operand
    if isinstance(e, n.Binary) and e.op in OPPOSITE:
        return n.Binary(e.span, cast(Any, OPPOSITE[e.op]), e.left, e.right, type=YES_NO)
    return n.Unary(e.span, "not", e, type=YES_NO)


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
