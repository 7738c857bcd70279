"""Computes typed expressions over sheets: what they print, their parts, and the sheets of kinds.

Separate because it is arithmetic only: it does not know who uses the result, or for what. A sheet and an entity of it
are the same here.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from rulewright.check import model as m
from rulewright.check.types import Type, some
from rulewright.effects import nodes as n

_BEGINS: dict[str, Any] = {"number": 0, "yes_no": False, "enum": 0, "maybe": None, "set": (), "list": ()}
Env = dict[m.Variable, Any]


class Unknown(Exception):
    """A value that does not exist: a field that a sheet does not fill."""


def value_of(pack: m.PackDef, sheet: m.SheetDef, node: n.Expr, kind: m.KindDef) -> Any:
    """The value of an expression whose `self`, typed as the kind's `self`, is the sheet. Raises Unknown."""
    env: Env = {} if kind.self_var is None else {kind.self_var: sheet}
    return _Sheets(pack).value(node, env)


class _Sheets:
    def __init__(self, pack: m.PackDef) -> None:
        self.pack = pack
        self._starting: set[tuple[m.SheetDef, m.Attribute]] = set()

    def value(self, e: n.Expr, env: Env) -> Any:
        match e:
            case n.Number() | n.Truth():
                return e.value
            case n.Nothing():
                return None
            case n.Name():
                return self._name(e, env)
            case n.Attr():
                return self._field(self.value(e.target, env), e.ref)
            case n.Index():
                return self._index(e, env)
            case n.Unary():
                value = self.value(e.operand, env)
                return not value if e.op == "not" else -value
            case n.Binary():
                return self._binary(e, env)
            case n.Is():
                return self._is(e, env) is not e.negated
            case n.In():
                return (self.value(e.left, env) in self.value(e.right, env)) is not e.negated
            case n.IfElse():
                return self.value(e.then if self.value(e.condition, env) else e.otherwise, env)
            case n.LetIn():
                return self.value(e.body, {**env, e.ref: self.value(e.value, env)})
            case n.Quantified():
                found = self._through((e.binding,), e.where, env)
                if e.kind == "every":
                    assert e.has is not None
                    return all(self.value(e.has, inner) for inner in found)
                return any(True for _ in found) is (e.kind == "some")
            case n.Comprehension():
                return self._comprehension(e, env)
            case n.SetOf():
                return _set(self.value(one, env) for one in e.items)
            case n.Call():
                return self._call(e, env)
        raise Unknown

    def _name(self, e: n.Name, env: Env) -> Any:
        ref = e.ref
        if isinstance(ref, m.Variable):
            if ref in env:
                return env[ref]
            if ref.role == "part":  # the name of a part on its own sheet
                sheet = next(one for one in env.values() if isinstance(one, m.SheetDef))
                return [part for parts in sheet.parts.values() for part in parts][ref.index]
        if isinstance(ref, m.EnumMember):
            return ref.value
        if isinstance(ref, m.SheetDef):
            return ref
        raise Unknown

    def _field(self, sheet: Any, attribute: Any) -> Any:
        if not isinstance(sheet, m.SheetDef) or not isinstance(attribute, m.Attribute):
            raise Unknown
        if attribute.storage == "sheet":
            return sheet
        if attribute.storage == "part":
            return tuple(sheet.parts.get(attribute.id, ()))
        own: Env = {} if sheet.kind.self_var is None else {sheet.kind.self_var: sheet}
        if attribute.id in sheet.printed:
            return self._printed(sheet.printed[attribute.id], attribute.type, own)
        if attribute.starts is not None:
            if (sheet, attribute) in self._starting:
                raise Unknown  # it starts from itself, which is reported
            self._starting.add((sheet, attribute))
            for kind in sheet.kind.lineage:
                if attribute in kind.attributes.values() and kind.self_var is not None:
                    own[kind.self_var] = sheet
            found = self.value(attribute.starts, own)
            self._starting.discard((sheet, attribute))
            return found
        if attribute.type.tag not in _BEGINS:
            raise Unknown
        return _BEGINS[attribute.type.tag]

    def _printed(self, value: Any, type_: Type, own: Env) -> Any:
        if isinstance(value, n.Expr):
            return self.value(value, own)
        type_ = some(type_)
        if isinstance(value, tuple):
            return tuple(self._printed(one, type_.args[0], own) for one in value)
        if type_.tag == "sheet" and value is not None:
            return list(self.pack.sheets.values())[value]
        return value

    def _index(self, e: n.Index, env: Env) -> Any:
        whole, key = self.value(e.target, env), self.value(e.key, env)
        if some(e.target.type).tag == "list":
            return whole[key - 1] if 0 < key <= len(whole) else None
        return whole[key]

    def _binary(self, e: n.Binary, env: Env) -> Any:
        left = self.value(e.left, env)
        if e.op in ("and", "or"):
            return bool(left) if bool(left) is (e.op == "or") else bool(self.value(e.right, env))
        right = self.value(e.right, env)
        if isinstance(left, tuple):
            return _set((*left, *right)) if e.op == "+" else tuple(one for one in left if one not in right)
        made: dict[str, Callable[[], Any]] = {
            "+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
            "/": lambda: left // right if right else 0, "<": lambda: left < right, "<=": lambda: left <= right,
            ">": lambda: left > right, ">=": lambda: left >= right,
        }  # fmt: skip
        return made[e.op]()

    def _is(self, e: n.Is, env: Env) -> bool:
        reading, symbol = e.ref
        left = self.value(e.left, env)
        if reading == "kind":
            return symbol in left.kind.lineage
        if reading == "sheet":
            return left is symbol
        if reading in ("status", "listed"):
            return any(use.status is symbol for use in left.keywords)
        if reading == "attribute":
            return bool(self._field(left, symbol))
        right = self.value(e.right, env)
        if isinstance(left, tuple) and e.left.type.tag == "set":
            return len(left) == len(right) and all(one in right for one in left)
        return bool(left == right)

    def _through(self, bindings: tuple[n.Binding, ...], where: n.Expr | None, env: Env) -> Iterator[Env]:
        if not bindings:
            if where is None or self.value(where, env):
                yield env
            return
        first, *others = bindings
        for one in self.value(first.source, env):
            yield from self._through(tuple(others), where, {**env, first.ref: one})

    def _comprehension(self, e: n.Comprehension, env: Env) -> Any:
        if not e.bindings:
            assert e.element is not None
            return len(self.value(e.element, env))
        inner = list(self._through(e.bindings, e.where, env))
        if e.kind == "count":
            return len(inner)
        found = [self.value(e.element, one) if e.element is not None else one[e.bindings[0].ref] for one in inner]
        if e.kind == "sum":
            return sum(found)
        if e.kind in ("least", "most"):
            nothing = 0 if e.type.tag == "number" else None
            return (min if e.kind == "least" else max)(found, default=nothing)
        keys = [tuple(self.value(order.key, one) * (1 if order.kind == "least" else -1) for order in e.orders)
                for one in inner]
        if e.kind == "sorted":
            order = sorted(range(len(found)), key=lambda i: keys[i])
            return tuple(found[i] for i in order)
        best = min(keys, default=())
        return _set(one for one, key in zip(found, keys, strict=True) if key == best)

    def _call(self, e: n.Call, env: Env) -> Any:
        if e.name in _OF_DEFINITIONS:
            return _OF_DEFINITIONS[e.name](self.pack, e.args[0].ref)
        if e.name not in _OF_VALUES:
            raise Unknown
        return _OF_VALUES[e.name](*(self.value(one, env) for one in e.args))


