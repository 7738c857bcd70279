"""Keeps the typed pack of the last check if definitions have only changed inside, been added or been removed: only
these are parsed, declared and typed, next to all others, which stay as they are.

The condition: the remaining definitions are in the same order, and those that changed are of forms that have a face,
each with the face that it had (`faces`); no remaining block names what is added or removed (`coming`); sheets list the
same statuses; and there is nothing to report. Otherwise everything is read as usual, so every message is that of a
complete check.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rulewright.check import model as m
from rulewright.check.becoming import become
from rulewright.check.beside import Marks, copy_of
from rulewright.check.collect import collect_definitions, collect_parts
from rulewright.check.coming import Edit, edit_between, form_of, may_come, may_go, name_of, words_that_stay
from rulewright.check.declaring import Declaring
from rulewright.check.faces import face, parallel
from rulewright.check.growing import Growing
from rulewright.check.infer import infer
from rulewright.check.labels import names_of_forbids
from rulewright.check.manifest import note_sources
from rulewright.check.moving import move
from rulewright.check.symbols import fill
from rulewright.check.text import World
from rulewright.check.texts import read_texts
from rulewright.check.trees import texts_again
from rulewright.diagnostics import Diagnostic, Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.effects.parsed import Parsed, ParsedPack
from rulewright.pack.model import Pack
from rulewright.pack.said import Sayings
from rulewright.pack.stands import files_of

_MOST: Final = 100  # definitions that are read again; beyond this a complete check is hardly slower


@dataclass(slots=True)
class Typed:
    """A pack that was read, declared and typed without an error, with the warnings about it."""

    pack: Pack
    parsed: ParsedPack
    definitions: m.PackDef
    doubts: tuple[Diagnostic, ...] = ()


def renewed(last: Typed, pack: Pack, sayings: Sayings) -> Typed | None:
    """A pack with the symbols of the last one, whose kept definitions say what `pack` says: the last one is consumed.
    None if everything must be read; then the last one is unchanged. `sayings` are those of `pack`."""
    edit = edit_between(last.pack, pack, {one.definition for one in last.doubts})
    kept = None if edit is None or len(edit.read) > _MOST else _kept(last, pack, edit)
    if edit is None or kept is None:
        return None
    out = Diagnostics()
    grown = {name_of(one.declaration) for one in edit.grown}
    first = [one for one in pack.declarations if one.form == "kind" or name_of(one) in grown]
    parsed = load_pack(replace(pack, declarations=[*first, *edit.read]), out)
    bigger = [one for one in parsed.definitions[: len(first)] if name_of(one.declaration) in grown]
    parsed.definitions = parsed.definitions[len(first):]
    base = last.definitions
    if out.has_errors:
        return None
    words = words_that_stay(pack, edit, sayings)
    if not may_come(base, parsed, edit, words) or not may_go(base, last.parsed, edit, words):
        return None
    marks, growing = Marks(base), Growing(base)
    made = _declared(base, parsed, pack, edit, bigger, growing, words, out)
    if made is None:
        marks.put_back()
        growing.put_back()
        return None
    become(made.pairs)
    for group, after in zip(base.groups(), made.groups, strict=True):
        assert isinstance(group, dict), "a pack that is made here"
        in_order = [(name, group.get(name, new)) for name, new in after.items()]
        group.clear()
        group.update(in_order)
    base.texts = texts_again(base)
    moved = {name_of(new) for new, _ in edit.moved}
    for tree in base.texts if moved else ():
        if (tree.owner.form, tree.owner.id) in moved:
            tree.forget()
    base.laying = base.secrets = None
    _flag(base)
    note_sources(base, pack)
    for growth in edit.grown:
        new = growth.declaration
        _without_face(base)[new.form][new.id].said = new.said
    by_name = {name_of(one.declaration): one for one in (*last.parsed.definitions, *bigger, *parsed.definitions)}
    groups = {**_groups(base), **_without_face(base)} if edit.moved else {}
    for new, shifts in edit.moved:
        text = by_name[name_of(new)]
        new.header, text.declaration = text.declaration.header, new
        move(groups[new.form][new.id], text, shifts)
    whole = [by_name[name_of(one)] for one in pack.declarations]
    for one, declaration in zip(whole, pack.declarations, strict=True):
        declaration.header = one.declaration.header
    _number(base, whole)
    shared = (*last.parsed.shared, *parsed.shared)
    doubts = tuple(dict.fromkeys((*kept, *out.reports)))
    return Typed(pack, replace(last.parsed, pack=pack, definitions=whole, shared=shared), base, doubts)


def _kept(last: Typed, pack: Pack, edit: Edit) -> list[Diagnostic] | None:
    """The warnings about the definitions that are kept; None if a warning has no known owner, or names a location that
    may have moved, or other existing definitions."""
    names = Counter(one.id for one in (*pack.declarations, *edit.gone))
    touched = (*edit.read, *edit.gone)
    moved_ids = {one.id for one, _ in edit.moved} | {one.declaration.id for one in edit.grown}
    moved = {name for one in touched for name in files_of(one)}.union(*(shifts for _, shifts in edit.moved))
    anew = {one.id for one in touched}
    found = []
    for one in last.doubts:
        if one.definition is None or names[one.definition] != 1 or one.missing is not None or one.suspects:
            return None
        if one.definition in moved_ids:  # it is not reported again, and its location is another
            return None
        if one.definition not in anew:
            if any(other.span.source.name in moved for other in one.related):
                return None
            found.append(one)
    return found


@dataclass(slots=True)
class _Made:
    """Symbols with those that replace them (an added one with itself), and all groups as they will be."""

    pairs: list[tuple[m.Symbol, m.Symbol]]
    groups: tuple[Mapping[str, m.Definition], ...]


def _declared(
    base: m.PackDef, parsed: ParsedPack, pack: Pack, edit: Edit, bigger: list[Parsed], growing: Growing,
    words: Container[str], out: Diagnostics,
) -> _Made | None:  # fmt: skip
    """Declares and types definitions in place of those of the same names; None if anything is wrong, or others could
    see a difference. In the pack itself only marks of statuses change, and what is growing."""
    both = copy_of(base)
    d = Declaring(parsed, out)
    d.pack = both
    d.names_are_known()
    if not growing.grow(edit.grown, bigger, words, d):
        return None
    groups = _groups(both)
    for one in (*(one.declaration for one in parsed.definitions), *edit.gone):
        _take_out(groups[form_of(one)], one.id)
    d.names_are_known()
    collect_definitions(d)
    collect_parts(d)
    _sort(both, pack)
    fill(d, added=True)
    if out.has_errors or not all(edit.allows(*pair) for pair in zip(base.groups(), both.groups(), strict=True)):
        return None
    if any(number != place for number, place in _numbers(base.sheets, both.sheets)):
        return None
    added, fresh, more = m.PackDef(base.id), list(_fresh(base, both)), list(_more(base, both))
    added.kinds = {one.id: one for one in growing.added}
    for number, new in (*((number, new) for number, _, new in fresh), *more):
        group_of_added = added.groups()[number]
        assert isinstance(group_of_added, dict), "a pack that is made here"
        group_of_added[new.id] = new
    for _, _, new in fresh:
        if isinstance(new, m.EventDef):
            for cls in new.classes:
                cls.events.remove(new)
    if any(isinstance(old, m.StatusDef) and old.asked is not None for _, old, _ in fresh):
        return None
    if any(face(old) != face(new) for _, old, new in fresh):
        return None
    if _listed(base) != _listed(both) or _allowed(base) != _allowed(both):
        return None
    if any(name in words for _, _, name in _labels(base) ^ _labels(both)):
        return None
    read_texts(World(both, out, infer), added)
    named = [*((old, new) for _, old, new in fresh), *((one, one) for _, one in more)]
    pairs = [pair for old, new in named for pair in parallel(old, new)]
    return None if out.has_errors else _Made([*pairs, *growing.pairs], both.groups())


def _sort(both: m.PackDef, pack: Pack) -> None:
    """Puts definitions in the order of a pack, because sheets are numbered in that order. Parts follow their whole, and
    definitions without a declaration come last."""
    places = {(form_of(one), one.id): place for place, one in enumerate(pack.declarations)}
    for form, group in _groups(both).items():
        by_place = {name: places.get((form, name.partition(".")[0]), len(places)) for name in group}
        whole = sorted(group.items(), key=lambda item: by_place[item[0]])
        group.clear()
        group.update(whole)


def _groups(pack: m.PackDef) -> dict[str, dict[str, Any]]:
    """The definitions of the forms that have a face, by form."""
    return {
        "area": pack.areas, "check": pack.checks, "event": pack.events, "permission": pack.permissions,
        "rule": pack.rules, "sheet": pack.sheets, "status": pack.statuses, "value": pack.values,
        "window": pack.windows,
    }  # fmt: skip


def _without_face(pack: m.PackDef) -> dict[str, dict[str, Any]]:
    """The definitions of the other forms."""
    return {
        "class": pack.classes, "die": pack.dice, "enum": pack.enums, "kind": pack.kinds, "map": pack.maps,
        "table": pack.tables, "zone": pack.zones,
    }  # fmt: skip


def _take_out(group: dict[str, Any], name: str) -> None:
    """Removes a definition from those of its form, and with a sheet its parts."""
    for one in [one for one in group if one == name or one.startswith(f"{name}.")]:
        del group[one]


def _numbers(before: Mapping[str, m.SheetDef], after: Mapping[str, m.SheetDef]) -> Iterator[tuple[int, int]]:
    """The old and new numbers of sheets: printed values and maps contain these numbers already."""
    now = {name: number for number, name in enumerate(after)}
    yield from ((number, now[name]) for number, name in enumerate(before) if name in now)


def _fresh(base: m.PackDef, both: m.PackDef) -> Iterator[tuple[int, m.Definition, m.Definition]]:
    """The differences in `both`: the number of its group, the old and the new definition."""
    for number, (before, after) in enumerate(zip(base.groups(), both.groups(), strict=True)):
        for name, old in before.items():
            if name in after and after[name] is not old:
                yield number, old, after[name]


def _more(base: m.PackDef, both: m.PackDef) -> Iterator[tuple[int, m.Definition]]:
    """The additions in `both`: the number of its group, and the definition."""
    for number, (before, after) in enumerate(zip(base.groups(), both.groups(), strict=True)):
        yield from ((number, one) for name, one in after.items() if name not in before)


def _labels(pack: m.PackDef) -> set[tuple[str, str, str]]:
    """The names of forbids with the form and the id of their targets."""
    return {(one.form, one.id, name) for one, names in names_of_forbids(pack).items() for name in names}


def _listed(pack: m.PackDef) -> set[str]:
    return {use.status.id for sheet in pack.sheets.values() for use in sheet.keywords}


def _allowed(pack: m.PackDef) -> set[str]:
    """The statuses whose holders are decided by modifiers: the permission for this exists as long as one modifier
    does."""
    return {one.target.id for holder in pack.holders() for one in holder.sentences
            if isinstance(one.target, m.StatusAsked)}  # fmt: skip


def _flag(pack: m.PackDef) -> None:
    """Notes for each status whether code gives it, and whether a sheet lists it."""
    given = {node.status.ref for text in pack.texts or () for node in text.of((n.Give,))}
    listed = _listed(pack)
    for status in pack.statuses.values():
        status.given, status.listed = status in given, status.id in listed


def _number(pack: m.PackDef, parsed: list[Parsed]) -> None:
    """Numbers the reactions of each text as a complete check does: those of sheets come last."""
    of = {(one.form, one.id): one.holder
          for group in (pack.areas, pack.statuses, pack.rules) for one in group.values()}  # fmt: skip
    number = 0
    for holder in (*(of.get((one.form, one.header.id)) for one in parsed),
                   *(one.holder for one in pack.sheets.values())):  # fmt: skip
        before = None
        for reaction in holder.reactions if holder is not None else ():
            number += reaction.group != before
            before, reaction.group = reaction.group, number
