"""Determines what every player learns from a run: events in the log, open dice, and things that are put where all see
them.

Separate because it decides whether a question reveals a secret: if something else reveals the same secret, the rules
reveal it, and not the question.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rulewright.check import model as m
from rulewright.check.builtins import does_of
from rulewright.check.secrecy import Secrecy
from rulewright.check.trees import Text
from rulewright.check.uses import called_by
from rulewright.check.walk import walk
from rulewright.effects import nodes as n
from rulewright.effects import variants

Tell = m.EventDef | Literal["roll", "put"]
Tells = frozenset[Tell]
SILENCE: Tells = frozenset()


class Telling:
    """Everything that the code of one pack reveals to every player."""

    def __init__(self, pack: m.PackDef, texts: Iterable[Text], secrecy: Secrecy) -> None:
        self._pack = pack
        self._secrecy = secrecy
        self._performed: dict[str, list[n.Block]] = {}
        self._reactions: dict[m.EventDef, list[m.ReactionDef]] = {}
        self._sure: dict[m.EventDef, Tells] = {}
        self._opens: dict[m.EventDef, frozenset[int]] = {}
        self._leaving: dict[int, bool] = {}  # by the identity of statements
        self._of_field: dict[str, Tells] = {}
        self._of_event: dict[m.EventDef, Tells] = {}
        for text in texts:
            if text.use == "sheet" and isinstance(text.tree, tuple):
                self._performed.setdefault(str(text.subject), []).append(text.tree)  # type: ignore[arg-type]
        for holder in pack.holders():
            for reaction in holder.reactions:
                for event in events_of(reaction.event):
                    self._reactions.setdefault(event, []).append(reaction)
        self._calls = {event: [one for block in self.blocks_of(event) for one in self.set_off(block)]
                       for event in pack.events.values()}
        self._concluding = self._find_concluding()

    def hearing(self, event: m.EventDef) -> Sequence[m.ReactionDef]:
        """The reactions to an event."""
        return self._reactions.get(event, ())

    def performed(self, field: str) -> Sequence[n.Block]:
        """The texts of all sheets with a given name."""
        return self._performed.get(field, ())

    def is_told(self, event: m.EventDef) -> bool:
        """Whether the log shows every player that an event happens: by a message in every language of the pack, or as a
        report of a pack without messages."""
        messages = self._pack.messages
        return all(event.id in one for one in messages.values()) if messages else self._pack.is_report(event)

    # -- what is certainly revealed ------------------------------------------------------------------------------------

    def sure(self, statements: n.Block) -> Tells:
        """What every player certainly learns when a block begins: up to the first statement that may leave it."""
        found: Tells = SILENCE
        for one in statements:
            if self.may_leave(one):
                break
            if one.guard is None:
                found |= self.sure_of(one)
        return found

    def behind(self, statements: n.Block) -> list[Tells]:
        """What every player certainly learns after each statement of a block, as `sure` would say of the rest."""
        told = [self.sure_of(one) if one.guard is None else SILENCE for one in statements]
        found = [SILENCE] * len(statements)
        for i in range(len(statements) - 1, 0, -1):
            if not self.may_leave(statements[i]):
                found[i - 1] = found[i] | told[i]
        return found

    def sure_of(self, one: n.Statement) -> Tells:
        """What every player certainly learns when a statement runs; whether it runs is not considered."""
        match one:
            case n.Put() if self.is_open(one):
                return frozenset(("put",))
            case n.Let() | n.Set() if isinstance(one.value, n.Roll):
                return frozenset(("roll",))
            case n.Let() | n.Set() if isinstance(one.value, n.CallRight):
                return self._of_call(called_by(one.value), one.value.despite)
            case n.Do():
                return self._of_call(called_by(one), one.despite)
        return self._of_call(called_by(one), ())

    def _of_call(self, event: m.EventDef | None, despite: tuple[str, ...]) -> Tells:
        """What is certainly revealed when an event is called: nothing if anything can refuse or prevent it."""
        if event is None or self._may_fail(event, despite):
            return SILENCE
        if event not in self._sure:
            self._sure[event] = SILENCE  # during the search: it may call itself
            own: Tells = frozenset((event,)) if self.is_told(event) else SILENCE
            self._sure[event] = own | self.sure(event.do)
        return self._sure[event]

    def opens(self, one: n.Statement) -> frozenset[m.Variable]:
        """The variables whose identity a statement certainly reveals to every player."""
        if one.guard is not None:
            return frozenset()
        match one:
            case n.Do(call=n.Call(ref=m.BuiltinDef(id="reveal"), args=(shown,))):
                names = shown.items if isinstance(shown, n.SetOf) else (shown,)
                return frozenset(one.ref for one in names if isinstance(one, n.Name))
            case n.Put(what=n.Name() as what) if self.is_open(one):
                return frozenset((what.ref,))
            case n.Do(call=n.Call(ref=m.EventDef() as event, args=args)) if not self._may_fail(event, one.despite):
                opened = self._opened_by(event)
                return frozenset(arg.ref for i, arg in enumerate(args) if i in opened and isinstance(arg, n.Name))
        return frozenset()

    def _opened_by(self, event: m.EventDef) -> frozenset[int]:
        """The parameters of an event (by number) whose identity its block certainly reveals to every player."""
        if event not in self._opens:
            self._opens[event] = frozenset()  # during the search: it may call itself
            found: set[m.Variable] = set()
            for one in event.do:
                if self.may_leave(one):
                    break
                found |= self.opens(one)
            self._opens[event] = frozenset(i for i, param in enumerate(event.params) if param in found)
        return self._opens[event]

    def _may_fail(self, event: m.EventDef, despite: tuple[str, ...]) -> bool:
        """Whether anything may refuse, prevent or replace an event."""
        heard = any(one.phase in ("before", "instead") for one in self.hearing(event))
        return heard or self._secrecy.can_refuse(event, despite)

    def is_open(self, put: n.Put) -> bool:
        """Whether every player sees where something is put."""
        if put.prep == "at":
            return True
        zone = put.place.ref if isinstance(put.place, (n.Name, n.Call)) else None
        return isinstance(zone, m.ZoneDef) and not self._secrecy.is_hidden(zone)

    def may_leave(self, statement: n.Statement) -> bool:
        """Whether a statement may cause the statements after it to be skipped."""
        known = self._leaving.get(id(statement))
        if known is None:
            known = self._leaving[id(statement)] = self._may_leave(statement)
        return known

    def _may_leave(self, statement: n.Statement) -> bool:
        for node in walk(statement):
            if does_of(node).leaves:
                return True
            match node:
                case n.Moment():
                    return True
                case n.Choose() if variants.needs_some(node):
                    return True
                case n.Perform() if self.may_conclude(node.text.name):
                    return True
                case _:
                    event = called_by(node)
                    if event is not None and self.may_conclude(event):
                        return True
        return False

    def may_conclude(self, called: m.EventDef | str) -> bool:
        """Whether a call, or texts of sheets of a name, may abandon what is running: then nothing after it is
        certain."""
        if isinstance(called, m.EventDef):
            return called in self._concluding
        return any(isinstance(node, n.Conclude) for block in self.performed(called) for node in walk(block)) or any(
            event in self._concluding for block in self.performed(called) for event in self.set_off(block))

    # -- what may be revealed ------------------------------------------------------------------------------------------

    def perhaps(self, block: n.Block) -> Tells:
        """Everything that a block may reveal, also through what it triggers."""
        found = self._direct(block)
        seen: set[m.EventDef] = set()
        waiting = list(self.set_off(block))
        while waiting:
            event = waiting.pop()
            if event not in seen:
                seen.add(event)
                found |= self._own(event)
                waiting += self._calls[event]
        return found

    def set_off(self, block: n.Block) -> list[m.EventDef]:
        """The events that a block calls, also through texts of sheets that it performs."""
        found: list[m.EventDef] = []
        fields: list[str] = []
        waiting = [block]
        while waiting:
            for node in walk(waiting.pop()):
                event = called_by(node)
                if event is not None:
                    found.append(event)
                elif isinstance(node, n.Perform) and node.text.name not in fields:
                    fields.append(node.text.name)
                    waiting += self.performed(node.text.name)
        return found

    def blocks_of(self, event: m.EventDef) -> list[n.Block]:
        """The blocks of an event and of the reactions to it."""
        return [event.do, event.ends, *(one.body for one in self.hearing(event))]

    def _own(self, event: m.EventDef) -> Tells:
        if event not in self._of_event:
            found: Tells = frozenset((event,)) if self.is_told(event) else SILENCE
            self._of_event[event] = found.union(*(self._direct(block) for block in self.blocks_of(event)))
        return self._of_event[event]

    def _direct(self, block: n.Block) -> Tells:
        """The statements in a block itself, or in texts of sheets that it performs."""
        found: set[Tell] = set()
        for node in walk(block):
            if isinstance(node, n.Roll):
                found.add("roll")
            elif isinstance(node, n.Put) and self.is_open(node):
                found.add("put")
            elif isinstance(node, n.Perform):
                found |= self._performing(node.text.name)
        return frozenset(found)

    def _performing(self, field: str) -> Tells:
        if field not in self._of_field:
            self._of_field[field] = SILENCE  # during the search: it may perform itself
            found = SILENCE
            for block in self.performed(field):
                found |= self._direct(block)
            self._of_field[field] = found
        return self._of_field[field]

    def _find_concluding(self) -> set[m.EventDef]:
        callers: dict[m.EventDef, list[m.EventDef]] = {}
        found = []
        for event, called in self._calls.items():
            for one in called:
                callers.setdefault(one, []).append(event)
            if any(isinstance(node, n.Conclude) for block in self.blocks_of(event) for node in walk(block)):
                found.append(event)
        concluding = set(found)
        while found:
            for caller in callers.get(found.pop(), ()):
                if caller not in concluding:
                    concluding.add(caller)
                    found.append(caller)
        return concluding


def events_of(occasion: m.EventDef | m.ClassDef) -> Sequence[m.EventDef]:
    """The events that a trigger names: those of a class, or the event itself."""
    return occasion.events if isinstance(occasion, m.ClassDef) else (occasion,)
