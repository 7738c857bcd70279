"""Formats the results of continued saves as a table.

Separate because readers of the numbers want to know what was compared, not only that it was equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.table import Table

from rulewright_tools.show import columns

if TYPE_CHECKING:
    from rulewright_tools.resuming import Outcome


def table(found: Mapping[str, list[Outcome]], seconds: Mapping[str, float]) -> Table:
    """Returns a row for each pack, and a total: matches, saves loaded in other processes, those loaded once more and
    played to the end, answers given there, entries of traces compared, processes that compiled the pack themselves,
    failed matches, and seconds."""
    head = ("pack", "matches", "saves", "ends", "answers", "entries", "compiled", "failed", "s")
    made = columns.table(head, (_row(pack, outcomes, seconds[pack]) for pack, outcomes in found.items()), gap=0)
    if len(found) > 1:
        made.add_section()
        made.add_row(*_row("all", [one for some in found.values() for one in some], sum(seconds.values())))
    return made


def _row(title: str, outcomes: list[Outcome], seconds: float) -> list[str]:
    counts = [
        len(outcomes),
        sum(one.loaded for one in outcomes),
        sum(one.ends for one in outcomes),
        sum(one.answers for one in outcomes),
        sum(one.entries for one in outcomes),
        sum(one.compiled for one in outcomes),
        sum(bool(one.difference) for one in outcomes),
    ]
    return [title, *(f"{count:,}" for count in counts), f"{seconds:.0f}"]
