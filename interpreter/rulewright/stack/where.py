"""Decides whether a sheet fits the condition of `change every KIND where ..`, by what is printed on it.

Separate because it is the only condition that is read before play: there is no state and nothing to call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import assert_never

from rulewright.effects import nodes as n
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.source import Span
from rulewright.stack.numbers import number

# What a condition comes to: a number, a word or yes or no, or several of them.
One = Fraction | str | bool
Value = One | frozenset[One]


@dataclass(slots=True)
class KindFields:
    """What sheets of a kind print, with the default where there is one; the fields of its state; the kinds of parts."""

    printed: dict[str, str | None] = field(default_factory=dict)
    state: set[str] = field(default_factory=set)
    parts: dict[str, str] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)
    repeats: set[str] = field(default_factory=set)  # of these lists those in which one item may stand twice


class Unreadable(Exception):
    """A condition asks for something that is not printed; `hint` says what to write, or `names` what there is."""

    def __init__(self, message: str, span: Span, names: tuple[str, ...] = (), hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.names, self.hint = message, span, names, hint


def fits(condition: n.Expr, fields: Mapping | dict[str, Node], kind: KindFields) -> bool:
    """Whether the condition holds of a sheet or part with these fields. Raises Unreadable."""
    found = _Reader(fields, kind).value(condition)
    if not isinstance(found, bool):
        raise Unreadable("a condition is yes or no, and this is neither", condition.span)
    return found


class _Reader:
    def __init__(self, fields: Mapping | dict[str, Node], kind: KindFields) -> None:
        self._fields = fields
        self._kind = kind

    def value(self, one: n.Expr) -> Value:
        """What an expression comes to."""
        match one:
            case n.Number():
                return Fraction(one.value)
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
                return -self._number(one.operand)
            case n.Binary():
                return self._binary(one)
            case n.SetOf():
                return frozenset(map(self._one, one.items))
            case n.Is():
                return self._is(one) is not one.negated
            case n.In():
                return (self._one(one.left) in self._several(one.right)) is not one.negated
            case _:
                raise Unreadable("a `where` reads printed fields: there is no state and no call before play", one.span)

    def _binary(self, one: n.Binary) -> Value:
        if one.op == "and":
            return self._truth(one.left) and self._truth(one.right)
        if one.op == "or":
            return self._truth(one.left) or self._truth(one.right)
        left, right = self._number(one.left), self._number(one.right)
        match one.op:
            case "<":
                return left < right
            case "<=":
                return left <= right
            case ">":
                return left > right
            case ">=":
                return left >= right
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                raise Unreadable("a `where` does not divide", one.span)
            case _:
                assert_never(one.op)

    def _is(self, one: n.Is) -> bool:
        left, right = self.value(one.left), self.value(one.right)
        if isinstance(left, frozenset) is not isinstance(right, frozenset):
            several, single = (one.left, one.right) if isinstance(left, frozenset) else (one.right, one.left)
            words = f"'{several.span.text}' is several, and is never '{single.span.text}'"
            raise Unreadable(words, one.span, hint=f"write `{single.span.text} in {several.span.text}`")
        return left == right

    def _named(self, one: n.Name) -> Value:
        if one.name in self._kind.printed or one.name in self._kind.state or one.name == "keywords":
            return self._printed(one.name, one.span)
        return one.name  # a member of an enumeration, or the id of a sheet

    def _printed(self, name: str, span: Span) -> Value:
        if name in self._kind.state:
            raise Unreadable(f"a `where` reads printed fields, '{name}' changes in play", span)
        if name not in self._kind.printed and name != "keywords":
            raise Unreadable(f"nothing that is printed is called '{name}'", span, tuple(self._kind.printed))
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

    def _number(self, one: n.Expr) -> Fraction:
        found = self.value(one)
        if not isinstance(found, Fraction):
            names = tuple(self._kind.printed) if isinstance(one, n.Name) else ()
            raise Unreadable("expected a number", one.span, names)
        return found

    def _one(self, one: n.Expr) -> One:
        found = self.value(one)
        if isinstance(found, frozenset):
            raise Unreadable("expected one word or number", one.span)
        return found

    def _several(self, one: n.Expr) -> frozenset[One]:
        found = self.value(one)
        if not isinstance(found, frozenset):
            names = tuple(self._kind.printed) if isinstance(one, n.Name) else ()
            raise Unreadable("expected a list", one.span, names)
        return found


def _plain(text: str) -> One:
    if text in ("yes", "true"):
        return True
    if text in ("no", "false"):
        return False
    found = number(text)
    return text if found is None else found[0]


def _first(text: str) -> str:
    """A keyword by its name, without what it is given."""
    return text.partition("(")[0].strip()
