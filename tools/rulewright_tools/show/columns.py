"""Formats rows of figures as a table for a terminal.

Separate because several commands report figures: the first column names a row, and the others are right-aligned.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import SIMPLE
from rich.table import Table


def table(head: Iterable[str], rows: Iterable[Iterable[str]], gap: int = 1) -> Table:
    """Returns the table. `gap`: further characters between two columns."""
    made = Table(*head, box=SIMPLE, padding=(0, gap, 0, 0))
    for number, column in enumerate(made.columns):
        column.no_wrap = True
        column.justify = "right" if number else "left"
    for row in rows:
        made.add_row(*row)
    return made
