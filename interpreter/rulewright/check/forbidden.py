"""Finds events, classes and permissions that are always forbidden."""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.labels import names_waived
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.effects import nodes as n


def check_forbidden(world: World, texts: list[Text]) -> None:
    """Reports modifiers that forbid an event, a class or a permission without any condition."""
    lifted = names_waived(world.pack, texts)
    for holder in world.pack.holders():
        if holder.kind not in ("rule", "area") or holder.binder is not None or holder.active is not None:
            continue
        for one in holder.sentences:
            always = one.when is None or (isinstance(one.when, n.Truth) and one.when.value)
            if one.kind == "forbid" and always and one.label not in lifted:
                never = "is always false" if isinstance(one.target, m.PermissionDef) else "never happens"
                world.warn("RW497", holder.definition, one.span,
                           f"this `forbid` always applies: {one.target.title} {never}",
                           "add `when`, or remove what is forbidden")
