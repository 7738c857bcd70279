"""A mistake that stands in one pack only because of another shows what that other one has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright.assets import content_dir
from rulewright.diagnostics import Diagnostics
from rulewright.pipeline import check_pack
from rulewright.scenario.checked import check_with_tests
from rulewright.stack.because import touches_of
from rulewright.stack.find import stacked
from rulewright.workspace.workspace import Workspace

GAME = """
enum colour: [pale, dark]
kind player:
  printed: {pace: number starts 3, cover: colour starts pale}
  state: {hp: number starts 9}
  secret: {pace: owner}
status dazed:
  of: player
  modify: forbid gain when who is self
event gain(player who): set who.hp = who.hp + who.pace
event hit(player who):
  legal: {near: who.cover is pale, far: who.hp > 2}
  do: |
    set who.hp = who.hp - 1
    give dazed() to who
rule daze:
  after: gain
  do: hit(who)
event play: |
  for each p in players:
    gain(p)
"""
CAUSES = {
    "a text no longer gives a status": (
        "change event hit:\n  set: {do: set who.hp = 1}\n", "RW470",
        [("do", "'mod' has changed 'do' of event 'hit' here")]),
    "what gives it is gone": (
        "remove rule daze: too much\nreplace event hit(player who):\n  do: set who.hp = 1\n", "RW470",
        [("replace event hit(player who)", "'mod' has replaced event 'hit' here")]),
    "a field is gone": (
        "change kind player:\n  remove: [printed.pace]\nchange event gain:\n  set: {do: set who.hp = 9}\n", "RW410",
        [("printed.pace", "'mod' has removed 'printed.pace' of kind 'player' here")]),
}  # fmt: skip


def written(packs: Packs, text: str, game: str = GAME) -> Path:
    folder = packs(game, mod=(NEEDS, text))
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    return folder


def shown(folder: Path, code: str, *others: str) -> list[tuple[str, str]]:
    place = stacked(folder / "mod", Diagnostics(), tuple(folder / one for one in others))
    assert place is not None
    (found,) = [one for one in check_pack(place).diagnostics if one.code == code]
    return [(one.span.text, one.words) for one in found.related]


@pytest.mark.parametrize(("text", "code", "words"), CAUSES.values(), ids=CAUSES)
def test_the_change_is_shown(packs: Packs, text: str, code: str, words: list[tuple[str, str]]) -> None:
    assert shown(written(packs, text), code) == words


def test_what_is_missing_because_of_a_mod_is_not_misspelt(packs: Packs) -> None:
    lost = "  do: |\n    set who.hp = who.hp - 1\n"
    game = GAME.replace(lost, "  says: {far: {en: too weak}}\n" + lost)
    folder = written(packs, "change event hit:\n  remove: [legal.far]\n", game)
    (found,) = check_pack(folder / "mod").diagnostics.errors
    assert (found.code, found.span.source.name) == ("RW430", "rules.yaml")
    assert found.hint == "let 'mod' remove this as well, or keep the name used here"


def test_what_the_game_has_by_itself_is_not_because_of_a_mod(packs: Packs) -> None:
    game = GAME.replace("    give dazed() to who\n", "")
    assert shown(written(packs, "change event hit:\n  set: {do: set who.hp = 1}\n", game), "RW470") == []


def test_a_mod_is_shown_what_another_one_beside_it_has_changed(packs: Packs) -> None:
    status = "status slow:\n  of: player\n  modify: forbid gain when who is self\n"
    folder = written(packs, f"{status}rule slows:\n  after: hit\n  do: give slow() to who\n")
    other = folder / "other"
    other.mkdir()
    (other / "pack.yaml").write_text("pack: other\nneeds: {base: any, mod: any}\n")
    (other / "rules.yaml").write_text("remove rule slows: too much\n")
    removed = ("remove rule slows", "'other' has removed rule 'slows' here")
    assert shown(folder, "RW470", "other") == [removed]


def test_an_editor_shows_it_and_forgets_it(packs: Packs) -> None:
    folder = written(packs, CAUSES["a text no longer gives a status"][0])
    workspace = Workspace(folder / "mod")

    def words() -> list[str]:
        return [each.words for one in workspace.diagnostics() if one.code == "RW470" for each in one.related]

    assert words() == ["'mod' has changed 'do' of event 'hit' here"]
    workspace.write("rules.yaml", "change event gain:\n  set: {do: set who.hp = 2}\n")
    assert words() == []
    workspace.write("rules.yaml", CAUSES["a text no longer gives a status"][0])
    assert words() == ["'mod' has changed 'do' of event 'hit' here"]


def test_a_pack_that_has_no_part_in_it_is_not_shown(packs: Packs) -> None:
    """Both have taken the name of the status out of a text; only one of these texts gave it."""
    game = GAME + "rule slow:\n  modify: forbid hit when who is dazed\n"
    folder = packs(game, mod=(NEEDS, "change event hit:\n  set: {do: set who.hp = 1}\n"),
                   apart=(NEEDS, "change rule slow:\n  set: {modify: forbid hit when who.hp < 3}\n"))  # fmt: skip
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    assert shown(folder, "RW470", "apart") == [("do", "'mod' has changed 'do' of event 'hit' here")]


def test_packs_of_which_none_is_enough_are_all_shown(packs: Packs) -> None:
    game = GAME + "event harm(player who): give dazed() to who\nrule harms:\n  after: hit\n  do: harm(who)\n"
    folder = packs(game, mod=(NEEDS, "change event hit:\n  set: {do: set who.hp = 1}\n"),
                   apart=(NEEDS, "change event harm:\n  set: {do: set who.hp = 2}\n"))  # fmt: skip
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    assert shown(folder, "RW470", "apart") == [("do", "'apart' has changed 'do' of event 'harm' here"),
                                               ("do", "'mod' has changed 'do' of event 'hit' here")]


def test_what_tests_miss_because_a_mod_has_removed_it_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: calm\nneeds: {ddm: any}\n")
    (tmp_path / "rules.yaml").write_text("remove rule opportunity: too much\n")
    place = stacked(content_dir() / "ddm", Diagnostics(), (tmp_path,))
    assert place is not None
    (found,) = check_with_tests(place).diagnostics.errors
    assert found.message.startswith("'opportunity(Leech)' matches no answer") and "locations)" in found.message
    assert found.related[0].words == "'calm' has removed rule 'opportunity' here"


# One line of a mod changes three sheets, and an error names them all.
SAME_LINE = """
from rulewright.diagnostics import Diagnostics
from rulewright.source import SourceText
from rulewright.stack.because import Touch, _causes, _index, _names

