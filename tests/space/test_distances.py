"""Distances as if nothing stood between, walks round what does, and the areas of both."""

from __future__ import annotations

import random

import pytest

from rulewright.space import grid
from rulewright.space.grid import FAR
from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard

from .slow import cell_of, cells_of, place_of, random_pair

FORMS = ["square", "hex"]


@pytest.mark.parametrize("form", FORMS)
def test_distances_count_steps_over_the_whole_rectangle(form: str) -> None:
    rnd = random.Random(11)
    for _ in range(60):
        slow, board = random_pair(rnd, form, holes=0.3)
        start = rnd.choice(board.places)
        steps = slow.distances(cell_of(board, start))
        row = board.distances(start)
        for cell, n in steps.items():
            place = place_of(board, cell)
            assert row[place] == board.distance(start, place) == n
            assert board.distance(place, start) == n
        for n in range(-1, 20):
            expected = {c for c in slow.cells if steps[c] <= n}
            assert cells_of(board, board.within(start, n)) == expected
            assert cells_of(board, board.ring(start, n)) == {c for c in slow.cells if steps[c] == n}


@pytest.mark.parametrize("form", FORMS)
def test_gaps_are_remembered_up_to_a_number(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "_KEPT_GAPS", 3)
    _, board = random_pair(random.Random(5), form, holes=0.1)
    asked = [(1 << a, 1 << b) for a in board.places for b in board.places] * 2
    assert [board.gap(*pair) for pair in asked] == [board._gap(*pair) for pair in asked]
    assert 0 < len(board._gaps) <= 3


@pytest.mark.parametrize("form", FORMS)
def test_distances_of_sets_are_those_of_their_nearest_cells(form: str) -> None:
    rnd = random.Random(12)
    for _ in range(120):
        slow, board = random_pair(rnd, form, holes=0.3)
        some = board.encode(rnd.choices(board.places, k=rnd.randint(1, 4)))
        others = board.encode(rnd.choices(board.places, k=rnd.randint(1, 4)))
        steps = {cell: slow.distances(cell) for cell in cells_of(board, some)}
        least = min(row[goal] for row in steps.values() for goal in cells_of(board, others))
        assert board.gap(some, others) == board.gap(others, some) == least
        for n in (-1, 0, 1, 2, 3, 7, 100):
            expected = {c for c in slow.cells if any(row[c] <= n for row in steps.values())}
            assert cells_of(board, board.within_of(some, n)) == cells_of(board, board.burst(some, n)) == expected
            exact = {c for c in slow.cells if min(row[c] for row in steps.values()) == n}
            assert cells_of(board, board.ring_of(some, n)) == exact


def test_nothing_is_far_from_nothing() -> None:
    board = SquareBoard(3, 3)
    assert board.gap(0, board.everywhere) == FAR
    assert board.within_of(0, 5) == 0


@pytest.mark.parametrize("form", FORMS)
def test_walks_are_counted_round_what_is_closed(form: str) -> None:
    rnd = random.Random(13)
    ways = 0
    for _ in range(80):
        slow, board = random_pair(rnd, form)
        start = rnd.choice(board.places)
        steps = slow.steps(cell_of(board, start), slow.near)
        for place in board.places:
            n = steps.get(cell_of(board, place))
            assert board.walk_distance(start, place) == (FAR if n is None else n)
            ways += n is not None
        for n in range(-1, 15):
            assert cells_of(board, board.walk_within(start, n)) == {c for c, k in steps.items() if k <= n}
        other = rnd.choice(board.places)
        both = board.walk_within_of(1 << start | 1 << other, 2)
        assert both == board.walk_within(start, 2) | board.walk_within(other, 2)
    assert ways > 500


def test_nobody_walks_from_or_to_a_place_off_the_board() -> None:
    board = SquareBoard(3, 3, diagonal="one")
    assert board.walk_distance(0, 0) == board.walk_distance(board.at(0, 0), 0) == FAR
    assert board.walk_within(0, 3) == 0


