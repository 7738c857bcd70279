"""The ways in which a step merges contributions, one row for each: for the checker, the generated code and
explanations.

Separate, and below all of these, because a merge must be defined once and not four times. docs/language.md section 3
has the same table, and a test compares them. The oracle does not use this module: it merges as the page says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import add, itemgetter
from typing import Any, Final, Literal

# The type of a contribution: the result type of the value (for a set also one member); the same, or a number if that
# cannot be compared; a number; yes or no; yes or no unless `then` reads it.
Takes = Literal["same", "comparable", "number", "yes_no", "looked at"]
# The result of a merge without `then`: the contributed value, or a constant.
Makes = Literal["contribution", "number", "count", "yes_no", "set", "nothing"]


@dataclass(frozen=True, slots=True)
class Code:
    """Statements of the generated code. `more` merges `_new` into `it`, which is None at first: one contribution at a
    time, in any order if the row is not `ordered`. `alone` is a step without `then`. `_helper` stands for the function
    that keeps a set in order."""

    more: str
    alone: str = "so_far = it"


@dataclass(frozen=True, slots=True)
class Merge:
    """One way to merge. `it` and `without_then` are its row on the page; `also` are words for it in other programming
    languages.

    `fold` computes `it` from at least one contribution, and `put` the result of a step without `then` from the value so
    far and `it`: the same as `code`, for explanations. Sets of places are integers with a bit for each place and have a
    code of their own (`places`). `ordered`: the order of contributions matters. `stacks`: with `stacking: definition`
    each modifier counts once. `wants_yes`: the step is skipped if `it` is no.
    """

    name: str
    it: str
    without_then: str
    takes: Takes
    makes: Makes
    code: Code
    fold: Callable[[list[Any]], Any]
    put: Callable[[Any, Any], Any] = lambda so_far, it: it
    places: Code | None = None
    ordered: bool = False
    stacks: bool = False
    wants_yes: bool = False
    also: tuple[str, ...] = ()


def _joined(found: Iterable[Any]) -> Any:
    """The set of all members of sets."""
    several = list(found)
    if isinstance(several[0], int):
        bits = 0
        for one in several:
            bits |= one
        return bits
    return tuple(sorted({x for one in several for x in one}))


def _without(so_far: Any, it: Any) -> Any:
    return so_far & ~it if isinstance(so_far, int) else tuple(x for x in so_far if x not in it)


_UNION: Final = Code("it = _helper(m, it or (), _new)", alone="so_far = _helper(m, so_far, it)")
_JOIN_BITS: Final = "it = (it or 0) | _new"

ROWS: Final = (
    Merge("total", "their sum", "is added", "number", "number",
          Code("it = _new if it is None else it + _new", "so_far = so_far + it"),
          sum, add, stacks=True, also=("sum", "add", "plus")),
    Merge("highest", "the greatest", "replaces", "comparable", "contribution",
          Code("it = _new if it is None or _new > it else it"), max, also=("max", "most")),
    Merge("lowest", "the least", "replaces", "comparable", "contribution",
          Code("it = _new if it is None or _new < it else it"), min, also=("min", "least")),
    Merge("last", "the last", "replaces", "same", "contribution", Code("it = _new"), itemgetter(-1),
          ordered=True),
    Merge("any", "whether at least one is yes; if none is, the step is skipped", "replaces", "yes_no", "yes_no",
          Code("it = _new or it"), any, wants_yes=True, also=("or", "some")),
    Merge("all", "whether all are yes", "replaces", "yes_no", "yes_no",
          Code("it = _new if it is None else it and _new"), all, also=("and", "every")),
    Merge("each", "each by itself: `then` is applied once for every contribution", "`then` is required", "looked at",
          "nothing", Code("it = _new"), itemgetter(-1), ordered=True),
    Merge("union", "the set of all", "is added", "same", "set", _UNION, _joined,
          lambda so_far, it: _joined((so_far, it)), Code(_JOIN_BITS, alone="so_far |= it")),
    Merge("minus", "the set of all", "is removed", "same", "set",
          Code(_UNION.more, alone="so_far = without(m, so_far, it)"), _joined, _without,
          Code(_JOIN_BITS, alone="so_far &= ~it")),
    Merge("count", "how many are yes", "replaces", "yes_no", "count", Code("it = (it or 0) + (1 if _new else 0)"),
          lambda found: sum(1 for one in found if one)),
)  # fmt: skip
MERGES: Final = {row.name: row for row in ROWS}
EACH: Final = MERGES["each"]  # the only one that does not merge
ELSEWHERE: Final = {word: row.name for row in ROWS for word in row.also}


def combine(row: Merge, then: Callable[..., Any] | None, so_far: Any, found: list[Any]) -> Any:
    """The result of a step for its contributions, as in the generated code: `then(so_far, it)`, if it has one."""
    if not found:
        return so_far
    if row is EACH:
        assert then is not None, "the checker wants one"
        for one in found:
            so_far = then(so_far, one)
        return so_far
    it = row.fold(found)
    if row.wants_yes and not it:
        return so_far
    return row.put(so_far, it) if then is None else then(so_far, it)
