"""Reads conditions on a way, so that a search knows how far to look, which legs are allowed, and what is in the way.

Along `and` and permissions, these are read:

    `way_length(w) <= n`            how far to look
    conditions on `swept(x, w)`     and on nothing else of the way: each leg must meet them
    `no o in S where overlapping(swept(x, w), o)` and similar: the way goes round the corners of these entities

If one of two conditions is enough, as on slow ground (`not meets(swept(x, w), bog) or way_length(w) <= 4 inches`), ways
are searched for by the left one first, and by the right one if none of these is legal.

Separate because a single way (`routed`) and a way for each of several entities (`formed`) are read alike.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Final

from rulewright.check import model as m
from rulewright.check.builtins import row_of
from rulewright.check.types import some
from rulewright.compile import pyast as py
from rulewright.compile.builtins_terms import measured
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.following import Reader
from rulewright.compile.loops import bind_loop, helper
from rulewright.compile.operands import walk as gone_through
from rulewright.compile.sieves import at_most
from rulewright.effects import nodes as n
from rulewright.effects import walk
from rulewright.effects.walk import conjuncts
from rulewright.shapes import OVERLAPPING

ENDLESS: Final = 1 << 30
"""A length that excludes nothing."""


@dataclass(slots=True)
class Guides:
    """What was read: tests of a leg, the greatest lengths, and lists of what must be kept clear of; and for
    alternatives, what was read of each of the two."""

    legs: list[ast.expr] = field(default_factory=list)
    lengths: list[ast.expr] = field(default_factory=list)
    obstacles: list[ast.expr] = field(default_factory=list)
    choices: list[tuple[Guides, Guides]] = field(default_factory=list)

    def __bool__(self) -> bool:
        """Whether anything was read."""
        return bool(self.legs or self.lengths or self.obstacles) or any(one or other for one, other in self.choices)

    def variants(self) -> list[Guides]:
        """The guides of one search, and of the next one if that finds nothing: first all left sides, then all right
        ones."""
        if not any(one or other for one, other in self.choices):
            return [Guides(self.legs, self.lengths, self.obstacles)]
        return [self._on_side(0), self._on_side(1)]

    def _on_side(self, side: int) -> Guides:
        found = Guides([*self.legs], [*self.lengths], [*self.obstacles])
        for choice in self.choices:
            chosen = choice[side]._on_side(side)
            found.legs += chosen.legs
            found.lengths += chosen.lengths
            found.obstacles += chosen.obstacles
        return found

    def unless(self, free: ast.expr) -> Guides:
        """The same guides, which apply unless a condition is true."""

        def all_of(several: list[ast.expr], nothing: ast.expr) -> list[ast.expr]:
            return [ast.IfExp(deepcopy(free), deepcopy(nothing), one) for one in several]

        return Guides(
            all_of(self.legs, py.const(True)),
            all_of(self.lengths, py.const(ENDLESS)),
            all_of(self.obstacles, py.const(())),
            [(one.unless(free), other.unless(free)) for one, other in self.choices],
        )

    def add(self, other: Guides) -> None:
        """Adds all guides of another."""
        self.legs += other.legs
        self.lengths += other.lengths
        self.obstacles += other.obstacles
        self.choices += other.choices

    @property
    def longest(self) -> ast.expr:
        """The greatest length that all allow; None if none was read."""
        return py.expr("min(_l)", _l=ast.List(self.lengths, ast.Load())) if self.lengths else py.const(None)

    @property
    def kept_clear(self) -> ast.expr:
        """Everything that must be kept clear of, as one list."""
        found: ast.expr = py.const(())
        for listed in self.obstacles:
            found = py.expr("(*_a, *_b)", _a=found, _b=listed)
        return found


@dataclass
class Finder(Reader):
    """Reads conditions on a way, which has some names; a leg is a Python local."""

    found: Guides

    def read(self, e: n.Expr, guards: list[ast.expr], denied: bool = False) -> None:
        """Notes what a condition, or its negation, requires of a way. `guards`: the conditions under which it applies.
        What is to the left of it is evaluated before it here too."""
        if isinstance(e, n.Binary) and e.op in ("and", "or"):
            self._either_side(e, guards, denied)
        elif isinstance(e, n.Unary) and e.op == "not":
            self.read(e.operand, guards, not denied)
        elif isinstance(e, n.IfElse) and not self.depends(e.condition):
            known = emit(e.condition, self.c)
            self.read(e.then, [*guards, known], denied)
            self.read(e.otherwise, [*guards, py.negate(deepcopy(known))], denied)
        elif isinstance(e, n.IfElse):
            then, otherwise = Guides(), Guides()
            self._into(then).read(e.condition, guards)
            self._into(then).read(e.then, [*guards, *self.known(e.condition, "and")], denied)
            self._into(otherwise).read(e.condition, guards, True)
            self._into(otherwise).read(e.otherwise, [*guards, *self.known(e.condition, "or")], denied)
            self.found.choices.append((then, otherwise))
        elif isinstance(e, n.Call) and isinstance(e.ref, m.PermissionDef):
            found = self.inside(e.ref, e.args)
            if found is not None and found[1].names:  # else of the end alone: that is read as an area
                found[1].read(found[0], guards, denied)
        elif self.depends(e):
            self._condition(e, guards, denied)

    def _either_side(self, e: n.Binary, guards: list[ast.expr], denied: bool) -> None:
        """Reads both sides if both must be true. If one of them is enough, reads the right side if the left one is
        known before and is false."""
        if not self.depends(e.left):
            known = emit(e.left, self.c)
            self.read(e.right, [*guards, known if e.op == "and" else py.negate(known)], denied)
        elif (e.op == "or") is denied:
            self.read(e.left, guards, denied)
            self.read(e.right, [*guards, *self.known(e.left, e.op)], denied)
        elif self._of_legs(e):
            self._leg(e, guards, denied)
        elif self.depends(e.right):
            left, right = Guides(), Guides()
            self._into(left).read(e.left, guards, denied)
            self._into(right).read(e.right, [*guards, *self.known(e.left, e.op)], denied)
            self.found.choices.append((left, right))

    def _into(self, found: Guides) -> Finder:
        """The reader of one of two sides."""
        return replace(self, found=found)

    def _condition(self, e: n.Expr, guards: list[ast.expr], denied: bool) -> None:
        length = at_most(e, self.is_named) if isinstance(e, n.Binary) and not denied else None
        if isinstance(length, n.IfElse) and self.depends(length.condition) and isinstance(e, n.Binary):
            self._lengths(length, guards)
        elif length is not None and not self.depends(length):
            self.found.lengths.append(_guarded(guards, emit(length, self.c), py.const(ENDLESS)))
        if self._of_legs(e):
            self._leg(e, guards, denied)
        one = self._obstacles(e, denied)
        if one is not None:
            self.found.obstacles.append(_guarded(guards, one, py.const(())))

    def _lengths(self, length: n.IfElse, guards: list[ast.expr]) -> None:
        """`way_length(w) <= if .. then 4 inches else 6 inches`: the longer length is allowed if the condition is
        true."""
        both = []
        for is_not, one in ((True, length.otherwise), (False, length.then)):
            read = Guides()
            self._into(read).read(length.condition, guards, is_not)
            if not self.depends(one):
                sure = [*guards, *self.known(length.condition, "or" if is_not else "and")]
                read.lengths.append(_guarded(sure, emit(one, self.c), py.const(ENDLESS)))
            both.append(read)
        self.found.choices.append((both[0], both[1]))

    def _leg(self, e: n.Expr, guards: list[ast.expr], denied: bool) -> None:
        test = emit(e, self.c)
        self.found.legs.append(_guarded(guards, py.negate(test) if denied else test, py.const(True)))

    def _swept(self, e: n.Node) -> bool:
        """Whether it is the area swept on the way."""
        return (isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "swept"
                and self.is_named(e.args[1]) and not self.depends(e.args[0]))  # fmt: skip

    def _of_legs(self, e: n.Expr) -> bool:
        """Whether a condition depends on the swept area of the way, and on nothing else of it."""
        inside = list(walk.descend(e))
        named = [x for x in inside if isinstance(x, n.Name) and x.ref in self.names]
        return len(named) == len([x for x in inside if self._swept(x)])

    # -- obstacles -----------------------------------------------------------------------------------------------------

    def _obstacles(self, e: n.Expr, denied: bool) -> ast.expr | None:
        """What a leg must keep clear of, as a list of shapes with lengths."""
        if not isinstance(e, n.Quantified):
            return self._kept_clear(e, self.c) if denied else None
        wanted = "some" if denied else "no"
        if e.kind != wanted or e.where is None or self.depends(e.binding.source):
            return None
        of = some(e.binding.source.type)
        if of.tag != "set" or of.args[0].tag != "entity":
            return None
        inner = self.c.inner()
        name = bind_loop(e.binding, inner)
        tests: list[ast.expr] = []
        kept: ast.expr | None = None
        for one in conjuncts(e.where):
            if not self.depends(one):
                tests.append(emit(one, inner))
            else:
                kept = kept or self._kept_clear(one, inner)
        if kept is None:
            return None
        adding = py.stmts("found += _k", _k=kept)
        body = py.stmts(
            "found = []\nfor _x in _s:\n    _adding\nreturn found",
            _x=py.name(name), _s=gone_through(e.binding.source, self.c),
            _adding=[py.when(py.both(tests), adding)] if tests else adding,
        )  # fmt: skip
        return helper(inner, body, [name, "found"], e.span)

    def _kept_clear(self, e: n.Expr, c: Context) -> ast.expr | None:
        """One entity, or a drawn area, and how far a leg must keep from it."""
        if isinstance(e, n.Call) and row_of(e).contact == "shared":
            for one, other in ((e.args[0], e.args[1]), (e.args[1], e.args[0])):
                if self._swept(one) and _has_shape(other) and not self.depends(other):
                    length = OVERLAPPING if e.ref.id == "overlapping" else 0
                    return py.expr("kept_clear((_s,), _n)", _s=measured(other, c), _n=py.const(length))
        if isinstance(e, n.Within) and not self.depends(e.amount):
            for one, other in ((e.left, e.right), (e.right, e.left)):
                if self._swept(one) and _has_shape(other) and not self.depends(other):
                    return py.expr("kept_clear((_s,), _n)", _s=measured(other, c), _n=emit(e.amount, c))
        return None


def _has_shape(e: n.Expr) -> bool:
    """Whether it certainly has a shape: a place, an entity, several of them, an outline, or an area that a map
    draws."""
    of = some(e.type)
    return of.tag != "set" or of.args[0].tag == "entity" or (isinstance(e, n.Name) and isinstance(e.ref, m.AreaDef))


def _guarded(guards: list[ast.expr], e: ast.expr, otherwise: ast.expr) -> ast.expr:
    return ast.IfExp(py.both(deepcopy(guards)), e, otherwise) if guards else e
