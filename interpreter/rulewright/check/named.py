"""Converts `names` of enumerations, kinds and events to the names that players read for their members and fields.

Separate because members are made before kinds and fields after them, and all are named the same way.
"""
from __future__ import annotations

from collections.abc import Iterable

from rulewright.check import model as m
from rulewright.check.declaring import Declaring
from rulewright.check.walk import walk
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.parsed import EventText, KindText, ListText
from rulewright.spelling import did_you_mean

_SHOWN = ("printed", "state", "part")           # other attributes of a kind (formulas, texts) are never shown by name


def fill_names(d: Declaring) -> None:
    """Fills the names of members and of fields. Needs all kinds and heads filled."""
    for parsed, enum in d.of(m.EnumDef):
        if isinstance(parsed.body, ListText):
            members = {one.id: one for one in enum.members}
            for name, called in parsed.body.names.items():
                if name in members:
                    members[name].names = called.words
                else:
                    d.error("RW418", f"{enum.title} has no member '{name}' to name", called.span, enum,
                            did_you_mean(name, members, "there are"), missing=Missing(name))
    for parsed, kind in d.of(m.KindDef):
        if isinstance(parsed.body, KindText):
            fields = {name: one for name, one in kind.attributes.items() if one.storage in _SHOWN}
            for name, called in parsed.body.names.items():
                if name in fields:
                    fields[name].names = called.words
                else:
                    d.error("RW410", f"{kind.title} declares no field '{name}' to name", called.span, kind,
                            _hint(kind, name) or did_you_mean(name, fields, "it has"),
                            missing=Missing(name, f"field of {[*d.scope.lineage(kind.id)][-1].id}"))
    for parsed, event in d.of(m.EventDef):
        if isinstance(parsed.body, EventText) and parsed.body.names:
            variables = {one.id: one for one in event.fields}
            locals_, lost = _locals(parsed.body, parsed.body.names)
            for name, called in parsed.body.names.items():
                if name in variables:
                    variables[name].names = called.words
                elif name in locals_:
                    event.local_names[name] = called.words
                elif name not in lost:
                    d.error("RW410", f"{event.title} has no parameter, result or local '{name}' to name",
                            called.span, event, did_you_mean(name, [*variables, *sorted(locals_)], "it has"),
                            missing=Missing(name, event.title))


def _locals(text: EventText, names: Iterable[str]) -> tuple[set[str], set[str]]:
    """The locals of an event, and which of some names may be locals: those that are set and not declared, which is
    reported there, and any name if a line could not be read."""
    found, lost = set[str](), set[str]()
    for node in walk((*text.do, *text.ends)):
        match node:
            case n.Let():
                found.add(node.name)
            case n.Set(target=n.Name(name=name)):
                lost.add(name)
            case n.BrokenStatement():
                lost.update(names)  # a block below it is lost too
            case _:
                pass
    return found, lost


def _hint(kind: m.KindDef, name: str) -> str | None:
    """How to fix the name of a field that exists and cannot be named here."""
    known = kind.all_attributes.get(name)
    if name in kind.texts or (known is not None and known.storage not in _SHOWN):
        return "name only printed and state fields and parts"
    return f"'{known.kind}' declares it: name it there" if known is not None else None
