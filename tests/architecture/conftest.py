"""The modules of the project and what they import, read from their sources."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE_ROOTS = {"rulewright": ROOT / "interpreter", "rulewright_tools": ROOT / "tools"}


@dataclass(frozen=True)
class Import:
    """One import: the module it stands in, the name imported, the line, and whether only type checkers see it."""

    importer: str
    name: str
    line: int
    for_types: bool


@dataclass(frozen=True)
class Module:
    """A source file as a module."""

    name: str
    path: Path
    tree: ast.Module
    text: str

    @property
    def package(self) -> str:
        """What relative imports start from."""
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]


class Project:
    """All modules of both source roots."""

    def __init__(self) -> None:
        self.modules: dict[str, Module] = {}
        for package, root in SOURCE_ROOTS.items():
            self.modules |= {module.name: module for module in _modules(package, root)}

    def imports(self, module: Module) -> list[Import]:
        """Every import in a module, at the top or inside functions. Names inside this project are whole modules."""
        found: list[Import] = []
        for_types = {
            id(inner)
            for node in ast.walk(module.tree)
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for inner in ast.walk(node)
        }
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = self._from(module, node)
            else:
                continue
            found += [Import(module.name, name, node.lineno, id(node) in for_types) for name in names]
        return found

    def _from(self, module: Module, node: ast.ImportFrom) -> list[str]:
        base = node.module or ""
        if node.level:
            parent = module.package.split(".")
            parent = parent[: len(parent) - node.level + 1]
            base = ".".join([*parent, base] if base else parent)
        # `from package import module` imports the module, `from module import name` the module that has the name.
        return [f"{base}.{alias.name}" if f"{base}.{alias.name}" in self.modules else base for alias in node.names]


def _modules(package: str, root: Path) -> list[Module]:
    found = []
    for path in sorted((root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text(encoding="utf-8")
        found.append(Module(name, path, ast.parse(text), text))
    return found


@pytest.fixture(scope="package")
def project() -> Project:
    """Both source roots, read once, and dropped after these tests: a process of a run scans what is kept again and
    again, and the trees are a million objects."""
    return Project()
