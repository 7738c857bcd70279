"""Formats the values of several things at once: of those in a list, and of all that are shown.

Separate because lists omit owners, and changes are shown for all pieces and players together.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.play.shown import Beginnings, figures
from rulewright.play.state import State
from rulewright_tools.show.pieces import Sight, placed, short_name


def in_a_list(m: State, e: int, above: int | None, sight: Sight, begun: Beginnings | None = None) -> str:
    """Returns the name of a card or piece in a list, without its owner if that is the player above the list, with the
    pack's words for it in brackets: `Shield (given to Garrek)`."""
    name = short_name(m, e, sight) if m.owner[e] == above else sight.entity(m, e)
    said = _said(m, e, sight, begun)
    return f"{name} ({', '.join(said)})" if said else name


def says_something(m: State, e: int, sight: Sight, begun: Beginnings | None = None) -> bool:
    """Returns whether the pack has words for the current state of a thing."""
    return bool(_said(m, e, sight, begun))


def _said(m: State, e: int, sight: Sight, begun: Beginnings | None) -> list[str]:
    if not m.p.program.kinds[m.p.sheets[m.sheet[e]].kind].shown:
        return []
    return [one.said for one in figures(m, "entity", e, sight, begun) if one.said]


def snapshot(m: State, sight: Sight) -> Mapping[tuple[str, int], str]:
    """Returns the words for every number of pieces and players, to find later what has changed."""
    begun = Beginnings(m, sight)
    found = [figure for e in placed(m) for figure in figures(m, "entity", e, sight, begun)]
    found += [figure for seat in range(m.players) for figure in figures(m, "player", seat, sight, begun)]
    return {figure.key: figure.words for figure in found if figure.number}
