"""Reads the texts of a test: overrides and statuses as statements, what is done, answers, and what must hold.

Separate because these are texts of the language, or name events and conditions; the trees have no types yet.
"""
from __future__ import annotations

import re

from rulewright.check import model as m
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.fields import Fields, of_mapping
from rulewright.effects.parse import parse
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.scenario.case import Answer, Case, Pattern, Refusal, Thing
from rulewright.scenario.case_reader import CaseReader, refuse_others
from rulewright.scenario.read_sight import SightReader
from rulewright.source import LocatedText, Span
from rulewright.spelling import did_you_mean

_SEAT = re.compile(r"player\s+(\d+)")
_UNTIL = re.compile(r"\s+until\s+")
_ANSWER = ("player", "choose", "offered", "not_offered", "prompt", "sees", "not_sees", "in_secret")


def read_texts(fields: Fields, case: Case, pack: m.PackDef) -> None:
    """Fills everything of a case that is text, or expected."""
    reader = _Reader(fields, case, pack)
    reader.overrides()
    reader.statuses()
    case.do = fields.text("do", "block") or ()
    case.play = "play" in fields and _says_yes(fields)
    reader.answers()
    case.then = [one for one in fields.list("then", "expression") if not isinstance(one, n.Broken)]
    case.happened = reader.patterns("happened")
    case.not_happened = reader.patterns("not_happened")
    reader.refused()


def _says_yes(fields: Fields) -> bool:
    word = fields.word("play")
    if word is not None and word.text not in ("yes", "true"):
        hint = "`play: yes` runs the event that is the match"
        fields.out.add("RW208", f"'{word.text}' is not 'yes'", word.span, hint, definition=fields.owner)
    return word is not None


def _says(fields: Fields, name: str) -> bool | None:
    """`yes` or `no`, or None if it is not said."""
    word = fields.word(name)
    if word is None:
        return None
    if word.text not in ("yes", "true", "no", "false"):
        fields.out.add("RW208", f"'{word.text}' is neither 'yes' nor 'no'", word.span, definition=fields.owner)
        return None
    return word.text in ("yes", "true")


