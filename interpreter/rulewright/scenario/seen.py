"""The part of a pack's definitions that its tests see. As long as it stays the same, so do the problems of a test.

Separate because it must contain everything: what declarations show (`pack.said.outside`), and what follows from the
code in them: names of conditions, the places that a map draws, code that lays boards, possible words of answers.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.check import model as m
from rulewright.check.boards import laying_of
from rulewright.memory import digest
from rulewright.pack.said import Outside
from rulewright.scenario.answerable import Answerable
from rulewright.scenario.read_drawings import signs_without_legend
from rulewright.scenario.read_steps import all_condition_names


@dataclass(slots=True)
class Seen:
    """What tests see, and the digest of all possible words of answers."""

    outside: Outside
    answers: bytes

    def to_bytes(self) -> bytes:
        """As plain data."""
        return marshal.dumps((self.outside.base, self.outside.by_word, self.answers))


def from_bytes(data: bytes) -> Seen:
    """The result of `to_bytes`, converted back."""
    base, by_word, answers = marshal.loads(data)
    return Seen(Outside(base, by_word), answers)


def seen_by_tests(pack: m.PackDef, outside: Outside) -> Seen:
    """What tests see of a pack without errors."""
    found = outside.copy()
    laying = laying_of(pack)
    for event in pack.events.values():
        words = (event.id, *(one.id for one in event.classes))
        found.add(words, event.id, event in laying.events)
    for drawn in pack.maps.values():
        halves = sorted(area.id for area in drawn.halves)
        signs = sorted((sign, [area.id for area in areas]) for sign, areas in drawn.legend.items())
        found.add((drawn.id,), "drawn", drawn.rows, drawn.above, halves, signs)
    for holder in pack.holders():
        if any(one.optional for one in holder.reactions):
            found.add((holder.definition.id,), "asks")
        for one in holder.sentences:
            if one.label is not None:
                found.add(_called(one.target), one.target.title, one.label)
    for name in all_condition_names(pack):
        found.add((name,), "condition", name)
    for name in laying.performs:
        found.add((name,), "lays", name)
    found.base = digest(found.base, pack.start is None, laying.everything, sorted(signs_without_legend(pack)))
    answerable = Answerable(pack)
    for spoken in answerable.spoken:
        found.add((spoken,), "spoken")
    for name, several in answerable.of_forms:
        for word in several:
            found.add((word,), name)
    return Seen(found, digest(*answerable.words))


def _called(target: m.Symbol) -> Iterable[str]:
    """The names by which a test may refer to the conditions of an event or a class."""
    return (target.id, *(one.id for one in target.classes)) if isinstance(target, m.EventDef) else (target.id,)
