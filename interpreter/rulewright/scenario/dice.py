"""Chance as a test dictates it: every die gives what was written down for it, and shuffling leaves things as they lie.

A module of its own because a match takes any source of chance, and this one must say what it lacked.
"""
from __future__ import annotations

from collections.abc import Mapping

from rulewright.play.chance import Chance


class OutOfDice(Exception):
    """More was rolled than dictated: `die`, and how many were `given`."""

    def __init__(self, die: str, given: int) -> None:
        super().__init__(die)
        self.die = die
        self.given = given


class Dictated:
    """Numbers from 0 by die, in order. With a `seed` dice that are not dictated at all come from a generator."""

    def __init__(self, dice: Mapping[str, tuple[int, ...]], seed: int | None = None) -> None:
        self.dice = dice
        self.taken = dict.fromkeys(dice, 0)
        self.generator = None if seed is None else Chance(seed)

    def draw(self, faces: int, stream: str = "dice", die: str = "") -> int:
        """The next number of a die. Raises OutOfDice."""
        if self.generator is not None and (stream != "dice" or die not in self.dice):
            return self.generator.draw(faces, stream, die)
        if stream != "dice":
            return faces - 1              # a shuffle that exchanges each with itself
        given = self.dice.get(die, ())
        taken = self.taken.get(die, 0)
        if taken >= len(given):
            raise OutOfDice(die, len(given))
        self.taken[die] = taken + 1
        return given[taken]

    def left(self) -> dict[str, tuple[int, ...]]:
        """What was dictated and not rolled."""
        return {die: numbers[self.taken[die]:] for die, numbers in self.dice.items() if self.taken[die] < len(numbers)}

    def copy(self) -> Dictated:
        """The same numbers to come, independent from now on."""
        made = Dictated(self.dice)
        made.taken = dict(self.taken)
        made.generator = None if self.generator is None else self.generator.copy()
        return made
