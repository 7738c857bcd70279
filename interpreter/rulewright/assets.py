"""Finds shipped files: inside an installed wheel, or in a checkout.

Separate because it is the only module that knows both cases.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent


def grammar_text() -> str:
    """The text of the grammar of effects."""
    return (_folder("grammar") / "effect.lark").read_text(encoding="utf-8")


def content_dir() -> Path:
    """The folder of the packs that ship with the project."""
    return _folder("content")


def mods_dir() -> Path:
    """The folder of the shipped packs that change others."""
    return content_dir() / "mods"


@cache
def engine_stamp() -> str:
    """Names, sizes and times of the engine's files. If they change, the engine may work differently.

    Data that an engine has created and stored is valid only for the same engine.
    """
    found: list[str] = []
    folders = [str(_PACKAGE), str(_folder("grammar"))]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in ("__pycache__", "_data"):
                        folders.append(entry.path)
                elif entry.name.endswith((".py", ".lark")):
                    known = entry.stat()
                    found.append(f"{entry.path} {known.st_size} {known.st_mtime_ns}")
    return "\n".join(sorted(found))


def _folder(name: str) -> Path:
    shipped = _PACKAGE / "_data" / name
    return shipped if shipped.is_dir() else _PACKAGE.parents[1] / name
