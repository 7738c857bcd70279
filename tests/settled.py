"""Settings for matches at random: yes and no by lot, except where one of them empties the match."""

from __future__ import annotations

from typing import Any, Final

from rulewright.play.chance import Chance
from rulewright.program import Program

# Setting -> the value of all matches. Where players may concede at any question, one of them does before anything has
# happened: half of the answers would be about the first quarter of the match.
SETTLED: Final = {"conceding": False}


def drawn_settings(program: Program, seed: int) -> dict[str, Any]:
    """Raw values of the yes-or-no settings of a pack, drawn from a generator of the seed but those that are settled."""
    chance = Chance(seed)
    names = [name for name, type_, _ in program.settings if type_[0] == "yes_no"]
    return {name: SETTLED.get(name, bool(chance.draw(2, "settings"))) for name in names}
