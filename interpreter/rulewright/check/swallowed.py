"""Finds quantifiers that extend too far: `some c in S where A or B`, where B does not depend on c."""
from __future__ import annotations

from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.walk import walk
from rulewright.effects import nodes as n


def check_swallowed(world: World, texts: list[Text]) -> None:
    """Report what follows a quantifier and becomes part of its condition, which changes the meaning."""
    for text in texts:
        for node in text.nodes:
            if isinstance(node, n.Quantified) and node.has is None and not node.span.text.startswith("("):
                swallowed, name = _swallowed(node), node.binding.name
                if swallowed is not None:
                    part, word = swallowed
                    world.warn("RW494", text.owner, part.span, f"this is tested for each '{name}' but does not depend "
                               f"on it: the quantifier extends over the `{word}`",
                               f"put the quantifier in brackets: `({node.kind} {name} in ..) {word} ..`",
                               [(node.binding.span, "the quantifier")])


def _swallowed(node: n.Quantified) -> tuple[n.Expr, str] | None:
    """The last part of the condition, if it does not depend on the variable while the part before it does; with the
    word between them. For `some .. where A and B` it makes no difference whether B is inside or outside."""
    where = node.where
    if not isinstance(where, n.Binary) or where.op not in ("and", "or") or where.span.text.startswith("("):
        return None
    if node.kind == "some" and where.op == "and":
        return None
    depends = [any(isinstance(one, n.Name) and one.ref is node.binding.ref for one in walk(side))
               for side in (where.left, where.right)]
    return (where.right, where.op) if depends == [True, False] and not isinstance(where.right, n.Truth) else None
