"""Turns an answer that is offered into what its conditions come to: what it costs, how well a target is seen.

Separate because it asks again what `explain` never does: what a condition compares, which is told beside it.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich.text import Text

from rulewright.play.quantities import Weigher
from rulewright.play.state import State
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.why import place_words
from rulewright_tools.show.words import say


def conditions(m: State, option: Any, sight: Sight, folder: str) -> list[Text]:
    """Each condition of an offered answer, and what it compares, each quantity once."""
    lines: list[Text] = []
    told: set[str] = set()
    for name, several in groupby(Weigher(m, sight.language, sight.viewer).answer(option), lambda one: one.name):
        parts = list(several)
        heading = Text("  ")
        heading.append(f"{name.replace('_', ' ')}: " if name else "", "bold")
        heading.append(" and ".join(part.text for part in parts))
        heading.append(f"  {place_words(parts[0].place, folder)}", "dim")
        lines.append(heading)
        words = [f"{one.title} = {one.words}" for part in parts for one in part.told]
        words += [say(sight.language, "hangs_on_secrets")] * any(part.unseen for part in parts)
        lines += [Text(f"    {one}", "green") for one in dict.fromkeys(words) if one not in told]
        told.update(words)
    return lines
