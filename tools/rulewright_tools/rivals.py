"""Compares the values of two settings against each other, each in both seats, and makes the page of a report.

Separate from `shares`, where all players have the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rulewright_tools.shares import range_of

if TYPE_CHECKING:
    from rulewright_tools.balancing import Tally

_AGAINST: Final = " - "
COLUMNS: Final = ("pair", "matches", "won", "lost", "drawn", "cut", "share", "95 %")


@dataclass(slots=True)
class Pair:
    """The results of all matches between two values, whichever sat first."""

    one: str
    other: str
    matches: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    cut: int = 0


def crossed(first: str, second: str, values: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Returns the settings of the matches of each value against each other value, by both in order of seats."""
    return {
        f"{one}{_AGAINST}{other}": {**given, first: a, second: b}
        for one, a in values.items() for other, b in values.items() if one != other
    }  # fmt: skip


def pairs(tallies: Iterable[Tally]) -> list[Pair]:
    """Returns the results of each pair of values in both orders of seats, in the order of the tallies."""
    found: dict[frozenset[str], Pair] = {}
    for tally in tallies:
        one, other = tally.value.split(_AGAINST)
        pair = found.setdefault(frozenset((one, other)), Pair(one, other))
        ahead = [*tally.won, 0, 0][:2]
        if pair.one != one:
            ahead.reverse()
        pair.matches += tally.matches
        pair.won += ahead[0]
        pair.lost += ahead[1]
        pair.drawn += tally.drawn
        pair.cut += tally.cut
    return list(found.values())


def row(pair: Pair) -> tuple[str, ...]:
    """Returns a row of the table. Shares are of the matches that one of the two has won."""
    decided = pair.won + pair.lost
    share = f"{pair.won / decided:.0%}" if decided else "-"
    return (f"{pair.one}{_AGAINST}{pair.other}", *map(str, (pair.matches, pair.won, pair.lost, pair.drawn, pair.cut)),
            share, range_of(pair.won, decided))  # fmt: skip


def page(found: Iterable[Pair], command: str) -> str:
    """Returns the page of a report, in Markdown."""
    lines = [
        "# Balance", "", f"Made by `{command}`.", "",
        "Each pair plays half of its matches in each order of seats. Won and lost are counted for the first of a",
        "pair; its share is of the matches that one of the two has won.", "",
        f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}",
    ]  # fmt: skip
    lines += [f"| {' | '.join(row(pair))} |" for pair in found]
    return "\n".join(lines) + "\n"
