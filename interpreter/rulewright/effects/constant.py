"""Reads what authors write for a constant although it is no expression: two words for a member, a unit that does not
exist.

Separate because only the checker knows what the field expects and can report what was found instead.
"""
from __future__ import annotations

import re
from typing import Final

from rulewright.effects import nodes as n
from rulewright.effects.names import RESERVED
from rulewright.numbers import whole_number
from rulewright.pack.tree import Scalar
from rulewright.units import PLURAL, SINGULAR

_WORDS: Final = re.compile(r"[a-z]\w*(?: [a-z]\w*){0,3}")
_AMOUNT: Final = re.compile(r"([0-9]{1,9}) ([a-z]\w*)")
_UNITS: Final = frozenset((*SINGULAR, *PLURAL))
# Keywords that constants and expressions begin with, or that connect the parts of one.
_MEANT: Final = frozenset({"true", "false", "none", "not", "if", "some", "no", "every"})
_JOINS: Final = frozenset({"is", "in", "of", "and", "or", "has", "within", "then", "else", "where"})


def constant(node: Scalar) -> n.Expr | None:
    """The words as one name, or the number with its unknown unit; None if the string may be an expression."""
    if node.style != "plain":
        return None
    text = node.value
    amount = _AMOUNT.fullmatch(text)
    number = None if amount is None else whole_number(amount[1])
    if amount is not None and number is not None and amount[2] not in _UNITS and amount[2] not in RESERVED:
        return n.Number(node.span, number, amount[2])
    if _WORDS.fullmatch(text) is None:
        return None
    words = text.split(" ")
    if len(words) == 1:
        return n.Name(node.span, text) if (text in RESERVED and text not in _MEANT) or text == "no" else None
    # `a sees b` is a relation, `f of x` an attribute; two other words alone are never an expression.
    if len(words) != 2 or words[0] in _MEANT or not _JOINS.isdisjoint(words):
        return None
    return n.Name(node.span, text)
