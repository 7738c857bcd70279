"""The base classes of all nodes of the effect language: parts of code.

Separate so that the two files of nodes can share it without importing each other.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.source import Span


@dataclass(slots=True)
class Node:
    """Any part of code. `span` covers it exactly."""

    span: Span = field(compare=False, repr=False)


@dataclass(slots=True)
class Expr(Node):
    """An expression. The checker sets `type` (check.types.Type) and, on names and calls, `ref` (a symbol)."""

    type: Any = field(default=None, compare=False, repr=False, kw_only=True)
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Binding(Node):
    """`x in source` of a quantifier, comprehension or loop. `ref` is the check.model.Variable."""

    name: str
    source: Expr
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)
