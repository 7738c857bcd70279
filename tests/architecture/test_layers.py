"""Imports point down only, in no cycle, and each outside package is known to one place."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import networkx as nx
import pytest

if TYPE_CHECKING:
    from tests.architecture.conftest import Project

# From the ground up. Within a layer the members of one set may import each other, save the siblings.
LAYERS: list[set[str]] = [
    {"source", "spelling", "characters", "numbers", "assets", "cache", "gc_pause", "limits", "linkage", "merges"}
    | {"holes", "memory", "languages", "shapes", "space", "units", "verifying", "counting"}
    | {"amounts", "components"},
    {"codes"},
    {"diagnostic", "diagnostics", "contradicted", "consequences", "errors"},
    {"pack", "effects", "explained", "deeds", "program", "program_file", "meaning"},
    {"stack"},
    {"check"},
    {"compile", "analyse", "play"},
    {"incremental", "pipeline", "remembered", "saves", "session"},
    {"bots", "embedding", "scenario"},
    {"rl", "workspace"},
    {"loading"},
]
RANKS = {name: rank for rank, names in enumerate(LAYERS) for name in names}
SIBLINGS = {"compile", "analyse", "play"}
# What the engine's members that must be able to run anywhere may import of ours.
ALONE: dict[str, set[str]] = {
    "bots": {"bots", "limits", "linkage", "shapes", "session", "play", "space", "program", "explained"},
    "embedding": {"embedding", "errors", "linkage", "shapes", "session", "space", "play", "program", "numbers"}
    | {"meaning", "saves", "explained"},
    "saves": {"errors", "meaning", "play", "program"},
    "session": {"errors", "limits", "linkage", "meaning", "saves", "shapes", "play", "space", "program", "numbers"}
    | {"explained"},
    "play": {"holes", "languages", "limits", "linkage", "merges", "units", "shapes", "play", "space", "program"}
    | {"explained"},
    "space": {"space"},
    "explained": set(),
    "deeds": {"explained"},
    "program": {"deeds", "explained"},
    "program_file": {"program"},
    "meaning": {"program"},
    "cache": set(),
    "errors": set(),
    "limits": set(),
    "linkage": set(),
    "merges": set(),
    "units": set(),
    "languages": {"units"},
    "shapes": set(),
    "source": set(),
    "spelling": set(),
    "characters": set(),
    "verifying": set(),
    "counting": set(),
    "numbers": set(),
    "holes": set(),
}

# The one place of each outside package, as a file or a folder.
OUTSIDE = {
    "_ruamel_yaml": "pack/yaml_tree.py",
    "cryptography": "stack/sign.py",
    "lark": "effects/parser.py",
    "networkx": "analyse/",
    "resolvelib": "stack/resolve.py",
    "gymnasium": "rl/",
    "numpy": "rl/",
    "pettingzoo": "rl/",
    "pydantic": "pack/schema",
    "pydantic_core": "pack/schema",
    "ruamel": "pack/yaml_tree.py",
}
FOR_TOOLS = {"click", "rich", "pytest"}
HEAVY = {"lark", "networkx", "pydantic", "ruamel"}


def member(name: str) -> str:
    """`rulewright.pack.read` is of `pack`."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def test_every_module_of_the_engine_has_a_layer(project: Project) -> None:
    members = {member(name) for name in project.modules if name.startswith("rulewright.")}
    assert members == set(RANKS), "give it a place in the layers (above), and in the drawing of interpreter/README.md"


def test_the_drawing_has_every_module_in_its_layer(project: Project, root: Path) -> None:
    """From the top down, a layer a row, which may go on in the next line; in brackets are remarks."""
    page = (root / "interpreter" / "README.md").read_text("utf-8")
    drawing = re.sub(r"\(.*?\)", "", page.split("```")[1])
    rows = [row.strip().split("  ", 1) for row in re.split(r"\n +\|\n", drawing)]
    layers = [set(words.split()) for _, words in rows[1:]]
    assert layers == LAYERS[::-1]
    assert sum(len(words.split()) for _, words in rows[1:]) == len(RANKS), "one is drawn twice"
    names = [name for name, _ in rows[1:]]
    assert re.findall(r"^- \*\*(.+)\*\*:", page, re.MULTILINE) == names[::-1]


