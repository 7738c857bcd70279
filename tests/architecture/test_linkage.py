"""The table of generated functions says what is so: of every pack, every function is in it and has its parameters."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.linkage import ENTRIES, Entry, function, parsed
from rulewright.pipeline import check_pack
from rulewright.program import Program

ROOT = Path(__file__).parents[2]
FOLDERS = ("content", "tests/language/forty")
PACKS = sorted(str(path.parent.relative_to(ROOT)) for folder in FOLDERS for path in ROOT.glob(f"{folder}/*/pack.yaml"))
# None of these packs names the player of a reaction, or performs a block that cannot ask: `tests/play/cases` runs such
# functions.
ELSEWHERE = {"B", "Y"}
BY_LETTER = {entry.letter: entry for entry in ENTRIES}
UNNUMBERED = {"formulas", "blocks", "clock points", "made up", "tables"}  # what of these has no id, or one of another


@cache
def _functions(pack: str) -> tuple[Program, list[ast.FunctionDef]]:
    result = check_pack(ROOT / pack)
    assert result.definitions is not None
    made: list[ast.stmt] = []
    program = link(result.definitions, Diagnostics(), functions=made)
    assert program is not None
    return program, [one for one in made if isinstance(one, ast.FunctionDef)]


def _takes(entry: Entry) -> re.Pattern[str]:
    """The parameters of a function as one text of words."""
    forms = {"*": r"(a\d+ )*", "..": r"(\w+ )*", ".": r"\w+ "}
    return re.compile("".join(forms.get(word, f"{word} ") for word in entry.takes.split()))


@pytest.mark.parametrize("pack", PACKS)
def test_every_generated_function_is_in_the_table(pack: str) -> None:
    program, functions = _functions(pack)
    assert len(functions) > 20
    for one in functions:
        letter, number = parsed(one.name)
        entry = BY_LETTER[letter]
        taken = "".join(f"{arg.arg} " for arg in one.args.args)
        assert _takes(entry).fullmatch(taken), f"{one.name}({taken})"
        if entry.of in UNNUMBERED:
            continue
        ids = {
            "values": [key.partition(" ")[2] for key in program.texts if key.startswith("value ")],
            "permissions": [key.partition(" ")[2] for key in program.texts if key.startswith("permission ")],
        }
        rows = ids.get(entry.of) or [row.id for row in getattr(program, entry.of)]
        if letter == "Y":
            assert one.name.endswith(tuple(f"_{field}" for field in program.performs))
            assert number < len(rows)
        else:
            assert one.name == function(letter, number, rows[number])


def test_every_entry_stands_in_some_pack() -> None:
    found = {parsed(one.name)[0] for pack in PACKS for one in _functions(pack)[1]}
    assert found == set(BY_LETTER) - ELSEWHERE


def test_the_document_shows_the_table() -> None:
    rows = [f"| `{e.letter}` | {e.of} | `{e.takes}` | {e.gives} | {e.caller} |" for e in ENTRIES]
    assert "\n".join(rows) in (ROOT / "docs/how-it-works.md").read_text(encoding="utf-8")


def test_names_that_are_no_functions_are_not_parsed() -> None:
    assert parsed("E12_harm") == ("E", 12)
    assert parsed(function("R", 3, "rule echo")) == ("R", 3)
    assert function("Q", 7) == "Q7"
    assert [parsed(name) for name in ("m", "set_of", "", "begin")] == [("", -1)] * 4
