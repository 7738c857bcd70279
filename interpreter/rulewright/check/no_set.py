"""Suggests what to write where a single thing is used, but a set or a list is iterated over or counted.

Separate because quantifiers, loops and builtins all need it.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check import types as t
from rulewright.check.builtins import BUILTINS
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from rulewright.check.text import Text


def no_set(text: Text, source: n.Expr) -> str:
    """The hint for something that cannot be iterated over: the set that was meant, or the thing by itself."""
    words = source.span.words
    one = t.some(source.type)
    match one.tag:
        case "zone":
            return f"write `contents({words})`"
        case "number" if not one.name:
            return f"write `numbers(1, {words})` for the numbers up to it"
        case "die":
            return "roll it first: `let r = roll ..`"
        case "place" if source.type.tag == "place" and BUILTINS["things_at"].available(text.world.pack.board):
            return f"use a single place as it is, or write `things_at({words})` for what is there"
        case "player":
            return "use a single player as it is, or write `players` for all of them"
        case "entity" if one.name in text.world.pack.kinds and text.world.pack.kinds[one.name].plural:
            return f"use a single one as it is, or write `{text.world.pack.kinds[one.name].plural}` for all in play"
        case "enum":
            members = ", ".join(member.id for member in text.world.pack.enums[one.name].members[:3])
            return f"use a single one as it is, or write `({members})` for several"
    return "use a single one as it is: there is nothing to iterate over"
