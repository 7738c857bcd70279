"""A stack written as one pack means the same: of each mod that ships, and of stacks at random."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs
from tests.stack.test_stacks import EDITS, MANIFEST, MORE, some_mod

from rulewright.assets import mods_dir
from rulewright.diagnostics import Diagnostics
from rulewright.meaning import meaning_of
from rulewright.pack.files import Place
from rulewright.pipeline import check_pack
from rulewright.scenario.suite import load_suite
from rulewright.stack.find import stacked
from rulewright_tools import cli
from rulewright_tools.forking import CannotFork, files_of, write

# Cards of a list are sheets where a pack is checked whole.
ALL = MORE.replace("list of card", "list of sheet of card")
MODS = sorted(one.parent.name for one in mods_dir().glob("*/pack.yaml"))


def forked(place: Place, folder: Path) -> tuple[str, str]:
    """The digests of meaning of a stack and of its fork, which is written to a folder."""
    stack = check_pack(place)
    assert stack.program is not None, [one.message for one in stack.diagnostics.errors]
    write(files_of(stack.pack, place), folder)
    alone = check_pack(folder)
    assert alone.program is not None, [(one.message, one.span.text) for one in alone.diagnostics.errors]
    return meaning_of(stack.program), meaning_of(alone.program)


@pytest.mark.parametrize("name", MODS)
def test_the_fork_of_a_mod_that_ships_means_the_same(tmp_path: Path, name: str) -> None:
    place = stacked(mods_dir() / name, Diagnostics())
    assert place is not None
    stack, fork = forked(place, tmp_path / "fork")
    assert stack == fork


# Texts in all ways in which YAML writes them.
WORDS = r"""
creature odd:
  extends: wolf
  name: {en: "It's: \"odd\" # not", ru: 'Да'}
  text: |2-
      stands in

    and out
  rules: []
event long(creature who):
  do: |
    # a comment
    set who.hp = 1 if who.hp > 1 and who.pace is 3 cells   # and another

    for each one in creatures where one.hp > 2:
      set one.hp = 2
event folded(creature who): >
  set who.hp =
  3
"""


@pytest.mark.parametrize("seed", range(60))
def test_the_fork_of_a_stack_at_random_means_the_same(packs: Packs, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    names = ("apple", "berry", "cider")[: rng.randint(1, 3)]
    targets = [one for one in sorted(EDITS) if rng.random() < 0.6] or ["creature wolf"]
    texts = {name: (NEEDS, some_mod(rng, targets)) for name in names}
    folder = packs(BASE + ALL + WORDS, **texts)
    (folder / "base" / "pack.yaml").write_text(f"pack: base\n{MANIFEST}")
    out = Diagnostics()
    place = stacked(folder / "base", out, tuple(folder / one for one in names))
    assert place is not None
    result = check_pack(place)
    if result.program is None:
        return  # packs that do not go together have no fork
    try:
        files_of(result.pack, place)
    except CannotFork as lost:
        assert any("take: {do.deed: hop}" in text for _, text in texts.values()), lost
        return
    stack, fork = forked(place, tmp_path / "fork")
    assert stack == fork, texts


def test_most_of_them_go_together(packs: Packs) -> None:
    """The test above would say nothing if few stacks had a fork."""
    whole = 0
    for seed in range(20):
        rng = random.Random(seed)
        names = ("apple", "berry", "cider")[: rng.randint(1, 3)]
        targets = [one for one in sorted(EDITS) if rng.random() < 0.6] or ["creature wolf"]
        folder = packs(BASE + ALL + WORDS, **{name: (NEEDS, some_mod(rng, targets)) for name in names})
        place = stacked(folder / "base", Diagnostics(), tuple(folder / one for one in names))
        whole += place is not None and check_pack(place).program is not None
    assert whole >= 5


def test_lines_of_offers_stand_in_the_text_of_the_fork(packs: Packs, tmp_path: Path) -> None:
    text = "change event turn:\n  add: {do.deed: [hop(who), rest(who) where who.hp > 3]}\n  take: {do.deed: rest}\n"
    folder = packs(BASE + ALL, mod=(NEEDS, text))
    place = stacked(folder / "mod", Diagnostics())
    assert place is not None
    stack, fork = forked(place, tmp_path / "fork")
    assert stack == fork
    written = "".join(one.read_text() for one in sorted((tmp_path / "fork").glob("*.yaml")))
    assert "      hop(who)\n      hop(who)\n      rest(who) where who.hp > 3\n" in written.replace("  " * 4, "      ")


def test_an_offer_without_lines_has_no_text(
    packs: Packs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = packs(BASE + ALL, mod=(NEEDS, "change event turn:\n  take: {do.deed: [hop, rest]}\n"))
    assert cli.run(["show", str(folder / "mod"), "--effective", "--yaml", str(tmp_path / "fork")]) == cli.USAGE
    assert "event turn: the offer 'deed' has no lines left" in " ".join(capsys.readouterr().err.split())


TEST = """
test a wolf has its lives:
  map: |
    w.
  legend: {w: wolf of 1 as Wolf}
  then: [Wolf.max_hp is 70]
"""


def test_show_writes_a_fork_with_its_tests(
    packs: Packs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = packs(mod=(NEEDS, "change creature wolf:\n  raise: {max_hp: 5}\n"))
    (folder / "mod" / "tests").mkdir()
    (folder / "mod" / "tests" / "own.yaml").write_text(TEST)
    out = tmp_path / "elsewhere" / "fork"
    given = ["show", str(folder / "mod"), "--effective", "--yaml", str(out)]
    assert cli.run(given) == cli.CLEAN
    suite = load_suite(out)
    assert [(result.case.name, result.passed) for result in suite.run()] == [("a wolf has its lives", True)]
    assert cli.run(["diff", str(folder / "mod"), str(out), "--no-offers"]) == cli.CLEAN
    capsys.readouterr()
    assert cli.run(given) == cli.USAGE
    assert "already exists" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("more", [("--yaml", "x"), ("--effective", "--yaml", "x", "wolf"), ("--effective",)])
def test_yaml_is_of_the_whole_pack(packs: Packs, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]) -> None:
    assert cli.run(["show", str(packs() / "base"), *more]) == cli.USAGE
    assert "--effective" in capsys.readouterr().err


def test_no_fork_is_written_where_its_own_mod_would_find_it(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = packs(BASE, mod=(NEEDS, "change creature wolf: {raise: {max_hp: 1}}\n"))
    fork = ["show", str(folder / "mod"), "--effective", "--yaml"]
    assert cli.run([*fork, str(folder / "fork")]) == cli.USAGE
    told = " ".join(capsys.readouterr().err.split())
    assert "is next to 'mod', which would take it for the 'base' that it needs: name a folder elsewhere" in told
    assert not (folder / "fork").exists()
    assert cli.run([*fork, str(folder / "elsewhere" / "fork")]) == cli.CLEAN
