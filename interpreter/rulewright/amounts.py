"""Reads and writes numbers with a unit as people type them: `4`, `4 cells`, `1 cell`, `2.5 inches`.

Separate because a command line, a terminal and a test accept the same numbers, and none of them parses code.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from rulewright.numbers import whole_number
from rulewright.space.plane.poses import inches, read_inches
from rulewright.units import SINGULAR, named

_AMOUNT: Final = re.compile(r'([-+0-9.]+)\s*(.*)')


def amount(text: str, unit: str, most: int | None = None, words: Collection[str] = ()) -> int | None:
    """The number in a string, in a unit ("": without one) that may be omitted; inches have decimals and are returned in
    thousandths. None for anything else, including a number of another unit or one beyond `most` in either direction.
    `words`: other names for the unit."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None or found[2] not in ("", unit, SINGULAR.get(unit, unit), *words):
        return None
    if unit != "inches":
        least = None if most is None else -most
        return whole_number(found[1], least, most)
    number = read_inches(found[1])
    return number if isinstance(number, int) and (most is None or abs(number) <= most) else None


def digits(number: int, unit: str) -> str:
    """A number as people type it before its unit."""
    return inches(number) if unit == "inches" else str(number)


def written(number: int, unit: str) -> str:
    """A number with its unit, in the form that `amount` reads."""
    said = digits(number, unit)
    return f"{said} {named(unit, 1 if said == '1' else 2)}".rstrip()
