"""Plays matches of two packs seed by seed with the same bots, and compares wins and lengths.

Separate because it is statistics without text. Matches with the same seed are a pair: what both packs share cancels in
the difference, so that few matches are already informative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from rulewright.play.load import Linked
from rulewright_tools.balancing import Outcome, Wanted, played
from rulewright_tools.shares import Z

_FEWEST: Final = 5  # minimal number of pairs for an interval


@dataclass(frozen=True, slots=True)
class Compared:
    """A number for both packs with the difference, and the interval of the true difference in 95 of 100 cases (None:
    too few matches)."""

    old: float
    new: float
    low: float | None
    high: float | None

    @property
    def difference(self) -> float:
        """The increase from the old to the new pack."""
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The results of all pairs. `wins`: by seat, the share of matches that only this seat won; `drawn`, `cut`: for both
    packs; `same`: pairs with the same result and the same number of answers."""

    matches: int
    wins: tuple[Compared, ...]
    length: Compared
    drawn: tuple[int, int]
    cut: tuple[int, int]
    same: int
    faults: tuple[str, ...]

    @property
    def differ(self) -> bool:
        """Returns whether the result of any match differs."""
        return self.same < self.matches


Pair = tuple[Outcome, Outcome]


def pairs(
    old: Linked, new: Linked, count: int, bots: tuple[str, ...], given: dict[str, Any], workers: int
) -> Iterator[Pair]:
    """Yields the matches of seeds from 0 on in both packs, in the order of seeds. Raises Died, as `balancing.played`.
    """
    wanted = [Wanted("", seed, given, bots) for seed in range(count)]
    players = old.program.players[0]
    yield from zip(played(old, wanted, players, workers), played(new, wanted, players, workers), strict=True)


def outcomes_of(several: Sequence[Pair]) -> Outcomes:
    """Summarises pairs of matches; there is at least one."""
    seats = max(one.seats for pair in several for one in pair)
    return Outcomes(
        len(several),
        tuple(_shares([(_won(old, seat), _won(new, seat)) for old, new in several]) for seat in range(seats)),
        _means([(old.decisions, new.decisions) for old, new in several]),
        (sum(_is_drawn(old) for old, _ in several), sum(_is_drawn(new) for _, new in several)),
        (sum(not old.ended for old, _ in several), sum(not new.ended for _, new in several)),
        sum(old == new for old, new in several),
        tuple(f"{name}, seed {one.seed}: {one.fault}" for pair in several
              for name, one in zip(("OLD", "NEW"), pair, strict=True) if one.fault),
    )  # fmt: skip


def _won(one: Outcome, seat: int) -> bool:
    return one.winners == (seat,)


def _is_drawn(one: Outcome) -> bool:
    return one.ended and (one.winners is None or len(one.winners) != 1)


def _shares(several: list[tuple[bool, bool]]) -> Compared:
    """Compares shares of pairs, with the interval of Agresti and Min: half a pair is added to each of the four possible
    results of a pair, so that equal pairs do not suggest certainty."""
    count = len(several)
    old, new = sum(one for one, _ in several) / count, sum(two for _, two in several) / count
    if count < _FEWEST:
        return Compared(old, new, None, None)
    gained = sum(two and not one for one, two in several) + 0.5
    lost = sum(one and not two for one, two in several) + 0.5
    size = count + 2
    middle = (gained - lost) / size
    wide = Z * sqrt(gained + lost - (gained - lost) ** 2 / size) / size
    return Compared(old, new, max(-1.0, middle - wide), min(1.0, middle + wide))


def _means(several: list[tuple[int, int]]) -> Compared:
    """Compares means of pairs, with Student's interval."""
    count = len(several)
    old, new = sum(one for one, _ in several) / count, sum(two for _, two in several) / count
    if count < _FEWEST:
        return Compared(old, new, None, None)
    spread = sum((two - one - (new - old)) ** 2 for one, two in several) / (count - 1)
    wide = _student(count - 1) * sqrt(spread / count)
    return Compared(old, new, new - old - wide, new - old + wide)


def _student(freedom: int) -> float:
    """Returns the factor of Student's interval for a number of degrees of freedom; from 4 on it is correct to a
    hundredth or two."""
    z = Z
    terms: tuple[float, ...] = (
        (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )  # fmt: skip
    factor: float = z + sum(term / freedom**power for power, term in enumerate(terms, start=1))
    return factor
