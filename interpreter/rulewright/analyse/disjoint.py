"""Decides whether two conditions on one thing can be true at once, by comparing each with a constant.

Separate because it is logic about conditions alone. It concludes only what is true in every state.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from itertools import pairwise, product
from typing import Final, TypeAlias

from rulewright.analyse.verdicts import holds
from rulewright.deeds import Guard

# Kinds, and the sheet, "" for any sheet of these kinds.
_Sheets: TypeAlias = tuple[tuple[str, ...], str]
# A `not` that denies the rest as a whole: of `not a or b` it denies only the first part.
_DENIED: Final = re.compile(r"not (?:(?:some|no|every|if|let)\b|(?!.*\b(?:and|or)\b))", re.DOTALL)
_ORDERED: Final = {"<": "below", "<=": "below", ">": "above", ">=": "above"}


def exclude(first: Iterable[Guard], second: Iterable[Guard]) -> bool:
    """Whether some condition of the first group cannot be true together with one of the second, in the same state."""
    return any(_apart(one, other) or _contrary(one, other) for one, other in product(tuple(first), tuple(second)))


def _contrary(one: Guard, other: Guard) -> bool:
    """Whether one condition states about things of the event or the match what the other denies: a permission, a value
    and similar conditions, which stay the same as long as nothing is written."""
    if one.about != other.about or any(each.reads.handed or each.reads.decided for each in (one, other)):
        return False
    if not one.about or not all(way.startswith(("field:", "match")) for way in one.about):
        return False
    (text, said), (its, denied) = _stated(one), _stated(other)
    return text == its and said != denied


def _stated(guard: Guard) -> tuple[str, bool]:
    """A condition without the `not` before it, and whether it has no `not`."""
    denied = _DENIED.match(guard.text) is not None
    return guard.text.removeprefix("not ") if denied else guard.text, denied == guard.negated


def is_printed(guard: Guard, moved: Container[str]) -> bool:
    """Whether a condition reads the kind or sheet of the thing in a field of the event, or its printed values, and the
    field is not one of those `moved`."""
    if guard.compares is None or guard.compares[0] not in ("printed", "sheet", "member"):
        return False
    root, _, rest = (_thing(guard) or "").partition(".")
    return root.startswith("field:") and "." not in rest and root not in moved


def _apart(one: Guard, other: Guard) -> bool:
    if one.compares is None or other.compares is None or one.compares[:2] != other.compares[:2]:
        return False
    thing = _thing(one)
    if thing is None or thing != _thing(other):
        return False
    (op, constant), (its_op, its) = one.compares[2:], other.compares[2:]
    if one.compares[0] == "sheet":
        return _other_sheets(op, constant, its_op, its)
    if one.compares[0] == "member":
        return op != its_op and constant == its
    if op == "is":
        return holds(constant, its_op, its) is False
    if its_op == "is":
        return holds(its, op, constant) is False
    if not _numbers(constant, its) or {_ORDERED.get(op), _ORDERED.get(its_op)} != {"below", "above"}:
        return False
    most, least = (constant, its) if _ORDERED[op] == "below" else (its, constant)
    return bool(most < least or (most == least and not (op.endswith("=") and its_op.endswith("="))))


def _other_sheets(op: str, these: _Sheets, its_op: str, those: _Sheets) -> bool:
    if op == its_op:
        both = these[1] and those[1]
        return op == "is" and (these[1] != those[1] if both else set(these[0]).isdisjoint(those[0]))
    narrow, wide = (these, those) if op == "is" else (those, these)
    return narrow[1] == wide[1] if wide[1] else set(narrow[0]) <= set(wide[0])


def _thing(guard: Guard) -> str | None:
    """The path of the compared thing: all names in the condition are steps of one path from the event or the match.
    None if it is about more, or about a holder, which differs between reactions."""
    assert guard.compares is not None, "the caller has looked"
    ways = sorted(guard.about, key=len)
    if not ways or not ways[0].startswith(("field:", "match")):
        return None
    for shorter, longer in pairwise(ways):
        if longer.rpartition(".")[0] != shorter:
            return None
    return ways[-1]


def _numbers(*values: object) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) for one in values)
