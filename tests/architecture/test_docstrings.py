"""Modules and files that docstrings name exist: one that was moved or renamed is named where it is now."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.architecture.conftest import Module, Project

_FILE = re.compile(r"\b[\w/.]+/[\w.]+\.(?:py|md|lark)\b")
_DOTTED = re.compile(r"(?<![\w.`/<])`?\b([a-z_]+(?:\.[A-Za-z_]+)+)\b(?!\()")
# Files by their names alone: `pack.yaml` is no module.
_SUFFIXES = (".yaml", ".md", ".py", ".svg", ".lock")
_HAS_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings(module: Module) -> Iterator[tuple[int, str]]:
    """The lines and texts of all docstrings of a module."""
    for node in ast.walk(module.tree):
        if isinstance(node, _HAS_DOCSTRING) and (text := ast.get_docstring(node)):
            yield getattr(node, "lineno", 1), text


def named(dotted: str, module: Module, project: Project) -> list[str]:
    """What a dotted name may mean: a neighbour of the module, or what lies at the top of the tools or the engine. None
    if its first word is no module there: then it is an attribute of a value."""
    first = dotted.partition(".")[0]
    folders = (f"{module.package}.", f"{module.name.partition('.')[0]}.", "rulewright.", "")
    return [f"{folder}{dotted}" for folder in folders
            if any(f"{name}.".startswith(f"{folder}{first}.") for name in project.modules)]  # fmt: skip


def names_of(tree: ast.AST) -> set[str]:
    """The names that a module and its classes bind."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return found


def missing(dotted: str, project: Project) -> bool:
    """Whether the last module in a dotted name does not exist, or has no such name."""
    module, rest = dotted, list[str]()
    while module not in project.modules:
        module, _, last = module.rpartition(".")
        rest = [last, *rest]
        if not module:
            return True
    return bool(rest) and not set(rest) <= names_of(project.modules[module].tree)


def test_every_module_that_a_docstring_names_exists(project: Project) -> None:
    wrong = []
    for module in project.modules.values():
        for line, text in docstrings(module):
            for dotted in _DOTTED.findall(text):
                meant = [] if dotted.endswith(_SUFFIXES) else named(dotted, module, project)
                if meant and all(missing(one, project) for one in meant):
                    wrong.append(f"{module.name}:{line} {dotted}")
    assert wrong == [], "name the module where it is now"


def test_every_file_that_a_docstring_names_exists(project: Project, root: Path) -> None:
    """From the root, the engine, the tools or the folder of the module on. Paths of packs stand in examples."""
    tops = (root, root / "interpreter" / "rulewright", root / "tools" / "rulewright_tools")
    wrong, found = [], 0
    for module in project.modules.values():
        for line, text in docstrings(module):
            for name in _FILE.findall(text):
                found += 1
                if not any((top / name).exists() for top in (*tops, module.path.parent)):
                    wrong.append(f"{module.name}:{line} {name}")
    assert wrong == [], "name the file where it is now"
    assert found > 5
