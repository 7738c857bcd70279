"""What a rulebook says of all cards of a sort is said by the kind: a card that breaks it is an error."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack

CONTENT = Path(__file__).parents[2] / "content"
CARD = "creatures/dwarf_battlemaster.yaml"


def replace(path: Path, old: str, new: str) -> None:
    """Replaces the first of what stands in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_basic_attack_of_a_miniature_is_a_melee_attack(tmp_path: Path) -> None:
    shutil.copytree(CONTENT / "ddm", tmp_path / "ddm")
    old = "      bonus: 12\n"
    replace(tmp_path / "ddm" / CARD, old, f"{old}      shape: ranged\n")
    [error] = check_pack(tmp_path / "ddm").diagnostics.errors
    assert error.code == "RW546" and "a basic attack is a melee attack" in error.message


# A line of the missions, what breaks it, and what its kind says then: W40-TERR-09, W40-OBJ-01, W40-CORE-31 and others.
BROKEN = [
    ("kinds.yaml", "cover: 4, items: 3}", "cover: 4, items: 4}", "a cluster has at most three items"),
    (
        "kinds.yaml",
        "objective marker: {",
        "objective marker: {radius: 1.001 inches, ",
        "a marker is one to two inches across",
    ),
    ("traits.yaml", "[stern, cunning,", "[cunning,", "a table of traits has six rows"),
    ("armies/hordes.yaml", "[castellan, levies,", "[castellan, castellan, levies,", "an army has one warlord"),
    ("armies/hordes.yaml", "[matriarch, crawlers,", "[matriarch, crawlers, levies,", "an army has up to 600 points"),
    (
        "armies/auxiliaries.yaml",
        "piercing: 6, blast: 3 inches",
        "blast: 4 inches",
        "a blast marker is 3 or 5 inches across",
    ),
    (
        "armies/iron_verge.yaml",
        "  is_character: true\n",
        "  is_character: true\n  strong: 2\n",
        "a character is one model",
    ),
    ("armies/ash_tide.yaml", "  is_vehicle: true\n  is_flyer: true\n", "  is_flyer: true\n", "a flyer is a vehicle"),
]


def test_what_a_mission_says_of_armies_and_terrain_is_an_error_if_broken(tmp_path: Path) -> None:
    pack = tmp_path / "w40k_missions"
    shutil.copytree(CONTENT / "w40k_missions", pack, ignore=shutil.ignore_patterns("tests"))
    for file, old, new, _ in BROKEN:
        replace(pack / file, old, new)
    errors = [error for error in check_pack(pack).diagnostics.errors if error.code == "RW546"]
    for *_, said in BROKEN:
        assert any(said in error.message for error in errors), said
    assert len(errors) == len(BROKEN)


@pytest.mark.parametrize(("fighter", "old", "new"), [
    ("severin", "  leader: true\n", ""), ("angharad", "  crest: ", "  leader: true\n  crest: "),
])  # fmt: skip
def test_a_warband_with_no_leader_or_two_is_refused(tmp_path: Path, fighter: str, old: str, new: str) -> None:
    shutil.copytree(CONTENT / "underworlds", tmp_path / "underworlds")
    path = tmp_path / "underworlds" / "warbands" / "champions.yaml"
    before, head, after = path.read_text(encoding="utf-8").partition(f"\nfighter {fighter}:\n")
    assert head and old in after
    path.write_text(before + head + after.replace(old, new, 1), encoding="utf-8")
    errors = check_pack(tmp_path / "underworlds").diagnostics.errors
    assert {one.code for one in errors} == {"RW546"}
    assert all("a warband has one leader" in one.message for one in errors)
