"""docs/language.md against the tables of the engine: forms and their fields, reserved words, builtins it mentions."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.pages import write
from tests.docs.test_language import game

from rulewright import limits
from rulewright.bots import greedy
from rulewright.check import cycles, kinds
from rulewright.check.builtins import BUILTINS
from rulewright.diagnostics import Severity
from rulewright.effects import load_sheets, prepared, scan
from rulewright.effects.names import RESERVED
from rulewright.pack.files import MAX_CHARACTERS as MAX_FILE_CHARACTERS
from rulewright.pack.forms import MAIN_FIELDS, SHEET_FIELDS
from rulewright.pack.schema_forms import FORMS, Definition, _ReactionFields
from rulewright.pipeline import check_pack
from rulewright.play import bounds, events, pieces
from rulewright.space import grid
from rulewright.space.plane import shapes

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
_CODE = re.compile(r"`([^`]+)`")


def section(number: int) -> str:
    """The text of a section, its examples included."""
    return PAGE.split(f"\n## {number}. ")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The rows of all tables in a text, heads and rules left out."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| form")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_form_and_every_field_of_it_is_listed() -> None:
    shared = {field.alias or name for name, field in Definition.model_fields.items()}
    carried = {*_ReactionFields.model_fields, "modify", "active", "react"}
    listed = {}
    for form, _, _, main, fields in (row for row in rows(section(3)) if len(row) == 5):
        names = set(_CODE.findall(fields))
        if "all that rules carry" in fields:
            names |= carried
        listed[form.strip("`")] = (main.strip("` "), names)
    wanted = {
        form: (MAIN_FIELDS.get(form, ""), {field.alias or name for name, field in model.model_fields.items()} - shared)
        for form, model in FORMS.items()
    }
    assert {form: one for form, one in listed.items() if form != "a kind"} == wanted
    assert listed["a kind"][1] == set(SHEET_FIELDS) - shared


def test_the_fields_of_every_definition_and_reaction_are_listed() -> None:
    shared = {name for row in rows(section(1)) for name in _CODE.findall(row[0])}
    assert shared == set(Definition.model_fields)
    told = {name for row in rows(section(6)) for name in _CODE.findall(row[0])}
    assert set(_ReactionFields.model_fields) <= told


def test_the_reserved_words_are_listed() -> None:
    words = next(block for block in re.findall(r"```text\n(.*?)```", section(4), re.DOTALL))
    assert words.split() == sorted(RESERVED)


def test_the_limits_are_those_of_the_engine() -> None:
    told = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d|\d", section(11))}
    text = {scan.MAX_CHARACTERS, scan.MAX_BRACKETS, prepared.MAX_LEVELS, scan.MAX_NUMBER, MAX_FILE_CHARACTERS}
    steps = {limits.MOST_STEPS, limits.EVENT_STEPS, limits.MOST_STEPS // limits.EVENT_STEPS}
    much = {limits.MOST_STATUSES, limits.MOST_MEMBERS, limits.MOST_ANSWERS, limits.MOST_LISTED, limits.MOST_NUMBER}
    play = {*steps, *much, events.DEEPEST, pieces.MAX_ENTITIES, bounds.MAX_WALK}
    board = {grid.MOST_PLACES, grid.LONGEST_SIDE}
    copies = {limits.MOST_COPIES, limits.MOST_COPIED}
    alone = {limits.MATCH_STEPS, limits.MATCH_STEPS_EACH, limits.THOUGHT_STEPS, limits.MOST_THOUGHT, greedy.SHARE}
    kept = {limits.MOST_HELD, limits.MOST_LOGGED, limits.MOST_UNDONE}
    names = {limits.MOST_LETTERS, limits.MOST_OF_KEY}
    planes = {shapes.MOST_CORNERS, shapes.MOST_PARTS, limits.MOST_JOINED}
    rows_of = {kinds.MOST_IN_A_ROW, cycles.MOST_IN_A_ROW}
    much_of = {*copies, *alone, *kept, *names, *planes, *rows_of}
    assert told == {*text, load_sheets._MAX_PARTS_DEPTH, *play, *board, *much_of}


def test_the_builtins_that_are_mentioned_exist() -> None:
    codes = [code for row in rows(section(9)) for code in _CODE.findall(row[1])]
    called = {name for code in codes for name in re.findall(r"(\w+)\(", code)}
    assert called - set(BUILTINS) - {"creatures_in", "walls_on"} == set()
    assert len(called) > 25


def test_the_rows_of_statements_are_statements(tmp_path: Path) -> None:
    rest = {"cancel", "stop", "moment judged needs near", "finish"}  # these stand in examples of the page
    codes = {code for row in rows(section(5)) for code in _CODE.findall(row[0])}
    plain = sorted(code for code in codes - rest if not re.search(r"\b[A-Z]\b|:$", code))
    assert len(plain) > 12
    head = "(creature foe, creature who, player p, cell c, card k, status s, attack_line line, number r)"
    events = [f"event row_{i}{head} gives number total: |\n  {code}\n" for i, code in enumerate(plain)]
    files = {**game(), "rows.yaml": "".join(events)}
    files["pack.yaml"] = "".join(line for line in files["pack.yaml"].splitlines(True) if line[:6] != "start:")
    found = check_pack(write(tmp_path, files)).diagnostics
    assert [f"{one.span.text}: {one.message}" for one in found if one.severity is not Severity.NOTE] == []
