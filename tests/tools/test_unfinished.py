"""A match that somebody leaves is kept without being asked for, and is gone on with by --resume."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "sample.json"


def test_a_match_that_was_left_goes_on(run: Run, sample: Path, kept: Path) -> None:
    left = run("play", sample, "--seed", "2", typed="scout\nb1\n")
    assert left.out.endswith("The match was left after 2 answers; `--resume` continues it.\n")
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700  # it holds every secret
    went_on = run("play", sample, "--resume", typed="log all\nquit\n")
    assert "The match continues from" in went_on.out
    assert "player 1: Go(Scout of player 1)\n" in went_on.out


def test_whoever_begins_anew_is_told_of_it(run: Run, sample: Path, kept: Path) -> None:
    hint = "An unfinished match is kept: `--resume` continues it"
    assert hint not in run("play", sample, typed="scout\n").out
    assert hint in run("play", sample, typed="quit\n").out
    assert "after 1 answer" in run("play", sample, "--resume", typed="quit\n").out  # nothing has replaced it


def test_a_match_that_is_over_is_not_kept(run: Run, sample: Path, kept: Path) -> None:
    typed = "scout\nb1\nundo\n"
    run("play", sample, "--seed", "5", typed=typed)
    assert kept.is_file()
    ran = run("play", sample, "--seed", "5", "--set", "rounds=1", typed="pass\n" * 9)
    assert "The match is over" in ran.out
    assert not kept.is_file()


def test_a_match_that_ends_without_an_answer_replaces_none(run: Run, sample: Path, kept: Path, tmp_path: Path) -> None:
    over = tmp_path / "over.json"
    run("play", sample, "--seed", "5", "--set", "rounds=1", "--save", over, typed="pass\n" * 9)
    run("play", sample, "--seed", "2", typed="scout\n")
    assert "The match is over" in run("play", sample, "--load", over).out
    assert "after 1 answer" in run("play", sample, "--resume", typed="quit\n").out


def test_a_match_that_was_resumed_and_is_over_is_not_kept(run: Run, sample: Path, kept: Path) -> None:
    run("play", sample, "--seed", "5", "--set", "rounds=1", typed="scout\n")
    assert kept.is_file()
    assert "The match is over" in run("play", sample, "--resume", typed="b1\n" + "pass\n" * 9).out
    assert not kept.is_file()


@pytest.mark.parametrize("options", [["--resume", "--seed", "1"], ["--resume", "--load", "x"], ["--resume", "--watch"]])
def test_what_is_resumed_brings_its_own_seats(run: Run, sample: Path, kept: Path, options: list[str]) -> None:
    ran = run("play", sample, *options)
    assert ran.code == 2


def test_there_must_be_something_to_resume(run: Run, sample: Path, kept: Path) -> None:
    ran = run("play", sample, "--resume")
    assert ran.code == 2
    assert "no match of sample was left unfinished" in " ".join(ran.err.split())


def test_a_match_that_cannot_be_kept_is_played(
    run: Run, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RULEWRIGHT_STATE", str(tmp_path / "file"))
    ran = run("play", sample, typed="scout\nb1\n")
    assert ran.code == 0
    assert " ".join(ran.out.split()).count("The match is not kept for `--resume`: ") == 1
    assert "after 2 answers; it is not saved." in ran.out
