"""The codes RW9xx: bugs in Rulewright."""

from __future__ import annotations

from .code import Code, Severity

CODES: tuple[Code, ...] = (
    Code(
        "RW900",
        Severity.ERROR,
        "internal error",
        "The program itself has failed: no pack, however wrong, should lead to this. Please report what was done, with "
        "the pack if possible and with the lines that were printed.",
        bad={},
        good={},
    ),
)
