"""Finds what sheets cannot fill, and what they leave empty: fields of types without constants, texts that are
performed.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.subtyping import a
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.types import Type

_CONSTANTS = frozenset(("yes_no", "number", "text", "enum", "sheet", "die", "map", "direction", "unknown"))


def check_unfilled(world: World, texts: list[Text]) -> None:
    """Report printed fields that no sheet can give a value."""
    for kind in world.pack.kinds.values():
        parts = list(kind.parts.values())
        for attribute in kind.attributes.values():
            if attribute.storage != "printed" or attribute.optional:
                continue
            if not _can_fill(world, attribute.type, parts):
                world.warn("RW495", kind, attribute.span, f"no sheet can fill '{attribute.id}': there is no constant "
                           f"that is {a(attribute.type)}",
                           "move it to `state`, make it a formula, or add `starts`")


def _can_fill(world: World, type_: Type, parts: list[m.KindDef]) -> bool:
    match type_.tag:
        case "maybe" | "set" | "list":
            return _can_fill(world, type_.args[0], parts)
        case "per":
            return type_.args[1].tag == "enum" and _can_fill(world, type_.args[0], parts)
        case "entity":
            return not type_.name or any(world.scope.is_kind(part.id, type_.name) for part in parts)
    return type_.tag in _CONSTANTS


def check_silent_sheets(world: World, texts: list[Text]) -> None:
    """Report sheets that carry nothing, if the sheets of their kind exist for a text that is performed."""
    for kind in world.pack.kinds.values():
        sheets = [one for one in world.pack.sheets.values() if one.kind is kind]
        for name in kind.texts:
            if name != kind.main and (len(sheets) < 3 or sum(name not in one.texts for one in sheets) > 1):
                continue
            for sheet in sheets:
                if name not in sheet.texts and not _carries(sheet):
                    world.warn("RW496", sheet, sheet.span, f"{kind.id} '{sheet.id}' has no '{name}', so performing it "
                               "does nothing", f"write `{name}: ..`")


def _carries(sheet: m.SheetDef) -> bool:
    """Whether a sheet does anything by its texts, formulas, keywords or rules."""
    holder = sheet.holder
    carried = holder is not None and bool(holder.sentences or holder.reactions)
    return bool(sheet.texts or sheet.formulas or sheet.keywords or sheet.parts or carried or sheet.is_outline)
