"""Turns the table of a match into a picture: rough in characters, with its areas and who stands where.

Separate because a plane has no cells that could be drawn one by one (`board` draws those).
"""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from rulewright.play.scenes import scene_of
from rulewright.play.state import State
from rulewright.space.forms import FORMS
from rulewright.space.plane import coarse
from rulewright_tools.show.pieces import Sight, Signs, placed, short_name

# A line for each: more are left out, as the list below the picture has them all.
_MOST_COLUMNS = 120


def is_table(m: State) -> bool:
    """Whether the board is a table, of which places cannot be listed."""
    return FORMS[m.p.program.board].areas == "terms"


def draw(m: State, signs: Signs, sight: Sight, marked: Collection[int] = ()) -> list[Text]:
    """The lines of the table. `marked`: entities that the pending question offers."""
    if m.board_key is None:
        return []
    things = [(e, short_name(m, e, sight), signs.of(m, e, sight)) for e in placed(m)]
    scene = scene_of(m, things)
    wide = coarse.WIDE
    left, _, right, _ = m.board.extent.left, 0, m.board.extent.right, 0
    while (right - left) // wide > _MOST_COLUMNS:
        wide *= 2
    rows = coarse.draw(scene, wide, 2 * wide)
    kept = len(rows) - len(coarse.legend(scene))
    legend = coarse.legend(scene)[: 1 if scene.zones else 0]
    return [Text(line) for line in (*rows[:kept], *legend)]
