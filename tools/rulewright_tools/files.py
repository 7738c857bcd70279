"""Turns a text into the content of a file, whole or not at all.

A module of its own because whoever writes an author's file must never leave half of it behind.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_NEW_FILE = 0o666


def obstacle(path: Path) -> str | None:
    """Why `replace` could not write there, told before there is anything to write; None when nothing is seen."""
    folder = path.resolve().parent
    if not folder.is_dir():
        return f"there is no folder '{folder}'"
    return None if os.access(folder, os.W_OK | os.X_OK) else f"nothing may be written into '{folder}'"


def replace(path: Path, text: str) -> None:
    """Puts a text in place of a file, or makes the file, in one step; its rights stay. Raises OSError.

    A link keeps pointing to its file, whose text is replaced.
    """
    target = path.resolve()
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(name, target.stat().st_mode if target.exists() else _NEW_FILE & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
