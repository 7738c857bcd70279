"""What becomes of a comparison when its sides change places, and when it is denied: for whoever reads one in a text."""

from __future__ import annotations

from typing import Final

ORDERS: Final = ("<", "<=", ">", ">=")
# `a < b` says what `b > a` says.
MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "is": "is", "is not": "is not"}
# `not (a < b)` says what `a >= b` says.
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is"}
