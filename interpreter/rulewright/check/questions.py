"""Turns `ask` of events into the questions that people read, by what the answer goes into.

Separate because a question is read while its event runs, as whoever is asked may see: it shows parameters, which stand
in the record in any case, so words never change what a match keeps.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.declaring import Declaring
from rulewright.check.messages import known_forms
from rulewright.check.walk import walk
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects.parsed import Called, EventText
from rulewright.holes import holes
from rulewright.spelling import did_you_mean


def fill_questions(d: Declaring) -> None:
    """The questions of all events. Needs the names of sheets and the heads of events."""
    for parsed, event in d.of(m.EventDef):
        if not isinstance(parsed.body, EventText) or not parsed.body.ask:
            continue
        asked, broken = _asked(parsed.body)
        for name, called in parsed.body.ask.items():
            if name in asked:
                bad = [one for one in called.words if not _is_good(d, event, name, called, one)]
                if not bad:  # all languages are reported
                    event.questions[name] = called.words
            elif not broken:
                d.error("RW410", f"{event.title} asks nobody for '{name}'", called.span, event,
                        did_you_mean(name, sorted(asked), "it asks for")
                        or "write what the answer goes into: `let NAME = choose ..`, `offer .. as NAME:`",
                        missing=Missing(name, f"question of {event.title}"))


def _asked(text: EventText) -> tuple[set[str], bool]:
    """What answers go into, and whether a line could not be read, which may ask for anything."""
    found = set[str]()
    broken = False
    for node in walk((*text.do, *text.ends)):
        match node:
            case n.Let(name=name, value=n.Choose() | n.ChooseYesNo()):
                found.add(name)
            case n.Set(target=n.Name(name=name) | n.Attr(name=name), value=n.Choose() | n.ChooseYesNo()):
                found.add(name)
            case n.Offer(name=str(name)):
                found.add(name)
            case n.BrokenStatement():
                broken = True
            case _:
                pass
    return found, broken


def _is_good(d: Declaring, event: m.EventDef, name: str, called: Called, language: str) -> bool:
    """Reports what a question shows that is no parameter, and forms that no name has."""
    template, params = called.words[language], [one.id for one in event.params]
    good = True
    rest = list(template)
    for hole in holes(template):
        rest[hole.start:hole.end] = " " * (hole.end - hole.start)
        shown = template[hole.start:hole.end]
        problem: tuple[str, str, str | None]
        if hole.wrong or hole.choices:
            problem = "RW471", f"shows '{shown}', which is neither a parameter nor a form of its name", None
        elif hole.path not in params:
            problem = ("RW443", f"shows '{hole.path}', which is none of its parameters",
                       did_you_mean(hole.path, params, "it has"))
        elif hole.form and hole.form not in known_forms(d, language):
            problem = ("RW471", f"asks for the form '{hole.form}', which no name has in '{language or 'en'}'",
                       did_you_mean(hole.form, sorted(known_forms(d, language)), "there are"))
        else:
            continue
        good = False
        _report(d, event, name, called, problem)
    stray = next((sign for sign in rest if sign in "<>"), None)
    if stray is not None:
        good = False
        _report(d, event, name, called,
                ("RW443", f"has a '{stray}' without its partner", "a parameter stands in both: `<parameter>`"))
    return good


def _report(d: Declaring, event: m.EventDef, name: str, called: Called, problem: tuple[str, str, str | None]) -> None:
    code, words, hint = problem
    d.error(code, f"the question '{name}' of {event.title} {words}", called.span, event, hint)
