"""Skeletons check clean and their tests pass, in a fresh pack and in the packs that ship."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.assets import content_dir
from rulewright.diagnostics import Severity
from rulewright.pipeline import check_pack
from rulewright.space.forms import BOARDS
from rulewright_tools.skeletons import FORMS, ON_TABLES

from .conftest import Run


@pytest.fixture
def fresh(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new pack on squares, in the folder at hand."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "pack", "my-game", "--board", "square").code == 0
    monkeypatch.chdir(tmp_path / "my-game")
    return tmp_path / "my-game"


def clean(folder: Path) -> bool:
    """Neither errors nor warnings."""
    return not [one for one in check_pack(folder).diagnostics if one.severity is not Severity.NOTE]


@pytest.mark.parametrize("board", ["none", "square", "hex", "square-storeys", "hex-storeys", "plane"])
def test_a_new_pack_checks_clean_passes_its_tests_and_can_be_watched(board: str, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "Dice Game 2"
    ran = run("new", "pack", folder, "--board", board)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == f"Next: rulewright play '{folder}'"
    assert clean(folder)
    assert run("check", folder, "--notes", "--strict").out.endswith(" tests\n")
    tested = run("test", folder)
    assert (tested.code, ", none failed" in tested.out) == (0, True)
    watched = run("play", folder, "--watch", "--bots", "random,greedy", "--seed", "1")
    assert watched.code == 0
    assert watched.out.splitlines()[-1] in ("player 1 wins", "player 2 wins")


def test_every_form_of_board_can_be_begun_with(run: Run, tmp_path: Path) -> None:
    for form in BOARDS:
        board = form.id.replace(" ", "-")
        assert run("new", "pack", tmp_path / board, "--board", board).code == 0
        definitions = check_pack(tmp_path / board).definitions
        assert definitions is not None and definitions.board == form.id


def test_a_folder_that_is_in_use_is_left_alone(run: Run, fresh: Path) -> None:
    before = (fresh / "pack.yaml").read_text()
    ran = run("new", "pack", fresh)
    assert ran.code == 2
    assert "already exists and is not empty" in ran.err
    assert (fresh / "pack.yaml").read_text() == before


def test_a_folder_whose_name_gives_no_id(run: Run, tmp_path: Path) -> None:
    ran = run("new", "pack", tmp_path / "игра")
    assert (ran.code, list(tmp_path.iterdir())) == (2, [])


def test_an_id_that_the_pack_has_already(run: Run, fresh: Path) -> None:
    ran = run("new", "event", "step")
    assert ran.code == 2
    assert "event 'step' is already in the pack, in ./match.yaml:" in ran.err
    assert not (fresh / "step.yaml").exists()


def test_an_id_that_is_a_word_of_the_language(run: Run, fresh: Path) -> None:
    ran = run("new", "event", "for")
    assert ran.code == 2
    assert "'for' is a word of the language: choose another id" in ran.err
    assert not (fresh / "for.yaml").exists()


@pytest.mark.parametrize("form", FORMS)
def test_a_new_definition_checks_clean_and_its_test_passes(form: str, run: Run, fresh: Path) -> None:
    if FORMS[form].needs == "kind":
        assert run("new", "kind", "token").code == 0
    ran = run("new", form, "fancy")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "wrote fancy.yaml\nwrote tests/fancy.yaml\n"
    assert clean(fresh)
    tested = run("test", ".", "-k", "fancy")
    assert (tested.code, tested.err) == (0, "")
    assert ": 1 of " in tested.out


@pytest.mark.parametrize("form", ON_TABLES)
def test_what_is_drawn_is_drawn_in_inches_on_a_table(
    form: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "pack", "moor", "--board", "plane").code == 0
    ran = run("new", form, "fancy", "--pack", "moor")
    assert (ran.code, ran.err) == (0, "")
    assert clean(tmp_path / "moor") and ": 1 of " in run("test", "moor", "-k", "fancy").out


def test_every_form_together(run: Run, fresh: Path) -> None:
    for form in FORMS:
        assert run("new", form, f"my_{form}").code == 0
    assert clean(fresh)
    assert run("test", ".").code == 0


@pytest.mark.parametrize(("name", "kind"), [("ddm", "creature"), ("underworlds", "fighter")])
def test_a_sheet_of_a_kind_with_many_fields(name: str, kind: str, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(content_dir() / name, folder, ignore=shutil.ignore_patterns("tests"))
    ran = run("new", kind, "brand_new", "--pack", folder)
    assert (ran.code, ran.err) == (0, "")
    assert run("test", folder).code == 0


def test_a_sheet_of_a_kind_without_an_owner(run: Run, fresh: Path) -> None:
    """Its test created it for a player, and 1 was out of bounds: both are refused."""
    printed = "printed: {low: number from 2, high: number to 0, far: cells from 2 cells}"
    penny = "token penny: {low: 2, high: 0, far: 2 cells}\n"
    (fresh / "tokens.yaml").write_text(f"kind token: {{owned: no, {printed}}}\n{penny}")
    assert run("new", "token", "shilling").code == 0
    assert (run("check", ".").code, run("test", ".").code) == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["evnt", "x"], "there is no form or kind 'evnt': did you mean 'event'?"),
        (["event", "X"], "'X' is not an id: use a-z, 0-9 and _, a letter first"),
        (["event", "match"], ""),
        (["event", "x", "--pack", "nowhere"], "there is no folder 'nowhere'"),
    ],
)
def test_what_cannot_be_begun(arguments: list[str], words: str, run: Run, fresh: Path) -> None:
    before = sorted(fresh.rglob("*"))
    ran = run("new", *arguments)
    assert ran.code in (1, 2)
    assert words in " ".join(ran.err.split())
    assert sorted(fresh.rglob("*")) == before


def test_a_mod_gets_definitions_too(run: Run, tmp_path: Path) -> None:
    """What it changes in other packs was taken for definitions of its own, and everything was refused."""
    (tmp_path / "pack.yaml").write_text("pack: cold\nversion: 0.1\nneeds: {skirmish: 1.0}\n")
    (tmp_path / "rules.yaml").write_text("change creature captain:\n  raise: {max_hp: 1}\n")
    for form in FORMS:
        if FORMS[form].needs != "kind":
            ran = run("new", form, f"cold_{form}", "--pack", tmp_path)
            assert (ran.code, ran.err) == (0, ""), form
    ran = run("new", "creature", "wyrm", "--pack", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert run("new", "creature", "archer", "--pack", tmp_path).code == 2
    ran = run("new", "event", "rough", "--pack", tmp_path)
    assert ran.code == 1 and "error RW402" in ran.err
    assert clean(tmp_path)
    assert run("test", tmp_path).code == 0
    assert run("mods", "pack", tmp_path, "--to", tmp_path).code == 0
    assert "is an archive" in " ".join(run("new", "event", "thaw", "--pack", tmp_path / "cold-0.1.0.zip").err.split())


def test_a_name_that_is_taken_is_told_and_nothing_written(run: Run, fresh: Path) -> None:
    ran = run("new", "event", "pebble")
    assert ran.code == 1
    assert "error RW402" in ran.err
    assert "nothing was written" in ran.err
    assert not (fresh / "pebble.yaml").exists()
    run("new", "event", "jump")
    assert "already exists: choose another id" in run("new", "value", "jump").err


def test_without_a_pack_there_is_nothing_to_add_to(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("new", "event", "x")
    assert ran.code == 2
    assert "'.' is not a pack: name one with --pack, or create one with 'rulewright new pack DIR'" in " ".join(
        ran.err.split()
    )


def test_a_map_needs_a_board(run: Run, tmp_path: Path) -> None:
    run("new", "pack", tmp_path / "game")
    ran = run("new", "map", "field", "--pack", tmp_path / "game")
    assert ran.code == 2
    told = " ".join(ran.err.split())
    assert "the pack has no board: add 'board: square' or " in told and "to pack.yaml to make a map" in told
    assert [form.id for form in BOARDS if (f"'board: {form.id}'" in told) is (form.plan is not None)] == []
