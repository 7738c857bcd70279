"""Draws the table of a match roughly in characters, with its areas and pieces.

Separate because a plane has no cells that could be drawn one by one (`board` draws those).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from typing import Final

from rich.text import Text

from rulewright.play.scenes import NOBODY, scene_of
from rulewright.play.state import State
from rulewright.space.forms import FORMS
from rulewright.space.plane import coarse
from rulewright.space.plane.poses import inches
from rulewright.space.plane.scene import Scene, Zone
from rulewright_tools.show.flowing import flow
from rulewright_tools.show.pieces import Sight, Signs, placed, short_name
from rulewright_tools.show.styles import POSSIBLE, SHADES, owner_style
from rulewright_tools.show.words import say

# The finest characters with which a table still fits a terminal: their width in thousandths of an inch.
_WIDTHS: Final = (500, 1_000, 2_000, 4_000, 8_000)
_MOST_COLUMNS: Final = 76

# By the side of the table along which a line runs.
_SIDES = {"left": "side_left", "right": "side_right", "top": "side_top", "bottom": "side_bottom"}


def is_table(m: State) -> bool:
    """Returns whether the board is a table, drawn to scale."""
    return FORMS[m.p.program.board].to_scale


def lists_places(m: State) -> bool:
    """Returns whether the places of the board can be listed; those of a table cannot, and a line may name any."""
    return FORMS[m.p.program.board].listed


def width_of(extent: tuple[int, int]) -> int:
    """Returns the width of a character on the table, in thousandths of an inch; it is twice as high. `extent`: from
    left to right, in thousandths."""
    left, right = extent
    wide = next((one for one in _WIDTHS if (right - left) // one <= _MOST_COLUMNS), _WIDTHS[-1])
    while (right - left) // wide > _MOST_COLUMNS:
        wide *= 2
    return wide


def draw(m: State, signs: Signs, sight: Sight, marked: Collection[int] = ()) -> list[Text]:
    """Returns the lines of the table. `marked`: entities that the pending question offers."""
    if m.board_key is None:
        return []
    things = [(e, short_name(m, e, sight), signs.of(m, e, sight)) for e in placed(m)]
    of_signs = {sign for e, _, sign in things if e in marked}
    scene = scene_of(m, things, language=sight.language)
    wide = width_of((m.board.extent.left, m.board.extent.right))
    shade = {id(zone): SHADES[number % len(SHADES)] for number, figures in _areas(scene)
             for zone in figures if zone.look == "tinted" and not zone.side}  # fmt: skip

    def style(cell: coarse.Cell) -> str:
        if cell.body is not None:
            owner = None if cell.body.tint == NOBODY else cell.body.tint
            return POSSIBLE if cell.body.sign in of_signs else owner_style(owner)
        # Signs of areas are dim, and things have no shade, so that these stand out.
        return f"dim {shade.get(id(cell.area), '')}".rstrip()

    grid = coarse.cells(scene, wide, 2 * wide)
    names = [inches(m.board.extent.top + j * 2 * wide) for j in range(len(grid))]
    margin = max(map(len, names))
    lines = [Text(" " * (margin + 2) + coarse.ruler(scene, wide), "dim")]
    for name, row in zip(names, grid, strict=True):
        line = Text.assemble((f"{name:>{margin}}  ", "dim"), no_wrap=True)
        for of, several in groupby(row, style):
            line.append("".join(cell.sign for cell in several), of)
        lines.append(line)
    return [*lines, *_legend(scene, shade, max(line.cell_len for line in lines), sight.language)]


def _areas(scene: Scene) -> list[tuple[int, list[Zone]]]:
    """Returns the figures of each area, which look alike and share a name, and the index of the first among all
    figures."""
    found: dict[str, tuple[int, list[Zone]]] = {}
    for number, zone in enumerate(scene.zones):
        found.setdefault(zone.name, (number, []))[1].append(zone)
    return list(found.values())


def _legend(scene: Scene, shade: dict[int, str], width: int, language: str) -> list[Text]:
    """Returns the signs and names of the areas that players have a name for, in lines as wide as the table; for an area
    along a side of the table, which has no sign, the side."""
    shown = [figures[0] for _, figures in _areas(scene) if figures[0].look != "faint"]
    words = [Text.assemble((zone.sign, shade.get(id(zone), "dim")), f" {zone.name}")
             for zone in shown if not zone.side]  # fmt: skip
    words += [Text(say(language, _SIDES[zone.side], area=zone.name)) for zone in shown if zone.side]
    return flow(words, width)
