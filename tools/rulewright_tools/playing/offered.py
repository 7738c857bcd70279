"""Shows what the conditions of an offered answer compare: what it costs, how well a target is seen.

Separate because it evaluates what `explain` never does: the quantities in a condition, which are shown next to it.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich.text import Text

from rulewright.play import labels, why
from rulewright.play.quantities import Weigher
from rulewright.play.state import State
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.why import decided, place_words
from rulewright_tools.show.words import say


def conditions(m: State, option: Any, sight: Sight, folder: str) -> list[Text]:
    """Returns each condition of an offered answer with its quantities, each quantity once."""
    lines: list[Text] = []
    told: set[str] = set()
    language, viewer = sight.language, sight.viewer
    for name, several in groupby(Weigher(m, language, viewer).answer(option), lambda one: one.name):
        parts = list(several)
        heading = Text("  ")
        called = labels.condition(name, language)
        heading.append(f"{called}: " if called else "", "bold")
        heading.append(" and ".join(part.text for part in parts))
        heading.append(f"  {place_words(parts[0].place, folder)}", "dim")
        lines.append(heading)
        for one in (one for part in parts for one in part.told):
            words = f"{one.title} = {one.words}"
            if words not in told:
                told.add(words)
                lines.append(Text(f"    {words}", "green"))
                behind = why.reasons(m, one.key, one.args, language, viewer) if one.key else ()
                lines += decided(behind, folder, 3, language)
        if any(part.unseen for part in parts):
            lines.append(Text(f"    {say(language, 'hangs_on_secrets')}", "green"))
    return lines
