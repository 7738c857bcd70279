"""`--with` in the commands that play, draw or rewrite: they see the stack, and write into the pack alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs

import rulewright
from rulewright_tools import cli

GAME = """
event game gives set of player winners: |
  for each p in players:
    turn(p)
  set winners = players
event turn(player who): |
  offer who or pass as deed:
    dig(who)
event dig(player who): finish
"""
FLY = "event fly(player who): finish\nchange event turn:\n  add: {do.deed: fly(who)}\n"
FAULT = "rule forever:\n  after: dig\n  do: dig(who)\n  allow: {RW701: to be found}\n"


@pytest.fixture
def folder(packs: Packs) -> Path:
    root = packs(GAME, wings=(NEEDS, FLY), worm=(NEEDS, FAULT))
    manifest = "pack: base\nversion: 1.2.0\nlanguage: 2\nstart: game\nboard: none\n"
    (root / "base" / "pack.yaml").write_text(manifest, "utf-8")
    return root


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = cli.run([str(word) for word in words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_graph_has_what_a_mod_adds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, alone, _ = run(capsys, "graph", folder / "base")
    assert (code, "fly" in alone) == (cli.CLEAN, False)
    code, both, _ = run(capsys, "graph", folder / "base", "--with", folder / "wings")
    assert (code, "fly" in both) == (cli.CLEAN, True)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("empty", "it has no pack.yaml"), ("list", "its pack.yaml cannot be read"),
        ("nowhere", "there is no such folder"), ("base/pack.yaml", "it is a file, not a folder"),
    ],
)  # fmt: skip
def test_what_is_no_pack_is_not_left_out_in_silence(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    (folder / "empty").mkdir()
    (folder / "list").mkdir()
    (folder / "list" / "pack.yaml").write_text("- a\n", "utf-8")
    with pytest.raises(rulewright.RulewrightError, match=re.escape(f"'{folder / name}' is not a pack: {why}")):
        rulewright.load(folder / "base", packs=[folder / name])
    if (folder / name).is_dir():
        code, _, told = run(capsys, "check", folder / "base", "--with", folder / name)
        assert (code, f"error RW201: '{folder / name}' is not a pack: {why}" in told) == (cli.CONTENT, True)


def test_bots_play_the_stack(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = folder / "report.md"
    setting = "settings: {first: yes_no starts false, second: yes_no starts false}\n"
    (folder / "wings" / "pack.yaml").write_text(f"pack: wings\n{NEEDS}{setting}", "utf-8")
    words = ("balance", folder / "base", "--with", folder / "wings", "--rivals", "first,second", "--matches", "1",
             "--workers", "1", "--bots", "random")  # fmt: skip
    code, _, _ = run(capsys, *words, "--report", report)
    assert code == cli.CLEAN
    assert "rulewright balance base --with wings --rivals first,second" in report.read_text("utf-8")
    assert run(capsys, "balance", folder / "base", "--rivals", "first,second")[0] != cli.CLEAN


def test_long_play_of_a_stack_is_told_and_repeated(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("soak", folder / "base", "--decisions", "40", "--workers", "1", "--write", folder / "found")
    assert run(capsys, *words)[0] == cli.CLEAN
    code, told, _ = run(capsys, *words, "--with", folder / "worm")
    assert code == cli.OURS
    assert f"--with {folder / 'worm'}" in told.partition("again: ")[2].partition("\n")[0]
    found = sorted((folder / "found").iterdir())[0]
    assert json.loads(found.read_text("utf-8"))["pack"] == "base"
    code, told, err = run(capsys, "replay", found, "--pack", folder / "base", "--with", folder / "worm")
    assert "differ" not in told + err


def test_saves_of_a_stack_are_loaded_in_another_process(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, err = run(capsys, "soak", folder / "base", "--with", folder / "wings", "--resume", "--matches", "1",
                          "--workers", "1")  # fmt: skip
    assert code == cli.CLEAN, told + err


def test_what_is_read_beside_a_pack_is_formatted_beside_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = f"pack: shells\n{NEEDS}optional: {{wings: any}}\nparts: {{winged: wings}}\n"
    (folder / "shells" / "winged").mkdir(parents=True)
    (folder / "shells" / "pack.yaml").write_text(manifest, "utf-8")
    part = folder / "shells" / "winged" / "rules.yaml"
    part.write_text("change event fly:\n  add:\n    legal.high: seat_number(who)+1  > 1\n", "utf-8")
    other = (folder / "wings" / "rules.yaml").read_text("utf-8")
    assert run(capsys, "fmt", folder / "shells")[0] == cli.CLEAN
    assert "+1  >" in part.read_text("utf-8")
    assert run(capsys, "fmt", folder / "shells", "--with", folder / "wings")[0] == cli.CLEAN
    assert "seat_number(who) + 1 > 1" in part.read_text("utf-8")
    assert (folder / "wings" / "rules.yaml").read_text("utf-8") == other


def test_two_packs_of_one_id_do_not_go_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = folder / "later" / "wings"
    other.mkdir(parents=True)
    (other / "pack.yaml").write_text(f"pack: wings\nversion: 2.0.0\n{NEEDS}", "utf-8")
    code, _, told = run(capsys, "check", folder / "base", "--with", folder / "wings", "--with", other)
    assert code == cli.CONTENT
    assert "error RW237: two packs have the id 'wings': versions" in told
    assert run(capsys, "check", folder / "base", "--with", folder / "wings", "--with", folder / "wings")[0] == cli.CLEAN
