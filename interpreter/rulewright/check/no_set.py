"""Says what to write where a single thing stands, and a set or a list is gone through or counted.

Separate because quantifiers, loops and builtins all say it.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check import types as t
from rulewright.check.builtins import BUILTINS
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from rulewright.check.text import Text


def no_set(text: Text, source: n.Expr) -> str:
    """What to write where nothing can be gone through: the set that was meant, or the thing without any."""
    words = " ".join(source.span.text.split())
    one = t.some(source.type)
    match one.tag:
        case "zone":
            return f"write `contents({words})`"
        case "number" if not one.name:
            return f"the numbers up to it are `numbers(1, {words})`"
        case "die":
            return "what it shows is rolled: `let r = roll ..`"
        case "place" if source.type.tag == "place" and BUILTINS["things_at"].available(text.world.pack.board):
            return f"a single one is used as it is; what stands there is `things_at({words})`"
        case "player":
            return "a single one is used as it is; all of them are `players`"
        case "entity" if one.name in text.world.pack.kinds and text.world.pack.kinds[one.name].plural:
            return f"a single one is used as it is; all in play are `{text.world.pack.kinds[one.name].plural}`"
        case "enum":
            members = ", ".join(member.id for member in text.world.pack.enums[one.name].members[:3])
            return f"a single one is used as it is; several are `({members})`"
    return "a single one is used as it is: there is nothing to go through"
