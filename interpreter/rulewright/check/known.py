"""Collects facts one by one and detects when they exclude each other: ranges of numbers, members and sheets of one
term, kinds, yes and no.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.check.terms import Env, Kept, Key, Terms, constant, counts, is_number
from rulewright.effects import nodes as n
from rulewright.effects.comparisons import MIRRORED, OPPOSITE


class Given(NamedTuple):
    """A condition that holds (or does not) where an expression is evaluated."""

    node: n.Expr
    holds: bool = True


class Conflict(NamedTuple):
    """Two conditions that exclude each other, in the order in which they were given; twice the same condition if it is
    impossible by itself."""

    first: Given
    second: Given


class Fact(NamedTuple):
    """One condition without `and`, `or`, `not`. `origin` is the expression as written: for a permission, its call."""

    node: n.Expr
    holds: bool
    origin: Given
    env: Env
    depth: int


class Impossible(Exception):
    """The given conditions contradict each other."""

    def __init__(self, first: Given, second: Given) -> None:
        super().__init__()
        self.conflict = Conflict(first, second)


def _equalities(facts: Iterable[Fact], kept: Kept) -> dict[Key, Key]:
    """The facts that say that two things are the same, unless one is a constant."""
    same: dict[Key, Key] = {}
    for fact in facts:
        node = fact.node
        if (isinstance(node, n.Is) and node.ref[0] == "equal" and fact.holds is not node.negated
                and constant(node.left) is None and constant(node.right) is None):
            terms = Terms(same, kept)
            one, other = terms.key(node.left, fact.env), terms.key(node.right, fact.env)
            if one != other:
                same[other] = one
    return same


@dataclass(slots=True)
class _Range:
    """The whole numbers that a sum may be, with the facts that say so."""

    low: int | None = None
    high: int | None = None
    by_low: Given | None = None
    by_high: Given | None = None
    without: dict[int, Given] = field(default_factory=dict)


@dataclass(slots=True)
class _Choice:
    """Which constant a thing is, and which constants it is not."""

    is_one: tuple[Key, Given] | None = None
    without: dict[Key, Given] = field(default_factory=dict)


class Known:
    """The known facts about some terms, as long as they do not contradict each other."""

    def __init__(self, enums: Mapping[str, m.EnumDef], kinds: Mapping[str, frozenset[str]], facts: Sequence[Fact],
                 kept: Kept) -> None:
        """`kinds`: for each kind, itself and all kinds below it; `kept`: as in `Terms`. Raises `Impossible`."""
        self._enums, self._kinds = enums, kinds
        self._terms = Terms(_equalities(facts, kept), kept)
        self._answers: dict[Key, tuple[bool, Given]] = {}
        self._ranges: dict[Key, _Range] = {}
        self._choices: dict[Key, _Choice] = {}
        self._kind_of: dict[Key, tuple[frozenset[str], Given]] = {}
        for fact in facts:
            self._learn(fact)

    def _learn(self, fact: Fact) -> None:
        """Adds one fact; raises if it contradicts the earlier ones."""
        node, holds, by, env = fact.node, fact.holds, fact.origin, fact.env
        key = self._terms.key
        match node:
            case n.Truth():
                if node.value is not holds:
                    raise Impossible(by, by)
            case n.Binary(op="<" | "<=" | ">" | ">=" as op):
                if is_number(node.left) and is_number(node.right):
                    self._compared(node.left, OPPOSITE[op] if not holds else op, node.right, by, env)
                else:
                    self._ordered(node, holds, by, env)
            case n.Within():
                pair = frozenset((key(node.left, env), key(node.right, env)))
                self._distance(("within", pair), node.amount, holds, by, env)
            case n.Is(ref=(reading, symbol)):
                self._is(node, reading, symbol, holds is not node.negated, fact)
            case n.Relation():
                args = (key(node.left, env), key(node.right, env))
                self._answer(("call", _told(node.ref), *args), holds is not node.negated, by)
            case n.In():
                self._answer(("in", key(node.left, env), key(node.right, env)), holds is not node.negated, by)
            case n.Quantified(kind="no"):
                some = n.Quantified(node.span, "some", node.binding, node.where, node.has)
                self._answer(key(some, env), not holds, by)
            case n.Call(name="is_empty", ref=m.BuiltinDef()) if len(node.args) == 1:
                # The same term as `size(..)`.
                size: Key = ("call", "size", key(node.args[0], env))
                self._number(frozenset(((size, 1),)), None if holds else 1, 0 if holds else None, by)
            case _:
                self._answer(key(node, env), holds, by)

    # -- yes and no ----------------------------------------------------------------------------------------------------

    def _answer(self, term: Key, holds: bool, by: Given) -> None:
        known = self._answers.setdefault(term, (holds, by))
        if known[0] is not holds:
            raise Impossible(known[1], by)

    def _is(self, node: n.Is, reading: str, symbol: m.Symbol | None, holds: bool, fact: Fact) -> None:
        by, env, key = fact.origin, fact.env, self._terms.key
        left = key(node.left, env)
        match reading:
            case "equal":
                self._equal(node, holds, fact)
            case "kind" if isinstance(symbol, m.KindDef):
                self._kind(left, self._kinds[symbol.id], holds, by)
            case "sheet" if isinstance(symbol, m.SheetDef):
                self._constant(("sheet of", left), ("name", symbol), holds, by)
                if holds:
                    self._kind(left, frozenset((symbol.kind.id,)), True, by)
            case "attribute" if symbol is not None:
                self._answer(("Attr", left, symbol.id), holds, by)
            case "binary" if isinstance(node.right, n.Call):
                self._answer(("call", _told(symbol), left, *(key(arg, env) for arg in node.right.args)), holds, by)
            case _:
                self._answer(("call", _told(symbol), left), holds, by)

    def _kind(self, thing: Key, of: frozenset[str], holds: bool, by: Given) -> None:
        every = frozenset(self._kinds)
        now = of if holds else every - of
        known, said = self._kind_of.get(thing, (every, by))
        if not known & now:
            raise Impossible(said, by)
        self._kind_of[thing] = (known & now, by if known & now != known else said)

    # -- equality and constants ----------------------------------------------------------------------------------------

    def _equal(self, node: n.Is, holds: bool, fact: Fact) -> None:
        by, env, key = fact.origin, fact.env, self._terms.key
        if is_number(node.left) and is_number(node.right):
            self._compared(node.left, "is" if holds else "is not", node.right, by, env)
            return
        one, other = constant(node.left), constant(node.right)
        if one is not None and other is not None:
            if (one == other) is not holds:
                raise Impossible(by, by)
        elif one is None and other is None:
            left, right = key(node.left, env), key(node.right, env)
            if left == right and not holds:
                raise Impossible(by, by)
            if left != right:
                self._answer(("same", frozenset((left, right))), holds, by)
            for side, beside in ((left, node.right), (right, node.left)):
                if holds and beside.type.tag != "maybe":
                    self._answer(("is none", side), False, by)
        else:
            term, value = (node.left, other) if one is None else (node.right, one)
            assert value is not None, "one of the two is a constant"
            self._valued(term, value, holds, by, env)

    def _valued(self, term: n.Expr, value: Key, holds: bool, by: Given, env: Env) -> None:
        thing = self._terms.key(term, env)
        if value in (("truth", True), ("truth", False)):
            self._answer(thing, holds is (value == ("truth", True)), by)
        elif value == ("none",):
            self._answer(("is none", thing), holds, by)
        else:
            if holds:
                self._answer(("is none", thing), False, by)
            self._constant(thing, value, holds, by)
            self._exhausted(term, thing, by)

    def _constant(self, thing: Key, value: Key, holds: bool, by: Given) -> None:
        choice = self._choices.setdefault(thing, _Choice())
        if holds:
            if choice.is_one is not None and choice.is_one[0] != value:
                raise Impossible(choice.is_one[1], by)
            if value in choice.without:
                raise Impossible(choice.without[value], by)
            choice.is_one = choice.is_one or (value, by)
        else:
            if choice.is_one is not None and choice.is_one[0] == value:
                raise Impossible(choice.is_one[1], by)
            choice.without.setdefault(value, by)

    def _members(self, term: n.Expr) -> list[Key]:
        """The members of the enumeration that a term is certainly one of, in order."""
        enum = self._enums.get(term.type.name) if term.type.tag == "enum" else None
        return [("name", one) for one in enum.members] if enum is not None else []

    def _exhausted(self, term: n.Expr, thing: Key, by: Given) -> None:
        """Whether no member is left that the term may be."""
        members, choice = self._members(term), self._choices.setdefault(thing, _Choice())
        if members and all(one in choice.without for one in members):
            raise Impossible(next(choice.without[one] for one in members), by)

    def _ordered(self, node: n.Binary, holds: bool, by: Given, env: Env) -> None:
        """Compares a member of an ordered enumeration with another: this excludes some members."""
        op = node.op if holds else OPPOSITE[node.op]
        left, right = node.left, node.right
        if constant(left) is not None:
            left, right, op = right, left, MIRRORED[op]
        value, members = constant(right), self._members(left)
        if value is None or value not in members or constant(left) is not None:
            self._answer(self._terms.key(node, env), holds, by)
            return
        place, thing = members.index(value), self._terms.key(left, env)
        for i, one in enumerate(members):
            if not {"<": i < place, "<=": i <= place, ">": i > place, ">=": i >= place}[op]:
                self._constant(thing, one, False, by)
        self._exhausted(left, thing, by)

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _compared(self, left: n.Expr, op: str, right: n.Expr, by: Given, env: Env) -> None:
        """Compares `left - right` with 0."""
        difference = n.Binary(left.span, "-", left, right, type=left.type)
        term, sign, plus = self._terms.linear(difference, env)
        if sign < 0:
            op = MIRRORED[op]
        bound = -plus * sign
        if not term:
            possible = {"<": bound > 0, "<=": bound >= 0, ">": bound < 0, ">=": bound <= 0, "is": bound == 0,
                        "is not": bound != 0}[op]
            if not possible:
                raise Impossible(by, by)
            return
        for one in (left, right):
            if counts(one):
                self._number(frozenset(((self._terms.key(one, env), 1),)), 0, None, by)
        low = {">": bound + 1, ">=": bound, "is": bound}.get(op)
        high = {"<": bound - 1, "<=": bound, "is": bound}.get(op)
        self._number(term, low, high, by, bound if op == "is not" else None)

    def _distance(self, term: Key, amount: n.Expr, holds: bool, by: Given, env: Env) -> None:
        """`within` that many: a fact about one distance. If the amount is none, nothing is known about it."""
        if isinstance(amount, n.Number):
            low, high = (None, amount.value) if holds else (amount.value + 1, None)
            self._number(frozenset(((term, 1),)), low, high, by)
        else:
            self._answer((term, self._terms.key(amount, env)), holds, by)

    def _number(self, term: Key, low: int | None, high: int | None, by: Given, without: int | None = None) -> None:
        known = self._ranges.setdefault(term, _Range())
        if low is not None and (known.low is None or low > known.low):
            known.low, known.by_low = low, by
        if high is not None and (known.high is None or high < known.high):
            known.high, known.by_high = high, by
        if without is not None:
            known.without.setdefault(without, by)
        if known.low is None or known.high is None:
            return
        if known.low > known.high or (known.high - known.low < len(known.without) and all(
                one in known.without for one in range(known.low, known.high + 1))):
            ends = (known.by_low, known.by_high, known.without.get(known.low))
            raise Impossible(next((one for one in ends if one is not None and one.node is not by.node), by), by)




def _told(ref: object) -> Key:
    """The name of a called symbol, as in `Terms`."""
    return ref.id if isinstance(ref, m.BuiltinDef) else ref
