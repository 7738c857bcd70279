"""What one ingredient of a hostile pack adds to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random


@dataclass(slots=True)
class Piece:
    """What one ingredient adds to a pack."""

    definitions: str = ""
    does: list[str] = field(default_factory=list)  # lines of the match, where p, here and who are known
    tests: str = ""
    manifest: str = ""
    messages: dict[str, str] = field(default_factory=dict)


Ingredient = Callable[[Random, str], Piece]
