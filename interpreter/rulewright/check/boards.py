"""Finds places that outlive their board: locals, parameters and loops that hold places while another board is laid.

A place belongs to the board that was laid when it was found; on another board the same number is another place, or
none. Laying a board resets fields and ends statuses that hold places (play.setup); this module finds the places that
blocks hold.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.check import model as m
from rulewright.check.builtins import does_of
from rulewright.check.text import World
from rulewright.check.trees import Text, texts_of
from rulewright.check.types import Type
from rulewright.check.uses import called_by
from rulewright.check.walk import walk
from rulewright.effects import nodes as n

# Sorts of nodes that may lay a board.
_MAY: Final = (n.Do, n.Perform, n.OfferLine, n.CallRight, n.Let, n.Set)


def holds_place(type_: Type) -> bool:
    """Whether a value of the type may be or hold a place, a point or an edge."""
    return type_.tag in ("place", "point", "edge", "formation", "way") or any(holds_place(arg) for arg in type_.args)


def check_boards(world: World, texts: list[Text]) -> None:
    """Reports blocks that hold a place while a board is laid."""
    laying = laying_of(world.pack)
    if not laying.any:
        return
    for text in texts:
        check_text(world, text, laying)
    for event in world.pack.events.values():
        held = next((one for one in event.params if holds_place(one.type)), None)
        at = next((one for one in walk(event.do) if laying.lays(one)), None) if held is not None else None
        if held is not None and at is not None:
            world.warn("RW541", event, at.span,
                       f"{event.title} holds '{held.id}', a place, while another board is laid",
                       "lay the board in a separate event without places as parameters")


def check_text(world: World, text: Text, laying: Laying) -> None:
    """Reports the places that one block holds while a board is laid."""
    if text.happens and isinstance(text.tree, tuple) and any(map(laying.lays, text.of(_MAY))):
        _Walk(world, text, laying).run([one for one in text.tree if isinstance(one, n.Statement)])


class Laying:
    """Which nodes may lay a board: actions, calls of events that may, texts of sheets that may."""

    def __init__(self, events: set[m.EventDef], performs: set[str], everything: bool) -> None:
        self.events = events
        self.performs = performs
        self.everything = everything
        self.any = bool(events or performs or everything)

    def lays(self, node: n.Node) -> bool:
        """Whether a node, by itself, may lay a board."""
        if does_of(node).lays:
            return True
        if isinstance(node, n.Perform):
            return self.everything or node.text.name in self.performs
        event = called_by(node)
        return event is not None and (self.everything or event in self.events)


def laying_of(pack: m.PackDef) -> Laying:
    """Which nodes of a typed pack may lay a board."""
    if pack.laying is None:
        pack.laying = _find_laying(texts_of(pack))
    laying: Laying = pack.laying
    return laying


def _find_laying(texts: list[Text]) -> Laying:
    """Follows calls, texts of sheets and reactions to the end. A check or the end of a status may run after any event,
    so if one of them may lay a board, any event may."""
    events: set[m.EventDef] = set()
    performs: set[str] = set()
    everything = False
    while True:
        known = Laying(events, performs, everything)
        before = (len(events), len(performs), everything)
        for text in texts:
            if not text.happens or not any(map(known.lays, text.of(_MAY))):
                continue
            if isinstance(text.subject, m.EventDef):
                events.add(text.subject)
            elif isinstance(text.subject, m.ReactionDef):
                answered = text.subject.event
                events.update(answered.events if isinstance(answered, m.ClassDef) else (answered,))
            elif text.use == "sheet":
                performs.add(str(text.subject))
            else:
                everything = True
        if before == (len(events), len(performs), everything):
            return Laying(events, performs, everything)


def _found(s: n.Statement) -> m.Variable | None:
    """The variable to which a statement assigns a new value."""
    variable = s.ref if isinstance(s, n.Let) else s.target.ref if isinstance(s, n.Set) else None
    return variable if isinstance(variable, m.Variable) else None


class _Walk:
    """Follows one block statement by statement: places that were found before a board is laid must not be used after
    it."""

    def __init__(self, world: World, text: Text, laying: Laying) -> None:
        self.world = world
        self.text = text
        self.laying = laying
        self.told: set[m.Variable] = set()

    def run(self, body: Sequence[n.Statement]) -> None:
        """Reports every place that is used when its board may be gone."""
        names = (node.ref for node in self.text.nodes if isinstance(node, n.Name))
        fields = [ref for ref in names if isinstance(ref, m.Variable) and ref.role == "field" and holds_place(ref.type)]
        # Results hold no place before they are set.
        own = self.text.subject.gives if isinstance(self.text.subject, m.EventDef) else []
        self.block(body, [one for one in fields if one not in own], set())

    def block(self, body: Sequence[n.Statement], known: list[m.Variable], stale: set[m.Variable]) -> None:
        """`known`: variables in scope that hold places; `stale`: those that hold places of an earlier board. Both grow.
        """
        known = list(known)
        for s in body:
            self.statement(s, known, stale)
            found = _found(s)
            if found is not None and holds_place(found.type):
                known.append(found)
                stale.discard(found)

    def statement(self, s: n.Statement, known: list[m.Variable], stale: set[m.Variable]) -> None:
        self.uses(s.value if isinstance(s, n.Set) and isinstance(s.target, n.Name) else s, stale)
        if not any(self.laying.lays(node) for node in walk(s)):
            return
        match s:
            case n.If():
                ends = [set(stale) for _ in (*s.branches, s.otherwise)]
                for body, end in zip((*(branch.body for branch in s.branches), s.otherwise), ends, strict=True):
                    self.block(body, known, end)
                stale.clear()
                stale.update(*ends)
                return
            case n.ForEach():
                if holds_place(s.binding.source.type):
                    self.world.warn("RW541", self.text.owner, s.binding.span, "this loop continues with places of the "
                                    "previous board", "lay the board before or after the loop")
                self.rounds(s.body, known, stale)
            case n.Repeat():
                self.rounds(s.body, known, stale)
            case n.Together():
                self.block(s.body, known, stale)
        stale.update(known)

    def rounds(self, body: n.Block, known: list[m.Variable], stale: set[m.Variable]) -> None:
        """A loop that lays a board: the next round runs after this one."""
        self.block(body, known, stale)
        for s in body:
            self.uses(s, set(known))

    def uses(self, tree: n.Node, stale: set[m.Variable]) -> None:
        for node in walk(tree):
            if isinstance(node, n.Name) and node.ref in stale and node.ref not in self.told:
                self.told.add(node.ref)
                self.world.warn("RW541", self.text.owner, node.span,
                                f"'{node.name}' belongs to a board that another one has replaced",
                                "find the place on the new board")
