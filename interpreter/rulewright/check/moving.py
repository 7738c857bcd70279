"""Moves what a definition holds to where it stands now, where it says the same and only the text round it has changed.

The condition: in each file that has changed its part of the text is the same, letter by letter, from the first thing of
it to the last. Separate from `becoming` because nothing is read: the same symbols and trees stay, in other places.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from rulewright.check import model as m
from rulewright.effects import nodes as n
from rulewright.effects import parsed as texts
from rulewright.pack.model import Declaration
from rulewright.pack.stands import extents_of
from rulewright.source import SourceText, Span

# What is gone through: all that is written in a definition, and the symbols that are no definitions.
_HELD: Final = (
    n.Node, m.Variable, m.EnumMember, m.Attribute, m.Holder, m.SentenceDef, m.ReactionDef, m.StepDef, m.KeywordUse,
    *(one for one in vars(texts).values() if isinstance(one, type) and one.__module__ == texts.__name__),
)  # fmt: skip


@dataclass(slots=True)
class _Shift:
    """A stretch of the old text of a file, the new text, and how many letters further everything of it stands there."""

    start: int
    end: int
    source: SourceText
    by: int


Shifts = Mapping[str, _Shift]  # by the names of files


def shifts_of(
    old: Declaration, new: Declaration, before: Mapping[str, SourceText], after: Mapping[str, SourceText],
    files: Container[str],
) -> Shifts | None:  # fmt: skip
    """How a declaration has moved in those of its `files` that have changed; None if it has not just moved."""
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
    """Moves a definition and the text that it was made from."""
    mover = _Mover(shifts)
    mover.inside(definition)
    mover.inside(text)


class _Mover:
    """One run. Each thing is gone through once."""

    def __init__(self, shifts: Shifts) -> None:
        self.shifts = shifts
        self.done: set[int] = set()

    def inside(self, value: Any) -> None:
        """Moves all that stands in a thing."""
        if id(value) in self.done:
            return
        self.done.add(id(value))
        for one in fields(value):
            before = getattr(value, one.name)
            after = self.of(before)
            if after is not before:
                setattr(value, one.name, after)

    def of(self, value: Any) -> Any:
        """The value itself, changed inside, or a span in its place."""
        if type(value) is Span:
            shift = self.shifts.get(value.source.name)
            if shift is None or value.start < shift.start or value.end > shift.end:
                return value
            return shift.source.span(value.start + shift.by, value.end + shift.by)
        if type(value) is tuple:
            made = tuple([self.of(one) for one in value])
            return value if all(one is other for one, other in zip(value, made, strict=True)) else made
        if isinstance(value, list):
            value[:] = [self.of(one) for one in value]
        elif isinstance(value, dict):
            for key, one in value.items():
                value[key] = self.of(one)
        elif isinstance(value, _HELD):
            self.inside(value)
        return value
