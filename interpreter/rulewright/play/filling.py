"""Fills the holes of a template: a thing in words, in a form of its name, or a text that is chosen by what it is.

Separate because messages, questions, answers, names and figures fill theirs alike, from different fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.explained import TypeCode
from rulewright.holes import Hole, holes
from rulewright.languages import plural, word
from rulewright.play.state import State
from rulewright.shapes import SEAT

# Words for a value of a type in a language, with a form of names behind it (`ru.acc`) or none.
Words = Callable[[Any, TypeCode, str], str]
Fields = Mapping[str, tuple[Any, TypeCode]]


def filled(template: str, shown: Callable[[Hole], str], longest: int | None = None) -> str:
    """A template with what stands in each hole; where that comes to more than so many characters, its beginning."""
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
    """A template whose holes show fields. What somebody may not know stands in the fields as `printer.Hidden`."""

    def shown(hole: Hole) -> str:
        v, t = fields[hole.path]
        if hole.choices:
            return hole.chosen(keys(m, v, t, language))
        return words(v, t, f"{language}.{hole.form}" if hole.form else language)

    return filled(template, shown)


def keys(m: State, v: Any, t: TypeCode, language: str) -> tuple[str, ...]:
    """What a text may be chosen by: a number itself, then its sort in the language; yes or no; the member of an
    enumeration; none; of a name the word under `is`. Nothing of what is hidden."""
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
