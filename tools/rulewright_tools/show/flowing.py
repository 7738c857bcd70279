"""Arranges short texts in lines, side by side, with as many in each line as fit.

Separate because the legends of boards and of tables look the same below different pictures.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text


def flow(items: Iterable[Text], width: int, indent: str = "") -> list[Text]:
    """Returns lines with as many items side by side as fit; no item is broken."""
    found: list[Text] = []
    for item in items:
        if found and found[-1].cell_len + 3 + item.cell_len <= width:
            found[-1].append("   ").append_text(item)
        else:
            found.append(Text(indent).append_text(item))
    return found
