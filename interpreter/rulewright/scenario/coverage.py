"""Says what the tests of a pack show: rules that nobody implements or proves, and definitions that no test runs.

Separate because it joins what no other sees together: the rulebook, who cites it, and what tests have done.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.effects import nodes as n
from rulewright.pack.rulebook import Rulebook
from rulewright.play.entries import Began, Created, Gained, Reacted
from rulewright.program import Program
from rulewright.scenario.case import Case, Piece
from rulewright.scenario.run import Result
from rulewright.scenario.watch import Watch
from rulewright.shapes import EVENT


@dataclass(slots=True)
class Rule:
    """A rule of the rulebook: titles of the definitions that cite it, names of the passing tests that show it."""

    id: str
    statement: str
    definitions: tuple[str, ...]
    tests: tuple[str, ...] = ()


@dataclass(slots=True)
class ReadingTaken(Rule):
    """A rule that can be read in several ways: what was taken, the setting that changes it, and its options."""

    taken: str = ""
    setting: str | None = None
    options: tuple[str, ...] = ()


@dataclass(slots=True)
class Form:
    """Definitions of one form: how many there are, and those that no test has used, in order."""

    form: str
    count: int
    unused: tuple[str, ...]


@dataclass(slots=True)
class Coverage:
    """What the tests of a pack show. Rules come in the order of the rulebook."""

    rules: list[Rule] = field(default_factory=list)
    readings: list[ReadingTaken] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    tests: int = 0
    failed: int = 0

    @property
    def not_cited(self) -> list[Rule]:
        """Rules that no definition cites and no test shows."""
        return [one for one in self.rules if not one.definitions and not one.tests]

    @property
    def shown_only(self) -> list[Rule]:
        """Rules that tests show and no definition cites."""
        return [one for one in self.rules if not one.definitions and one.tests]

    @property
    def not_shown(self) -> list[Rule]:
        """Rules that definitions cite and no test shows."""
        return [one for one in self.rules if one.definitions and not one.tests]


def coverage_of(program: Program, book: Rulebook, results: Iterable[Result]) -> Coverage:
    """What results show. A rule is shown by tests that pass; a definition is used by any test that ran it."""
    made = Coverage()
    shown: dict[str, list[str]] = {}
    used: set[tuple[str, str]] = set()
    for result in results:
        made.tests += 1
        made.failed += not result.passed
        if result.passed:
            for rule in dict.fromkeys(result.case.rules):
                shown.setdefault(rule, []).append(result.case.name)
        used |= used_by(result, program)
    for rule, statement in book.rules.items():
        made.rules.append(Rule(rule, statement, program.cites.get(rule, ()), tuple(shown.get(rule, ()))))
    for rule, reading in book.readings.items():
        made.readings.append(ReadingTaken(
            rule, reading.statement, program.cites.get(rule, ()), tuple(shown.get(rule, ())), reading.taken,
            reading.setting, reading.options))
    for form, ids in _definitions(program).items():
        made.forms.append(Form(form, len(ids), tuple(one for one in ids if (form, one) not in used)))
    return made


def used_by(result: Result, program: Program) -> set[tuple[str, str]]:
    """(form, id) of what a test used: events run, statuses given, sheets made, holders of reactions that answered."""
    found = set(_set_up(result.case))
    if result.watch is not None:
        found |= _heard(result.watch, program)
    return found


def _set_up(case: Case) -> Iterable[tuple[str, str]]:
    stacked = (item for stack in case.zones for item in stack.items)
    for piece in (*case.pieces, *stacked):
        if isinstance(piece, Piece):
            yield "sheet", piece.sheet.id
    for statement in case.given:
        if isinstance(statement, n.Give):
            yield "status", statement.status.name


def _heard(watch: Watch, program: Program) -> set[tuple[str, str]]:
    found = set()
    for entry in watch:
        match entry:
            case Began(_, record):
                found.add(("event", program.events[record[EVENT]].id))
            case Reacted(_, reaction):
                form, _, name = program.reactions[reaction].holder.partition(" ")
                found.add((form if form == "sheet" else "reactions", name))
            case Gained(_, status):
                found.add(("status", program.statuses[status].id))
            case Created(_, _, sheet):
                found.add(("sheet", program.sheets[sheet].id))
    return found


def _definitions(program: Program) -> dict[str, list[str]]:
    """What can be used, by form. Parts come with their wholes; events of tests are no definitions of the pack."""
    holders = [one.holder.partition(" ") for one in program.reactions]
    return {
        "event": [one.id for one in program.events if " " not in one.id],
        "status": [one.id for one in program.statuses],
        "sheet": [one.id for one in program.sheets if "." not in one.id],
        "reactions": list(dict.fromkeys(name for form, _, name in holders if form != "sheet")),
    }
