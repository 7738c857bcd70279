"""Tests sheets against the `must` conditions of their kinds, when the pack is checked and never in play.

Separate because it computes with sheets while other stages only type code: conditions over printed fields, parts,
listed statuses and the sheets of kinds have a value before any match.
"""
from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from typing import Final

from rulewright.amounts import written
from rulewright.check import model as m
from rulewright.check.sheet_values import Unknown, can_answer, value_of
from rulewright.check.text import World
from rulewright.check.types import Type, some
from rulewright.check.walk import walk
from rulewright.effects import nodes as n
from rulewright.effects.comparisons import ORDERS
from rulewright.effects.unparse_expressions import expression
from rulewright.effects.walk import conjuncts
from rulewright.spelling import with_article

# An attribute stored in one of these ways has a value that a sheet knows, or is a step on the way to one.
_KNOWN: Final = frozenset(("printed", "part", "sheet"))
_READINGS: Final = frozenset(("equal", "kind", "sheet", "status", "listed", "attribute"))


def check_musts(world: World) -> None:
    """Report conditions that cannot be evaluated for a sheet, then the sheets for which a condition is false."""
    for kind in world.pack.kinds.values():
        for name, condition in kind.must.items():
            wrong = _unknown_in(condition)
            if wrong is not None:
                message = f"'{name}' of {kind.title} is tested on sheets, but no sheet can know this"
                hint = "use printed fields, parts, what the sheet lists, and the sheets of kinds"
                world.warn("RW545", kind, wrong.span, message, hint)
        for name, (_, span) in kind.says.items():
            if name not in kind.must:
                world.warn("RW410", kind, span, f"{kind.title} has no condition '{name}'",
                           "write a name from `must`")
    judge(world, world.pack.sheets.values())


def judge(world: World, sheets: Iterable[m.SheetDef]) -> None:
    """Report which of these sheets do not meet the conditions of their kinds. If there are errors, nothing is
    tested."""
    sound: dict[m.KindDef, dict[str, n.Expr]] = {}
    for kind in world.pack.kinds.values():
        for name, condition in kind.must.items():
            if _unknown_in(condition) is None:
                sound.setdefault(kind, {})[name] = condition
    if sound and not world.out.has_errors:
        for sheet in sheets:
            _judge(world, sheet, sound)


def hang_on_themselves(world: World, sheets: Iterable[m.SheetDef]) -> bool:
    """Whether the conditions on sheets depend only on what they print themselves, including their parts, and on no
    other sheet."""
    trees: list[n.Expr] = []
    selves = set()
    for kind in world.pack.kinds.values():
        selves.add(kind.self_var)
        trees += kind.must.values()
        trees += [one.starts for one in kind.attributes.values() if one.starts is not None]
    for sheet in sheets:
        if sheet.holder is not None:
            selves.add(sheet.holder.self_var)
        for part in (sheet, *(part for parts in sheet.parts.values() for part in parts)):
            trees += [one for one in part.printed.values() if isinstance(one, n.Expr)]
    return all(_is_own(world, node, selves) for tree in trees for node in walk(tree))


def _is_own(world: World, node: n.Node, selves: Container[m.Variable | None]) -> bool:
    """Whether a node is about the sheet itself, a part of it, or no sheet at all."""
    if isinstance(node, n.Call) and isinstance(node.ref, m.BuiltinDef) and node.ref.id == "sheets_of":
        return False
    if isinstance(node, n.Name) and (isinstance(node.ref, m.SheetDef) or node.ref in selves):
        return not isinstance(node.ref, m.SheetDef)
    type_ = node.type if isinstance(node, n.Expr) else None
    while type_ is not None and type_.args:
        type_ = type_.args[0]
    if type_ is None or type_.tag not in ("entity", "union", "sheet", "unknown"):
        return True
    kind = world.pack.kinds.get(type_.name)
    return type_.tag == "entity" and kind is not None and kind.part_of is not None


def _unknown_in(condition: n.Expr) -> n.Node | None:
    """The first part of a condition that no sheet can know."""
    return next((node for node in walk(condition) if not _is_known(node)), None)


def _is_known(node: n.Node) -> bool:
    if isinstance(node, (n.Attr, n.Call)) and node.ref is None:
        return True  # it was not understood, which is reported
    match node:
        case n.Attr():
            return isinstance(node.ref, m.Attribute) and node.ref.storage in _KNOWN
        case n.Call():
            return isinstance(node.ref, m.BuiltinDef) and can_answer(node.ref)
        case n.Name():
            return not isinstance(node.ref, (m.ValueDef, m.PermissionDef, m.ZoneDef, m.AreaDef, m.BuiltinDef))
        case n.Is():
            return not node.ref or (node.ref[0] in _READINGS and (
                node.ref[0] != "attribute" or node.ref[1].storage in _KNOWN))
        case n.Relation() | n.Within() | n.Can() | n.Supposing() | n.Recast():
            return False
    return True


def _judge(world: World, sheet: m.SheetDef, sound: dict[m.KindDef, dict[str, n.Expr]]) -> None:
    """Judges a sheet by itself, and each of its parts."""
    for kind in world.scope.lineage(sheet.kind.id):
        for name, condition in sound.get(kind, {}).items():
            try:
                holds = value_of(world.pack, sheet, condition, kind)
            except Unknown:
                continue  # it is missing something, which is reported
            if not holds:
                said = kind.says.get(name)
                words = "" if said is None else said[0].get("en") or next(iter(said[0].values()), "")
                message = f"{sheet.kind.id} '{sheet.id}' is not what {with_article(kind.id)} must be"
                hint = _numbers(world, sheet, condition, kind)
                world.warn("RW546", sheet, sheet.span, f"{message}: {words or name.replace('_', ' ')}", hint,
                           [(condition.span, f"'{name}' of {kind.title}")])
    for parts in sheet.parts.values():
        for part in parts:
            _judge(world, part, sound)


def _numbers(world: World, sheet: m.SheetDef, condition: n.Expr, kind: m.KindDef) -> str | None:
    """The values of the sides of those comparisons that are false."""
    told = []
    for one in _failing(world, sheet, condition, kind):
        sides = (one.left, one.right) if isinstance(one, (n.Binary, n.Is)) else ()
        for side in sides:
            if isinstance(side, (n.Number, n.Truth, n.Nothing)):
                continue
            value = value_of(world.pack, sheet, side, kind)
            if type(value) in (int, bool):
                told.append(f"`{expression(side)}` is {_shown(world, some(side.type), value)}")
    return ", ".join(dict.fromkeys(told)) or None


def _shown(world: World, type_: Type, value: int) -> str:
    if type_.tag == "enum":
        return world.pack.enums[type_.name].members[value].id
    return written(value, type_.name) if type_.tag == "number" else str(value).lower()


def _failing(world: World, sheet: m.SheetDef, condition: n.Expr, kind: m.KindDef) -> Iterator[n.Expr]:
    for one in conjuncts(condition):
        compared = isinstance(one, n.Binary) and one.op in ORDERS
        equal = isinstance(one, n.Is) and bool(one.ref) and one.ref[0] == "equal"
        with suppress(Unknown):
            if (compared or equal) and not value_of(world.pack, sheet, one, kind):
                yield one
