"""What a mod leaves without use in the game is told once, as a note; what the game is told anyway stays a warning."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright import pipeline
from rulewright.pipeline import check_pack
from rulewright.workspace.workspace import Workspace

GAME = """
kind player: {state: {hp: number starts 9}}
event strike(player who): harm(who)
event harm(player who): set who.hp = who.hp - hardness(who)
value hardness(player who) gives number: who.hp
event idle(player who): finish if who.hp is 0
event play: |
  for each p in players:
    strike(p)
"""


def written(packs: Packs, text: str) -> Path:
    folder = packs(GAME, mod=(NEEDS, text))
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    return folder


def told(folder: Path) -> list[str]:
    return [f"{one.code} {one.message}" for one in check_pack(folder).diagnostics]


def test_what_a_mod_leaves_unused_is_one_note(packs: Packs) -> None:
    folder = written(packs, "replace event strike(player who):\n  do: set who.hp = 1\n")
    (alone,) = told(folder / "base")
    assert alone.startswith("RW469")
    found = list(check_pack(folder / "mod").diagnostics)
    assert [one.code for one in found if "idle" in one.message] == ["RW469"]
    (note,) = [one for one in found if one.code == "RW253"]
    assert note.message == "1 definition of 'base' is unused now (RW469)"
    assert note.span.text == "replace event strike(player who)"
    assert [also.span.source.name for also in note.related] == ["rules.yaml"]
    assert len(found) == 2


def test_a_mod_that_takes_out_the_helpers_too_is_told_nothing(packs: Packs) -> None:
    text = "replace event strike(player who):\n  do: set who.hp = 1\nremove event harm: {}\nremove value hardness: {}\n"
    assert told(written(packs, text) / "mod") == told(written(packs, text) / "base")


def test_what_a_mod_does_not_use_of_its_own_is_a_warning(packs: Packs) -> None:
    folder = written(packs, "event rest(player who): finish\n")
    assert [one[:5] for one in told(folder / "mod")] == ["RW469", "RW469"]


def test_in_an_editor_the_game_alone_is_as_it_is_written_now(packs: Packs, monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is looked at by itself only where it is another than before."""
    folder = written(packs, "replace event strike(player who):\n  do: set who.hp = 1\n")
    checked: list[str] = []
    real = pipeline.check_pack

    def noted(folder: Path, buffers: Mapping[str, str]) -> pipeline.CheckResult:
        checked.append(str(folder))
        return real(folder, buffers)

    monkeypatch.setattr(pipeline, "check_pack", noted)
    workspace = Workspace(folder / "mod")

    def notes() -> list[str]:
        return [one.message for one in workspace.diagnostics() if one.code == "RW253"]

    note = ["1 definition of 'base' is unused now (RW469)"]
    assert notes() == note
    workspace.write("rules.yaml", workspace.text("rules.yaml").replace("= 1", "= 2"))
    assert notes() == note
    assert checked == [str(folder / "base")]
    workspace.write("base:rules.yaml", "# a comment\n" + GAME)
    assert notes() == note
    workspace.write("base:rules.yaml", "# a comment\n" + GAME.replace("harm(who)\n", "set who.hp = 2\n"))
    assert notes() == []
    assert len(checked) == 2, "no text has it that another pack has changed"


@pytest.mark.parametrize(
    "change", ["event rest(player who): finish\n", "replace rule more: {after: harm, do: finish}\n"]
)
def test_in_an_editor_a_lower_mod_is_told_of_its_own(change: str, packs: Packs) -> None:
    """What is written in it and not saved is looked at as what it says by itself: here it is looked at where the upper
    one takes out `is`, a word of the message too."""
    text = "rule more: {after: strike, when: who.hp is 3, do: finish}\n"
    folder = packs(GAME, mod=(NEEDS, text), top=("needs: {base: any, mod: any}\n", change))
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    workspace = Workspace(folder / "top")
    assert all("further" not in one.message for one in workspace.diagnostics())
    workspace.write("mod:rules.yaml", f"{text}value further(player who) gives number: who.hp\n")
    found = [f"{one.code} {one.message}" for one in workspace.diagnostics()]
    assert "RW473 value 'further' is never used" in found
    assert not [one for one in found if one.startswith("RW253")]
