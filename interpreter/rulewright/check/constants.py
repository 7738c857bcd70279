"""Converts the constant in a printed field, an argument of a status, a table or a setting to a value of a match.

Separate because these constants are not expressions to be computed: they are read once, and one that does not fit is an
error of content, like a wrong number on a card. Sheets, dice and maps become their positions in `PackDef.sheets`,
`.dice` and `.maps`; a text stays a text.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring
from rulewright.check.origins import suspects_of
from rulewright.check.scope import number_die
from rulewright.check.subtyping import amount
from rulewright.check.types import Type
from rulewright.diagnostics import Diagnostics, Missing
from rulewright.effects import nodes as n
from rulewright.effects.parsed import Entries, Word
from rulewright.source import Span
from rulewright.space.forms import FORMS
from rulewright.spelling import did_you_mean, nearest, with_article


@dataclass(frozen=True, slots=True)
class _Bad:
    """Stands for a value that was not understood."""


BAD: Final = _Bad()
Written = n.Expr | Sequence[n.Expr] | Word | Entries


@dataclass(slots=True)
class Constants:
    """Reads constants for one definition. `parts` returns the parts of the current sheet by name: a field of entities
    may name them, and then holds the tree, as does a field of a type that has no constants."""

    d: Declaring
    owner: m.Definition | None
    parts: Callable[[], Mapping[str, m.Variable]] = dict

    def read(self, written: Written, wanted: Type, what: str, span: Span | None = None) -> Any:
        """The value of `written` where `wanted` is expected; `BAD` and a report if it does not fit. `what` names the
        field in messages; `span` is its location, for a list without members."""
        if wanted.tag == "unknown" or isinstance(written, n.Broken):
            return BAD
        if isinstance(written, Word):
            return written.text if t.some(wanted).tag == "text" else self._wrong(written.span, wanted, what)
        inner = t.some(wanted)
        if isinstance(written, Entries):
            return self._by_key(written, inner, what)
        if inner.tag == "per":
            span = written.span if isinstance(written, n.Expr) else written[0].span if written else span
            return self._wrong(span, wanted, what, "write a mapping, `{KEY: VALUE}`")
        if inner.tag in ("set", "list"):
            if wanted.tag == "maybe" and isinstance(written, n.Nothing):
                return None
            return self._several(written, inner, what, span)
        if isinstance(written, n.Expr):
            return None if wanted.tag == "maybe" and isinstance(written, n.Nothing) else self._one(written, inner, what)
        return self._wrong(written[0].span if written else span, wanted, what, "write one value, not a list")

    def _by_key(self, written: Entries, wanted: Type, what: str) -> Any:
        """A mapping of members to values; omitted members get the default that state has."""
        if wanted.tag != "per" or wanted.args[1].tag != "enum":
            return self._wrong(written.span, wanted, what, "write a mapping only for a `T per ENUM`")
        found: dict[Any, Any] = {}
        for key, value in written.entries:
            number: Any = self._named(n.Name(key.span, key.text), wanted.args[1], what)
            found[number] = self.read(value, wanted.args[0], what)
        if BAD in found or any(one is BAD for one in found.values()):
            return BAD
        members = self.d.pack.enums[wanted.args[1].name].members
        begins = _BEGINS.get(wanted.args[0].tag, BAD)
        left_out = next((one for one in members if one.value not in found), None)
        if begins is BAD and left_out is not None:
            return self._wrong(written.span, wanted, what, f"add an entry for '{left_out.id}'")
        if any(isinstance(one, n.Expr) for one in found.values()):
            return self._wrong(written.span, wanted, what)
        return tuple(found.get(member.value, begins) for member in members)

    def suits(self, written: n.Expr, wanted: Type) -> bool:
        """Whether the constant would be accepted there without a report."""
        d, kept = self.d, self.d.out
        d.out = Diagnostics()
        try:
            return self.read(written, wanted, "") is not BAD
        finally:
            d.out = kept

    def _several(self, written: n.Expr | Sequence[n.Expr], wanted: Type, what: str, span: Span | None) -> Any:
        match written:
            case n.SetOf():
                items: Sequence[n.Expr] = written.items
            case n.Nothing():
                items = ()
            case n.Expr():
                items = (written,)
            case _:
                items = written
        read = [self.read(item, wanted.args[0], what, span) for item in items]
        if any(one is BAD for one in read):
            return BAD
        if any(isinstance(one, n.Expr) for one in read):
            trees = tuple(one for one in read if isinstance(one, n.Expr))
            return n.SetOf(trees[0].span, trees)
        twice = next((place for place, one in enumerate(read) if wanted.tag == "set" and one in read[:place]), None)
        if twice is not None:
            self.d.error("RW420", f"'{what}' is a set, and this is in it twice", items[twice].span, self.owner,
                         "remove it", [(items[read.index(read[twice])].span, "here first")])
        return tuple(sorted(set(read))) if wanted.tag == "set" else tuple(read)

    def _one(self, written: n.Expr, wanted: Type, what: str) -> Any:
        match wanted.tag, written:
            case "yes_no", n.Truth():
                return written.value
            case "number", n.Number():
                return self._number(written, written.value, wanted, what)
            case "number", n.Unary(op="-", operand=n.Number() as number):
                return self._number(number, -number.value, wanted, what)
            case "yes_no", n.Name(name="yes" | "no" | "on" | "off" as said_so):
                return self._wrong(written.span, wanted, what, f"write `{_TRUTHS[said_so]}`")
            case "yes_no", n.Name(name=name) if nearest(name, ("true", "false")) is not None:
                return self._wrong(written.span, wanted, what, did_you_mean(name, ("true", "false")))
            case "number", n.Name() if written.name.partition(" ")[0] in _UNITS:
                return self._wrong(written.span, wanted, what, "write the number before its unit")
            case ("yes_no" | "number" | "text"), _:
                return self._wrong(written.span, wanted, what)
            case ("enum" | "sheet" | "die" | "map" | "direction"), n.Name():
                return self._named(written, wanted, what)
            case "die", n.Number(unit=None):
                return self._wrong(written.span, wanted, what, f"write `d{written.value}`")
            case ("enum" | "sheet" | "die" | "map" | "direction"), _:
                return self._wrong(written.span, wanted, what)
            case "entity", n.Name():
                return self._part(written, wanted, what)
        return written

    def _number(self, node: n.Number, value: int, wanted: Type, what: str) -> Any:
        if (node.unit or "") == wanted.name:
            return value
        if node.unit and node.unit not in _UNITS:
            return self._wrong(node.span, wanted, what,
                               f"there is no unit '{node.unit}': write `{amount(node, wanted.name)}`")
        return self._wrong(node.span, wanted, what, f"write `{amount(node, wanted.name)}`")

    def _named(self, node: n.Name, wanted: Type, what: str) -> Any:
        pack, name = self.d.pack, node.name
        match wanted.tag:
            case "enum":
                enum = pack.enums[wanted.name]
                for member in enum.members:
                    if member.id == name:
                        node.ref, node.type = member, wanted
                        return member.value
                known = [member.id for member in enum.members]
                joined = "_".join(name.split())
                if joined != name and joined in known:
                    return self._wrong(node.span, wanted, what, f"a name is one word: write `{joined}`")
                return self._unknown(node, f"a member of '{enum.id}'", known, what)
            case "sheet":
                sheet = pack.sheets.get(name)
                if sheet is not None and sheet.kind.unread:
                    return BAD  # its kind was reported
                if sheet is not None and self.d.scope.is_kind(sheet.kind.id, wanted.name):
                    node.ref, node.type = sheet, sheet.kind.sheet_type
                    return self.d.sheet_numbers[name]
                if sheet is not None:
                    return self._of_kind(node, sheet, wanted, what)
                known = [one.id for one in pack.sheets.values() if self.d.scope.is_kind(one.kind.id, wanted.name)]
                return self._unknown(node, f"a sheet of '{wanted.name}'", known, what)
            case "die":
                sides = number_die(name)
                if name in pack.dice or sides is not None:
                    return -sides if sides is not None else list(pack.dice).index(name)
                sides = number_die(name.lower())
                return self._unknown(node, "a die", pack.dice if sides is None else [name.lower()], what)
            case "direction":
                directions = FORMS[pack.board].directions
                if name in directions:
                    return directions.index(name)
                return self._unknown(node, "a direction", directions, what)
        if name in pack.maps:
            return list(pack.maps).index(name)
        return self._unknown(node, "a map", pack.maps, what)

    def _part(self, node: n.Name, wanted: Type, what: str) -> Any:
        parts = self.parts()
        found = parts.get(node.name)
        if found is not None and self.d.scope.is_kind(found.type.name, wanted.name):
            node.ref, node.type = found, found.type
            return node
        known = [name for name, part in parts.items() if self.d.scope.is_kind(part.type.name, wanted.name)]
        scope = "" if self.owner is None else f"part of {self.owner.id}"
        field, sheet = self._field(what), self.d.pack.sheets.get(node.name)
        if not known and isinstance(field, m.Attribute) and sheet is not None and (
                self.d.scope.is_kind(sheet.kind.id, wanted.name)):
            # No sheet can fill such a field at all: its declaration is more likely to be wrong.
            suspects = suspects_of({}, None, field, _of_sheets(field.type))
            self.d.error("RW421", f"'{node.name}' is a sheet of '{wanted.name}', not a part of this one", node.span,
                         self.owner, f"declare '{what}' as `{_of_sheets(field.type)}`", suspects=suspects)
            return BAD
        return self._unknown(node, f"a part of this sheet that is {wanted}", known, what, scope)

    def _of_kind(self, node: n.Name, sheet: m.SheetDef, wanted: Type, what: str) -> _Bad:
        self.d.error("RW421", f"expected a sheet of '{wanted.name}' for '{what}', and '{node.name}' is one "
                     f"of '{sheet.kind.id}'", node.span, self.owner, None, [(sheet.span, "the sheet")],
                     suspects=suspects_of({}, None, sheet.kind, t.entity(wanted.name)))
        return BAD

    def _unknown(self, node: n.Name, wanted: str, known: Iterable[str], what: str, scope: str = "") -> _Bad:
        self.d.error("RW421", f"'{node.name}' is not {wanted}", node.span, self.owner,
                     did_you_mean(node.name, known, "there are"), missing=Missing(node.name, scope))
        return BAD

    def _field(self, what: str) -> m.Symbol | None:
        """The field of a sheet, or the setting, that is being read."""
        if isinstance(self.owner, m.SettingDef):
            return self.owner
        return self.owner.kind.all_attributes.get(what) if isinstance(self.owner, m.SheetDef) else None

    def _wrong(self, span: Span | None, wanted: Type, what: str, hint: str | None = None) -> _Bad:
        hint = hint or _EXAMPLES.get(wanted.tag)
        self.d.error("RW420", f"expected {said(wanted)} for '{what}'", span, self.owner, hint,
                     suspects=suspects_of({}, None, self._field(what)))
        return BAD


# The defaults of omitted entries, as in state; other types have none.
_BEGINS: Final[dict[str, Any]] = {"number": 0, "yes_no": False, "enum": 0, "maybe": None, "set": (), "list": ()}
_UNITS = ("cells", "hexes", "inches")
_TRUTHS = {"yes": "true", "on": "true", "no": "false", "off": "false"}
_EXAMPLES = {"number": "write it in digits: `3`",
             "enum": "write the name of one of its members", "sheet": "write the name of a sheet"}


def _of_sheets(type_: Type) -> Type:
    """The type with sheets of a kind instead of entities."""
    if type_.tag == "entity":
        return Type("sheet", type_.name)
    return Type(type_.tag, type_.name, tuple(_of_sheets(one) for one in type_.args))


def said(type_: Type) -> str:
    """A type with its article, for messages."""
    inner = t.some(type_)
    match inner.tag:
        case "number" if inner.name:
            words = f"a number of {inner.name}"
        case "yes_no":
            words = "true or false"
        case "enum":
            words = f"a member of '{inner.name}'"
        case _:
            words = with_article(str(inner))
    return f"{words} or none" if type_.tag == "maybe" else words
