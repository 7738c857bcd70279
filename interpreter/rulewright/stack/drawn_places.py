"""Finds the sign of a place in the drawing of a map, by the name of the place.

Separate because it is the only path of a change that leads into a string.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.numbers import whole_number
from rulewright.space.naming import column_number
from rulewright.space.picture import sign_at

_NAME: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})")


def find(rows: Sequence[str], staggered: bool, name: str) -> tuple[int, int] | None:
    """The line and the column of the sign of a place (`E5`), both from 0; None if none is drawn there."""
    match = _NAME.fullmatch(name)
    if match is None or not any(row.strip() for row in rows):
        return None
    row = whole_number(match[2])
    return None if row is None else sign_at(rows, staggered, column_number(match[1]), row - 1)
