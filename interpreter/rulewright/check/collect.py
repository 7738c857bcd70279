"""Converts every parsed definition to a symbol without content, and reports names that two things have.

Separate because names can only be resolved after all of them exist, and because a collision is one error with two
locations, reported once and before any error that follows from it.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import BUILTINS, RELATIONS
from rulewright.check.declaring import Declaring
from rulewright.check.scope import FIXED_WORDS, NO_VARIABLES, SEATS, number_die
from rulewright.check.type_names import TYPE_WORDS
from rulewright.effects.parsed import KindText, ListText, Parsed, SheetText, Word
from rulewright.source import Span
from rulewright.spelling import with_article

_Group = dict[str, Any]


def collect(d: Declaring) -> None:
    """Makes the symbols; of two definitions of one form with the same id, the first is kept."""
    for name, plural in (("player", "players"), ("match", "")):
        d.pack.kinds[name] = m.KindDef(name, form="kind", plural=plural, owned=False)
    collect_definitions(d)


def collect_definitions(d: Declaring) -> None:
    """The same for definitions that are added to a pack."""
    made: dict[int, m.Definition] = {}
    sheets_last = sorted(enumerate(d.parsed.definitions), key=lambda one: one[1].form == "sheet")
    for number, parsed in sheets_last:
        definition = _collect(d, parsed)
        if definition is not None:
            made[number] = definition
    d.pairs = [(d.parsed.definitions[number], made[number]) for number in sorted(made)]


def _collect(d: Declaring, parsed: Parsed) -> m.Definition | None:
    group, definition = _shell(d, parsed)
    if definition is None:
        return None
    known = group.get(definition.id)
    if known is not None and known.span is not None:
        d.error("RW401", f"{definition.title} is declared twice", definition.span, definition,
                "rename one of them", [(known.span, "first declared here")])
        return None
    if known is not None:                       # `kind player` and `kind match` exist without a declaration
        for name in ("span", "names", "wording", "rules", "allow", "file", "headless", "unread", "said"):
            setattr(known, name, getattr(definition, name))
        definition = known
    group[definition.id] = definition
    if isinstance(definition, m.EnumDef) and isinstance(parsed.body, ListText):
        _members(d, definition, parsed.body)
    if isinstance(definition, m.KindDef) and isinstance(parsed.body, KindText) and definition.id not in SEATS:
        definition.plural = parsed.body.plural.text if parsed.body.plural is not None else definition.id + "s"
    return definition


def _shell(d: Declaring, parsed: Parsed) -> tuple[_Group, m.Definition | None]:
    """The group of a form and a definition without content."""
    header, pack = parsed.header, d.pack
    span = header.id_span or parsed.declaration.head_span
    shared: dict[str, Any] = {
        "form": parsed.form, "names": parsed.names, "wording": parsed.wording,
        "rules": _cited(parsed.cited), "allow": parsed.allow, "file": parsed.declaration.file,
        "headless": parsed.declaration.header is None, "unread": parsed.declaration.unread,
        "said": parsed.declaration.said}
    match parsed.form:
        case "sheet":
            misplaced = isinstance(parsed.body, SheetText) and parsed.body.misplaced
            kind = pack.kinds.get(header.form) if not misplaced else None
            if kind is not None and kind.id in SEATS:
                d.error("RW404", f"'{kind.id}' has no sheets", span, None, "use a kind of entities")
                return {}, None
            if kind is None:                    # reported when heads were read: the name of the sheet stays
                kind = m.KindDef(header.form, form="kind", unread=True)
                kind.self_var = m.Variable("self", span, type=t.UNKNOWN, role="self")
            is_outline = parsed.declaration.outline is not None
            return pack.sheets, m.SheetDef(header.id, span, kind=kind, is_outline=is_outline, **shared)
        case "die":
            return pack.dice, m.DieDef(header.id, span, face=t.UNKNOWN, faces=(), **shared)
        case "table":
            return pack.tables, m.TableDef(header.id, span, gives=t.UNKNOWN, **shared)
        case "value":
            return pack.values, m.ValueDef(header.id, span, gives=t.UNKNOWN, **shared)
    groups: dict[str, tuple[_Group, type[m.Definition]]] = {
        "kind": (pack.kinds, m.KindDef), "enum": (pack.enums, m.EnumDef), "area": (pack.areas, m.AreaDef),
        "map": (pack.maps, m.MapDef), "zone": (pack.zones, m.ZoneDef), "class": (pack.classes, m.ClassDef),
        "event": (pack.events, m.EventDef), "permission": (pack.permissions, m.PermissionDef),
        "status": (pack.statuses, m.StatusDef),
        "rule": (pack.rules, m.RuleDef), "window": (pack.windows, m.WindowDef), "check": (pack.checks, m.CheckDef)}
    group, form = groups[parsed.form]
    return group, form(header.id, span, **shared)


def _cited(words: tuple[Word, ...]) -> tuple[str, ...]:
    return tuple([word.text for word in words]) if words else ()


def _members(d: Declaring, enum: m.EnumDef, body: ListText) -> None:
    enum.ordered = body.ordered
    seen: dict[str, Word] = {}
    for word in body.items:
        if word.text in seen:
            d.error("RW401", f"enum '{enum.id}' has the member '{word.text}' twice", word.span, enum, None,
                    [(seen[word.text].span, "here first")])
            continue
        seen[word.text] = word
        enum.members.append(m.EnumMember(word.text, word.span, enum=enum, value=len(enum.members)))


# -- parts of sheets ---------------------------------------------------------------------------------------------------


def collect_parts(d: Declaring) -> None:
    """Makes the sheets of parts (`crate.lid`), each after its whole. Kinds must be filled first."""
    for _, sheet in d.of(m.SheetDef):
        del d.pack.sheets[sheet.id]
    for parsed, sheet in d.of(m.SheetDef):
        d.pack.sheets[sheet.id] = sheet
        if isinstance(parsed.body, SheetText):
            d.sheet_texts.append((sheet, parsed.body))
            _parts(d, sheet, parsed.body)


def _parts(d: Declaring, sheet: m.SheetDef, body: SheetText) -> None:
    seen: dict[str, Span | None] = {}
    for field, entries in body.parts.items():
        kind = sheet.kind.parts.get(field)
        if kind is None:
            continue                            # reported where the sheet is filled
        made = sheet.parts.setdefault(field, [])
        for name, text in entries.items():
            if name in seen:
                d.error("RW401", f"{sheet.title} has two parts '{name}'", text.span, sheet, None,
                        [(seen[name], "the other one")])
                continue
            seen[name] = text.span
            if name in NO_VARIABLES:
                d.error("RW403", f"'{name}' is a word of the language and cannot be a part", text.span, sheet,
                        "choose another name")
            part = m.SheetDef(f"{sheet.id}.{name}", text.span or sheet.span, kind=kind, form="sheet", names=text.names,
                              wording=text.wording, rules=_cited(text.cited), allow=sheet.allow,
                              file=sheet.file, said=sheet.said, whole=sheet, is_outline=sheet.is_outline)
            made.append(part)
            d.pack.sheets[part.id] = part
            d.sheet_texts.append((part, text))
            if text.parts:
                _parts(d, part, text)


# -- names that two things have ----------------------------------------------------------------------------------------


def refuse_collisions(d: Declaring) -> None:
    """Reports every bare name that two definitions share, and every one that the language uses itself."""
    first: dict[str, m.Symbol] = {}
    for symbol, name, role in _bare_names(d):
        said = taken(name, role)
        if said is not None:
            d.error("RW403", f"'{name}' is {said} and cannot be the name of {_said(symbol)}", symbol.span,
                    _owner(symbol), "choose another name")
            continue
        known = first.setdefault(name, symbol)
        if known is symbol or (isinstance(known, m.EnumMember) and isinstance(symbol, m.EnumMember)):
            continue
        if any(isinstance(one, m.EnumDef) and isinstance(other, _NO_TYPES)
               for one, other in ((known, symbol), (symbol, known))):
            continue
        d.error("RW402", f"'{name}' is the name of {_said(known)} and of {_said(symbol)}", symbol.span, _owner(symbol),
                "rename one of them", [(known.span, "the other one")])


# Forms whose ids are not types: they may share the id of an enumeration, whose id is nothing but a type.
_NO_TYPES = (m.EnumMember, m.SheetDef, m.AreaDef, m.MapDef, m.DieDef, m.ZoneDef, m.StatusDef, m.ValueDef,
              m.PermissionDef, m.TableDef)


def _bare_names(d: Declaring) -> Iterator[tuple[m.Symbol, str, str]]:
    """Every name in the one namespace: its symbol, the word, and how it is used."""
    for _, definition in d.pairs:
        match definition:
            case m.RuleDef() | m.WindowDef() | m.CheckDef():
                continue
            case m.EnumDef():
                yield definition, definition.id, "type"
                for member in definition.members:
                    yield member, member.id, "bare"
            case m.KindDef():
                if definition.id not in SEATS:
                    yield definition, definition.id, "type"
                    if definition.plural != definition.id:
                        yield definition, definition.plural, "bare"
            case m.EventDef() | m.ClassDef():
                yield definition, definition.id, "occasion"
            case m.ValueDef() | m.PermissionDef() | m.TableDef():
                yield definition, definition.id, "called"
            case m.ZoneDef():
                yield definition, definition.id, "called"
            case _:
                yield definition, definition.id, "bare"


def taken(name: str, role: str) -> str | None:
    """The part of the language that already has the name, if the two could be confused."""
    if name in FIXED_WORDS:
        return "a word of the language"
    if number_die(name) is not None:
        return "a built-in die"
    row = BUILTINS.get(name)
    if row is not None and not row.open and (row.bare or role in ("called", "occasion")):
        return "a builtin"
    if name in RELATIONS:
        return "a builtin"
    if role in ("type", "occasion") and name in TYPE_WORDS:
        return "a type of the language"
    return None


def _said(symbol: m.Symbol) -> str:
    match symbol:
        case m.EnumMember():
            return f"a member of '{symbol.enum.id}'"
        case m.SheetDef():
            return f"a sheet of '{symbol.kind.id}'"
        case m.Definition():
            return with_article(symbol.form)
    return symbol.title


def _owner(symbol: m.Symbol) -> m.Definition | None:
    if isinstance(symbol, m.EnumMember):
        return symbol.enum
    return symbol if isinstance(symbol, m.Definition) else None
