"""Finds room: a spot in all of some areas, the one nearest to another spot, or several by a stream of random numbers.

Boxes are asked whether they lie in an area or outside, and quartered while this is not known. The centre of each box
is tested exactly, so what is found is always legal. Room that is narrower than the grain may be missed; then the
spots are tried where two boundaries cross (`tight`). What was proven to be empty is told apart from what was not
found.

Separate because nothing here knows what an area is made of. No chance of a match, no clock and no order of a hash
takes part: the same question has the same answer in every process.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.space.plane.charges import Charge, free
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import pose
from rulewright.space.plane.streams import Stream
from rulewright.space.plane.terms import IN, OUT, Common, Near, Single, Term, Union, conditions, half_diagonal
from rulewright.space.plane.tight import thin_spots, tight_spots

MOST_BOXES: Final = 20_000
"""After this many boxes a search gives up."""
FEW: Final = 24
"""Where fewer spots were found, room may be a line."""
_ROOT: Final = 10  # the weight of a box to begin with: of a narrow table there are many
_QUARTERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))

Test = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a search looks: an upright rectangle, and how finely."""

    left: int
    top: int
    right: int
    bottom: int
    grain: int = 250

    def roots(self) -> list[tuple[int, int, int]]:
        """Squares that cover the rectangle, as x, y and half the side, a power of two: so all centres are whole."""
        width, height = self.right - self.left, self.bottom - self.top
        half = 1
        while 2 * half < min(width, height):
            half *= 2
        across, down = max(1, -(-width // (2 * half))), max(1, -(-height // (2 * half)))
        return [(self.left + half + 2 * half * i, self.top + half + 2 * half * j, half)
                for j in range(down) for i in range(across)]  # fmt: skip


@dataclass(slots=True)
class Search:
    """What a search came to.

    Attributes:
        spot: what was found.
        boxes: how many boxes were asked.
        proven: if nothing was found, whether there is nothing.
    """

    spot: Xy | None = None
    boxes: int = 0
    proven: bool = True


def witness(terms: Sequence[Term], extent: Extent, test: Test | None = None, most: int = MOST_BOXES) -> Search:
    """The first spot in all terms for which the test is true, in a fixed order: large boxes come before small ones."""
    search = Search()
    todo = deque((x, y, half, tuple(conditions(terms))) for x, y, half in extent.roots())
    dropped: list[tuple[int, int, int, tuple[Term, ...]]] = []
    while todo:
        box = todo.popleft()
        search.boxes += 1
        if search.boxes > most:
            search.proven = False
            return search
        left = _left(box)
        if left is None:
            continue
        found = _tried(box, left, test)
        if found is not None:
            search.spot = found
            return search
        x, y, half, _ = box
        if half == 1:
            continue  # all its spots were tried
        if 2 * half <= extent.grain:
            search.proven = False
            dropped.append((x, y, half, left))
            continue
        half //= 2
        todo.extend((x + dx * half, y + dy * half, half, left) for dx, dy in _QUARTERS)
    if dropped:
        for x, y in tight_spots(dropped):
            if _legal((x, y), terms, test):
                search.spot = (x, y)
                return search
    return search


_Box = tuple[int, int, int, tuple[Term, ...]]


def _left(box: _Box, charge: Charge = free) -> tuple[Term, ...] | None:
    """The terms that are not known to hold everywhere in a box, None if one holds nowhere."""
    x, y, half, terms = box
    h = half_diagonal(half)
    left = []
    weight = 0
    for term in terms:
        weight += term.box_weight
        answer = term.ask(x, y, h)
        if answer == OUT:
            charge(weight)
            return None
        if answer != IN:
            left.append(term)
    charge(weight)
    return tuple(left)


def _tried(box: _Box, left: tuple[Term, ...], test: Test | None) -> Xy | None:
    """The centre of a box, one of four more spots of a box that lies in all terms, or any of a smallest box."""
    x, y, half, _ = box
    if half == 1:
        return next((spot for spot in _nine(x, y) if _legal(spot, left, test)), None)
    if _legal((x, y), left, test):
        return x, y
    if not left and test is not None:
        for dx, dy in _QUARTERS:
            p, q = x + dx * half * 3 // 4, y + dy * half * 3 // 4
            if test(p, q):
                return p, q
    return None


def _nine(x: int, y: int) -> list[Xy]:
    """All spots of a smallest box."""
    return [(x + dx, y + dy) for dy in (0, -1, 1) for dx in (0, -1, 1)]


def _legal(spot: Xy, terms: Sequence[Term], test: Test | None) -> bool:
    x, y = spot
    return all(term.holds(x, y) for term in terms) and (test is None or test(x, y))


def nearest(terms: Sequence[Term], extent: Extent, goal: Xy, test: Test | None = None,
            most: int = MOST_BOXES) -> Search:  # fmt: skip
    """A spot in all terms that is as near to a goal as boxes tell, to the grain; ties by position.

    The spots tried are the centres of boxes, their points nearest to the goal, and where boundaries cross.
    """
    search = Search()
    best = -1
    order = 0
    todo: list[tuple[int, int, _Box]] = []
    dropped: list[_Box] = []
    for x, y, half in extent.roots():
        todo.append((_beyond(goal, x, y, half), order, (x, y, half, tuple(conditions(terms)))))
        order += 1
    heapq.heapify(todo)
    while todo:
        far, _, box = heapq.heappop(todo)
        if best >= 0 and far >= best:
            break
        search.boxes += 1
        if search.boxes > most:
            search.proven = False
            break
        left = _left(box)
        if left is None:
            continue
        x, y, half, _ = box
        inside = (min(max(goal[0], x - half), x + half), min(max(goal[1], y - half), y + half))
        for p, q in _nine(x, y) if half == 1 else (inside, (x, y)):
            there = (p - goal[0]) ** 2 + (q - goal[1]) ** 2
            if (best < 0 or there < best) and _legal((p, q), left, test):
                best, search.spot = there, (p, q)
        if half == 1 or (not left and test is None):
            continue
        if 2 * half <= extent.grain:
            search.proven = False
            dropped.append((x, y, half, left))
            continue
        half //= 2
        for dx, dy in _QUARTERS:
            p, q = x + dx * half, y + dy * half
            far = _beyond(goal, p, q, half)
            if best < 0 or far < best:
                heapq.heappush(todo, (far, order, (p, q, half, left)))
                order += 1
    for x, y in tight_spots(dropped):
        there = (x - goal[0]) ** 2 + (y - goal[1]) ** 2
        if (best < 0 or there < best) and _legal((x, y), terms, test):
            best, search.spot = there, (x, y)
    return search


def _beyond(goal: Xy, x: int, y: int, half: int) -> int:
    """The squared distance of a spot from a box."""
    dx, dy = max(0, abs(goal[0] - x) - half), max(0, abs(goal[1] - y) - half)
    return dx * dx + dy * dy


def spread(terms: Sequence[Term], extent: Extent, n: int) -> list[Xy]:
    """Up to n spots in all terms, spread over the room that there is, in a fixed order: centres of boxes."""
    found: list[Xy] = []
    todo = deque((x, y, half, tuple(conditions(terms))) for x, y, half in extent.roots())
    while todo and len(found) < n:
        box = todo.popleft()
        left = _left(box)
        if left is None:
            continue
        x, y, half, _ = box
        if all(term.holds(x, y) for term in left):
            found.append((x, y))
        if 2 * half > extent.grain and half >= 2:
            half //= 2
            todo.extend((x + dx * half, y + dy * half, half, left) for dx, dy in _QUARTERS)
    return found


def walked(terms: Sequence[Term], extent: Extent, charge: Charge = free, turns: tuple[int, ...] = ()
           ) -> Iterator[int | None]:  # fmt: skip
    """The poses that lie in all terms, in a fixed order, each at most once; None for a box that was asked and gives
    none. First the single ones that terms are made of. Then, turn by turn (those that are said, else those in which
    terms say that room is looked for), the centres of boxes, large ones before small ones and down to the grain, then
    where boundaries cross; where all that gave few, spots on boundaries. The weight of what is gone through is charged
    before it is."""
    turns = turns or Common(terms).turns() or (0,)
    given: set[int] = set()
    for place in sorted({one for term in terms for turn in turns for one in _single(term, turn)}):
        charge(sum([term.spot_weight for term in terms]))
        if all(term.has(place) for term in terms):
            given.add(place)
            yield place
    for turn in turns:
        yield from _in_turn([term.turned(turn) for term in terms], turn, given, extent, charge)


def _in_turn(terms: Sequence[Term], turn: int, given: set[int], extent: Extent, charge: Charge) -> Iterator[int | None]:
    """The poses of one turn, but for those that were given."""
    simple = tuple(conditions(terms))
    roots = extent.roots()
    charge(_ROOT * len(roots) + sum([term.box_weight + term.spot_weight for term in simple]))
    todo = deque([(x, y, half, simple) for x, y, half in roots])
    dropped: list[_Box] = []
    few = len(given) + FEW

    def new(spot: Xy, left: Sequence[Term]) -> int | None:
        place = pose(*spot, turn)
        if place in given or not _legal(spot, left, None):
            return None
        given.add(place)
        return place

    while todo:
        box = todo.popleft()
        left = _left(box, charge)
        if left is None:
            yield None
            continue
        x, y, half, _ = box
        for spot in _nine(x, y) if half == 1 else ((x, y),):
            charge(sum([term.spot_weight for term in left]))
            yield new(spot, left)
        if half == 1:
            continue
        if 2 * half <= extent.grain:
            if left:
                dropped.append((x, y, half, left))
            continue
        half //= 2
        todo.extend((x + dx * half, y + dy * half, half, left) for dx, dy in _QUARTERS)
    whole = sum([term.spot_weight for term in simple])
    for spot in tight_spots(dropped, charge) if dropped else ():
        charge(whole)
        found = new(spot, simple)
        if found is not None:
            yield found
    if dropped and len(given) < few:
        for spot in thin_spots(dropped, charge):
            charge(whole)
            found = new(spot, simple)
            if found is not None:
                yield found


def _single(term: Term, turn: int) -> Iterator[int]:
    """The single poses that a term is made of, of a spot that one in a turn: no box of any size would hit them."""
    if isinstance(term, Union | Common):
        for one in term.terms:
            yield from _single(one, turn)
    elif isinstance(term, Single):
        yield term.place
    elif isinstance(term, Near) and not term.reach:
        yield from (pose(*part[0], turn) for part in term.shape.parts if len(part) == 1)


def propose(terms: Sequence[Term], extent: Extent, n: int, stream: Stream, test: Test | None = None,
            most: int = MOST_BOXES) -> list[Xy]:  # fmt: skip
    """Up to n different spots in all terms for which the test is true, drawn by a stream of the caller."""
    found: dict[Xy, None] = {}
    left = most
    for _ in range(2 * n):
        if len(found) >= n or left <= 0:
            break
        for spot in _wander(tuple(conditions(terms)), extent, stream, test):
            left -= 1
            if spot is not None:
                found.setdefault(spot)
                break
            if left <= 0:
                break
        else:
            break
    return list(found)


def _wander(terms: tuple[Term, ...], extent: Extent, stream: Stream, test: Test | None) -> Iterator[Xy | None]:
    """Walks into boxes in the order of a stream, and tries a spot of each that the stream draws."""
    todo = [(x, y, half, terms) for x, y, half in stream.shuffled(extent.roots())]
    while todo:
        box = todo.pop()
        left = _left(box)
        if left is None:
            yield None
            continue
        x, y, half, _ = box
        p, q = x - half + stream.below(2 * half + 1), y - half + stream.below(2 * half + 1)
        yield (p, q) if _legal((p, q), left, test) else None
        if not left and test is None:
            continue
        if 2 * half > extent.grain and half >= 2:
            half //= 2
            for dx, dy in stream.shuffled(_QUARTERS):
                todo.append((x + dx * half, y + dy * half, half, left))
