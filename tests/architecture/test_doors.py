"""The tools stand on the doors of the engine. What goes deeper is listed with the reason, and the list is kept true."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.architecture.conftest import Project

# Modules, or packages of which every module is a door. Programs of others have `import rulewright` (docs/embedding.md):
# plain data that stays as it is. Tools are of the same version as the engine, and read what it reads.
DOORS = (
    # What becomes of packs, and plays them.
    *("pipeline", "session", "scenario", "bots", "analyse", "stack", "program", "explained", "meaning", "shapes"),
    # Where a pack lies, and its files; tables of what there is: codes, versions of the language, forms of boards.
    *("pack.files", "pack.versions", "codes", "space.forms", "languages"),
    # What is said of a match, by whoever may know it. It reads and never writes.
    *("play.apart", "play.candidates", "play.entries", "play.filling", "play.keys", "play.labels", "play.log"),
    *("play.origins", "play.positions", "play.printer", "play.quantities", "play.renamed", "play.scenes"),
    *("play.seen", "play.shown", "play.sight", "play.sightlines", "play.view", "play.why", "play.words"),
    # A match itself, and what is answered of a set that cannot be listed.
    *("play.load", "play.opened", "play.state"),
    # What knows nothing of packs.
    *("amounts", "assets", "cache", "characters", "collector", "counting", "diagnostics", "holes", "memory"),
    *("numbers", "source", "spelling", "verifying"),
)
# Tools that show or write what a stage makes of texts, and so have to know that stage.
DEEPER: dict[str, tuple[str, ...]] = {
    "canonical": ("effects", "pack"),  # formats texts: reads and prints them as the engine does
    "comparing.offers": ("play.chain",),  # which event asks
    "forking": ("pack",),  # writes what is read: definitions, manifests, rulebooks
    "upgrading": ("pack",),  # where words that have changed stand in files
    "commands.explain": ("check.builtins", "effects.names"),  # the tables of builtins and of words
    "commands.new": ("effects.names",),  # words that are no ids
    "mutations": ("pack.forms",),  # the words before the head of a change
    "mutating.concerns": ("check.model", "effects"),
    "mutating.listing": ("check.model", "effects"),
    "mutating.touching": ("check.model", "check.trees", "effects"),  # the words of tests, and who counts sheets
    "mutating.trial": ("check.apart",),  # packs that are checked and thrown away by the hundred
    "generate": ("check.builtins", "pack.editor_schema"),  # derived files
    "show.pages": ("check.signatures",),  # pages of the builtins
    "show.definition": ("check.model", "effects.unparse", "pack.model", "pack.tree"),  # a definition and its origins
    "show.contents": ("pack.forms", "pack.model"),  # the forms of what a pack defines
    "show.code": ("compile.written", "linkage"),  # the code that a definition becomes
    "show.board": ("space.picture",),  # boards are drawn as maps are written
    "show.table": ("space.plane",),  # planes are drawn by the engine
    "show.svg": ("check.model", "space.plane"),  # likewise, maps that nobody plays on
    "playing.picture": ("space.plane",),  # planes are drawn by the engine
    "playing.drawers": ("space.plane",),  # likewise, gaps that are drawn
    "playing.placing": ("space.plane",),  # places as people type them
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
    assert wrong == [], "use a door (DOORS), or list the tool in DEEPER with the reason"
    assert used == set(DEEPER), "a tool that needs nothing deeper any more leaves the list"


def test_no_tool_plays_by_hand(project: Project) -> None:
    """Matches are begun and answered by the session: nobody outside the engine runs frames or writes a state."""
    names = [one.name for module in project.modules.values() if module.name.startswith("rulewright_tools")
             for one in project.imports(module) if not one.for_types]
    assert [name for name in names if within(name, ("play.setup", "play.react", "play.pieces", "play.statuses"))] == []
