"""Draws a scene as SVG to scale: one unit is a thousandth of an inch, north is up.

A pure function of the scene: no clock, no measured fonts, only whole numbers, so the same scene is the same text
everywhere. Names are escaped; nothing of a pack becomes an element.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulewright.space.plane.gaps import Gap
from rulewright.space.plane.paint import Frame, Painter, path, shape_in
from rulewright.space.plane.points import Xy, extent, square
from rulewright.space.plane.poses import inches, split, spot_of
from rulewright.space.plane.scene import Body, Line, Range, Scene, Way, Zone
from rulewright.space.plane.shapes import Base
from rulewright.space.plane.turns import toward

# Colours that colour-blind people can tell apart, each with a darker one for rims: the set of Okabe and Ito.
TINTS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a8a", "#6b4f2a")
_GROUND: Final = "#f4f1e6"
_INK: Final = "#1c1c1c"
_HALO: Final = f'stroke="{_GROUND}" stroke-width="250" stroke-linejoin="round"'
_MARGIN: Final = 1_600
_STEP: Final = 6_000
_TABLE: Final = "table"
_HAIR: Final = 40
_BORDER: Final = 120
_SPOT: Final = 160  # the radius of a drawn spot that covers nothing
_LINES: Final = {"clear": ("#007a3d", ""), "blocked": ("#b00020", ' stroke-dasharray="300 200"'),
                 "measured": (_INK, ' stroke-dasharray="60 120"')}  # fmt: skip
_ROW: Final = 1_200  # of the legend
_LETTER: Final = 500  # the approximate width of a letter in it: fonts are not measured
_LARGE: Final = 1_500  # a base with room for its glyph below its centre
MOST_SIGN: Final = 2
MOST_NAME: Final = 80


def svg(scene: Scene, pixels: int = 20) -> str:
    """The picture; `pixels` is the number of pixels for an inch at its own size."""
    left, top, right, bottom = extent(scene.table.corners)
    first_row = bottom + 1_000 + (_ROW if scene.caption else 0)
    legend, behind = _legend(scene.zones, left, right, first_row)
    lowest = max(bottom + _MARGIN, behind)
    frame = Frame(left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, lowest - top + _MARGIN)
    painter = Painter(frame)
    layers = [
        f'<path d="{path(scene.table.corners)}" fill="{_GROUND}" stroke="{_INK}" stroke-width="80"/>',
        *_clipped([_titled(zone.name, _zone(painter, zone)) for zone in scene.zones]),
        _rulers(left, top, right, bottom),
        *(_titled(piece.name, f'<g opacity="0.75">{shape_in(piece.shape, _tint(piece.tint))}</g>')
          for piece in scene.terrain),
        *_clipped([_ring(painter, one) for one in scene.ranges]),
        *(_way(one) for one in scene.ways),
        *(_line(one) for one in scene.lines),
        *(_body(one, _lowered(one, scene.bodies)) for one in scene.bodies),
        *([_text((left, bottom + 1_100), scene.caption, 800, anchor="start")] if scene.caption else []),
        *legend,
    ]  # fmt: skip
    width, height = frame.width * pixels // 1_000, frame.height * pixels // 1_000
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{frame.left} {frame.top} {frame.width} {frame.height}" font-family="sans-serif">',
        frame.rectangle("white"),
        f'<defs><clipPath id="{_TABLE}"><path d="{path(scene.table.corners)}"/></clipPath></defs>',
        *(f"<defs>{mask}</defs>" for mask in painter.masks),
        *layers,
        "</svg>",
        "",
    ])  # fmt: skip


def escaped(text: str, most: int = MOST_NAME) -> str:
    """A name as text of XML: no markup, no characters that XML forbids."""
    kept = "".join(c for c in text[:most] if c.isprintable())
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _clipped(layers: list[str]) -> list[str]:
    """The part of some layers that lies on the table."""
    return [f'<g clip-path="url(#{_TABLE})">', *layers, "</g>"] if layers else []


def _tint(number: int) -> str:
    return TINTS[number % len(TINTS)]


def _titled(name: str, content: str) -> str:
    return f"<g><title>{escaped(name)}</title>{content}</g>"


def _legend(zones: Iterable[Zone], left: int, right: int, top: int) -> tuple[list[str], int]:
    """The colours of the areas that have a name for players, in rows below the table, and where the last row ends."""
    found, x, y = [], left, top
    named = {zone.name: zone for zone in zones if zone.look != "faint"}
    for zone in named.values():
        wide = 1_500 + _LETTER * min(len(zone.name), MOST_NAME)
        if x > left and x + wide > right:
            x, y = left, y + _ROW
        colour = _tint(zone.tint)
        look = (f'fill="{colour}" fill-opacity="0.28"' if zone.look == "tinted"
                else 'fill="none" stroke-dasharray="300 150"')  # fmt: skip
        found.append(f'<rect x="{x}" y="{y}" width="1000" height="700" stroke="{colour}" stroke-width="80" {look}/>'
                     + _text((x + 1_300, y + 620), zone.name, 800, anchor="start"))  # fmt: skip
        x += wide + 800
    return found, y + _ROW if found else top


def _zone(painter: Painter, zone: Zone) -> str:
    """An area, drawn according to its `look`."""
    colour = _tint(zone.tint)
    if zone.look == "tinted":
        return f'<g opacity="0.28">{painter.paint(zone.term, colour)}</g>'
    width, dashes = (_BORDER, "500 250") if zone.look == "bordered" else (_HAIR, "150 250")
    return f'<g opacity="0.7" stroke-dasharray="{dashes}">{painter.border(zone.term, colour, width)}</g>'


def _rulers(left: int, top: int, right: int, bottom: int) -> str:
    """Faint lines every six inches, with their numbers outside the table."""
    found = []
    for x in range(-(-left // _STEP) * _STEP, right + 1, _STEP):
        found.append(f'<path d="M{x} {top}V{bottom}" stroke="{_INK}" stroke-opacity="0.12" stroke-width="30"/>'
                     + _text((x, top - 400), inches(x), 700))  # fmt: skip
    for y in range(-(-top // _STEP) * _STEP, bottom + 1, _STEP):
        found.append(f'<path d="M{left} {y}H{right}" stroke="{_INK}" stroke-opacity="0.12" stroke-width="30"/>'
                     + _text((left - 800, y + 250), inches(y), 700))  # fmt: skip
    return "".join(found)


def _text(at: Xy, text: str, size: int, colour: str = _INK, anchor: str = "middle") -> str:
    return (f'<text x="{at[0]}" y="{at[1]}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
            f"{escaped(text)}</text>")  # fmt: skip


def _on_any_ground(at: Xy, text: str, size: int, colour: str) -> str:
    """A text with a rim, which is drawn below it: not all programs that show pictures paint the rim of a text first."""
    return f"<g {_HALO}>{_text(at, text, size, colour)}</g>{_text(at, text, size, colour)}"


def _ring(painter: Painter, one: Range) -> str:
    """Only the boundary: a circle, or a band of two widths whose inner part is masked out."""
    colour = _tint(one.tint)
    if len(one.shape.parts) == 1 and len(one.shape.parts[0]) == 1:
        x, y = one.shape.parts[0][0]
        ring = (f'<circle cx="{x}" cy="{y}" r="{one.shape.r + one.length}" fill="none" stroke="{colour}" '
                f'stroke-width="{2 * _HAIR}"/>')  # fmt: skip
    else:
        outer, inner = shape_in(one.shape, colour, one.length + _HAIR), shape_in(one.shape, "black", one.length - _HAIR)
        ring = painter.masked(outer, painter.frame.rectangle("white") + inner)
    drawn = f'<g opacity="0.8">{ring}</g>'
    return _titled(one.name, drawn) if one.name else drawn


def _way(one: Way) -> str:
    """A line through the spots of a way, and thinly the base at each of its turns."""
    colour = _tint(one.tint)
    spots = [spot_of(pose) for pose in one.poses]
    line = "M" + "L".join(f"{x} {y}" for x, y in spots)
    stands = "".join(
        f'<g fill="none" stroke="{colour}" stroke-width="50" stroke-opacity="0.6">{_rim(one.base, pose)}</g>'
        for pose in one.poses)  # fmt: skip
    band = f'<path d="{line}" fill="none" stroke="{colour}" stroke-opacity="0.25" stroke-linejoin="round" ' \
           f'stroke-linecap="round" stroke-width="{2 * max(one.base.inner, 50)}"/>'  # fmt: skip
    middle = f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="60" stroke-dasharray="250 150"/>'
    return band + middle + stands


def _rim(base: Base, pose: int) -> str:
    """The outline of a base at a pose, to be stroked or filled."""
    turn, x, y = split(pose)
    if base.round:
        return f'<circle cx="{x}" cy="{y}" r="{base.r or _SPOT}"/>'
    if base.outline:
        return f'<path d="{path(base.outline)}" transform="translate({x} {y}) rotate({turn})"/>'
    (a, b), r = base.drawn[0], base.r
    return (f'<rect x="{a[0] - r}" y="{a[1] - r}" width="{2 * r}" height="{b[1] - a[1] + 2 * r}" rx="{r}" '
            f'transform="translate({x} {y}) rotate({turn})"/>')  # fmt: skip


def _lowered(one: Body, bodies: Iterable[Body]) -> int:
    """How far below its centre the glyph of a large base is drawn, if a smaller base lies on the centre."""
    _, x, y = split(one.pose)
    if one.dotted or one.base.inner < _LARGE:
        return 0
    for other in bodies:
        _, p, q = split(other.pose)
        if other.base.outer < one.base.outer and abs(p - x) <= _LARGE and abs(q - y) <= _LARGE:
            return one.base.inner * 3 // 5
    return 0


def _body(one: Body, lowered: int) -> str:
    """A base with its glyph, and a stroke to the front if it has one."""
    colour = _tint(one.tint)
    turn, x, y = split(one.pose)
    look = (f'fill="{colour}" fill-opacity="0.15" stroke="{colour}" stroke-width="70" stroke-dasharray="140 140"'
            if one.dotted else f'fill="{colour}" stroke="{_INK}" stroke-width="60"')  # fmt: skip
    found = f"<g {look}>{_rim(one.base, one.pose)}</g>"
    if not one.base.round and not one.dotted:
        front = one.base.r - min(y for part in one.base.drawn for _, y in part)
        (dx, dy), (ex, ey) = toward(turn, front), toward(turn, front * 3 // 5)
        found += f'<path d="M{x + ex} {y + ey}L{x + dx} {y + dy}" stroke="{_INK}" stroke-width="90"/>'
    room = one.base.inner if one.base.inner > 0 else one.base.outer // 2
    size = min(max(400, room * (25 if len(one.sign) < MOST_SIGN else 22) // 20), 1_500)
    if one.base.outer:
        found += _text((x, y + size * 7 // 20 + lowered), one.sign[:MOST_SIGN], size, colour if one.dotted else "white")
    else:
        found += _on_any_ground((x, y - _SPOT - 150), one.sign[:MOST_SIGN], 700, _INK)
    return _titled(one.name, found)


def _line(one: Line) -> str:
    colour, dashes = _LINES[one.kind]
    (ax, ay), (bx, by) = one.a, one.b
    found = f'<path d="M{ax} {ay}L{bx} {by}" stroke="{colour}" stroke-width="90"{dashes}/>'
    ends = "".join(f'<circle cx="{x}" cy="{y}" r="120" fill="{colour}"/>' for x, y in (one.a, one.b))
    text = one.text or inches(Gap(square(one.a, one.b)).rounded_up) if one.kind == "measured" else one.text
    label = _on_any_ground(((ax + bx) // 2, (ay + by) // 2 + 280), text, 800, colour) if text else ""
    return found + ends + label
