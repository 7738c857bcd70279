"""Tables in inches at random: what they are drawn as, what things cover there, and how a match is set up on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.programs.draw import Draw
from tests.programs.world import World

if TYPE_CHECKING:
    from tests.programs.fields import Lines

_BASES = ("round 0.5", "round 0.63", "oval 2 by 1", "rectangle 1 by 2", "polygon 0x-1 1x1 -1x1",
          "polygon 0x-1 1x1 0x0.5 -1x1")  # fmt: skip
_FIGURES = ("polygon 3x2 9x2 9x6 6x5 3x6", "rectangle 4x4 to 9x7", "disc 6x6 by 2.5", "polygon 5x1 8x4 5x7 2x4",
            "disc 10.125x5 by 1", "rectangle 0x0 to 6x3")  # fmt: skip


def base_of(d: Draw, w: World) -> Lines:
    """The line of a kind that says what its things cover, or none: then they are spots."""
    return [f"  base: {d.choice(_BASES)}"] if w.board == "plane" and d.chance(75) else []


def tables_drawn(d: Draw, w: World) -> Lines:
    """Two tables with the same areas."""
    lines: Lines = []
    for name in w.maps:
        width, height = d.integer(12, 16), d.integer(9, 12)
        several = f"[{d.choice(_FIGURES)}, rectangle 9x6 to 11.5x9]"
        side = f"past path {d.choice(('left', 'right'))} by {d.integer(0, 2)}"
        lines += [
            f"map {name}:", f"  table: {width}x{height}", "  areas:",
            f"    path: line 0x{d.integer(3, 6)} to {width}x{d.integer(3, 6)}",
            f"    wall: {d.choice(_FIGURES)}",
            f"    moss: {d.choice(_FIGURES)}",
            f"    spring: {d.choice((d.choice(_FIGURES), several, side))}",
        ]  # fmt: skip
    return lines


def set_up(d: Draw, w: World) -> Lines:
    """How things come to stand on a table: spots are answered, and some lie off what is proposed."""
    lines: Lines = []
    for number, name in enumerate("aby"):
        words, found = f"choose one c in {d.choice(('everywhere', f'anchors({name})'))}", f"s{number}"
        turn = d.choice(("0", "90", "roll_of_turn"))
        lines += [f"let roll_of_turn{number} = roll d360"] * (turn == "roll_of_turn")
        turn = f"roll_of_turn{number}" if turn == "roll_of_turn" else turn
        lines += [f"let {found} = {words} by {d.choice('pq')}"]
        at = f"facing({found}, {turn})" if d.chance(60) else found
        if number and d.chance(50):
            far = f"{d.integer(0, 2)}.{d.integer(1, 9)} inches"
            at = f"displaced({d.choice(('s0', found))}, {d.integer(0, 359)}, {far})"
        lines += [f"put {name} at {at}"] if d.chance(90) else []
    return [*lines, *(["let g = s1"] if not w.relays else [])]
