"""What lies and stands on a plane as a scene to look at: its areas, and the things that whoever looks knows.

Separate because terminals, tests and pictures draw the same; whoever makes a scene for a player names the things that
this player may know, and no others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.play.state import State
from rulewright.space.plane.drawn import Table
from rulewright.space.plane.scene import Body, Scene, Zone


def zones_of(table: Table, names: dict[str, str]) -> list[Zone]:
    """The areas of a map, as `names` calls them; each with a sign of its own as far as letters go round."""
    signs: dict[str, str] = {}
    found = []
    for tint, (name, area) in enumerate(table.areas.items()):
        called = names.get(name, name)
        if called not in signs:
            letters = (*called.lower(), *"abcdefghijklmnopqrstuvwxyz")
            signs[called] = next((one for one in letters if one.isalpha() and one not in signs.values()), ":")
        found.append(Zone(called, area.term, tint, signs[called]))
    return found


def scene_of(m: State, things: Iterable[tuple[int, str, str]], proposed: Iterable[tuple[int, int, str]] = ()) -> Scene:
    """The board that is laid.

    Args:
        m: the match.
        things: those that are shown, with name and sign.
        proposed: things with places where they could stand, and the sign.
    """
    zones = _zones(m)
    bodies = [Body(name, m.p.bases[m.sheet[e]], m.at[e], _tint(m, e), sign) for e, name, sign in things if m.at[e] >= 0]
    bodies += [Body(sign, m.p.bases[m.sheet[e]], place, _tint(m, e), sign, True) for e, place, sign in proposed]
    return Scene(m.board.outline, zones, bodies=bodies)


def _tint(m: State, e: int) -> int:
    owner = m.owner[e]
    return m.players if owner is None else owner


def _zones(m: State) -> list[Zone]:
    key: tuple[Any, ...] | None = m.board_key
    if key is None or key[0] != "map":
        return []
    drawing = m.p.program.maps[key[1]]
    areas = m.p.program.areas
    names = {name: areas[number].id for name, number in drawing.meant.items()}
    return zones_of(Table(m.board.outline, dict(m.board.areas)), names)
