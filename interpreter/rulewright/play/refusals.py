"""Finds why a call would be refused: the named conditions and forbids that fail, with the failing conjunct and its
location.

Separate because playing only needs to know that a call is refused; the reason is for people.
"""
from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from rulewright.explained import Place
from rulewright.play.seen import Unseen
from rulewright.play.state import State, is_there
from rulewright.program import Condition, Event

Refusal = tuple[str, Place, str]


class Part(NamedTuple):
    """What refuses a call: `function` is that of the conjunct, as the program names it; empty for none. `says`: the
    words of the pack for it, as in the program."""

    name: str
    place: Place
    text: str
    function: str = ""
    says: Mapping[str, str] = MappingProxyType({})


GONE = "in_play"          # the name that is reported when the first entity of a call has left play


def failing(m: State, event: int, args: tuple[Any, ...], lifted: int = 0) -> list[Refusal]:
    """`parts`, each as (name, location, text)."""
    return [part[:3] for part in parts(m, event, args, lifted)]


def parts(m: State, event: int, args: tuple[Any, ...], lifted: int = 0) -> list[Part]:
    """What refuses a call now: every condition that is false and every forbid that is true.

    The text is that of the first conjunct that is false, or of the modifier that forbids; a forbid without a name is
    named "". `lifted` are the bits of the conditions that the call lifts. Whatever is waived is not listed. Empty: the
    call would be legal. On a match as one player knows it (play.watched), those that follow without any secret are
    listed; Unseen is raised if none does and the call need not be legal.
    """
    p = m.p
    e = p.program.events[event]
    if e.subject and not is_there(m, e.subject, args[0]):
        return [Part(GONE, e.place, "it is not over" if e.subject == "status" else "its first entity is in play")]
    bits = condition_bits(e)
    everything = (1 << len(bits)) - 1
    unseen = False
    legal = _asked(m, event, args, lifted)
    if legal:
        return []
    unseen |= legal is None
    outright = _asked(m, event, args, everything)      # False: a forbid without a name, which cannot be lifted
    unseen |= outright is None
    found: list[Part] = []
    for condition in (*e.conditions, *e.forbids):
        bit = 1 << bits[condition.name] if condition.name else 0
        if lifted & bit:
            continue
        try:
            first = _first(m, condition, args, condition in e.forbids)
        except Unseen:
            unseen = True
            continue
        if first is None:
            continue
        # With every other name lifted, only this one can refuse; waives are part of that test.
        stands = outright is False or not bit
        if not stands:
            alone = _asked(m, event, args, everything & ~bit)
            unseen |= alone is None
            stands = alone is False
        if stands:
            found.append(first)
    if unseen and not found:
        raise Unseen
    return found


def _asked(m: State, event: int, args: tuple[Any, ...], lifted: int) -> bool | None:
    """Whether a call would be legal; None if that depends on what the player may not know."""
    try:
        return bool(m.p.can[event](m, *args, lifted))
    except Unseen:
        return None


def condition_bits(event: Event) -> dict[str, int]:
    """The bits by which calls lift conditions: the conditions in order, then the names of forbids."""
    names = dict.fromkeys([*(one.name for one in event.conditions), *(one.name for one in event.forbids if one.name)])
    return {name: bit for bit, name in enumerate(names)}


def _first(m: State, condition: Condition, args: tuple[Any, ...], forbids: bool) -> Part | None:
    """The first conjunct that is false, or the modifier of a forbid that applies."""
    for function, place, text in condition.parts:
        if bool(m.p.names[function](m, *args)) == forbids:
            return Part(condition.name, place, text, function, condition.says)
    return None
