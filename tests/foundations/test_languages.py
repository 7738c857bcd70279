"""The engine's own words: every one that the code says is in every language, and numbers take the form they want."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from rulewright import languages
from rulewright.languages import length, word
from rulewright.space.forms import BOARDS

FILES = sorted(Path(languages.__file__).parent.glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_language_has_units_of_every_board_and_no_words_that_nobody_says(file: Path, root: Path) -> None:
    known = json.loads(file.read_text("utf-8"))
    assert set(known) == {"forms", "plural", "units", "words"}
    assert {form.unit for form in BOARDS} <= set(known["units"])
    said = set()
    for source in [*(root / "interpreter").rglob("*.py"), *(root / "tools").rglob("*.py")]:
        said |= {one.value for one in ast.walk(ast.parse(source.read_text("utf-8")))
                 if isinstance(one, ast.Constant) and isinstance(one.value, str)}  # fmt: skip
    made = re.compile(r"(left|right|upper|lower) edge|(row|column)s? {} (of|at)|(north|south)[ a-z]*|east|west|"
                      r"(at|less|more) (most|least|than) {} needed")  # fmt: skip
    unsaid = [one for one in known["words"] if one not in said and not made.match(one)]
    assert unsaid == []
    for english, own in known["words"].items():
        assert english.count("{}") == own.count("{}")
    for form in known["forms"].values():
        assert set(form.get("words", {})) <= set(known["words"])
        assert set(form.get("units", {})) <= set(known["units"])


@pytest.mark.parametrize(
    ("number", "told"),
    [(1, "клетка"), (2, "клетки"), (5, "клеток"), (11, "клеток"), (21, "клетка"), (0, "клеток"), (-1, "клетка")],
)
def test_plurals_of_units(number: int, told: str) -> None:
    assert length(number, "cells", "ru") == told


def test_what_a_language_lacks_is_english() -> None:
    assert word("nobody", "ru") == "никто"
    assert word("nobody", "de") == word("nobody", "../ru") == word("nobody", "en") == "nobody"
    assert length(1, "hexes", "de") == "hex" and length(3, "inches", "de") == "inches"
    assert length(3, "inches", "ru") == "дюйма"


def test_forms_of_names_stand_behind_the_language() -> None:
    assert [word("player", "ru"), word("player", "ru.dat"), word("player", "ru.nix")] == ["игрок", "игроку", "игрок"]
    assert [length(1, "cells", "ru.acc"), length(1, "hexes", "ru.acc")] == ["клетку", "гекс"]
    assert [word("player", "en.dat"), length(2, "cells", "en.dat")] == ["player", "cells"]
