"""The legend below a picture: areas, things with their signs, and lines.

Separate because it explains a scene and draws nothing to scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.space.plane.lettering import in_rows
from rulewright.space.plane.scene import Body, Line, Scene, Zone

_ROW = 1_200
_MOST_SIGNS = 6
DASHES = "260 160"  # of a line that is no line of sight


def legend(
    scene: Scene, left: int, right: int, top: int, colour_of: Callable[[Zone | Body | Line], str]
) -> tuple[list[str], int]:
    """The entries in rows no wider than the table, and where the last row ends.

    Args:
        scene: what is explained.
        left: of the table.
        right: of the table.
        top: where the first row begins.
        colour_of: what is drawn.
    """
    found: list[str] = []
    for items in (_areas(scene.zones, colour_of), _things(scene.bodies, colour_of), _lines(scene.lines, colour_of)):
        drawn, top = in_rows(items, left, right, top, _ROW)
        found += drawn
    return found, top


def _areas(zones: Iterable[Zone], colour_of: Callable[[Zone], str]) -> list[tuple[str, str]]:
    """Those that have a name for players, each name once."""
    found = []
    for zone in {zone.name: zone for zone in zones if zone.look != "faint"}.values():
        colour = colour_of(zone)
        if zone.look == "lined":
            found.append((f'<path d="M0 350H1000" stroke="{colour}" stroke-width="180"/>', zone.name))
            continue
        look = (f'fill="{colour}" fill-opacity="0.28"' if zone.look == "tinted"
                else 'fill="none" stroke-dasharray="300 150"')  # fmt: skip
        found.append((f'<rect width="1000" height="700" stroke="{colour}" stroke-width="80" {look}/>', zone.name))
    return found


def _things(bodies: Iterable[Body], colour_of: Callable[[Body], str]) -> list[tuple[str, str]]:
    """What stands there, by kinds: those of the sides first, and of each only the first signs."""
    kinds: dict[tuple[bool, int, int, str], list[Body]] = {}
    for body in bodies:
        if body.kind and not body.dotted:
            quiet = body.quiet is not None
            kinds.setdefault((quiet, body.quiet or 0, body.tint, body.kind), []).append(body)
    found = []
    for (quiet, *_, kind), several in sorted(kinds.items(), key=lambda one: one[0][:3]):
        signs = sorted(body.sign for body in several)
        more = " .." if len(signs) > _MOST_SIGNS else ""
        opacity = ' fill-opacity="0.8"' if quiet else ""
        drawing = f'<rect width="1000" height="700" fill="{colour_of(several[0])}"{opacity}/>'
        found.append((drawing, f"{' '.join(signs[:_MOST_SIGNS])}{more} {kind}"))
    return found


def _lines(lines: Iterable[Line], colour_of: Callable[[Line], str]) -> list[tuple[str, str]]:
    """Each meaning once."""
    found = []
    for line in {line.name: line for line in lines if line.name}.values():
        colour = colour_of(line)
        dashes = f' stroke-dasharray="{DASHES}"' if line.look == "length" else ""
        cross = "M350 200L650 500M350 500L650 200" if line.look == "blocked" else ""
        drawing = f'<path d="M0 350H1000{cross}" stroke="{colour}" stroke-width="90"{dashes}/>'
        found.append((drawing, line.name))
    return found
