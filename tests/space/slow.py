"""A slow model of boards, from first principles: polygons with fractions for corners, and searches cell by cell.

It shares nothing with the code it judges: cells are pairs (x, y), two of them touch if their polygons share corners,
distances are counted by walking, and a segment meets a cell if some point of it does, found by cutting the segment at
every side.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard

Cell = tuple[int, int]
Number = int | Fraction
Point = tuple[Number, Number]
AnyBoard = SquareBoard | HexBoard


@dataclass
class Slow:
    """A board of squares or hexes. Walls are pairs of cells that share a side, of which one may not exist."""

    form: str
    width: int
    height: int
    cells: set[Cell]
    solid: set[Cell] = field(default_factory=set)
    walls: set[frozenset[Cell]] = field(default_factory=set)
    strict: bool = False
    diagonal: bool = True

    def centre(self, cell: Cell) -> Point:
        """Squares have sides of length 2. Hexes are 2 wide, their rows 3 apart: the plane is stretched, so that the
        true square of a length is (3 dx dx + dy dy) / 4 sides."""
        x, y = cell
        if self.form == "square":
            return 2 * x + 1, 2 * y + 1
        return 2 * x + 1 + y % 2, 3 * y + 2

    def polygon(self, cell: Cell) -> list[Point]:
        """The corners in order round the cell."""
        x, y = self.centre(cell)
        if self.form == "square":
            offsets = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        else:
            offsets = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
        return [(x + a, y + b) for a, b in offsets]

    def square_length(self, a: Point, b: Point) -> Number:
        """The square of the true length, up to a factor."""
        dx, dy = a[0] - b[0], a[1] - b[1]
        return dx * dx * (1 if self.form == "square" else 3) + dy * dy

    def rectangle(self) -> list[Cell]:
        """All cells of all rows, existing or not."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def around(self, cell: Cell) -> list[Cell]:
        """Cells near enough to touch, existing or not."""
        x, y = cell
        return [(i, j) for j in range(y - 1, y + 2) for i in range(x - 1, x + 2) if (i, j) != cell]

    def shared(self, a: Cell, b: Cell) -> set[Point]:
        """The corners that two cells share."""
        return set(self.polygon(a)) & set(self.polygon(b))

    def touch(self, a: Cell, b: Cell) -> bool:
        """Do they share a side, or a corner where that counts?"""
        return a != b and len(self.shared(a, b)) >= (1 if self.diagonal else 2)

    def touching(self, cell: Cell) -> set[Cell]:
        """The existing cells that touch."""
        return {c for c in self.around(cell) if c in self.cells and self.touch(cell, c)}

    def _connected(self, a: Cell, b: Cell, barred: Iterable[Cell]) -> bool:
        """Can one go from a to b among the cells round their common corner, over no wall and through none barred?"""
        (corner,) = self.shared(a, b)
        ring = {c for c in {a, b, *self.around(a), *self.around(b)} if corner in self.polygon(c)} - set(barred)
        seen, todo = {a}, [a]
        while todo:
            here = todo.pop()
            for c in ring - seen:
                if len(self.shared(here, c)) == 2 and frozenset((here, c)) not in self.walls:
                    seen.add(c)
                    todo.append(c)
        return b in seen

    def near(self, cell: Cell) -> set[Cell]:
        """Where one step may lead."""
        out = set()
        for c in self.touching(cell):
            if cell in self.solid or c in self.solid:
                continue
            common = self.shared(cell, c)
            if len(common) == 2:
                fine = frozenset((cell, c)) not in self.walls
            elif self.strict:
                (corner,) = common
                beside = {b for b in self.around(cell) if corner in self.polygon(b)}
                fine = not beside & self.solid and not any(corner in self.shared(*wall) for wall in self.walls)
            else:
                fine = self._connected(cell, c, ())
            if fine:
                out.add(c)
        return out

    def joined(self, cell: Cell) -> set[Cell]:
        """Touching cells that nothing parts."""
        out = set()
        for c in self.touching(cell):
            if cell in self.solid or c in self.solid:
                continue
            if len(self.shared(cell, c)) == 2:
                fine = frozenset((cell, c)) not in self.walls
            else:
                fine = self._connected(cell, c, self.solid - {cell, c})
            if fine:
                out.add(c)
        return out

    def steps(self, start: Cell, step: Callable[[Cell], Iterable[Cell]]) -> dict[Cell, int]:
        """Steps to every cell, breadth first."""
        found, ring = {start: 0}, [start]
        while ring:
            following = []
            for here in ring:
                for c in step(here):
                    if c not in found:
                        found[c] = found[here] + 1
                        following.append(c)
            ring = following
        return found

    def distances(self, cell: Cell) -> dict[Cell, int]:
        """Steps as if all cells of the rows existed and nothing stood in the way."""
        whole = Slow(self.form, self.width, self.height, set(self.rectangle()), diagonal=self.diagonal)
        return self.steps(cell, whole.touching)


