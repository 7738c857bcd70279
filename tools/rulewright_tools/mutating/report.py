"""Counts what became of mutants, and groups the survivors by the rules of their definitions.

Separate because text, JSON and the page show the same figures.
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
    """What became of the mutants of one pack: `of` is how many it has, and `seed` how these were drawn from them (None:
    they are all). `reasons`: why no test notices a mutant, by its key; `which`: of several equal lines of a field, the
    one that it changes. `amiss`: what is wrong with reasons on record. `wanted`: how many were to be tried, more than
    `found` where that was stopped."""

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
        """How many of each verdict."""
        return Counter(outcome.verdict for _, outcome in self.found)

    @property
    def killed(self) -> int:
        """Those that a test finds."""
        return self.counts["killed"] + self.counts["limit"]

    @property
    def playable(self) -> int:
        """Those that a test could find: that the checker accepts, and that say something new."""
        return self.killed + self.counts["survived"]

    @property
    def explained(self) -> list[tuple[Mutant, Outcome, str]]:
        """The survivors of which somebody has said why no test notices them, each with that."""
        return [(mutant, outcome, self.reasons[mutant.key]) for mutant, outcome in self.found
                if outcome.verdict == "survived" and mutant.key in self.reasons]  # fmt: skip

    @property
    def unexplained(self) -> list[tuple[Mutant, Outcome]]:
        """The others, in the order of files and places."""
        return [(mutant, outcome) for mutant, outcome in self.found
                if outcome.verdict == "survived" and mutant.key not in self.reasons]  # fmt: skip

    @property
    def accounted(self) -> int:
        """Those that a test finds, or of which somebody has said why none does."""
        return self.killed + len(self.explained)

    @property
    def rightly(self) -> tuple[int, int]:
        """Of those killed whose definition cites rules: by a test that cites one of these, and all."""
        cited = [outcome for mutant, outcome in self.found if mutant.rules and outcome.verdict in ("killed", "limit")]
        return sum(one.rightly for one in cited), len(cited)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which shares the share of those killed lies, with 95 % (Wilson); of all mutants, what it is."""
        share = self.killed / self.playable if self.playable else 1.0
        if self.seed is None or not self.playable:
            return share, share
        return interval(self.killed, self.playable)

    def by_rule(self) -> dict[tuple[str, ...], list[tuple[Mutant, Outcome]]]:
        """The survivors without a reason by the rules that their definitions cite; those of no rule last."""
        made: dict[tuple[str, ...], list[tuple[Mutant, Outcome]]] = {}
        for mutant, outcome in self.unexplained:
            made.setdefault(mutant.rules, []).append((mutant, outcome))
        return dict(sorted(made.items(), key=lambda one: (not one[0], one[0])))