class _Reader(CaseReader):
    # -- what is given ---------------------------------------------------------------------------------------------

    def bearer(self, key: Scalar) -> n.Expr | None:
        """An entity of the test, a part of one, `player N` or `match`, as an expression."""
        text, span = key.value.strip(), key.span
        seat = _SEAT.fullmatch(text)
        if seat is not None:
            number = self.seat_of(seat[1], span)
            return None if number is None else n.Name(span, f"player_{number + 1}")
        if text == "match":
            return n.Name(span, "match")
        whole, _, part = text.partition(".")
        piece = self.case.named.get(whole)
        if piece is None and whole in self.case.lost:
            return None
        if piece is None:
            hint = "names are given in the legend: `SHEET of SEAT as NAME`; else write `player 1` or `match`"
            self.wrong("RW450", f"there is no '{whole}' in this test", span,
                       did_you_mean(whole, [*self.case.named, "match"]) or hint,
                       Missing(whole, f"test {self.case.name}"))
            return None
        name = n.Name(span, whole)
        return n.Attr(span, name, part) if part else name

    def overrides(self) -> None:
        for entry in self.fields.entries("with").values():
            target = self.bearer(entry.key)
            if target is None:
                continue
            if not isinstance(entry.value, Mapping):
                self.fields.wrong(entry.key.value, entry.value, "a mapping of fields to values")
                continue
            for name, value in entry.value.entries.items():
                self.override(n.Attr(value.key.span, target, name), name, value.value)

    def override(self, field: n.Expr, name: str, value: Node) -> None:
        """`hp: 3`, or of a field that has one for each key `score: {player 1: 3}`."""
        if isinstance(value, Scalar):
            self.case.given.append(n.Set(field.span.to(value.span), field, self.value(value)))
        elif isinstance(value, Mapping) and not isinstance(field, n.Index):
            for entry in value.entries.values():
                key = entry.key
                self.override(n.Index(key.span, field, self.value(key)), key.value, entry.value)
        elif isinstance(value, Sequence):
            items = [self.value(one) for one in self.scalars(name, value)]
            made = n.SetOf(value.span, tuple(items)) if items else n.Nothing(value.span)
            self.case.given.append(n.Set(field.span.to(value.span), field, made))
        else:
            self.fields.wrong(name, value, "a text, or a list of them")

    def value(self, scalar: Scalar) -> n.Expr:
        if scalar.value in ("yes", "no"):
            return n.Truth(scalar.span, scalar.value == "yes")
        seat = _SEAT.fullmatch(scalar.value.strip())
        if seat is not None:
            number = self.seat_of(seat[1], scalar.span)
            return n.Broken(scalar.span) if number is None else n.Name(scalar.span, f"player_{number + 1}")
        return parse("expression", scalar.located, self.fields.out, self.case.name)

    def statuses(self) -> None:
        for entry in self.fields.entries("statuses").values():
            bearer = self.bearer(entry.key)
            if bearer is not None:
                for scalar in self.scalars(entry.key.value, entry.value):
                    self.status(scalar.located, bearer)

    def status(self, text: LocatedText, bearer: n.Expr) -> None:
        """`slowed(2) until end of next turn`."""
        until = _UNTIL.search(text.text)
        clock = None
        if until is not None:
            clock = parse("clock", text.slice(until.end(), len(text)), self.fields.out, self.case.name)
            text, whole = text.slice(0, until.start()), text
            if clock is None:
                return
        else:
            whole = text
        status = parse("expression", text, self.fields.out, self.case.name)
        if isinstance(status, n.Name):
            status = n.Call(status.span, status.name, ())
        if isinstance(status, n.Call) and status.style == "call":
            self.case.given.append(n.Give(whole.span(), status, bearer, clock))
        elif not isinstance(status, n.Broken):
            hint = "write its name, with arguments if it has any"
            self.wrong("RW209", f"'{text.text}' is not a status", text.span(), hint)

    # -- what is answered ------------------------------------------------------------------------------------------

    def answers(self) -> None:
        node = self.fields.node("answers")
        items = node.items if isinstance(node, Sequence) else [] if node is None else [node]
        for item in items:
            if isinstance(item, Scalar):
                self.case.answers.append(Answer(item.span, item.value.strip()))
            elif isinstance(item, Mapping):
                self.answer(item)
            else:
                self.fields.wrong("answers", item, "an option, or a mapping with 'choose'")
        for answer in self.case.answers[:-1]:
            if answer.choose is None:
                self.wrong("RW206", "this answer chooses nothing", answer.span,
                           "add 'choose': only the last answer may look at the question and end the test there")

    def answer(self, node: Mapping) -> None:
        fields = of_mapping(node, self.fields.out, self.case.name)
        refuse_others(fields, _ANSWER, "an answer")
        choose, prompt, player = fields.word("choose"), fields.word("prompt"), fields.word("player")
        seat = None
        if player is not None:
            if player.text.isdecimal():
                seat = self.seat_of(player.text, player.span)
            else:
                self.wrong("RW209", f"'{player.text}' is not a player's number", player.span)
        self.case.answers.append(Answer(
            node.span, None if choose is None else choose.text.strip(), seat,
            tuple(word.text.strip() for word in fields.words("offered")),
            tuple(word.text.strip() for word in fields.words("not_offered")), None if prompt is None else prompt.text,
            self.known(fields, "sees"), self.known(fields, "not_sees"), _says(fields, "in_secret")))

    def known(self, fields: Fields, name: str) -> tuple[Thing, ...]:
        listed = fields.node(name)
        return () if listed is None else SightReader(self.fields, self.case, self.pack).things(name, listed)

    # -- what is expected ------------------------------------------------------------------------------------------

    def patterns(self, name: str) -> list[Pattern]:
        found = []
        for scalar in self.fields.items(name):
            trigger = parse("trigger", scalar.located, self.fields.out, self.case.name)
            if trigger is None:
                continue
            if len(trigger.events) != 1 or trigger.events[0].moment is not None:
                self.wrong("RW209", "one event, with `where` or without, should stand here", scalar.span)
                continue
            event = self.event(trigger.events[0].event, trigger.events[0].span)
            if event is not None:
                found.append(Pattern(scalar.span, event, trigger.where))
        return found

    def event(self, name: str, span: Span) -> m.EventDef | m.ClassDef | None:
        event = self.pack.events.get(name) or self.pack.classes.get(name)
        if event is None:
            self.wrong("RW452", f"there is no event or class '{name}'", span,
                       did_you_mean(name, [*self.pack.events, *self.pack.classes]), Missing(name))
        return event

    def refused(self) -> None:
        node = self.fields.node("refused")
        if isinstance(node, Mapping):
            for entry in node.entries.values():
                names = self.scalars(entry.key.value, entry.value)
                self.refusal(entry.key, names)
        else:
            for scalar in self.fields.items("refused"):
                self.refusal(scalar, [])

    def refusal(self, key: Scalar, names: list[Scalar]) -> None:
        event = self.event(key.value, key.span)
        if isinstance(event, m.ClassDef):
            self.wrong("RW209", f"'{key.value}' is a class: name the event that is refused", key.span)
        elif event is not None:
            known = condition_names(self.pack, event)
            for scalar in names:
                if scalar.value not in known:
                    self.wrong("RW453", f"{event.title} has no condition '{scalar.value}'", scalar.span,
                               did_you_mean(scalar.value, known, "it has") or "it has none",
                               Missing(scalar.value, event.title))
            self.case.refused.append(Refusal(key.span, event, tuple(scalar.value for scalar in names)))

    def scalars(self, name: str, node: Node) -> list[Scalar]:
        if isinstance(node, Scalar):
            return [node] if node.value else []
        if isinstance(node, Sequence):
            for one in node.items:
                if not isinstance(one, Scalar):
                    self.fields.wrong(name, one, "a text")
            return [one for one in node.items if isinstance(one, Scalar)]
        self.fields.wrong(name, node, "a list")
        return []


def condition_names(pack: m.PackDef, event: m.EventDef) -> list[str]:
    """The names by which a call can be refused: its conditions, then the named forbids on it or its classes."""
    targets = [id(event), *(id(one) for one in event.classes)]
    labels = [s.label for holder in pack.holders() for s in holder.sentences
              if s.label is not None and id(s.target) in targets]
    return list(dict.fromkeys([*event.legal, *labels]))