def meets(a: Point, b: Point, polygon: list[Point]) -> str:
    """How a segment meets a convex polygon, by testing points of it: where it passes the line of any side, and one
    point between each two of these."""
    if beside(a, b, polygon):
        return "apart"
    cuts = {Fraction(0), Fraction(1)}
    for c, d in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        f, g = cross(c, d, a), cross(c, d, b)
        if f != g and 0 <= Fraction(f, f - g) <= 1:
            cuts.add(Fraction(f, f - g))
    ordered = sorted(cuts)
    ordered += [(s + t) / 2 for s, t in pairwise(ordered)]
    best = "apart"
    for t in ordered:
        point = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
        signs = {sign(cross(c, d, point)) for c, d in zip(polygon, polygon[1:] + polygon[:1], strict=True)}
        if len(signs) == 1 and 0 not in signs:
            return "crossing"
        if not {1, -1} <= signs:
            best = "touching"
    return best


def beside(a: Point, b: Point, points: list[Point]) -> bool:
    """Do all points lie beyond the least upright rectangle round a segment, to one side of it?"""
    return any(max(p[i] for p in points) < min(a[i], b[i]) or min(p[i] for p in points) > max(a[i], b[i])
               for i in (0, 1))


def cross(a: Point, b: Point, c: Point) -> Number:
    """Twice the area of a triangle, with its sign."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def sign(value: Number) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


def passes(a: Point, b: Point, c: Point, d: Point) -> Fraction | None:
    """How far along a to b it goes from one side of the segment c to d to the other through an inner point, if it
    does."""
    det = cross(c, d, b) - cross(c, d, a)
    if det == 0 or beside(a, b, [c, d]):
        return None
    t = Fraction(-cross(c, d, a), det)
    point = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
    longer = 0 if c[0] != d[0] else 1
    u = Fraction(point[longer] - c[longer], d[longer] - c[longer])
    return t if 0 < t < 1 and 0 < u < 1 else None


def random_pair(rnd: random.Random, form: str, *, holes: float = 0.1, solid: float = 0.15,
                walls: float = 0.1) -> tuple[Slow, AnyBoard]:
    """A random board, in the slow model and as it is."""
    slow = Slow(form, rnd.randint(1, 9), rnd.randint(1, 9), set(), strict=rnd.random() < 0.5,
                diagonal=form == "hex" or rnd.random() < 0.8)
    slow.cells = {c for c in slow.rectangle() if rnd.random() >= holes} or {(0, 0)}
    slow.solid = {c for c in sorted(slow.cells) if rnd.random() < solid}
    sides = {frozenset((a, b)) for a in sorted(slow.cells) for b in slow.around(a) if len(slow.shared(a, b)) == 2}
    slow.walls = {side for side in sorted(sides, key=sorted) if rnd.random() < walls}
    return slow, real(slow)


def real(slow: Slow) -> AnyBoard:
    """The board that a slow one describes."""
    def bits(cells: Iterable[Cell]) -> int:
        return sum(1 << (y + 1) * (slow.width + 2) + x + 1 for x, y in cells)

    plain: AnyBoard
    if slow.form == "hex":
        plain = HexBoard(slow.width, slow.height, bits(slow.cells))
    else:
        plain = SquareBoard(slow.width, slow.height, bits(slow.cells), diagonal="one" if slow.diagonal else "none",
                            corners="strict" if slow.strict else "free")
    edges = {frozenset(cells_of_edge(plain, edge)): edge for edge in plain.edges()}
    return plain.changed(solid=bits(slow.solid), blocked_edges=[edges[wall] for wall in slow.walls])


def cell_of(board: AnyBoard, place: int) -> Cell:
    """The pair of a place, border places too."""
    return place % board.stride - 1, place // board.stride - 1


def cells_of(board: AnyBoard, bits: int) -> set[Cell]:
    """The pairs of a set of places."""
    return {cell_of(board, place) for place in range(bits.bit_length()) if bits >> place & 1}


def cells_of_edge(board: AnyBoard, edge: int) -> tuple[Cell, Cell]:
    """The pairs of both sides of an edge."""
    one, other = board.sides(edge)
    return cell_of(board, one), cell_of(board, other)


def place_of(board: AnyBoard, cell: Cell) -> int:
    """The place of a pair, existing or not."""
    return (cell[1] + 1) * board.stride + cell[0] + 1
