"""Finds the option that an answer of a test means, and describes the options in the test's words.

Separate because people name options in several ways (a label, a call with some of its arguments, a cell, a name), and
because the effect of a reaction is known only by trying it.
"""
from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from rulewright import session
from rulewright.play import labels
from rulewright.play.entries import Began, NotBegun
from rulewright.play.state import Concluded, Decision, Runaway, State, copy
from rulewright.play.words import Words
from rulewright.scenario.dice import Undictated
from rulewright.shapes import EVENT, FIELDS, SEAT
from rulewright.space.naming import CELL_NAME

_PLACE = re.compile(rf"(?<![\w'-]){CELL_NAME}(?![\w'-])")
_NOTHING = ("none", "pass", "enough", "no")


@dataclass(slots=True)
class Option:
    """One option: how it is shown, and all names that it may have."""

    shown: str
    called: tuple[str, ...]


def options_of(words: Words, d: Decision) -> list[Option]:
    """The options of a decision in the test's words."""
    return [_option(words, d, i) for i in range(len(d.options))]


def shown(words: Words, d: Decision, option: object) -> str:
    """A raw answer in the test's words."""
    return _option(words, Decision(d.player, d.site, (option,), d.window), 0).shown


def _option(words: Words, d: Decision, index: int) -> Option:
    m, o = words.m, d.options[index]
    p = m.p.program
    label = labels.option(m, d, o)
    if o is None:
        return Option(label, (label, *_NOTHING))
    if d.site < 0:
        reaction = p.reactions[o[0]]
        of = reaction.holder.rpartition(" ")[2]
        # Several instances of a status have numbers, or the names that the test gave them.
        source = words.status(o[2]) if reaction.holder.startswith("status ") and o[2] in m.rows else of
        holder = f"({words.entity(o[1])})" if labels.held(m, o) else ""
        called = tuple(dict.fromkeys((source + holder, of + holder, source, of)))
        call = would_call(m, index, words)
        if call is None:
            return Option(called[0], (label, *called))
        both = tuple(f"{name} -> {call}" for name in called)
        return Option(both[0], (label, *called, *both, call))
    site = p.sites[d.site]
    if site.kind == "yes or no":
        return Option(label, ("yes", "true") if o else ("no", "false"))
    if site.kind == "offer":
        event = site.lines[o[0]]
        return Option(words.call(event, o[1]), (words.call(event, o[1]), label, p.events[event].id))
    value = words.value(o, site.type)
    tags = () if site.type is None else (site.type[0], *(arg[0] for arg in site.type[2]))
    entity = "entity" in tags or ("union" in tags and o < SEAT)
    return Option(value, (value, label, *([p.sheets[m.sheet[o]].id] if entity else ())))


def would_call(m: State, index: int, words: Words) -> str | None:
    """The first event that an option would trigger, as a call; None if it triggers none. Found by trying it on a copy.
    """
    made = copy(m)
    made.trace = []
    assert made.pending is not None
    with suppress(Undictated, Runaway, Concluded):       # the trace has the first event anyway
        session.answer(made, made.pending.options[index])
    for entry in made.trace or ():
        match entry:
            case Began(_, record):
                return words.call(record[EVENT], tuple(record[FIELDS:]))
            case NotBegun(_, event, args):
                return words.call(event, args)
    return None


def matching(text: str, options: list[Option]) -> list[int]:
    """The indexes of the options that a string means: those with exactly that name, else calls that begin with it."""
    wanted = plain(text)
    exact = [i for i, one in enumerate(options) if any(plain(name) == wanted for name in one.called)]
    return exact or [i for i, one in enumerate(options) if any(begins(text, name) for name in one.called)]


def begins(text: str, call: str) -> bool:
    """Whether a string is the beginning of a call: its last arguments, and its brackets, may be omitted."""
    wanted = plain(text)
    if not wanted.endswith(")"):
        wanted = f"{wanted}("
    opening = wanted[:-1] + "," if wanted.endswith(")") and not wanted.endswith("()") else wanted.removesuffix(")")
    return plain(call).startswith(opening)


def places_in(text: str) -> list[str]:
    """The words of an answer that have the form of a place's name."""
    return _PLACE.findall(text)


def plain(text: str) -> str:
    """A string without spaces, in which form options are compared."""
    return "".join(text.split())


def told(options: list[Option]) -> str:
    """The options, separated by commas."""
    return ", ".join(one.shown for one in options)

