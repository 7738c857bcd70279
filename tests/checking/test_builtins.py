"""The table of builtins: every example type-checks as part of a pack, and signatures bind their variables."""

from __future__ import annotations

import ast
import dis
import marshal
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType

import pytest

from rulewright.check.builtins import BUILTINS, RELATIONS, in_places
from rulewright.check.builtins_board import on_edges
from rulewright.check.check import check
from rulewright.check.does import NOTHING as DOES_NOTHING
from rulewright.check.signatures import GAP, OUTLINE, PLACE, Builtin, Match, Mismatch, value_name
from rulewright.check.types import (
    ENTITY,
    MAP,
    NUMBER,
    PLAYER,
    STATUS,
    UNKNOWN,
    YES_NO,
    ZONE,
    Type,
    entity,
    enum,
    list_of,
    maybe,
    place,
    record,
    set_of,
    unit,
)
from rulewright.codes import Severity
from rulewright.compile.builtins import COSTS, EMITTERS
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.play.load import Linked
from rulewright.space.forms import BOARDS, Form

ROWS = [*BUILTINS.values(), *RELATIONS.values(), in_places(entity("piece")), on_edges(entity("wall"))]
CELL, CELLS = place("cell"), unit("cells")
GAME = """\
kind piece: {placed: yes}
kind pebble: {is: piece}
piece small_piece: {name: Small piece}
kind wall: {placed: edge}
area moss: {}
enum tide: [low, high]
status marked: {of: piece}
zone pile(player owner): {ordered: yes, holds: piece}
map field:
  rows: |
    ...
    ...
value toll(cell c) gives cells: 1 cells
permission may_step(piece mover, cell goal): true
value step_toll(piece mover, cell goal) gives cells: 1 cells
event trial: finish
"""
HEAD = "(piece a, piece b, player p, cell c, cell d, join j)"
LAYING = "(piece a, join j)"  # whatever lays a board is handed no places
Write = Callable[[Mapping[str, str | bytes] | str], Path]


# What code of examples calls beside what their builtins do: events begin and are over, arguments are brought to what is
# asked of them, what cannot be gone through is searched, and `PLURAL_in` has no emitter of its own.
AROUND = {
    *("begin", "refuse", "overrun", "Began", "Finished"),
    *("len", "tuple", "sorted", "set_of", "shape", "shapes", "spot", "term_of", "in_cells", "on_edges", "things_at"),
    *("found_one", "formed", "routed", "anchors_on", "spots_within", "common", "area_shapes"),
}


@pytest.mark.parametrize("form", BOARDS, ids=lambda form: form.id)
def test_every_example_is_correct(form: Form, pack_folder: Write) -> None:
    rows = [row for row in ROWS if row.available(form.id)]
    events = []
    for number, row in enumerate(rows):
        head = LAYING if row.name.startswith("lay") else HEAD
        events.append(f"event example_{number}{head}: |\n  {line_of(row, form)}\n")
    sample = GAME
    if form.make is None:
        sample = re.sub(r"(?<=field:\n)(  .*\n)+", "  table: 24x24\n  areas: {moss: line 0x0 to 9x9}\n", sample)
    if "E" not in form.offers:
        sample = sample.replace("kind wall: {placed: edge}\n", "")
    game = re.sub(r"(gives|[0-9]) cells\b", rf"\1 {form.unit}", sample + "".join(events))
    game = re.sub(r"([(,] ?)cell\b(?= [a-z])", rf"\1{form.place}", game)
    high = "storeys: 2\n" if form.plan is not None else ""
    folder = pack_folder({"pack.yaml": f"pack: sample\nboard: {form.plan or form.id}\n{high}", "game.yaml": game})
    out = Diagnostics(limit=1000)
    made = check(load_pack(read_pack(folder, out), out), out)
    assert [f"{one.span.text}: {one.message}" for one in out if one.severity is Severity.ERROR] == []
    assert made is not None
    functions: list[ast.stmt] = []
    program = link(made, out, functions=functions)
    assert program is not None
    known = play_names(Linked(program))
    assert sorted(_asked_of_play(marshal.loads(program.code)) - known) == [], "generated code asks for them"
    own = {one.name: one for one in functions if isinstance(one, ast.FunctionDef)}
    for name, function in own.items():
        if found := re.fullmatch(r"[A-Z]\d+_example_(\d+)", name):
            named = helpers(rows[int(found[1])].example)
            called = {x.func.id for x in ast.walk(function) if isinstance(x, ast.Call) and isinstance(x.func, ast.Name)}
            assert called - own.keys() - named - AROUND == set(), f"{name}: a row names what its code calls"


