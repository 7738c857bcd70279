"""The tools stand on the doors of the engine. What goes deeper is listed with the reason, and the list is kept true."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import rulewright

if TYPE_CHECKING:
    from tests.architecture.conftest import Import, Project

# Modules, or packages of which every module is a door. Programs of others have `import rulewright` (docs/embedding.md):
# plain data that stays as it is. Tools are of the same version as the engine, and read what it reads
# (docs/decisions/0046-doors-of-the-engine.md).
DOORS = (
    # What becomes of packs, and plays them.
    *("pipeline", "session", "scenario", "bots", "analyse", "stack", "program", "explained", "meaning", "shapes"),
    # Where a pack lies, and its files; tables of what there is: codes, versions of the language, forms of boards.
    *("pack.files", "pack.versions", "codes", "space.forms", "languages"),
    # What is said of a match, by whoever may know it. It reads and never writes.
    *("play.apart", "play.considered", "play.entries", "play.filling", "play.keys", "play.labels", "play.log"),
    *("play.origins", "play.positions", "play.printer", "play.quantities", "play.renamed", "play.scenes"),
    *("play.seen", "play.shown", "play.sight", "play.sightlines", "play.view", "play.why", "play.words"),
    # A match itself, and what is answered of a set that cannot be listed.
    *("play.load", "play.opened", "play.state"),
    # What knows nothing of packs.
    *("amounts", "assets", "cache", "characters", "gc_pause", "counting", "diagnostics", "holes", "memory"),
    *("numbers", "source", "spelling", "verifying"),
)
# What single tools need beyond the doors, and for what.
DEEPER: dict[str, dict[str, str]] = {
    "canonical": {"effects": "reads and prints code as the engine does", "pack": "finds the code in files"},
    "commands.explain": {"check.builtins": "the table of builtins", "effects.names": "the table of words"},
    "commands.new": {"effects.names": "words that cannot be ids"},
    "comparing.offers": {"play.chain": "which event asks"},
    "forking": {"pack": "writes what was read: definitions, manifests, rulebooks"},
    "generate": {"check.builtins": "the page of builtins", "pack.editor_schema": "the schemas for editors"},
    "mutating.concerns": {"check.model": "what a rule defines", "effects": "what its code is made of"},
    "mutating.listing": {"check.model": "whose code is changed", "effects": "where it stands"},
    "mutating.touching": {
        "check.model": "what the words of tests mean", "check.trees": "who counts sheets",
        "effects": "the words of tests",
    },
    "mutating.trial": {"check.apart": "checks packs by the hundred and throws them away"},
    "mutations": {"pack.forms": "the words before the head of a change"},
    "playing.drawers": {"space.plane": "draws gaps"},
    "playing.picture": {"space.plane": "draws planes"},
    "playing.placing": {"space.plane": "reads places as people type them"},
    "show.board": {"space.picture": "draws boards as maps are written"},
    "show.code": {"compile.written": "the code that a definition becomes", "linkage": "who calls it"},
    "show.contents": {"pack.forms": "the order of forms", "pack.model": "what a pack declares"},
    "show.definition": {
        "check.model": "what affects a definition", "effects.unparse": "prints code",
        "pack.model": "where it comes from", "pack.tree": "its fields as they are written",
    },
    "show.pages": {"check.signatures": "the page of a builtin"},
    "show.svg": {"check.model": "maps that nobody plays on", "space.plane": "draws planes"},
    "show.table": {"space.plane": "draws planes in characters"},
    "upgrading": {"pack": "finds in files the words that have changed"},
}  # fmt: skip


def within(name: str, doors: Iterable[str]) -> str | None:
    """The door through which a module is imported."""
    inside = name.removeprefix("rulewright.")
    return next((door for door in doors if inside == door or inside.startswith(f"{door}.")), None)


def imported(project: Project) -> Iterator[tuple[str, Import]]:
    """The imports of the engine's modules that run, by tool."""
    for module in project.modules.values():
        if module.name.startswith("rulewright_tools."):
            for one in project.imports(module):
                if one.name.startswith("rulewright.") and not one.for_types:
                    yield module.name.removeprefix("rulewright_tools."), one


def test_tools_come_in_by_the_doors(project: Project) -> None:
    wrong = [f"{one.importer}:{one.line} imports {one.name}" for own, one in imported(project)
             if within(one.name, DOORS) is None and within(one.name, DEEPER.get(own, ())) is None]  # fmt: skip
    assert wrong == [], "use a door (DOORS), or list the module in DEEPER with the reason"


def test_nothing_is_listed_that_no_tool_needs(project: Project) -> None:
    """Neither a door nor what is deeper outlives its use, and what is a door needs no reason."""
    doors = {within(one.name, DOORS) for _, one in imported(project)}
    deeper = {(own, within(one.name, DEEPER.get(own, ()))) for own, one in imported(project)
              if within(one.name, DOORS) is None}  # fmt: skip
    assert sorted(set(DOORS) - doors) == []
    assert sorted({(own, name) for own, names in DEEPER.items() for name in names} - deeper) == []


def test_what_has_a_public_name_is_imported_by_it(project: Project) -> None:
    """If a line imports nothing else: `Diagnostics` beside `Diagnostic` needs its module anyway."""
    wrong = []
    for module in project.modules.values():
        for node in ast.walk(module.tree):
            if module.name.startswith("rulewright_tools") and isinstance(node, ast.ImportFrom):
                homes = {f"rulewright.{rulewright._HOME.get(alias.name)}" for alias in node.names}
                if homes == {node.module}:
                    wrong.append(f"{module.name}:{node.lineno} imports from {node.module}")
    assert wrong == [], "import it from `rulewright`"


def test_no_tool_plays_by_hand(project: Project) -> None:
    """Matches are begun and answered by the session: nobody outside the engine runs frames or writes a state."""
    names = [one.name for module in project.modules.values() if module.name.startswith("rulewright_tools")
             for one in project.imports(module) if not one.for_types]
    assert [name for name in names if within(name, ("play.setup", "play.react", "play.pieces", "play.statuses"))] == []
