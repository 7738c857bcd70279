"""Parses places, ways and formations within other words (`why march(GA, 12x7)`): they are typed like answers.

Separate because answers are parsed by what the question offers; here only the type and the moving thing are known.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.explained import TypeCode
from rulewright.play.state import State
from rulewright_tools.playing.option import Formation
from rulewright_tools.playing.placing import formation_of, names_of, places_of
from rulewright_tools.show.pieces import Sight, Signs, placed
from rulewright_tools.show.words import say


def takes_commas(t: TypeCode) -> bool:
    """Returns whether a value of a type may contain commas outside brackets when typed: `8, 12`, `GA 12x7, GB 13.5x7`.
    """
    return t[0] in ("place", "way", "formation") or (t[0] == "maybe" and takes_commas(t[2][0]))


def value(
    m: State, text: str, tag: str, mover: int | None, likes: Iterable[Formation], signs: Signs, sight: Sight
) -> Any | str:
    """Returns the value of a type (`place` on a table, `way`, `formation`), or a message that says what is wrong with
    the words. `mover`: the thing that goes there. `likes`: proposed formations; things that a formation does not name
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
    """Gives every thing a way if the matching proposed formation contains ways or, without one, if any thing has
    several legs; else a place."""
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    found = formation_of(m, text, names_of(m, placed(m), signs, sight), sight.language)
    if found is None or isinstance(found, str):
        return found or say(sight.language, "no_formation", word=text)
    like = dict(next((one for one in likes if found.keys() <= dict(one).keys()), ()))
    go = any(type(goal) is tuple for goal in like.values()) if like else any(len(one) > 1 for one in found.values())
    goals = {e: (m.at[e], *places) if go else places[-1] for e, places in found.items()}
    return tuple(sorted((like | goals).items()))
