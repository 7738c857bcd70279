"""What a rulebook says of all cards of a sort is said by the kind: a card that breaks it is an error."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright.pipeline import check_pack

CONTENT = Path(__file__).parents[2] / "content"
CARD = "creatures/dwarf_battlemaster.yaml"


def test_the_basic_attack_of_a_miniature_is_a_melee_attack(tmp_path: Path) -> None:
    shutil.copytree(CONTENT / "ddm", tmp_path / "ddm")
    path = tmp_path / "ddm" / CARD
    text = path.read_text(encoding="utf-8")
    old = "      bonus: 12\n"
    assert old in text
    path.write_text(text.replace(old, f"{old}      shape: ranged\n", 1), encoding="utf-8")
    [error] = check_pack(tmp_path / "ddm").diagnostics.errors
    assert error.code == "RW546" and "a basic attack is a melee attack" in error.message
