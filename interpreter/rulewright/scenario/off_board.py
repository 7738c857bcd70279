"""Finds places in tests that their boards do not have, and things that cannot be where they are put, before playing.

Separate because a board is known only after a whole test is read, and in steps only until another board may be laid.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.boards import laying_of
from rulewright.check.builtins import BUILTINS
from rulewright.check.subtyping import a
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.scenario.answers import places_in
from rulewright.scenario.case import Case, Drawing, Step, Where
from rulewright.source import Span
from rulewright.space import picture
from rulewright.space.board import Board
from rulewright.space.forms import FORMS
from rulewright.space.naming import CELL_NAME, column_name
from rulewright.space.plane.poses import POSE_NAME, Problem, read
from rulewright.space.plane.spoken import parted

_CELL: Final = re.compile(CELL_NAME)


class _Named(NamedTuple):
    """The name of a place in a test."""

    name: str
    span: Span


def refuse_places(cases: Iterable[Case], pack: m.PackDef, spoken: Container[str]) -> None:
    """Reports places that the board of a test does not have. On a plane every spot has a name, and there is none
    without a map. `spoken` are the words that people read, in lower case: in an answer these need not be places."""
    boards = _Boards(pack)
    for case in cases:
        if not case.broken:
            _Places(case, pack, boards, spoken).refuse()


@dataclass(slots=True)
class _Laid:
    """A board whose places tests name. It is created when one of them is first named.

    Attributes:
        drawn: the drawing.
        absent: its glyphs of places that do not exist.
    """

    drawn: Drawing
    absent: str
    _board: Board | None = None

    def board(self, pack: m.PackDef) -> Board | None:
        """The board, without areas; None for a table, which has no places that a drawing could lack."""
        form = FORMS[pack.board]
        if self._board is None and form.make is not None:
            drawing = picture.read(self.drawn.rows, form.staggered, self.absent, self.drawn.above)
            self._board = form.make(drawing, 0, False, pack.storeys)
        return self._board


class _Boards:
    """The boards of all tests of a pack, shared because many are the same."""

    def __init__(self, pack: m.PackDef) -> None:
        self.pack = pack
        self._laid: dict[tuple[str, tuple[tuple[str, ...], ...]], _Laid] = {}

    def of(self, case: Case) -> _Laid | None:
        """The board that a test begins with; None if it has none."""
        drawn, absent = case.drawn, ""
        if case.map is not None:
            drawn, absent = Drawing(case.map.rows, case.span, case.map.above), case.map.half_signs
        return None if drawn is None else self._laid.setdefault((absent, drawn.storeys), _Laid(drawn, absent))


class _Places:
    """The places of one test."""

    def __init__(self, case: Case, pack: m.PackDef, boards: _Boards, spoken: Container[str]) -> None:
        self.case = case
        self.spoken = spoken
        self.pack = pack
        self.laid = boards.of(case)
        self.told: set[str] = set()
        form = FORMS[pack.board]
        self.of_cells = bool(form.offers) and form.make is not None  # otherwise no name in code is a place
        self.bound = {node.name for step in case.steps for one in step.do for node in descend(one)
                      if isinstance(node, n.Let)}  # fmt: skip

    def refuse(self) -> None:
        """Reports the problems, each place once."""
        if not FORMS[self.pack.board].listed:
            for one in self.unlisted():
                self.is_written(*one)
        for spot in self.case.said:
            if self.has(spot.name, spot.span) and spot.sheet is not None:
                self.can_stand(spot.name, spot.span, spot.sheet)
        for one in self.in_texts((*self.case.during, *self.case.given)):
            self.has(*one)
        laying = laying_of(self.pack)
        lays = {event.id for event in laying.events}
        if any(call.name in lays for call in self.case.during):
            return
        for step in self.case.steps:
            if step.play or any(_may_lay(node, lays, laying.performs, laying.everything)
                                for one in step.do for node in descend(one)):  # fmt: skip
                return  # from here on the board may be another one
            for one in self.of_step(step):
                self.has(*one)
            if step.position is not None:
                self.covers(step.position)

    def unlisted(self) -> Iterator[_Named]:
        """The places that a test names where none can be listed, whatever is laid."""
        yield from (_Named(spot.name, spot.span) for spot in self.case.said)
        for step in self.case.steps:
            yield from self.of_step(step)
            yield from (_Named(answer.choose, answer.span) for answer in step.answers
                        if answer.choose is not None and re.fullmatch(POSE_NAME, answer.choose))  # fmt: skip

    def is_written(self, name: str, span: Span) -> None:
        """Reports a place in inches that is not written as one: too fine, or with too large a turn."""
        found = name in self.told or name in self.case.spots or read(name)
        if isinstance(found, Problem):
            self.wrong(name, found.cause, span, found.hint, "RW209")

    # -- what a test names -----------------------------------------------------------------------------------------

    def of_step(self, step: Step) -> Iterator[_Named]:
        """The places that one step names, in the order of its fields."""
        yield from self.in_texts(step.do)
        for answer in step.answers:
            words = (answer.choose or "", *answer.offered, *(answer.offered_only or ()), *answer.not_offered)
            yield from (_Named(place, answer.span) for text in words for place in self.in_answer(text))
            yield from (_Named(place, answer.span) for where in (answer.at, *answer.refused)
                        for place in _places_of(where))
        yield from self.in_texts(step.then)
        yield from self.in_texts(one.where for one in step.patterns if one.where is not None)
        for refusal in step.refused:
            yield from (_Named(place, refusal.span) for place in self.in_answer(refusal.call or ""))
        for place, span in step.stands.values():
            yield _Named(place, span)

    def in_answer(self, text: str) -> list[str]:
        """The places in the words of an answer."""
        return [] if not self.of_cells else [
            one for one in places_in(text) if one not in self.case.named and one.casefold() not in self.spoken]

    def in_texts(self, trees: Iterable[n.Node]) -> Iterator[_Named]:
        """The cells that code names."""
        for tree in trees if self.of_cells else ():
            for node in descend(tree):
                if isinstance(node, n.Name) and _CELL.fullmatch(node.name) and (
                        node.name not in self.case.named and node.name not in self.bound):  # fmt: skip
                    yield _Named(node.name, node.span)

    # -- what is wrong ---------------------------------------------------------------------------------------------

    def has(self, name: str, span: Span) -> bool:
        """Whether the board has a place or an edge; a missing one is reported. Names of spots are not places."""
        if name in self.told or name in self.case.spots:
            return name not in self.told
        what = "edge" if "|" in name else FORMS[self.pack.board].place
        if self.laid is None:
            self.wrong(name, f"there is no board, so there is no {what} {name}", span, self.missing_board())
            return False
        board = self.laid.board(self.pack)
        if board is None or (board.parse_edge(name) if "|" in name else board.parse(name)) is not None:
            return True
        hint = _of_edge(board, name) if "|" in name else _of_cell(board, name)
        self.wrong(name, f"the board of this test has no {what} {name}", span, hint)
        return False

    def missing_board(self) -> str:
        """The hint for a test without a board."""
        if not FORMS[self.pack.board].offers:
            return "write `board: ..` in pack.yaml"
        return "draw it under `map`, or name a map of the pack there" if self.of_cells else (
            "name a map of the pack under `map`")  # fmt: skip

    def can_stand(self, name: str, span: Span, sheet: m.SheetDef) -> None:
        """Reports a thing that is put on an edge but needs a place, or the reverse."""
        kind, placed, word = sheet.kind.id, sheet.kind.placed, FORMS[self.pack.board].place
        what = a(t.entity(kind))
        if not placed:
            self.wrong(name, f"{what} cannot be placed on the board", span,
                       f"put it into a zone, or write `placed: yes` in kind '{kind}'")
        elif placed == "place" and "|" in name:
            self.wrong(name, f"{what} must be on a place, but {name} is an edge", span, f"name a {word}, such as A1")
        elif placed == "edge" and "|" not in name:
            self.wrong(name, f"{what} must be on an edge, but {name} is a {word}", span,
                       "name an edge, such as A1|B1, or A1|west at the border")

    def covers(self, position: Drawing) -> None:
        """Reports a position that is larger or smaller than the board."""
        if self.laid is None:
            self.wrong("", "a position needs a board, but there is none", position.span, self.missing_board())
            return
        staggered = FORMS[self.pack.board].staggered
        cells = picture.cells_drawn(position.rows, staggered)
        extent = (max((x for x, _ in cells), default=-1) + 1, max((y for _, y in cells), default=-1) + 1)
        board = self.laid.board(self.pack)
        if board is not None and extent != (board.width, board.height):
            self.wrong("", f"this position is drawn {extent[0]} by {extent[1]} places, but the board is {board.width} "
                       f"by {board.height}", position.span, "draw the whole board")  # fmt: skip

    def wrong(self, name: str, message: str, span: Span, hint: str | None, code: str = "RW551") -> None:
        """Reports a problem, once for each name."""
        self.told.add(name)
        word = re.search(rf"(?<![\w|]){re.escape(name)}(?![\w|])", span.text) if name else None
        where = span if word is None else Span(span.source, span.start + word.start(), span.start + word.end())
        self.case.mistakes.add(code, message, where if name else _first_row(span), hint, definition=self.case.name)


def _may_lay(node: n.Node, events: set[str], performs: set[str], everything: bool) -> bool:
    """Whether the code of a step may lay a board; the names in the code are not resolved yet."""
    match node:
        case n.Call():
            return everything or node.name in events or (node.name in BUILTINS and BUILTINS[node.name].does.lays)
        case n.Perform():
            return everything or node.text.name in performs
        case n.Conclude():
            return everything or node.event in events
    return False


def _places_of(where: Where | None) -> list[str]:
    if where is None:
        return []
    return parted(where) if isinstance(where, str) else [place for _, way in where for place in parted(way)]


def _of_cell(board: Board, name: str) -> str:
    """The hint for a cell that does not exist."""
    ground, _, level = name.partition("_")
    if level and board.parse(ground) is not None:
        return {1: "boards of this pack have no storeys above the ground",
                2: f"there is one storey above the ground: {ground}_1"}.get(
            board.levels, f"storeys above the ground are {ground}_1 to {ground}_{board.levels - 1}")  # fmt: skip
    last = f"{column_name(board.width - 1)}{board.height}"
    return f"it has places from A1 to {last}" + (", with gaps between them" if not _is_full(board) else "")


def _is_full(board: Board) -> bool:
    return len(board.places) == board.width * board.height * board.levels


def _of_edge(board: Board, name: str) -> str:
    """The hint for an edge that does not exist."""
    one, _, other = name.partition("|")
    for cell in (one, other):
        if _CELL.fullmatch(cell) and board.parse(cell) is None:
            return _of_cell(board, cell)
    if board.parse_edge(f"{other}|{one}") is not None:
        return f"write `{other}|{one}`: the lower place first"
    if _CELL.fullmatch(other):
        return f"{one} and {other} are not adjacent"
    if other in board.direction_names:
        return f"name both places: there is a place {other} of {one}" if _is_inside(board, one, other) else (
            "name an edge at the border by a direction that crosses an edge")  # fmt: skip
    return "name an edge by two places, such as A1|B1, or at the border by a place and a direction, such as A1|west"


def _is_inside(board: Board, cell: str, direction: str) -> bool:
    place = board.parse(cell)
    return place is not None and board.toward(place, board.direction_names.index(direction)) >= 0


def _first_row(span: Span) -> Span:
    """The first line of a drawing that is a string or a block of lines."""
    lines = span.text.split("\n")
    at = 1 if len(lines) > 1 and lines[0].strip() in ("|", "|-", "|+") else 0
    start = span.start + sum(len(line) + 1 for line in lines[:at]) + len(lines[at]) - len(lines[at].lstrip())
    return Span(span.source, start, start + max(len(lines[at].strip()), 1))
