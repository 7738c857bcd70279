"""Tells which survivors have a reason on record, and which reasons are for nothing that survives today.

Separate because a reason names a change by what people see of it, its definition, field and line, so that it outlives
edits elsewhere; a journal names it by offsets.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.diagnostics import Diagnostics
from rulewright.scenario.survivors import Reason, said
from rulewright.spelling import nearest
from rulewright_tools.mutating.listing import Mutant
from rulewright_tools.mutating.trial import Outcome

_Line = tuple[str, str, str]  # a definition, a field in it, and a line
_Key = tuple[_Line, int, str]  # the number of the line among equal ones, and what it becomes

_WHY_NOT = {
    "refused": "the checker refuses this change today", "same": "this change makes the same program today",
}  # fmt: skip


class Reasons:
    """The reasons of a pack by mutant. `every` are all mutants that it has, in their order."""

    def __init__(self, every: Iterable[Mutant], reasons: Iterable[Reason]) -> None:
        self.reasons = list(reasons)
        self._numbers: dict[_Line, list[tuple[str, int]]] = {}  # where equal lines begin
        self._changes: dict[_Line, dict[str, None]] = {}  # what they can become
        self._fields: dict[str, dict[_Line, None]] = {}
        self._keys: set[_Key] = set()
        for one in every:
            line = _line_of(one)
            numbers = self._numbers.setdefault(line, [])
            if (one.file, one.line) not in numbers:
                numbers.append((one.file, one.line))
            self._changes.setdefault(line, {})[said(one.after)] = None
            self._fields.setdefault(one.title, {})[line] = None
            self._keys.add(self._key(one))
        self._of = {((one.title, one.at, one.line), one.which, one.becomes): one.reason for one in self.reasons}

    def which(self, mutant: Mutant) -> int:
        """The number of its line among equal ones of the same field, from 1."""
        return self._numbers[_line_of(mutant)].index((mutant.file, mutant.line)) + 1

    def of(self, mutant: Mutant) -> str | None:
        """Why a mutant survives, if somebody has said so."""
        return self._of.get(self._key(mutant))

    def _key(self, mutant: Mutant) -> _Key:
        return _line_of(mutant), self.which(mutant), said(mutant.after)

    def amiss(self, tried: Iterable[tuple[Mutant, Outcome]], out: Diagnostics) -> None:
        """Report the reasons that name no mutant, and those whose mutants were tried and do not survive."""
        outcomes = {self._key(mutant): outcome for mutant, outcome in tried}
        for one in self.reasons:
            line = one.title, one.at, one.line
            key = line, one.which, one.becomes
            if key not in self._keys:
                self._tell_none(one, line, out)
                continue
            outcome = outcomes.get(key)
            if outcome is not None and outcome.verdict != "survived":
                why = _WHY_NOT.get(outcome.verdict, f"this change is killed today, by {outcome.by}")
                out.add("RW802", why, one.span, "remove it from 'becomes', or the reason with it")

    def _tell_none(self, one: Reason, line: _Line, out: Diagnostics) -> None:
        """Report a reason that is for no mutant, and what of it nothing has."""
        changes = self._changes.get(line)
        if changes is None:
            others = self._fields.get(one.title, {})
            elsewhere = [at for _, at, text in others if text == one.line]
            where = f"in '{one.at}' of {one.title}" if one.at else f"in {one.title}"
            near = nearest(one.line, [text for _, at, text in others if at == one.at])
            hint = "remove the reason, or write the line as it is today"
            if elsewhere:
                hint = f"write `at: {elsewhere[0]}`" if elsewhere[0] else "remove `at`"
            elif near is not None:
                hint = f"the line is '{near}' today: see whether the reason is still true"
            out.add("RW801", f"no line {where} that could be changed is '{one.line}'", one.line_span, hint)
        elif one.which > len(self._numbers[line]):
            count = len(self._numbers[line])
            times = "once" if count == 1 else f"{count} times"
            hint = "remove `which`" if count == 1 else f"write a number up to {count}"
            out.add("RW801", f"this line stands there {times}, not {one.which} times", one.line_span, hint)
        else:
            near = nearest(one.becomes, changes) or next(iter(changes))
            out.add("RW801", f"no mutant makes '{one.becomes}' of this line", one.span, f"one makes '{near}'")


def _line_of(mutant: Mutant) -> _Line:
    return mutant.title, mutant.at, said(mutant.before)
