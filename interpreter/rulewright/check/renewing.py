"""Lets the typed pack of the last check live on where nothing but insides of definitions has changed since: these alone
are parsed, declared and typed, beside all others as they are.

The condition: the same definitions in the same order, those that say something else of forms that have a face, and each
with the face that it had (`faces`); the same names of forbids, the same statuses on sheets; and nothing to report. Else
all is read as ever, so every message is that of a whole check.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from rulewright.check import model as m
from rulewright.check.becoming import become
from rulewright.check.beside import Marks, copy_of
from rulewright.check.collect import collect_definitions, collect_parts
from rulewright.check.declaring import Declaring
from rulewright.check.faces import face, parallel
from rulewright.check.infer import infer
from rulewright.check.labels import names_of_forbids
from rulewright.check.manifest import note_sources
from rulewright.check.symbols import fill
from rulewright.check.text import World
from rulewright.check.texts import read_texts
from rulewright.check.trees import texts_again
from rulewright.diagnostics import Diagnostic, Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.effects.parsed import Parsed, ParsedPack
from rulewright.pack.model import Declaration, Pack
from rulewright.pack.stands import files_of

_MOST: Final = 100  # definitions that are read anew; of more a whole check takes hardly longer


@dataclass(slots=True)
class Typed:
    """A pack that was read, declared and typed without an error, with what was doubtful in that."""

    pack: Pack
    parsed: ParsedPack
    definitions: m.PackDef
    doubts: tuple[Diagnostic, ...] = ()


def renewed(last: Typed, pack: Pack) -> Typed | None:
    """A pack with the symbols of the last one, whose definitions live on and are what `pack` says: the last one is used
    up. None if all has to be read; then the last one is as it was."""
    changed = _changed(last.pack, pack)
    kept = None if changed is None else _kept(last, pack, changed)
    if changed is None or kept is None:
        return None
    out = Diagnostics()
    kinds = [one for one in pack.declarations if one.form == "kind"]
    parsed = load_pack(replace(pack, declarations=[*kinds, *changed]), out)
    parsed.definitions = parsed.definitions[len(kinds):]
    base = last.definitions
    groups = _groups(base)
    if out.has_errors or any(one.form not in groups for one in parsed.definitions):
        return None
    marks = Marks(base)
    pairs = _declared(base, parsed, out)
    if pairs is None:
        marks.put_back()
        return None
    become(pairs)
    base.texts = texts_again(base)
    base.laying = base.secrets = None
    _flag(base)
    note_sources(base, pack)
    own = {(one.declaration.form, one.declaration.id): one for one in parsed.definitions}
    whole = [own.get((one.declaration.form, one.declaration.id), one) for one in last.parsed.definitions]
    for one, declaration in zip(whole, pack.declarations, strict=True):
        declaration.header = one.declaration.header
    _number(base, whole)
    shared = (*last.parsed.shared, *parsed.shared)
    doubts = tuple(dict.fromkeys((*kept, *out.reports)))
    return Typed(pack, replace(last.parsed, pack=pack, definitions=whole, shared=shared), base, doubts)


def _changed(last: Pack, pack: Pack) -> list[Declaration] | None:
    """The declarations that say something else than in the last pack, or stand or come from where something has
    changed; None if something else has changed too."""
    if last.sources.keys() != pack.sources.keys() or (last.rulebook, last.removed) != (pack.rulebook, pack.removed):
        return None
    files = {name for name, source in pack.sources.items() if source.text != last.sources[name].text}
    manifests = {pack.manifest_span.source.name, *pack.manifests}
    if files & manifests or len(last.declarations) != len(pack.declarations):
        return None
    found = []
    for old, new in zip(last.declarations, pack.declarations, strict=True):
        if (old.form, old.id) != (new.form, new.id):
            return None
        if old.said != new.said or not files.isdisjoint(files_of(new)) or not files.isdisjoint(files_of(old)):
            found.append(new)
    return found if len(found) <= _MOST else None


def _kept(last: Typed, pack: Pack, changed: list[Declaration]) -> list[Diagnostic] | None:
    """What is doubtful in the definitions that live on; None if it cannot be told whose it is, or it names a place that
    may have moved."""
    names = Counter(one.id for one in pack.declarations)
    moved, anew = {name for one in changed for name in files_of(one)}, {one.id for one in changed}
    found = []
    for one in last.doubts:
        if one.definition is None or names[one.definition] != 1 or one.missing is not None or one.suspects:
            return None
        if one.definition not in anew:
            if any(other.span.source.name in moved for other in one.related):
                return None
            found.append(one)
    return found


def _declared(base: m.PackDef, parsed: ParsedPack, out: Diagnostics) -> list[tuple[m.Symbol, m.Symbol]] | None:
    """Declares and types definitions in the place of those of their names: each symbol of these with the new one, and
    None if anything is wrong, or others could see a difference. Of the pack only marks of statuses are another."""
    both = copy_of(base)
    d = Declaring(parsed, out)
    d.pack = both
    groups = _groups(both)
    for one in parsed.definitions:
        _take_out(groups[one.form], one.declaration.id)
    d.names_are_known()
    collect_definitions(d)
    collect_parts(d)
    for before, after in zip(base.groups(), both.groups(), strict=True):
        assert isinstance(after, dict), "a pack that is made here"
        if before.keys() != after.keys():
            return None
        made = dict(after)
        after.clear()
        after.update({name: made[name] for name in before})  # sheets have numbers by their order
    fill(d, added=True)
    added, fresh = m.PackDef(base.id), list(_fresh(base, both))
    for group, number, _, new in fresh:
        group_of_added = added.groups()[number]
        assert isinstance(group_of_added, dict), "a pack that is made here"
        group_of_added[group] = new
        if isinstance(new, m.EventDef):
            for cls in new.classes:
                cls.events.remove(new)
    if out.has_errors or any(isinstance(old, m.StatusDef) and old.asked is not None for _, _, old, _ in fresh):
        return None
    if base.permissions.keys() != both.permissions.keys() or any(face(old) != face(new) for _, _, old, new in fresh):
        return None
    if _labels(base) != _labels(both) or _listed(base) != _listed(both):
        return None
    read_texts(World(both, out, infer), added)
    return None if out.has_errors else [pair for _, _, old, new in fresh for pair in parallel(old, new)]


def _groups(pack: m.PackDef) -> dict[str, dict[str, Any]]:
    """The definitions of the forms that have a face, by form."""
    return {
        "area": pack.areas, "check": pack.checks, "event": pack.events, "permission": pack.permissions,
        "rule": pack.rules, "sheet": pack.sheets, "status": pack.statuses, "value": pack.values,
        "window": pack.windows,
    }  # fmt: skip


def _take_out(group: dict[str, Any], name: str) -> None:
    """Takes a definition out of those of its form, with a sheet its parts too."""
    for one in [one for one in group if one == name or one.startswith(f"{name}.")]:
        del group[one]


def _fresh(base: m.PackDef, both: m.PackDef) -> Iterator[tuple[str, int, m.Definition, m.Definition]]:
    """What is another in `both`: its id, the number of its group, what it was and what it is."""
    for number, (before, after) in enumerate(zip(base.groups(), both.groups(), strict=True)):
        for name, old in before.items():
            if after[name] is not old:
                yield name, number, old, after[name]


def _labels(pack: m.PackDef) -> dict[tuple[str, str], set[str]]:
    """The names of forbids by the form and the id of what they are about."""
    return {(one.form, one.id): names for one, names in names_of_forbids(pack).items()}


def _listed(pack: m.PackDef) -> set[str]:
    return {use.status.id for sheet in pack.sheets.values() for use in sheet.keywords}


def _flag(pack: m.PackDef) -> None:
    """Notes with statuses whether a text gives them, and whether a sheet lists them."""
    given = {node.status.ref for text in pack.texts or () for node in text.of((n.Give,))}
    listed = _listed(pack)
    for status in pack.statuses.values():
        status.given, status.listed = status in given, status.id in listed


def _number(pack: m.PackDef, parsed: list[Parsed]) -> None:
    """Gives the reactions of each text the number that a whole check gives them: those of sheets come last."""
    of = {(one.form, one.id): one.holder
          for group in (pack.areas, pack.statuses, pack.rules) for one in group.values()}  # fmt: skip
    number = 0
    for holder in (*(of.get((one.form, one.header.id)) for one in parsed),
                   *(one.holder for one in pack.sheets.values())):  # fmt: skip
        before = None
        for reaction in holder.reactions if holder is not None else ():
            number += reaction.group != before
            before, reaction.group = reaction.group, number
