"""Tells when what a definition carries is in force: its own `active`, else that of whoever lists it, else that of the
kind.

Separate because cycles are looked for, dependences are worked out and code is made by the same answer.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.effects import nodes as n

Listing = Mapping[m.Definition, Sequence[m.SheetDef]]


class InForce(NamedTuple):
    """Of entities of a sheet (None: of all others of that kind) what is carried is in force while `active` holds, None:
    while they are in play. In `active` the entity is the kind's `self`."""

    sheet: m.SheetDef | None
    kind: m.KindDef
    active: n.Expr | None


def listing(pack: m.PackDef) -> Listing:
    """The sheets that list each status, by the status's identity."""
    found: dict[m.Definition, list[m.SheetDef]] = {}
    for sheet in pack.sheets.values():
        for use in sheet.keywords:
            sheets = found.setdefault(use.status, [])
            if not sheets or sheets[-1] is not sheet:
                sheets.append(sheet)
    return found


def in_force(holder: m.Holder, listed: Listing) -> list[InForce]:
    """What decides beside the holder's own `active`: one for a sheet; for a status `where_listed`. Empty: only whether
    the entity is in play."""
    definition = holder.definition
    if holder.active is not None:
        return []
    if isinstance(definition, m.SheetDef):
        return [InForce(None, definition.kind, definition.kind.active)] if definition.kind.active is not None else []
    return where_listed(definition, listed) if isinstance(definition, m.StatusDef) else []


def where_listed(status: m.StatusDef, listed: Listing) -> list[InForce]:
    """When sheets that list a status are in force: one for each sheet with an `active` of its own and one for each
    kind, the narrower kinds first. Empty: while the entity is in play."""
    sheets = listed.get(status, ())
    found = [InForce(sheet, sheet.kind, sheet.holder.active) for sheet in sheets
             if sheet.holder is not None and sheet.holder.active is not None]
    kinds = {sheet.kind: sheet.kind for sheet in sheets}
    found += [InForce(None, kind, kind.active) for kind in sorted(kinds.values(), key=_depth, reverse=True)]
    return found if any(one.active is not None for one in found) else []


def _depth(kind: m.KindDef) -> int:
    return 0 if kind.parent is None else _depth(kind.parent) + 1
