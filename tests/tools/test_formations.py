"""Formations at the terminal: typed thing by thing, refused with reasons, kept in files and played again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.play.test_formations import text

from .conftest import Run

COLUMN = Path(__file__).parents[1] / "play" / "column"
Write = Callable[[Mapping[str, str | bytes] | str], Path]
# What is typed and refused, what is told of it, what is answered, and how an option that is meant is changed.
TYPED = {
    "square": ("MA A1, MB A5, MC B1, MD C1", "zone: ", "MA A1, MB B1, MC B2, MD C2", "MA H5"),
    "plane": ("MA 1x1, MB 1.5x1, MC 2.75x1, MD 4x1", "room: ", "MA 1,1, MB 2.5x1 turned 90, MC 4, 1, MD 5x2",
              "MA 20x11"),
}


@pytest.mark.parametrize("board", TYPED)
def test_several_are_typed_as_one(run: Run, pack_folder: Write, tmp_path: Path, monkeypatch: Any, board: str) -> None:
    monkeypatch.chdir(tmp_path)
    pack = pack_folder(text(board))
    wrong, told, right, away = TYPED[board]
    typed = [wrong, f"2 {away}", "MA", "MA nowhere", right, "save end.json", "quit"]
    ran = run("play", pack, "--seed", "3", typed="".join(f"{line}\n" for line in typed))
    assert (ran.code, ran.err) == (0, "")
    words = " ".join(ran.out.split())
    assert "is no answer: " in words and told in words and "would do" in words
    kept = json.loads(Path("end.json").read_text("utf-8"))
    assert sum(step["answer"] <= 0 for step in kept["answers"]) == 1
    again = run("play", pack, "--load", "end.json", typed="quit\n")
    assert (again.code, again.err) == (0, "")
    assert run("replay", "end.json", "--pack", pack).code == 0


def test_a_way_for_each_is_typed(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    typed = ["11x8", "25x10", "MA 8x8, MB 8x9, WA 8x10.5", "MA 13x8",
             "MA 9.5x3 then 12x3 then 13x6, MB 10x2 then there",
             "1 MA 9.5x3 then 12x3 then 13x6, MB 9.9x3.2 then 12x3.2 then 13x5, WA 8.6x13.1 then 12x13.1 then 12.9x8",
             "save end.json", "quit"]  # fmt: skip
    ran = run("play", COLUMN, "--seed", "1", typed="".join(f"{line}\n" for line in typed))
    assert (ran.code, ran.err) == (0, "")
    words = " ".join(ran.out.split())
    assert "is no answer: clear: " in words and "would do" in words
    kept = json.loads(Path("end.json").read_text("utf-8"))
    assert min(step["answer"] for step in kept["answers"]) < -(1 << 80)
    assert "13x6" in ran.out
    again = run("play", COLUMN, "--load", "end.json", typed="quit\n")
    assert (again.code, again.err) == (0, "")
    assert run("replay", "end.json", "--pack", COLUMN).code == 0


def test_bots_play_whole_matches(run: Run, pack_folder: Write) -> None:
    for board in ("square", "hex", "plane"):
        ran = run("play", pack_folder(text(board)), "--watch", "--bots", "random,greedy", "--seed", "5")
        assert (ran.code, ran.err) == (0, "") and "The match is over" in ran.out


def test_a_picture_shows_where_things_would_stand(run: Run, pack_folder: Write, tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    ran = run("play", pack_folder(text("plane")), "--seed", "3", "--svg", file, typed="quit\n")
    assert (ran.code, ran.err) == (0, "") and file.read_text("utf-8").count("circle") > 8
