"""Finds what each expression and block of a pack concerns: what a test must involve to be affected by it.

Separate because it is about which code depends on which, and not about what is changed. A modifier matters where its
target is evaluated, a reaction where its events happen. A value or permission without modifiers may be inlined where it
is called, and the requirements of an event are evaluated by any code that may begin it: these matter where their
callers do.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rulewright.check import model as m
from rulewright.effects import nodes as n
from rulewright.effects.parsed import (
    EventText,
    HolderText,
    Parsed,
    ParsedPack,
    PermissionText,
    ReactionText,
    Rules,
    SheetText,
    ValueText,
)
from rulewright.effects.walk import descend
from rulewright.scenario.changeable import roots

Topics = frozenset[str] | None  # ids of definitions; None: everything
_MAY: Final = "may "  # start of the topic for whether an event may begin
_FORMULA: Final = "formula "  # start of the name of a formula of sheets among values


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on its own."""

    condition: n.Expr


class Concerns:
    """What the code of a checked pack concerns."""

    def __init__(self, parsed: ParsedPack, definitions: m.PackDef) -> None:
        self.definitions = definitions
        contributed = {sentence.target for holder in definitions.holders() for sentence in holder.sentences}
        self.open = {one.id for one in definitions.permissions.values() if one not in contributed}
        self.open |= {
            one.id for one in definitions.values.values() if one not in contributed and not (one.rows or one.steps)
        }
        self.callers: dict[str, set[str]] = {}  # by callee: what its callers concern
        self.everywhere: set[str] = set()  # what is called by code that concerns everything
        self.bots: set[str] = set()
        self.bots = self._for_bots(parsed)
        for one in parsed.definitions:
            for part, topics in self.parts(one):
                for name in _called(part):
                    if topics is None:
                        self.everywhere.add(name)
                    else:
                        self.callers.setdefault(name, set()).update(topics)

    def expanded(self, topics: Topics) -> Topics:
        """Returns the topics with everything that depends on what may be inlined there."""
        if topics is None:
            return None
        found: set[str] = set()
        waiting = list(topics)
        while waiting:
            topic = waiting.pop()
            if topic in found:
                continue
            found.add(topic)
            name = topic.removeprefix(_MAY)
            if name != topic or name in self.open:
                if name in self.everywhere:
                    return None
                waiting += (name, *self.callers.get(name, ()))
        return frozenset(found)

    def _for_bots(self, parsed: ParsedPack) -> set[str]:
        """Returns the values, and formulas of sheets, that are used only for the worth of a position to bots."""
        worth = self.definitions.worth
        readers: dict[str, set[str]] = {}
        for one in parsed.definitions:
            for reader, part in _readers(one):
                for name in _called(part):
                    readers.setdefault(name, set()).add(reader)
        if worth is None or readers.get(worth.id):
            return set()
        found = {worth.id}
        while True:
            more = {name for name, by in readers.items() if by <= found} - found
            more = {name for name in more if name in self.definitions.values or name.startswith(_FORMULA)}
            if not more:
                return found
            found |= more

    def parts(self, one: Parsed) -> Iterator[tuple[Any, Topics]]:
        """Yields the parts of a definition, each with what it concerns. Parts that only bots use concern no test."""
        own, body = frozenset({one.header.id}), one.body
        if one.form == "value" and one.header.id in self.bots:
            return
        match body:
            case EventText():
                for condition in body.legal.values():
                    yield Condition(condition), frozenset({_MAY + one.header.id})
                yield (body.do, body.ends), own
                yield body.arbiter, None
            case ValueText() | PermissionText():
                yield body, own
            case HolderText():
                yield from self._of_rules(body.rules)
                yield body.binder, self._of_all(body.rules)
                yield (body.lasts, body.ends, body.spent_by, body.state), own
            case SheetText():
                yield from self._of_rules(body.rules)
                formulas = {name: one for name, one in body.formulas.items() if _FORMULA + name not in self.bots}
                yield dataclasses.replace(body, rules=Rules(), formulas=formulas), own
            case _:
                yield body, None

    def _of_rules(self, rules: Rules) -> Iterator[tuple[Any, Topics]]:
        for sentence in rules.sentences:
            yield sentence, self._of_sentence(sentence)
        for reaction in rules.reactions:
            yield reaction, self._of_trigger(reaction)
        if rules.active is not None:
            yield Condition(rules.active), self._of_all(rules)

    def _of_all(self, rules: Rules) -> Topics:
        """Returns what everything in the rules of a holder concerns."""
        found: set[str] = set()
        for one in (*map(self._of_sentence, rules.sentences), *map(self._of_trigger, rules.reactions)):
            if one is None:
                return None
            found |= one
        return frozenset(found)

    def _of_sentence(self, sentence: n.Sentence) -> Topics:
        """Returns what depends on a modifier. Whether something has a status may be evaluated anywhere."""
        match sentence:
            case n.Contribution():
                return frozenset({sentence.value})
            case n.Verdict():
                names: tuple[str, ...] = sentence.names
            case n.Waive():
                names = tuple(event for event, _ in sentence.names)
        found: set[str] = set()
        for name in names:
            if name in self.definitions.statuses:
                return None
            found |= {name} if name in self.definitions.permissions else {_MAY + one for one in self._events(name)}
        return frozenset(found)

    def _of_trigger(self, reaction: ReactionText) -> Topics:
        return frozenset(one for event in reaction.trigger.events for one in self._events(event.event))

    def _events(self, name: str) -> set[str]:
        cls = self.definitions.classes.get(name)
        return {name} if cls is None else {one.id for one in cls.events}


def _readers(one: Parsed) -> Iterator[tuple[str, Any]]:
    """Yields the parts of a definition by what reads them: a value, a formula of sheets, or ("") play itself."""
    if isinstance(one.body, SheetText):
        yield "", dataclasses.replace(one.body, formulas={})
        for name, formula in one.body.formulas.items():
            yield _FORMULA + name, formula
    else:
        yield one.header.id if one.form == "value" else "", one.body


def _called(part: Any) -> Iterator[str]:
    """Yields the ids of values, permissions and events that a part names, and the formulas of sheets."""
    for node in _nodes(part):
        ref = getattr(node, "ref", None)
        for one in ref if isinstance(ref, tuple) else (ref,):
            if isinstance(one, (m.ValueDef, m.PermissionDef, m.EventDef)):
                yield one.id
            if isinstance(one, m.Attribute) and one.storage == "formula":
                yield _FORMULA + one.id
        if isinstance(node, (n.Call, n.Relation)):
            yield node.name


def _nodes(part: Any) -> Iterator[n.Node]:
    for root in roots(part):
        yield from descend(root)
