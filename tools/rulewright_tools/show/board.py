"""Draws the board of a match: areas shaded, pieces in the colour of their owners, possible answers marked.

Separate because the picture must show as much without colours as with them: signs differ by owner, areas have the signs
of the drawn map, and possible places have a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from rulewright.play import labels
from rulewright.play.state import Decision, State
from rulewright.shapes import SEAT
from rulewright.space import picture
from rulewright_tools.show import table
from rulewright_tools.show.pieces import Sight, Signs
from rulewright_tools.show.styles import NOBODY, POSSIBLE, SHADES, SOLID, owner_style

# Cells are first drawn as private-use characters and filled in afterwards: the board decides the layout.
_HOLE = 0xF0000


class Offered(NamedTuple):
    """What the answers of a question name: places and edges, and entities."""

    places: frozenset[int] = frozenset()
    entities: frozenset[int] = frozenset()


NOTHING: Final = Offered()


class Ground:
    """The named areas of a board, with a sign and a shade for each; areas without a name are for a pack's internal use.
    """

    def __init__(self, m: State) -> None:
        p = m.p.program
        solid = {area for drawing in p.maps for area in drawing.solid}
        here = [i for i, bits in enumerate(m.laid.areas) if bits]
        self.areas = [i for i in here if p.areas[i].names] or here
        self.signs: dict[int, str] = {}
        self.styles: dict[int, str] = {}
        for number, area in enumerate(sorted(self.areas, key=lambda i: i in solid)):
            drawn = [sign for one in p.maps for sign, areas in one.legend.items() if areas == (area,)]
            shared = [sign for one in p.maps for sign, areas in one.legend.items() if area in areas]
            self.signs[area] = min(drawn or shared or [p.areas[area].id[0]])
            self.styles[area] = SOLID if area in solid else SHADES[number % len(SHADES)]
        # Where several overlap, an area that blocks the way is shown, then the smallest.
        self._order = sorted(self.areas, key=lambda i: (i not in solid, m.laid.areas[i].bit_count(), i))
        self._bits = m.laid.areas

    def of(self, place: int) -> int | None:
        """Returns the area that a place shows."""
        return next((area for area in self._order if self._bits[area] >> place & 1), None)

    def shown(self, area: int) -> str:
        """Returns two characters for a place of an area. A letter is followed by a space, so that it is not read as a
        piece."""
        sign = self.signs[area]
        return f"{sign} " if sign.isalnum() else sign * 2

    def legend(self, m: State, language: str, within: int = -1) -> list[Text]:
        """Returns the signs and names of the areas that contain one of the places `within` (one bit each)."""
        return [
            Text.assemble((self.shown(area), self.styles[area]), f" {labels.called(m.p.program.areas[area], language)}")
            for area in self.areas
            if self._bits[area] & within
        ]


def on_edges(m: State) -> dict[int, list[int]]:
    """Returns what stands on edges and has no owner, by sheet: walls look alike and have no signs of their own."""
    found: dict[int, list[int]] = {}
    if table.is_table(m):
        return found
    for at in sorted(m.occ):
        if labels.kind_of(at)[0] == "edge":
            for e in m.occ[at]:
                if m.owner[e] is None:
                    found.setdefault(m.sheet[e], []).append(e)
    return dict(sorted(found.items()))


def edge_signs(m: State) -> dict[int, str]:
    """Returns a sign for each of these sheets: the first free letter of its id, else a number."""
    found: dict[int, str] = {}
    for sheet in on_edges(m):
        free = [letter for letter in m.p.program.sheets[sheet].id if letter.isalpha() and letter not in found.values()]
        found[sheet] = free[0] if free else str(len(found) % 10)
    return found


def edge_legend(m: State, language: str, among: Collection[int] | None = None) -> list[Text]:
    """Returns the signs with the names of the sheets; `among`: only these sheets."""
    return [Text.assemble((sign * 2, NOBODY), f" {labels.called(m.p.program.sheets[sheet], language)}")
            for sheet, sign in edge_signs(m).items() if among is None or sheet in among]


def offered(m: State, d: Decision | None) -> Offered:
    """Returns what the answers of a decision name, for the picture; of an offered call only what comes after the acting
    entity."""
    if d is None or d.site < 0:
        return NOTHING
    site = m.p.program.sites[d.site]
    found: dict[str, set[int]] = {"place": set(), "edge": set(), "entity": set()}
    for option in d.options:
        if option is None:
            continue
        pairs: list[tuple[Any, Any]] = [(option, site.type)]
        if site.kind == "offer":
            event = m.p.program.events[site.lines[option[0]]]
            pairs = [(value, t) for value, (_, t) in zip(option[1][1:], event.fields[1:], strict=False)]
        for value, t in pairs:
            t = t[2][0] if t is not None and t[0] == "maybe" else t
            if t is not None and t[0] == "union" and value is not None and value < SEAT:
                found["entity"].add(value)
            elif t is not None and t[0] in found and value is not None:
                found[t[0]].add(value)
    return Offered(frozenset(found["place"] | found["edge"]), frozenset(found["entity"]))


def draw(m: State, signs: Signs, sight: Sight, pending: Offered = NOTHING, storey: int | None = None) -> list[Text]:
    """Returns the lines of the board. `pending`: what the pending question offers. On a board with storeys the ground
    is drawn, and each storey above it with something on it; before them a view of all storeys from above (`_*`).
    `storey`: draw only this one, completely."""
    if m.board_key is None:
        return []
    if table.is_table(m):
        return table.draw(m, signs, sight, pending.entities)
    return _Drawing(m, signs, sight, pending, storey).lines()


class _Drawing:
    """A board of cells while it is drawn. What is in its cells is filled into the holes of a layout afterwards."""

    def __init__(self, m: State, signs: Signs, sight: Sight, pending: Offered, storey: int | None) -> None:
        self._m = m
        self._board: Any = m.board
        self._signs = signs
        self._sight = sight
        self._possible, self._marked = pending
        self._storey = storey
        self._ground = Ground(m)
        self._of_edges = edge_signs(m)
        self._filled: list[tuple[str, str]] = []  # texts of holes with their styles

    def lines(self) -> list[Text]:
        """Returns the lines of the board."""
        m, board, possible = self._m, self._board, self._possible
        used = rows_used(m, possible)
        levels = sorted({0, *(level for level, _ in used)}) if self._storey is None else [self._storey]
        edges = {at for at in (*m.occ, *possible) if labels.kind_of(at)[0] == "edge"}
        walls = edges - {board.edge(place, board.down) for place in board.places} if board.levels > 1 else edges

        def is_drawn(level: int, row: int) -> bool:
            return level in (0, self._storey) or (level, row) in used

        def drawn(cell: Callable[[int], str], edge: Callable[[int, int], str], levels: list[int]) -> list[str]:
            if walls and not board.staggered:
                return picture.draw_box(board, cell, edge, levels, is_drawn, tight=True)
            return picture.draw(board, cell, levels, is_drawn)

        lines = drawn(self._cell, self._edge, levels)
        if len(levels) > 1 and any(self._highest(place) != place for place in board.decode(board.ground)):
            above = drawn(lambda place: self._cell(self._highest(place)),
                          lambda at, length: self._edge(_any_of(board.stacked((at,)), edges), length), [0])  # fmt: skip
            lines = [_ALL + above[0][len(_ALL):], *above[1:], "", *lines]
        return [self._without_holes(line) for line in lines]

    def _cell(self, place: int) -> str:
        content, style = self._content(place)
        return self._holes([(one, style) for one in (content if cell_len(content) == len(content) else content[:1])])

    def _edge(self, at: int, length: int) -> str:
        return self._holes([self._on_edge(at)] * length) if at in self._possible or at in self._m.occ else " " * length

    def _holes(self, pieces: list[tuple[str, str]]) -> str:
        """Returns characters that `_without_holes` replaces by these."""
        first = _HOLE + len(self._filled)
        self._filled += pieces
        return "".join(chr(first + i) for i in range(len(pieces)))

    def _without_holes(self, line: str) -> Text:
        """Fills the pieces into the holes of a drawn line; neighbours of the same style become one stretch."""
        pieces = [self._filled[ord(char) - _HOLE] if ord(char) >= _HOLE else (char, "dim") for char in line]
        runs = groupby(pieces, key=lambda piece: piece[1])
        return Text.assemble(*(("".join(text for text, _ in run), style) for style, run in runs), no_wrap=True)

    def _first(self, things: Iterable[int]) -> int | None:
        """Returns the thing that is shown of those at one place; None if there are none."""
        m = self._m
        return min(things, key=lambda e: (e not in self._marked, m.owner[e] is None, e), default=None)

    def _on_edge(self, edge: int) -> tuple[str, str]:
        """Returns a character and a style for an edge: the sign of what stands there, or a mark if the edge is an
        answer."""
        m = self._m
        e = self._first(m.occ.get(edge, ()))
        if e is None:
            return ("*", POSSIBLE) if edge in self._possible else (" ", "dim")
        sign = self._of_edges[m.sheet[e]] if m.owner[e] is None else self._signs.of(m, e, self._sight).lstrip("*")[:1]
        return sign, POSSIBLE if e in self._marked or edge in self._possible else owner_style(m.owner[e])

    def _content(self, place: int) -> tuple[str, str]:
        """Returns at most two characters and a style for a place."""
        m, ground = self._m, self._ground
        area = ground.of(place)
        shade = ground.styles[area] if area is not None else ""
        e = self._first(m.occ.get(place) or m.occ.get(self._floor(place), ()))
        if e is not None:
            is_floor = m.at[e] != place and m.owner[e] is None and m.sheet[e] in self._of_edges
            sign = self._of_edges[m.sheet[e]] * 2 if is_floor else self._signs.of(m, e, self._sight)
            if e in self._marked or place in self._possible:
                return sign, POSSIBLE
            return sign, f"{owner_style(m.owner[e])}{shade[shade.find(' on ') :] if shade else ''}"
        if place in self._possible:
            return f"{ground.signs[area] if area is not None else '<'}>", POSSIBLE
        return (ground.shown(area), shade) if area is not None else (".", "dim")

    def _highest(self, ground: int) -> int:
        """Returns the highest place above a place of the ground where something stands or may be put; else the ground.
        """
        column = self._board.decode(self._board.column_of(1 << ground))
        return next((at for at in reversed(column) if at in self._m.occ or at in self._possible), ground)

    def _floor(self, place: int) -> int:
        """Returns the floor under a place, or -1 on the ground."""
        found: int = self._board.edge(place, self._board.down) if self._board.level(place) else -1
        return found


def highest_storey(m: State) -> int:
    """Returns the number of the highest storey; 0 if the board has only the ground, or no cells."""
    if m.board_key is None or table.is_table(m):
        return 0
    board: Any = m.board
    highest: int = board.levels - 1
    return highest


def level_of(m: State, at: int) -> int:
    """Returns the storey of a place or an edge: a floor belongs to the storey above it."""
    board: Any = m.board
    sides = (at,) if labels.kind_of(at)[0] == "place" else board.sides(at)
    found: int = max(board.level(place) for place in sides)
    return found


_ALL = "_*"  # the end of the names of places in the view from above


def rows_used(m: State, possible: Collection[int] = ()) -> set[tuple[int, int]]:
    """Returns the rows, each with its storey, where something is or may be put: for a wall its own row, for a floor the
    row above it."""
    board: Any = m.board
    if board.levels == 1:
        return set()
    things = (*m.occ, *possible)
    found = {at for at in things if labels.kind_of(at)[0] == "place"}
    found |= {place for bits in m.laid.areas for place in board.decode(bits)}
    beside = [board.sides(at) for at in things if labels.kind_of(at)[0] == "edge"]
    found |= {max(a, b) for a, b in beside if board.level(a) != board.level(b)}
    walls = [sides for sides in beside if board.level(sides[0]) == board.level(sides[1])]
    found |= {place for sides in walls if board.row(sides[0]) == board.row(sides[1]) for place in sides}
    used = {(board.level(place), board.row(place)) for place in found if board.everywhere >> place & 1}
    for a, b in walls:  # a wall between two rows is drawn with either of them
        if not {(board.level(a), board.row(a)), (board.level(b), board.row(b))} & used:
            inside = a if board.everywhere >> a & 1 else b
            used.add((board.level(inside), board.row(inside)))
    return used


def _any_of(stack: Sequence[int], edges: Collection[int]) -> int:
    """Returns the lowest edge of a stack where something stands; else the lowest."""
    return next((at for at in stack if at in edges), stack[0])
