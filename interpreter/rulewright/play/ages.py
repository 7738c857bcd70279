"""Orders entities, players and given statuses by age: the order in which they contribute and react.

Separate because reactions and generated code both use it, and no other module may be above both.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from rulewright.play.state import State
from rulewright.shapes import SEAT


def age_of(m: State, x: int) -> tuple[int, int, int]:
    """Returns a sort key for the age of an entity or a player. Players come first: they exist from the beginning. If an
    entity and a status have the same stamp, the status was given before the entity was made."""
    if x >= SEAT:
        return (0, 1, x - SEAT)
    return (m.stamps[x] if len(m.stamps) else x, 2, x)


def in_age(said: list[tuple[tuple[int, int, int], Any]]) -> list[Any]:
    """What the holders contribute, ordered by their stamps; contributions of one holder stay in the order noted."""
    said.sort(key=itemgetter(0))
    return [value for _, value in said]
