"""Stores the unfinished match of each pack, so that a player can continue it.

Separate because this happens without asking: it must never stop a match, and it has its own folder.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import write

VARIABLE: Final = "RULEWRIGHT_STATE"
_ONLY_OURS: Final = 0o700  # the file contains every secret of the match


def folder() -> Path | None:
    """Returns the folder for unfinished matches: that of RULEWRIGHT_STATE (off: none), else the user's folder for the
    state of programs."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen:
        return None if chosen == "off" else Path(chosen)
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home) / "rulewright" / "matches"
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path(home) / ".local" / "state") / "rulewright"


def place(pack: str) -> Path | None:
    """Returns the file for the unfinished match of a pack (its id)."""
    where = folder()
    return None if where is None else where / f"{pack}.json"


class Unfinished:
    """Stores one match. `pack_folder`: the pack as the user wrote it."""

    def __init__(self, match: Match, pack_folder: str) -> None:
        self._match = match
        self._folder = pack_folder
        self._path = place(match.game.linked.program.id)
        self.is_there = False  # whether the file has this match, and not one that somebody left before

    def keep(self) -> OSError | None:
        """Writes the current match; returns the error, once, if that fails."""
        if self._path is None or not self._match.story:
            return None
        try:
            self._path.parent.mkdir(_ONLY_OURS, parents=True, exist_ok=True)
            write(self._match, self._folder, self._path)
            self.is_there = True
        except OSError as bad:
            self._path = None
            return bad
        return None

    @property
    def kept(self) -> bool:
        """Returns whether it is stored."""
        return self._path is not None and bool(self._match.story)

    def over(self) -> None:
        """The match is over: there is nothing to continue."""
        if self._path is not None and self.is_there:
            self._path.unlink(missing_ok=True)
