"""Forms of boards: every row makes a board and a pack plays on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from rulewright.check import subtyping
from rulewright.check.builtins import BUILTINS
from rulewright.check.subtyping import say_a_board
from rulewright.check.types import place, unit
from rulewright.pack.schema import Manifest
from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.session import Game
from rulewright.space import picture
from rulewright.space.forms import BOARDS, FORMS, WRITTEN, Form, Storeys, blank
from rulewright.space.plane.table import Plane
from rulewright.units import SINGULAR

Write = Callable[..., Path]
CELLS = tuple(form for form in BOARDS if "C" in form.offers)
TABLES = tuple(form for form in BOARDS if "R" in form.offers)
IDS = [form.id for form in CELLS]


def test_the_manifest_takes_the_rows() -> None:
    (literal, _) = get_args(Manifest.model_fields["board"].annotation)
    assert set(get_args(literal)) == set(WRITTEN)


def test_the_pages_name_the_forms(root: Path) -> None:
    language, tour = ((root / "docs" / page).read_text("utf-8") for page in ("language.md", "tour.md"))
    line = next(line for line in language.splitlines() if line.startswith("board: "))
    assert [form for form in WRITTEN if not re.search(rf"\b{form}\b", line.partition("#")[2])] == []
    assert [form.id for form in BOARDS if f"`{form.id.replace(' ', '-')}`" not in tour] == []


@pytest.mark.parametrize("form", CELLS, ids=IDS)
def test_a_board_has_the_places_that_are_drawn(form: Form) -> None:
    assert form.unit in SINGULAR
    assert blank(form, Storeys(2)).everywhere == 0
    drawing = picture.read(["..", ".#"], form.staggered)
    assert form.make is not None
    board = form.make(drawing, drawing.marks["#"], True, Storeys(3))
    assert board.everywhere & (1 << (board.storey or board.size)) - 1 == drawing.exists
    assert board.everywhere.bit_count() == board.levels * drawing.exists.bit_count()
    assert board.solid == drawing.marks["#"]
    assert board.staggered is form.staggered
    assert board.offers == form.offers & set("CEL"), "the letters of operations (space/shape.py) and of builtins agree"


@pytest.mark.parametrize("form", CELLS, ids=IDS)
def test_what_a_board_says_of_its_steps_agrees(form: Form) -> None:
    """A form states its steps several times: for one place, for sets, as distances, and by the sides that places share
    on the lattice."""
    assert form.make is not None
    board = form.make(picture.read(["...."] * 4, form.staggered), 0, False, Storeys(2, counted=True))
    for here in board.places:
        own = 1 << here
        assert board.spread_freely(own) & board.everywhere | own == board.touching[here] | own
        assert board.spread_openly()(own) & board.everywhere | own == board.near[here] | own
        for goal in board.places:
            assert board.level(goal) != board.level(here) or (
                board.walk_distance(here, goal) == board.distance(here, goal))  # fmt: skip
        for d in board.directions:
            goal = board.toward(here, d)
            assert board.shifted(own, d) == (1 << goal if goal >= 0 else 0)
            assert goal < 0 or board.toward(goal, board.opposite(d)) == here
        edges = [board.edge(here, d) for d in board.straight]
        assert len(edges) == len({*edges}) and {*edges} <= {*board.edges_of(own)}
        for edge in edges:
            assert here in board.sides(edge) and board.is_edge(edge)
            assert board.parse_edge(board.show_edge(edge)) == edge
            assert set(board.edge_ends(edge)) <= set(board.corners(here))


GAME = """area wall: {}
map field:
  rows: |
    ..
    .#
  legend: {"#": wall}
kind match: {state: {far: UNIT, here: PLACE or none}}
event game: |
  lay(field)
  for each p in everywhere:
    set match.far = most(match.far, distance(p, first(rim))) if first(rim) is not none
    set match.here = p
