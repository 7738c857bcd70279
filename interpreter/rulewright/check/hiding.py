"""Tells when what a sheet carries or lists is active: only where everybody sees it, or in hidden zones too.

Separate because windows that always ask, explanations and warnings conclude from the same parts of `active`.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.in_force import Listing, in_force
from rulewright.effects import nodes as n
from rulewright.effects.walk import conjuncts


def shown(holder: m.Holder, listed: Listing) -> bool:
    """Whether what a sheet carries or lists is active only where everybody sees it: on the board, or in zones that
    everybody sees."""
    return all(_says_shown(active, self_var) for active, self_var in conditions_of(holder, listed))


def conditions_of(holder: m.Holder, listed: Listing) -> list[tuple[n.Expr | None, m.Variable | None]]:
    """The conditions under which a holder is active, each with the variable that is the entity there; None: while it is
    in play."""
    if holder.active is not None:
        return [(holder.active, holder.self_var)]
    found: list[tuple[n.Expr | None, m.Variable | None]] = []
    for one in in_force(holder, listed):
        own = one.sheet.holder if one.sheet is not None else None
        found.append((one.active, own.self_var if own is not None and own.active is one.active else one.kind.self_var))
    return found or [(None, None)]


def zone_of(e: n.Expr, self_var: m.Variable | None) -> m.ZoneDef | None:
    """The zone of `self in ZONE`, whoever owns it."""
    match e:
        case n.In(negated=False, right=n.Name(ref=m.ZoneDef() as zone) | n.Call(ref=m.ZoneDef() as zone)):
            return zone if _is_self(e.left, self_var) else None
    return None


def _says_shown(condition: n.Expr | None, self_var: m.Variable | None) -> bool:
    return condition is not None and any(_is_shown(one, self_var) for one in conjuncts(condition))


def _is_shown(e: n.Expr, self_var: m.Variable | None) -> bool:
    zone = zone_of(e, self_var)
    if zone is not None:
        return zone.seen_by == "all"
    match e:
        case n.Binary(op="or"):
            return _says_shown(e.left, self_var) and _says_shown(e.right, self_var)
        case n.Is(negated=False, ref=("builtin", m.BuiltinDef(id="placed"))):
            return _is_self(e.left, self_var)
    return False


def may_be_in(holder: m.Holder, kind: m.KindDef, zone: m.ZoneDef, listed: Listing) -> bool:
    """Whether things of a kind may be in a zone while what the holder carries is active."""
    if not _fits(kind, zone):
        return False
    for active, self_var in conditions_of(holder, listed):
        named = [] if active is None else [found for one in conjuncts(active) if (found := zone_of(one, self_var))]
        if not named or zone in named:
            return True
    return False


def _fits(kind: m.KindDef, zone: m.ZoneDef) -> bool:
    """Whether things of a kind, or what they are part of, may be in a zone at all."""
    return zone.holds is None or any(zone.holds in one.lineage for one in wholes(kind))


def wholes(kind: m.KindDef) -> list[m.KindDef]:
    """A kind, what its things are part of, what those are part of, and so on."""
    found: list[m.KindDef] = []
    at: m.KindDef | None = kind
    while at is not None and at not in found:
        found.append(at)
        at = at.part_of
    return found


def _is_self(e: n.Expr, self_var: m.Variable | None) -> bool:
    return isinstance(e, n.Name) and self_var is not None and e.ref is self_var


