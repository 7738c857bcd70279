"""Summarises the matches of each value of a setting: how many each seat has won alone, and how certain its share is.

Separate from `balancing`, which plays matches whatever they compare, and from `rivals`, where two values play each
other: here all players have the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rulewright_tools.balancing import Tally

Z: Final = 1.96  # for 95 %


def interval(won: int, of: int) -> tuple[float, float]:
    """Returns the interval of the true share in 95 of 100 cases (Wilson): from 0 to 1 if nothing was decided."""
    if of == 0:
        return 0.0, 1.0
    share, z = won / of, Z * Z / of
    middle = (share + z / 2) / (1 + z)
    wide = sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
    return max(0.0, middle - wide), min(1.0, middle + wide)


def range_of(won: int, of: int) -> str:
    """Formats an interval: `46-56%`."""
    low, high = interval(won, of)
    return f"{low * 100:.0f}-{high:.0%}"


def seats_of(found: Iterable[Tally]) -> int:
    """Returns the maximal number of seats in any of the matches."""
    return max((len(tally.won) for tally in found), default=0)


def columns(by: str, seats: int) -> tuple[str, ...]:
    """Returns the head of the table; `by`: the setting, or another word for what is compared."""
    return (by, "matches", *(f"player {seat + 1}" for seat in range(seats)), "drawn", "cut off")


def row(tally: Tally, name: str, seats: int, sure: bool = False) -> tuple[str, ...]:
    """Returns a row of the table: how many matches and what share each seat has won alone; `sure`: with intervals of
    these shares. `name`: used if no values are compared."""
    won = [f"{count} ({tally.share(seat):.0%}{_surely(count, tally.matches) if sure else ''})"
           for seat, count in enumerate(tally.won)]  # fmt: skip
    return (tally.value or name, str(tally.matches), *won, *[""] * (seats - len(won)), str(tally.drawn), str(tally.cut))


def _surely(won: int, of: int) -> str:
    return f", {range_of(won, of)}"


def page(found: Sequence[Tally], by: str | None, name: str, command: str) -> str:
    """Returns the page of a report, in Markdown; `by`: the setting that is compared, if any."""
    seats = seats_of(found)
    head = columns(by or "pack", seats)
    lines = [
        "# Balance", "", f"Made by `{command}`.", "",
        "How many of all matches each player has won alone, the share, and where the true share lies in 95 of 100",
        "cases.", "", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}",
    ]  # fmt: skip
    lines += [f"| {' | '.join(row(tally, name, seats, sure=True))} |" for tally in found]
    return "\n".join(lines) + "\n"
