"""Dictated randomness: every die gives the numbers, and every shuffle the order, that the test states.

Separate because a match takes any source of randomness, and this one must report what it lacks.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.play.chance import Chance

# The names by which a test may refer to an entity: the one that it gave, and its sheet.
Names = Callable[[int], tuple[str, ...]]

# The events that are running, and the classes of each before it, outermost first.
Around = Callable[[], tuple[str, ...]]

# A die, and the event in which it is rolled ("": any).
Key = tuple[str, str]


class Undictated(Exception):
    """A random result is needed that the test does not state."""


class OutOfDice(Undictated):
    """More rolls than dictated: `die`, and how many numbers were `given`."""

    def __init__(self, die: str, given: int) -> None:
        super().__init__(die)
        self.die = die
        self.given = given


class TooHigh(Undictated):
    """One of `faces` things is to be rolled, but the dictated `number` (from 1) is greater."""

    def __init__(self, number: int, faces: int) -> None:
        super().__init__(number)
        self.number = number
        self.faces = faces


class NotThere(Undictated):
    """An order names a thing that is not in the shuffled `zone` (a code), which contains `items`."""

    def __init__(self, name: str, zone: int, items: tuple[int, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.zone = zone
        self.items = items


class Dictated:
    """Dictated numbers (from 0) by die and the event in which it is rolled ("": any), in order, None where any number
    will do; and dictated orders by zone (its code). With a `seed`, dice and shuffles that are not dictated use a
    generator. Without one, a shuffle leaves things in their order."""

    def __init__(
        self, dice: Mapping[Key, tuple[int, ...] | None], seed: int | None = None,
        orders: Mapping[int, list[tuple[str, ...]]] | None = None,
    ) -> None:  # fmt: skip
        self.dice = dice
        self.orders = orders or {}
        self.names: Names = lambda e: ()
        self.around: Around = lambda: ()
        self.taken = dict.fromkeys(dice, 0)
        self.shuffles = dict.fromkeys(self.orders, 0)
        self.generator = None if seed is None else Chance(seed)
        self.any = Chance(seed or 0)

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        """The next number of a die. Raises OutOfDice, and TooHigh if a set is smaller than the number."""
        key = self._key(die)
        if self.generator is not None and key not in self.dice:
            return self.generator.draw(faces, stream, die)
        if not die:
            return faces - 1              # a shuffle that swaps each thing with itself
        given = self.dice.get(key, ())
        if given is None:
            return self.any.draw(faces, stream, die)
        taken = self.taken.get(key, 0)
        if taken >= len(given):
            raise OutOfDice(told(key), len(given))
        self.taken[key] = taken + 1
        if given[taken] >= faces:
            raise TooHigh(given[taken] + 1, faces)
        return given[taken]

    def _key(self, die: str) -> Key:
        """The key of the numbers that a die uses now: the innermost event that has its own numbers."""
        special = {around for name, around in self.dice if name == die and around}
        if special:
            for event in reversed(self.around()):
                if event in special:
                    return die, event
        return die, ""

    def shuffled(self, items: list[int], zone: int) -> list[int]:
        """The things of a zone: first those that the zone's next order names, then the others in their order. Without
        orders left, as without any. Raises NotThere."""
        orders = self.orders.get(zone, [])
        taken = self.shuffles.get(zone, 0)
        if taken >= len(orders):
            return list(items) if self.generator is None else self.generator.shuffled(items, zone)
        self.shuffles[zone] = taken + 1
        left, first = list(items), []
        for name in orders[taken]:
            e = next((x for x in left if name in self.names(x)), None)
            if e is None:
                raise NotThere(name, zone, tuple(left))
            left.remove(e)
            first.append(e)
        return first + left

    def left(self) -> dict[Key, tuple[int, ...]]:
        """The dictated numbers that were not rolled."""
        given = ((key, numbers) for key, numbers in self.dice.items() if numbers is not None)
        return {key: numbers[self.taken[key]:] for key, numbers in given if self.taken[key] < len(numbers)}

    def unused(self) -> dict[int, int]:
        """By zone, the number of orders that no shuffle used."""
        left = {zone: len(orders) - self.shuffles[zone] for zone, orders in self.orders.items()}
        return {zone: count for zone, count in left.items() if count}

    def copy(self) -> Dictated:
        """An independent copy with the same results to come."""
        made = Dictated(self.dice, None, self.orders)
        made.names, made.around = self.names, self.around
        made.taken, made.shuffles = dict(self.taken), dict(self.shuffles)
        made.generator = None if self.generator is None else self.generator.copy()
        made.any = self.any.copy()
        return made


def told(key: Key) -> str:
    """A die in the form of `dice` in a test."""
    die, around = key
    return f"{die} in {around}" if around else die