"""


def manifest(form: Form) -> str:
    levels = "storeys: 3\n" if form.plan is not None else ""
    return f"pack: p\nstart: game\nboard: {form.plan or form.id}\n{levels}"


@pytest.mark.parametrize("form", CELLS, ids=IDS)
def test_a_pack_uses_the_words_of_its_board(form: Form, pack_folder: Write) -> None:
    text = GAME.replace("UNIT", form.unit).replace("PLACE", form.place)
    found = check_pack(pack_folder({"pack.yaml": manifest(form), "a.yaml": text}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    kinds = found.definitions.kinds["match"].all_attributes if found.definitions is not None else {}
    assert kinds["far"].type == unit(form.unit)
    assert kinds["here"].type.args == (place(form.place),)
    assert Game.new(Linked(found.program), seed=1).over


@pytest.mark.parametrize("form", CELLS, ids=IDS)
@pytest.mark.parametrize("other", BOARDS, ids=lambda form: form.id)
def test_words_of_another_board_are_refused_with_its_own(form: Form, other: Form, pack_folder: Write) -> None:
    text = GAME.replace("UNIT", other.unit).replace("PLACE", other.place)
    found = check_pack(pack_folder({"pack.yaml": manifest(form), "a.yaml": text}))
    hints = [one.hint for one in found.diagnostics if one.code == "RW406"]
    assert bool(hints) == (form.unit != other.unit)
    own = (f"`{form.unit}`", f"`{form.place}`")
    assert all(hint is not None and any(word in hint for word in own) for hint in hints)


@pytest.mark.parametrize("form", BOARDS, ids=lambda form: form.id)
def test_the_directions_of_a_board_are_builtins_there(form: Form) -> None:
    """Of another one the compiler would look for a number that the board does not have."""
    names = {name for one in BOARDS for name in one.directions}
    assert {name for name in names if BUILTINS[name].available(form.id)} == set(form.directions)


def test_a_board_has_no_other_directions_than_its_form_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Form("row", "cell", "cells", ("east", "west"), frozenset("PC"), False, "bits", "", "", None)
    monkeypatch.setitem(FORMS, row.id, row)
    names = {name for one in BOARDS for name in one.directions}
    assert {name for name in names if BUILTINS[name].available(row.id)} == {"east", "west"}
    assert BUILTINS["neighbours"].available(row.id) and not BUILTINS["edges"].available(row.id)


def test_a_direction_that_a_board_lacks_leads_to_the_boards_that_have_it() -> None:
    assert say_a_board("C", "none", "north") == "write `board: square` in pack.yaml"
    assert say_a_board("C", "none", "south_east") == "write `board: square` or `board: hex` in pack.yaml"
    assert say_a_board("C", "hex", "north").startswith("its directions are east, ")
    assert say_a_board("C", "hex", "up") == "add `storeys: 2` to pack.yaml"


def test_storeys_without_a_board_lead_to_the_boards_that_can_have_them(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Form("row", "cell", "cells", ("east", "west"), frozenset("PC"), False, "bits", "", "", None)
    monkeypatch.setattr(subtyping, "BOARDS", (*BOARDS, row))
    found = check_pack(pack_folder({"pack.yaml": "pack: p\nstart: game\nstoreys: 2\n", "a.yaml": "event game: {}\n"}))
    hints = [one.hint for one in found.diagnostics.errors]
    assert hints == ["write `board: square` or `board: hex` in pack.yaml"]


def test_every_form_is_of_cells_or_a_table() -> None:
    assert {*CELLS, *TABLES} == set(BOARDS)
    for form in BOARDS:
        assert "P" in form.offers
        assert (form.make is None) is (form.lay is not None) is form.to_scale is (form in TABLES)


ON_A_TABLE = """area wood: {}
map field:
  table: 24x24
  areas: {wood: polygon 3x3 9x3 9x9}
kind match: {state: {far: UNIT, here: PLACE or none, there: yes_no}}
event game: |
  lay(field)
  set match.far = rounded_up(distance(wood, rim))
  set match.there = some p in everywhere where p is wood and not (p within 5 UNIT of rim)
"""


@pytest.mark.parametrize("form", TABLES, ids=lambda form: form.id)
def test_a_pack_uses_the_words_of_its_table(form: Form, pack_folder: Write) -> None:
    assert form.unit in SINGULAR
    board = blank(form, Storeys())
    assert isinstance(board, Plane) and not board.everywhere.holds(0, 0) and board.form == form.id
    text = ON_A_TABLE.replace("UNIT", form.unit).replace("PLACE", form.place)
    found = check_pack(pack_folder({"pack.yaml": manifest(form), "a.yaml": text}))
    assert found.program is not None, [one.message for one in found.diagnostics]
    kinds = found.definitions.kinds["match"].all_attributes if found.definitions is not None else {}
    assert kinds["far"].type == unit(form.unit)
    assert kinds["here"].type.args == (place(form.place),)
    game = Game.new(Linked(found.program), seed=1)
    assert game.over and game.problem is None
    columns = {column.id: getattr(game.state, column.slot) for column in found.program.columns}
    assert (columns["far"], columns["there"]) == ([3000], [True])


@pytest.mark.parametrize("form", TABLES, ids=lambda form: form.id)
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("set match.total = size(neighbours(p))", "burst"),
        ("set match.total = count(w in directions)", "facing"),
        ("set match.total = size(edges(p))", "crossed"),
        ("set match.near = p is adjacent to q", "touching"),
        ("set match.near = is_empty(cells of p)", "footprint"),
        ("set match.near = p in reachable(p, 3 inches, toll, wood)", "w in ways"),
    ],
)
def test_what_only_cells_have_is_refused_with_the_nearest_word(
    form: Form, text: str, word: str, pack_folder: Write
) -> None:
    game = (f"area wood: {{}}\nkind match: {{state: {{total: number, near: yes_no}}}}\n"
            f"value toll({form.place} c) gives {form.unit}: 1 inch\n"
            f"event game: finish\nevent asked({form.place} p, {form.place} q): |\n  {text}\n")  # fmt: skip
    found = check_pack(pack_folder({"pack.yaml": manifest(form), "a.yaml": game}))
    hints = [one.hint for one in found.diagnostics if one.code == "RW518"]
    assert hints and hints[0] is not None and f"`{word}" in hints[0]


def test_maps_are_joined_where_the_board_can(pack_folder: Write) -> None:
    text = GAME.replace("UNIT", "cells").replace("PLACE", "cell")
    text += "event together_now: |\n  for each j in joins(field, field):\n    lay_joined(field, field, j)\n"
    found = check_pack(pack_folder({"pack.yaml": "pack: p\nstart: game\nboard: square\n", "a.yaml": text}))
    assert [(one.code, one.hint) for one in found.diagnostics.errors] == [("RW518", "write `board: hex` in pack.yaml")]
