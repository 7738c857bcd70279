"""Moves a definition to its new location if it says the same and only the text around it has changed.

The condition: in each changed file, its part of the text is the same, letter by letter, from its first character to the
last. Separate from `becoming` because nothing is read: the same symbols and trees stay, at other locations.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rulewright.check import model as m
from rulewright.check.becoming import Rewriting
from rulewright.effects import nodes as n
from rulewright.effects import parsed as texts
from rulewright.pack.model import Declaration
from rulewright.pack.stands import extents_of
from rulewright.source import SourceText, Span

# The objects that are walked: everything written in a definition, and the symbols that are no definitions.
_HELD: Final = (
    n.Node, m.Variable, m.EnumMember, m.Attribute, m.Holder, m.SentenceDef, m.ReactionDef, m.StepDef, m.KeywordUse,
    *(one for one in vars(texts).values() if isinstance(one, type) and one.__module__ == texts.__name__),
)  # fmt: skip


@dataclass(slots=True)
class _Shift:
    """A range of the old text of a file, the new text, and the number of characters by which everything in it has
    moved."""

    start: int
    end: int
    source: SourceText
    by: int


Shifts = Mapping[str, _Shift]  # by the names of files


def shifts_of(
    old: Declaration, new: Declaration, before: Mapping[str, SourceText], after: Mapping[str, SourceText],
    files: Container[str],
) -> Shifts | None:  # fmt: skip
    """How a declaration has moved in those of its `files` that have changed; None if it has changed otherwise."""
    there, here = extents_of(old), extents_of(new)
    if old.said != new.said or there.keys() != here.keys():
        return None
    found = {}
    for name in there:
        if name in files:
            (start, end), (first, last) = there[name], here[name]
            if before[name].text[start:end] != after[name].text[first:last]:
                return None
            found[name] = _Shift(start, end, after[name], first - start)
    return found


def move(definition: m.Definition, text: texts.Parsed, shifts: Shifts) -> None:
    """Moves a definition and the source that it was made from."""
    mover = _Mover(shifts)
    mover.inside(definition)
    mover.inside(text)


class _Mover(Rewriting):
    """Replaces old spans by new ones."""

    held = _HELD

    def __init__(self, shifts: Shifts) -> None:
        super().__init__()
        self.shifts = shifts

    def instead(self, value: Any) -> Any:
        if type(value) is not Span:
            return None
        shift = self.shifts.get(value.source.name)
        if shift is None or value.start < shift.start or value.end > shift.end:
            return value
        return shift.source.span(value.start + shift.by, value.end + shift.by)
