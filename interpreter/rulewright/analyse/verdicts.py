"""Whether conditions that compare with constants are known to be true.

Separate because loops, groups of what triggers itself, and what can happen at all ask it.
"""

from __future__ import annotations

from typing import Any

from rulewright.deeds import Deed, Guard


def behind(guard: Guard, deed: Deed | None) -> bool | None:
    """Whether a condition on the target of a deed is true after it. None: unknown."""
    if deed is None:
        return None
    if deed.verb == "set" and 0 in deed.constants:
        return verdict(guard, "column", {deed.target: deed.constants[0]})
    if deed.verb in ("give", "end") and deed.target >= 0:
        return verdict(guard, "status", {deed.target: deed.verb == "give"})
    return None


def verdict(guard: Guard, subject: str, known: dict[int, Any]) -> bool | None:
    """Whether a condition is true, given the known values. None: unknown."""
    if guard.compares is None or guard.compares[0] != subject or guard.compares[1] not in known:
        return None
    return holds(known[guard.compares[1]], guard.compares[2], guard.compares[3])


def holds(value: Any, op: str, constant: Any) -> bool | None:
    """The result of a comparison of two constants; None if they have no order."""
    if op in ("is", "is not"):
        return bool((value == constant) == (op == "is"))
    if value is None or constant is None:
        return None
    return bool({"<": value < constant, "<=": value <= constant, ">": value > constant, ">=": value >= constant}[op])