def test_diagonals_may_count_one_or_not_exist() -> None:
    one, none = SquareBoard(5, 5), SquareBoard(5, 5, diagonal="none")
    a, b = one.at(0, 0), one.at(3, 4)
    assert (one.distance(a, b), none.distance(a, b)) == (4, 7)
    assert none.directions == (0, 2, 4, 6)
    assert len(one.neighbours(one.at(2, 2))) == 8 and len(none.neighbours(one.at(2, 2))) == 4


def test_distances_on_a_board_wider_than_a_byte() -> None:
    long = SquareBoard(300, 1)
    assert long.distance(long.at(0, 0), long.at(299, 0)) == 299
    narrow = HexBoard(2, 260)
    assert narrow.distance(narrow.at(0, 0), narrow.at(0, 259)) == 259


def test_what_was_dropped_from_memory_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import rulewright.space.board
    import rulewright.space.footprints
    import rulewright.space.grid

    monkeypatch.setattr(rulewright.space.grid, "_KEPT_ENTRIES", 100)
    monkeypatch.setattr(rulewright.space.grid, "_KEPT_BITS", 100)
    monkeypatch.setattr(rulewright.space.footprints, "_KEPT_BITS", 100)
    monkeypatch.setattr(rulewright.space.board, "_KEPT_WALKS", 5000)
    board = HexBoard(4, 4)
    for _ in range(2):
        for a in board.places:
            for b in board.places:
                assert board.distance(a, b) == board.walk_distance(b, a)
    assert sum(row is not None for row in board._distances) <= 3
    assert sum(walk is not None for walk in board._walks) <= 4
    apart = {place: board.within(place, 2) for place in board.places}
    assert sum(row is not None for row in board._within) <= 4
    assert all(board.within(place, 2) == apart[place] for place in board.places)
    bases = {place: board.footprint(place, 2) for place in board.places}
    assert all(board.footprint(place, 2) == bases[place] for place in board.places)
    assert board.encode(place for place in board.places if bases[place]) == board.anchors(2)


def test_a_diagonal_round_a_corner_is_adjacent_but_not_walked() -> None:
    """Counting goes round walls and cuts no corner, while those who stand diagonally at a corner are still adjacent."""
    board, marks = SquareBoard.from_rows(["..A", ".#B", "..."], solid="#", corners="strict")
    a, b = board.at(1, 0), board.at(2, 1)
    assert board.joined[a] >> b & 1
    assert not board.near[a] >> b & 1
    assert board.walk_distance(a, b) == 2
    assert board.distance(a, b) == 1
    assert marks["A"] == 1 << board.at(2, 0)
    free, _ = SquareBoard.from_rows(["..A", ".#B", "..."], solid="#", corners="free")
    assert free.walk_distance(a, b) == 1


def test_cells_that_meet_at_a_point_between_two_walls_are_parted() -> None:
    board, _ = SquareBoard.from_rows([".#", "#."], solid="#", corners="free")
    a, b = board.at(0, 0), board.at(1, 1)
    assert board.touching[a] >> b & 1
    assert not board.joined[a] >> b & 1
    assert board.near[a] >> b & 1


def test_an_edge_wall_parts_straight_and_diagonally() -> None:
    """A wall between two rows, two cells long: past its end a diagonal step is free or not as corners are treated."""
    plain = SquareBoard(4, 2)
    walls = [plain.edge_between(plain.at(x, 0), plain.at(x, 1)) for x in (0, 1)]
    for corners, past_the_end in (("free", True), ("strict", False)):
        board = SquareBoard(4, 2, None, walls, corners="strict" if corners == "strict" else "free")
        a = board.at(1, 0)
        assert not board.near[a] >> board.at(1, 1) & 1
        assert not board.near[a] >> board.at(0, 1) & 1
        assert bool(board.near[a] >> board.at(2, 1) & 1) is past_the_end
        assert board.joined[a] >> board.at(2, 1) & 1
        assert not board.joined[a] >> board.at(0, 1) & 1
        assert board.walk_distance(board.at(0, 0), board.at(0, 1)) == (4 if past_the_end else 5)
        assert board.touching == plain.touching
