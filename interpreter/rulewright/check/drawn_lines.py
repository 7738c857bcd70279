"""Reports questions about areas of a plane that have the same answer on every map, depending on whether they are drawn
as lines.

Separate because only maps decide this: a line has no interior that a line of sight could cross, and only a line has a
side.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.effects import nodes as n
from rulewright.source import Span
from rulewright.space.forms import FORMS


def check_drawn_lines(world: World, texts: list[Text]) -> None:
    """Reports `line_free` for areas that are drawn only as lines, and `past` for areas that never are. Areas that no
    map draws are reported elsewhere."""
    if not FORMS[world.pack.board].to_scale:
        return
    for text in texts:
        for node in text.of((n.Call,)):
            match node:
                case n.Call(ref=m.BuiltinDef(id="line_free"), args=(_, _, n.Name(ref=m.AreaDef() as area) as name)):
                    if _drawn(world, area) == {True}:
                        world.warn("RW481", text.owner, node.span, f"'{node.name}' is always true: maps draw "
                                   f"'{name.name}' as a line, which has no interior to cross",
                                   "draw it as a polygon, or test the things there: `crossed(a, b, walls)`",
                                   _declared(area))  # fmt: skip
                case n.Call(ref=m.BuiltinDef(id="past"), args=(n.Name(ref=m.AreaDef() as area) as name, *_)):
                    if _drawn(world, area) == {False}:
                        world.warn("RW481", text.owner, node.span, f"this is always empty: no map draws "
                                   f"'{name.name}' as a line, and nothing else has a side",
                                   "draw a `line ..` for it", _declared(area))  # fmt: skip


def _drawn(world: World, area: m.AreaDef) -> set[bool]:
    """For all figures that maps draw of an area: whether it is a line."""
    return {text.startswith("line") for one in world.pack.maps.values() for name, text in one.shapes
            if one.meant.get(name) is area}  # fmt: skip


def _declared(area: m.AreaDef) -> list[tuple[Span, str]]:
    return [(area.span, "declared here")] if area.span is not None else []
