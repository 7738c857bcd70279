"""Finds code that needs a running event where it can never be running: clocks of `this`, `conclude`, limits.

Separate because it needs the call graph: an event is running in its own blocks, in what it calls, and in reactions that
happen during it.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.uses import called_by
from rulewright.effects import nodes as n
from rulewright.source import Span

Occasion = m.EventDef | m.ClassDef
# A caller: an event, a reaction, a text of sheets by its name, or None for code that runs whenever something changed.
Caller = m.EventDef | m.ReactionDef | str | None


def check_running(world: World, texts: list[Text]) -> None:
    """Report clocks, `conclude` and limits whose event is never running there."""
    graph = _Graph(texts)
    for text in texts:
        if not text.happens:
            continue
        needs = list(_needs(text))
        around = graph.around(_caller(text)) if needs else None  # the callers are only needed for a few texts
        if around is None:
            continue
        for event, span, words, hint in needs:
            if not _runs(event, around):
                world.warn("RW602", text.owner, span, f"{words}: {event.title} is never running here", hint)
    for holder in world.pack.holders():
        for reaction in holder.reactions:
            if reaction.limit is None:
                continue
            around = graph.around(reaction)
            if around is not None and not _runs(reaction.limit[1], around):
                world.warn("RW603", holder.definition, reaction.span,
                           f"this limit has no effect: {reaction.event.title} never happens during "
                           f"{reaction.limit[1].title}", f"use an event that contains {reaction.event.title}")
            elif reaction.phase in ("after", "ended"):
                behind = graph.behind(reaction)
                if behind is not None and not _runs(reaction.limit[1], behind):
                    world.warn("RW482", holder.definition, reaction.span,
                               f"this limit has no effect: {reaction.limit[1].title} is over when this reacts",
                               f"use an event that contains {reaction.event.title}")


def _runs(event: Occasion, around: set[m.EventDef]) -> bool:
    if isinstance(event, m.ClassDef):
        return any(one in around for one in event.events)
    return event in around


def _events_of(reaction: m.ReactionDef) -> list[m.EventDef]:
    return list(reaction.event.events) if isinstance(reaction.event, m.ClassDef) else [reaction.event]


def _caller(text: Text) -> Caller:
    match text.use:
        case "do" | "ends" if isinstance(text.subject, m.EventDef):
            return text.subject
        case "reaction" if isinstance(text.subject, m.ReactionDef):
            return text.subject
        case "sheet":
            return str(text.subject)
    return None


def _needs(text: Text) -> Iterator[tuple[Occasion, Span, str, str | None]]:
    """The events that must be running for a statement to have a meaning."""
    for node in text.nodes:
        if isinstance(node, n.Conclude) and isinstance(node.ref, (m.EventDef, m.ClassDef)):
            yield node.ref, node.span, "there is nothing to conclude", None
        elif isinstance(node, n.Give):
            status = node.status.ref
            clock = node.until or (status.lasts if isinstance(status, m.StatusDef) else None)
            if clock is None:
                continue
            for point in clock.points:
                if (isinstance(point, n.ClockPoint) and point.which == "this"
                        and isinstance(point.ref, (m.EventDef, m.ClassDef))):
                    yield (point.ref, point.span if node.until is not None else node.span,
                           f"'{status.id if isinstance(status, m.StatusDef) else node.status.name}' would never end",
                           "`end of next` waits for a later run")


class _Graph:
    """The graph of calls. Blocks of checks and ends of statuses run whenever something changed: nothing is known about
    their callers."""

    def __init__(self, texts: list[Text]) -> None:
        self.callers: dict[m.EventDef, set[Caller]] = {}
        self.performers: dict[str, set[Caller]] = {}
        self._around: dict[Caller, set[m.EventDef] | None] = {}
        for text in texts:
            if not text.happens:
                continue
            caller = _caller(text)
            for node in text.nodes:
                event = called_by(node)
                if event is not None:
                    self.callers.setdefault(event, set()).add(caller)
                elif isinstance(node, n.Perform):
                    self.performers.setdefault(node.text.name, set()).add(caller)

    def around(self, caller: Caller) -> set[m.EventDef] | None:
        """The events that may be running when a caller's block runs; None: any may be."""
        if caller not in self._around:
            self._around[caller] = self._walk(caller)
        return self._around[caller]

    def behind(self, reaction: m.ReactionDef) -> set[m.EventDef] | None:
        """The events that may still be running after the one that a reaction reacts to; None: any may be."""
        found: set[m.EventDef] = set()
        for event in _events_of(reaction):
            for caller in self.callers.get(event, ()):
                around = self.around(caller)
                if around is None:
                    return None
                found |= around
        return found

    def _walk(self, caller: Caller) -> set[m.EventDef] | None:
        found: set[m.EventDef] = set()
        seen: set[Caller] = set()
        waiting: list[Caller] = [caller]
        while waiting:
            one = waiting.pop()
            if one is None:
                return None
            if one in seen:
                continue
            seen.add(one)
            match one:
                case m.EventDef():
                    found.add(one)
                    waiting += self.callers.get(one, ())
                case m.ReactionDef():
                    # What follows an event still counts as its run: `this` means the triggering event first.
                    waiting += _events_of(one)
                case str():
                    waiting += self.performers.get(one, ())
        return found
