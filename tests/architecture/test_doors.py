"""The tools stand on the doors of the engine. What goes deeper is listed with the reason, and the list is kept true."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.architecture.conftest import Project

# Modules, or packages of which every module is a door.
DOORS = (
    *("assets", "bots", "codes", "diagnostics", "pipeline", "program", "scenario", "session", "shapes", "source"),
    *("spelling", "characters", "numbers", "verifying", "analyse", "collector", "play.apart"),
    *("play.entries", "play.labels", "play.load", "play.log", "play.seen", "play.state", "play.view", "play.why"),
)
# Tools that show or write what a stage makes of texts, and so have to know that stage.
DEEPER: dict[str, tuple[str, ...]] = {
    "canonical": ("effects", "pack"),  # formats texts: reads and prints them as the engine does
    "commands.fmt": ("effects.load", "pack.read"),
    "commands.coverage": ("pack.rulebook",),
    "commands.explain": ("check.builtins", "effects.scan"),  # the tables of builtins and of words
    "commands.new": ("effects.scan", "space.forms"),  # words that are no ids; the boards of a new pack
    "generate": ("check.builtins", "pack.editor_schema"),  # derived files
    "show.pages": ("check.signatures",),  # pages of the builtins
    "show.definition": ("check.model", "effects.unparse", "pack.model", "pack.tree"),  # a definition and its origins
    "show.code": ("compile.written", "linkage"),  # the code that a definition becomes
    "show.board": ("space.picture",),
    "playing.names": ("space.naming",),  # cells as people type them
    "playing.seats": ("play.chance",),
    "resuming": ("cache",),  # turned off for processes that compile a pack themselves
}


def within(name: str, doors: tuple[str, ...]) -> bool:
    inside = name.removeprefix("rulewright.")
    return any(inside == door or inside.startswith(f"{door}.") for door in doors)


def test_tools_come_in_by_the_doors(project: Project) -> None:
    wrong, used = [], set()
    for module in project.modules.values():
        if not module.name.startswith("rulewright_tools."):
            continue
        own = module.name.removeprefix("rulewright_tools.")
        for one in project.imports(module):
            if not one.name.startswith("rulewright.") or one.for_types or within(one.name, DOORS):
                continue
            if within(one.name, DEEPER.get(own, ())):
                used.add(own)
            else:
                wrong.append(f"{module.name}:{one.line} imports {one.name}")
    assert wrong == []
    assert used == set(DEEPER), "a tool that needs nothing deeper any more leaves the list"


def test_no_tool_plays_by_hand(project: Project) -> None:
    """Matches are begun and answered by the session: nobody outside the engine runs frames or writes a state."""
    names = [one.name for module in project.modules.values() if module.name.startswith("rulewright_tools")
             for one in project.imports(module) if not one.for_types]
    assert [name for name in names if within(name, ("play.setup", "play.react", "play.pieces", "play.statuses"))] == []
