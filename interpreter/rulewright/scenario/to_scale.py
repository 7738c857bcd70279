"""Drawings to scale of positions on a table in inches: each glyph is a square, with a thing at its centre.

Separate because on cells a drawing is the board itself, while a table has its own shape, and a drawing on it only shows
positions.
"""
from __future__ import annotations

from typing import Final

from rulewright.scenario.case import Drawing
from rulewright.space.plane.poses import UNITS, Problem, on_plane, pose, read_inches

MOST: Final = 100_000
"""A glyph is at most so many thousandths of an inch wide, and of an even number of them: it has a middle."""
_NOBODY: Final = ". "


def read_scale(text: str) -> int | None:
    """The width of a glyph, in thousandths, for a string such as `2 inches`; None for anything else."""
    written, _, unit = text.partition(" ")
    found = read_inches(written)
    if isinstance(found, Problem) or unit not in UNITS or not 2 <= found <= MOST or found % 2:
        return None
    return found


def drawn_at(drawn: Drawing, scale: int) -> dict[str, list[int]]:
    """The spots at which signs are drawn, row by row."""
    found: dict[str, list[int]] = {}
    for y, row in enumerate(drawn.rows):
        for x, sign in enumerate(row):
            middle = (2 * x + 1) * scale // 2, (2 * y + 1) * scale // 2
            if sign not in _NOBODY and on_plane(*middle):
                found.setdefault(sign, []).append(pose(*middle))
    return found
