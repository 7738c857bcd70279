"""How a search or a measurement is charged: the caller passes a function that counts its work.

Separate because the plane knows nothing of the steps of a match.
"""

from __future__ import annotations

from collections.abc import Callable

Charge = Callable[[int], None]
"""A function that gets the weight of the next step, and may raise."""


def free(_: int) -> None:
    """Charges nothing."""
