"""Chance as a test dictates it: every die gives what was written down for it, every shuffle the order that was.

Separate because a match takes any source of chance, and this one must say what it lacked.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.play.chance import Chance

# The names by which a test may mean an entity: the one that it gave, its sheet.
Names = Callable[[int], tuple[str, ...]]

# The events that are running, and the classes of each before it, outermost first.
Around = Callable[[], tuple[str, ...]]

# A die, and the event in which it is rolled ("": wherever).
Key = tuple[str, str]


class Undictated(Exception):
    """Chance was asked for what the test did not say."""


class OutOfDice(Undictated):
    """More was rolled than dictated: `die`, and how many were `given`."""

    def __init__(self, die: str, given: int) -> None:
        super().__init__(die)
        self.die = die
        self.given = given


class TooHigh(Undictated):
    """One of `faces` things is to be rolled, and the dictated `number` (from 1) is more than that."""

    def __init__(self, number: int, faces: int) -> None:
        super().__init__(number)
        self.number = number
        self.faces = faces


class NotThere(Undictated):
    """What an order names is not in the `zone` (a code) that is shuffled; there are `items`."""

    def __init__(self, name: str, zone: int, items: tuple[int, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.zone = zone
        self.items = items


class Dictated:
    """Numbers from 0 by die and the event that they are rolled in (""; wherever), in order, None where any will do; and
    orders by zone (its code). With a `seed` dice that are not dictated at all, and shuffles that are not, come from a
    generator; without one a shuffle leaves things as they lie."""

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
        """The next number of a die. Raises OutOfDice, and TooHigh for one of a set that is smaller."""
        key = self._key(die)
        if self.generator is not None and key not in self.dice:
            return self.generator.draw(faces, stream, die)
        if not die:
            return faces - 1              # a shuffle that exchanges each with itself
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
        """Where the numbers of a die stand now: with the innermost event that has some of its own."""
        special = {around for name, around in self.dice if name == die and around}
        if special:
            for event in reversed(self.around()):
                if event in special:
                    return die, event
        return die, ""

    def shuffled(self, items: list[int], zone: int) -> list[int]:
        """The things of a zone: first those that the next order of the zone names, then the others as they lie. Once
        the orders are used up, as without any. Raises NotThere."""
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
        """What was dictated and not rolled."""
        given = ((key, numbers) for key, numbers in self.dice.items() if numbers is not None)
        return {key: numbers[self.taken[key]:] for key, numbers in given if self.taken[key] < len(numbers)}

    def unused(self) -> dict[int, int]:
        """By zone, how many orders no shuffle asked for."""
        left = {zone: len(orders) - self.shuffles[zone] for zone, orders in self.orders.items()}
        return {zone: count for zone, count in left.items() if count}

    def copy(self) -> Dictated:
        """The same to come, independent from now on."""
        made = Dictated(self.dice, None, self.orders)
        made.names, made.around = self.names, self.around
        made.taken, made.shuffles = dict(self.taken), dict(self.shuffles)
        made.generator = None if self.generator is None else self.generator.copy()
        made.any = self.any.copy()
        return made


def told(key: Key) -> str:
    """A die as `dice` of a test writes it."""
    die, around = key
    return f"{die} in {around}" if around else die
