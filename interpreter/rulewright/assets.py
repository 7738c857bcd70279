"""Turns the name of a shipped file into its place: inside an installed wheel, or in a checkout.

A stage of its own because it is the only module that knows both situations.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def grammar_text() -> str:
    """The text of the grammar of effects."""
    return (_folder("grammar") / "effect.lark").read_text(encoding="utf-8")


def content_dir() -> Path:
    """The folder of the packs that ship with the project."""
    return _folder("content")


def _folder(name: str) -> Path:
    shipped = _PACKAGE / "_data" / name
    return shipped if shipped.is_dir() else _PACKAGE.parents[1] / name
