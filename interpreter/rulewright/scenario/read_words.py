"""Reads what people should read next to the board (`reads`): of things of a test, players and the match.

Separate because these are words and not names of things: only a match can tell whether a pack ever shows them.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.diagnostics import Missing
from rulewright.effects.fields import Fields
from rulewright.pack.tree import Sequence
from rulewright.scenario.case import HEADER, Case, Reads, Step
from rulewright.scenario.case_reader import SEAT, CaseReader
from rulewright.spelling import did_you_mean


def read_words(fields: Fields, case: Case, step: Step, pack: m.PackDef) -> None:
    """Fills `reads` of a step."""
    reader = _Reader(fields, case, pack)
    for key, entry in fields.entries("reads").items():
        lines = tuple(one.value.strip() for one in reader.scalars("reads", entry.value))
        whole = entry.key.span.to(entry.value.span)
        found = reader.of(Reads(entry.key.span, key.strip(), lines, whole, isinstance(entry.value, Sequence)))
        if found is not None:
            step.reads.append(found)


class _Reader(CaseReader):
    def of(self, one: Reads) -> Reads | None:
        """The entry with its subject resolved; None and a report if nothing can be read of it."""
        name = one.words
        seat = SEAT.fullmatch(name)
        if seat is not None:
            one.player = self.seat_of(seat[1], one.span)
            return None if one.player is None else one
        if name == HEADER and not self.pack.header:
            self.wrong("RW452", "the pack has no header", one.span, "write one in the manifest: `header: {en: ..}`")
            return None
        if name in (HEADER, "match"):
            return one
        if name in self.case.named:
            one.piece = name
            return one
        if name not in self.case.lost:
            known = [*self.case.named, "player 1", "match", HEADER]
            self.wrong("RW450", f"there is no '{name}' in this test", one.span, did_you_mean(name, known, "there are"),
                       Missing(name, f"test {self.case.name}"))
        return None
