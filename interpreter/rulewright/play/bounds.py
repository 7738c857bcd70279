"""Operations whose cost depends on a number and not on the length of the code.

Separate because packs are not trusted: one line may multiply a number in every round of a loop, or count to a thousand
million. Ordinary games stay far below these limits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulewright.limits import MOST_ANSWERS, MOST_LISTED, MOST_MEMBERS, MOST_NUMBER, MOST_STEPS
from rulewright.play.chain import running_chain
from rulewright.play.laid import Lasting
from rulewright.play.state import Runaway, State
from rulewright.shapes import code_order

Values = tuple[Any, ...]

MAX_WALK: Final = 10_000  # of a walk that spreads place by place, cost by cost
_DEAR: Final = 1_000  # steps of a lasting result: if another result uses it, its steps are kept apart,
_TOLD_APART: Final = 512  # for this many; all others count as steps of the result that uses them
_STORED_AT_ONCE: Final = 1_000_000  # members, duplicates included, before duplicates are dropped


def spend(m: State, steps: int) -> None:
    """Charges steps to the decision; raises Runaway if there are none left."""
    m.fuel -= steps
    if m.fuel < 0:
        overrun(m)


def overrun(m: State) -> None:
    """The decision has used up its steps."""
    raise Runaway(f"more than {MOST_STEPS} steps without asking a player", running_chain(m))


class _Asked(dict[Any, Any]):
    """Memory while a lasting result is computed: also what each other lasting result that it uses costs by itself."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps: dict[Any, int] = {}


def lasting(m: State, known: Lasting, key: Any, compute: Callable[..., Any], *args: Any) -> Any:
    """Caches a result that depends only on the board, or on the entities on its edges, for all matches, with its cost.

    Other matches on the same board must not affect whether this one runs out of steps. So a cached result costs what
    computing it now would cost: its own steps, and those of the other lasting results that it uses and that the match
    does not remember yet. The match pays once and then remembers the result like any other.
    """
    had = known.get(key)
    if had is None:
        had = _found(m, compute, args)
        known.add(key, had)
    answer, steps, asked = had
    memory = m.cache
    noted = memory.steps if type(memory) is _Asked else None
    m.fuel -= steps
    if noted is not None:
        noted[key] = steps
    for other, its_answer, its_steps in asked:
        if other not in memory:
            memory[other] = its_answer
            m.fuel -= its_steps
            if noted is not None:
                noted[other] = its_steps
    if m.fuel < 0:
        overrun(m)
    return answer


def _found(m: State, compute: Callable[..., Any], args: Values) -> tuple[Any, int, Values]:
    """A result, the steps that it takes by itself, and the expensive lasting results that it uses: key, result and
    steps of each. It is computed with empty memory and all steps of a decision, so it does not depend on what the match
    remembers or has left."""
    left, memory = m.fuel, m.cache
    m.fuel, m.cache = MOST_STEPS, _Asked()
    try:
        answer = compute(m, *args)
        inner, taken = m.cache, MOST_STEPS - m.fuel
    finally:
        m.fuel, m.cache = left, memory
    dear = [(key, inner[key], steps) for key, steps in inner.steps.items() if steps > _DEAR]
    if len(dear) > _TOLD_APART:
        dear = sorted(dear, key=lambda one: -one[2])[:_TOLD_APART]
    return answer, taken - sum([steps for _, _, steps in dear]), tuple(dear)


def refill(m: State, steps: int = MOST_STEPS) -> None:
    """Refills the steps for a question outside of the rules (an explanation, a claim of a test): as many as a decision
    has, or as many as the caller has left."""
    m.fuel = steps


def product(m: State, a: int, b: int) -> int:
    """`a * b`."""
    made = a * b
    if not -MOST_NUMBER <= made <= MOST_NUMBER:
        beyond(m, made)
    return made


def beyond(m: State, number: int) -> int:
    """Handles a number that is too large to be kept, above or below zero."""
    raise Runaway(f"a number beyond {MOST_NUMBER}", running_chain(m))


def bounded(m: State, number: int | None) -> int | None:
    """A number or none, limited to what may be kept."""
    return number if number is None or -MOST_NUMBER <= number <= MOST_NUMBER else beyond(m, number)


