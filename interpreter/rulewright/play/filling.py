"""Fills the holes of a template: with an entity in words, in a form of its name, or with a text chosen by a value.

Separate because messages, questions, answers, names and figures all fill templates alike, from different fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.explained import TypeCode
from rulewright.holes import Hole, holes
from rulewright.languages import plural, word
from rulewright.play.printer import Hidden
from rulewright.play.state import State
from rulewright.shapes import SEAT

# Words for a value of a type in a language, which may be followed by a form of names (`ru.acc`).
Words = Callable[[Any, TypeCode, str], str]
Fields = Mapping[str, tuple[Any, TypeCode]]


def filled(template: str, shown: Callable[[Hole], str], longest: int | None = None) -> str:
    """A template with its holes filled; the beginning of it, if it is longer than `longest` characters."""
    parts: list[str] = []
    length = at = 0
    for hole in holes(template):
        if longest is not None and length > longest:
            return "".join(parts)
        parts += template[at : hole.start], shown(hole)
        length += len(parts[-2]) + len(parts[-1])
        at = hole.end
    return "".join([*parts, template[at:]])


def with_fields(m: State, template: str, fields: Fields, language: str, words: Words) -> str:
    """Fills a template from fields. Fields that the reader may not know are `printer.Hidden`."""

    def shown(hole: Hole) -> str:
        v, t = fields[hole.path]
        if hole.choices:
            return hole.chosen(keys(m, v, t, language))
        return words(v, t, f"{language}.{hole.form}" if hole.form else language)

    return filled(template, shown)


def keys(m: State, v: Any, t: TypeCode, language: str) -> tuple[str, ...]:
    """The keys by which a text may be chosen: for a number, itself, then its plural class in the language; yes or no;
    the member of an enumeration; none; for a name, the word under `is`. Hidden values have no key."""
    if isinstance(v, Hidden):
        return ()
    if v is None:
        return ("none",)
    while t[0] == "maybe":
        t = t[2][0]
    of = f"{language}.is"
    match t[0]:
        case "number" if type(v) is int:
            number = v // 1000 if t[1] == "inches" else v
            return str(number), plural(number, language)
        case "yes_no":
            return ("yes" if v else "no",)
        case "enum" if type(v) is int:
            return (m.p.program.enums[t[1]][v].id,)
        case "entity" | "union" if type(v) is int and v < SEAT:
            return (m.p.program.sheets[m.sheet[v]].names.get(of, ""),)
        case "sheet" if type(v) is int:
            return (m.p.program.sheets[v].names.get(of, ""),)
        case "player" | "union" if type(v) is int:
            return (word("player", of),)
    return ()
