"""Reads the steps of a test: actions, answers, and expected results. The fields of a step may also be in the test
itself, which then has one step.

Separate because these are code, or name events and conditions; the trees have no types yet.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.check import model as m
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.fields import Fields, of_mapping
from rulewright.effects.parse import parse
from rulewright.effects.parsed import Word
from rulewright.numbers import whole_number
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.scenario.case import Answer, Case, Pattern, Refusal, Step, Thing, Where
from rulewright.scenario.case_reader import CaseReader, at_key, refuse_others
from rulewright.scenario.read_board import read_position
from rulewright.scenario.read_sight import SightReader, read_sight
from rulewright.scenario.read_words import read_words
from rulewright.source import Span
from rulewright.space.forms import FORMS
from rulewright.space.plane.spoken import parted
from rulewright.spelling import did_you_mean

EXPECTED: Final = (
    "answers", "then", "happened", "not_happened", "exactly", "refused", "sees", "not_sees", "reads", "position",
    "stands",
)
# Fields that a test has once, before its steps.
BEFORE: Final = (
    "rules", "seats", "seed", "settings", "map", "above", "legend", "drawn", "scale", "at", "spots", "with", "zones",
    "during", "statuses", "dice", "shuffles", "passes",
)
STEP: Final = ("do", "play", *EXPECTED)
_ANSWER = (
    "player", "choose", "offered", "offered_only", "not_offered", "prompt", "sees", "not_sees", "in_secret", "at",
    "refused", "because",
)
_MOST_TIMES: Final = 100_000  # the most times that an event may be expected


def read_steps(fields: Fields, case: Case, pack: m.PackDef | None) -> list[Fields]:
    """Fills the steps of a case. Returns the fields of each. Without a pack only their form is checked."""
    found = [(fields, case.span)]
    if "steps" in fields:
        beside = [name for name in STEP if name in fields]
        if beside:
            at_key(fields, "RW213", f"a test has 'steps' or '{beside[0]}', not both", beside[0], "make it a step")
        found = list(_listed(fields, case))
    for step, span in found:
        acting = [name for name in ("do", "play") if name in step]
        if len(acting) == 2:
            what = "a test" if step is fields else "a step"
            at_key(step, "RW213", f"{what} has 'do' or 'play', not both", "play")
        if pack is not None:
            case.steps.append(_read_step(step, Step(span), case, pack))
    for one, next_one in zip(case.steps, case.steps[1:], strict=False):
        one.open = not next_one.do and not next_one.play
    return [step for step, _ in found]


def _listed(fields: Fields, case: Case) -> Iterator[tuple[Fields, Span]]:
    node = fields.node("steps")
    for item in node.items if isinstance(node, Sequence) else () if node is None else (node,):
        if isinstance(item, Mapping):
            step = of_mapping(item, fields.out, case.name)
            refuse_others(step, STEP, "a step", BEFORE)
            yield step, item.span
        else:
            line = item.span.text.partition("\n")[0].rstrip()
            fields.out.add("RW207", "expected a mapping of what the step does, answers and expects",
                           Span(item.source, item.start, item.start + len(line)), f"write `- do: {line}`",
                           definition=case.name)


def _read_step(fields: Fields, step: Step, case: Case, pack: m.PackDef) -> Step:
    reader = _Reader(fields, case, step, pack)
    step.do = fields.text("do", "block") or ()
    step.play = "play" in fields and _says_yes(fields)
    if step.play and pack.start is None:
        at_key(fields, "RW209", "no event can be played: this pack has no `start`", "play",
               "call an event under `do`, or write `start: ..` in pack.yaml")
    reader.answers()
    step.then = [one for one in fields.list("then", "expression") if not isinstance(one, n.Broken)]
    step.happened = reader.patterns("happened")
    step.not_happened = reader.patterns("not_happened")
    reader.exactly()
    reader.refused()
    read_sight(fields, case, step, pack)
    read_words(fields, case, step, pack)
    read_position(fields, case, step, pack)
    return step


def _says_yes(fields: Fields) -> bool:
    word = fields.word("play")
    if word is not None and word.text not in ("yes", "true"):
        hint = "write `play: yes`, which runs the event of the match"
        fields.out.add("RW208", f"'{word.text}' is not 'yes'", word.span, hint, definition=fields.owner)
    return word is not None


def _says(fields: Fields, name: str) -> bool | None:
    """`yes` or `no`; None if the field is missing."""
    word = fields.word(name)
    if word is None:
        return None
    if word.text not in ("yes", "true", "no", "false"):
        message = f"'{word.text}' is neither 'yes' nor 'no'"
        fields.out.add("RW208", message, word.span, "write `yes` or `no`", definition=fields.owner)
        return None
    return word.text in ("yes", "true")


class _Reader(CaseReader):
    def __init__(self, fields: Fields, case: Case, step: Step, pack: m.PackDef) -> None:
        super().__init__(fields, case, pack)
        self.step = step
        self.misread: set[Span] = set()  # answers whose places could not be read, which was reported

    # -- what is answered ------------------------------------------------------------------------------------------

    def answers(self) -> None:
        node = self.fields.node("answers")
        items = node.items if isinstance(node, Sequence) else [] if node is None else [node]
        for item in items:
            if isinstance(item, Scalar):
                if not item.value.strip() and not item.broken:
                    at_key(self.fields, "RW209", "expected an answer", "answers",
                           "write an option, or `answers: []` if nobody is asked")
                self.step.answers.append(Answer(item.span, item.value.strip()))
            elif isinstance(item, Mapping):
                self.answer(item)
            else:
                self.fields.wrong("answers", item, "an option, or a mapping with 'choose'")
        for answer in self.step.answers[:-1]:
            if answer.choose is None and answer.at is None and not answer.refused and answer.span not in self.misread:
                self.wrong("RW206", "this answer chooses nothing", answer.span,
                           "add 'choose': only the last answer may inspect a question without choosing")

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
        if "because" in fields and "refused" not in fields:
            at_key(fields, "RW206", "this gives a reason but names no refused place", "because",
                   "add 'refused' with the places that cannot be answered")
        before = self.fields.out.reported
        at, refused = self.place(fields, "at"), self.places(fields)
        if self.fields.out.reported > before:
            self.misread.add(node.span)
        self.step.answers.append(Answer(
            node.span, None if choose is None else choose.text.strip(), seat,
            _texts(fields, "offered"), _texts(fields, "offered_only") if "offered_only" in fields else None,
            _texts(fields, "not_offered"), None if prompt is None else prompt.text,
            self.known(fields, "sees"), self.known(fields, "not_sees"), _says(fields, "in_secret"),
            at, refused, self.because(fields, choose)))

    def because(self, fields: Fields, choose: Word | None) -> tuple[str, ...] | None:
        """Names of conditions that refuse a place; for a condition without a name, as in a choice, its text."""
        if "because" not in fields or "refused" not in fields:
            return None
        event = None if choose is None else self.pack.events.get(choose.text.partition("(")[0].strip())
        known = all_condition_names(self.pack) if event is None else condition_names(self.pack, event)
        for word in fields.words("because"):
            if word.text.isidentifier() and word.text not in known:
                what = f"no event has a condition '{word.text}'" if event is None else (
                    f"{event.title} has no condition '{word.text}'")  # fmt: skip
                hint = did_you_mean(word.text, known, "it has" if event is not None else "") or "remove it"
                self.wrong("RW453", what, word.span, hint, Missing(word.text))
        return _texts(fields, "because")

    def place(self, fields: Fields, name: str) -> Where | None:
        """An answered place or formation."""
        node = fields.node(name)
        return None if node is None else self.where(node, name)

    def places(self, fields: Fields) -> tuple[Where, ...]:
        """Places and formations that cannot be answered."""
        node = fields.node("refused")
        items = node.items if isinstance(node, Sequence) else () if node is None else (node,)
        found = (self.where(item, "refused") for item in items)
        return tuple(one for one in found if one is not None)

    def where(self, node: Node, name: str) -> Where | None:
        """A place, a way (places separated by `then`), or a mapping of things to their places."""
        if isinstance(node, Scalar):
            return node.value.strip() if self.is_named(node) else None
        if not isinstance(node, Mapping):
            self.fields.wrong(name, node, "a place, or a mapping of things and their places")
            return None
        found = []
        for entry in node.entries.values():
            thing, value = entry.key.value.strip(), entry.value
            if thing not in self.case.named:
                self.wrong("RW209", f"'{thing}' is not a thing of this test", entry.key.span,
                           did_you_mean(thing, self.case.named, "its things are")
                           or "declare it under `at` or `legend`")
            elif not isinstance(value, Scalar):
                self.fields.wrong(name, value, "a place")
            elif self.is_named(value):
                found.append((thing, value.value.strip()))
        return tuple(found)

    def is_named(self, word: Scalar) -> bool:
        """Whether words are a place, the places of a way, or names that the test gives to places."""
        text = word.value.strip()
        form = FORMS[self.pack.board]
        wrong = [one for one in parted(text) if one not in self.case.spots and not re.fullmatch(form.named, one)]
        if wrong and text not in self.case.spots:
            self.wrong("RW209", f"'{wrong[0]}' is not a place", word.span,
                       f"write a place, such as {form.such}, or a name of `spots`")
            return False
        return True

    def known(self, fields: Fields, name: str) -> tuple[Thing, ...]:
        listed = fields.node(name)
        return () if listed is None else SightReader(self.fields, self.case, self.pack).things(name, listed)

    # -- what is expected ------------------------------------------------------------------------------------------

    def patterns(self, name: str) -> list[Pattern]:
        found = (self.pattern(scalar) for scalar in self.fields.items(name))
        return [one for one in found if one is not None]

    def pattern(self, scalar: Scalar) -> Pattern | None:
        """`E where C`."""
        trigger = parse("trigger", scalar.located, self.fields.out, self.case.name)
        if trigger is None:
            return None
        if len(trigger.events) != 1 or trigger.events[0].moment is not None:
            self.wrong("RW209", "expected one event, with or without `where`", scalar.span)
            return None
        event = self.event(trigger.events[0].event, trigger.events[0].span)
        return None if event is None else Pattern(scalar.span, event, trigger.where)

    def exactly(self) -> None:
        """How often events happened."""
        for entry in self.fields.entries("exactly").values():
            times = whole_number(entry.value.value, 0, _MOST_TIMES) if isinstance(entry.value, Scalar) else None
            pattern = self.pattern(entry.key)
            if times is None:
                self.wrong("RW209", "expected how often it happened", entry.value.span, "write a number")
            elif pattern is not None:
                self.step.exactly.append((pattern, times))

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
                if scalar.value.strip():
                    self.refusal(scalar, [])
                else:
                    at_key(self.fields, "RW209", "expected the refused event", "refused",
                           "write its name, or `refused: {}` if none was refused")

    def refusal(self, key: Scalar, names: list[Scalar]) -> None:
        """A refusal, named by the event or, in the words of answers, by the call: `cast(S)`."""
        name, bracket, _ = key.value.partition("(")
        event = self.event(name.strip(), key.span)
        if isinstance(event, m.ClassDef):
            self.wrong("RW209", f"expected an event, found the class '{key.value}'", key.span)
        elif event is not None:
            known = condition_names(self.pack, event)
            for scalar in names:
                if scalar.value not in known:
                    self.wrong("RW453", f"{event.title} has no condition '{scalar.value}'", scalar.span,
                               did_you_mean(scalar.value, known, "it has") or "it has none",
                               Missing(scalar.value, event.title))
            self.step.refused.append(Refusal(key.span, event, tuple(scalar.value for scalar in names),
                                             key.value if bracket else None))


def condition_names(pack: m.PackDef, event: m.EventDef) -> list[str]:
    """The names of what can refuse a call: its conditions, and the named forbids on it or its classes."""
    targets = [event, *event.classes]
    labels = [s.label for holder in pack.holders() for s in holder.sentences
              if s.label is not None and s.target in targets]
    return list(dict.fromkeys([*event.legal, *labels]))


def all_condition_names(pack: m.PackDef) -> list[str]:
    """The names of everything that can refuse any call."""
    labels = (one.label for holder in pack.holders() for one in holder.sentences if one.label is not None)
    return list(dict.fromkeys([*(name for event in pack.events.values() for name in event.legal), *labels]))


def _texts(fields: Fields, name: str) -> tuple[str, ...]:
    found = tuple(word.text.strip() for word in fields.words(name))
    if "" in found:
        at_key(fields, "RW209", f"a word under '{name}' is empty", name, "write an option, or remove it")
    return found
