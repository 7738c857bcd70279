"""The packs that ship with us have nothing that would have to be explained away, and checking stays light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.analyse.graph import Graph
from rulewright.pipeline import check_pack

PACKS = sorted(path.parent for path in (Path(__file__).parents[2] / "content").glob("*/pack.yaml"))


def test_there_are_packs() -> None:
    assert len(PACKS) >= 3


@pytest.mark.parametrize("pack", PACKS, ids=[pack.name for pack in PACKS])
def test_a_pack_has_no_findings(pack: Path) -> None:
    result = check_pack(pack)
    assert [f"{one.span}: {one.code} {one.message}" for one in result.diagnostics if one.code[2] == "7"] == []
    assert result.program is not None
    graph = Graph(result.program)
    # The analysis saw something: events, reactions, and a tree of calls from the start.
    assert {node.form for node in graph.chart.nodes.values()} >= {"event", "reaction"}
    assert len(graph.drawing("events").trunk) > 5


def test_checking_loads_no_graph_library(root: Path) -> None:
    program = "import sys\nfrom rulewright.pipeline import check_pack\ncheck_pack(sys.argv[1])\n"
    program += "print('networkx' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program, str(PACKS[0])],
        env={"PYTHONPATH": str(root / "interpreter")}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.strip() == "False"
