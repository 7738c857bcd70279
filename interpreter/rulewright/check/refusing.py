"""Converts `says` of events, classes and permissions to the messages that report a refusal, by what refuses; and `says`
of statuses to the messages that report that they were given or are over.

Separate because forbids must be declared before their names can be looked up. `says` for `must` is in `musts`.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring
from rulewright.check.labels import names_of_forbids
from rulewright.check.templates import faults
from rulewright.diagnostics import Missing
from rulewright.effects.parsed import Called, ClassText, EventText, HolderText, PermissionText
from rulewright.holes import renamed
from rulewright.spelling import did_you_mean

NORMALLY = "normally"  # the name of what a permission normally requires, next to its forbids

OF_STATUSES = ("given", "over")

_Saying = m.EventDef | m.ClassDef | m.PermissionDef | m.StatusDef
_Words = dict[str, dict[str, str]]


def fill_refusals(d: Declaring) -> None:
    """Fills the messages of all refusals; those of a class go to each of its events that has none of its own."""
    labels = names_of_forbids(d.pack)
    of_classes: dict[m.ClassDef, _Words] = {}
    for parsed, refusing in d.pairs:
        body = parsed.body
        if isinstance(refusing, m.EventDef) and isinstance(body, EventText):
            of = (refusing, *refusing.classes)
            refusing.says = _said(d, refusing, body.says, {*body.legal}.union(*(labels.get(one, ()) for one in of)))
        elif isinstance(refusing, m.PermissionDef) and isinstance(body, PermissionText):
            refusing.says = _said(d, refusing, body.says, {NORMALLY, *labels.get(refusing, ())})
        elif isinstance(refusing, m.ClassDef) and isinstance(body, ClassText):
            of_classes[refusing] = _said(d, refusing, body.says, labels.get(refusing, set()))
        elif isinstance(refusing, m.StatusDef) and isinstance(body, HolderText):
            refusing.says = _said(d, refusing, body.says, set(OF_STATUSES))
    for event in d.pack.events.values():
        for above in event.classes:
            names = {one.id: other.id for one, other in zip(above.params, event.params, strict=False)}
            for name, words in of_classes.get(above, {}).items():
                event.says.setdefault(name, {language: renamed(one, names) for language, one in words.items()})


def _said(d: Declaring, of: _Saying, says: dict[str, Called], known: set[str]) -> _Words:
    """The valid messages of one definition; `known` are the names of what refuses it."""
    found: _Words = {}
    for name, called in says.items():
        if name not in known:
            told = isinstance(of, m.StatusDef)
            words = f"{of.title} has no message for '{name}'" if told else f"{of.title} has no condition '{name}'"
            near = did_you_mean(name, sorted(known), "it may be" if told else "its conditions are")
            d.error("RW430", words, called.span, of, near or "it has no conditions", missing=Missing(name, of.title))
        elif _are_good(d, of, name, called):
            found[name] = called.words
    return found


def _are_good(d: Declaring, of: _Saying, name: str, called: Called) -> bool:
    """Reports holes of the messages that are no parameters, in all languages."""
    if of.headless:
        return False  # its parameters are unknown
    types = {"holder": t.ENTITY} if isinstance(of, m.StatusDef) else None
    params = ["holder"] if isinstance(of, m.StatusDef) else [one.id for one in of.params]
    good = True
    for language, template in called.words.items():
        for one in faults(d, template, language, params, types=types):
            good = False
            d.error(one.code, f"the message for '{name}' of {of.title} {one.words}", called.span, of, one.hint)
    return good
