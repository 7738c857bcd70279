"""Versions of the language: old packs are read as before, and `upgrade` rewrites them and touches nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulewright import Workspace
from rulewright.assets import content_dir, mods_dir
from rulewright.diagnostics import Diagnostics
from rulewright.meaning import meaning_of
from rulewright.pack import versions
from rulewright.pack.files import MANIFEST, list_files
from rulewright.pipeline import check_pack, load_program
from rulewright_tools import files as writing
from rulewright_tools.cli import LazyGroup
from rulewright_tools.commands.upgrade import command
from rulewright_tools.upgrading import stating, stepped, upgraded

PackFolder = Callable[[Mapping[str, str]], Path]

TESTS = Path(__file__).parents[1]
PACKS = sorted(
    {manifest.parent for folder in (content_dir(), mods_dir(), TESTS) for manifest in folder.rglob(MANIFEST)}
)
# Games and mods that ship, all of which can be played.
SHIPPED = [folder for folder in PACKS if folder.parent in (content_dir(), mods_dir())]

GAME = """# what is played
pack: tower
language: {language}   # of the page
board: square
start: go
{storeys}: 2          # the ground and one more
window: asking
settings: {{levels: number starts 2}}       # a name is no word of the language
"""
RULES = """# who is asked
event go: |
  for each p in players:
    greet(p)
event greet(player who): {{}}
event smile: {{}}
window asking:
  # the first one first
  {asks}: players
  answers: each
window asking_twice: {{{asks}: players, answers: each}}
rule nods:
  by: who
  after: greet
  may: smile()
  when: setting.levels > 1
  window: asking_twice
