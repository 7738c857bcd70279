"""Finds what statements call and remove from play: whether the event that they belong to can continue after them.

Separate because the analyses of the whole pack need the same facts about a statement as the code generator.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.check import model as m
from rulewright.check.builtins import does_of
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.counted import cut_short
from rulewright.compile.legality import in_play
from rulewright.compile.text import Text
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend


def subject_rule(s: n.Statement, t: Text) -> py.Body:
    """After a call that may remove: an event whose first entity has left play stops as impossible."""
    if t.event is None or t.ending or t.batching:
        return []
    if not t.event.params or t.event.params[0].type.tag not in ("entity", "union"):
        return []
    if not may_remove(s, t.c):
        return []
    subject = t.event.params[0]
    gone = py.negate(in_play(t.c.look_up(subject), subject.type))
    return [py.when(gone, [*cut_short(s, t.event, t.c), *t.fail()])]


def may_remove(s: n.Node, c: Context) -> bool:
    """Whether a statement may remove an entity from play, by what it calls or ends."""
    for event in called(s):
        if c.unit.layout.of(event) in c.unit.removing:
            return True
    return removes(s) or any(does_of(x).ends or isinstance(x, (n.Perform, n.Moment, n.Offer)) for x in descend(s))


def removes(s: n.Node) -> bool:
    """Whether a statement itself removes something from play."""
    return any(does_of(x).removes for x in descend(s))


def called(s: n.Node) -> list[m.EventDef]:
    """Events that a statement calls (not those that `can` tests)."""
    return called_in(descend(s))


def arguments_of(call: n.Call, event: m.EventDef) -> dict[int, n.Expr]:
    """The arguments of a call of an event, by the number of the parameter."""
    numbers = {param.id: number for number, param in enumerate(event.params)}
    return {**dict(enumerate(call.args)), **{numbers[name]: arg for name, arg in call.named}}


def called_in(nodes: Iterable[n.Node]) -> list[m.EventDef]:
    """Events called in some nodes of statements."""
    found: list[m.EventDef] = []

    def call(node: n.Call) -> None:
        if isinstance(node.ref, m.EventDef):
            found.append(node.ref)

    for x in nodes:
        if isinstance(x, (n.Do, n.CallRight, n.OfferLine)):
            call(x.call)
        elif isinstance(x, (n.Let, n.Set)) and isinstance(x.value, n.Call):
            call(x.value)
    return found