def line_of(row: Builtin, form: Form) -> str:
    """A statement with the example of a row. No local holds what lives within expressions alone: that is asked."""
    if form.gaps and row.result == GAP:
        return f"finish if {row.example} < 2 cells"
    if form.gaps and row.result == OUTLINE:
        return f"finish if overlapping({row.example}, a)"
    if not form.listed and row.result == set_of(PLACE):
        return f"finish if some q in {row.example}"
    return f"let found = {row.example}" if row.pure else row.example


def helpers(example: str) -> set[str]:
    """The functions of play that the rows of the builtins in an example name; `overlapping` is added to some."""
    words = {*re.findall(r"\w+", example), "overlapping"}
    return {function for name, one in EMITTERS if name in words for function in one.costs}


def test_every_builtin_has_an_emitter_and_no_other_has_one() -> None:
    assert {name for name, _ in EMITTERS} == {*BUILTINS, *RELATIONS}


def test_a_function_of_play_costs_the_same_whoever_names_it() -> None:
    assert [(name, function) for name, one in EMITTERS for function, cost in one.costs.items()
            if COSTS[function] != cost] == []


def play_names(linked: Linked) -> set[str]:
    """What the generated module has: its own functions, those that `play.load` hands it, and some of Python's."""
    values = linked.names["V0_toll"].__globals__
    return {*values, *values["__builtins__"]}


