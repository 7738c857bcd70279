"""The comparison that results when the two sides are swapped, and the one that results when it is negated."""

from __future__ import annotations

from typing import Final

ORDERS: Final = ("<", "<=", ">", ">=")
# `a < b` means `b > a`.
MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "is": "is", "is not": "is not"}
# `not (a < b)` means `a >= b`.
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is"}
