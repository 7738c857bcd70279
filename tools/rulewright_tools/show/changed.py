"""Shows in one line how the packs of a stack have changed a printed field.

Separate because `look` at a thing and `why` of a value show it in the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from rulewright.explained import TypeCode
from rulewright.numbers import whole_number
from rulewright.play import labels
from rulewright.play.state import State
from rulewright.program import Changed, Column
from rulewright_tools.show.why import place_words
from rulewright_tools.show.words import say

_THOUSANDTHS: Final = 1_000  # of an inch: the unit of lengths on planes
_DONE: Final = {"set": "field_set", "add": "field_add", "take": "field_take", "raise": "field_raise",
                "lower": "field_lower", "scale": "field_scale", "remove": "field_remove"}  # fmt: skip


def changed(m: State, e: int, column: Column) -> Sequence[Changed]:
    """Returns how packs have changed a printed field of a thing, in order; empty if the field is unchanged."""
    return m.p.program.changed.get(m.p.sheets[m.sheet[e]].id, {}).get(column.id, ())


def chain(m: State, done: Sequence[Changed], column: Column, folder: str, language: str) -> Text:
    """Returns the original value of the field, then the change of each pack with its location."""
    name, before = labels.field(column, language), _said(m, done[0].before, column.type, language)
    line = Text(say(language, "field_was", field=name, value=before) if before else f"{name}:")
    for number, one in enumerate(done):
        given = _said(m, one.given, column.type, language)
        line.append("; " if number else ", " if before else " ")
        line.append(say(language, _DONE[one.verb], value=given, pack=one.pack))
        line.append(f" ({place_words(one.place, folder)})", "dim")
    return line


def _said(m: State, text: str, type_: TypeCode, language: str) -> str:
    """Returns the text of a definition, in words where these are known: numbers, members, sheets."""
    tag, name, inner = type_
    if inner:
        several = [_said(m, one, inner[0], language) for one in text.split(", ")]
        return ", ".join(several)
    amount = whole_number(text.partition(" ")[0])
    if tag == "number" and amount is not None:
        return labels.value(m, amount * (_THOUSANDTHS if name == "inches" else 1), type_, language)
    if tag == "enum":
        found = [i for i, one in enumerate(m.p.program.enums.get(name, ())) if one.id == text]
        return labels.value(m, found[0], type_, language) if found else text
    if tag == "sheet":
        named = next((one for one in m.p.sheets if one.id == text), None)
        return text if named is None else labels.called(named, language)
    return text
