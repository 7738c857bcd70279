"""Finds which survivors have a reason on record, and which reasons do not match a current survivor.

Separate because a reason identifies a change by what people see of it, its definition, field and line, so that it stays
valid after edits elsewhere; a journal identifies it by offsets.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.diagnostics import Diagnostics
from rulewright.scenario.changeable import Changed, Line, Lines
from rulewright.scenario.survivors import Reason, said
from rulewright_tools.mutating.listing import Mutant
from rulewright_tools.mutating.trial import Outcome

_Key = tuple[Line, int, str]  # the index of the line among equal ones, and its replacement

_WHY_NOT = {
    "refused": "the checker refuses this change today", "same": "this change makes the same program today",
}  # fmt: skip


class Reasons:
    """The reasons of a pack by mutant. `every` are all its mutants, in order."""

    def __init__(self, every: Iterable[Mutant], reasons: Iterable[Reason]) -> None:
        self.reasons = list(reasons)
        self._lines = Lines(map(_changed, every))
        self._of = {_key_of(one): one.reason for one in self.reasons}

    def which(self, mutant: Mutant) -> int:
        """Returns the index of its line among equal ones in the same field, from 1."""
        return self._lines.which(_changed(mutant))

    def of(self, mutant: Mutant) -> str | None:
        """Returns the reason why a mutant survives, if one is on record."""
        return self._of.get(self._key(mutant))

    def _key(self, mutant: Mutant) -> _Key:
        return _changed(mutant).line, self.which(mutant), said(mutant.after)

    def amiss(self, tried: Iterable[tuple[Mutant, Outcome]], out: Diagnostics) -> None:
        """Reports the reasons that match no mutant, and those whose mutants were tried and do not survive."""
        outcomes = {self._key(mutant): outcome for mutant, outcome in tried}
        for one in self.reasons:
            outcome = None if self._lines.tell_none(one, out) else outcomes.get(_key_of(one))
            if outcome is not None and outcome.verdict != "survived":
                why = _WHY_NOT.get(outcome.verdict, f"this change is killed today, by {outcome.by}")
                out.add("RW802", why, one.span, "remove it from 'becomes', or the reason with it")


def _key_of(reason: Reason) -> _Key:
    return Line(reason.title, reason.at, reason.line), reason.which, reason.becomes


def _changed(mutant: Mutant) -> Changed:
    return Changed(Line(mutant.title, mutant.at, said(mutant.before)), mutant.file, mutant.line, said(mutant.after))
