"""The codes RW9xx: bugs in Rulewright."""

from __future__ import annotations

from .code import Code, Severity

CODES: tuple[Code, ...] = (
    Code(
        "RW900",
        Severity.ERROR,
        "internal error",
        "Rulewright itself has failed: no pack, however wrong, should lead to this. Please report what you did, with "
        "the pack if possible and with the lines that were printed.",
        bad={},
        good={},
    ),
)
