"""Tries mutants one after the other, or in several processes at once, and yields their outcomes in order.

Separate because it handles processes. Their number changes no outcome.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright_tools.mutating.listing import Mutant
from rulewright_tools.mutating.touching import Touched, noticing
from rulewright_tools.mutating.trial import Outcome, Trial
from rulewright_tools.stopping import in_order

if TYPE_CHECKING:
    from rulewright.pack.files import Place

_own: list[_Tries] = []  # what a process needs to try mutants


class _Tries:
    def __init__(self, folder: Place, tests: Sequence[Touched]) -> None:
        self.trial = Trial(folder)
        self.tests = tests

    def of(self, mutant: Mutant) -> Outcome:
        try:
            return self.trial.of(mutant, noticing(mutant, self.tests))
        except Exception as fault:
            fault.add_note(f"    the mutant: {mutant.file}:{mutant.line}: {mutant.after.strip()}")
            raise


def outcomes(
    folder: Place, mutants: Sequence[Mutant], tests: Sequence[Touched], workers: int
) -> Iterator[tuple[Mutant, Outcome]]:
    """Yields each mutant with its outcome. Raises Died (`stopping`)."""
    if workers == 1:
        tries = _Tries(folder, tests)
        for mutant in mutants:
            yield mutant, tries.of(mutant)
        return
    yield from zip(mutants, in_order(workers, _try, mutants, _begin, folder, tuple(tests)), strict=True)


def _begin(folder: Place, tests: Sequence[Touched]) -> None:
    _own.append(_Tries(folder, tests))


def _try(mutant: Mutant) -> Outcome:
    return _own[0].of(mutant)
