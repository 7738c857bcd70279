"""What callers give to a match, apart from answers: seats, numbers and languages, or why it is refused.

Separate because every method takes some of them, and refuses what is none in the same words.
"""

from __future__ import annotations

import math
import operator
from typing import Any, SupportsIndex, TypeGuard

from rulewright.errors import RulewrightError
from rulewright.play.chance import Chance
from rulewright.saves import short


def seat_of(players: int, seat: Any) -> int:
    """A seat from a caller. Raises RulewrightError."""
    found = whole("a seat", seat)
    if not 0 <= found < players:
        raise RulewrightError(f"there is no seat {short(found)}: the match has {players}, from 0")
    return found


def chance_of(seed: Any) -> Chance:
    """The numbers that a seed from a caller draws. Raises RulewrightError."""
    return Chance(whole("a seed", seed))


def count_of(answers: Any) -> int:
    """A number of answers from a caller. Raises RulewrightError."""
    found = whole("a number of answers", answers)
    if found < 0:
        raise RulewrightError(f"a number of answers must be at least 0, not {short(found)}")
    return found


def whole(what: str, number: Any) -> int:
    """A whole number from a caller. Raises RulewrightError."""
    if not is_whole(number):
        raise RulewrightError(f"{what} must be a whole number, not {number!r:.60}")
    return operator.index(number)


def is_whole(number: Any) -> TypeGuard[SupportsIndex]:
    """Whether a value from a caller is a whole number: also one of numpy, but not a yes or no."""
    try:
        operator.index(number)  # an array of numpy has the method too, but is not a number
    except TypeError:
        return False
    return not isinstance(number, bool)


def thousandths_of(inches: Any) -> int | None:
    """A length from a caller, in thousandths of an inch; None if it is not a number or not finite."""
    if isinstance(inches, bool) or not isinstance(inches, (int, float)):
        return None
    found = inches * 1000
    return found if isinstance(found, int) else round(found) if math.isfinite(found) else None


def language_of(language: Any) -> str:
    """A language from a caller. One that a pack does not have gives ids and the words of the pack's first language.
    Raises RulewrightError."""
    if not isinstance(language, str):
        raise RulewrightError(f"a language must be a string such as 'en', not {language!r:.60}")
    return language
