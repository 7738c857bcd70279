"""Counts the results of mutants, and groups the survivors by the rules of their definitions.

Separate because text, JSON and the page show the same numbers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright_tools.mutating.listing import Mutant
from rulewright_tools.mutating.trial import Outcome
from rulewright_tools.shares import interval

if TYPE_CHECKING:
    from rulewright.diagnostic import Diagnostic


@dataclass(slots=True)
class Report:
    """The results of the mutants of one pack: `of` is their total number, and `seed` how these were drawn (None: they
    are all). `reasons`: why no test notices a mutant, by its key; `which`: the index of its line among equal lines of a
    field. `amiss`: problems with the recorded reasons. `wanted`: the number to try, which is larger than `found` if the
    run was stopped."""

    pack: str
    of: int
    seed: int | None
    found: list[tuple[Mutant, Outcome]]
    reasons: dict[str, str] = field(default_factory=dict)
    which: dict[str, int] = field(default_factory=dict)
    amiss: list[Diagnostic] = field(default_factory=list)
    wanted: int = 0

    @property
    def counts(self) -> Counter[str]:
        """Returns the number of mutants for each verdict."""
        return Counter(outcome.verdict for _, outcome in self.found)

    @property
    def killed(self) -> int:
        """Returns the number that a test finds."""
        return self.counts["killed"] + self.counts["limit"]

    @property
    def playable(self) -> int:
        """Returns the number that a test could find: those that the checker accepts, and that change the program."""
        return self.killed + self.counts["survived"]

    @property
    def explained(self) -> list[tuple[Mutant, Outcome, str]]:
        """Returns the survivors with a reason on record, each with the reason."""
        return [(mutant, outcome, self.reasons[mutant.key]) for mutant, outcome in self.found
                if outcome.verdict == "survived" and mutant.key in self.reasons]  # fmt: skip

    @property
    def unexplained(self) -> list[tuple[Mutant, Outcome]]:
        """Returns the other survivors, in the order of files and locations."""
        return [(mutant, outcome) for mutant, outcome in self.found
                if outcome.verdict == "survived" and mutant.key not in self.reasons]  # fmt: skip

    @property
    def accounted(self) -> int:
        """Returns the number that a test finds, or that have a reason on record."""
        return self.killed + len(self.explained)

    @property
    def rightly(self) -> tuple[int, int]:
        """Of the killed mutants whose definition cites rules, returns how many a test kills that cites one of these,
        and the total."""
        cited = [outcome for mutant, outcome in self.found if mutant.rules and outcome.verdict in ("killed", "limit")]
        return sum(one.rightly for one in cited), len(cited)

    @property
    def bounds(self) -> tuple[float, float]:
        """Returns the 95 % interval of the share of killed mutants (Wilson); if all mutants were tried, the share
        itself."""
        share = self.killed / self.playable if self.playable else 1.0
        if self.seed is None or not self.playable:
            return share, share
        return interval(self.killed, self.playable)

    def by_rule(self) -> dict[tuple[str, ...], list[tuple[Mutant, Outcome]]]:
        """Returns the survivors without a reason by the rules that their definitions cite; those without rules are
        last."""
        made: dict[tuple[str, ...], list[tuple[Mutant, Outcome]]] = {}
        for mutant, outcome in self.unexplained:
            made.setdefault(mutant.rules, []).append((mutant, outcome))
        return dict(sorted(made.items(), key=lambda one: (not one[0], one[0])))
