"""Shipped files are found in a checkout; the packaging tests look for them in a wheel."""

from __future__ import annotations

from pathlib import Path

from rulewright.assets import content_dir, grammar_text


def test_the_folder_of_packs_is_that_of_the_checkout(root: Path) -> None:
    assert content_dir() == root / "content"


def test_the_grammar_is_the_one_in_its_folder(root: Path) -> None:
    assert grammar_text() == (root / "grammar" / "effect.lark").read_text(encoding="utf-8")
