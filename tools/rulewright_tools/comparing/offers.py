"""Compares what two packs offer: the answers to the first question in the position of every content test of both.

Separate because fields and rules show what is written differently, and this shows what a player can newly do. Answers
are compared by their keys, which do not depend on names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright import Span
from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import Place, Stack
from rulewright.play.chain import running_chain
from rulewright.play.keys import Keys
from rulewright.play.state import Decision, State
from rulewright.scenario.asked import first_question
from rulewright.scenario.made import Companion
from rulewright.scenario.playing import Steps
from rulewright.scenario.suite import Suite, load_suite
from rulewright.stack.find import stacked

_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Position:
    """A test in whose position the offers differ: the added and the removed answers, each as (event, key)."""

    test: str
    span: Span
    come: tuple[tuple[str, str], ...]
    gone: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Offers:
    """The differences between offers. `compared`: positions that could be set up in both packs; `lost`: tests of both
    packs whose positions could not, with reasons; `alone`: tests of only one pack."""

    compared: int = 0
    alone: int = 0
    positions: list[Position] = field(default_factory=list)
    lost: list[tuple[str, Span, str]] = field(default_factory=list)

    def counted(self, which: str) -> list[tuple[str, int]]:
        """Returns the number of added or removed answers (`which`) by event, the most frequent first."""
        found = Counter(event for one in self.positions for event, _ in getattr(one, which))
        return sorted(found.items(), key=lambda each: (-each[1], each[0]))


def suite_of(place: Place) -> Suite:
    """Returns the tests of a pack, or of all packs of a stack."""
    made = stacked(place, Diagnostics())
    if isinstance(made, Stack):
        made = replace(made, tested=tuple(member.id for member in made.members))
    return load_suite(place if made is None else made)


def compare(old: Suite, new: Suite, tell: Callable[[int, int], None] = lambda done, of: None) -> Offers:
    """Compares the offers in the positions of the tests that both suites contain. Reports its progress to `tell`."""
    assert old.ground is not None and new.ground is not None, "packs with errors are not compared"
    made = Offers()
    tests, others = _by_key(old), _by_key(new)
    made.alone = len(tests.keys() ^ others.keys())
    both = [key for key in tests if key in others]
    steps = Steps(old.ground.linked), Steps(new.ground.linked)
    for number, key in enumerate(both):
        tell(number, len(both))
        test = tests[key]
        before, after = _first(old, test, steps[0]), _first(new, others[key], steps[1])
        if isinstance(before, str) or isinstance(after, str):
            reason = before if isinstance(before, str) else after
            made.lost.append((test.case.name, test.case.span, str(reason)))
            continue
        made.compared += 1
        was, now = _answers(before), _answers(after)
        come, gone = now - was, was - now
        if come or gone:
            made.positions.append(Position(test.case.name, test.case.span, _sorted(come), _sorted(gone)))
    tell(len(both), len(both))
    return made


def _by_key(suite: Suite) -> dict[_Key, Companion]:
    """Returns the tests by pack, file and name; the pack is empty for a game, whose other edition may have another id.
    """
    found: dict[_Key, Companion] = {}
    for test in suite.tests:
        pack, file = "", test.case.file
        if isinstance(suite.path, Stack):
            member, file = suite.path.of(test.case.file)
            pack = member.id if member.prefix else ""
        found[pack, file, test.case.name] = test
    return found


def _first(suite: Suite, test: Companion, steps: Steps) -> State | str:
    ground = suite.ground_of(test)
    return first_question(test, ground.linked, ground.numbers, steps)


def _answers(m: State) -> Counter[tuple[str, str]]:
    """Returns the answers to the pending question, each as (event, key)."""
    d = m.pending
    if d is None:
        return Counter()
    keys = Keys(m)
    return Counter((_event(m, d, option), keys.option(d, option)) for option in d.options)


def _event(m: State, d: Decision, option: object) -> str:
    """Returns the event, or the rule or sheet with a reaction, that an answer is about; for other questions the event
    that asks."""
    program = m.p.program
    if option is None:
        return "pass"
    if d.site < 0:
        assert isinstance(option, tuple), "an option of a window is a reaction"
        return program.reactions[option[0]].holder
    site = program.sites[d.site]
    if site.kind == "offer":
        assert isinstance(option, tuple), "an option of an offer is a line with arguments"
        return program.events[site.lines[option[0]]].id
    running = running_chain(m)
    return f"choice in {running[-1]}" if running else "choice"


def _sorted(several: Counter[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(several.elements()))