def _set(items: Iterable[Any]) -> tuple[Any, ...]:
    found: list[Any] = []
    for one in items:
        if one not in found:
            found.append(one)
    return tuple(sorted(found) if all(isinstance(one, int) for one in found) else found)


# The results of builtins that a sheet can compute, because they need only their arguments: values, or the name of a
# definition of the pack.
_OF_VALUES: Final[Mapping[str, Callable[..., Any]]] = {
    "size": len,
    "is_empty": lambda several: not several,
    "abs": abs,
    "remainder": lambda number, by: number % by if by else number,
    "least": lambda *numbers: min(numbers),
    "most": lambda *numbers: max(numbers),
    "common": lambda several, others: tuple(one for one in several if one in others),
    "first": lambda several: several[0] if several else None,
    "last": lambda several: several[-1] if several else None,
    "only_one": lambda several: several[0] if len(several) == 1 else None,
    "numbers": lambda least, most: tuple(range(least, most + 1)),
}
_OF_DEFINITIONS: Final[Mapping[str, Callable[[m.PackDef, Any], Any]]] = {
    "sheets_of": lambda pack, kind: tuple(one for one in pack.sheets.values() if kind in one.kind.lineage),
    "members_of": lambda pack, enum: tuple(one.value for one in enum.members),
}


def can_answer(builtin: m.BuiltinDef) -> bool:
    """Whether a sheet can compute a builtin, if it knows the arguments."""
    return builtin.id in _OF_VALUES or builtin.id in _OF_DEFINITIONS
