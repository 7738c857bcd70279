"""Loads a pack: replaces the code in its definitions, which is still strings, with trees.

Separate because it knows the forms: which field of which form contains an expression, a block, a trigger or only a
word. No name has a meaning here. Every error becomes a diagnostic, and everything else is loaded.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import Final, Literal

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.added_lines import change_offers
from rulewright.effects.declared import refuse_misnamed
from rulewright.effects.fields import Fields, word_of
from rulewright.effects.interning import Alike
from rulewright.effects.load_rules import load_rules
from rulewright.effects.load_sheets import COMMON, SheetLoader
from rulewright.effects.outline import sheet_of
from rulewright.effects.parse import parse, parse_head
from rulewright.effects.parsed import (
    MOST_SIDES,
    Body,
    CheckText,
    ClassText,
    EventText,
    HolderText,
    KindText,
    ListText,
    ManifestText,
    MapText,
    Parsed,
    ParsedPack,
    PermissionText,
    TableText,
    ValueText,
    WindowText,
    Word,
    ZoneText,
)
from rulewright.limits import MOST_ENTRIES, MOST_ROWS
from rulewright.numbers import whole_number
from rulewright.pack import tree
from rulewright.pack.model import Declaration, Pack
from rulewright.source import Span

# The main field, which a body without fields fills.
_MAIN: Final = {"die": "faces", "enum": "members", "event": "do", "permission": "normally", "value": "start"}


def load_pack(pack: Pack, out: Diagnostics, *, share: bool = True) -> ParsedPack:
    """The trees of a pack, with the definitions in its order. Each declaration gets its `header` (None if it is wrong).

    A definition whose head is wrong is kept, with a head of form and id alone, so that its name is not reported as
    unknown. Identical modifiers on sheets of one kind share one tree, unless `share` is False.
    """
    alike = Alike() if share else None
    parsed = ParsedPack(pack, _load_manifest(pack, out))
    kinds: dict[str, KindText] = {}
    loaded: dict[int, KindText] = {}
    # Kinds first: they declare the fields of sheets.
    for index, declaration in enumerate(pack.declarations):
        if declaration.form == "kind":
            loaded[index] = kind = _load_kind(_fields(declaration, out))
            if not declaration.unread:
                kinds[declaration.id] = kind
    sheets = SheetLoader(kinds, out, alike)
    for index, declaration in enumerate(pack.declarations):
        key = declaration.key
        header = parse_head(key.value, key.source, key.start) if key.is_verbatim and not key.broken else None
        if header is None and not key.broken:
            # The syntax of a head is unknown if its form is unknown.
            heard = Diagnostics() if declaration.unread else out
            header = parse("header", declaration.head, heard, declaration.id)
            if header is None:
                out.unread(declaration.head_span)
        declaration.header = header
        if header is None:
            # Code refers to it by its name in lower case, whatever was wrong with the head.
            name = declaration.id.lower()
            header = n.Header(declaration.head_span, declaration.form, name, id_span=declaration.head_span)
        header.form = declaration.form  # the form that was meant, if it was misspelt
        if declaration.outline is not None:
            sheet = sheet_of(declaration, declaration.outline, alike or Alike(), out)
            sheet.span = declaration.head_span
            parsed.definitions.append(Parsed(declaration, header, "sheet", sheet, sheet.names, cited=sheet.cited))
            continue
        if declaration.form not in _LOADERS and declaration.form != "kind":
            fields = _fields(declaration, out, sheets.shape(declaration.form).main)
            sheet = sheets.load(declaration.form, fields)
            sheet.span = declaration.head_span
            parsed.definitions.append(Parsed(
                declaration, header, "sheet", sheet, sheet.names, sheet.wording, sheet.cited, _allowed(fields),
            ))  # fmt: skip
            continue
        fields = _fields(declaration, out, _MAIN.get(declaration.form))
        body = loaded[index] if index in loaded else _LOADERS[declaration.form](fields)
        refuse_misnamed(declaration.form, fields)
        if declaration.lines and isinstance(body, EventText):
            change_offers(body.do, declaration, out)
        parsed.definitions.append(Parsed(
            declaration, header, declaration.form, body, fields.translated("name"), fields.translated("text"),
            tuple(fields.words("rules")), _allowed(fields),
        ))  # fmt: skip
    parsed.shared = () if alike is None else alike.shared
    return parsed


def _fields(declaration: Declaration, out: Diagnostics, main: str | None = None) -> Fields:
    broken = declaration.head_span if declaration.broken else None
    return Fields(declaration.fields, out, declaration.id, main, broken=broken)


def _allowed(fields: Fields) -> dict[str, str]:
    values = {code: entry.value for code, entry in fields.entries("allow").items()}
    return {code: node.value for code, node in values.items() if isinstance(node, tree.Scalar)}


# -- the forms ---------------------------------------------------------------------------------------------------------


def _placed(fields: Fields) -> Literal["", "place", "edge"]:
    """Where entities of a kind are placed: `placed: edge`, or on places, or nowhere."""
    word = fields.word("placed")
    if word is not None and word.text == "edge":
        return "edge"
    return "place" if fields.flag("placed") else ""


def _load_kind(fields: Fields) -> KindText:
    kind = KindText(
        parent=fields.word("is"), plural=fields.word("plural"), placed=_placed(fields),
        owned=fields.flag("owned", True), size=fields.text("size", "expression"), part_of=fields.word("part_of"),
        base=fields.word("base"), drawn=fields.word("drawn"),
        printed=fields.texts("printed", "field_type"), state=fields.texts("state", "field_type"),
        parts=_word_entries(fields, "parts"), main=fields.word("main"),
        active=fields.text("active", "expression"), secret=_word_entries(fields, "secret"),
        names=fields.called("names"), must=fields.texts("must", "expression"), says=fields.called("says"),
        spans=fields.spans(), ask=fields.called("ask"), shown=fields.called("shown"),
        shown_as=fields.translated("shown_as"),
    )  # fmt: skip
    formulas = fields.texts("formulas", "field_type")
    keys = {key: entry.key for key, entry in fields.entries("formulas").items()}
    for key, one in formulas.items():
        name, known = _member(kind, fields, "formulas", keys[key])
        kind.formulas.setdefault(name, one if known else n.FieldType(one.span, n.TypeExpr(one.span, ""), one.starts))
    kind.texts = tuple(dict.fromkeys(_member(kind, fields, "texts", one)[0] for one in fields.items("texts")))
    for section in ("printed", "parts", "formulas", "texts"):
        for name in getattr(kind, section):
            if name in COMMON:
                message, hint = (f"a field of a sheet cannot be called '{name}'",
                                 "choose another name: every sheet has that field already")  # fmt: skip
                fields.out.add("RW322", message, kind.spans[f"{section}.{name}"], hint, definition=fields.owner)
    return kind


def _member(kind: KindText, fields: Fields, section: str, scalar: tree.Scalar) -> tuple[str, bool]:
    """The name of a formula or text as a kind declares it; its parameters and location are recorded. Whether they could
    be read."""
    name, member = scalar.value, None
    if "(" in name:
        member = parse("member", scalar.located, fields.out, fields.origin(section))
        name = name.partition("(")[0].strip() if member is None else member.name
        if member is None:
            fields.out.unread(scalar.span)  # its parameters are not reported as missing
    span = kind.spans.setdefault(f"{section}.{name}", scalar.span)
    if span != scalar.span:
        fields.out.add("RW409", f"the kind declares '{name}' twice", scalar.span, "choose another name",
                       [(span, "declared here")], definition=fields.origin(section))  # fmt: skip
        return name, True
    if name != scalar.value:
        kind.members[name] = member
    return name, name == scalar.value or member is not None


def _word_entries(fields: Fields, name: str) -> dict[str, Word]:
    entries = fields.entries(name).items()
    return {key: word_of(entry.value) for key, entry in entries if isinstance(entry.value, tree.Scalar)}


def _load_event(fields: Fields) -> EventText:
    fields.at_most("legal", MOST_ENTRIES, "combine some of them with 'and', or turn them into permissions")
    return EventText(
        fields.texts("legal", "expression"), fields.text("do", "block") or (), fields.text("ends", "block") or (),
        fields.spans(), fields.called("names"), fields.text("arbiter", "expression"), fields.called("ask"),
        fields.called("says"), fields.translated("shown_as"),
    )  # fmt: skip


def _load_value(fields: Fields) -> ValueText:
    fields.at_most("decide", MOST_ROWS, "divide it into several values, or look it up in a table")
    fields.at_most("steps", MOST_ENTRIES, "divide the steps among several values")
    rows = fields.list("decide", "row")
    return ValueText(fields.text("start", "expression"), fields.texts("steps", "step"), rows,
                     len(rows) == len(fields.items("decide")))  # fmt: skip


def _load_permission(fields: Fields) -> PermissionText:
    return PermissionText(fields.text("normally", "expression"), fields.called("says"))


def _load_holder(fields: Fields) -> HolderText:
    return HolderText(
        load_rules(fields), _binder(fields), fields.text("lasts", "clock"),
        fields.text("ends", "block") or (), fields.text("spent_by", "trigger"), fields.texts("state", "field_type"),
        {key: entry.key.span for key, entry in fields.entries("state").items()}, fields.word("of"),
        fields.called("ask"), fields.called("says"),
    )  # fmt: skip


def _load_window(fields: Fields) -> WindowText:
    ask, ties = fields.text("asks", "expression"), fields.text("ties", "expression")
    return WindowText(ask, fields.word("answers"), ties, fields.flag("always"), fields.called("says"))


def _load_check(fields: Fields) -> CheckText:
    return CheckText(_binder(fields), fields.text("do", "block") or (), fields.words("at"))


def _binder(fields: Fields) -> n.Binder | None:
    """The binder under `for`. If it cannot be read, at least the name that it seems to bind is known."""
    binder = fields.text("for", "binder")
    node = fields.node("for")
    if binder is None and isinstance(node, tree.Scalar):
        named = re.search(r"(\w+) in\b", node.value)
        return _bound(node.span, named[1] if named else "self")
    if node is None and fields.broken is not None:  # it may have been reported and removed already
        return _bound(fields.broken, "self")
    return binder


def _bound(where: Span, name: str) -> n.Binder:
    return n.Binder(where, n.Binding(where, name, n.Broken(where)))


def _load_enum(fields: Fields) -> ListText:
    names = fields.called("names")
    if "ordered" in fields:
        return ListText(fields.words("ordered"), True, names)
    return ListText(fields.words("members"), False, names)


def _load_die(fields: Fields) -> ListText:
    return ListText(fields.words("faces"))


def _load_map(fields: Fields) -> MapText:
    rows = fields.word("rows")
    legend: dict[str, list[Word]] = {}
    for sign, entry in fields.entries("legend").items():
        nodes = entry.value.items if isinstance(entry.value, tree.Sequence) else [entry.value]
        legend[sign] = [word_of(node) for node in nodes if isinstance(node, tree.Scalar)]
    drawn = () if rows is None else _drawn(rows)
    above = [(_drawn(one), one.span) for one in fields.words("above")]
    shapes: dict[str, tuple[Span, list[Word]]] = {}
    for name, entry in fields.entries("areas").items():
        nodes = entry.value.items if isinstance(entry.value, tree.Sequence) else [entry.value]
        shapes[name] = entry.key.span, [word_of(node) for node in nodes if isinstance(node, tree.Scalar)]
    return MapText(drawn, None if rows is None else rows.span, above, legend, fields.words("solid"),
                   fields.word("corners"), fields.word("table"), shapes, fields.words("halves"))  # fmt: skip


def _drawn(rows: Word) -> tuple[str, ...]:
    return tuple(rows.text.rstrip("\n").split("\n"))


def _load_zone(fields: Fields) -> ZoneText:
    return ZoneText(fields.flag("ordered"), fields.word("seen_by"), fields.word("holds"), fields.word("shown") is None)


def _load_table(fields: Fields) -> TableText:
    table = TableText()
    _gather_entries(fields, table, (), fields.entries("rows"))
    return table


def _gather_entries(
    fields: Fields, table: TableText, behind: tuple[str, ...], entries: Mapping[str, tree.Entry]
) -> None:
    for word, entry in entries.items():
        path = (*behind, word)
        table.spans[path] = entry.key.span
        if isinstance(entry.value, tree.Scalar):
            table.entries[path] = fields.parsed("rows", entry.value, "expression")
        elif isinstance(entry.value, tree.Mapping) and len(path) < MOST_SIDES:
            _gather_entries(fields, table, path, entry.value.entries)
        else:
            fields.wrong(word, entry.value, "a string")


def _load_class(fields: Fields) -> ClassText:
    return ClassText(fields.text("arbiter", "expression"), fields.called("ask"), fields.called("says"))


_LOADERS: Final[dict[str, Callable[[Fields], Body]]] = {
    "area": _load_holder,
    "check": _load_check,
    "class": _load_class,
    "die": _load_die,
    "enum": _load_enum,
    "event": _load_event,
    "map": _load_map,
    "permission": _load_permission,
    "rule": _load_holder,
    "status": _load_holder,
    "table": _load_table,
    "value": _load_value,
    "window": _load_window,
    "zone": _load_zone,
}


# -- the manifest ------------------------------------------------------------------------------------------------------


def _load_manifest(pack: Pack, out: Diagnostics) -> ManifestText:
    fields = Fields(pack.manifest, out, None)
    version = fields.word("version")
    refuse_misnamed("pack", fields)
    manifest = ManifestText(
        fields.word("pack") or Word("", pack.manifest_span), fields.translated("name"),
        "0" if version is None else version.text, _players(fields), fields.word("start"), fields.word("stacking"),
        tuple(fields.words("ranks")), fields.word("window"), fields.word("forced"), fields.word("worth"),
        fields.word("board"), fields.word("storeys"), fields.word("distance"), fields.word("grain"),
        fields.texts("settings", "field_type"), header=fields.translated("header"), spans=fields.spans(),
    )  # fmt: skip
    for language, entry in fields.entries("messages").items():
        if not isinstance(entry.value, tree.Mapping):
            fields.wrong(language, entry.value, "a mapping of events to texts")
            continue
        texts = manifest.messages.setdefault(language, {})
        for event, told in entry.value.entries.items():
            manifest.spans[f"messages.{language}.{event}"] = told.key.span
            if isinstance(told.value, tree.Scalar):
                texts[event] = fields.one_line(event, told.value)
            else:
                fields.wrong(event, told.value, "a string")
    return manifest


def _players(fields: Fields) -> tuple[int, int]:
    # Words that are not numbers were reported with the shape. A number that is too long means more players than
    # possible.
    counts = [sys.maxsize if (count := whole_number(word.text)) is None else count
              for word in fields.words("players") if word.text.isdecimal()]  # fmt: skip
    if not counts:
        return (2, 2)
    return (counts[0], counts[-1])
