"""An index of shapes by location, so that a test at one pose only needs to look at its neighbours.

Separate because it decides nothing: it returns all shapes that come near a rectangle and some that do not, and every
one of them is then tested exactly. Shapes are ordered by their numbers, never by a hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.space.plane.shapes import Shape, box_of

BITS = 12
"""A bucket is 4.096 inches square."""
MOST_BUCKETS = 4096


class Buckets:
    """Numbered shapes."""

    __slots__ = ("_boxes", "_found", "_wide", "shapes")

    def __init__(self, shapes: Mapping[int, Shape]) -> None:
        self.shapes: dict[int, Shape] = {}
        self._boxes: dict[int, tuple[int, int, int, int]] = {}
        self._found: dict[tuple[int, int], list[int]] = {}
        self._wide: set[int] = set()  # shapes in so many buckets that they count as being in all
        for number, shape in shapes.items():
            self.put(number, shape)

    def copy(self) -> Buckets:
        """A copy to which other shapes can be added."""
        made = Buckets({})
        made.shapes, made._boxes, made._wide = dict(self.shapes), dict(self._boxes), set(self._wide)
        made._found = {key: list(numbers) for key, numbers in self._found.items()}
        return made

    def put(self, number: int, shape: Shape) -> None:
        """Adds a shape, or moves it."""
        if number in self.shapes:
            self.remove(number)
        self.shapes[number] = shape
        box = self._boxes[number] = box_of(shape)
        if _count(box) > MOST_BUCKETS:
            self._wide.add(number)
            return
        for key in _keys(box):
            self._found.setdefault(key, []).append(number)

    def remove(self, number: int) -> None:
        """Removes a shape."""
        del self.shapes[number]
        box = self._boxes.pop(number)
        if number in self._wide:
            self._wide.discard(number)
            return
        for key in _keys(box):
            self._found[key].remove(number)
            if not self._found[key]:
                del self._found[key]

    def near(self, shape: Shape, length: int = 0) -> list[int]:
        """The numbers of all shapes whose rectangle is within a length of that of a shape, ascending."""
        left, top, right, bottom = box_of(shape)
        left, top, right, bottom = left - length, top - length, right + length, bottom + length
        first, last, high, low = left >> BITS, right >> BITS, top >> BITS, bottom >> BITS
        buckets = self._found
        if (last - first + 1) * (low - high + 1) > max(16, len(buckets)):
            numbers: Iterable[int] = self.shapes
        elif first == last and high == low and not self._wide:
            numbers = buckets.get((first, high), ())
        else:
            met = set(self._wide)
            for i in range(first, last + 1):
                for j in range(high, low + 1):
                    if (i, j) in buckets:
                        met.update(buckets[i, j])
            numbers = met
        boxes = self._boxes
        found = []
        for number in numbers:
            a, b, c, d = boxes[number]
            if a <= right and c >= left and b <= bottom and d >= top:
                found.append(number)
        if len(found) > 1:
            found.sort()
        return found


def _keys(box: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    left, top, right, bottom = (one >> BITS for one in box)
    return [(i, j) for j in range(top, bottom + 1) for i in range(left, right + 1)]


def _count(box: tuple[int, int, int, int]) -> int:
    left, top, right, bottom = (one >> BITS for one in box)
    return (right - left + 1) * (bottom - top + 1)
