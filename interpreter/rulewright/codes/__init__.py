"""Combines the tables of the stages into one table of diagnostic codes, each code once and in order.

A new diagnostic is one row in the file of its stage; nothing is registered at run time.
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

assert len(CODES) == len(_ROWS), "a code is in the tables twice"
