"""Reads numbers that people type and files contain: the only place where their digits become a number.

Separate because such digits are untrusted: `int` accepts the digits of all scripts, spaces and underscores, and raises
an exception for thousands of digits.
"""

from __future__ import annotations

import re
from typing import Final

MAX_SEED: Final = (1 << 64) - 1
# No number in the input is longer than a seed.
MAX_DIGITS: Final = 20
_WHOLE: Final = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")


def whole_number(text: str, least: int | None = None, most: int | None = None) -> int | None:
    """The whole number in a string such as `-12`, if it is between `least` and `most` (both included). None for
    anything else: not a number, more than MAX_DIGITS digits, other digits than 0 to 9."""
    if _WHOLE.fullmatch(text) is None:
        return None
    number = int(text)
    if (least is not None and number < least) or (most is not None and number > most):
        return None
    return number
