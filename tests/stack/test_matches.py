"""Matches over content that has changed since: going on where nothing goes otherwise, and else only on demand."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.stack.conftest import NEEDS, Packs
from tests.stack.test_compare import GAME

from rulewright_tools import cli


def saved(packs: Packs) -> Path:
    """A match of the game that bots have played and that was saved."""
    folder = packs(GAME, quiet=(NEEDS, "change kind player:\n  add: {name: {en: Seat}}\n"),
                   loud=(NEEDS, "rule harder:\n  before: hurt\n  do: set amount = 3\n"))  # fmt: skip
    (folder / "base" / "pack.yaml").write_text("pack: base\nstart: play\n")
    given = ["play", str(folder / "base"), "--watch", "--seed", "3", "--save", str(folder / "match.json")]
    assert cli.run(given) == cli.CLEAN
    return folder


def load(capsys: pytest.CaptureFixture[str], folder: Path, *more: str) -> tuple[int, str]:
    capsys.readouterr()
    code = cli.run(["play", str(folder / "base"), "--load", str(folder / "match.json"), *more])
    ran = capsys.readouterr()
    return code, " ".join((ran.out + ran.err).split())


def test_a_match_goes_on_over_content_in_which_it_goes_the_same_way(
    packs: Packs, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = saved(packs)
    code, told = load(capsys, folder, "--with", str(folder / "quiet"))
    assert code == cli.CLEAN
    assert "1 definition reads differently, without any effect on play: continuing" in told


def test_one_that_goes_otherwise_is_refused_with_the_first_difference(
    packs: Packs, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = saved(packs)
    code, told = load(capsys, folder, "--with", str(folder / "loud"))
    assert code == cli.USAGE
    assert " differs: " in told and ", was " in told
    assert "loud is new took part and has changed: rule harder (loud:rules.yaml:1, new)" in told
    code, told = load(capsys, folder, "--with", str(folder / "loud"), "--accept")
    assert code == cli.CLEAN
    assert "continuing from there" in told


def test_a_setting_of_a_pack_that_is_gone_is_gone_with_it(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = saved(packs)
    (folder / "loud" / "pack.yaml").write_text(f"pack: loud\n{NEEDS}settings: {{fierce: yes_no starts false}}\n")
    rule = "rule harder:\n  before: hurt\n  when: setting.fierce\n  do: set amount = 3\n"
    (folder / "loud" / "rules.yaml").write_text(rule)
    for fierce in ("yes", "no"):
        given = ["play", str(folder / "base"), "--with", str(folder / "loud"), "--watch", "--seed", "3",
                 "--set", f"fierce={fierce}", "--save", str(folder / "match.json")]  # fmt: skip
        assert cli.run(given) == cli.CLEAN
        code, told = load(capsys, folder)
        assert (code, "loud is gone" in told) == (cli.USAGE, True)
        assert ("so far its events are the same" in told) == (fierce == "no")
        if fierce == "no":
            code, told = load(capsys, folder, "--accept")
            assert (code, "continuing from there" in told) == (cli.CLEAN, True)


def test_a_mod_that_was_forgotten_is_told_though_it_has_done_nothing_yet(
    packs: Packs, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = saved(packs)
    again = ["replay", str(folder / "match.json"), "--pack", str(folder / "base"), "--with", str(folder / "quiet")]
    assert cli.run([*again, "--save", str(folder / "with.json")]) == cli.CLEAN
    assert "quiet is new" in capsys.readouterr().out
    capsys.readouterr()
    assert cli.run(["replay", str(folder / "with.json"), "--pack", str(folder / "base")]) == cli.CLEAN
    told = capsys.readouterr().out
    assert "quiet is gone" in told and "every event is the same" in told


def test_the_same_content_is_no_reason_to_say_anything(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = load(capsys, saved(packs))
    assert code == cli.CLEAN
    assert "has changed" not in told


def test_at_a_terminal_the_player_is_asked(
    packs: Packs, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = saved(packs)

    class Typed:
        def __init__(self, line: str) -> None:
            self.lines = [line]

        def isatty(self) -> bool:
            return True

        def readline(self, _: int = 0) -> str:
            return self.lines.pop() if self.lines else ""

    for typed, goes_on in [("y\n", True), ("n\n", False), ("\n", False), ("", False)]:
        monkeypatch.setattr(sys, "stdin", Typed(typed))
        code, told = load(capsys, folder, "--with", str(folder / "loud"))
        assert code == cli.CLEAN
        assert "continue the match as it is now? [y/N]" in told
        assert ("The match continues from" in told) is goes_on


def test_a_match_is_kept_up_to_an_answer(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = saved(packs)
    file, other, loud = str(folder / "match.json"), folder / "other.json", ["--with", str(folder / "loud")]
    replay = ["replay", file, "--pack", str(folder / "base"), "--save", str(other)]
    assert cli.run([*replay, "--until", "3"]) == cli.CLEAN
    assert len(json.loads(other.read_text("utf-8"))["answers"]) == 3
    code, told = load(capsys, folder, *loud)
    assert code == cli.USAGE
    before = told.partition("--until ")[2].partition(" ")[0]
    if before:
        assert cli.run([*replay, "--until", before, *loud]) == cli.CLEAN
    assert cli.run([*replay, *loud]) == cli.CONTENT
    kept = json.loads(other.read_text("utf-8"))
    assert len(kept["answers"]) == int(before or 0) and kept["packs"] == {"base": "", "loud": ""}
    moved = ["play", str(folder / "base"), *loud, "--load", str(other)]
    capsys.readouterr()
    assert cli.run(moved) == cli.CLEAN
    assert " differs: " not in capsys.readouterr().out


def test_files_of_older_versions_are_loaded(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = saved(packs)
    path = folder / "match.json"
    data = json.loads(path.read_text("utf-8"))
    assert data["version"] == 3
    for name in ("packs", "meaning", "marks", "printed"):
        del data[name]
    path.write_text(json.dumps({**data, "version": 2}), "utf-8")
    code, told = load(capsys, folder)
    assert (code, "has changed" in told) == (cli.CLEAN, False)
    code, told = load(capsys, folder, "--with", str(folder / "quiet"))
    assert code == cli.CLEAN
    assert "the content has changed since; 8 answers lead to the same events: continuing" in told
    code, told = load(capsys, folder, "--with", str(folder / "loud"))
    assert code == cli.USAGE and " differs: " in told


@pytest.mark.parametrize(("name", "value", "told"), [
    ("packs", ["base"], "'packs' must be a mapping"),
    ("packs", {"base": 1}, "'packs' must be text"),
    ("meaning", 3, "'meaning' must be a string"),
    ("marks", "none", "'marks' must be a mapping"),
    ("marks", {"event hurt": None}, "'marks' must be text"),
    ("printed", [], "'printed' must be a mapping"),
    ("printed", {"wolf": 3}, "'wolf' of 'printed' must be a mapping"),
    ("printed", {"wolf": {"cost": 3}}, "'wolf' of 'printed' must be text"),
])  # fmt: skip
def test_what_is_damaged_is_told(
    name: str, value: Any, told: str, packs: Packs, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = saved(packs)
    path = folder / "match.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), name: value}), "utf-8")
    code, said = load(capsys, folder)
    assert code == cli.USAGE and f"is damaged: {told}" in said


def test_a_forged_digest_makes_no_match_the_same(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    """Its answers are given again all the same."""
    folder = saved(packs)
    path = folder / "match.json"
    data = json.loads(path.read_text("utf-8"))
    data["answers"][0]["answer"] = 2
    path.write_text(json.dumps({**data, "digest": "0"}), "utf-8")
    code, told = load(capsys, folder)
    assert code == cli.CLEAN and "continuing" in told, "answers count by their keys"
    data["answers"][0]["key"] = "bless(wolf#1)"
    path.write_text(json.dumps({**data, "digest": "0"}), "utf-8")
    code, told = load(capsys, folder)
    assert code == cli.USAGE and "is no longer offered" in told
