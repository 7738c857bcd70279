"""Finds reactions that are not active when they would react: their holder is not yet, or no longer, where its `active`
requires it to be.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check.in_force import in_force, listing
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.effects import nodes as n

# Where something is after a block has run: in that zone, on the board, or out of play. None: unknown.
_Spot = m.ZoneDef | str | None
_DEEPEST = 4
_BOARD = "on the board"


def check_inactive(world: World, texts: list[Text]) -> None:
    """Report reactions carried by sheets that wait for an event that takes their holder away or brings it."""
    listed = listing(world.pack)
    for holder in world.pack.holders():
        if not holder.is_on_sheets or is_given(holder) or holder.self_var is None or not holder.reactions:
            continue
        actives = [holder.active] if holder.active is not None else [one.active for one in in_force(holder, listed)]
        for reaction in holder.reactions:
            found = [_against(reaction, holder.self_var, active) for active in actives or [None]]
            if found and all(found):
                words, hint = found[0] or ("", "")
                world.warn("RW493", holder.definition, reaction.span, words, hint)


def is_given(holder: m.Holder) -> bool:
    """Whether the status can be present without a sheet that lists it."""
    return isinstance(holder.definition, m.StatusDef) and holder.definition.given


def _against(reaction: m.ReactionDef, own: m.Variable, active: n.Expr | None) -> tuple[str, str] | None:
    """Why a reaction is not active when its event triggers it, and how to fix it; None if it may be active."""
    if not isinstance(reaction.event, m.EventDef):
        return None
    event = reaction.event
    holders = {one.ref.index for one in _equals(reaction.where, own) if isinstance(one.ref, m.Variable)
               and any(one.ref is field for field in reaction.fields.values())}
    wanted = _spots(active)
    if active is not None and not wanted:
        return None
    for place, param in enumerate(event.params):
        if place not in holders:
            continue
        spot = _ends_at(event, param, _DEEPEST)
        if spot is None:
            continue
        where = "in play" if not wanted else wanted[0] if isinstance(wanted[0], str) else f"in '{wanted[0].id}'"
        if reaction.phase in ("after", "ended") and (spot not in wanted if wanted else spot == "gone"):
            words = f"{event.title} takes '{param.id}' away, and this reaction is active only while it is {where}"
            return (f"this reaction is unreachable: {words}",
                    "let the event call another event that takes it away, and react `before` that one: it "
                    "does not happen if the first is replaced or prevented")
        if reaction.phase in ("before", "instead") and wanted and spot in wanted:
            words = f"{event.title} puts '{param.id}' there, and this reaction is active only while it is {where}"
            return (f"this reaction is not active yet: {words}", "react `after`, or write an `active` next to it")
    return None


def _equals(where: n.Expr | None, own: m.Variable) -> Iterator[n.Name]:
    """The names that a condition equates with the holder itself."""
    match where:
        case n.Binary(op="and"):
            yield from _equals(where.left, own)
            yield from _equals(where.right, own)
        case n.Is(negated=False, ref=("equal", _), left=n.Name() as one, right=n.Name() as other):
            if other.ref is own:
                yield one
            elif one.ref is own:
                yield other


def _spots(active: n.Expr | None) -> list[m.ZoneDef | str]:
    """The zone that must contain the holder, or the board that it must be on, if the condition says so."""
    match active:
        case n.Binary(op="and"):
            return _spots(active.left) + _spots(active.right)
        case n.Is(negated=False, left=n.Name(ref=m.Variable(role="self")), ref=("builtin", m.BuiltinDef(id="placed"))):
            return [_BOARD]
        case n.In(negated=False, left=n.Name(ref=m.Variable(role="self"))):
            zone = _zone(active.right)
            return [zone] if zone is not None else []
    return []


def _zone(node: n.Expr) -> m.ZoneDef | None:
    return node.ref if isinstance(node, (n.Name, n.Call)) and isinstance(node.ref, m.ZoneDef) else None


def _ends_at(event: m.EventDef, param: m.Variable, deep: int) -> _Spot:
    """Where the argument is after the event, as far as only the event's own block moves it."""
    spot: _Spot = None
    for node in event.do:
        moved = _moves(node, param, deep)
        if moved is not None:
            spot = moved if node.guard is None and moved != "somewhere" else None
    return spot


def _moves(node: n.Statement, param: m.Variable, deep: int) -> _Spot:
    """Where a statement moves it, "somewhere" if that is unknown; None if it stays."""
    match node:
        case n.Put(what=n.Name(ref=ref)) if ref is param:
            return _zone(node.place) or "somewhere" if node.prep != "at" else _BOARD
        case n.Remove(what=n.Name(ref=ref)) if ref is param:
            return "gone"
        case n.Do(call=n.Call(ref=m.EventDef() as event) as call) if deep:
            for place, arg in enumerate(call.args):
                if isinstance(arg, n.Name) and arg.ref is param and place < len(event.params):
                    spot = _ends_at(event, event.params[place], deep - 1)
                    return "somewhere" if spot is not None and event.legal else spot
        case n.If() | n.ForEach() | n.Repeat() | n.Together() | n.Offer() | n.Finish() | n.Conclude() | n.Perform():
            return "somewhere"
    return None
