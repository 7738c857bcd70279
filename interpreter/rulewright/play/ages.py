"""How old things are beside the statuses that were given: the order in which they contribute and react.

Separate because reactions and generated code ask it, and nothing else may stand above both.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from rulewright.play.state import State
from rulewright.shapes import SEAT


def age_of(m: State, x: int) -> tuple[int, int, int]:
    """How old a thing or a player is, as something that compares: players were there from the beginning; of a thing
    and a status with the same stamp the status was given before the thing was made."""
    if x >= SEAT:
        return (0, 1, x - SEAT)
    return (m.stamps[x] if len(m.stamps) else x, 2, x)


def in_age(said: list[tuple[tuple[int, int, int], Any]]) -> list[Any]:
    """What holders say, by their stamps; of one holder as it was noted."""
    said.sort(key=itemgetter(0))
    return [value for _, value in said]