def set_of(m: State, items: Sequence[Any]) -> Values:
    """A set: ascending, without duplicates."""
    count = len(items)
    if count > _LIGHT:
        _go_through(m, count)
        return _bounded(m, tuple(sorted(set(items))))
    return tuple(sorted(set(items))) if count > 1 else tuple(items)


def set_of_codes(m: State, items: Sequence[Any]) -> Values:
    """A set of zones or dice."""
    count = len(items)
    if count > _LIGHT:
        _go_through(m, count)
    return _bounded(m, tuple(sorted(set(items), key=code_order)))


def join_codes(m: State, a: Sequence[Any], b: Sequence[Any]) -> Values:
    """Union of such sets."""
    return set_of_codes(m, (*a, *b))


def listed(m: State, items: Sequence[Any]) -> Values:
    """A list of collected items."""
    return _bounded(m, tuple(items))


def join(m: State, a: Sequence[Any], b: Sequence[Any]) -> Values:
    """Union of two sets."""
    count = len(a) + len(b)
    if count > _LIGHT:
        _go_through(m, count)
        return _bounded(m, tuple(sorted({*a, *b})))
    return tuple(sorted({*a, *b})) if count > 1 else (*a, *b)


def append(m: State, a: Values, b: Values) -> Values:
    """Concatenation of two lists."""
    count = len(a) + len(b)
    if count > _LIGHT:
        _go_through(m, count)
    return _bounded(m, a + b)


def without(m: State, a: Sequence[Any], b: Sequence[Any]) -> Values:
    """Difference; keeps the order of a."""
    if type(b) is tuple and len(a) + len(b) > _LIGHT:
        _go_through(m, len(a) + len(b))
        b = _members(b)
    return tuple([x for x in a if x not in b])


def both_of(m: State, a: Sequence[Any], b: Sequence[Any]) -> Values:
    """Intersection of two sets."""
    if type(b) is tuple and len(a) + len(b) > _LIGHT:
        _go_through(m, len(a) + len(b))
        b = _members(b)
    return tuple([x for x in a if x in b])


def search(m: State, x: Any, items: Sequence[Any]) -> bool:
    """`x in items`, for large collections."""
    spend(m, len(items))
    return x in items


_LIGHT: Final = 32  # members that are iterated over free of charge


def _members(items: Sequence[Any]) -> Any:
    """A collection that is quick to search. Records are compared by identity, so a collection of them stays as it
    is."""
    return items if items and type(items[0]) is list else frozenset(items)


def _go_through(m: State, count: int) -> None:
    if count > _STORED_AT_ONCE:
        raise Runaway(f"{count} members for one set or list: it may have {MOST_MEMBERS}", running_chain(m))
    spend(m, 8 * count)


def _bounded(m: State, made: Values) -> Values:
    if len(made) > MOST_MEMBERS:
        raise Runaway(f"{len(made)} members of one set or list: it may have {MOST_MEMBERS}", running_chain(m))
    return made


def answers(m: State, options: Values) -> None:
    """Refuses questions with too many answers."""
    if len(options) > MOST_ANSWERS:
        raise Runaway(f"{len(options)} answers to one question: it may have {MOST_ANSWERS}", running_chain(m))


def longest(m: State, budget: int, dearest: int) -> int:
    """The part of a walk's budget that can be spent: every place entered once, at the highest price."""
    spent = min(budget, dearest * int(m.board.everywhere.bit_count()))
    if spent > MAX_WALK:
        raise Runaway(f"a walk with budget {budget}: round blocked places at most {MAX_WALK} is allowed",
                      running_chain(m))  # fmt: skip
    return spent


def numbers_between(m: State, a: int, b: int) -> tuple[int, ...]:
    """Implements `numbers(a, b)`."""
    if b - a >= MOST_LISTED:
        raise Runaway(f"numbers({a}, {b}): more than {MOST_LISTED} numbers in one set", running_chain(m))
    return tuple(range(a, b + 1))


def ran_out(m: State, place: tuple[str, int, int], words: str) -> None:
    """Reports that a loop has reached its bound."""
    if m.asides is not None:
        m.asides.ran_out(place, words)


def cut_short(m: State, place: tuple[str, int, int], words: str) -> None:
    """Reports that an event ends early."""
    if m.asides is not None:
        m.asides.cut_short(place, words)
