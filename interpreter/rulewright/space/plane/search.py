"""Finds room: the poses that lie in all of some areas, in a fixed order.

Each box is tested for being in an area or outside, and quartered while this is not known. The centre of each box is
tested exactly, so every result is legal. Room that is narrower than the grain may be missed; then the spots where two
boundaries cross are tried (`tight`).

Separate because nothing here knows what an area is made of. It uses no randomness of a match, no clock and no order of
a hash: the same search has the same result in every process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.space.plane.charges import Charge, free
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import on_plane, pose
from rulewright.space.plane.terms import IN, OUT, Common, Near, Single, Term, Union, conditions, half_diagonal
from rulewright.space.plane.tight import thin_spots, tight_spots

FEW: Final = 24
"""If fewer spots were found, the room may be a line."""
_PARTS: Final = 1 << 10
_MANY: Final = 8  # terms that are worth being compared with a disc
_ROOT: Final = 10  # the initial weight of a box: a narrow table has many
_QUARTERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a search looks: an upright rectangle, and how finely."""

    left: int
    top: int
    right: int
    bottom: int
    grain: int = 250

    def roots(self, begin: int = 0) -> list[tuple[int, int, int]]:
        """Squares that cover the rectangle, as x, y and half the side: half the grain, doubled again and again. So all
        centres are multiples of half a grain, from the left top: people read them. The first square begins there, or to
        the left of it and above by the shares of the rectangle that `begin` encodes, in steps of half a grain."""
        width, height = self.right - self.left, self.bottom - self.top
        half = max(1, min(self.grain, width, height) // 2)
        if begin:
            left, above = (begin & _PARTS - 1) * width // _PARTS, (begin // _PARTS & _PARTS - 1) * height // _PARTS
            return Extent(self.left - left // half * half, self.top - above // half * half, self.right, self.bottom,
                          self.grain).roots()  # fmt: skip
        while 2 * half < min(width, height):
            half *= 2
        across, down = max(1, -(-width // (2 * half))), max(1, -(-height // (2 * half)))
        return [(self.left + half + 2 * half * i, self.top + half + 2 * half * j, half)
                for j in range(down) for i in range(across)]  # fmt: skip


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


def _nine(x: int, y: int) -> list[Xy]:
    """All spots of a smallest box."""
    return [(x + dx, y + dy) for dy in (0, -1, 1) for dx in (0, -1, 1)]


def _legal(spot: Xy, terms: Sequence[Term], charge: Charge) -> bool:
    """Whether a spot lies in some terms. Only the tests that run are charged: most spots fail at the first."""
    for term in terms:
        charge(term.spot_weight)
        if not term.holds(*spot):
            return False
    return True


def walked(terms: Sequence[Term], extent: Extent, charge: Charge = free, turns: tuple[int, ...] = (), begin: int = 0
           ) -> Iterator[int | None]:  # fmt: skip
    """The poses that lie in all terms, in a fixed order for each `begin`, without duplicates; None for a box that was
    tested without result. First come the single poses that terms are made of. Then, turn by turn (the given turns, else
    those that terms suggest), the centres of boxes, large ones before small ones and down to the grain, then spots
    where boundaries cross; if all that found few, spots on boundaries. The weight of each step is charged before it. A
    caller who needs one of many takes a random `begin` (up to 2^20): then the boxes lie elsewhere, and another of the
    single poses is the first."""
    turns = turns or Common(terms).turns() or (0,)
    given: set[int] = set()
    single = sorted({one for term in terms for turn in turns for one in _single(term, turn)})
    for place in (*single[begin % max(1, len(single)) :], *single[: begin % max(1, len(single))]):
        charge(sum([term.spot_weight for term in terms]))
        if all(term.has(place) for term in terms):
            given.add(place)
            yield place
    for turn in turns:
        yield from _in_turn([term.turned(turn) for term in terms], turn, given, extent, charge, begin)


def _in_the_disc(terms: tuple[Term, ...], charge: Charge) -> tuple[Term, ...]:
    """The terms without those that hold in all of the smallest disc round one of them: most obstacles are too far away
    to matter, and no box has to find that out."""
    discs = [term.disc() for term in terms if isinstance(term, Near)]
    if len(terms) < _MANY or not discs:
        return terms
    x, y, radius = min(discs, key=lambda disc: disc[2])
    charge(sum([term.box_weight for term in terms]))
    return tuple([term for term in terms if term.ask(x, y, radius) != IN])


def _in_turn(terms: Sequence[Term], turn: int, given: set[int], extent: Extent, charge: Charge, begin: int
             ) -> Iterator[int | None]:  # fmt: skip
    """The poses of one turn, except those that were returned already."""
    simple = _in_the_disc(tuple(conditions(terms)), charge)
    roots = extent.roots(begin)
    charge(_ROOT * len(roots) + sum([term.box_weight + term.spot_weight for term in simple]))
    todo = deque([(x, y, half, simple) for x, y, half in roots])
    dropped: list[_Box] = []
    few = len(given) + FEW

    def new(spot: Xy, left: Sequence[Term]) -> int | None:
        if not on_plane(*spot):  # boxes may reach far past a large table
            return None
        place = pose(*spot, turn)
        if place in given or not _legal(spot, left, charge):
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
            yield new(spot, left)
        if half == 1:
            continue
        if 2 * half <= extent.grain:
            if left:
                dropped.append((x, y, half, left))
            continue
        half //= 2
        todo.extend((x + dx * half, y + dy * half, half, left) for dx, dy in _QUARTERS)
    for spot in tight_spots(dropped, charge) if dropped else ():
        found = new(spot, simple)
        if found is not None:
            yield found
    if dropped and len(given) < few:
        for spot in thin_spots(dropped, charge):
            found = new(spot, simple)
            if found is not None:
                yield found


def _single(term: Term, turn: int) -> Iterator[int]:
    """The single poses that a term is made of, for a spot in the given turn: no box of any size would hit them."""
    if isinstance(term, Union | Common):
        for one in term.terms:
            yield from _single(one, turn)
    elif isinstance(term, Single):
        yield term.place
    elif isinstance(term, Near) and not term.reach:
        yield from (pose(*part[0], turn) for part in term.shape.parts if len(part) == 1)
