"""Turns places, ways and formations within other words (`why march(GA, 12x7)`) into values: typed as answers are.

Separate because an answer is read by what the question offers, and here only the type is known, and what goes there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.explained import TypeCode
from rulewright.play.state import State
from rulewright_tools.playing.placing import Formation, formation_of, names_of, places_of
from rulewright_tools.show.pieces import Sight, Signs, placed
from rulewright_tools.show.words import say


def takes_commas(t: TypeCode) -> bool:
    """Whether a value of a type may be typed with commas outside of brackets: `8, 12`, `GA 12x7, GB 13.5x7`."""
    return t[0] in ("place", "way", "formation") or (t[0] == "maybe" and takes_commas(t[2][0]))


def value(
    m: State, text: str, tag: str, mover: int | None, likes: Iterable[Formation], signs: Signs, sight: Sight
) -> Any | str:
    """The value of a type (`place` on a table, `way`, `formation`) that words are, or in words what is wrong with them.
    `mover`: the thing that goes there. `likes`: formations that are proposed; things that a formation does not name
    stand or go as in one of these."""
    if tag == "formation":
        return _formation(m, text, likes, signs, sight)
    places = places_of(m, text, mover, signs, sight)
    if isinstance(places, str):
        return places
    if tag == "place":
        return places[0] if len(places) == 1 else say(sight.language, "no_spot", word=text)
    start = -1 if mover is None else m.at[mover]
    way = places if start < 0 else (start, *places)
    return way if len(way) > 1 else say(sight.language, "no_way")


def _formation(m: State, text: str, likes: Iterable[Formation], signs: Signs, sight: Sight) -> Formation | str:
    """Each goes a way where the like of it does, or where any of them goes several legs."""
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    found = formation_of(m, text, names_of(m, placed(m), signs, sight))
    if found is None or isinstance(found, str):
        return found or say(sight.language, "no_formation", word=text)
    like = dict(next((one for one in likes if found.keys() <= dict(one).keys()), ()))
    go = any(type(goal) is tuple for goal in like.values()) if like else any(len(one) > 1 for one in found.values())
    goals = {e: (m.at[e], *places) if go else places[-1] for e, places in found.items()}
    return tuple(sorted((like | goals).items()))
