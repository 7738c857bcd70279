"""`rulewright graph`: what is drawn and listed, and what is said of a name that nothing has."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Run


def test_a_pack_is_drawn_in_three_formats(run: Run, sample: Path) -> None:
    assert run("graph", sample).out.startswith("flowchart LR\n")
    assert run("graph", sample, "--format", "dot").out.startswith("digraph pack {\n")
    nodes = json.loads(run("graph", sample, "--format", "json").out)["nodes"]
    assert {"event", "reaction"} <= {node["form"] for node in nodes}
    events = json.loads(run("graph", sample, "--format", "json", "--kind", "events").out)["nodes"]
    assert {node["form"] for node in events} == {"event"}


def test_around_a_name_there_is_less(run: Run, sample: Path) -> None:
    whole = json.loads(run("graph", sample, "--format", "json", "--kind", "all").out)
    name = whole["start"].partition(" ")[2]
    near = json.loads(run("graph", sample, "--format", "json", "--around", name).out)
    assert 1 < len(near["nodes"]) < len(whole["nodes"])
    assert whole["start"] in {node["key"] for node in near["nodes"]}


def test_a_name_that_nothing_has(run: Run, sample: Path) -> None:
    whole = json.loads(run("graph", sample, "--format", "json").out)
    name = whole["start"].partition(" ")[2]
    ran = run("graph", sample, "--around", f"{name}x")
    assert ran.code == 2
    assert f"did you mean '{name}'?" in ran.err
    assert ran.out == ""


def test_loops_are_listed_as_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: round\nlanguage: 2\nstart: play\n", encoding="utf-8")
    game = "event play: again()\nevent again: again()\nevent rest: finish\n"
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    ran = run("graph", tmp_path, "--loops")
    assert ran.code == 0
    place = f"{tmp_path}/game.yaml:2:14"
    assert ran.out == f"event 'again' > event 'again'\n  never ends\n    {place}: event 'again' calls event 'again'\n"
    assert run("graph", tmp_path, "--loops", "--around", "rest").out == "no loops: no event triggers itself again\n"
    (tmp_path / "pack.yaml").write_text("pack: round\nlanguage: 2\n", encoding="utf-8")
    assert run("graph", tmp_path, "--loops").out == "no loops: no event triggers itself again\n"  # nothing begins
