"""Reads what seats should know: named things of the test, all of a sheet, the contents of a zone, secret fields.

Separate because it is neither code nor a fixed list of names: `Gob.gold`, `card`, `hand of 1`, `player 2.bid`.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.diagnostics import Missing
from rulewright.effects.fields import Fields
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.scenario.case import Case, Step, Thing
from rulewright.scenario.case_reader import SEAT, ZONE, CaseReader
from rulewright.source import Span
from rulewright.spelling import did_you_mean

_FIRST_FREE = "write a name of this test, a sheet, `hand of 1`, `player 1.FIELD` or `match.FIELD`"


def read_sight(fields: Fields, case: Case, step: Step, pack: m.PackDef) -> None:
    """Fills `sees` and `not_sees` of a step: by seat, what is known after it."""
    reader = SightReader(fields, case, pack)
    for name, seen in (("sees", True), ("not_sees", False)):
        for key, entry in fields.entries(name).items():
            seat = reader.seat(key.strip(), entry.key.span)
            if seat is not None:
                step.sight += [(seat, seen, thing) for thing in reader.things(name, entry.value)]


class SightReader(CaseReader):
    """Finds in the pack the things that a test names."""

    def seat(self, text: str, span: Span) -> int | None:
        """The seat of `player 2`, from 0."""
        found = SEAT.fullmatch(text)
        if found is None:
            self.wrong("RW209", f"'{text}' is not a player", span, "write `player 1`")
            return None
        return self.seat_of(found[1], span)

    def things(self, name: str, node: Node) -> tuple[Thing, ...]:
        """The things in a list, or the only one."""
        items = node.items if isinstance(node, Sequence) else [node]
        found: list[Thing] = []
        for item in items:
            if isinstance(item, Scalar):
                thing = self.thing(item.value.strip(), item.span)
                found += [] if thing is None else [thing]
            elif not isinstance(item, Mapping) or item.entries:
                self.fields.wrong(name, item, "a list of things")
        return tuple(found)

    def thing(self, text: str, span: Span) -> Thing | None:
        """One thing, with its field if one is named."""
        first, _, rest = text.partition(".")
        seat = SEAT.fullmatch(first)
        if seat is not None:
            number = self.seat_of(seat[1], span)
            holder = self.pack.kinds.get("player")
            return None if number is None else self.field(Thing(span, text, player=number), holder, rest)
        if first == "match":
            return self.field(Thing(span, text, match=True), self.pack.kinds.get("match"), rest)
        zone = ZONE.fullmatch(text)
        if zone is not None and zone["zone"] in self.pack.zones:
            return self.zone(self.pack.zones[zone["zone"]], zone["seat"], Thing(span, text))
        piece = self.case.named.get(first)
        sheet = piece.sheet if piece is not None else self.pack.sheets.get(first)
        if piece is None and first in self.case.lost:
            return None
        if sheet is None or (sheet.whole is not None and piece is None):
            known = [*self.case.named, *(one.id for one in self.pack.sheets.values() if one.whole is None)]
            self.wrong("RW450", f"there is no '{first}' in this test", span,
                       did_you_mean(first, [*known, *self.pack.zones]) or _FIRST_FREE,
                       Missing(first, f"test {self.case.name}"))
            return None
        thing = Thing(span, text, piece=first if piece is not None else None, sheet=sheet)
        part, _, more = rest.partition(".")
        if f"{sheet.id}.{part}" in self.pack.sheets and part not in sheet.kind.all_attributes:
            thing.part = sheet = self.pack.sheets[f"{sheet.id}.{part}"]
            rest = more
        return self.field(thing, sheet.kind, rest) if rest else thing

    def field(self, thing: Thing, kind: m.KindDef | None, name: str) -> Thing | None:
        """A thing with a field, which must be one that a match stores."""
        if not name:
            self.wrong("RW209", f"'{thing.words}' alone is not a secret", thing.span,
                       f"name a field: `{thing.words}.FIELD`")
            return None
        attributes = kind.all_attributes if kind is not None else {}
        found = attributes.get(name)
        if found is None or found.storage not in ("state", "printed"):
            what = f"kind '{kind.id}' has no field '{name}'" if kind is not None else f"there is no field '{name}'"
            self.wrong("RW452", what, thing.span, did_you_mean(name, attributes, "it has"))
            return None
        thing.field = name
        return thing

    def zone(self, zone: m.ZoneDef, seat: str | None, thing: Thing) -> Thing | None:
        """The contents of a zone."""
        number = self.whose(zone, seat, thing.span)
        if number is None:
            return None
        thing.zone, thing.zone_seat = zone, number
        return thing
