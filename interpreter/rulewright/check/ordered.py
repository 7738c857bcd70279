"""Checks that compared members belong to an enumeration with an order.

Separate because operators, quantifiers and builtins compare members, and none of them is below the others.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.check.types import Type
from rulewright.effects import nodes as n
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.check.text import Text


def wants_order(text: Text, node: n.Expr, type_: Type, related: Iterable[tuple[Span, str]] = ()) -> None:
    """Reports compared members unless their enumeration is ordered."""
    enum = text.world.pack.enums.get(type_.name)
    if enum is not None and not enum.ordered:
        text.error("RW513", node.span, f"the members of '{enum.id}' have no order",
                   f"declare it `enum {enum.id}: {{ordered: [..]}}`", related)
