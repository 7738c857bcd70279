"""Converts the test files of a pack to cases whose names are resolved in the pack.

Separate because it is the only code that knows the syntax of tests. The code of steps and expectations is stored as
trees, which are typed when they are compiled.
"""
from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rulewright.check import model as m
from rulewright.check.declaring import word_in
from rulewright.diagnostic import Diagnostic
from rulewright.diagnostics import Diagnostics, Missing, Severity
from rulewright.effects.fields import Fields
from rulewright.limits import MOST_ANSWER_TEXTS, MOST_TEXTS
from rulewright.numbers import MAX_SEED, whole_number
from rulewright.pack.model import Declaration
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.pack.yaml_tree import compose
from rulewright.scenario.answerable import Answerable
from rulewright.scenario.case import Case
from rulewright.scenario.case_reader import at_key, refuse_others
from rulewright.scenario.off_board import refuse_places
from rulewright.scenario.own import SURVIVORS_HEAD, TEST_HEAD, is_definition, kinds_in
from rulewright.scenario.read_board import read_board
from rulewright.scenario.read_given import read_given
from rulewright.scenario.read_steps import BEFORE, EXPECTED, STEP, read_steps
from rulewright.scenario.setups import extend_tests, fields_of
from rulewright.source import SourceText, Span
from rulewright.spelling import did_you_mean

FIELDS: Final = ("extends", *BEFORE, *STEP, "steps")


def refuse_unknown(cases: list[Case], pack: m.PackDef) -> None:
    """Reports unknown names in answers, and places that the board of a test does not have."""
    answerable = Answerable(pack)
    for case in cases:
        for span, word, near in answerable.misspelt(case):
            case.mistakes.add("RW450", f"'{word}' matches no answer: nothing has that name", word_in(span, word),
                              "write a name of the test or of the pack" if near is None
                              else f"did you mean '{near}'?", definition=case.name, missing=Missing(word, case.name))
        for span, found in answerable.amiss(case):
            case.mistakes.add("RW450", found.message, word_in(span, found.words), found.hint, definition=case.name,
                              missing=found.missing)  # fmt: skip
    refuse_places(cases, pack, answerable.spoken)


def read_file(
    source: SourceText, pack: m.PackDef | None, out: Diagnostics, kinds: Collection[str] = ()
) -> list[Case]:
    """The cases of one test file. If YAML cannot read it, the rest of the file is unknown. Without a pack, because it
    has errors, only the form is checked; `kinds` are the kinds that it declares anyway."""
    wrong = Diagnostics()
    root = compose(source, wrong)
    if not isinstance(root, Mapping):
        out.take(wrong)
        if root is not None and not wrong.has_errors:
            out.add("RW202", "expected a mapping of test heads to bodies", _first_line(root.span),
                    "write 'test WHAT IT SHOWS: ..'")
        return []
    torn = [(span.start, span.end) for span in wrong.lost]
    known = {*(kinds if pack is None else pack.kinds), *kinds_in(root)}
    heads: list[Declaration] = []
    bodies: dict[str, Span] = {}  # of tests whose bodies are not mappings
    first: dict[tuple[str, str], Span] = {}
    for entry in root.entries.values():
        head = TEST_HEAD.fullmatch(entry.key.value)
        if head is None and is_definition(entry, known):
            continue  # a definition of the file, which is read with the pack
        if SURVIVORS_HEAD.fullmatch(entry.key.value):
            continue  # not a test: `survivors` reads it
        if head is None:
            out.add("RW203", f"'{entry.key.value}' is not the head of a test", entry.key.span,
                    "write 'test' and what it shows, such as 'test a miss does no damage', or 'setup' and one word")
            continue
        form, name = ("setup", head["setup"]) if head["setup"] else ("test", " ".join(head["test"].split()))
        if (form, name) in first:
            out.add("RW210", f"the {form} '{name}' is defined twice", entry.key.span, "rename or remove one of them",
                    [(first[form, name], "it is defined here first")])
            continue
        first[form, name] = entry.key.span
        if any(start <= entry.key.start < end for start, end in torn) or entry.value.broken:
            continue
        body = entry.value if isinstance(entry.value, Mapping) else None
        made = Declaration(form, name, entry.key, {} if body is None else fields_of(body, name), source.name)
        if body is None:
            made.broken = True
            bodies[name] = entry.value.span if entry.value.span.text.strip() else entry.key.span
        heads.append(made)
    cases = _cases(heads, bodies, pack, out)
    _share_out(wrong, cases, heads, {entry.key: entry.value for entry in root.entries.values()}, out)
    return cases


