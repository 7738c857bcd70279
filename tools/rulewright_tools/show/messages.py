"""Fills the holes of the messages of a pack, as far as the viewer may know what belongs in them.

Separate because this follows paths through a match, and `telling` decides which messages are told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulewright.explained import ENTITY, TypeCode
from rulewright.holes import Hole
from rulewright.play import labels, view
from rulewright.play.filling import filled, keys
from rulewright.play.printer import Hidden
from rulewright.play.state import State
from rulewright.shapes import EVENT, FIELDS, SEAT
from rulewright_tools.show.lines import LONGEST
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.words import say

_PLAYER: Final[TypeCode] = ("player", "", ())
_SHEET: Final[TypeCode] = ("sheet", "", ())


class Messages:
    """Messages for one viewer."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def filled(self, m: State, fields: Mapping[str, tuple[Any, TypeCode]], template: str) -> str:
        """Returns a message with its fields filled in, cut where it gets too long."""
        return filled(template, lambda hole: self._shown(m, fields, hole), LONGEST)

    def _shown(self, m: State, fields: Mapping[str, tuple[Any, TypeCode]], hole: Hole) -> str:
        """Returns the content of a hole: a field of the event or a value reached through one, or a text that it
        selects."""
        found = self._at(m, fields, hole.path)
        if hole.choices:
            return hole.chosen(() if isinstance(found, str) else self._keys(m, *found))
        if isinstance(found, str):
            return found
        sight = Sight(self.sight.viewer, f"{self.sight.language}.{hole.form}") if hole.form else self.sight
        return sight.value(m, *found)

    def _keys(self, m: State, v: Any, t: TypeCode) -> tuple[str, ...]:
        """Returns the keys by which a value may select a text, as far as the viewer may know it."""
        viewer = self.sight.viewer
        return keys(m, view.veiled(m, v, t, viewer), t, self.sight.language)

    def _at(self, m: State, fields: Mapping[str, tuple[Any, TypeCode]], path: str) -> tuple[Any, TypeCode] | str:
        """Returns a field of the event, or a value reached through one: `actor`, `actor.owner`, `fight.line.damage`;
        words if the viewer may not know it."""
        if path in fields:
            return fields[path]
        head, *rest = path.split(".")
        v, t = fields[head]
        for name in rest:
            while t[0] == "maybe" and v is not None:
                t = t[2][0]
            if v is None:
                break
            if isinstance(v, Hidden):
                if name != "owner":
                    return labels.value(m, v, t, self.sight.language)
                v, t = v.owner, _PLAYER
                continue
            if t[0] == "union":
                v, t = (v, ("entity", t[1], ())) if v < SEAT else (v - SEAT, _PLAYER)
            if t[0] == "entity" and name != "owner" and not self.sight.knows(m, v):
                return self.sight.entity(m, v, t[1])
            found = self._behind(m, v, t, name)
            if found is None:
                return say(self.sight.language, "secret")
            v, t = found
        return v, t

    def _behind(self, m: State, v: Any, t: TypeCode, name: str) -> tuple[Any, TypeCode] | None:
        """Returns the value with a name in a thing, and its type; None if the viewer may not know it."""
        p = m.p.program
        if t[0] == "record":
            event = p.events[v[EVENT]]
            place = [field for field, _ in event.fields].index(name)
            return v[FIELDS + place], event.fields[place][1]
        if t[0] == "player" and name == "owner":
            return v, t
        if t[0] == "entity" and name in ("owner", "sheet", "bearer"):
            return {
                "owner": (m.owner[v], _PLAYER), "sheet": (m.sheet[v], _SHEET), "bearer": (m.whole[v], ENTITY),
            }[name]  # fmt: skip
        of_sheet = p.sheets[m.sheet[v]].kind if t[0] == "entity" else None
        kind = p.kinds[of_sheet] if of_sheet is not None else next(one for one in p.kinds if one.id == t[0])
        index = v if t[0] != "match" else 0
        column = next(p.columns[number] for number in kind.columns if p.columns[number].id == name)
        if not self.sight.knows_field(m, column, index):
            return None
        return getattr(m, column.slot)[index], column.type
