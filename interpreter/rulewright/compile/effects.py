"""Converts all code of a pack that has effects to what it does and what must be true for that.

Separate because the analysis wants more than blocks: what forbids an event, when a reaction reacts, how long a status
lasts.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.compile.analysis import reactions_of
from rulewright.compile.context import Unit
from rulewright.compile.deeds import TextDeeds, until_of
from rulewright.compile.dependencies import Reader
from rulewright.compile.guards import guards_of, path_of
from rulewright.compile.layout import place_of
from rulewright.deeds import Effect, Guard
from rulewright.effects import nodes as n
from rulewright.effects.walk import conjuncts


def effects_of(pack: m.PackDef, unit: Unit, reader: Reader) -> tuple[Effect, ...]:
    """All code that has effects, with what it does: events, reactions, checks, ends of statuses, blocks of sheets."""
    made: list[Effect] = []
    for i, event in enumerate(unit.layout.events):
        guards = (*_legal(event, reader), *_forbidden(event, unit, reader))
        made.append(Effect("event", i, guards=guards, deeds=TextDeeds(reader).run(event.do)))
        ends = unit.layout.closing[event]
        if ends:
            made.append(Effect("ends", i, deeds=TextDeeds(reader).run(ends)))
    for i, r in enumerate(reactions_of(pack)):
        deeds = TextDeeds(reader).run(r.body)
        made.append(Effect("reaction", i, guards=_answering(r, reader), deeds=deeds, selves=_selves(r)))
    for i, check in enumerate(unit.layout.checks):
        where = check.binder.where if check.binder is not None else None
        made.append(Effect("check", i, guards=guards_of(reader, where), deeds=TextDeeds(reader).run(check.body)))
    for i, status in enumerate(unit.layout.statuses):
        made.append(
            Effect("status", i, deeds=TextDeeds(reader).run(status.ends), until=until_of(status.lasts, reader, {}))
        )
    for i, sheet in enumerate(unit.layout.sheets):
        for name, block in sheet.texts.items():
            made.append(Effect("sheet", i, name, deeds=TextDeeds(reader).run(block)))
    return tuple(made)


def _legal(event: m.EventDef, reader: Reader) -> tuple[Guard, ...]:
    return tuple(guard for name, tree in event.legal.items() for guard in guards_of(reader, tree, label=name))


def _forbidden(event: m.EventDef, unit: Unit, reader: Reader) -> tuple[Guard, ...]:
    """Modifiers that forbid the event: it may happen only if they do not apply."""
    found = []
    for target in (event, *event.classes):
        for sentence in unit.value_parts.get(target, ()):
            if sentence.kind == "forbid":
                title = sentence.holder.definition.title
                text = sentence.when.span.words if sentence.when is not None else f"{title} is active"
                place = place_of(sentence.span if sentence.when is None else sentence.when.span)
                reads = reader.frozen(reader.of_sentence(sentence))
                found.append(Guard(text, place, reads, True, sentence.label or ""))
    return tuple(found)


def _answering(r: m.ReactionDef, reader: Reader) -> tuple[Guard, ...]:
    """What must be true for a reaction to react: its own conditions, and that its holder exists and is active."""
    holder = r.holder
    trees = [r.where, r.when, holder.active, holder.binder.where if holder.binder is not None else None]
    needed = [guard for tree in trees for guard in guards_of(reader, tree)]
    if r.each is not None:
        found = reader.reads([r.each.binding.source, r.each.where])
        needed.append(Guard(f"some {r.each.span.words}", place_of(r.each.span), reader.frozen(found)))
    definition = holder.definition
    if isinstance(definition, m.StatusDef) and not definition.listed:
        reads = reader.frozen(reader.of_holder(holder))
        needed.append(Guard(f"{definition.id} is held", place_of(definition.span), reads))
    return tuple(needed)


def _selves(r: m.ReactionDef) -> tuple[int, ...]:
    """Fields of the event that are the holder if the reaction reacts: `x is self` among its conditions."""
    found = []
    for part in (*_parts(r.where), *_parts(r.when)):
        if isinstance(part, n.Is) and not part.negated and part.ref and part.ref[0] == "equal":
            paths = {path_of(part.left), path_of(part.right)}
            if "self" in paths:
                found += [int(path[6:]) for path in sorted(paths) if path.startswith("field:") and "." not in path]
    return tuple(found)


def _parts(condition: n.Expr | None) -> list[n.Expr]:
    return [] if condition is None else conjuncts(condition)
