"""What all nodes of the effect language are: something that stands in a text.

A module of its own so that the two files of nodes can share it without importing each other.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.source import Span


@dataclass(slots=True)
class Node:
    """Anything that stands in a text. `span` covers it exactly."""

    span: Span = field(compare=False, repr=False)