def _share_out(
    wrong: Diagnostics, cases: list[Case], heads: list[Declaration], bodies: dict[Scalar, Node], out: Diagnostics
) -> None:
    """Assigns the YAML errors of a file to the tests that contain them, or that extend a set-up that contains them,
    because a test must not pass with half of its contents. The others are reported for the file."""
    setups = {one.id: one for one in heads if one.form == "setup"}
    tests = {one.id: one for one in heads if one.form == "test"}
    errors = [one for one in wrong.reports if one.severity is Severity.ERROR]
    shared: set[Diagnostic] = set()
    for case in cases:
        here: Declaration | None = tests[case.name]
        seen: set[str] = set()
        while errors and here is not None and here.key.value not in seen:
            seen.add(here.key.value)
            body = bodies[here.key]
            mine = [one for one in errors if body.start <= one.span.start < body.end]
            case.mistakes.extend(mine)
            shared.update(mine)
            named = here.fields.get("extends")
            here = setups.get(named.node.value) if named is not None and isinstance(named.node, Scalar) else None
    if wrong.dropped:
        out.take(wrong)
    else:
        out.extend(one for one in wrong.reports if one not in shared)


def _cases(heads: list[Declaration], bodies: dict[str, Span], pack: m.PackDef | None, out: Diagnostics) -> list[Case]:
    """The tests among some definitions, with the fields that they inherit from set-ups."""
    taken = extend_tests(heads, out)
    cases = []
    for one in heads:
        if one.form == "setup":
            if one.broken:
                _no_body(one, bodies[one.id], out)
            elif "rules" in one.fields:
                out.add("RW205", "a set-up has no field 'rules'", one.fields["rules"].key.span,
                        "write 'rules' in each test that shows the rules", definition=one.id)
            elif one.id not in taken:
                out.add("RW218", f"no test extends the set-up '{one.id}'", one.head_span,
                        f"write `extends: {one.id}` in a test of this file, or remove it")
            continue
        if one.unread:
            continue
        case = Case(one.id, one.file, one.head_span)
        if one.broken:
            _no_body(one, bodies[one.id], case.mistakes)
        else:
            _read(Fields(one.fields, case.mistakes, one.id), case, pack)
        cases.append(case)
    return cases


def _no_body(one: Declaration, body: Span, out: Diagnostics) -> None:
    message = f"expected a mapping of what the {one.form} sets up, does and expects"
    out.add("RW207", message, _first_line(body), definition=one.id)


def _read(fields: Fields, case: Case, pack: m.PackDef | None) -> None:
    refuse_others(fields, FIELDS, "a test")
    if _refuse_long(fields):
        return
    if pack is not None:
        _read_names(fields, case, pack)
    steps = read_steps(fields, case, pack)
    if case.broken:
        return
    if pack is not None and "scale" in fields and case.to_scale is None and all(
            one.position is None for one in case.steps):  # fmt: skip
        at_key(fields, "RW209", "nothing is drawn to this scale", "scale", "draw the position under `drawn`")
    if not any(_expects(step, name) for step in steps for name in EXPECTED):
        fields.out.add("RW206", "this test expects nothing", case.span, "add 'then', 'happened' or 'position'",
                       definition=case.name)


def _expects(step: Fields, name: str) -> bool:
    """Whether a field expects anything. For answers and refusals, even an empty field does, and an empty list of what
    people read."""
    node = step.node(name)
    if isinstance(node, Mapping) and name in ("sees", "not_sees", "reads"):
        values = [entry.value for entry in node.entries.values()]
        return any(one.broken or _says(one) or (name == "reads" and isinstance(one, Sequence)) for one in values)
    return node is not None and (name in ("answers", "refused") or bool(_says(node)))


def _says(node: Node) -> object:
    return node.items if isinstance(node, Sequence) else node.entries if isinstance(node, Mapping) else (
        node.value.strip() if isinstance(node, Scalar) else True)


def _refuse_long(fields: Fields) -> bool:
    """Reports fields with more entries than a test may have. Nothing else of such a test is read, because each entry
    takes time."""
    long = False
    for name in fields:
        node = fields.node(name)
        count, most = 0 if node is None else _texts(node), MOST_ANSWER_TEXTS if name == "answers" else MOST_TEXTS
        if count > most:
            message = f"{count} entries under '{name}', more than {most}"
            at_key(fields, "RW615", message, name, "split this test")
            long = True
    return long


def _texts(node: Node) -> int:
    """The number of strings in a node, without keys; an empty list or mapping counts as one."""
    waiting, count = [node], 0
    while waiting:
        here = waiting.pop()
        inner = here.items if isinstance(here, Sequence) else (
            [entry.value for entry in here.entries.values()] if isinstance(here, Mapping) else [])
        waiting += inner
        count += not inner
    return count


def _read_names(fields: Fields, case: Case, pack: m.PackDef) -> None:
    """Reads everything whose names belong to the pack."""
    case.seats = pack.players[0]
    _rules(fields, case, pack)
    _numbers(fields, case, pack)
    read_board(fields, case, pack)
    read_given(fields, case, pack)


def _rules(fields: Fields, case: Case, pack: m.PackDef) -> None:
    known = []
    for word in fields.words("rules"):
        if word.text in pack.rulebook:
            known.append(word.text)
        else:
            fields.out.add("RW440", f"the rulebook has no rule '{word.text}'", word.span,
                           did_you_mean(word.text, pack.rulebook) or "write an id from rulebook.yaml",
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
