"""Turns short texts into lines that hold as many of them side by side as fit.

Separate because the legends of boards and of tables are printed alike, and each stands below a picture of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text


def flow(items: Iterable[Text], width: int, indent: str = "") -> list[Text]:
    """Items side by side, as many in a line as fit; none is broken."""
    found: list[Text] = []
    for item in items:
        if found and found[-1].cell_len + 3 + item.cell_len <= width:
            found[-1].append("   ").append_text(item)
        else:
            found.append(Text(indent).append_text(item))
    return found
