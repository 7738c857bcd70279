"""Decides whether a sheet matches the condition of `change every KIND where ..`, by its printed fields.

Separate because it is the only condition that is evaluated before play: there is no state and nothing to call.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, assert_never

from rulewright.effects import nodes as n
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.source import Span
from rulewright.stack.numbers import number

# The value of a part of a condition: a number with its unit, a word, yes or no, or several of them.
Amount = tuple[Fraction, str]
One = Amount | str | bool
Value = One | frozenset[One]


@dataclass(frozen=True, slots=True)
class Members:
    """The members of an enumeration, in order, and whether that order has a meaning."""

    enum: str
    names: tuple[str, ...]
    ordered: bool


@dataclass(slots=True)
class KindFields:
    """The printed fields of a kind's sheets, with their defaults; its state fields; the kinds of its parts."""

    printed: dict[str, str | None] = field(default_factory=dict)
    state: set[str] = field(default_factory=set)
    parts: dict[str, str] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)
    repeats: set[str] = field(default_factory=set)  # the lists in which an item may occur twice
    members: dict[str, Members] = field(default_factory=dict)  # for printed fields whose values are members


_COMPARES: Final[dict[str, Callable[[Fraction, Fraction], bool]]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class Unreadable(Exception):
    """A condition reads something that is not printed; `hint` says what to write, or `names` are the available names.
    """

    def __init__(self, message: str, span: Span, names: tuple[str, ...] = (), hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.names, self.hint = message, span, names, hint


def fits(condition: n.Expr, fields: Mapping | dict[str, Node], kind: KindFields) -> bool:
    """Whether the condition is true for a sheet or part with these fields. Raises Unreadable."""
    found = _Reader(fields, kind).value(condition)
    if not isinstance(found, bool):
        raise Unreadable("the condition must be yes or no", condition.span)
    return found


class _Reader:
    def __init__(self, fields: Mapping | dict[str, Node], kind: KindFields) -> None:
        self._fields = fields
        self._kind = kind

    def value(self, one: n.Expr) -> Value:
        """The value of an expression."""
        match one:
            case n.Number():
                return Fraction(one.value, 1000 if one.unit == "inches" else 1), one.unit or ""
            case n.Truth():
                return one.value
            case n.Nothing():
                return "none"
            case n.Name():
                return self._named(one)
            case n.Attr(target=n.Name(name="self"), args=None):
                return self._printed(one.name, one.span)
            case n.Unary(op="not"):
                return not self._truth(one.operand)
            case n.Unary():
                value, unit = self._number(one.operand)
                return -value, unit
            case n.Binary():
                return self._binary(one)
            case n.SetOf():
                return frozenset(map(self._one, one.items))
            case n.Is():
                self._are_members(one.left, one.right)
                return self._is(one) is not one.negated
            case n.In():
                self._are_members(one.left, one.right)
                return self._in(one) is not one.negated
            case n.Attr(args=None):
                what = "a `where` reads only fields of the sheet or part itself"
                raise Unreadable(what, one.span, hint="write `change every line where ..` to change parts")
            case _:
                raise Unreadable("a `where` reads only printed fields: there is no state or call before play", one.span)

    def _binary(self, one: n.Binary) -> Value:
        if one.op == "and":
            return self._truth(one.left) and self._truth(one.right)
        if one.op == "or":
            return self._truth(one.left) or self._truth(one.right)
        match one.op:
            case "<" | "<=" | ">" | ">=":
                left, right = self._places(one) or self._numbers(one)
                return _COMPARES[one.op](left, right)
            case "+" | "-":
                left, right = self._numbers(one)
                return left + right if one.op == "+" else left - right, self._number(one.left)[1]
            case "*":
                (value, unit), (times, other) = self._number(one.left), self._number(one.right)
                return value * times, unit or other
            case "/":
                raise Unreadable("a `where` cannot divide", one.span)
            case _:
                assert_never(one.op)

    def _places(self, one: n.Binary) -> tuple[Fraction, Fraction] | None:
        """The positions of two members of one ordered enumeration; None for anything else."""
        members = self._members_of(one.left) or self._members_of(one.right)
        if members is None or not members.ordered:
            return None
        self._are_members(one.left, one.right)
        found = []
        for side in (one.left, one.right):
            name = self._one(side)
            if name not in members.names:  # a number, none, or a printed value that is not a member
                raise Unreadable(f"expected a member of '{members.enum}'", side.span)
            found.append(Fraction(members.names.index(str(name))))
        return found[0], found[1]

    def _numbers(self, one: n.Binary) -> tuple[Fraction, Fraction]:
        """Two numbers of the same unit."""
        left, right = self._number(one.left), self._number(one.right)
        _refuse_units(left, right, one.span)
        return left[0], right[0]

    def _members_of(self, one: n.Expr) -> Members | None:
        """The enumeration of a printed field."""
        match one:
            case n.Name(name=name) | n.Attr(target=n.Name(name="self"), name=name, args=None):
                return self._kind.members.get(name)
        return None

    def _are_members(self, left: n.Expr, right: n.Expr) -> None:
        """Refuses a word that is not a member of the enumeration of the field that it is compared with."""
        for one, other in ((left, right), (right, left)):
            members = self._members_of(one)
            if members is None:
                continue
            known = {*members.names, *self._kind.printed}
            for word in other.items if isinstance(other, n.SetOf) else (other,):
                if isinstance(word, n.Name) and word.name not in known:
                    raise Unreadable(f"'{members.enum}' has no member '{word.name}'", word.span, members.names)

    def _is(self, one: n.Is) -> bool:
        left, right = self.value(one.left), self.value(one.right)
        if isinstance(left, frozenset) is not isinstance(right, frozenset):
            several, single = (one.left, one.right) if isinstance(left, frozenset) else (one.right, one.left)
            words = f"'{several.span.text}' holds several values and never equals '{single.span.text}'"
            raise Unreadable(words, one.span, hint=f"write `{single.span.text} in {several.span.text}`")
        _refuse_units(left, right, one.span)
        return left == right

    def _in(self, one: n.In) -> bool:
        left, right = self._one(one.left), self._several(one.right)
        for each in right:
            _refuse_units(left, each, one.span)
        return left in right

    def _named(self, one: n.Name) -> Value:
        if one.name in self._kind.printed or one.name in self._kind.state or one.name == "keywords":
            return self._printed(one.name, one.span)
        return one.name  # a member of an enumeration, or the id of a sheet

    def _printed(self, name: str, span: Span) -> Value:
        if name in self._kind.state:
            raise Unreadable(f"a `where` reads only printed fields, but '{name}' changes in play", span)
        if name not in self._kind.printed and name != "keywords":
            raise Unreadable(f"there is no printed field '{name}'", span, tuple(self._kind.printed))
        node = self._fields.get(name)
        if node is None:
            if name in self._kind.lists or name == "keywords":
                return frozenset()
            starts = self._kind.printed[name]
            return "none" if starts is None else _plain(starts)
        if isinstance(node, Scalar):
            is_list = name in self._kind.lists or name == "keywords"
            return frozenset({_plain(_first(node.value))}) if is_list else _plain(node.value)
        if isinstance(node, Sequence):
            return frozenset(_plain(_first(item.value)) for item in node.items if isinstance(item, Scalar))
        return frozenset(node.entries)

    def _truth(self, one: n.Expr) -> bool:
        found = self.value(one)
        if not isinstance(found, bool):
            raise Unreadable("expected yes or no", one.span)
        return found

    def _number(self, one: n.Expr) -> Amount:
        found = self.value(one)
        if not isinstance(found, tuple):
            raise Unreadable("expected a number", one.span, self._alike(one))
        return found

    def _one(self, one: n.Expr) -> One:
        found = self.value(one)
        if isinstance(found, frozenset):
            raise Unreadable("expected one word or number", one.span)
        return found

    def _several(self, one: n.Expr) -> frozenset[One]:
        found = self.value(one)
        if not isinstance(found, frozenset):
            raise Unreadable("expected a list", one.span, self._alike(one))
        return found


    def _alike(self, one: n.Expr) -> tuple[str, ...]:
        """The names that an unknown printed field may be meant to be."""
        is_unknown = isinstance(one, n.Name) and one.name not in self._kind.printed
        return tuple(self._kind.printed) if is_unknown else ()


def _refuse_units(left: Value, right: Value, span: Span) -> None:
    """Refuses to compare two numbers with different units."""
    if isinstance(left, tuple) and isinstance(right, tuple) and left[1] != right[1]:
        units = " and ".join(f"a number in {unit}" if unit else "a number without a unit" for _, unit in (left, right))
        raise Unreadable(f"cannot compare {units}", span)


def _plain(text: str) -> One:
    if text in ("yes", "true"):
        return True
    if text in ("no", "false"):
        return False
    found = number(text)
    return text if found is None else found


def _first(text: str) -> str:
    """The name of a keyword, without its arguments."""
    return text.partition("(")[0].strip()
