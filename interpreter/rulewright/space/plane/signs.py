"""Writes the signs of bodies and the numbers of proposals, after all shapes: no shape covers the sign of another.

Separate because a sign has to find its place: in a small base there is no room for it, the middle of a large one is
often taken, and proposals lie in heaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rulewright.space.plane.lettering import Room, base_line, box_round, on_any_ground, written
from rulewright.space.plane.poses import split, spot_of
from rulewright.space.plane.scene import Body
from rulewright.space.plane.shapes import box_of

MOST_SIGN: Final = 2
_LARGE: Final = 1_500  # a base with room for its sign beside its middle
_SMALL: Final = 360  # a base with less room has its sign beside it
_BESIDE: Final = 550  # the size of such a sign
_NEAR: Final = 490  # from there to the middle of its sign, so that a drawn spot stays free, too
_FARTHER: Final = 600  # if all spots beside it are taken
_GREATEST: Final = 1_500
Colour = Callable[[Body], str]


def signs(bodies: Sequence[Body], room: Room, colour: Colour) -> Iterator[str]:
    """Yields the sign of each body: first of those that must have it in their middle, then of those that have it beside
    them, then of large ones, which avoid all others.

    Args:
        bodies: in the order in which they are painted.
        room: what is taken; the signs, and bodies that lie on others, are added.
        colour: of the sign of a body on its own base.
    """
    solid = [body for body in reversed(bodies) if not body.dotted]
    for body in sorted(solid, key=lambda one: (_choice(one), one.base.outer)):
        yield _sign(body, room, colour(body))
        if body.base.outer:
            room.take(box_of(body.base.at(body.pose)))


def _sign(body: Body, room: Room, colour: str) -> str:
    sign, (x, y) = body.sign[:MOST_SIGN], spot_of(body.pose)
    if body.base.outline and body.base.inner <= 0:  # its place is not in it, as with a template
        left, top, right, bottom = box_of(body.base.at(body.pose))
        spot, _ = room.best([((left + right) // 2, (top + bottom) // 2)], sign, _BESIDE)
        return on_any_ground(base_line(spot, _BESIDE), sign, _BESIDE)
    inner = _room_in(body)
    if inner < _SMALL:
        left, top, right, bottom = box_of(body.base.at(body.pose)) if body.base.outer else (x, y, x, y)
        spots = []
        for off in (_NEAR, _NEAR + _FARTHER):
            spots += [(x, top - off), (right + off + 200, y), (x, bottom + off), (left - off - 200, y)]
        spot, _ = room.best(spots, sign, _BESIDE)
        return on_any_ground(base_line(spot, _BESIDE), sign, _BESIDE)
    size = _size(body, sign)
    off = inner * 3 // 5 if inner >= _LARGE else 0
    spots = [(x, y), (x, y + off), (x, y - off), (x + off, y), (x - off, y)]
    spot, clashes = room.best(spots if off else spots[:1], sign, size)
    if clashes and off:  # something lies there
        return on_any_ground(base_line(spot, size), sign, size)
    return written(base_line(spot, size), sign, size, colour)


def _choice(body: Body) -> int:
    """How much choice there is where its sign goes."""
    inner = _room_in(body)
    return 2 if inner >= _LARGE else 1 if inner < _SMALL else 0


def _room_in(body: Body) -> int:
    return body.base.inner if body.base.inner > 0 else body.base.outer // 2


def _size(body: Body, sign: str) -> int:
    """The size of a sign in a base that has room for it."""
    inner = _room_in(body)
    most = inner * 4 // 5 if inner >= _LARGE else _GREATEST
    return min(inner * (25 if len(sign) < MOST_SIGN else 22) // 20, most, _GREATEST)


def numbers(bodies: Sequence[Body], room: Room) -> Iterator[str]:
    """Yields the numbers of proposals. Of several at nearly the same place only the first is written, and how many
    more: `3 +2`."""
    heaps: list[tuple[tuple[int, int, int, int], Body, dict[str, None]]] = []
    for body in bodies:
        if not body.dotted:
            continue
        _, x, y = split(body.pose)
        box = box_round((x, y), "00", _proposal(body))
        for other, _, found in heaps:
            if other[0] < box[2] and box[0] < other[2] and other[1] < box[3] and box[1] < other[3]:
                found[body.sign] = None
                break
        else:
            heaps.append((box, body, {body.sign: None}))
    for _, body, found in heaps:
        more = f"+{len(found) - 1}" if len(found) > 1 else ""
        size, at = _proposal(body), spot_of(body.pose)
        text = body.sign[:MOST_SIGN] + (f" {more}" if more else "")
        room.take(box_round(at, text, size))
        draw = written if body.base.outer and not more else on_any_ground
        yield draw(base_line(at, size), text, size)


def _proposal(body: Body) -> int:
    """The size of the number of a proposal; a spot has it in its middle."""
    return max(450, min(_size(body, "00"), 900)) if body.base.outer else 700
