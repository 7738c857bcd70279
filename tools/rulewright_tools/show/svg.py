"""Draws a map of a plane to scale, with its areas.

Separate because a map is text with lengths: its author wants to see it before a match is played.
"""

from __future__ import annotations

from rulewright.check.model import MapDef, PackDef
from rulewright.play.labels import said
from rulewright.play.scenes import zones_of
from rulewright.space.plane.drawn import Table, read_map
from rulewright.space.plane.picture import svg
from rulewright.space.plane.scene import Scene


def of_map(pack: PackDef, drawn: MapDef, language: str = "en") -> str | None:
    """Returns the picture of a map; None for a map of cells, and for one that could not be read."""
    found = read_map(drawn.table, dict(drawn.shapes)) if drawn.table else None
    if not isinstance(found, Table):
        return None
    named = {name: area for name, area in drawn.meant.items() if area.names} or drawn.meant
    names = {name: said(area.names, language) or area.id.replace("_", " ") for name, area in named.items()}
    return svg(Scene(found.outline, zones_of(found, names)))
