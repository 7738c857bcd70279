"""The table of diagnostic codes: every code once, in order, from the tables of the stages.

A new diagnostic is one row in the file of its stage; nothing is registered while the program runs.
"""

from __future__ import annotations

from types import MappingProxyType

from . import (
    changes,
    compiling,
    doubts,
    findings,
    flow,
    limits,
    linking,
    more,
    names,
    ours,
    plane,
    play,
    reading,
    shape,
    syntax,
    types,
)
from .code import Code, Example, Files, Severity

__all__ = ["CODES", "Code", "Example", "Files", "Severity"]

_ROWS = (
    *reading.CODES,
    *shape.CODES,
    *changes.CODES,
    *syntax.CODES,
    *names.CODES,
    *flow.CODES,
    *doubts.CODES,
    *types.CODES,
    *more.CODES,
    *plane.CODES,
    *linking.CODES,
    *compiling.CODES,
    *limits.CODES,
    *findings.CODES,
    *play.CODES,
    *ours.CODES,
)

CODES = MappingProxyType({row.code: row for row in _ROWS})

assert len(CODES) == len(_ROWS), "a code stands in the tables twice"
