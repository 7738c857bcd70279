"""Finds the declaration that gives an expression its type: a parameter, a field, a value, or a local's own line.

Separate because inference rules that report an error need it, and `suspects`, which weighs their reports, needs the
whole pack.
"""
from __future__ import annotations

from collections.abc import Mapping

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import row_of
from rulewright.check.subtyping import item_of
from rulewright.check.types import Type
from rulewright.diagnostics import Suspect
from rulewright.effects import nodes as n

# The source of each local.
Origins = Mapping[m.Variable, n.Node]


def suspects_of(origins: Origins, owner: m.Definition | None, what: n.Node | m.Symbol | None,
                instead: Type | str | None = None) -> tuple[Suspect, ...]:
    """The declaration that gives something its type, if any, with the type, or other value, that would fit."""
    symbol = what if isinstance(what, m.Symbol) else declared_by(origins, owner, what)
    if isinstance(what, n.Name) and isinstance(instead, Type):
        # For what a loop iterates over, the declaration names the set.
        origin = origins.get(what.ref) if isinstance(what.ref, m.Variable) else None
        whole = getattr(origin, "type", None)
        if symbol is not what.ref and whole is not None and item_of(whole) is not None and item_of(what.type) is None:
            instead = t.set_of(instead)
    if symbol is None or symbol.span is None:
        return ()
    fitting = str(instead) if isinstance(instead, str) or (instead is not None and instead.tag in _WRITTEN) else ""
    return (Suspect(symbol.span, fitting),)


# Types whose names can be written in a declaration as they are.
_WRITTEN = frozenset({"yes_no", "number", "entity", "sheet", "player", "place", "edge", "direction", "point", "enum",
                      "die", "map", "join", "zone", "status", "record", "set", "list", "per", "maybe",
                      "formation", "way"})


def declared_by(origins: Origins, owner: m.Definition | None, node: n.Node | None) -> m.Symbol | None:
    """The declaration that gives an expression its type."""
    match node:
        case n.Name(ref=m.Variable() as variable):
            return _of_variable(origins, owner, variable)
        case n.Attr(ref=(m.Attribute() | m.Variable() | m.SettingDef()) as field):
            return field
        case n.Call(ref=(m.ValueDef() | m.TableDef()) as called):
            return called
        case n.Call(args=(whole, *_)) if row_of(node).takes_one:
            return declared_by(origins, owner, whole)
        case n.Comprehension(kind=("all" | "sorted"), element=None, bindings=(binding, *_)):
            return declared_by(origins, owner, binding.source)
        case _:
            return None


def _of_variable(origins: Origins, owner: m.Definition | None, variable: m.Variable) -> m.Symbol | None:
    match variable.role:
        case "so_far":
            return owner if isinstance(owner, m.ValueDef) else None
        case "local":
            origin = origins.get(variable)
            return declared_by(origins, owner, origin) or variable
        case "field" | "arg" | "given" | "self":
            return variable
        case "event" | "spender" | "it" | "part" | "match" | "piece":
            return None
