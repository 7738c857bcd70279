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
MAX_WALK: Final = 10_000  # of a walk that spreads place by place, cost by cost


def product(m: State, a: int, b: int) -> int:
    """`a * b`."""
    made = a * b
    if not -MAX_PRODUCT <= made <= MAX_PRODUCT:
        raise Runaway(f"a number beyond {MAX_PRODUCT}", running_chain(m))
    return made


def longest(m: State, budget: int, dearest: int) -> int:
    """The part of a walk's budget that can be spent: every place entered once, at the highest price."""
    spent = min(budget, dearest * int(m.board.everywhere.bit_count()))
    if spent > MAX_WALK:
        raise Runaway(f"a walk of {budget}: one that goes round blocked places may cost {MAX_WALK}", running_chain(m))
    return spent


def numbers_between(m: State, a: int, b: int) -> tuple[int, ...]:
    """`numbers(a, b)`."""
    if b - a >= MAX_LISTED:
        raise Runaway(f"numbers({a}, {b}): more than {MAX_LISTED} numbers in one set", running_chain(m))
    return tuple(range(a, b + 1))
