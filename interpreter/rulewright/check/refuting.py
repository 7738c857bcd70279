"""Determines whether conditions can be true together, including those that contain others and those that use
permissions.

What it refutes is impossible in every state of the match, as far as equal expressions are equal; what it does not
refute may still be impossible. A permission is what it `normally` is, if no modifier of the pack changes it.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.check import model as m
from rulewright.check.known import Conflict, Fact, Given, Impossible, Known
from rulewright.check.scope import PackScope
from rulewright.check.terms import Kept, Key, Terms
from rulewright.effects import nodes as n

# How deep permissions are expanded, how many alternatives are tried, and how many facts are examined: beyond this
# nothing is concluded.
_UNFOLDINGS, _SPLITS, _FACTS = 3, 60, 200


class Refuter:
    """Refutes conditions of one pack."""

    def __init__(self, pack: m.PackDef, scope: PackScope) -> None:
        below: dict[str, list[str]] = {kind: [] for kind in pack.kinds}
        for kind in pack.kinds:
            for one in scope.lineage(kind):
                below[one.id].append(kind)
        self._kinds = {kind: frozenset(several) for kind, several in below.items()}
        self._enums = pack.enums
        said = [one for holder in pack.holders() for one in holder.sentences]
        self._allowed = {one.target for one in said if one.kind == "allow"}
        # By permission and answer.
        self._possible: dict[tuple[m.PermissionDef, bool], bool] = {}
        self._forbidden = {one.target for one in said if one.kind == "forbid"}
        self._keys: Kept = {}
        # Sheets share the trees of equal modifiers, and the condition before a modifier is tested again with it. The
        # conditions are stored with the result, so that their identities are not reused.
        self._refuted: dict[tuple[tuple[int, bool], ...], tuple[tuple[Given, ...], Conflict | None]] = {}

    def refute(self, given: Iterable[Given]) -> Conflict | None:
        """Why the conditions cannot all be true; None if they may be."""
        several = tuple(given)
        asked = tuple([(id(one.node), one.holds) for one in several])
        found = self._refuted.get(asked)
        if found is None:
            facts = [Fact(one.node, one.holds, one, {}, 0) for one in several]
            found = self._refuted[asked] = several, self._refute([], facts, [_SPLITS])
        return found[1]

    def _refute(self, known: list[Fact], facts: list[Fact], left: list[int]) -> Conflict | None:
        """As `refute`, for facts without alternatives next to `known` ones that do not contradict each other."""
        plain = list(known)
        either: list[list[Fact]] = []
        self._flatten(facts, plain, either)
        conflict = self._impossible(plain) if len(plain) > len(known) else None
        if conflict is not None:
            return self._both(conflict, plain)
        for several in either:
            found_in: list[Conflict] = []
            for one in several:
                left[0] -= 1
                if left[0] < 0:
                    return None
                conflict = self._refute(plain, [one], left)
                if conflict is None:
                    break
                found_in.append(conflict)
            else:
                return found_in[0] if len(found_in) == 1 else _of_all(several, found_in)
        return None

    def _impossible(self, plain: Sequence[Fact]) -> Conflict | None:
        """Why facts exclude each other; None if nothing shows this."""
        try:
            Known(self._enums, self._kinds, plain, self._keys)
        except Impossible as found:
            return found.conflict
        return None

    def _both(self, conflict: Conflict, plain: list[Fact]) -> Conflict:
        """Both ends of a conflict of which only one was found: the fact that excludes it, unless it is impossible by
        itself."""
        end = conflict.second
        if conflict.first.node is not end.node:
            return conflict
        own = [fact for fact in plain if fact.origin.node is end.node]
        if self._impossible(own) is None:
            for fact in plain:
                if fact.origin.node is not end.node and self._impossible([fact, *own]) is not None:
                    return Conflict(fact.origin, end)
        return conflict

    def _flatten(self, facts: Iterable[Fact], plain: list[Fact], either: list[list[Fact]]) -> None:
        """The facts that must each be true, and lists of which one must be true."""
        for fact in facts:
            node, holds = fact.node, fact.holds
            if len(plain) + len(either) > _FACTS:
                return
            match node:
                case n.Unary(op="not"):
                    self._flatten([_below(fact, node.operand, not holds)], plain, either)
                case n.Binary(op="and" | "or" as op):
                    sides = [_below(fact, node.left, holds), _below(fact, node.right, holds)]
                    if (op == "and") is holds:
                        self._flatten(sides, plain, either)
                    else:
                        either.append(sides)
                case n.In(right=n.SetOf(items=items)) if holds is not node.negated and len(items) > 1:
                    either.append([_below(fact, _equal(node, one), True) for one in items])
                case n.In(right=n.SetOf(items=items)) if items:
                    same = holds is not node.negated
                    self._flatten([_below(fact, _equal(node, one), same) for one in items], plain, either)
                case _:
                    plain.append(fact)
                    unfolded = self._unfolded(fact)
                    if unfolded is not None:
                        self._flatten([unfolded], plain, either)

    def _unfolded(self, fact: Fact) -> Fact | None:
        """The meaning of a permission for its arguments, if no modifier changes it."""
        asked = _asked(fact.node)
        if asked is None or fact.depth >= _UNFOLDINGS:
            return None
        permission, args, negated = asked
        holds = fact.holds is not negated
        body = permission.normally
        if body is None or permission in (self._allowed if holds else self._forbidden):
            return None
        if not self._may_be(permission, body, holds):
            return None  # whatever the arguments: this is reported where the permission is declared
        terms = Terms({}, self._keys)
        keys = (terms.key(arg, fact.env) for arg in args)
        env: dict[m.Symbol, Key] = dict(zip(permission.params, keys, strict=False))
        return Fact(body, holds, fact.origin, env, fact.depth + 1)

    def _may_be(self, permission: m.PermissionDef, body: n.Expr, holds: bool) -> bool:
        """Whether a permission can return this answer at all."""
        asked = (permission, holds)
        if asked not in self._possible:
            self._possible[asked] = self.refute([Given(body, holds)]) is None
        return self._possible[asked]


def _below(fact: Fact, node: n.Expr, holds: bool) -> Fact:
    """A part of what was written: it is reported with its own text, unless it is inside a permission."""
    written = not fact.depth and not isinstance(fact.node, n.In)
    return Fact(node, holds, Given(node, holds) if written else fact.origin, fact.env, fact.depth)


def _equal(node: n.In, one: n.Expr) -> n.Is:
    return n.Is(node.span, node.left, one, type=node.type, ref=("equal", None))


def _of_all(several: Sequence[Fact], found: Sequence[Conflict]) -> Conflict:
    """The conflict of a set of alternatives that are all impossible: the fact that excludes this set."""
    inside = {id(one.origin.node) for one in several}
    outer = next((end for one in found for end in one if id(end.node) not in inside), None)
    if outer is None:
        return Conflict(several[0].origin, several[-1].origin)
    return Conflict(outer, several[0].origin)


def _asked(node: n.Expr) -> tuple[m.PermissionDef, Sequence[n.Expr], bool] | None:
    """The permission that a condition calls, its arguments, and whether the answer is negated."""
    match node:
        case n.Call(ref=m.PermissionDef() as permission):
            return permission, node.args, False
        case n.Relation(ref=m.PermissionDef() as permission):
            return permission, (node.left, node.right), node.negated
        case n.Is(ref=("unary", m.PermissionDef() as permission)):
            return permission, (node.left,), node.negated
        case n.Is(ref=("binary", m.PermissionDef() as permission), right=n.Call() as call):
            return permission, (node.left, *call.args), node.negated
    return None


