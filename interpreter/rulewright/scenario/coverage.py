"""Computes what the tests of a pack cover: rules that no definition implements or no test shows, and definitions that
no test runs.

Separate because it combines data that no other module sees together: the rulebook, the definitions that cite it, and
what tests have done.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.effects import nodes as n
from rulewright.explained import TypeCode
from rulewright.pack.model import Removed
from rulewright.pack.rulebook import Rulebook
from rulewright.play.entries import Began, Created, Gained, Reacted, Swapped
from rulewright.program import Program
from rulewright.scenario.case import Case, Piece
from rulewright.scenario.position import Position
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
    descriptive: str | None = None  # why nothing can implement or show it
    removed: tuple[str, ...] = ()  # definitions that cite it and that a pack of the stack has removed, in words


@dataclass(slots=True)
class ReadingTaken(Rule):
    """A rule with several readings: the reading taken, the setting that changes it, and its options."""

    taken: str = ""
    setting: str | None = None
    options: tuple[str, ...] = ()
    by_option: dict[str, tuple[str, ...]] = field(default_factory=dict)  # tests by their value of the setting

    @property
    def not_shown(self) -> list[str]:
        """Options of its setting that no test shows."""
        return [option for option, tests in self.by_option.items() if not tests]


@dataclass(slots=True)
class Form:
    """Definitions of one form: their number, and those that no test has used, in order."""

    form: str
    count: int
    unused: tuple[str, ...]


@dataclass(slots=True)
class Coverage:
    """What the tests of a pack cover. Rules are in the order of the rulebook."""

    rules: list[Rule] = field(default_factory=list)
    readings: list[ReadingTaken] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    tests: int = 0
    failed: int = 0

    @property
    def not_cited(self) -> list[Rule]:
        """Rules that no definition cites and no test shows, and that are not merely descriptive."""
        return [one for one in self.rules if not one.definitions and not one.tests and one.descriptive is None]

    @property
    def descriptive(self) -> list[Rule]:
        """Rules that are merely descriptive."""
        return [one for one in self.rules if one.descriptive is not None]

    @property
    def misdescribed(self) -> list[Rule]:
        """Rules that are marked as descriptive, but are cited or shown."""
        return [one for one in self.descriptive if one.definitions or one.tests]

    @property
    def readings_not_shown(self) -> list[ReadingTaken]:
        """Readings that no test shows, or that have an option that no test shows."""
        return [one for one in self.readings if not one.tests or one.not_shown]

    @property
    def whole(self) -> bool:
        """Whether all tests pass and all rules are implemented and shown, all readings in all their options."""
        gaps = (self.not_cited, self.shown_only, self.not_shown, self.misdescribed, self.readings_not_shown)
        return not self.failed and not any(gaps)

    @property
    def shown_only(self) -> list[Rule]:
        """Rules that tests show and no definition cites."""
        return [one for one in self.rules if not one.definitions and one.tests and one.descriptive is None]

    @property
    def not_shown(self) -> list[Rule]:
        """Rules that definitions cite and no test shows."""
        return [one for one in self.rules if one.definitions and not one.tests]


def coverage_of(
    program: Program, book: Rulebook | None, results: Iterable[Result], removed: Iterable[Removed] = (),
    is_foretold: Callable[[Result], bool] = lambda _: False,
) -> Coverage:  # fmt: skip
    """The coverage of results. A rule is shown by tests that pass; a definition is used by any test that ran it.
    `removed` are the definitions that packs of a stack have removed, and `is_foretold` tells of a result whether a pack
    declares that this test must fail, which is no failure."""
    made, book = Coverage(), book or Rulebook()
    gone: dict[str, list[str]] = {}
    for one in removed:
        for rule in one.rules:
            gone.setdefault(rule, []).append(f"cited by {one.title}, {one.verb} by {one.pack}")
    shown: dict[str, list[str]] = {}
    options: dict[tuple[str, str], list[str]] = {}  # reading, value of its setting -> tests
    used: set[tuple[str, str]] = set()
    known = {name for name, _, _ in program.settings}  # a reading may name another one, which the checker reports
    for result in results:
        made.tests += 1
        made.failed += not is_foretold(result) and not result.passed
        if result.passed:
            for rule in dict.fromkeys(result.case.rules):
                shown.setdefault(rule, []).append(result.case.name)
                reading = book.readings.get(rule)
                if reading is not None and reading.setting in known:
                    option = _option(program, reading.setting, result.case)
                    options.setdefault((rule, option), []).append(result.case.name)
        used |= used_by(program, result)
    for rule, statement in book.rules.items():
        why = book.descriptive.get(rule)
        cites = program.cites.get(rule, ())
        made.rules.append(Rule(rule, statement, cites, tuple(shown.get(rule, ())), why,
                               () if cites else tuple(gone.get(rule, ()))))  # fmt: skip
    for rule, reading in book.readings.items():
        taken = ReadingTaken(
            rule, reading.statement, program.cites.get(rule, ()), tuple(shown.get(rule, ())), taken=reading.taken,
            setting=reading.setting, options=reading.options)  # fmt: skip
        if reading.setting in known:
            words = [_word(program, reading.setting, value) for value in _values(program, reading.setting)]
            taken.by_option = {
                word: tuple(options.get((rule, word), ())) for word in dict.fromkeys(words)
            }
        made.readings.append(taken)
    for form, ids in _definitions(program).items():
        made.forms.append(Form(form, len(ids), tuple(one for one in ids if (form, one) not in used)))
    return made


_ANOTHER = "another value"


def _setting(program: Program, name: str) -> tuple[TypeCode, Any]:
    """The type of a setting, and its default."""
    return next((code, default) for known, code, default in program.settings if known == name)


def _option(program: Program, setting: str, case: Case) -> str:
    """The value of a setting in a test, in words."""
    _, default = _setting(program, setting)
    return _word(program, setting, case.settings.get(setting, default))


def _word(program: Program, setting: str, value: object) -> str:
    """A value of a setting in words; for types that cannot be listed, the default or "another value"."""
    code, default = _setting(program, setting)
    match code[0]:
        case "yes_no":
            return "true" if value else "false"
        case "enum" if isinstance(value, int):
            return program.enums[code[1]][value].id
        case "number":
            return str(value) if value == default else _ANOTHER
    return "as it starts" if value == default else _ANOTHER


def _values(program: Program, setting: str) -> list[object]:
    """The values of a setting, the default first."""
    code, default = _setting(program, setting)
    match code[0]:
        case "yes_no":
            return [default, not default]
        case "enum":
            return [default, *range(len(program.enums[code[1]]))]
    return [default, object()]


def used_by(program: Program, result: Result) -> set[tuple[str, str]]:
    """(form, id) of everything that a test used: events that ran, statuses that were given, sheets that were created
    and shown with the statuses that they list, holders of reactions that reacted."""
    if result.watch is None or result.position is None:
        return set()  # it was not played
    found = set(_set_up(result.case, result.position))
    found |= _heard(result.watch, result.position.m.p.program)  # the program of its file, which may declare more
    listing = [i for i, sheet in enumerate(program.sheets) if ("sheet", sheet.id) in found]
    return found | {("status", name) for i in listing for name in _listed(program, i)}


def _listed(program: Program, sheet: int) -> Iterator[str]:
    """The statuses that a sheet and its parts list."""
    one = program.sheets[sheet]
    yield from (program.statuses[status].id for status, _ in one.keywords)
    for _, parts in one.parts:
        for part in parts:
            yield from _listed(program, part)


def _set_up(case: Case, position: Position) -> Iterable[tuple[str, str]]:
    stacked = (item for stack in case.zones for item in stack.items)
    for piece in (*case.pieces, *stacked):
        # The legend may have signs that are not drawn.
        if isinstance(piece, Piece) and (piece.sign is None or piece.sign in position.by_sign):
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
            case Created(_, _, sheet) | Swapped(_, _, sheet):
                found.add(("sheet", program.sheets[sheet].id))
    return found


def _definitions(program: Program) -> dict[str, list[str]]:
    """Everything that can be used, by form. Parts are used with their wholes; events of tests are not definitions of
    the pack."""
    holders = [one.holder.partition(" ") for one in program.reactions]
    return {
        "event": [one.id for one in program.events if " " not in one.id],
        "status": [one.id for one in program.statuses],
        "sheet": [one.id for one in program.sheets if "." not in one.id],
        "reactions": list(dict.fromkeys(name for form, _, name in holders if form != "sheet")),
    }
