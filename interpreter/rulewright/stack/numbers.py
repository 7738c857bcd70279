"""Reads numbers with their units as sheets print them, and writes them back.

Separate because changes calculate with exact fractions, and the result must be written like the old value.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor
from typing import Final

from rulewright.units import PLURAL, named

_NUMBER: Final = re.compile(r"(-?[0-9]{1,9}(?:\.[0-9]{1,3})?)(?: +([a-z]+))?")
_FACTOR: Final = re.compile(r"([0-9]{1,6})(?:%|/([0-9]{1,6}))")


def number(text: str) -> tuple[Fraction, str] | None:
    """A number and its unit in the plural ("" without one); None if the string is something else."""
    match = _NUMBER.fullmatch(text)
    if match is None or (match[2] is not None and match[2] not in PLURAL and match[2] not in PLURAL.values()):
        return None
    unit = match[2] or ""
    return Fraction(match[1]), PLURAL.get(unit, unit)


def factor(text: str) -> Fraction | None:
    """The factor of a `scale`: `110%` or `3/2`."""
    match = _FACTOR.fullmatch(text)
    if match is None or (match[2] is not None and not int(match[2])):
        return None
    return Fraction(int(match[1]), 100 if match[2] is None else int(match[2]))


def written(value: Fraction, unit: str) -> str:
    """A number as authors write it, rounded down to a whole one (inches to thousandths)."""
    if unit == "inches" and value.denominator != 1:
        thousandths = floor(value * 1000)
        text = f"{thousandths / 1000:.3f}".rstrip("0").rstrip(".")
        return f"{text} inches"
    whole = floor(value)
    return f"{whole} {named(unit, whole)}" if unit else str(whole)