def test_imports_point_down_only(project: Project) -> None:
    wrong = []
    for module in project.modules.values():
        for one in project.imports(module):
            if not module.name.startswith("rulewright.") or not one.name.startswith("rulewright"):
                continue
            own, other = member(module.name), member(one.name)
            upward = one.name.startswith("rulewright_tools") or RANKS[other] > RANKS[own]
            if upward or (own != other and {own, other} <= SIBLINGS):
                wrong.append(f"{module.name}:{one.line} imports {one.name}")
    assert wrong == [], "move what is imported down, or hand it in as an argument (layers: interpreter/README.md)"


def test_no_imports_run_in_a_circle(project: Project) -> None:
    graph: nx.DiGraph[str] = nx.DiGraph()
    for module in project.modules.values():
        for one in project.imports(module):
            if one.name in project.modules and one.name != module.name:  # also what is imported for types alone
                graph.add_edge(module.name, one.name)
    assert graph.number_of_edges() > 20
    assert [" > ".join(circle) for circle in nx.simple_cycles(graph)] == []


def test_playing_needs_the_standard_library_alone(project: Project) -> None:
    wrong = []
    for module in project.modules.values():
        allowed = ALONE.get(member(module.name)) if module.name.startswith("rulewright.") else None
        if allowed is None:
            continue
        for one in project.imports(module):
            top = one.name.partition(".")[0]
            fine = member(one.name) in allowed if top == "rulewright" else top in sys.stdlib_module_names
            if not fine and not one.for_types:
                wrong.append(f"{module.name}:{one.line} imports {one.name}")
    assert wrong == [], "move what is needed to a module that playing may import (ALONE), without what is not needed"


def test_each_outside_package_is_known_to_one_place(project: Project) -> None:
    wrong = []
    for module in project.modules.values():
        is_engine = module.name.startswith("rulewright.") or module.name == "rulewright"
        for one in project.imports(module):
            top = one.name.partition(".")[0]
            if top in sys.stdlib_module_names or top in ("rulewright", "rulewright_tools"):
                continue
            inside = "/".join(module.path.parts[module.path.parts.index("rulewright") + 1 :]) if is_engine else ""
            fine = inside.startswith(OUTSIDE.get(top, "nowhere")) if is_engine else top in FOR_TOOLS
            if not fine:
                wrong.append(f"{module.name}:{one.line} imports {one.name}")
    assert wrong == [], "call the module that knows the package (OUTSIDE), or list the one place of a new package"


def test_the_engine_is_not_imported_under_the_name_of_its_folder(project: Project) -> None:
    """From the root of the checkout `interpreter.rulewright` would be a second copy of every class."""
    names = [one.name for module in project.modules.values() for one in project.imports(module)]
    assert [name for name in names if name.startswith(("interpreter", "tools."))] == []


def test_the_package_itself_imports_nothing(project: Project) -> None:
    """`import rulewright` must stay free: its names are imported when they are used."""
    body = project.modules["rulewright"].tree.body
    names = [ast.unparse(node) for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert [name for name in names if "rulewright" in name] == []


@pytest.mark.parametrize("door", ["session", "bots", "play", "embedding"])
def test_playing_loads_none_of_the_heavy_packages(project: Project, root: Path, door: str) -> None:
    names = [name for name in project.modules if member(name) == door]
    program = "import sys\n" + "".join(f"import {name}\n" for name in names)
    program += f"print(sorted(set({sorted(HEAVY)!r}) & {{name.partition('.')[0] for name in sys.modules}}))"
    run = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env={"PYTHONPATH": str(root / "interpreter")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout.strip() == "[]"
