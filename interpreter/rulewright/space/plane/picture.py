"""Draws a scene as SVG to scale: one unit is a thousandth of an inch, north is up.

A pure function of the scene: no clock, no measured fonts, only whole numbers, so the same scene is the same text
everywhere. Names are escaped; nothing of a pack becomes an element.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.space.plane.keys import DASHES, legend
from rulewright.space.plane.lettering import GROUND, INK, Room, in_lines, on_plate, titled, width_of, written
from rulewright.space.plane.paint import Frame, Painter, path, shape_in
from rulewright.space.plane.points import Xy, extent
from rulewright.space.plane.poses import CIRCLE, inches, split, spot_of
from rulewright.space.plane.scene import Body, Line, Range, Scene, Way, Zone
from rulewright.space.plane.shapes import Base
from rulewright.space.plane.signs import numbers, signs
from rulewright.space.plane.terms import Near, Past
from rulewright.space.plane.turns import toward

# Colours that colour-blind people can tell apart: the set of Okabe and Ito, for sides.
TINTS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a8a", "#6b4f2a")
# For areas: those of the first two sides last.
AREAS: Final = ("#cc79a7", "#e69f00", "#009e73", "#56b4e9", "#882255", "#999933", "#332288", "#6b4f2a", "#44aa99",
                "#aa4499", "#d55e00", "#0072b2")  # fmt: skip
# Quiet ones, on which ink can be read, for what belongs to no side.
QUIET: Final = ("#b9b39f", "#a5c48f", "#d0aa85", "#a3bad3", "#d9a9a4", "#c7b4da", "#dccf86", "#93c6c0", "#cfcfcf",
                "#b08f7a")  # fmt: skip
_MARGIN: Final = 1_600
_LEAST: Final = 12_000  # the width of a picture without its margins: a narrow table has words below it, too
_STEP: Final = 6_000
_TABLE: Final = "table"
_RIM: Final = "rim"
_HAIR: Final = 40
_SPOT: Final = 160  # the radius of a drawn spot that covers nothing
_BORDER: Final = 120
_EDGE: Final = 100  # half the width of an area that is a line: wider than the rim of the table
_LINE: Final = "#007a3d"
_BLOCKED: Final = "#b3001b"
_CROSS: Final = 300  # half of a cross on what blocks a line
_ROW: Final = 1_200  # of the caption
_ROUND: Final = 15  # degrees between the spots at which the name of a range could be
_NAME: Final = 560  # the size of the words on ranges,
_GAP: Final = 700  # and on lines
_ALONG: Final = ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 6), (5, 6))  # where the words on a line could be


def svg(scene: Scene, pixels: int = 20) -> str:
    """The picture; `pixels` is the number of pixels for an inch at its own size."""
    left, top, right, bottom = extent(scene.table.corners)
    end = max(right, left + _LEAST)  # of the words below the table
    caption = in_lines(scene.caption, end - left, 800)
    explained, behind = legend(scene, left, end, bottom + 1_000 + _ROW * len(caption), _colour)
    lowest = max(bottom + _MARGIN, behind)
    frame = Frame(left - _MARGIN, top - _MARGIN, end - left + 2 * _MARGIN, lowest - top + _MARGIN)
    painter = Painter(frame)
    rim = Frame(left - _EDGE, top - _EDGE, right - left + 2 * _EDGE, bottom - top + 2 * _EDGE)
    room = Room()
    words = [*numbers(scene.bodies, room), *signs(scene.bodies, room, _on_base)]
    layers = [
        f'<path d="{path(scene.table.corners)}" fill="{GROUND}" stroke="{INK}" stroke-width="80"/>',
        *_clipped([titled(zone.name, _zone(painter, zone)) for zone in scene.zones if zone.look != "lined"]),
        _rulers(left, top, right, bottom),
        *_clipped([titled(zone.name, _edge(painter, zone)) for zone in scene.zones if zone.look == "lined"], _RIM),
        *(titled(piece.name, f'<g opacity="0.75">{shape_in(piece.shape, TINTS[piece.tint % len(TINTS)])}</g>')
          for piece in scene.terrain),
        *(titled(one.name, _body(one)) for one in scene.bodies if not one.dotted),
        *_clipped([_ring(painter, one) for one in scene.ranges]),
        *(_way(one) for one in scene.ways),
        *(_line(one) for one in scene.lines),
        *(titled(one.name, _body(one)) for one in scene.bodies if one.dotted),
        '<g pointer-events="none">',  # so that a body under its sign still shows its name
        *words,
        *_on_lines(scene.lines, room),
        *_on_ranges(scene, room),
        "</g>",
        *(written((left, bottom + 1_100 + _ROW * row), line, 800, anchor="start") for row, line in enumerate(caption)),
        *explained,
    ]  # fmt: skip
    width, height = frame.width * pixels // 1_000, frame.height * pixels // 1_000
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{frame.left} {frame.top} {frame.width} {frame.height}" font-family="sans-serif">',
        frame.rectangle("white"),
        f'<defs><clipPath id="{_TABLE}"><path d="{path(scene.table.corners)}"/></clipPath>'
        f'<clipPath id="{_RIM}">{rim.rectangle(INK)}</clipPath></defs>',
        *(f"<defs>{mask}</defs>" for mask in painter.masks),
        *layers,
        "</svg>",
        "",
    ])  # fmt: skip


def _clipped(layers: list[str], to: str = _TABLE) -> list[str]:
    """The part of some layers that lies on the table, or on it with its rim."""
    return [f'<g clip-path="url(#{to})">', *layers, "</g>"] if layers else []


def _colour(one: Zone | Body | Line | Range | Way) -> str:
    if isinstance(one, Line):
        return _BLOCKED if one.look == "blocked" else _LINE
    if isinstance(one, Zone):
        return INK if one.look == "faint" else AREAS[one.tint % len(AREAS)]
    if isinstance(one, Body) and one.quiet is not None and not one.dotted:
        return QUIET[one.quiet % len(QUIET)]
    return TINTS[one.tint % len(TINTS)]


def _on_base(one: Body) -> str:
    """The colour of the sign on a base."""
    return "white" if one.quiet is None else INK


def _zone(painter: Painter, zone: Zone) -> str:
    """An area, drawn according to its `look`."""
    colour = _colour(zone)
    if zone.look == "tinted":
        return f'<g opacity="0.28">{painter.paint(zone.term, colour)}</g>'
    width, dashes, opacity = (_BORDER, "500 250", 7) if zone.look == "bordered" else (_HAIR, "150 250", 4)
    term = zone.term
    if zone.look == "bordered" and isinstance(term, Past):  # beside the line that bounds it, on its own side
        term = Past(term.a, term.b, term.side, term.t + 2 * _EDGE)
    return f'<g opacity="0.{opacity}" stroke-dasharray="{dashes}">{painter.border(term, colour, width)}</g>'


def _edge(painter: Painter, zone: Zone) -> str:
    """An area that is a line."""
    term = zone.term
    if isinstance(term, Near):
        return shape_in(term.shape, _colour(zone), term.t + _EDGE)
    return painter.paint(term, _colour(zone))


def _rulers(left: int, top: int, right: int, bottom: int) -> str:
    """Faint lines every six inches, with their numbers outside the table."""
    found = []
    for x in range(-(-left // _STEP) * _STEP, right + 1, _STEP):
        found.append(f'<path d="M{x} {top}V{bottom}" stroke="{INK}" stroke-opacity="0.12" stroke-width="30"/>'
                     + written((x, top - 400), inches(x), 700))  # fmt: skip
    for y in range(-(-top // _STEP) * _STEP, bottom + 1, _STEP):
        found.append(f'<path d="M{left} {y}H{right}" stroke="{INK}" stroke-opacity="0.12" stroke-width="30"/>'
                     + written((left - 800, y + 250), inches(y), 700))  # fmt: skip
    return "".join(found)


def _ring(painter: Painter, one: Range) -> str:
    """Only the boundary: a circle, or a band of two widths whose inner part is masked out."""
    colour = _colour(one)
    parts = [part for shape in one.shapes for part in shape.parts]
    if len(parts) == 1 and len(parts[0]) == 1:
        x, y = parts[0][0]
        ring = (f'<circle cx="{x}" cy="{y}" r="{one.shapes[0].r + one.length}" fill="none" stroke="{colour}" '
                f'stroke-width="{2 * _HAIR}"/>')  # fmt: skip
    else:
        outer = "".join(shape_in(shape, colour, one.length + _HAIR) for shape in one.shapes)
        inner = "".join(shape_in(shape, "black", one.length - _HAIR) for shape in one.shapes)
        ring = painter.masked(outer, painter.frame.rectangle("white") + inner)
    return titled(one.name, f'<g opacity="0.8">{ring}</g>')


def _on_ranges(scene: Scene, room: Room) -> Iterator[str]:
    """The name of each range on its line, where there is room on the table."""
    left, top, right, bottom = extent(scene.table.corners)
    for one in scene.ranges:
        half = width_of(one.name, _NAME) // 2
        spots = [(x, y) for x, y in _round(one)
                 if left + half <= x <= right - half and top + _NAME // 2 <= y <= bottom - _NAME // 2]  # fmt: skip
        if one.name and spots:
            spot, _ = room.best(spots, one.name, _NAME)
            yield on_plate(spot, one.name, _NAME, _colour(one))


def _round(one: Range) -> Iterator[Xy]:
    """Spots on the line of a range, round each corner of its shapes, clockwise from north."""
    inside = [Near(shape, one.length - 1) for shape in one.shapes]
    for shape in one.shapes:
        for x, y in dict.fromkeys(corner for part in shape.parts for corner in part):
            for turn in range(0, CIRCLE, _ROUND):
                dx, dy = toward(turn, shape.r + one.length)
                if not any(term.holds(x + dx, y + dy) for term in inside):
                    yield x + dx, y + dy


def _way(one: Way) -> str:
    """A line through the spots of a way, and thinly the base at each of its turns."""
    colour = _colour(one)
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


def _body(one: Body) -> str:
    """A base, and a stroke to the front if it has one."""
    colour = _colour(one)
    turn, x, y = split(one.pose)
    if one.dotted:
        look = f'fill="{colour}" fill-opacity="0.15" stroke="{colour}" stroke-width="70" stroke-dasharray="140 140"'
    else:
        opacity = "" if one.quiet is None else ' fill-opacity="0.8"'
        look = f'fill="{colour}"{opacity} stroke="{INK}" stroke-width="60"'
    found = f"<g {look}>{_rim(one.base, one.pose)}</g>"
    if not one.base.round and not one.dotted:
        front = one.base.r - min(y for part in one.base.drawn for _, y in part)
        (dx, dy), (ex, ey) = toward(turn, front), toward(turn, front * 3 // 5)
        found += f'<path d="M{x + ex} {y + ey}L{x + dx} {y + dy}" stroke="{INK}" stroke-width="90"/>'
    return found


def _line(one: Line) -> str:
    """A line, dashed as far as it is no line of sight; and a cross where it is blocked."""
    colour = _colour(one)
    found = "".join(f'<circle cx="{x}" cy="{y}" r="120" fill="{colour}"/>' for x, y in (one.a, one.b))
    if one.stop is None:
        return found + _straight(one.a, one.b, colour, DASHES if one.look == "length" else "")
    x, y = one.stop
    arms = f"M{x - _CROSS} {y - _CROSS}L{x + _CROSS} {y + _CROSS}M{x - _CROSS} {y + _CROSS}L{x + _CROSS} {y - _CROSS}"
    found += _straight(one.a, one.stop, colour) + _straight(one.stop, one.b, colour, DASHES)
    return f'{found}<path d="{arms}" stroke="{colour}" stroke-width="140"/>'


def _straight(a: Xy, b: Xy, colour: str, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{a[0]} {a[1]}L{b[0]} {b[1]}" stroke="{colour}" stroke-width="90"{dashed}/>'


def _on_lines(lines: Iterable[Line], room: Room) -> Iterator[str]:
    """The words on each line, near its middle; on a blocked one, of the part that is blocked."""
    for one in lines:
        (ax, ay), (bx, by) = one.stop or one.a, one.b
        if one.text:
            spots = [(ax + (bx - ax) * n // d, ay + (by - ay) * n // d) for n, d in _ALONG]
            spot, _ = room.best(spots, one.text, _GAP)
            yield on_plate(spot, one.text, _GAP, _colour(one))
