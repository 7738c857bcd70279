"""The colours of a match on a terminal: of what players own, of areas, and of possible answers.

Separate because boards, tables, legends and stories show a player in the same colour.
"""

from __future__ import annotations

from typing import Final

# By seat; readable on dark and on light ground, and distinguishable without telling red from green.
OWNERS: Final = ("bold bright_cyan", "bold bright_yellow", "bold bright_magenta", "bold bright_green")
NOBODY: Final = "bold bright_white"
POSSIBLE: Final = "bold black on bright_green"
SOLID: Final = "grey85 on grey35"
SHADES: Final = ("grey78 on #3b3222", "grey78 on #1f3a2d", "grey78 on #22304d", "grey78 on #45283f",
                 "grey78 on #33333f", "grey78 on #4a2a20", "grey78 on #1d3d42")  # fmt: skip


def owner_style(owner: int | None) -> str:
    """Returns the style for what a seat owns."""
    return NOBODY if owner is None else OWNERS[owner % len(OWNERS)]
