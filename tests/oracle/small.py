"""Small boards and armies for packs whose own matches are too large for the oracle, which remembers nothing: each a
pack upon the pack, with what its settings name. All rules are those of the pack, and so are all events but those that
its own missions and armies add."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tests.settled import drawn_settings

from rulewright.program import Program

_Given = str | bool | tuple[str, ...]
_PATROL: Final[dict[str, _Given]] = {
    "mission": ("big_guns_never_tire", "the_scouring", "purge_the_alien", "crusade"),
    "first_army": "patrol_army",
    "second_army": "patrol_army",
    "stock": "small_stock",
}
# Folder of this one -> settings by name: the id of a sheet, or of one after the other for each seed, or a value.
SMALL: Final[dict[str, dict[str, _Given]]] = {
    "tests/oracle/small/alley": {"mission": "alley_fight"},
    "tests/oracle/small/yard": {"mission": "yard_fight"},
    "tests/oracle/small/night": {"mission": "yard_fight"},
    "tests/oracle/small/patrol": _PATROL,
    "tests/oracle/small/swift": _PATROL,
}


def settings_of(pack: Path, program: Program, seed: int) -> dict[str, Any]:
    """Settings for a match of a pack: yes and no drawn from a generator of the seed, and what makes it small."""
    numbers = {sheet.id: number for number, sheet in enumerate(program.sheets)}
    given = next((own for name, own in SMALL.items() if pack.as_posix().endswith(name)), {})
    of_seed = {name: one[seed % len(one)] if isinstance(one, tuple) else one for name, one in given.items()}
    return drawn_settings(program, seed) | {
        name: numbers[value] if isinstance(value, str) else value for name, value in of_seed.items()
    }
