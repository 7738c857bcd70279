"""Assigns a number to every declared thing: the layout of a match and of the generated code.

Separate because expressions, blocks and tables must agree on the same numbers. It decides representations and nothing
else.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, cast

from rulewright.check import model as m
from rulewright.check.types import Type
from rulewright.compile.judging import closings
from rulewright.effects import nodes as n
from rulewright.explained import Place, Tag, TypeCode
from rulewright.linkage import function
from rulewright.program import Column
from rulewright.space.forms import FORMS, Areas, Form


def type_code(t: Type) -> TypeCode:
    """A checker's type as plain data. Patterns of builtins, which have other tags, are never types of values."""
    return (cast("Tag", t.tag), t.name, tuple(type_code(a) for a in t.args))


def place_of(span: Any) -> Place:
    """File, line and column of a span; the empty location if there is none."""
    if span is None:
        return ("", 0, 0)
    return (span.source.name, *span.source.line_and_column(span.start))


def is_places(t: Type) -> bool:
    """Whether it is a set of places, which is represented as a bitset."""
    return t.tag == "set" and t.args[0].tag == "place"


def has_codes(t: Type) -> bool:
    """Whether it is a set of zones or dice, whose numbers are not in the order of their declaration."""
    return t.tag == "set" and t.args[0].tag in ("zone", "die")


def initial(t: Type, pack: m.PackDef) -> Any:
    """The value of a field before its first write."""
    if t.tag == "per":
        keys = pack.players[1] if t.args[1].tag == "player" else len(pack.enums[t.args[1].name].members)
        return (initial(t.args[0], pack),) * keys
    if t.tag in ("maybe", "none", "record"):
        return None
    if t.tag == "yes_no":
        return False
    if is_places(t):
        return 0
    if t.tag in ("set", "list"):
        return ()
    return 0


@dataclass(slots=True)
class Layout:
    """The numbers of everything in a pack, by symbol (`index`) or id."""

    pack: m.PackDef
    index: dict[m.Symbol, int] = field(default_factory=dict)
    columns: list[Column] = field(default_factory=list)
    column_of: dict[m.Attribute, int] = field(default_factory=dict)
    kinds: list[m.KindDef] = field(default_factory=list)
    sheets: list[m.SheetDef] = field(default_factory=list)
    events: list[m.EventDef] = field(default_factory=list)
    statuses: list[m.StatusDef] = field(default_factory=list)
    checks: list[m.CheckDef] = field(default_factory=list)  # those without `at`; the others are in `closing`
    closing: dict[m.EventDef, n.Block] = field(default_factory=dict)  # what each event runs at its end
    listed_group: dict[m.StatusDef, int] = field(default_factory=dict)  # of statuses that sheets list
    sheet_group: dict[m.SheetDef, int] = field(default_factory=dict)
    groups: int = 0
    formulas: dict[m.Attribute, int] = field(default_factory=dict)  # number of the dispatch table

    @property
    def form(self) -> Form:
        """The form of boards."""
        return FORMS[self.pack.board]

    @property
    def areas(self) -> Areas:
        """The representation of sets of places."""
        return self.form.areas

    def of(self, thing: m.Symbol) -> int:
        """The number of a declared thing among those of its sort."""
        return self.index[thing]

    def function(self, letter: str, thing: m.Symbol) -> str:
        """The name of a generated function of a declared thing (see `linkage`)."""
        return function(letter, self.of(thing), thing.id)

    def column(self, attribute: m.Attribute) -> Column:
        """The column that stores an attribute."""
        return self.columns[self.column_of[attribute]]

    def kin(self, kind: m.KindDef) -> list[int]:
        """Numbers of the kinds that are derived from this one, itself included."""
        return [i for i, k in enumerate(self.kinds) if kind in k.lineage]

    def utmost(self, way: str, t: Type) -> int | None:
        """The value of a type such that no other is less (`way` is least) or greater (most); None if there is none, or
        none is known."""
        if t.tag != "enum":
            return None
        return 0 if way == "least" else len(self.pack.enums[t.name].members) - 1

    def events_of(self, ref: m.EventDef | m.ClassDef) -> tuple[int, ...]:
        """The event itself, or all events of a class."""
        found = ref.events if isinstance(ref, m.ClassDef) else [ref]
        return tuple(self.of(e) for e in found)


def numbering(pack: m.PackDef) -> bytes:
    """A digest of everything that determines the numbers in the rows of sheets, for equal kinds, statuses and
    enumerations: what is declared in which order, and which statuses and sheets are groups of their own."""
    total = hashlib.sha256()
    for group in pack.groups():
        total.update("\n".join(group).encode() + b"\0")
    for status in pack.statuses.values():
        total.update(f"{status.listed}\n".encode())
    for sheet in pack.sheets.values():
        total.update(f"{sheet.kind.id} {_is_group(sheet)}\n".encode())
    return total.digest()


def _is_group(sheet: m.SheetDef) -> bool:
    """Whether a sheet carries rules."""
    return sheet.holder is not None and bool(sheet.holder.sentences or sheet.holder.reactions)


def lay_out(pack: m.PackDef) -> Layout:
    """Assigns numbers in order of declaration, so that the same pack has the same numbers everywhere."""
    made = Layout(pack)
    for group in pack.groups():
        for i, thing in enumerate(group.values()):
            made.index[thing] = i
    rows = 0  # a zone by an enumeration has one for each member
    for zone in pack.zones.values():
        made.index[zone] = rows
        rows += 1 if zone.by is None else len(zone.by.members)
    made.kinds, made.sheets = list(pack.kinds.values()), list(pack.sheets.values())
    made.events, made.statuses = list(pack.events.values()), list(pack.statuses.values())
    made.checks = pack.standing
    made.index.update((check, i) for i, check in enumerate(made.checks))
    made.closing = closings(pack)
    made.groups = len(made.kinds)
    for status in made.statuses:
        if status.listed:
            made.listed_group[status] = made.groups
            made.groups += 1
    for sheet in made.sheets:
        if _is_group(sheet):
            made.sheet_group[sheet] = made.groups
            made.groups += 1
    for kind in made.kinds:
        indexed = kind.id if kind.id in ("player", "match") else "entity"
        for attribute in kind.attributes.values():
            if attribute.storage in ("printed", "state", "part"):
                made.column_of[attribute] = len(made.columns)
                made.columns.append(
                    Column(
                        slot=function("c", len(made.columns), attribute.id),
                        kind=kind.id,
                        id=attribute.id,
                        type=type_code(attribute.type),
                        static=indexed == "entity" and attribute.storage != "state",
                        secret=attribute.secret,
                        size=indexed,
                        default=initial(attribute.type, pack),
                        names=attribute.names,
                        own_start=attribute.starts is not None and not isinstance(attribute.starts, n.Number),
                    )
                )
            elif attribute.storage == "formula":
                made.formulas[attribute] = len(made.formulas)
    return made
