"""Where all steps of a search begin alike they are found together, and they are those that each place has by itself.

In the verifying mode every place is asked by itself, too; the matches without it end the same.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play import test_filters
from tests.play.test_filters import checked, played

from rulewright.compile.link import link
from rulewright.compile.open_ground import _Reducer
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.play.entries import Began
from rulewright.play.search import Search
from rulewright.play.verify import Stale

Write = Callable[[Mapping[str, str | bytes] | str], Path]

WAYS = """
permission steep(piece mover, cell here, cell goal): here in mire(mover) and goal is not mud
permission firm(cell here): not here in mud
value mire(piece mover) gives set of cell: if mover.tired then mud + pit else mud
value ways(piece mover, cell here) gives set of cell: {WAYS}
"""
# A permission, a price and the ways -> what open ground is, in generated code.
OPEN = {
    ("goal is not wall", "1 cell", ""): "-1",
    ("goal is not wall", "if here is mud then 2 cells else 1 cell", ""): "~m.laid.areas",
    ("here in mud or goal is not wall", "1 cell", ""): "~m.laid.areas",
    ("here in mud and goal is not wall", "1 cell", ""): "~m.laid.areas",  # where nothing may be entered
    ("firm(here) or goal is not wall", "if firm(here) then 1 cell else 2 cells", ""): "~m.laid.areas",
    ("goal is not wall and not steep(mover, here, goal)", "1 cell", ""): "~(m.laid",
    ("goal is not wall", "if here in mire(mover) then distance(here, goal) else 1 cell", ""): "~(m.laid",
    ("here not in mud or goal in neighbours(here)", "if here is mud then 2 cells else 1 cell", ""): "~m.laid.areas",
    ("here in mud or goal in neighbours(here)", "if here is mud then 2 cells else 1 cell", ""): "m.laid.areas",
    ("goal is not wall", "if goal is mud then 2 cells else 1 cell", "side_neighbours(here)"): "-1",
    ("goal is not wall", "1 cell", "if mover.tired then side_neighbours(here) else neighbours(here)"): "-1",
    ("goal is not wall", "1 cell", "if here in mud then ring(here, 2 cells) else neighbours(here)"): "~m.laid.areas",
    ("goal is not wall", "1 cell * size(footprint(mover, goal))", ""): "-1",
    ("goal is not wall", "if goal is pit then 0 cells else 1 cell", ""): "-1",  # then each goes on by itself
    ("no x in pieces_in(footprint(mover, goal)) where x is not mover", "1 cell", ""): "-1",
}
CLOSED = [
    ("goal in neighbours(here)", "1 cell", ""),
    ("here in neighbours(goal)", "1 cell", ""),
    ("goal is not wall", "distance(here, goal)", ""),
    ("goal is not wall", "1 cell", "ring(here, 2 cells)"),
    ("here not in mud or goal is mud", "if here in pit then 2 cells else 1 cell", ""),
    ("supposing(mover at here, not here in mud)", "1 cell", ""),
    ("size(walk_burst(goal, 2 cells)) > 4 or mover.tired", "1 cell", ""),  # dear: the permission remembers it
]


def made(write: Write, may: str, price: str, ways: str, *, verify: bool) -> tuple[list[object], str]:
    """What is told of all walks, and what the function of the search gives."""
    text = test_filters.PACK.replace("  modify: forbid may when mover is self and goal is mud\n", "")
    if ways:
        text = text.replace("may, price)", "may, price, ways)")
    more = WAYS.replace("{WAYS}", ways or "none")
    functions: list[ast.stmt] = []
    program = link(checked(write, text, may, price, more), Diagnostics(), verify=verify, functions=functions)
    assert program is not None
    found = [
        ast.unparse(one.value.elts[0])
        for function in functions
        if isinstance(function, ast.FunctionDef)
        for one in function.body
        if isinstance(one, ast.Return) and isinstance(one.value, ast.Tuple) and len(one.value.elts) == 4
    ]
    assert len(found) == 1
    told: list[object] = [one.record for one in played(program) if isinstance(one, Began)]
    return told, found[0]


@pytest.mark.parametrize(("texts", "ground"), OPEN.items(), ids=[" | ".join(one) for one in OPEN])
def test_steps_from_open_ground_are_found_together(
    texts: tuple[str, str, str], ground: str, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified, _ = made(pack_folder, *texts, verify=True)
    quick, found = made(pack_folder, *texts, verify=False)
    monkeypatch.setattr(Search, "_go_on_together", lambda *_: False)
    one_by_one, _ = made(pack_folder, *texts, verify=False)
    assert verified == quick == one_by_one and len(quick) > 60
    assert found.startswith(ground)


@pytest.mark.parametrize("texts", CLOSED, ids=" | ".join)
def test_there_is_none_where_a_step_reads_where_it_begins(texts: tuple[str, str, str], pack_folder: Write) -> None:
    assert made(pack_folder, *texts, verify=False)[1] == "0"


def test_a_sentence_on_the_permission_is_none_of_it(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else may say more of a step than the permission does."""
    more = "rule a:\n  modify: forbid may when here is mud and goal is pit\n"
    monkeypatch.setattr(test_filters, "PACK", test_filters.PACK.replace("event note", f"{more}event note"))
    assert made(pack_folder, "goal is not wall", "1 cell", "", verify=False)[1] == "0"


def test_what_is_taken_for_granted_wrongly_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def granted(self: _Reducer, e: n.In | n.Is, within: n.Expr) -> n.Expr:
        return n.Truth(e.span, True, type=e.type)

    monkeypatch.setattr(_Reducer, "_decided", granted)
    with pytest.raises(Stale, match=r"steps from \d+ with others"):
        made(pack_folder, "here in mud and goal is not wall", "1 cell", "", verify=True)


def test_steps_that_cannot_be_paid_are_not_asked_for(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    whole = Search._wait

    def wait(self: Search, cost: int, *rest: object) -> None:
        asked.append(cost)
        whole(self, cost, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "_wait", wait)
    told, _ = made(pack_folder, "goal is not wall", "1 cell", "", verify=False)
    assert len(told) > 60 and max(asked) == 3
