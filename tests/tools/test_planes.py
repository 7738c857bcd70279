"""A plane at the terminal: places that are typed, why they cannot be answered, saves with them, pictures of maps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .conftest import Run

HEATH = Path(__file__).parents[1] / "play" / "heath"


def test_places_are_typed_and_kept(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    typed = ["18x12", "7.5, 24", "3 3x3", "10x8.125", "8, 18 turned 370", "board", "save end.json", "quit"]
    ran = run("play", HEATH, "--seed", "3", typed="".join(f"{line}\n" for line in typed))
    assert (ran.code, ran.err) == (0, "")
    assert "18x12 is no answer" in ran.out and "3x3 is no answer: edge:" in ran.out
    assert "*A Cairn 1 10x8.125   *E Hedge 1 8x18@10" in ran.out
    assert " 8  .....*.wwww......." in ran.out and "c centre_line, w wood, r crater" in ran.out
    kept = json.loads(Path("end.json").read_text("utf-8"))
    assert sum(step["answer"] <= 0 for step in kept["answers"]) == 3
    again = run("play", HEATH, "--load", "end.json", typed="quit\n")
    assert again.code == 0 and "Hedge 1 8x18@10" in again.out
    assert run("replay", "end.json", "--pack", HEATH).code == 0


def test_a_map_is_drawn_to_scale(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "heath.svg"
    ran = run("show", HEATH, "map", "heath", "--svg", file)
    assert ran.code == 0 and "table: 36x24" in ran.out
    drawn = file.read_text("utf-8")
    assert drawn.startswith("<svg") and "<title>Wood</title>" in drawn and 'r="2000"' in drawn
    none = run("show", HEATH, "zone", "--svg", tmp_path / "none.svg")
    assert none.code != 0 and "--svg draws one map of a plane" in none.err
    assert not (tmp_path / "none.svg").exists()
