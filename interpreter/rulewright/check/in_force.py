"""Determines when the rules of a definition are active: by its own `active`, else by the `active` of the sheet that
lists it, else by that of the kind.

Separate because the search for cycles, the dependences and the generated code must all agree on this.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.effects import nodes as n

Listing = Mapping[m.Definition, Sequence[m.SheetDef]]


class InForce(NamedTuple):
    """The rules are active for entities of `sheet` (None: for all other entities of the kind) while `active` is true;
    None: while they are in play. In `active` the entity is the kind's `self`."""

    sheet: m.SheetDef | None
    kind: m.KindDef
    active: n.Expr | None


def listing(pack: m.PackDef) -> Listing:
    """The sheets that list each status, keyed by the identity of the status."""
    found: dict[m.Definition, list[m.SheetDef]] = {}
    for sheet in pack.sheets.values():
        for use in sheet.keywords:
            sheets = found.setdefault(use.status, [])
            if not sheets or sheets[-1] is not sheet:
                sheets.append(sheet)
    return found


def in_force(holder: m.Holder, listed: Listing) -> list[InForce]:
    """The conditions in addition to the holder's own `active`: one entry for a sheet; for a status see `where_listed`.
    Empty: only whether the entity is in play."""
    definition = holder.definition
    if holder.active is not None:
        return []
    if isinstance(definition, m.SheetDef):
        return [InForce(None, definition.kind, definition.kind.active)] if definition.kind.active is not None else []
    return where_listed(definition, listed) if isinstance(definition, m.StatusDef) else []


def where_listed(status: m.StatusDef, listed: Listing) -> list[InForce]:
    """When sheets that list a status are active: one entry for each sheet with its own `active` and one for each kind,
    narrower kinds first. Empty: while the entity is in play."""
    sheets = listed.get(status, ())
    found = [InForce(sheet, sheet.kind, sheet.holder.active) for sheet in sheets
             if sheet.holder is not None and sheet.holder.active is not None]
    kinds = {sheet.kind: sheet.kind for sheet in sheets}
    found += [InForce(None, kind, kind.active) for kind in sorted(kinds.values(), key=_depth, reverse=True)]
    return found if any(one.active is not None for one in found) else []


def _depth(kind: m.KindDef) -> int:
    return 0 if kind.parent is None else _depth(kind.parent) + 1
