"""The common base of playing a test and comparing its result: the match, its words, the remaining steps, the
differences.

Separate because a test is played in one module and compared in another.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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
    """A difference from the test: its line in the file, the message, and further lines that explain it."""

    line: int
    message: str
    details: tuple[str, ...] = ()


class Unasked(NamedTuple):
    """An option taken without asking, whether with all others, and the question that was not asked."""

    option: Option
    several: bool
    question: str


@dataclass(slots=True)
class Result:
    """The result of a test. `position` and `watch` exist once it was set up; `unasked` are the questions that `passes`
    passed; `taken` are the options taken in the current step because there was no choice."""

    case: Case
    differences: list[Difference] = field(default_factory=list)
    position: Position | None = None
    watch: Watch | None = None
    unasked: list[str] = field(default_factory=list)
    taken: list[Unasked] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether there was no difference."""
        return not self.differences and not self.case.broken


class Taken(Asides):
    """Records the choices that are taken without asking, in the words that they have at that moment."""

    def __init__(self, words: Words, taken: list[Unasked]) -> None:
        self.words = words
        self.noted = taken

    def taken(self, d: Decision) -> None:
        question = f"player {d.player + 1}: {view.prompt(self.words.m, d, d.player)}"
        several = len(d.options) > 1
        self.noted += [Unasked(one, several, question) for one in options_of(self.words, d)]


class Stop(Exception):
    """The test cannot continue."""


class Steps:
    """The steps that all tests together may take; the steps of a single decision have their own limit."""

    def __init__(self, linked: Linked) -> None:
        self.most = self.left = linked.match_steps

    def given(self) -> int:
        """The steps for the next call or condition. Raises Runaway if none are left."""
        if self.left <= 0:
            raise Runaway(f"more than {self.most:,} steps for all tests that are run", [])
        return min(self.left, MOST_STEPS)

    def took(self, m: State, given: int) -> None:
        """Subtracts steps afterwards, however the call ended. Raises Runaway if it ended because it had too few."""
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
        """Records a difference."""
        self.result.differences.append(Difference(line, message, details))

    @contextmanager
    def bounded(self) -> Iterator[int]:
        """Counts the steps of a block, which gets a limited number of them."""
        given = self.steps.given()
        try:
            yield given
        finally:
            self.steps.took(self.m, given)

    def ask(self, text: str, names: tuple[Any, ...]) -> Any:
        """The result of code of the test (`value ..`, `permission ..`)."""
        with self.bounded() as given:
            refill(self.m, given)
            return self.m.p.names[self.m.p.program.texts[text].function](self.m, *names)

    def constants(self, made: Made) -> tuple[Any, ...]:
        """The current values of the names in code. Raises Unfit."""
        return self.position.constants(made.names)

    def sight(self, seat: int, seen: bool, thing: Thing) -> None:
        """Compares what a seat should know now, or not."""
        wrong = difference(self.position, self.numbers, self.words, seat, seen, thing)
        if wrong is not None:
            self.differ(thing.span.first.line, wrong)
