"""Turns an answer that is offered into what its conditions come to: what it costs, how well a target is seen.

Separate because it asks again what `explain` never does: the values that a condition asks of nothing but the arguments
of the call, which are told beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from rulewright.play import why
from rulewright.play.seen import Unseen
from rulewright.play.state import State
from rulewright.program import Condition, Event
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.why import place_words
from rulewright_tools.show.words import say

# What is told in a word or two; a set of places is no help.
_SHORT = frozenset(("yes_no", "number", "unit", "cells", "hexes", "inches", "enum", "entity", "union", "player",
                    "sheet", "place", "edge", "direction", "die"))  # fmt: skip


def conditions(m: State, event: Event, args: tuple[Any, ...], sight: Sight, folder: str) -> list[Text]:
    """Each named condition of an offered call, and the values that it asks of the arguments."""
    lines: list[Text] = []
    told: set[str] = set()
    for condition in event.conditions:
        said = " and ".join(text for _, _, text in condition.parts)
        lines.append(Text.assemble(
            "  ", (f"{condition.name.replace('_', ' ')}: ", "bold"), said, "  ",
            (place_words(condition.place, folder), "dim"),
        ))  # fmt: skip
        for words in _values(m, condition, args, sight):
            if words not in told:
                told.add(words)
                lines.append(Text(f"    {words}", "green"))
    return lines


def _values(m: State, condition: Condition, args: tuple[Any, ...], sight: Sight) -> Iterator[str]:
    """Values that a condition asks, with what they are."""
    for key, which in condition.asked:
        text = m.p.program.texts[key]
        code = text.gives[2][0] if text.gives[0] == "maybe" else text.gives
        if code[0] not in _SHORT:
            continue
        try:
            found = why.breakdown(m, key, tuple(args[i] for i in which), sight.language, sight.viewer)
        except Unseen:
            yield say(sight.language, "hangs_on_secrets")
            continue
        yield f"{found.title} = {found.words}"
