"""Keeps how far a long comparison has come, so that it goes on from there after a stop."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class Progress:
    """A file of one row: what was asked for, and how far it has come. It is gone when all is done."""

    def __init__(self, path: Path, asked: Row) -> None:
        self.path, self.asked = path, asked

    def known(self) -> Row:
        """How far the same comparison has come before; empty if it begins."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept["come"] if kept.get("asked") == self.asked else {}

    def keep(self, come: Row) -> None:
        """From now on it has come so far."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({"asked": self.asked, "come": come}, indent=1), encoding="utf-8")
        os.replace(new, self.path)

    def end(self) -> None:
        """All is done: the next one begins anew."""
        self.path.unlink(missing_ok=True)