def _asked_of_play(code: CodeType) -> set[str]:
    """The names that generated code takes from outside."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    found = {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}
    return found.union(*map(_asked_of_play, inner))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_rows_say_what_they_are(row: Builtin) -> None:
    assert row.doc[-1] in ".?" and row.doc[0].isupper()
    assert row.name.removeprefix("PLURAL") in row.example or row.is_relation
    assert row.pure is (row.does == DOES_NOTHING), "an action says what it does"
    assert not (row.bare and row.params)
    optional = [param.optional for param in row.params]
    assert optional == sorted(optional), "what may be left out stands last"


def apply(name: str, *args: Type, board: str = "square") -> str:
    found = BUILTINS[name].apply(list(args), board)
    return f"{found.position}: {found.expected}" if isinstance(found, Mismatch) else str(found)


@pytest.mark.parametrize(
    ("name", "args", "result"),
    [
        ("size", (ZONE,), "number"),
        ("size", (list_of(NUMBER),), "number"),
        ("only_one", (set_of(PLAYER),), "player or none"),
        ("only_one", (PLAYER,), "player or none"),
        ("only_one", (maybe(PLAYER),), "0: list of anything or set of anything"),
        ("most", (CELLS, CELLS), "cells"),
        ("most", (CELLS, CELLS, NUMBER), "2: cells"),
        ("most", (PLAYER, PLAYER), "0: number"),
        ("numbers", (NUMBER,), "1: number"),
        ("abs", (NUMBER, NUMBER), "1: "),
        ("remainder", (CELLS, CELLS), "cells"),
        ("remainder", (CELLS, NUMBER), "1: cells"),
        ("common", (set_of(enum("face")), enum("face")), "set of face"),
        ("common", (set_of(enum("face")), set_of(enum("side"))), "1: set of face"),
        ("common", (UNKNOWN, set_of(enum("side"))), "set of side"),
        ("first_nonempty", (set_of(CELL), set_of(CELL), set_of(PLAYER)), "2: set of cell"),
        ("top", (Type("zone", "", (entity("card"),)),), "card or none"),
        ("contents", (ZONE,), "list of entity"),
        ("inside", (record("strike"),), "strike or none"),
        ("count_of", (PLAYER, STATUS), "number"),
        ("statuses", (NUMBER,), "0: entity or player or match"),
        ("swap_sheet", (entity("card"), Type("sheet", "card")), "nothing"),
        ("swap_sheet", (entity("card"), Type("sheet", "piece")), "1: sheet of card"),
        ("shuffle", (set_of(CELL),), "0: zone or set of entity"),
        ("reveal", (entity("card"),), "nothing"),
        ("reveal", (entity("card"), PLAYER), "nothing"),
        ("reveal", (entity("card"), NUMBER), "1: set of player"),
        ("distance", (CELL, set_of(entity("piece"))), "cells"),
        ("toward", (maybe(CELL), Type("direction")), "0: cell or entity"),
        ("lay_joined", (MAP, MAP), "2: join"),
        ("reachable", (CELL, CELLS, value_name(CELLS, CELL), CELL), "set of cell"),
        ("made", (NUMBER,), "0: join"),
        ("faces_of", (Type("die", "", (enum("face"),)),), "list of face"),
    ],
)
def test_results(name: str, args: tuple[Type, ...], result: str) -> None:
    assert apply(name, *args) == result


def test_names_of_values_are_asked_for_in_words() -> None:
    found = apply("reachable", CELL, CELLS, value_name(NUMBER, CELL), CELL)
    assert found == "2: the name of a value of (cell) that gives cells"


def test_every_builtin_is_of_some_board() -> None:
    assert [row.name for row in ROWS if not any(row.available(form.id) for form in BOARDS)] == []


def test_boards_give_places_and_units() -> None:
    assert apply("distance", place("hex"), place("hex"), board="hex") == "hexes"
    assert apply("distance", CELL, CELL, board="hex").startswith("0: hex")
    assert [BUILTINS["rim"].available(board) for board in ("square", "hex", "none")] == [True, True, False]
    assert [BUILTINS["joins"].available(board) for board in ("square", "hex", "none")] == [False, True, False]
    assert BUILTINS["size"].available("none")


def test_different_kinds_meet_in_the_nearest_that_both_are() -> None:
    row, args = BUILTINS["common"], [set_of(entity("pawn")), set_of(entity("rook"))]
    assert row.apply(args, "none") == set_of(ENTITY)
    found = row.match(args, "none", lambda one, other: one if one == other else "piece")
    assert found == Match(set_of(entity("piece")), (set_of(entity("piece")),) * 2)


def test_a_stepping_permission_takes_the_mover_or_a_kind_above() -> None:
    def names(kind: str) -> list[Type]:
        may, price = value_name(YES_NO, entity(kind), CELL), value_name(CELLS, entity(kind), CELL, CELL)
        return [entity("pawn"), CELLS, may, price]

    def above(one: str, other: str) -> str:
        return one if one == other else "piece" if {one, other} <= {"pawn", "rook", "piece"} else ""

    row = BUILTINS["step_cells"]
    assert isinstance(row.match(names("pawn"), "square", above), Match)
    assert isinstance(row.match(names("piece"), "square", above), Match)
    assert isinstance(row.match(names(""), "square", above), Match)
    wrong = row.match(names("rook"), "square", above)
    assert isinstance(wrong, Mismatch) and wrong.position == 2


def test_one_value_is_wanted_as_a_set() -> None:
    found = BUILTINS["burst"].match([CELL, CELLS], "square")
    assert isinstance(found, Match) and found.wanted == (CELL, CELLS)
    found = BUILTINS["things_at"].match([CELL], "square")
    assert isinstance(found, Match) and found.wanted == (set_of(CELL),)
