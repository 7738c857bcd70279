"""Turns an answer that is offered into what its conditions come to: what it costs, how well a target is seen.

Separate because it reads the words of conditions, which `explain` never does: values that a condition asks of nothing
but the arguments of the call are asked again, and told beside it.
"""

from __future__ import annotations

import re
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

# A call with nothing but names in its brackets.
_CALL = re.compile(r"\b([a-z_][a-z0-9_]*)\(([a-z0-9_, ]*)\)")
# What is told in a word or two; a set of places is no help.
_SHORT = frozenset(("yes_no", "number", "unit", "cells", "hexes", "inches", "enum", "entity", "union", "player",
                    "sheet", "place", "edge", "direction", "die"))  # fmt: skip


def conditions(m: State, event: Event, args: tuple[Any, ...], sight: Sight, folder: str) -> list[Text]:
    """Each named condition of an offered call, and the values that it asks of the arguments."""
    given = dict(zip((name for name, _ in event.fields[: event.params]), args, strict=True))
    lines: list[Text] = []
    told: set[str] = set()
    for condition in event.conditions:
        said = " and ".join(text for _, _, text in condition.parts)
        lines.append(Text.assemble(
            "  ", (f"{condition.name.replace('_', ' ')}: ", "bold"), said, "  ",
            (place_words(condition.place, folder), "dim"),
        ))  # fmt: skip
        for words in _values(m, condition, given, sight):
            if words not in told:
                told.add(words)
                lines.append(Text(f"    {words}", "green"))
    return lines


def _values(m: State, condition: Condition, given: dict[str, Any], sight: Sight) -> Iterator[str]:
    """Values that a condition asks, with what they are."""
    texts = m.p.program.texts
    for _, _, said in condition.parts:
        for name, inside in _CALL.findall(said):
            text = texts.get(f"value {name}")
            names = [word.strip() for word in inside.split(",") if word.strip()]
            if text is None or len(names) != len(text.params) or not set(names) <= set(given):
                continue
            code = text.gives[2][0] if text.gives[0] == "maybe" else text.gives
            if code[0] not in _SHORT:
                continue
            try:
                args = tuple(given[one] for one in names)
                found = why.breakdown(m, f"value {name}", args, sight.language, sight.viewer)
            except Unseen:
                yield say(sight.language, "hangs_on_secrets")
                continue
            yield f"{found.title} = {found.words}"
