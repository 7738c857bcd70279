"""What texts call where a number, and not the length of the text, decides how much is done.

A stage of its own because packs are not trusted: one line may multiply a number in every round of a loop, or count to
a thousand million. Ordinary games stay far below.
"""

from __future__ import annotations

from typing import Final

from rulewright.play.chain import running_chain
from rulewright.play.state import Runaway, State

MAX_PRODUCT: Final = 1_000_000_000_000_000
MAX_LISTED: Final = 1_000  # by `numbers`


def product(m: State, a: int, b: int) -> int:
    """`a * b`."""
    made = a * b
    if not -MAX_PRODUCT <= made <= MAX_PRODUCT:
        raise Runaway(f"a number beyond {MAX_PRODUCT}", running_chain(m))
    return made


def numbers_between(m: State, a: int, b: int) -> tuple[int, ...]:
    """`numbers(a, b)`."""
    if b - a >= MAX_LISTED:
        raise Runaway(f"numbers({a}, {b}): more than {MAX_LISTED} numbers in one set", running_chain(m))
    return tuple(range(a, b + 1))
