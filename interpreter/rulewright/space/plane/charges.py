"""What a search or a measurement is charged by: whoever asks for one says how its work is counted.

Separate because the plane knows nothing of the steps of a match.
"""

from __future__ import annotations

from collections.abc import Callable

Charge = Callable[[int], None]
"""Is told the weight of what comes next, and may raise."""


def free(_: int) -> None:
    """Nobody pays."""
