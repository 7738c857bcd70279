"""Computes the face of a definition: what the rest of a pack sees of it. Only the definition itself reads its inside.

Separate because a check that continues from an earlier one must know when only insides have changed. Typing code reads
from another definition what is in `FACE` here, and nothing else; a test compares both tables with the fields of
definitions.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulewright.check import model as m
from rulewright.effects import nodes as n

# The fields that all forms share. Of names, others see which forms they have.
COMMON: Final = frozenset({"id", "form", "names", "headless", "unread"})
COMMON_INSIDE: Final = frozenset({"span", "wording", "rules", "allow", "file", "said"})

FACE: Final[dict[type[m.Definition], frozenset[str]]] = {
    m.AreaDef: frozenset(),
    m.CheckDef: frozenset(),
    m.EventDef: frozenset({"params", "gives", "classes", "legal", "moments", "event_var"}),
    m.PermissionDef: frozenset({"params"}),
    m.RuleDef: frozenset(),
    m.SheetDef: frozenset({"kind", "parts", "whole", "is_outline"}),
    m.StatusDef: frozenset({"params", "lasts", "spent_by", "spender", "holder", "asked", "fields", "instance"}),
    m.ValueDef: frozenset({"params", "gives", "steps"}),
    m.WindowDef: frozenset({"answers", "always"}),
}
INSIDE: Final[dict[type[m.Definition], frozenset[str]]] = {
    m.AreaDef: frozenset({"holder"}),
    m.CheckDef: frozenset({"binder", "body", "at"}),
    m.EventDef: frozenset({"do", "ends", "arbiter", "local_names", "questions", "says", "shown_as"}),
    m.PermissionDef: frozenset({"normally", "says"}),
    m.RuleDef: frozenset({"holder", "questions"}),
    m.SheetDef: frozenset({"printed", "keywords", "formulas", "texts", "holder", "trees"}),
    # Others tell whether it is listed or given.
    m.StatusDef: frozenset({"ends", "questions", "says", "listed", "given"}),
    m.ValueDef: frozenset({"start", "rows"}),
    m.WindowDef: frozenset({"ask", "ties", "question"}),
}


def face(one: m.Definition) -> object:
    """The parts of a definition that others see, for comparison. Its form is in `FACE`."""
    names = COMMON | FACE[type(one)]
    return [(name, outline(getattr(one, name))) for name in sorted(names)]


def parallel(old: m.Definition, new: m.Definition) -> list[tuple[m.Symbol, m.Symbol]]:
    """Two definitions with one face, and everything that others name of them, each with its counterpart."""
    found: list[tuple[m.Symbol, m.Symbol]] = [(old, new)]
    for name in sorted(FACE[type(old)]):
        ours, theirs = getattr(old, name), getattr(new, name)
        if isinstance(ours, list):
            found += [(one, other) for one, other in zip(ours, theirs, strict=True)
                      if isinstance(one, (m.Variable, m.Attribute))]  # fmt: skip
        elif isinstance(ours, m.Variable):
            found.append((ours, theirs))
    # Code that gives a status with a clock reads its `self`; that of sheets belongs to their kind.
    ours, theirs = (one and one.self_var for one in (getattr(old, "holder", None), getattr(new, "holder", None)))
    if ours is not None and theirs is not None and ours is not theirs:
        found.append((ours, theirs))
    return found


def outline(value: Any) -> object:
    """The parts that others see of something in a face."""
    match value:
        case m.Variable():
            return value.id, value.type, value.role, value.index, outline(value.names)
        case m.Attribute():
            return (value.id, value.kind, value.type, value.storage, value.starts is None, value.secret,
                    value.optional, value.least, value.most, outline(value.params), outline(value.names))
        case m.Definition():
            return value.form, value.id
        case m.StepDef():
            return value.name, value.merge, value.then is None, value.so_far.type, value.it.type
        case m.Holder():
            return outline(value.self_var)
        case m.ReactionDef():
            return value.event.form, value.event.id, value.moment
        case n.Node():
            return type(value)
        case Mapping():
            return [(key, outline(one)) if isinstance(one, (list, m.Symbol)) else key for key, one in value.items()]
        case list() | tuple():
            return [outline(one) for one in value]
    return value
