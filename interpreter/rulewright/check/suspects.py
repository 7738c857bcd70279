"""Finds the declarations that give an expression its type, and weighs how likely each of them is wrong.

Separate because every inference rule reports type errors, and none of them can tell whether the use or the declaration
is wrong: this shows only when all uses are known.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.amounts import written
from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.steps import contribution_type
from rulewright.check.subtyping import a
from rulewright.check.text import World
from rulewright.check.trees import texts_of
from rulewright.check.types import Type
from rulewright.source import Span


def weigh_suspects(world: World) -> None:
    """Report what is known about declarations that several errors may follow from."""
    suspected = world.out.suspected
    if not suspected:
        return
    uses = _uses(world)
    for span, words, remedy, symbols in _declarations(world):
        if span in suspected:
            world.out.verdict(span, words, remedy, sum(uses[one] for one in symbols))


def _uses(world: World) -> Counter[m.Symbol]:
    """How often each symbol is used in the code of the pack; a parameter also in calls, a field also on sheets."""
    found: Counter[m.Symbol] = Counter()
    for text in texts_of(world.pack):
        for node in text.nodes:
            ref = getattr(node, "ref", None)
            if isinstance(ref, tuple):  # of `is`: the reading, and the symbol
                ref = ref[1]
            if isinstance(ref, m.Symbol):
                found[ref] += 1
                found.update(getattr(ref, "params", ()))
    for holder in world.pack.holders():
        for sentence in holder.sentences:
            steps = sentence.target.steps if isinstance(sentence.target, m.ValueDef) else ()
            found.update(step.so_far for step in steps if step.name == sentence.step)
    for definition in (*world.pack.events.values(), *world.pack.values.values(), *world.pack.permissions.values()):
        params: list[m.Variable] = getattr(definition, "params", [])
        kinds = (world.pack.kinds.get(one.type.name) for one in params if one.type.tag == "entity")
        found.update(kind for kind in kinds if kind is not None)
    for sheet in world.pack.sheets.values():
        found[sheet.kind] += 1
        found.update(sheet.kind.all_attributes[name] for name in sheet.printed if name in sheet.kind.all_attributes)
    return found


_Row = tuple[Span, str, str, list[m.Symbol]]


def _declarations(world: World) -> Iterator[_Row]:
    """Everything that gives something a type: its location, what it says, how to write another type, and the symbols
    whose uses belong to it."""
    pack = world.pack
    for kind in pack.kinds.values():
        if kind.span is not None:
            of = f"is {a(kind.parent.entity_type)}" if kind.parent is not None else "has no `is`"
            yield kind.span, f"{kind.title} {of}", "write `is: {}` in it", [kind]
        for field in kind.attributes.values():
            if field.span is not None:
                ranged = field.least is not None or field.most is not None
                remedy = "write a range that the sheets keep" if ranged else f"write `{field.id}: {{}}`"
                yield field.span, f"'{field.id}' of {kind.title} is {_said(field)}", remedy, [field]
    for setting in pack.settings.values():
        if setting.span is not None:
            yield (setting.span, f"setting '{setting.id}' is {a(setting.type)}",
                   f"write `{setting.id}: {{}} starts ..`", [setting])
    groups = (pack.events, pack.classes, pack.values, pack.permissions, pack.tables, pack.statuses)
    for group in groups:
        for definition in group.values():
            yield from _of_head(definition)
    for zone in pack.zones.values():
        if zone.span is not None:
            yield zone.span, f"{zone.title} is shared by all", f"write `zone {zone.id}(player owner)`", [zone]
    for text in texts_of(pack):
        for node in text.nodes:
            ref = getattr(node, "ref", None)
            if isinstance(ref, m.Variable) and ref.role == "local" and ref.span is not None:
                yield ref.span, f"'{ref.id}' is {a(ref.type)}", "", [ref]


def _of_head(definition: m.Definition) -> Iterator[_Row]:
    if isinstance(definition, m.StatusAsked):
        return
    results = definition.gives if isinstance(definition, m.EventDef) else ()
    for one in (*getattr(definition, "params", ()), *results):
        if one.span is not None:
            yield one.span, f"'{one.id}' of {definition.title} is {a(one.type)}", f"write `{{}} {one.id}`", [one]
    if definition.span is None:
        return
    if isinstance(definition, m.ValueDef):
        for step in definition.steps:
            taken = a(contribution_type(step, definition.gives))
            yield step.span, f"step '{step.name}' of {definition.title} takes {taken}", "", [step.so_far]
    match definition:
        case m.ValueDef() | m.TableDef():
            yield (definition.span, f"{definition.title} gives {a(definition.gives)}", "write `gives {}`", [definition])
        case m.StatusDef() if definition.holder is not None and definition.holder.self_var is not None:
            own = definition.holder.self_var
            what = "anything" if own.type == t.ENTITY else a(own.type)
            yield definition.span, f"{definition.title} is of {what}", "write `of: {}`", [definition, own]
        case _:
            words = f"{definition.title} takes {_taken(definition)}"
            yield definition.span, words, "write its head with {}", [definition]


def _taken(definition: m.Definition) -> str:
    params: list[m.Variable] = getattr(definition, "params", [])
    return ", ".join(f"{one.type} {one.id}" for one in params) or "no arguments"


def _said(field: m.Attribute) -> str:
    """The type of a field, with its range."""
    unit = t.some(field.type).name
    least, most = ("" if one is None else written(one, unit) for one in (field.least, field.most))
    ends = f"{' from ' * bool(least)}{least}{' to ' * bool(most)}{most}"
    return f"{a(field.type)}{ends}" if _is_plain(field.type) else a(field.type)


def _is_plain(type_: Type) -> bool:
    return t.some(type_).tag == "number"