rule shouts: {{by: who, after: greet, may: smile()}}
"""


def game(language: int, stated: str | None = None) -> dict[str, str]:
    words = {1: {"storeys": "levels", "asks": "ask"}, 2: {"storeys": "storeys", "asks": "asks"}}[language]
    return {"pack.yaml": GAME.format(language=stated or language, **words), "rules.yaml": RULES.format(**words)}


def meant(place: Path) -> str:
    program = load_program(place)
    assert program is not None, told(place)
    return meaning_of(program)


def told(place: Path) -> list[str]:
    return [f"{one.code} {one.span.source.name} {one.span.text}" for one in check_pack(place).diagnostics]


def texts(folder: Path) -> dict[str, str]:
    names = (MANIFEST, *list_files(folder, Diagnostics()).definitions)
    return {name: (folder / name).read_bytes().decode("utf-8") for name in names}


def older(files: Mapping[str, str]) -> dict[str, str]:
    """A pack of the newest version in the words of the first one."""
    made = stepped(files, versions.backwards(versions.TABLE))
    made[MANIFEST] = stating(made[MANIFEST], 1)
    return made


def run(*arguments: str) -> tuple[int, str]:
    group = LazyGroup(commands={"upgrade": command})
    result = CliRunner().invoke(group, ["upgrade", *arguments], standalone_mode=False)
    return result.return_value if result.exception is None else 1, result.output + str(result.exception or "")


# -- what is read ----------------------------------------------------------------------------------------------------


def test_a_pack_of_the_first_version_means_the_same(pack_folder: PackFolder) -> None:
    old = pack_folder(game(1))
    assert meant(old) == meant(pack_folder(game(2)))
    assert told(old) == ["RW258 pack.yaml 1"]


def test_a_pack_that_states_no_version_may_use_the_words_of_all(pack_folder: PackFolder) -> None:
    old, new = game(1), game(2)
    old["pack.yaml"] = old["pack.yaml"].replace("language: 1", "players: 2")
    new["pack.yaml"] = new["pack.yaml"].replace("language: 2", "players: 2")
    assert told(pack_folder(new)) == []
    assert told(pack_folder(old)) == ["RW258 pack.yaml levels", "RW258 rules.yaml ask"]
    assert meant(pack_folder(old)) == meant(pack_folder(new))


def test_a_word_of_a_later_version_is_none_of_an_older_one(pack_folder: PackFolder) -> None:
    found = told(pack_folder(game(2, "1")))
    assert sorted(found) == ["RW259 pack.yaml storeys", *["RW259 rules.yaml asks"] * 2]


def test_a_word_of_an_older_version_is_none_of_the_newest(pack_folder: PackFolder) -> None:
    found = told(pack_folder(game(1, "2")))
    assert "RW205 pack.yaml levels" in found
    assert "RW205 rules.yaml ask" in found


def test_what_is_wrong_under_an_old_word_is_told_at_its_place(pack_folder: PackFolder) -> None:
    files = game(1)
    files["rules.yaml"] = files["rules.yaml"].replace("  ask: players\n", "  ask: plaiers\n")
    assert "RW450 rules.yaml plaiers" in told(pack_folder(files))


MOD = {
    1: "change window asking:\n  set: {ask: sorted(p in players with most 1)}\n"
       "change window asking_twice:\n  remove: [answers]\n  expects: {ask: players}\n",
    2: "change window asking:\n  set: {asks: sorted(p in players with most 1)}\n"
       "change window asking_twice:\n  remove: [answers]\n  expects: {asks: players}\n",
}  # fmt: skip
STOREYS = {1: "change pack tower:\n  set: {levels: 3}\n", 2: "change pack tower:\n  set: {storeys: 3}\n"}


def stack(tmp_path: Path, base: int, mod: int) -> Path:
    for name, files in (
        ("tower", game(base)),
        ("club", {"pack.yaml": f"pack: club\nlanguage: {mod}\nneeds: {{tower: any}}\n",
                  "rules.yaml": MOD[mod] + STOREYS[mod]}),
    ):  # fmt: skip
        folder = tmp_path / f"{base}{mod}" / name
        folder.mkdir(parents=True)
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
    return tmp_path / f"{base}{mod}" / "club"


def test_packs_of_both_versions_go_together(tmp_path: Path) -> None:
    several = {(base, mod): stack(tmp_path, base, mod) for base in (1, 2) for mod in (1, 2)}
    assert len({meant(place) for place in several.values()}) == 1
    assert [code for code in told(several[2, 1]) if "RW24" in code] == []
    assert run(str(several[2, 1]), "--write")[0] == 0
    assert texts(several[2, 1]) == texts(several[2, 2])
    base = several[1, 1].parent / "tower"
    before = texts(several[1, 1])
    assert run(str(base), "--write")[0] == 0
    assert texts(base) == texts(several[2, 2].parent / "tower")
    assert texts(several[1, 1]) == before
    assert meant(several[1, 1]) == meant(several[2, 2])


def test_a_preference_in_old_words_is_heard(pack_folder: PackFolder) -> None:
    text = "pack: both\nprefers: {window asking.ask: club, 'pack tower.levels': club, window x.answers: y}\n"
    made = stepped({MANIFEST: text}, versions.TABLE)[MANIFEST]
    assert made == text.replace("asking.ask:", "asking.asks:").replace("tower.levels", "tower.storeys")
    assert versions.slot_of_today("window asking.ask") == "window asking.asks"
    assert versions.slot_of_today("rule asking.ask.x") == "rule asking.ask.x"


def test_an_editor_sees_a_changed_version(pack_folder: PackFolder) -> None:
    space = Workspace(pack_folder(game(1)))
    assert [one.code for one in space.diagnostics()] == ["RW258"]
    space.write(MANIFEST, game(1)["pack.yaml"].replace("language: 1", "language: 2").replace("levels: 2", "storeys: 2"))
    assert {one.code for one in space.diagnostics()} >= {"RW205"}
    space.write("rules.yaml", game(2)["rules.yaml"])
    assert space.diagnostics() == ()


# -- what is written -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", PACKS, ids=lambda folder: folder.name)
def test_an_older_pack_becomes_what_it_was_to_the_byte(folder: Path) -> None:
    new = texts(folder)
    if versions.LANGUAGE + ":" not in new[MANIFEST]:
        new[MANIFEST] = new[MANIFEST].rstrip("\n") + "\nlanguage: 2\n"
    old = older(new)
    assert old != new
    assert new | upgraded(old) == new
    assert old | upgraded(old) == new


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_an_older_pack_that_ships_means_the_same(pack_folder: PackFolder, folder: Path) -> None:
    book = folder / "rulebook.yaml"
    further = {book.name: book.read_text("utf-8")} if book.exists() else {}
    old = pack_folder({**older(texts(folder)), **further})
    before = meant(old)
    assert before == meant(folder)
    assert run(str(old), "--write")[0] == 0
    assert meant(old) == before


def test_comments_order_and_layout_stay(pack_folder: PackFolder) -> None:
    folder = pack_folder({name: text.replace("\n", "\r\n") for name, text in game(1).items()})
    code, shown = run(str(folder))
    assert code == 0
    assert "-levels: 2          # the ground and one more" in shown
    assert "+storeys: 2          # the ground and one more" in shown
    assert (folder / "pack.yaml").read_bytes().startswith(b"# what is played\r\npack: tower\r\nlanguage: 1   #")
    assert run(str(folder), "--check")[0] == 1
    assert run(str(folder), "--write")[0] == 0
    assert texts(folder) == {name: text.replace("\n", "\r\n") for name, text in game(2).items()}
    assert run(str(folder), "--check") == (0, f"{folder}: nothing to change: its language is 2\n")


def test_a_pack_with_mistakes_is_refused(pack_folder: PackFolder) -> None:
    files = game(1)
    files["rules.yaml"] += "event play: |\n  nothing_of_this_name()\n"
    folder = pack_folder(files)
    assert run(str(folder), "--write")[0] == 1
    assert texts(folder) == files


def test_what_cannot_be_put_back_is_named_and_kept(pack_folder: PackFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full at the second file, and full it stays."""
    folder = pack_folder(game(1))
    real = writing.replace
    written: list[Path] = []

    def failing(path: Path, text: str | bytes) -> None:
        written.append(path)
        if len(written) > 1:
            raise OSError(28, "no space left on device", str(path))
        real(path, text)

    monkeypatch.setattr(writing, "replace", failing)
    code, said = run(str(folder), "--write")
    assert code == 1
    assert "some files are left changed" in said
    assert texts(folder) == game(1) | {"pack.yaml": game(2)["pack.yaml"]}
    (left,) = re.findall(r"  (\S+) could not be restored: its old text is in (\S+)", said)
    assert left[0] == str(folder / "pack.yaml")
    assert Path(left[1]).read_text("utf-8") == game(1)["pack.yaml"]


def test_an_interrupted_upgrade_is_put_back(pack_folder: PackFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pack_folder(game(1))
    real = writing.replace
    written: list[Path] = []

    def interrupted(path: Path, text: str | bytes) -> None:
        real(path, text)
        written.append(path)
        if len(written) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(writing, "replace", interrupted)
    with pytest.raises((KeyboardInterrupt, click.Abort)):
        command.main([str(folder), "--write"], standalone_mode=False)
    assert texts(folder) == game(1)


def test_all_files_are_written_or_none(pack_folder: PackFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pack_folder(game(1))
    real = writing.replace
    written: list[Path] = []

    def failing(path: Path, text: str | bytes) -> None:
        if not written or len(written) > 1:
            written.append(path)
            real(path, text)
            return
        written.append(path)
        raise OSError(28, "no space left on device", str(path))

    monkeypatch.setattr(writing, "replace", failing)
    code, said = run(str(folder), "--write")
    assert code == 1
    assert "nothing was changed" in said
    assert texts(folder) == game(1)
