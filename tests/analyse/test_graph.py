"""The graph can be cut and drawn, and what is drawn is the same on every machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rulewright import program_file
from rulewright.analyse.graph import Graph
from rulewright.program import Program
from rulewright_tools.show import graph as drawn
from rulewright_tools.show import loops as told

GAME = """\
kind piece: {state: {damage: number, mood: number}, texts: [effect]}
piece pawn: {effect: cheer(self)}
status proud: {of: piece, modify: forbid cheer when who is self}
event play gives number total: |
  for each p in players:
    let c = create pawn for p
    turn(c)
  set total = sum(c.damage + c.mood for c in pieces)
event turn(piece who): |
  offer who.owner or pass:
    cheer(who)
    hurt(who)
  perform who.effect
event cheer(piece who): set who.mood = who.mood + 1
event hurt(piece target): |
  set target.damage = target.damage + 1
  give proud to target until end of this hurt
check broken:
  for: c in pieces where c.damage > 3
  do: fall(c)
event fall(piece who): remove who
window asked: {asks: players}
rule revenge:
  for: self in pieces
  after: hurt where target is not self
  limit: 1 per turn
  may: hurt(self)
rule joy:
  after: cheer where who.mood > 1
  do: sing(who)
rule glee:
  after: cheer where who.mood > 1
  do: sing(who)
event sing(piece who): set who.damage = 0
"""
MANIFEST = "window: asked\n"


def test_kinds_of_view(program: Callable[..., Program]) -> None:
    graph = Graph(program(GAME, MANIFEST))
    events = ["event play", "event turn", "event cheer", "event hurt", "event fall", "event sing"]
    assert [node.key for node in graph.drawing("events").nodes] == events
    with_reactions = {node.key for node in graph.drawing("reactions").nodes}
    assert with_reactions == {*events, "check broken", "rule revenge", "rule joy", "rule glee"}
    assert {node.key for node in graph.drawing("all").nodes} - with_reactions == {"status proud", "piece pawn.effect"}


def test_the_trunk_is_a_tree_from_the_start(program: Callable[..., Program]) -> None:
    drawing = Graph(program(GAME, MANIFEST)).drawing("reactions")
    assert drawing.start == "event play"
    trunk = sorted((edge.start, edge.end) for edge in drawing.trunk)
    assert trunk == [("event play", "event turn"), ("event turn", "event cheer"), ("event turn", "event hurt")]


def test_what_is_around_a_name(program: Callable[..., Program]) -> None:
    graph = Graph(program(GAME, MANIFEST))
    assert graph.find("hurt") == graph.find("event hurt") == ["event hurt"]
    near = graph.around(["event hurt"], 1, "all")
    assert near == {"event hurt", "event turn", "rule revenge", "status proud", "check broken"}
    assert graph.around(["event hurt"], 1, "events") == {"event hurt", "event turn"}
    assert "event fall" in graph.around(["event hurt"], 2, "reactions")


def test_every_edge_has_the_place_of_the_very_words(program: Callable[..., Program]) -> None:
    graph = Graph(program(GAME, MANIFEST))
    lines = GAME.splitlines()
    places = [edge.place for edge in graph.chart.edges if edge.kind in ("calls", "performs", "gives")]
    assert len(places) > 8
    for edge in graph.chart.edges:
        if edge.kind in ("calls", "performs", "gives"):
            assert lines[edge.place[1] - 1][edge.place[2] - 1 :].startswith(edge.text)


def test_loops_as_text_tell_what_ends_them(program: Callable[..., Program]) -> None:
    graph = Graph(program(GAME, MANIFEST))
    assert told.render(graph.chart, [], graph.circles(), "sample") == (
        "event 'hurt' > rule 'revenge' > event 'hurt'\n"
        "  a limit holds: 1 in one 'turn'\n"
        "    sample/game.yaml:25:3: rule 'revenge' reacts to event 'hurt' (after)\n"
        "        if target is not self\n"
        "    sample/game.yaml:27:8: rule 'revenge' calls event 'hurt'\n"
    )
    assert told.render(graph.chart, [], [], "sample") == "no loops: no event triggers itself again\n"


def test_mermaid(program: Callable[..., Program]) -> None:
    text = drawn.as_mermaid(Graph(program(GAME, MANIFEST)).drawing("reactions"))
    assert text.startswith('flowchart LR\n  subgraph f0["game.yaml"]\n    n0["play"]\n')
    assert "  n0 ==> n1\n" in text
    # Two rules that answer the same and do the same share a box.
    assert '("rule joy<br/>rule glee")' in text
    assert '-.->|"after, may, max 1"|' in text


def test_dot_quotes_what_it_writes(program: Callable[..., Program]) -> None:
    text = drawn.as_dot(Graph(program(GAME, MANIFEST)).drawing("all"))
    assert text.startswith("digraph pack {\n")
    assert text.endswith("}\n")
    assert text.count("{") == text.count("}")
    assert 'label="status proud", shape=ellipse' in text
    assert 'label="check broken", shape=octagon' in text


def test_json_holds_every_edge_with_its_place(program: Callable[..., Program]) -> None:
    graph = Graph(program(GAME, MANIFEST))
    made = json.loads(drawn.as_json(graph.drawing("all")))
    assert made["start"] == "event play"
    assert len(made["edges"]) == sum(1 for _ in graph.chart.edges)
    (call,) = [e for e in made["edges"] if (e["from"], e["to"]) == ("rule joy", "event sing")]
    assert (call["file"], call["line"], call["column"], call["text"]) == ("game.yaml", 30, 7, "sing(who)")


def test_a_program_from_the_cache_has_the_same_graph(program: Callable[..., Program]) -> None:
    made = program(GAME, MANIFEST)
    again = program_file.from_bytes(program_file.to_bytes(made))
    assert drawn.as_json(Graph(again).drawing("all")) == drawn.as_json(Graph(made).drawing("all"))


def test_the_order_of_hashes_does_not_show(root: Path) -> None:
    pack = str(root / "content" / "underworlds")
    command = [sys.executable, "-m", "rulewright_tools", "graph", pack, "--around", "attack"]
    outputs = set()
    for seed in ("1", "2"):
        path = os.pathsep.join(str(root / folder) for folder in ("interpreter", "tools"))
        env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed}
        outputs.add(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
    assert len(outputs) == 1
    assert outputs.pop().startswith("flowchart LR\n")
