"""Matches over content that has changed since: going on where nothing goes otherwise, and else only on demand."""

from __future__ import annotations

from pathlib import Path

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
    assert "1 definition reads otherwise, nothing that is played: going on" in told


def test_one_that_goes_otherwise_is_refused_with_the_first_difference(
    packs: Packs, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = saved(packs)
    code, told = load(capsys, folder, "--with", str(folder / "loud"))
    assert code == cli.USAGE
    assert " goes otherwise: " in told and ", it was " in told
    assert "loud is new took part and has changed: rule harder (loud:rules.yaml:1, new)" in told
    code, told = load(capsys, folder, "--with", str(folder / "loud"), "--accept")
    assert code == cli.CLEAN
    assert "going on from there" in told


def test_the_same_content_is_no_reason_to_say_anything(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = load(capsys, saved(packs))
    assert code == cli.CLEAN
    assert "has changed" not in told
