"""A viewer and a language: describes entities, values and calls as that player may know them.

Separate because tables, stories, content tests and the texts of packs about an entity all use it.
"""

from __future__ import annotations

from typing import Any

from rulewright.explained import TypeCode
from rulewright.play import labels, view
from rulewright.play.state import State
from rulewright.program import Column


class Sight:
    """What one player may know (`viewer` None: everything). Decides only the words; never changes the state."""

    def __init__(self, viewer: int | None, language: str = "en") -> None:
        self.viewer = viewer
        self.language = language

    def knows(self, m: State, e: int) -> bool:
        """Whether the viewer may know which sheet an entity shows."""
        return view.knows_whole(m, e, self.viewer)

    def knows_field(self, m: State, column: Column, index: int) -> bool:
        """Whether the viewer may know a field of an entity, player or the match."""
        return view.knows_field(m, column, index, self.viewer)

    def entity(self, m: State, e: int, kind: str = "") -> str:
        """The name of an entity; if the viewer may not know it, only that it is one of a kind (its id; "": any). That
        kind is public, from a type or a zone: the exact kind of the entity may be a secret."""
        return labels.entity(m, e, self.language) if self.knows(m, e) else labels.hidden(m, kind, self.language)

    def value(self, m: State, v: Any, t: TypeCode | None) -> str:
        """A value in words; entities that the viewer may not know appear as the kind that the type names."""
        return view.told(m, v, t, self.viewer, self.language)

    def call(self, m: State, event: int, args: tuple[Any, ...]) -> str:
        """An event with its parameters."""
        return view.told_call(m, event, args, self.viewer, self.language)

    def offered(self, m: State, event: int, args: tuple[Any, ...]) -> str:
        """An answer that calls an event."""
        return view.told_offered(m, event, args, self.viewer, self.language)

    def player(self, seat: int) -> str:
        """A player in words."""
        return labels.seat(seat, self.language)