span, out = SourceText("mod.yaml", "pace").span(0, 4), Diagnostics()
touches = [Touch("mod", span, f"of {name}", name, frozenset({"pace"})) for name in ("wolf", "goblin", "scout")]
out.add("RW404", "unknown 'pace' of 'wolf', 'goblin' and 'scout'", span, None)
print([one.told for error in out for one in _causes(_names(error), _index(touches))])
"""


def test_of_equal_causes_on_one_line_the_same_is_always_shown() -> None:
    told = {
        subprocess.run([sys.executable, "-c", SAME_LINE], env=os.environ | {"PYTHONHASHSEED": str(seed)}, check=True,
                       capture_output=True, text=True).stdout
        for seed in range(8)
    }  # fmt: skip
    assert told == {"['of goblin']\n"}


def test_changes_that_no_mistake_is_about_are_not_listed(packs: Packs) -> None:
    """A sheet that extends another one has its changes: of a row of n, one has n, and all together n * n / 2."""
    row = "".join(f"figure f{i + 1}: {{extends: f{i}}}\n" for i in range(40))
    game = f"kind figure: {{printed: {{a: number}}}}\nfigure f0: {{a: 1}}\n{row}event play: {{}}\n"
    changes = "".join(f"change figure f{i}:\n  set: {{a: {100 + i}}}\n" for i in range(40))
    result = check_pack(written(packs, changes, game) / "mod")
    assert len([*touches_of(result.pack, {"f7"})]) == 8
    assert {one.span.text for one in touches_of(result.pack, {"107"})} == {"a"}
    assert [*touches_of(result.pack, {"figure"})] == []
