"""Finds which parameters of an event may be put somewhere on the board by its run.

Separate because only pictures need it: an answer names entities and a place, and the picture shows which of them would
stand there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.compile.analysis import reactions_of
from rulewright.compile.calls import arguments_of
from rulewright.compile.context import Unit
from rulewright.effects import nodes as n


def put_somewhere(pack: m.PackDef, unit: Unit) -> dict[int, tuple[int, ...]]:
    """The numbers of such parameters by event: those that its own block or a reaction to it puts, or passes to an event
    that puts them. Parameters that are put through a local, a value or a sheet are not found."""
    layout = unit.layout
    found: dict[int, set[int]] = defaultdict(set)
    handed: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)  # to which parameters it is passed
    for event, block in _texts(pack, unit):
        for node in unit.nodes_of(block):
            if isinstance(node, n.Put) and node.prep == "at":
                found[event].update(_field(node.what))
            elif isinstance(node, n.Call) and isinstance(node.ref, m.EventDef):
                for number, arg in arguments_of(node, node.ref).items():
                    for own in _field(arg):
                        handed[layout.of(node.ref), number].add((event, own))
    waiting = [(event, number) for event, several in found.items() for number in several]
    while waiting:
        for event, number in handed[waiting.pop()]:
            if number not in found[event]:
                found[event].add(number)
                waiting.append((event, number))
    return {event: tuple(sorted(several)) for event, several in found.items() if several}


def _texts(pack: m.PackDef, unit: Unit) -> Iterator[tuple[int, n.Block]]:
    """The code in which fields of an event have names: its own, and that of reactions to it."""
    for event in unit.layout.events:
        yield unit.layout.of(event), event.do
        yield unit.layout.of(event), unit.layout.closing[event]
    for reaction in reactions_of(pack):
        if isinstance(reaction.event, m.EventDef):
            yield unit.layout.of(reaction.event), reaction.body


def _field(e: n.Expr) -> tuple[int, ...]:
    """The number of the field of the event that an expression is."""
    is_field = isinstance(e, n.Name) and isinstance(e.ref, m.Variable) and e.ref.role == "field"
    return (e.ref.index,) if is_field else ()
