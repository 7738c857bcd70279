"""What playing a test and comparing its outcome share: the match, its words, the steps that are left, the differences.

Separate because a test is played in one file and compared in another.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulewright.limits import MOST_STEPS
from rulewright.play import view
from rulewright.play.bounds import refill
from rulewright.play.load import Linked
from rulewright.play.state import Asides, Decision, Runaway, State
from rulewright.play.words import Words
from rulewright.scenario.answers import Option, options_of
from rulewright.scenario.case import Case, Thing
from rulewright.scenario.made import Companion, Made
from rulewright.scenario.meaning import Meaning
from rulewright.scenario.position import Numbers, Position
from rulewright.scenario.sight import difference
from rulewright.scenario.watch import Watch


@dataclass(slots=True)
class Difference:
    """Something that is not as the test says: where in its file, what, and lines that explain."""

    line: int
    message: str
    details: tuple[str, ...] = ()


# An option that was taken unasked, whether with all others, and the question that was not put.
Unasked = tuple[Option, bool, str]


@dataclass(slots=True)
class Result:
    """What became of a test. `position` and `watch` are there once it was set up; `unasked` tells what was passed, as
    `passes` says; `taken` what was taken in the step at hand as there was nothing to choose."""

    case: Case
    differences: list[Difference] = field(default_factory=list)
    position: Position | None = None
    watch: Watch | None = None
    unasked: list[str] = field(default_factory=list)
    taken: list[Unasked] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything was as the test says."""
        return not self.differences and not self.case.broken


class Taken(Asides):
    """Notes the choices that are taken unasked, in the words that they have at that moment."""

    def __init__(self, words: Words, taken: list[Unasked]) -> None:
        self.words = words
        self.noted = taken

    def taken(self, d: Decision) -> None:
        question = f"player {d.player + 1}: {view.prompt(self.words.m, d, d.player)}"
        several = len(d.options) > 1
        self.noted += [(one, several, question) for one in options_of(self.words, d)]


class Stop(Exception):
    """The test cannot go on."""


class Steps:
    """The steps that tests may take together; those of one decision are bounded by themselves."""

    def __init__(self, linked: Linked) -> None:
        self.most = self.left = linked.match_steps

    def given(self) -> int:
        """For the next thing that is played or asked. Raises Runaway when none are left."""
        if self.left <= 0:
            raise Runaway(f"more than {self.most:,} steps for all tests that are run", [])
        return min(self.left, MOST_STEPS)

    def took(self, m: State, given: int) -> None:
        """Counts them when it is over, however it ended. Raises Runaway where it was ended by having too few."""
        self.left -= given - max(m.fuel, 0)
        if m.fuel < 0 and given < MOST_STEPS:
            self.given()


class Playing(Meaning):
    """One test that is played."""

    def __init__(
        self, companion: Companion, result: Result, position: Position, numbers: Numbers, steps: Steps
    ) -> None:
        super().__init__(companion.case, position)
        self.companion = companion
        self.steps = steps
        self.result = result
        self.numbers = numbers
        self.m.asides = Taken(self.words, result.taken)
        self.watch = Watch(self.m, [numbers.events[one.event] for one in companion.during])

    def differ(self, line: int, message: str, *details: str) -> None:
        """Note a difference."""
        self.result.differences.append(Difference(line, message, details))

    @contextmanager
    def bounded(self) -> Iterator[int]:
        """Counts the steps of a block, which is given so many."""
        given = self.steps.given()
        try:
            yield given
        finally:
            self.steps.took(self.m, given)

    def ask(self, text: str, names: tuple[Any, ...]) -> Any:
        """What a text of the test (`value ..`, `permission ..`) gives."""
        with self.bounded() as given:
            refill(self.m, given)
            return self.m.p.names[self.m.p.program.texts[text].function](self.m, *names)

    def constants(self, made: Made) -> tuple[Any, ...]:
        """What the names of a text stand for now. Raises Unfit."""
        return self.position.constants(made.names)

    def sight(self, seat: int, seen: bool, thing: Thing) -> None:
        """What a seat is said to know now, or not."""
        wrong = difference(self.position, self.numbers, self.words, seat, seen, thing)
        if wrong is not None:
            self.differ(thing.span.first.line, wrong)
