"""Whether an event can be called: what must be in play, what restricts the call, and which restrictions the call lifts.

Separate because calls, offers, drafts and batches all test this before an event, and conditions test it with `can(..)`.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.check.types import Type
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit
from rulewright.effects import nodes as n
from rulewright.shapes import SEAT

# The types of a first parameter that must exist: an entity, an entity or player, an instance of a status.
SUBJECTS = ("entity", "union", "status")


def in_play(x: ast.expr, t: Type) -> ast.expr:
    """Whether an entity is in play; a player always is. Whether an instance of a status exists."""
    if t.tag == "status":
        return py.expr("_x in m.rows", _x=x)
    if t.tag != "union":
        return py.expr("m.live[_x]", _x=x)
    return py.expr("_x >= _s or m.live[_x]" if py.is_simple(x) else "present(m, _x)", _x=x, _s=py.const(SEAT))


def despite_mask(event: m.EventDef, names: tuple[str, ...], unit: Unit) -> int:
    """The bits of the named conditions and named forbids of an event that a call lifts."""
    order = condition_names(event, unit)
    return sum(1 << order[name] for name in names if name in order)


def condition_names(event: m.EventDef, unit: Unit) -> dict[str, int]:
    """The bits of the names by which conditions of an event can be lifted: `legal` in order, then labels of forbids."""
    made = {name: i for i, name in enumerate(event.legal)}
    for label in unit.labels.get(event, ()):
        made.setdefault(label, len(made))
    return made


def legal(call: n.Call, despite: tuple[str, ...], c: Context) -> ast.expr:
    """`can(E(..))` in the code of packs: also false if the first entity of the call is out of play."""
    event = call.ref
    assert isinstance(event, m.EventDef)
    asked = can(call, despite, c)
    if not event.params or event.params[0].type.tag not in SUBJECTS:
        return asked
    return py.both([in_play(c.unit.emit(call.args[0], c), event.params[0].type), asked])


def sentences_on(event: m.EventDef, unit: Unit, kind: str) -> list[m.SentenceDef]:
    """Modifiers of one sort (`forbid` or `waive`) on an event and on its classes."""
    found = []
    for target in (event, *event.classes):
        found += [s for s in unit.value_parts.get(target, []) if s.kind == kind]
    return found


def restrictions(event: m.EventDef, unit: Unit) -> bool:
    """Whether anything can refuse an event."""
    return bool(event.legal) or bool(sentences_on(event, unit, "forbid"))


def can(call: n.Call, despite: tuple[str, ...], c: Context) -> ast.expr:
    """Whether no condition or forbid refuses a call; its first entity is in play."""
    event = call.ref
    assert isinstance(event, m.EventDef)
    if not restrictions(event, c.unit):
        return py.const(True)
    args = [c.unit.emit(a, c) for a in call.args]
    return py.expr(
        "_f(m, *_args, _skip)",
        _f=py.name(c.unit.layout.function("N", event)),
        _args=args,
        _skip=py.const(despite_mask(event, despite, c.unit)),
    )
