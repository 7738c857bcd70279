"""Turns the test files of a pack into cases whose names are found in the pack.

A stage of its own because it alone knows what a test may say. What a test does and what must hold afterwards are
trees here; they get their types when they are compiled.
"""
from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rulewright.check import model as m
from rulewright.diagnostics import Diagnostics
from rulewright.effects.fields import Fields, of_mapping
from rulewright.numbers import MAX_SEED, whole_number
from rulewright.pack.files import read_source
from rulewright.pack.tree import Mapping
from rulewright.pack.yaml_tree import compose
from rulewright.scenario.case import Case
from rulewright.scenario.read_board import read_board
from rulewright.scenario.read_sight import read_sight
from rulewright.scenario.read_texts import read_texts
from rulewright.source import SourceText, Span
from rulewright.spelling import nearest

FIELDS: Final = (
    "rules", "seats", "seed", "settings", "map", "legend", "at", "with", "zones", "statuses", "dice", "shuffles",
    "do", "play", "answers", "then", "happened", "not_happened", "refused", "sees", "not_sees", "position",
)
_HEAD: Final = re.compile(r"\s*test\s+(?P<name>\S.*)", re.DOTALL)


def read_tests(folder: Path, files: list[str], pack: m.PackDef, out: Diagnostics) -> list[Case]:
    """The cases of all test files, in their order. Mistakes of a file go to `out`, those of a case to `case.found`."""
    cases: list[Case] = []
    for name in files:
        source = read_source(folder, name, out)
        if source is not None:
            cases += read_file(source, pack, out)
    return cases


def read_file(source: SourceText, pack: m.PackDef, out: Diagnostics) -> list[Case]:
    """The cases of one test file."""
    root = compose(source, out)
    if root is None:
        return []
    if not isinstance(root, Mapping):
        out.add("RW202", "a file of tests is a mapping of heads to bodies", _first_line(root.span),
                "write 'test WHAT IT SHOWS: ..'")
        return []
    cases: list[Case] = []
    first: dict[str, Span] = {}
    for entry in root.entries.values():
        head = _HEAD.fullmatch(entry.key.value)
        if head is None:
            out.add("RW203", f"'{entry.key.value}' is not the head of a test", entry.key.span,
                    "write 'test' and what it shows, as 'test a miss does no damage'")
            continue
        name = " ".join(head["name"].split())
        if name in first:
            out.add("RW210", f"the test '{name}' is defined twice", entry.key.span, "rename or remove one of them",
                    [(first[name], "it is defined here first")])
            continue
        first[name] = entry.key.span
        found = Diagnostics()
        case = Case(name, source.name, entry.key.span, seats=pack.players[0])
        if isinstance(entry.value, Mapping):
            _read(of_mapping(entry.value, found, name), case, pack)
        else:
            found.add("RW207", "a mapping should stand here: what the test sets up, does and expects",
                      _first_line(entry.value.span if entry.value.span.text.strip() else entry.key.span))
        case.found = tuple(found)
        cases.append(case)
    return cases


def _read(fields: Fields, case: Case, pack: m.PackDef) -> None:
    refuse_others(fields, FIELDS, "test")
    _rules(fields, case, pack)
    _numbers(fields, case, pack)
    read_board(fields, case, pack)
    read_texts(fields, case, pack)
    read_sight(fields, case, pack)
    acting = [name for name in ("do", "play") if name in fields]
    if len(acting) == 2:
        _at_key(fields, "RW213", "a test has 'do' or 'play', not both", "play")
    expected = ("then", "happened", "not_happened", "refused", "sees", "not_sees", "position", "answers")
    if not any(name in fields for name in expected):
        fields.out.add("RW206", "this test expects nothing", case.span, "add 'then', 'happened' or 'position'",
                       definition=case.name)


def refuse_others(fields: Fields, known: tuple[str, ...], what: str) -> None:
    """Report fields that a test, or a mapping in it, does not have."""
    for name in fields:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean '{near}'?" if near else f"it has {', '.join(known)}"
            _at_key(fields, "RW205", f"a {what} has no field '{name}'", name, hint)


def _at_key(fields: Fields, code: str, message: str, name: str, hint: str | None = None) -> None:
    span = fields.key_span(name)
    if span is not None:
        fields.out.add(code, message, span, hint, definition=fields.owner)


def _rules(fields: Fields, case: Case, pack: m.PackDef) -> None:
    known = []
    for word in fields.words("rules"):
        if word.text in pack.rulebook:
            known.append(word.text)
        else:
            near = nearest(word.text, pack.rulebook)
            fields.out.add("RW440", f"the rulebook has no rule '{word.text}'", word.span,
                           f"did you mean '{near}'?" if near else "its ids stand in rulebook.yaml",
                           definition=case.name)
    case.rules = tuple(known)


def _numbers(fields: Fields, case: Case, pack: m.PackDef) -> None:
    least, most = pack.players
    seats = fields.word("seats")
    if seats is not None:
        number = whole_number(seats.text, least, most)
        if number is not None:
            case.seats = number
        else:
            fields.out.add("RW208", f"'{seats.text}' is not a number of seats from {least} to {most}", seats.span,
                           definition=case.name)
    seed = fields.word("seed")
    if seed is not None:
        number = whole_number(seed.text, 0, MAX_SEED)
        if number is not None:
            case.seed = number
        else:
            message = f"'{seed.text}' is not a whole number from 0 to {MAX_SEED}"
            fields.out.add("RW209", message, seed.span, definition=case.name)


def _first_line(span: Span) -> Span:
    line = span.text.partition("\n")[0].rstrip()
    return Span(span.source, span.start, span.start + len(line))
