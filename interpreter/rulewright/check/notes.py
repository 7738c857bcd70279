"""Finds what a pack omits, perhaps by accident: names in one of its languages, names of sheets, sheets that nothing
names.

Separate because it compares with nearly all other definitions of the pack, and only after everything else is right.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check.builtins import BUILTINS
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.types import Type
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.languages import own
from rulewright.pack.told_in import is_odd
from rulewright.source import Span

# A language in which this share of all names is written is a language of the pack: the other names lack it.
_OF_THE_PACK = 0.8
_FEW = 5


def note_languages(world: World, texts: list[Text]) -> None:
    """One note for each language in which nearly all names of the pack are written: where it is missing."""
    named = [(one, span) for one, span in _named(world.pack) if "" not in one]
    said = Counter(language for one, _ in named for language in one if "." not in language)
    for language, count in said.items():
        if count < len(named) and len(named) >= _FEW and count >= _OF_THE_PACK * len(named):
            for one, span in named:
                # A name in a language of hardly any other is reported already.
                if language not in one and not any(is_odd(own(other), language, said) for other in one):
                    words = next(iter(one.values()))
                    world.warn("RW217", None, span, f"'{words}' has no name in '{language}', but {count} others do",
                               f"add '{language}: ..'", missing=Missing(language, "language"))


def check_unnamed(world: World, texts: list[Text]) -> None:
    """Sheets that players would see by id, while nearly all others of their kind have a name."""
    whole = Counter(sheet.kind.id for sheet in world.pack.sheets.values())
    named = Counter(sheet.kind.id for sheet in world.pack.sheets.values() if sheet.names)
    for sheet in world.pack.sheets.values():
        kind = sheet.kind.id
        if not sheet.names and whole[kind] >= _FEW and named[kind] >= _OF_THE_PACK * whole[kind]:
            own = sheet.id.rpartition(".")[2]
            world.warn("RW449", sheet, None, f"'{own}' has no name, but {named[kind]} others of '{kind}' do: players "
                       "read its id", f"write `name: {own.replace('_', ' ').capitalize()}`")


def _named(pack: m.PackDef) -> Iterator[tuple[dict[str, str], Span]]:
    """The names of definitions, by language, with their locations."""
    groups = (pack.kinds, pack.sheets, pack.enums, pack.dice, pack.areas, pack.maps, pack.zones, pack.events,
              pack.statuses, pack.rules, pack.windows)
    for group in groups:
        for one in group.values():
            if one.names and one.span is not None:
                yield one.names, one.span


def note_sheets(world: World, texts: list[Text]) -> None:
    """Sheets that nothing names (no code, no table, no other sheet), if code creates what lists name: no list has them.
    Sheets that no code creates at all are reported by the analysis."""
    pack = world.pack
    made = {node.sheet.type.name for text in texts for node in text.nodes
            if isinstance(node, n.Create) and not isinstance(node.sheet.ref, m.SheetDef)}
    if not made or _takes_any(pack, texts):
        return
    named = {node.ref for text in texts for node in text.nodes if isinstance(node, n.Name)}
    named |= {sheet for drawn in pack.maps.values() for pieces in drawn.pieces.values() for sheet, _ in pieces}
    numbers = {number for value in _constants(pack) for number in _numbers(value)}
    lost: dict[str, list[m.SheetDef]] = {}
    whole: Counter[str] = Counter()
    for number, sheet in enumerate(pack.sheets.values()):
        if sheet.whole is not None or not any(world.scope.is_kind(sheet.kind.id, kind) for kind in made):
            continue
        whole[sheet.kind.id] += 1
        if sheet not in named and number not in numbers:
            lost.setdefault(sheet.kind.id, []).append(sheet)
    for kind, several in lost.items():
        # If many are not named anywhere, that is intended.
        for sheet in several if whole[kind] - len(several) >= _OF_THE_PACK * whole[kind] else ():
            world.warn("RW459", sheet, None, f"nothing names the {kind} '{sheet.id}', but nearly all others are named",
                       "name it where others of its kind are listed, as in a table, code or another sheet")


def _takes_any(pack: m.PackDef, texts: list[Text]) -> bool:
    """Whether sheets are taken from all of a kind, or from a setting, so that no name is needed."""
    builtin = "sheets_of"
    assert builtin in BUILTINS, "the builtin that returns all sheets of a kind"
    called = any(isinstance(node, n.Call) and node.name == builtin for text in texts for node in text.nodes)
    return called or any(_holds_sheets(setting.type) for setting in pack.settings.values())


def _constants(pack: m.PackDef) -> Iterator[object]:
    """Yields values that are one or several sheets, in printed fields, arguments and tables."""
    for sheet in pack.sheets.values():
        for name, value in sheet.printed.items():
            if _holds_sheets(sheet.kind.all_attributes[name].type):
                yield value
        for use in sheet.keywords:
            for param, value in zip(use.status.params, use.args, strict=False):
                if _holds_sheets(param.type):
                    yield value
    for table in pack.tables.values():
        if _holds_sheets(table.gives):
            yield from table.cells.values()


def _holds_sheets(type_: Type) -> bool:
    return type_.tag == "sheet" or any(_holds_sheets(one) for one in type_.args)


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, tuple):
        for one in value:
            yield from _numbers(one)
    elif isinstance(value, int):
        yield value
