"""Reads the given state of a test that is code: running events, overrides and statuses as statements, and the reactions
and events whose questions are passed.

Separate because these are code, whose trees have no types yet; board and zones are only names.
"""
from __future__ import annotations

import re

from rulewright.check import model as m
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.fields import Fields
from rulewright.effects.parse import parse
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.scenario.case import Case
from rulewright.scenario.case_reader import SEAT, CaseReader
from rulewright.source import LocatedText
from rulewright.spelling import did_you_mean

ALL = "all"
_UNTIL = re.compile(r"\s+until\s+")
_AS = re.compile(r"\s+as\s+(?P<name>[A-Za-z]\w*)\s*\Z")


def read_given(fields: Fields, case: Case, pack: m.PackDef) -> None:
    """Fills the running events, the values of fields and statuses, and what is passed."""
    reader = _Reader(fields, case, pack)
    reader.during()
    given = reader.statuses()
    before, behind = reader.overrides()
    case.given = [*before, *given, *behind]
    reader.passes()


class _Reader(CaseReader):
    def __init__(self, fields: Fields, case: Case, pack: m.PackDef) -> None:
        super().__init__(fields, case, pack)

    def during(self) -> None:
        """`turn(player_1)`: calls of events, the outermost first."""
        for scalar in self.fields.items("during"):
            call = parse("expression", scalar.located, self.fields.out, self.case.name)
            if isinstance(call, n.Name):
                call = n.Call(call.span, call.name, ())
            if isinstance(call, n.Broken):
                continue
            if not isinstance(call, n.Call) or call.style != "call":
                self.wrong("RW209", "expected an event with its arguments", scalar.span,
                           "write a call, such as `turn(player_1)`")
            elif call.name not in self.pack.events:
                self.unknown("event", call.name, scalar.span, self.pack.events)
            else:
                self.case.during.append(call)

    def passes(self) -> None:
        """Names of definitions with optional reactions, or of events; `all`."""
        holders = [one for one in self.pack.holders() if one.reactions]
        known = [one.definition.id for one in holders if any(reaction.optional for reaction in one.reactions)]
        known += [*self.pack.events, *self.pack.classes, ALL]
        unasked = {one.definition.id: one.definition.title for one in holders}
        for scalar in self.fields.items("passes"):
            if scalar.value not in known and scalar.value in unasked:
                self.wrong("RW209", f"{unasked[scalar.value]} asks no player, so there is nothing to pass", scalar.span,
                           "remove it: a mandatory reaction is not a question")
            elif scalar.value not in known:
                self.unknown("reaction or event", scalar.value, scalar.span, known)
        self.case.passes = tuple(scalar.value for scalar in self.fields.items("passes") if scalar.value in known)

    def bearer(self, key: Scalar) -> n.Expr | None:
        """An entity of the test, a part of one, `player N` or `match`, as an expression."""
        text, span = key.value.strip(), key.span
        seat = SEAT.fullmatch(text)
        if seat is not None:
            number = self.seat_of(seat[1], span)
            return None if number is None else n.Name(span, f"player_{number + 1}")
        if text == "match":
            return n.Name(span, "match")
        whole, _, part = text.partition(".")
        if whole in self.case.marks:
            return n.Name(span, text)
        piece = self.case.named.get(whole)
        if piece is None and (whole in self.case.lost or self.case.unread):
            return None
        if piece is None:
            hint = "name a thing in the legend, `SHEET of SEAT as NAME`, or write `player 1` or `match`"
            self.wrong("RW450", f"there is no '{whole}' in this test", span,
                       did_you_mean(whole, [*self.case.named, "match"]) or hint,
                       Missing(whole, f"test {self.case.name}"))
            return None
        name = n.Name(span, whole)
        return n.Attr(span, name, part) if part else name

    def overrides(self) -> tuple[list[n.Statement], list[n.Statement]]:
        """The values of fields: of entities, seats and the match, and of statuses with names."""
        own: list[n.Statement] = []
        of_statuses: list[n.Statement] = []
        for entry in self.fields.entries("with").values():
            target = self.bearer(entry.key)
            if target is None:
                continue
            if not isinstance(entry.value, Mapping):
                self.fields.wrong(entry.key.value, entry.value, "a mapping of fields to values")
                continue
            made = of_statuses if isinstance(target, n.Name) and target.name in self.case.marks else own
            for name, value in entry.value.entries.items():
                if isinstance(value.value, Mapping) and name in self.parts_of(entry.key.value):
                    self.wrong("RW209", f"'{name}' is a part, not a field", value.key.span,
                               f"write `{entry.key.value}.{name}:` as a key of its own under `with`")
                    continue
                self.override(n.Attr(value.key.span, target, name), name, value.value, made)
        return own, of_statuses

    def parts_of(self, whole: str) -> list[str]:
        """The names of the parts of an entity of the test."""
        piece = self.case.named.get(whole)
        several = [] if piece is None else piece.sheet.parts.values()
        return [part.id.rpartition(".")[2] for parts in several for part in parts]

    def override(self, field: n.Expr, name: str, value: Node, made: list[n.Statement]) -> None:
        """`hp: 3`, or for a field with a value for each key `score: {player 1: 3}`."""
        if isinstance(value, Scalar):
            made.append(n.Set(field.span.to(value.span), field, self.value(value)))
        elif isinstance(value, Mapping) and not isinstance(field, n.Index):
            for entry in value.entries.values():
                key = entry.key
                self.override(n.Index(key.span, field, self.value(key)), key.value, entry.value, made)
        elif isinstance(value, Sequence):
            items = [self.value(one) for one in self.scalars(name, value)]
            members = n.SetOf(value.span, tuple(items), True) if items else n.Nothing(value.span)
            made.append(n.Set(field.span.to(value.span), field, members))
        else:
            self.fields.wrong(name, value, "a string, or a list of strings")

    def value(self, scalar: Scalar) -> n.Expr:
        if scalar.value in ("yes", "no"):
            return n.Truth(scalar.span, scalar.value == "yes")
        seat = SEAT.fullmatch(scalar.value.strip())
        if seat is not None:
            number = self.seat_of(seat[1], scalar.span)
            return n.Broken(scalar.span) if number is None else n.Name(scalar.span, f"player_{number + 1}")
        return parse("expression", scalar.located, self.fields.out, self.case.name)

    def statuses(self) -> list[n.Statement]:
        """The given statuses, in that order."""
        made: list[n.Statement] = []
        for entry in self.fields.entries("statuses").values():
            bearer = self.bearer(entry.key)
            if bearer is not None:
                for scalar in self.scalars(entry.key.value, entry.value):
                    self.status(scalar.located, bearer, made)
        return made

    def status(self, text: LocatedText, bearer: n.Expr, made: list[n.Statement]) -> None:
        """`slowed(2) as Slow until end of next turn`."""
        until = _UNTIL.search(text.text)
        clock = None
        if until is not None:
            clock = parse("clock", text.slice(until.end(), len(text)), self.fields.out, self.case.name)
            text, whole = text.slice(0, until.start()), text
            if clock is None:
                return
        else:
            whole = text
        named = _AS.search(text.text)
        if named is not None:
            text = text.slice(0, named.start())
        status = parse("expression", text, self.fields.out, self.case.name)
        if isinstance(status, n.Name):
            status = n.Call(status.span, status.name, ())
        if isinstance(status, n.Call) and status.style == "call":
            give = n.Give(whole.span(), status, bearer, clock)
            made.append(give if named is None else self.mark(give, named["name"]))
        elif not isinstance(status, n.Broken):
            hint = "write its name, with arguments if it has any"
            self.wrong("RW209", f"'{text.text}' is not a status", text.span(), hint)

    def mark(self, give: n.Give, name: str) -> n.Statement:
        """A status to which the test gives a name."""
        if not self.can_name(name, give.span):
            return give
        if name in self.case.marks or name in self.case.named or name in self.case.spots:
            self.wrong("RW401", f"this test has two things named '{name}'", give.span, "rename one of them")
            return give
        self.case.marks.add(name)
        return n.Let(give.span, name, n.Given(give.span, give))
