"""Turns the test files of a pack into cases whose names are found in the pack.

Separate because it alone knows what a test may say. What a test does and what must hold afterwards are trees here; they
get their types when they are compiled.
"""
from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rulewright.check import model as m
from rulewright.check.declaring import word_in
from rulewright.diagnostics import Diagnostics, Missing
from rulewright.effects.fields import Fields, of_mapping
from rulewright.limits import MOST_ANSWER_TEXTS, MOST_TEXTS
from rulewright.numbers import MAX_SEED, whole_number
from rulewright.pack.files import NO_BUFFERS, Buffers, read_source
from rulewright.pack.tree import Mapping, Node, Sequence
from rulewright.pack.yaml_tree import compose
from rulewright.scenario.answerable import Answerable
from rulewright.scenario.case import Case
from rulewright.scenario.case_reader import at_key, refuse_others
from rulewright.scenario.read_board import read_board
from rulewright.scenario.read_sight import read_sight
from rulewright.scenario.read_texts import read_texts
from rulewright.source import SourceText, Span
from rulewright.spelling import did_you_mean

FIELDS: Final = (
    "rules", "seats", "seed", "settings", "map", "legend", "at", "with", "zones", "statuses", "dice", "shuffles",
    "do", "play", "answers", "then", "happened", "not_happened", "refused", "sees", "not_sees", "position",
)
_HEAD: Final = re.compile(r"\s*test\s+(?P<name>\S.*)", re.DOTALL)


def read_tests(
    folder: Path, files: list[str], pack: m.PackDef | None, out: Diagnostics, buffers: Buffers = NO_BUFFERS
) -> list[Case]:
    """The cases of all test files, in their order. Mistakes of a file go to `out`, those of a case to `case.mistakes`.
    Without a pack, because it has errors, only the form of the files is looked at."""
    cases: list[Case] = []
    for name in files:
        source = read_source(folder, name, out, buffers)
        if source is not None:
            cases += read_file(source, pack, out)
    if pack is not None:
        refuse_answers(cases, Answerable(pack))
    return cases


def refuse_answers(cases: list[Case], answerable: Answerable) -> None:
    """Report names in answers that nothing has."""
    for case in cases:
        for answer, word, near in answerable.misspelt(case):
            case.mistakes.add("RW450", f"nothing is called '{word}', so no answer is", word_in(answer.span, word),
                              f"did you mean '{near}'?", definition=case.name, missing=Missing(word, case.name))


def read_file(source: SourceText, pack: m.PackDef | None, out: Diagnostics) -> list[Case]:
    """The cases of one test file. Of one that YAML cannot read nobody knows what else it says."""
    wrong = Diagnostics()
    root = compose(source, wrong)
    out.take(wrong)
    if not isinstance(root, Mapping):
        if root is not None and not wrong.has_errors:
            out.add("RW202", "a file of tests is a mapping of heads to bodies", _first_line(root.span),
                    "write 'test WHAT IT SHOWS: ..'")
        return []
    torn = [(span.start, span.end) for span in wrong.lost]
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
        case = Case(name, source.name, entry.key.span)
        if any(start <= entry.key.start < end for start, end in torn) or entry.value.broken:
            continue
        if isinstance(entry.value, Mapping):
            _read(of_mapping(entry.value, case.mistakes, name), case, pack)
        else:
            case.mistakes.add("RW207", "a mapping should stand here: what the test sets up, does and expects",
                              _first_line(entry.value.span if entry.value.span.text.strip() else entry.key.span))
        cases.append(case)
    return cases


def _read(fields: Fields, case: Case, pack: m.PackDef | None) -> None:
    refuse_others(fields, FIELDS, "a test")
    if _refuse_long(fields):
        return
    if pack is not None:
        _read_names(fields, case, pack)
    acting = [name for name in ("do", "play") if name in fields]
    if len(acting) == 2:
        at_key(fields, "RW213", "a test has 'do' or 'play', not both", "play")
    expected = ("then", "happened", "not_happened", "refused", "sees", "not_sees", "position", "answers")
    if not case.broken and not any(name in fields for name in expected):
        fields.out.add("RW206", "this test expects nothing", case.span, "add 'then', 'happened' or 'position'",
                       definition=case.name)


def _refuse_long(fields: Fields) -> bool:
    """Report fields with more texts than a test may have. Of such a test nothing else is read: each takes time."""
    long = False
    for name in fields:
        node = fields.node(name)
        count, most = 0 if node is None else _texts(node), MOST_ANSWER_TEXTS if name == "answers" else MOST_TEXTS
        if count > most:
            message = f"{count} texts under '{name}', more than {most}"
            at_key(fields, "RW615", message, name, "make several tests of this one")
            long = True
    return long


def _texts(node: Node) -> int:
    """How many texts stand in a node, keys left out; a list or a mapping that is empty counts as one."""
    waiting, count = [node], 0
    while waiting:
        here = waiting.pop()
        inner = here.items if isinstance(here, Sequence) else (
            [entry.value for entry in here.entries.values()] if isinstance(here, Mapping) else [])
        waiting += inner
        count += not inner
    return count


def _read_names(fields: Fields, case: Case, pack: m.PackDef) -> None:
    """Everything whose names are those of the pack."""
    case.seats = pack.players[0]
    _rules(fields, case, pack)
    _numbers(fields, case, pack)
    read_board(fields, case, pack)
    read_texts(fields, case, pack)
    read_sight(fields, case, pack)


def _rules(fields: Fields, case: Case, pack: m.PackDef) -> None:
    known = []
    for word in fields.words("rules"):
        if word.text in pack.rulebook:
            known.append(word.text)
        else:
            fields.out.add("RW440", f"the rulebook has no rule '{word.text}'", word.span,
                           did_you_mean(word.text, pack.rulebook) or "its ids stand in rulebook.yaml",
                           definition=case.name, missing=Missing(word.text, "rulebook"))
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
