"""Describes a symbol in one line of the language, as its head does: `event rest(piece who)`."""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.builtins import BUILTINS


def signature(symbol: m.Symbol) -> str:
    """The line for a definition, a field, a member, a variable or a builtin."""
    match symbol:
        case m.Variable():
            return f"{symbol.type} {symbol.id}"
        case m.Attribute():
            given = _params(symbol.params) if symbol.params else ""
            return f"{symbol.kind}.{symbol.id}{given}: {symbol.type}"
        case m.EnumMember():
            return f"{symbol.enum.id}: {symbol.id}"
        case m.BuiltinDef() if symbol.id in BUILTINS:
            return BUILTINS[symbol.id].doc
        case m.SheetDef():
            return f"{symbol.kind.id} {symbol.id}"
        case m.ValueDef():
            return f"value {symbol.id}{_params(symbol.params)} gives {symbol.gives}"
        case m.EventDef():
            gives = f" gives {', '.join(f'{one.type} {one.id}' for one in symbol.gives)}" if symbol.gives else ""
            return f"event {symbol.id}{_params(symbol.params)}{gives}"
        case m.PermissionDef() | m.ClassDef() | m.StatusDef():
            form = type(symbol).__name__.removesuffix("Def").lower()
            return f"{form} {symbol.id}{_params(symbol.params) if symbol.params else ''}"
    return symbol.title.replace("'", "")


def _params(params: list[m.Variable]) -> str:
    return f"({', '.join(f'{one.type} {one.id}' for one in params)})"
