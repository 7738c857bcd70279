"""Merges: the page has the rows of the table, and the generated code of a row does what its functions do."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.codes import CODES
from rulewright.compile import pyast as py
from rulewright.merges import EACH, MERGES, ROWS, Code, Merge, combine
from rulewright.pipeline import check_pack
from rulewright.play.bounds import join, without

Write = Callable[..., Path]
# Contributions, and a value so far, by what a row takes.
_SAMPLES: dict[str, tuple[tuple[Any, ...], Any]] = {
    "number": ((3, -2, 7), 5),
    "comparable": ((3, -2, 7), 5),
    "yes_no": ((True, False, True), True),
    "same": (((1, 4), (4, 9), (2,)), (2, 3, 4)),
}
_STEP = """
def run(found, so_far, then=None, m=None):
    it = None
    for new in found:
        pass
"""
_PLACES: tuple[tuple[Any, ...], Any] = ((0b10, 0b110, 0b1000), 0b1011)


def test_the_page_has_the_rows(root: Path) -> None:
    page = (root / "docs" / "language.md").read_text("utf-8")
    table = page.partition("| merge | `it` | without `then` |\n|---|---|---|\n")[2].partition("\n\n")[0]
    assert table.splitlines() == [f"| `{row.name}` | {row.it} | {row.without_then} |" for row in ROWS]


def test_the_explanation_of_a_wrong_merge_names_all(root: Path) -> None:
    names = [f"`{row.name}`" for row in ROWS]
    assert f"by {', '.join(names[:-1])} or {names[-1]}." in CODES["RW416"].explanation


@pytest.mark.parametrize("row", [row for row in ROWS if row is not EACH], ids=lambda row: row.name)
def test_the_code_does_what_the_functions_do(row: Merge) -> None:
    values, so_far = _SAMPLES[row.takes]
    _compare(row, row.code, values, so_far)
    if row.places is not None:
        _compare(row, row.places, *_PLACES)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.takes in ("number", "comparable")], ids=lambda row: row.name
)
def test_what_is_merged_has_the_unit_of_what_contributes(row: Merge) -> None:
    """Contributions to a value of cells are cells. Twice as much of everything is twice as much, not four times."""
    values, so_far = _SAMPLES[row.takes]
    doubled = [2 * one for one in values]
    assert row.fold(doubled) == 2 * row.fold([*values]), "take numbers without a unit, by a word of its own in Takes"
    assert combine(row, None, 2 * so_far, doubled) == 2 * combine(row, None, so_far, [*values])


def _compare(row: Merge, code: Code, values: tuple[Any, ...], so_far: Any) -> None:
    run = _made(code, row.wants_yes)
    for count in range(len(values) + 1):
        for found in itertools.permutations(values, count):
            assert run(list(found), so_far) == combine(row, None, so_far, list(found)), found
            assert run(list(found), so_far, lambda so_far, it: (so_far, it)) == combine(
                row, lambda so_far, it: (so_far, it), so_far, list(found)), found  # fmt: skip


def _made(code: Code, wants_yes: bool) -> Callable[..., Any]:
    """A step as it is generated, each contribution by itself."""
    holes = {"_new": py.name("new"), "_helper": py.name("join")}

    def filled(text: str) -> py.Body:
        return py.stmts(text, **{hole: tree for hole, tree in holes.items() if hole in text})

    tree = ast.parse(_STEP)
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    loop = function.body[1]
    assert isinstance(loop, ast.For)
    loop.body = filled(code.more)
    left = py.expr("not it") if wants_yes else py.expr("it is None")
    function.body += [
        py.when(left, py.stmts("return so_far")),
        py.when(py.expr("then is not None"), py.stmts("return then(so_far, it)")),
        *filled(code.alone),
        *py.stmts("return so_far"),
    ]
    names: dict[str, Any] = {"join": join, "without": without}
    exec(compile(ast.fix_missing_locations(tree), "step", "exec"), names)
    run: Callable[..., Any] = names["run"]
    return run


@pytest.mark.parametrize("merge", MERGES)
@pytest.mark.parametrize("gives", ["number", "cells", "yes_no", "set of number", "player"])
def test_what_a_merge_makes_must_be_what_the_value_gives(merge: str, gives: str, pack_folder: Write) -> None:
    """Without `then` nothing of another type gets into a value, whatever the merge."""
    start = {"number": "1", "cells": "1 cell", "yes_no": "true", "set of number": "numbers(1, 2)", "player": "who"}
    suits = {
        "total": {"number", "cells"}, "highest": {"number", "cells"}, "lowest": {"number", "cells"},
        "last": set(start), "any": {"yes_no"}, "all": {"yes_no"}, "each": set(), "union": {"set of number"},
        "minus": {"set of number"}, "count": {"number"},
    }  # fmt: skip
    text = f"value v(player who) gives {gives}:\n  start: {start[gives]}\n  steps:\n    a: {merge}\n"
    text += "event game: {}\n"
    found = check_pack(pack_folder({"pack.yaml": "pack: p\nstart: game\nboard: square\n", "a.yaml": text}))
    assert ("RW416" not in {one.code for one in found.diagnostics}) == (gives in suits[merge])
