"""Draws the board of a match: areas shaded, pieces in the colour of their owners, possible answers marked.

Separate because the picture must show as much without colours as with them: signs differ by owner, areas have the signs
of the drawn map, and possible places have a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from rulewright.play import labels, scenes
from rulewright.play.state import Decision, State
from rulewright.shapes import SEAT
from rulewright.space import picture
from rulewright_tools.show import table
from rulewright_tools.show.pieces import Sight, Signs

# By seat; readable on dark and on light ground, and distinguishable without telling red from green.
OWNERS = ("bold bright_cyan", "bold bright_yellow", "bold bright_magenta", "bold bright_green")
NOBODY = "bold bright_white"
_SOLID = "grey85 on grey35"
_SHADES = ("grey78 on #3b3222", "grey78 on #1f3a2d", "grey78 on #22304d", "grey78 on #45283f", "grey78 on #33333f",
           "grey78 on #4a2a20", "grey78 on #1d3d42")  # fmt: skip
_POSSIBLE = "bold black on bright_green"
# Cells are first drawn as private-use characters and filled in afterwards: the board decides the layout.
_HOLE = 0xF0000


def owner_style(owner: int | None) -> str:
    """Returns the style for what a seat owns."""
    return NOBODY if owner is None else OWNERS[owner % len(OWNERS)]


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
            self.styles[area] = _SOLID if area in solid else _SHADES[number % len(_SHADES)]
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


def offered(m: State, d: Decision | None) -> tuple[frozenset[int], frozenset[int]]:
    """Returns the places and edges, and the entities, that the answers of a decision name, for the picture; of an
    offered call only what comes after the acting entity."""
    if d is None or d.site < 0:
        return frozenset(), frozenset()
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
    return frozenset(found["place"] | found["edge"]), frozenset(found["entity"])


def draw(
    m: State, signs: Signs, sight: Sight, possible: Collection[int] = (), marked: Collection[int] = (),
    storey: int | None = None,
) -> list[Text]:  # fmt: skip
    """Returns the lines of the board. `possible`: places that the pending question offers; `marked`: entities that it
    offers. On a board with storeys the ground is drawn, and each storey above it with something on it; before them a
    view of all storeys from above (`_*`). `storey`: draw only this one, completely."""
    if m.board_key is None:
        return []
    if table.is_table(m):
        styles = {seat: owner_style(seat) for seat in range(m.players)} | {scenes.NOBODY: NOBODY}
        return table.draw(m, signs, sight, styles, _POSSIBLE, _SHADES, marked)
    ground = Ground(m)
    filled: list[tuple[str, str]] = []

    def cell(place: int) -> str:
        content, style = _content(m, place, ground, signs, of_edges, sight, possible, marked)
        first = _HOLE + len(filled)
        pieces = list(content) if cell_len(content) == len(content) else [content[:1]]
        filled.extend((piece, style) for piece in pieces)
        return "".join(chr(first + i) for i in range(len(pieces)))

    def edge(at: int, length: int) -> str:
        if at not in possible and at not in m.occ:
            return " " * length
        content, style = _on_edge(m, at, signs, of_edges, sight, possible, marked)
        first = _HOLE + len(filled)
        filled.extend([(content, style)] * length)
        return "".join(chr(first + i) for i in range(length))

    board: Any = m.board
    of_edges = edge_signs(m)
    levels = storeys_used(m, possible) if storey is None else [storey]
    edges = {at for at in (*m.occ, *possible) if labels.kind_of(at)[0] == "edge"}
    walls = edges - {board.edge(place, board.down) for place in board.places} if board.levels > 1 else edges

    used = rows_used(m, possible)

    def is_drawn(level: int, row: int) -> bool:
        return level in (0, storey) or (level, row) in used

    def drawn(cell_text: Callable[[int], str], edge_text: Callable[[int, int], str], levels: list[int]) -> list[str]:
        if walls and not board.staggered:
            return picture.draw_box(board, cell_text, edge_text, levels, is_drawn, tight=True)
        return picture.draw(board, cell_text, levels, is_drawn)

    lines = drawn(cell, edge, levels)
    if any(_highest(m, place, possible) != place for place in board.decode(board.ground)) if len(levels) > 1 else False:
        from_above = drawn(lambda place: cell(_highest(m, place, possible)),
                           lambda at, length: edge(_any_of(board.stacked((at,)), edges), length), [0])
        lines = [_ALL + from_above[0][len(_ALL):], *from_above[1:], "", *lines]
    return [_filled(line, filled) for line in lines]


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


def storeys_used(m: State, possible: Collection[int] = ()) -> list[int]:
    """Returns the ground and the storeys above it where something is or may be put."""
    return sorted({0, *(level for level, _ in rows_used(m, possible))})


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


def _highest(m: State, ground: int, possible: Collection[int]) -> int:
    """Returns the highest place above a place of the ground where something stands or may be put; else the ground."""
    board: Any = m.board
    column = board.decode(board.column_of(1 << ground))
    return next((place for place in reversed(column) if place in m.occ or place in possible), ground)


def _any_of(stack: Sequence[int], edges: Collection[int]) -> int:
    """Returns the lowest edge of a stack where something stands; else the lowest."""
    return next((at for at in stack if at in edges), stack[0])


def _floor(m: State, place: int) -> int:
    """Returns the floor under a place, or -1 on the ground."""
    board: Any = m.board
    found: int = board.edge(place, board.down) if board.level(place) else -1
    return found


def _filled(line: str, filled: list[tuple[str, str]]) -> Text:
    """Fills the pieces into the holes of a drawn line; neighbours of the same style become one stretch."""
    pieces = [filled[ord(char) - _HOLE] if ord(char) >= _HOLE else (char, "dim") for char in line]
    runs = groupby(pieces, key=lambda piece: piece[1])
    return Text.assemble(*(("".join(text for text, _ in run), style) for style, run in runs), no_wrap=True)


def _on_edge(
    m: State, edge: int, signs: Signs, of_edges: Mapping[int, str], sight: Sight, possible: Collection[int],
    marked: Collection[int],
) -> tuple[str, str]:  # fmt: skip
    """Returns a character and a style for an edge: the sign of what stands there, or a mark if the edge is an answer.
    """
    here: list[Any] = sorted(m.occ.get(edge, ()), key=lambda e: (e not in marked, m.owner[e] is None, e))
    if here:
        chosen = here[0] in marked or edge in possible
        sign = of_edges[m.sheet[here[0]]] if m.owner[here[0]] is None else signs.of(m, here[0], sight).lstrip("*")[:1]
        return sign, _POSSIBLE if chosen else owner_style(m.owner[here[0]])
    return ("*", _POSSIBLE) if edge in possible else (" ", "dim")


def _content(
    m: State, place: int, ground: Ground, signs: Signs, of_edges: Mapping[int, str], sight: Sight,
    possible: Collection[int], marked: Collection[int],
) -> tuple[str, str]:  # fmt: skip
    """Returns at most two characters and a style for a place."""
    area = ground.of(place)
    shade = ground.styles[area] if area is not None else ""
    things = m.occ.get(place) or m.occ.get(_floor(m, place), ())
    here: list[Any] = sorted(things, key=lambda e: (e not in marked, m.owner[e] is None, e))
    if here:
        e = here[0]
        is_floor = m.at[e] != place and m.owner[e] is None and m.sheet[e] in of_edges
        sign = of_edges[m.sheet[e]] * 2 if is_floor else signs.of(m, e, sight)
        if e in marked or place in possible:
            return sign, _POSSIBLE
        return sign, f"{owner_style(m.owner[e])}{shade[shade.find(' on ') :] if shade else ''}"
    if place in possible:
        return f"{ground.signs[area] if area is not None else '<'}>", _POSSIBLE
    return (ground.shown(area), shade) if area is not None else (".", "dim")
