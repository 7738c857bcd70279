"""The units in which content measures lengths: cells, hexes, inches."""

from __future__ import annotations

from typing import Final

# One of each. Inches are kept as thousandths.
SINGULAR: Final = {"cells": "cell", "hexes": "hex", "inches": "inch"}
PLURAL: Final = {one: several for several, one in SINGULAR.items()}


def named(unit: str, number: float) -> str:
    """The unit after a number, as written: 1 cell, 2 cells."""
    return SINGULAR.get(unit, unit) if number == 1 else unit
