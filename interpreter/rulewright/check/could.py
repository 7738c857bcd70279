"""Which players could answer a reaction, as far as everybody knows.

A window that always asks must ask all of them, whatever they hold. It uses the conditions of a reaction that read only
what everybody knows, with the player as the owner of the card, and whether the zone that the reaction is used from is
empty.
"""
from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.asked import reaction_tells
from rulewright.check.hiding import conditions_of, zone_of
from rulewright.check.secrecy import Hidden, Secrecy
from rulewright.check.silence import Silence
from rulewright.effects import nodes as n
from rulewright.effects.walk import conjuncts, descend

# Variables that are unknown until it is known which thing holds the reaction. The variable that `each` binds is
# another.
_OF_HOLDER = frozenset(("self", "arg", "part", "spender"))


@dataclass(frozen=True, slots=True)
class Could:
    """`seat` could answer if all `conditions` are true (in the scope of the current event), if it is `by`, and if
    anything is in its `zone`; the last two may be None. `hidden`: the holder may be hidden in a zone."""

    seat: m.Variable
    conditions: tuple[n.Expr, ...]
    by: n.Expr | None
    zone: m.ZoneDef | None
    hidden: bool


def could_answer(pack: m.PackDef, r: m.ReactionDef, silence: Silence) -> Could | None:
    """The result for a reaction in a window that always asks, if not everybody knows whether it can be answered; None
    for any other reaction."""
    if not r.optional or r.window is None or not r.window.always or reaction_tells(silence, r) is None:
        return None
    secrecy, handed = silence.secrecy, silence.hidden_in(r)
    each = r.each.binding.ref if r.each is not None else None
    seat = m.Variable("seat", type=t.PLAYER, role="local")
    owned = r.by is None and pack.controller is None  # the owner of the holder is asked
    cases = conditions_of(r.holder, secrecy.listed)
    active, self_var = cases[0] if len(cases) == 1 else (None, None)
    said = [(e, r.holder.self_var) for tree in (r.where, r.when) if tree is not None for e in conjuncts(tree)]
    said += [(e, self_var) for e in (conjuncts(active) if active is not None else ())]
    told = [_swapped(e, holder, seat) if owned and holder is not None else e for e, holder in said]
    hidden = secrecy.hides(r.holder) is not None
    zones = [zone_of(e, self_var) for e in (conjuncts(active) if active is not None else ()) if _in_own(e, self_var)]
    return Could(
        seat,
        tuple(e for e in told if _is_public(e, secrecy, handed, each)),
        r.by if r.by is not None and _is_public(r.by, secrecy, handed, each) else None,
        zones[0] if owned and hidden and zones else None,
        hidden,
    )


def _is_public(e: n.Expr, secrecy: Secrecy, handed: Hidden, each: m.Variable | None) -> bool:
    names = (x.ref for x in descend(e) if isinstance(x, n.Name))
    of_holder = any(isinstance(ref, m.Variable) and (ref.role in _OF_HOLDER or ref is each) for ref in names)
    return not of_holder and secrecy.tells([e], handed) is None


def _swapped(value: Any, self_var: m.Variable, seat: m.Variable) -> Any:
    """A copy of a tree in which the seat replaces the owner of the holder, or the player who is the holder."""
    if type(value) is tuple:
        return tuple([_swapped(one, self_var, seat) for one in value])
    if not isinstance(value, n.Node):
        return value
    if isinstance(value, n.Attr) and _is(value.target, self_var) and _is_owner(value):
        return n.Name(value.span, seat.id, type=t.PLAYER, ref=seat)
    if isinstance(value, n.Name) and value.ref is self_var and self_var.type == t.PLAYER:
        return n.Name(value.span, seat.id, type=t.PLAYER, ref=seat)
    made = copy.copy(value)
    for kind in type(value).__mro__:
        for name in getattr(kind, "__slots__", ()):
            below = getattr(value, name)
            if name not in ("ref", "type", "span") and isinstance(below, (tuple, n.Node)):
                setattr(made, name, _swapped(below, self_var, seat))
    return made


def _in_own(e: n.Expr, self_var: m.Variable | None) -> bool:
    """Whether a condition is `self in ZONE of self.owner`."""
    if zone_of(e, self_var) is None or not isinstance(e, n.In) or not isinstance(e.right, n.Call) or not e.right.args:
        return False
    of = e.right.args[0]
    return isinstance(of, n.Attr) and _is_owner(of) and self_var is not None and _is(of.target, self_var)


def _is_owner(e: n.Attr) -> bool:
    return isinstance(e.ref, m.Attribute) and e.ref.storage == "owner"


def _is(e: n.Expr, variable: m.Variable) -> bool:
    return isinstance(e, n.Name) and e.ref is variable
