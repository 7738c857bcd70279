"""The tools stand on the doors of the engine. What goes deeper is listed with the reason, and the list is kept true."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.architecture.conftest import Project

# Modules, or packages of which every module is a door.
DOORS = (
    *("assets", "bots", "codes", "diagnostics", "pipeline", "program", "scenario", "session", "shapes", "source"),
    *("spelling", "characters", "numbers", "verifying", "counting", "analyse", "collector", "play.apart", "stack"),
    *("holes", "languages", "meaning", "explained"),
    *("play.entries", "play.keys", "play.labels", "play.load", "play.log", "play.opened", "play.seen", "play.shown"),
    *("play.sight", "play.state"),
    *("play.origins", "play.renamed", "play.view", "play.why", "play.words"),
)
# Tools that show or write what a stage makes of texts, and so have to know that stage.
DEEPER: dict[str, tuple[str, ...]] = {
    "canonical": ("effects", "pack"),  # formats texts: reads and prints them as the engine does
    "by_pack": ("pack.files",),  # which pack a test is of
    "show.places": ("pack.files",),  # where the files of a stack lie
    "comparing.offers": ("pack.files", "play.chain"),  # which pack a test is of, and which event asks
    "forking": ("pack",),  # writes what is read: definitions, manifests, rulebooks
    "commands.mods": ("pack.files",),  # whether a pack is a stack, and its lock
    "commands.fmt": ("effects.load", "pack.files"),  # whether a pack is a stack
    "commands.upgrade": ("pack.files", "pack.versions"),  # whether a pack is a stack; the newest version
    "upgrading": ("pack",),  # the table of versions, and where its words stand in files
    "commands.coverage": ("pack.rulebook",),
    "commands.explain": ("check.builtins", "effects.scan"),  # the tables of builtins and of words
    "commands.new": ("effects.scan", "space.forms"),  # words that are no ids; the boards of a new pack
    "mutating.changes": ("check.model", "effects"),  # what a typed node could say instead
    "mutating.concerns": ("check.model", "effects"),
    "mutating.listing": ("check.model", "effects", "pack.model", "pack.tree"),  # which field a change stands in
    "mutating.touching": ("check.model", "pack.files"),  # the words of tests
    "mutating.trial": ("check.apart", "pack.files"),  # packs that are checked and thrown away by the hundred
    "mutating.journal": ("pack.files",),  # which state of a pack was tried
    "generate": ("check.builtins", "pack.editor_schema"),  # derived files
    "show.pages": ("check.signatures",),  # pages of the builtins
    "show.definition": ("check.model", "effects.unparse", "pack.model", "pack.tree"),  # a definition and its origins
    "show.code": ("compile.written", "linkage"),  # the code that a definition becomes
    "show.board": ("play.scenes", "space.picture"),
    "show.table": ("play.scenes", "space.forms", "space.plane"),  # planes are drawn by the engine
    "show.telling": ("play.filling",),
    "show.svg": ("check.model", "play.scenes", "space.plane"),
    "commands.play": ("space.forms",),  # whether there is a table to draw
    "playing.picture": ("play.scenes", "space.plane"),  # planes are drawn by the engine
    "playing.placing": ("space.forms", "space.naming", "space.plane"),  # places as people type them
    "playing.explain": ("play.candidates",),  # what an offer goes through
    "playing.offered": ("play.quantities",),  # what the conditions of an answer compare
    "playing.compared": ("play.candidates", "play.quantities"),  # of answers, and of what the offer goes through
    "playing.looking": ("play.bounds", "play.plane", "space.naming", "space.plane"),  # what lies at a place
    "playing.names": ("space.naming",),  # cells as people type them
    "playing.seats": ("play.chance",),
    "playing.marks": ("space.naming",),
    "playing.ways": ("limits", "play.chance", "play.going_on", "play.secrets"),  # tries answers out, as bots do
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
