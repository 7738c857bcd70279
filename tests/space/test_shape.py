"""The page of operations says what boards really offer."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from rulewright.space.bits import places_of
from rulewright.space.hexes import HexBoard
from rulewright.space.plane.drawn import Table, read_map
from rulewright.space.plane.table import Plane
from rulewright.space.shape import OPERATIONS, CellSpace, HighSpace, Operation, PlaneSpace, Space, offered
from rulewright.space.square import SquareBoard
from rulewright.space.storeys import StoreyHexes, StoreySquares


def named(protocol: type) -> set[str]:
    """The operations of a protocol."""
    return {name for name, value in vars(protocol).items() if inspect.isfunction(value) and not name.startswith("_")}


def test_every_operation_says_what_it_needs() -> None:
    needs = {operation.name: operation.needs for operation in OPERATIONS}
    assert len(needs) == len(OPERATIONS)
    assert {name for name, letters in needs.items() if letters == "*"} == named(Space)
    assert {name for name, letters in needs.items() if letters in ("C", "CE")} == named(CellSpace)
    assert {name for name, letters in needs.items() if letters == "CEL"} == named(HighSpace)
    assert {name for name, letters in needs.items() if letters == "R"} == named(PlaneSpace)
    assert set(needs.values()) == {"*", "C", "CE", "CEL", "R"}


HIGH: list[Any] = [StoreySquares(SquareBoard(3, 3), 2), StoreyHexes(HexBoard(3, 3), 2)]


@pytest.mark.parametrize("board", [SquareBoard(3, 3), HexBoard(3, 3), *HIGH])
def test_boards_have_every_operation_with_the_same_parameters(board: CellSpace) -> None:
    for operation in OPERATIONS:
        assert offered(board, operation) is (operation.needs != "R" and ("L" not in operation.needs or board in HIGH))
        if not offered(board, operation):
            continue
        # What lists places is a method of a dictionary and has no signature: that of what it remembers stands for it.
        own = inspect.signature(places_of if operation.name == "decode" else getattr(board, operation.name))
        said = inspect.signature(getattr(HighSpace, operation.name))
        assert list(own.parameters) == list(said.parameters)[1:], operation.name
    for name in CellSpace.__annotations__:
        assert hasattr(board, name), name
    assert not offered(board, Operation("share", "R"))


def test_every_operation_is_explained() -> None:
    for operation in OPERATIONS:
        page = PlaneSpace if operation.needs == "R" else HighSpace
        assert inspect.getdoc(getattr(page, operation.name)), operation.name


def test_a_table_has_the_operations_of_its_letter_with_the_same_parameters() -> None:
    drawn = read_map("72x48", {})
    assert isinstance(drawn, Table)
    table: PlaneSpace = Plane(drawn)
    for operation in OPERATIONS:
        assert offered(table, operation) is (operation.needs in ("*", "R")), operation
        if operation.needs == "R":
            own = inspect.signature(getattr(table, operation.name))
            said = inspect.signature(getattr(PlaneSpace, operation.name))
            assert list(own.parameters) == list(said.parameters)[1:], operation.name
    for name in PlaneSpace.__annotations__:
        assert hasattr(table, name), name
