"""Both machines, one answer after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.oracle.compare import Choose, Limits, Prepared, Report


def play(
    prepared: Prepared, seed: int, choose: Choose, limits: Limits, players: int | None, settings: dict[str, Any]
) -> Report:
    """A match from its beginning."""
    raise NotImplementedError
